"""tensor ops that extract slices from tensors and insert them."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._parallel import InParallel, ParallelCombining
from mlirlite.dialects._slices import OffsetSizeStrideOp, verify_in_bounds
from mlirlite.dialects.tensor._constants import reshaped_constant
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import AnyRankedTensor, Index
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames, Box, DestinationStyle, SubsetOp
from mlirlite.ir.traits import (
    AllTypesMatch,
    AttrSizedOperandSegments,
    Pure,
)
from mlirlite.ir.types import RankedTensorType
from mlirlite.support.diagnostics import Diagnostic, error


def kept_dims(sizes: Sequence[int], shape: Sequence[int]) -> list[int] | None:
    """Which sizes stay when unit ones are dropped to get the shape; None when that is not
    possible."""
    kept, at = [], 0
    for d, size in enumerate(sizes):
        if at < len(shape) and shape[at] == size and len(sizes) - d >= len(shape) - at:
            kept.append(d)
            at += 1
        elif size != 1:
            return None
    return kept if at == len(shape) else None


class _SliceOp(OffsetSizeStrideOp):
    """`[offsets] [sizes] [strides]`."""

    def slice_type(self, element: Type) -> RankedTensorType:
        """The type of a slice without dropped dimensions."""
        return RankedTensorType(self.static_sizes.value, element)

    def subset_box(self) -> Box:
        """The extracted or inserted part."""
        return Box(self.mixed_offsets, self.mixed_sizes, self.mixed_strides)

    def verify_slice(self, whole: Type, part: Type) -> Diagnostic | None:
        """The part's type is that of the slice, possibly with unit dimensions dropped."""
        if not isinstance(whole, RankedTensorType) or not isinstance(part, RankedTensorType):
            return None
        found = self.verify_lists((whole.rank,) * 3)
        if found is not None:
            return found
        expected = self.slice_type(whole.element_type)
        problem = ""
        if part.rank > expected.rank:
            problem = "expected rank to be smaller or equal to the other rank. "
        elif kept_dims(expected.shape, part.shape) is None:
            problem = (
                f"expected type to be '{expected}' or a rank-reduced version. (size mismatch) "
            )
        elif part.element_type is not expected.element_type:
            problem = f"expected element type to be '{expected.element_type}'"
        if problem:
            return error(problem, self.where)
        return verify_in_bounds(
            self,
            whole.shape,
            self.static_offsets.value,
            self.static_sizes.value,
            self.static_strides.value,
        )


class ExtractSliceOp(
    _SliceOp,
    AsmNames,
    SubsetOp,
    name="tensor.extract_slice",
    traits=(AttrSizedOperandSegments, Pure),
):
    """A box of a tensor, every stride-th element; unit dimensions may be dropped.

    ```mlir
    %0 = tensor.extract_slice %t[0, %i] [4, 4] [1, 1] : tensor<8x16xf32> to tensor<4x4xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) "
        "custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("extracted_slice",)

    def subset_whole(self) -> int:
        return 0

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A splat --> a splat"""
        known = operands[0]
        splat = isinstance(known, DenseElementsAttr) and known.is_splat
        return reshaped_constant(known, self.result.type) if splat else None

    def verify_op(self) -> Diagnostic | None:
        return self.verify_slice(self.source.type, self.result.type)


class InsertSliceOp(
    _SliceOp,
    AsmNames,
    DestinationStyle,
    SubsetOp,
    name="tensor.insert_slice",
    traits=(AllTypesMatch("dest", "result"), AttrSizedOperandSegments, Pure),
):
    """A tensor with a box of it replaced.

    ```mlir
    %0 = tensor.insert_slice %s into %t[0, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x16xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    dest: Operand[AnyRankedTensor]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) "
        "custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `into` type($dest)"
    )

    def result_names(self) -> Sequence[str]:
        return ("inserted_slice",)

    def subset_whole(self) -> int:
        return 1

    def subset_part(self) -> int | None:
        return 0

    def destination_operands(self) -> Sequence[int]:
        return (1,)

    def verify_op(self) -> Diagnostic | None:
        return self.verify_slice(self.dest.type, self.source.type)


class ParallelInsertSliceOp(
    _SliceOp,
    ParallelCombining,
    name="tensor.parallel_insert_slice",
    traits=(AttrSizedOperandSegments,),
):
    """Inserts one iteration's slice into a shared result of scf.forall.

    ```mlir
    tensor.parallel_insert_slice %s into %t[%i] [4] [1] : tensor<4xf32> into tensor<16xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    dest: Operand[AnyRankedTensor]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    assembly_format = (
        "$source `into` $dest `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) "
        "custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `into` type($dest)"
    )

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        may_combine = isinstance(parent, InParallel)
        if parent is None or not may_combine:
            found = parent.name if parent is not None else "nothing"
            return error(f"expected InParallelOpInterface parent, got: {found}", self.where)
        forall = parent.parent_op
        if forall is not None and self.dest not in forall.regions[0].entry.args:
            return error("may only insert into an output block argument", self.where)
        return self.verify_slice(self.dest.type, self.source.type)
