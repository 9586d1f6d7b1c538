"""memref ops that give a buffer another type."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._casts import Cast, Castable
from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._slices import OffsetSizeStrideOp
from mlirlite.dialects.memref._constraints import (
    StridedMemRef,
)
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import (
    AnyRankedOrUnrankedMemRef,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    AsmNames,
)
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    Pure,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
)
from mlirlite.ir.types import (
    DYNAMIC,
    BaseMemRefType,
    MemRefType,
    UnrankedMemRefType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    pass


class CastOp(
    Op, AsmNames, Castable, name="memref.cast", traits=(Cast, Pure, SameOperandsAndResultShape)
):
    """The same buffer with a type that is more or less specific about its sizes and layout.

    ```mlir
    %1 = memref.cast %0 : memref<4x?xf32> to memref<?x?xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    dest: Result[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("cast",)

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: their static parts must agree."""
        return cast_compatible(source, target)


def cast_source(value: Value) -> Value | None:
    """The ranked buffer that was cast to a value; None when none was."""
    cast = value.defining_op
    if isinstance(cast, CastOp) and isinstance(cast.source.type, MemRefType):
        return cast.source
    return None


def cast_compatible(source: Type, target: Type) -> bool:
    """Whether memref.cast may turn one type into the other: their static parts must agree."""
    if not isinstance(source, BaseMemRefType) or not isinstance(target, BaseMemRefType):
        return False
    if source.element_type is not target.element_type:
        return False
    if source.memory_space is not target.memory_space:
        return False
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return isinstance(source, MemRefType) or isinstance(target, MemRefType)
    if source.layout is not target.layout:
        a, b = strides_and_offset(source), strides_and_offset(target)
        if a is None or b is None or len(a[0]) != len(b[0]):
            return False
        for i, (x, y) in enumerate(zip((a[1], *a[0]), (b[1], *b[0]), strict=True)):
            if x != y and DYNAMIC not in (x, y) and not (i and source.shape[i - 1] == 1):
                return False
    return source.rank == target.rank and all(
        x == y or DYNAMIC in (x, y) for x, y in zip(source.shape, target.shape, strict=True)
    )


class MemorySpaceCastOp(
    Op,
    AsmNames,
    Castable,
    name="memref.memory_space_cast",
    traits=(Cast, Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape),
):
    """The same buffer in another memory space.

    ```mlir
    %1 = memref.memory_space_cast %0 : memref<?xf32, 5> to memref<?xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    dest: Result[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("memspacecast",)

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: only the memory spaces may differ."""
        if isinstance(source, MemRefType) and isinstance(target, MemRefType):
            return source.replace(memory_space=None) is target.replace(memory_space=None)
        return (
            isinstance(source, UnrankedMemRefType)
            and isinstance(target, UnrankedMemRefType)
            and source.element_type is target.element_type
        )


class ReinterpretCastOp(
    OffsetSizeStrideOp,
    AsmNames,
    name="memref.reinterpret_cast",
    traits=(AttrSizedOperandSegments, Pure),
):
    """The memory of a buffer under a new offset, new sizes and new strides.

    ```mlir
    %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [%n, 10], strides: [10, 1]
      : memref<?x?xf32> to memref<?x10xf32, strided<[10, 1]>>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    result: Result[StridedMemRef]
    assembly_format = (
        "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) "
        "`` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) "
        "`` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("reinterpret_cast",)

    def verify_op(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        found = self.verify_lists((1, result.rank, result.rank))
        if found is not None:
            return found
        if source.memory_space is not result.memory_space:
            return error(
                f"different memory spaces specified for source type '{source}' and result "
                "memref type "
                f"'{result}'",
                self.where,
            )
        if source.element_type is not result.element_type:
            return error(
                f"different element types specified for source type '{source}' and result memref "
                f"type '{result}'",
                self.where,
            )
        for i, (size, given) in enumerate(zip(result.shape, self.static_sizes, strict=True)):
            if size not in (given, DYNAMIC):
                return error(
                    f"expected result type with size = {_or_dynamic(given)} instead of "
                    f"{_or_dynamic(size)} in dim = {i}",
                    self.where,
                )
        layout = strides_and_offset(result)
        if layout is None:
            return self.error(f"expected result type to have strided layout but found '{result}'")
        strides, offset = layout
        if offset not in (DYNAMIC, self.static_offsets[0]):
            return error(
                f"expected result type with offset = {_or_dynamic(self.static_offsets[0])} "
                "instead of "
                f"{offset}",
                self.where,
            )
        for i, (stride, given) in enumerate(zip(strides, self.static_strides, strict=True)):
            if stride not in (DYNAMIC, given):
                return error(
                    f"expected result type with stride = {_or_dynamic(given)} instead of "
                    f"{stride} in "
                    f"dim = {i}",
                    self.where,
                )
        return None


def _or_dynamic(size: int) -> str:
    return "dynamic" if size == DYNAMIC else str(size)
