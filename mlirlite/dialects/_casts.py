"""The trait of casts: upstream's CastOpInterface."""

from dataclasses import dataclass
from typing import Any

from mlirlite.ir.traits import Trait
from mlirlite.support.diagnostics import Diagnostic


@dataclass(frozen=True)
class CastTrait(Trait):
    """The op says with `is_castable(source, target)` which types its first operand and its result
    may have."""

    def verify(self, op: Any) -> Diagnostic | None:
        source, target = op.operands[0].type, op.results[0].type
        if op.is_castable(source, target):
            return None
        sources = ", ".join(f"'{v.type}'" for v in op.operands)
        plural = "s" if len(op.operands) > 1 else ""
        found: Diagnostic = op.error(
            f"operand type{plural} {sources} and result type '{target}' are cast incompatible"
        )
        return found


Cast = CastTrait()
