"""memref ops that access parts of a descriptor, and that make promises about buffers."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.memref._constraints import (
    StridedMemRef,
)
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    IntegerAttr,
    index_attr,
)
from mlirlite.ir.constraints import (
    AnyMemRef,
    AnyRankedOrUnrankedMemRef,
    Constraint,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import (
    AsmNames,
    GivesAddress,
)
from mlirlite.ir.traits import (
    Pure,
    SameOperandsAndResultType,
    SameVariadicResultSize,
)
from mlirlite.ir.types import (
    DYNAMIC,
    I32,
    INDEX,
    MemRefType,
)
from mlirlite.support.diagnostics import Diagnostic

Rank0MemRef = Annotated[
    MemRefType,
    Constraint(
        "strided memref of any type values of rank 0",
        lambda t: isinstance(t, MemRefType) and t.rank == 0,
    ),
]
PositiveI32 = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose value is positive",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and a.value > 0,
    ),
]


class ExtractStridedMetadataOp(
    Op,
    AsmNames,
    name="memref.extract_strided_metadata",
    traits=(Pure, SameVariadicResultSize()),
):
    """The parts of a buffer's descriptor: the buffer without shape, the offset, the sizes, the
    strides.

    ```mlir
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0
      : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
    ```
    """

    source: Operand[StridedMemRef]
    base_buffer: Result[Rank0MemRef]
    offset: Result[Index]
    sizes: VarResult[Index]
    strides: VarResult[Index]
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"

    def result_names(self) -> Sequence[str]:
        rank = (len(self.results) - 2) // 2
        names = ["base_buffer", "offset"]
        if rank > 0:
            names += ["sizes", *[""] * (rank - 1), "strides", *[""] * (rank - 1)]
        return names

    def verify_op(self) -> Diagnostic | None:
        return verify_inferred(self)

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        if not isinstance(type, MemRefType):
            return None
        base: Type = MemRefType((), type.element_type, None, type.memory_space)
        return (base, *[INDEX] * (1 + 2 * type.rank))

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Sizes, strides and offset that the type says --> constants, made right before the op (as
        upstream)"""
        type = self.source.type
        layout = strides_and_offset(type) if isinstance(type, MemRefType) else None
        if layout is None or not isinstance(type, MemRefType) or self.parent is None:
            return None
        strides, offset = layout
        changed = False
        for result, number in zip(self.results[1:], (offset, *type.shape, *strides), strict=True):
            constant = make_constant(index_attr(number), INDEX) if number != DYNAMIC else None
            if constant is None or not result.has_uses:
                continue
            self.parent.insert_before(self, constant)
            result.replace_all_uses_with(constant.result)
            changed = True
        return list(self.results) if changed else None


class ExtractAlignedPointerAsIndexOp(
    Op,
    AsmNames,
    GivesAddress,
    name="memref.extract_aligned_pointer_as_index",
    traits=(Pure,),
):
    """The address of a buffer as a number.

    ```mlir
    %p = memref.extract_aligned_pointer_as_index %0 : memref<3x4xf32> -> index
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    aligned_pointer: Result[Index]
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"

    def result_names(self) -> Sequence[str]:
        return ("intptr",)


class AssumeAlignmentOp(
    Op, AsmNames, name="memref.assume_alignment", traits=(Pure, SameOperandsAndResultType)
):
    """The same buffer, whose address is promised to be a multiple of a power of two.

    ```mlir
    %1 = memref.assume_alignment %0, 16 : memref<4x4xf16>
    ```
    """

    memref: Operand[AnyMemRef]
    alignment: Prop[PositiveI32]
    result: Result[AnyMemRef]
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"

    def result_names(self) -> Sequence[str]:
        return ("assume_align",)

    def verify_op(self) -> Diagnostic | None:
        alignment = self.alignment
        if alignment & (alignment - 1):
            return self.error("alignment must be power of 2")
        return None


class DistinctObjectsOp(Op, name="memref.distinct_objects", traits=(Pure,)):
    """The same buffers, which are promised not to overlap.

    ```mlir
    %1, %2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
    ```
    """

    operands_: VarOperand[AnyMemRef]
    results_: VarResult[AnyMemRef]
    assembly_format = "$operands attr-dict `:` type($operands)"

    def infer_types(self) -> Sequence[Type] | None:
        return self.operand_types

    def verify_op(self) -> Diagnostic | None:
        if not self.operands:
            return self.error("expected at least one operand")
        if self.operand_types != self.result_types:
            return self.error("operand types and result types must match")
        return None
