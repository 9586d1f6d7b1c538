"""memref ops that make, free, read and write buffers."""

from collections.abc import Callable, Sequence

from mlirlite.dialects._constraints import NOT_NONTEMPORAL, Alignment
from mlirlite.ir.attribute import Type
from mlirlite.ir.builder import Builder
from mlirlite.ir.constraints import (
    AnyMemRef,
    AnyRankedOrUnrankedMemRef,
    AnyType,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Result, VarOperand
from mlirlite.ir.interfaces import (
    Effect,
    EffectKind,
    MemoryEffects,
    SlotAccess,
)
from mlirlite.ir.traits import (
    TypesMatch,
    compatible_shapes,
)
from mlirlite.ir.types import (
    MemRefType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class LoadOp(
    Op,
    MemoryEffects,
    SlotAccess,
    name="memref.load",
    traits=(
        TypesMatch(
            "result type matches element type of 'memref'", "memref", "result", element_type_of
        ),
    ),
):
    """The element at the indices.

    ```mlir
    %0 = memref.load %m[%i, %j] : memref<8x?xi32>
    ```
    """

    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    result: Result[AnyType]
    assembly_format = "$memref `[` $indices `]` attr-dict `:` type($memref)"

    def may_promote(self, slot: Value, type: Type) -> bool:
        return True

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return True

    def writes_slot(self, slot: Value) -> bool:
        return False

    def take_value(self, slot: Value, current: Callable[[], Value], b: Builder) -> None:
        self.results[0].replace_all_uses_with(current())

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[0]),)

    def verify_op(self) -> Diagnostic | None:
        rank = rank_of(self.operands[0].type)
        if len(self.operands) - 1 != rank:
            return self.error(
                f"incorrect number of indices for load, expected {rank} but got "
                f"{len(self.operands) - 1}"
            )
        return None


def rank_of(type: Type) -> int:
    """The rank of a ranked memref type."""
    return type.rank if isinstance(type, MemRefType) else 0


class StoreOp(
    Op,
    MemoryEffects,
    SlotAccess,
    name="memref.store",
    traits=(
        TypesMatch(
            "type of 'value' matches element type of 'memref'", "memref", "value", element_type_of
        ),
    ),
):
    """Writes the element at the indices.

    ```mlir
    memref.store %v, %m[%i, %j] : memref<4x?xf32>
    ```
    """

    value: Operand[AnyType]
    memref: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    assembly_format = "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)"

    def may_promote(self, slot: Value, type: Type) -> bool:
        return self.operands[0] is not slot

    def reads_slot(self, slot: Value, type: Type) -> bool:
        return False

    def writes_slot(self, slot: Value) -> bool:
        return True

    def value_stored(self, type: Type, current: Callable[[], Value], b: Builder) -> Value:
        return self.operands[0]

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE, self.operands[1]),)

    def verify_op(self) -> Diagnostic | None:
        if len(self.operands) - 2 != rank_of(self.operands[1].type):
            return self.error("store index operand count not equal to memref rank")
        return None


class CopyOp(Op, MemoryEffects, name="memref.copy"):
    """Copies all elements of one buffer to another of the same shape.

    ```mlir
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    target: Operand[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source `,` $target attr-dict `:` type($source) `to` type($target)"

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.READ, self.operands[0]),
            Effect(EffectKind.WRITE, self.operands[1]),
        )

    def verify_op(self) -> Diagnostic | None:
        source, target = self.source.type, self.target.type
        if element_type_of(source) is not element_type_of(target):
            return self.error("requires the same element type for all operands")
        if not compatible_shapes(source, target):
            return self.error("requires the same shape for all operands")
        return None
