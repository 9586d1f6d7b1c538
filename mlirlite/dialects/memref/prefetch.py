"""Prefetching memory before it is needed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Protocol

from mlirlite.dialects.memref.memory import rank_of
from mlirlite.ir.attributes import IntegerAttr, bool_attr
from mlirlite.ir.constraints import AnyMemRef, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.types import I32, INDEX
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


Locality = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and 0 <= a.value <= 3,
    ),
]


class PrefetchOp(Op, MemoryEffects, name="memref.prefetch"):
    """A hint that an element will be read or written soon.

    ```mlir
    memref.prefetch %m[%i, %j], read, locality<3>, data : memref<400x400xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    isWrite: Prop[bool]
    localityHint: Prop[Locality]
    isDataCache: Prop[bool]

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.operands[0]),
            Effect(EffectKind.WRITE, self.operands[0]),
        )

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        memref = p.operand()
        indices = p.operand_list("[", "]")
        parse_prefetch_hints(p, state)
        p.op_attr_dict(state)
        p.expect(":")
        state.operands = [p.resolve(memref, p.type()), *p.resolve_all(indices, INDEX)]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.memref)
        p.text("[")
        p.values(self.indices)
        p.text("]")
        print_prefetch_hints(p, self)
        p.attr_dict(self, PREFETCH_HINTS)
        p.text(" : ")
        p.type(self.memref.type)

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) - 1 != rank_of(self.operands[0].type):
            return self.error("too few indices")
        return None


PREFETCH_HINTS = ("isWrite", "localityHint", "isDataCache")


def parse_prefetch_hints(p: "OpParser", state: "OpState") -> None:
    """`, read, locality<3>, data`, shared with affine.prefetch."""
    p.expect(",")
    access = p.keyword()
    p.expect(",")
    p.expect("locality")
    p.expect("<")
    hint = p.integer()
    p.expect(">")
    p.expect(",")
    cache = p.keyword()
    if access not in ("read", "write"):
        raise p.error("rw specifier has to be 'read' or 'write'", state.location)
    if cache not in ("data", "instr"):
        raise p.error("cache type has to be 'data' or 'instr'", state.location)
    state.properties["isWrite"] = bool_attr(access == "write")
    state.properties["localityHint"] = IntegerAttr(hint, I32)
    state.properties["isDataCache"] = bool_attr(cache == "data")


class _Hints(Protocol):
    @property
    def isWrite(self) -> bool: ...
    @property
    def isDataCache(self) -> bool: ...
    @property
    def localityHint(self) -> int: ...


def print_prefetch_hints(p: "Printer", op: _Hints) -> None:
    """As `parse_prefetch_hints` reads them."""
    access = "write" if op.isWrite else "read"
    cache = "data" if op.isDataCache else "instr"
    p.text(f", {access}, locality<{op.localityHint}>, {cache}")
