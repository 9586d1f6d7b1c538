"""Allocation and deallocation of memory."""

from collections.abc import Sequence

from mlirlite.dialects._constraints import Alignment
from mlirlite.dialects._sizes import wrong_size_count
from mlirlite.dialects.memref._constraints import Rank1MemRef
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import AffineMapAttr, StridedLayoutAttr
from mlirlite.ir.constraints import AnyMemRef, AnyRankedOrUnrankedMemRef, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Result, VarOperand
from mlirlite.ir.interfaces import (
    AllocationOp,
    AsmNames,
    Effect,
    EffectKind,
    MemoryEffects,
    PromotableAllocation,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import is_known_upstream
from mlirlite.ir.traits import AttrSizedOperandSegments, AutomaticAllocationScope
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error


class _AllocOp(Op, AsmNames, MemoryEffects):
    """A new buffer; one size for each `?` of its type, one value for each symbol of its layout."""

    dynamicSizes: VarOperand[Index]
    symbolOperands: VarOperand[Index]
    alignment: OptProp[Alignment]
    memref: Result[AnyMemRef]
    assembly_format = (
        "`(`$dynamicSizes`)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.ALLOCATE, self.results[0]),)

    def verify_op(self) -> Diagnostic | None:
        type = self.memref.type
        problem = wrong_size_count(self, len(self.dynamicSizes), type)
        if problem is not None:
            return problem
        symbols, wanted = len(self.symbolOperands), layout_symbols(type)
        if symbols != wanted:
            return self.error(
                "symbol operand count does not equal memref symbol count: "
                f"expected {wanted}, got {symbols}"
            )
        return None


def layout_symbols(type: MemRefType) -> int:
    """How many symbols the layout's map has: one for each unknown of a strided layout."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return (*layout.strides, layout.offset).count(DYNAMIC)
    return layout.map.num_symbols if isinstance(layout, AffineMapAttr) else 0


class AllocOp(_AllocOp, AllocationOp, name="memref.alloc", traits=(AttrSizedOperandSegments,)):
    """A new buffer, freed by memref.dealloc.

    ```mlir
    %0 = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
    ```
    """

    def result_names(self) -> Sequence[str]:
        return ("alloc",)

    def build_dealloc(self, value: Value) -> Operation:
        return DeallocOp.create((value,))


class AllocaOp(
    _AllocOp, PromotableAllocation, name="memref.alloca", traits=(AttrSizedOperandSegments,)
):
    """A new buffer on the stack, freed when the enclosing allocation scope ends.

    ```mlir
    %0 = memref.alloca() : memref<4xf32>
    ```
    """

    def result_names(self) -> Sequence[str]:
        return ("alloca",)

    def promotable_slot(self) -> Type | None:
        type = self.results[0].type
        if not isinstance(type, MemRefType) or any(n != 1 for n in type.shape):
            return None
        element = type.element_type
        scalar = element_type_of(element)
        plain = isinstance(element, MemRefType) or isinstance(
            scalar, (FloatType, IndexType, IntegerType)
        )
        return element if plain else None

    def default_value(self, type: Type) -> Operation:
        from mlirlite.dialects.ub import PoisonOp  # late: only mem2reg needs ub

        poison: Operation = PoisonOp(result=type)
        return poison

    def verify_op(self) -> Diagnostic | None:
        op = self.parent_op
        while op is not None and not (
            op.has_trait(AutomaticAllocationScope) or is_known_upstream(op)
        ):
            op = op.parent_op
        if op is None:
            return self.error("requires an ancestor op with AutomaticAllocationScope trait")
        return super().verify_op()


class DeallocOp(Op, MemoryEffects, name="memref.dealloc"):
    """Frees a buffer.

    ```mlir
    memref.dealloc %0 : memref<8x64xf32>
    ```
    """

    memref: Operand[AnyRankedOrUnrankedMemRef]
    assembly_format = "$memref attr-dict `:` type($memref)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.FREE, self.operands[0]),)


class ReallocOp(Op, MemoryEffects, name="memref.realloc"):
    """A buffer of another size with the elements of a given one, which is freed.

    ```mlir
    %1 = memref.realloc %0(%n) : memref<64xf32> to memref<?xf32>
    ```
    """

    source: Operand[Rank1MemRef]
    dynamicResultSize: OptOperand[Index]
    alignment: OptProp[Alignment]
    result: Result[Rank1MemRef]
    assembly_format = (
        "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)"
    )

    def effects(self) -> Sequence[Effect]:
        return (
            Effect(EffectKind.FREE, self.operands[0]),
            Effect(EffectKind.ALLOCATE, self.results[0]),
        )

    def verify_op(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        for what, type in (("source", source), ("result", result)):
            if type.layout is not None:
                return error(f"unsupported layout for {what} memref type '{type}'", self.where)
        for what, before, after in (
            ("memory spaces", source.memory_space, result.memory_space),
            ("element types", source.element_type, result.element_type),
        ):
            if before is not after:
                return error(
                    f"different {what} specified for source memref type '{source}' and result "
                    f"memref type '{result}'",
                    self.where,
                )
        given = self.dynamicResultSize is not None
        if result.num_dynamic_dims and not given:
            return error(f"missing dimension operand for result type '{result}'", self.where)
        if not result.num_dynamic_dims and given:
            return error(f"unnecessary dimension operand for result type '{result}'", self.where)
        return None
