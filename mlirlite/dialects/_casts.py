"""The trait of casts: upstream's CastOpInterface."""

from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation, OpInterface
from mlirlite.ir.traits import Trait
from mlirlite.support.diagnostics import Diagnostic


class Castable(OpInterface):
    """Declares which types its first operand and its result may have."""

    __slots__ = ()

    @classmethod
    def is_castable(cls, source: Type, target: Type) -> bool:
        """Whether there is a cast between two types."""
        raise NotImplementedError


class CastTrait(Trait):
    """The types are those that the op, which is Castable, may have."""

    def verify(self, op: Operation) -> Diagnostic | None:
        source, target = op.operands[0].type, op.results[0].type
        if isinstance(op, Castable) and op.is_castable(source, target):
            return None
        sources = ", ".join(f"'{v.type}'" for v in op.operands)
        plural = "s" if len(op.operands) > 1 else ""
        return op.error(
            f"operand type{plural} {sources} and result type '{target}' are cast incompatible"
        )


Cast = CastTrait()
