"""tensor ops that change shapes, gather and scatter."""

from collections.abc import Sequence
from itertools import pairwise
from math import prod
from typing import Any, TypeAlias

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects._reassociation import (
    Reassociation,
    reassociation_groups,
    verify_output_shape,
)
from mlirlite.dialects.tensor._constants import reshaped_constant
from mlirlite.dialects.tensor._constraints import IndexTensor, ShapeTensor
from mlirlite.dialects.tensor.values import YieldOp, rank_of
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyRankedTensor, AnyTensor, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Prop, RegionField, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    Pure,
    SingleBlockImplicitTerminator,
)
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

_WRAP = 1 << 32
"""Upstream's positions of dimensions wrap here, which is visible in an error about negative
ones."""


def verify_tensor_groups(
    op: Op, groups: Sequence[Sequence[int]], expanded: RankedTensorType, collapsed: RankedTensorType
) -> Diagnostic | None:
    """The groups cover the expanded dimensions in order, and their sizes multiply to the collapsed
    ones."""
    if expanded.rank < collapsed.rank:
        return op.error(
            f"expected the expanded type, '{expanded}' to have a higher (or same) rank than the "
            f"collapsed type, '{collapsed}'."
        )
    if len(groups) != collapsed.rank:
        return op.error(
            f"expected collapsed rank ({collapsed.rank}) to equal the number of reassociation maps "
            f"({len(groups)})."
        )
    dims = (1 + max((i % _WRAP for group in groups for i in group), default=-1)) % _WRAP
    if groups and dims != expanded.rank:
        return op.error(
            "expected reassociation map #0 to have size equal to the expanded rank "
            f"({expanded.rank}), but it is  {dims}."
        )
    if not all(groups):
        return op.error("reassociation indices must not be empty")
    following = 0
    for d, group in enumerate(groups):
        if list(group) != list(range(following, following + len(group))):
            return op.error(f"expected reassociation map #{d} to be valid and contiguous.")
        following += len(group)
    for d, group in enumerate(groups):
        sizes = [expanded.shape[i] for i in group]
        found = f"expected dimension {d} of collapsed type to be"
        if DYNAMIC in sizes:
            if collapsed.shape[d] != DYNAMIC:
                return op.error(
                    f"{found} dynamic since one or more of the corresponding dimensions in the "
                    "expanded type is dynamic"
                )
        elif collapsed.shape[d] != prod(sizes):
            return op.error(f"{found} static value of {prod(sizes)}")
    return None


class CollapseShapeOp(Op, AsmNames, name="tensor.collapse_shape", traits=(Pure,)):
    """Merges neighboring dimensions.

    ```mlir
    %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<?x5x32xf32> into tensor<?x32xf32>
    ```
    """

    src: Operand[AnyTensor]
    reassociation: Prop[Reassociation]
    result: Result[AnyTensor]
    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    def result_names(self) -> Sequence[str]:
        return ("collapsed",)

    @property
    def groups(self) -> list[list[int]]:
        """The source dimensions that each result dimension is made of."""
        return reassociation_groups(self.reassociation)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """To the same type, or back to it --> the value of this type; a constant --> the same
        elements in the new shape"""
        if self.src.type is self.result.type:
            return self.src
        known = reshaped_constant(operands[0], self.result.type)
        return _undone(self, ExpandShapeOp) if known is None else known

    def verify_op(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if not isinstance(source, RankedTensorType) or not isinstance(result, RankedTensorType):
            return self.error("expects tensors of known rank")
        return verify_tensor_groups(self, self.groups, source, result)


class ExpandShapeOp(Op, AsmNames, name="tensor.expand_shape", traits=(Pure,)):
    """Splits dimensions.

    ```mlir
    %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 5, 32]
      : tensor<?x32xf32> into tensor<?x5x32xf32>
    ```
    """

    src: Operand[AnyTensor]
    reassociation: Prop[Reassociation]
    output_shape: VarOperand[Index]
    static_output_shape: Prop[I64Array]
    result: Result[AnyTensor]
    assembly_format = (
        "$src $reassociation `output_shape` "
        "custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` "
        "type($src) `into` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("expanded",)

    @property
    def groups(self) -> list[list[int]]:
        """The result dimensions that each source dimension becomes."""
        return reassociation_groups(self.reassociation)

    @property
    def mixed_output_shape(self) -> list[Mixed]:
        """The sizes of the result, numbers or values."""
        return merge(self.static_output_shape, self.output_shape)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """To the same type, or back to it --> the value of this type; a constant --> the same
        elements in the new shape"""
        if self.src.type is self.result.type:
            return self.src
        known = reshaped_constant(operands[0], self.result.type)
        return _undone(self, CollapseShapeOp) if known is None else known

    def verify_op(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if not isinstance(source, RankedTensorType) or not isinstance(result, RankedTensorType):
            return self.error("expects tensors of known rank")
        if len(self.static_output_shape) != result.rank:
            return self.error(
                "expected number of static shape dims to be equal to the output rank "
                f"({result.rank}) but found {len(self.static_output_shape)} inputs instead"
            )
        wrong = verify_output_shape(self, self.static_output_shape, self.output_shape)
        if wrong is not None:
            return wrong
        return verify_tensor_groups(self, self.groups, result, source)


_Regrouping: TypeAlias = CollapseShapeOp | ExpandShapeOp


def _undone(op: _Regrouping, inverse: type[_Regrouping]) -> Value | None:
    """The value that an expansion of a collapse, or the reverse, returns unchanged, or None."""
    maker, type = op.src.defining_op, op.result.type
    if not isinstance(maker, inverse) or maker.src.type is not type:
        return None
    if not isinstance(type, RankedTensorType) or type.num_dynamic_dims < 2:
        return maker.src
    if maker.groups != op.groups:
        return None
    if isinstance(op, CollapseShapeOp):
        return maker.src
    unsure = any(sum(type.shape[d] == DYNAMIC for d in group) > 1 for group in op.groups)
    return None if unsure else maker.src


class ReshapeOp(Op, AsmNames, name="tensor.reshape", traits=(Pure,)):
    """A tensor in the shape that another tensor holds.

    ```mlir
    %0 = tensor.reshape %t(%shape) : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
    ```
    """

    source: Operand[AnyTensor]
    shape: Operand[ShapeTensor]
    result: Result[AnyTensor]
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def result_names(self) -> Sequence[str]:
        return ("reshape",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the same elements in the new shape; a reshape of a reshape"""
        known = operands[0]
        splat = isinstance(known, DenseElementsAttr) and known.is_splat
        found = reshaped_constant(known, self.result.type) if splat else None
        if found is not None:
            return found
        before = self.source.defining_op
        if isinstance(before, ReshapeOp):
            self.set_operands((before.source, self.shape))
            return self.result
        return None

    def verify_op(self) -> Diagnostic | None:
        source, result, shape = self.source.type, self.result.type, self.shape.type
        if element_type_of(source) is not element_type_of(result):
            return self.error(
                "element types of source and destination tensor types should be the same"
            )
        if not isinstance(shape, RankedTensorType) or not isinstance(result, RankedTensorType):
            return None
        if (
            isinstance(source, RankedTensorType)
            and source.has_static_shape
            and result.has_static_shape
            and source.num_elements != result.num_elements
        ):
            return self.error(
                "source and destination tensor should have the same number of elements"
            )
        if shape.shape[0] == DYNAMIC:
            return self.error(
                "cannot use shape operand with dynamic length to reshape to statically-ranked "
                "tensor type"
            )
        if shape.shape[0] != result.rank:
            return self.error("length of shape operand differs from the result's tensor rank")
        return None


class PadOp(
    Op,
    AsmNames,
    name="tensor.pad",
    traits=(
        AttrSizedOperandSegments,
        Pure,
        SingleBlockImplicitTerminator("tensor.yield"),
    ),
):
    """A tensor with a border, whose elements the body computes from their indices.

    ```mlir
    %0 = tensor.pad %t low[0, %n] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %f : f32
    } : tensor<?x4xf32> to tensor<?x?xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    low: VarOperand[Index]
    high: VarOperand[Index]
    static_low: Prop[I64Array]
    static_high: Prop[I64Array]
    nofold: OptProp[UnitAttr]
    result: Result[AnyRankedTensor]
    region: RegionField[OneBlock]
    assembly_format = (
        "$source (`nofold` $nofold^)? `low` `` custom<DynamicIndexList>($low, $static_low) "
        "`high` `` custom<DynamicIndexList>($high, $static_high) $region attr-dict `:` "
        "type($source) `to` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("padded",)

    @property
    def mixed_low(self) -> list[Mixed]:
        """How much comes before, in each dimension."""
        return merge(self.static_low, self.low)

    @property
    def mixed_high(self) -> list[Mixed]:
        """How much comes after, in each dimension."""
        return merge(self.static_high, self.high)

    def verify_op(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        if not len(self.static_low) == len(self.static_high) == source.rank:
            return error(
                f"failed to infer expectedType from sourceType '{source}', specified resultType is "
                f"'{result}'",
                self.where,
            )
        sizes = tuple(
            DYNAMIC if DYNAMIC in (size, low, high) else size + low + high
            for size, low, high in zip(source.shape, self.static_low, self.static_high, strict=True)
        )
        fits = len(sizes) == result.rank and all(
            DYNAMIC in (expected, given) or expected == given
            for expected, given in zip(sizes, result.shape, strict=True)
        )
        if not fits:
            expected_type = RankedTensorType(sizes, source.element_type)
            return error(
                f"specified type '{result}' does not match the inferred type '{expected_type}'",
                self.where,
            )
        return None

    def verify_regions(self) -> Diagnostic | None:
        block, rank = self.region.entry, rank_of(self.source.type)
        if len(block.args) != rank:
            return error(f"expected the block to have {rank} arguments", self.where)
        for i, argument in enumerate(block.args):
            if argument.type is not INDEX:
                return self.error(f"expected block argument {i + 1} to be an index")
        last = block.last
        if isinstance(last, YieldOp) and last.operands[0].type is not element_type_of(
            self.result.type
        ):
            return self.error("expected yield type to match shape element type")
        return None


class ConcatOp(Op, AsmNames, name="tensor.concat", traits=(Pure,)):
    """Tensors one after the other along a dimension.

    ```mlir
    %0 = tensor.concat dim(0) %a, %b : (tensor<3x6xf32>, tensor<1x6xf32>) -> tensor<4x6xf32>
    ```
    """

    dim: Prop[int]
    inputs: VarOperand[AnyRankedTensor]
    result: Result[AnyRankedTensor]
    assembly_format = "`dim` `(` $dim `)` $inputs attr-dict `:` functional-type(operands, results)"

    def result_names(self) -> Sequence[str]:
        return ("concat",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """One tensor alone stays as it is."""
        inputs = self.inputs
        return inputs[0] if len(inputs) == 1 and inputs[0].type is self.result.type else None

    def verify_op(self) -> Diagnostic | None:
        if not self.inputs:
            return self.error("requires at least one input")
        result = self.result.type
        types = [v.type for v in self.inputs if isinstance(v.type, RankedTensorType)]
        if any(t.rank != result.rank for t in types):
            return self.error(f"rank of concatenated inputs must match result rank {result.rank}")
        if any(t.element_type is not result.element_type for t in types):
            return self.error("inputs and result element type must match")
        if self.dim >= result.rank:
            return self.error("concatenation dim must be less than the tensor rank")
        inferred = []
        for d in range(result.rank):
            sizes = [t.shape[d] for t in types]
            known = [n for n in sizes if n != DYNAMIC]
            if d == self.dim:
                inferred.append(DYNAMIC if DYNAMIC in sizes else sum(sizes))
            elif len(set(known)) > 1:
                return self.error(
                    f"static concatenation size mismatch along non-concatenated dimension {d}"
                )
            else:
                inferred.append(known[0] if known else DYNAMIC)
        for expected, given in zip(inferred, result.shape, strict=True):
            if expected != given and DYNAMIC not in (expected, given):
                type = RankedTensorType(tuple(inferred), result.element_type)
                return self.error(
                    f"result type '{result}'does not match inferred shape '{type}' static sizes"
                )
        return None


class GatherOp(Op, AsmNames, name="tensor.gather", traits=(Pure,)):
    """Elements or slices of a tensor at given coordinates.

    ```mlir
    %0 = tensor.gather %t[%c] gather_dims([1])
      : (tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<1x2x4x1x4xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    indices: Operand[IndexTensor]
    gather_dims: Prop[I64Array]
    unique: OptProp[UnitAttr]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)? "
        "attr-dict `:` functional-type(operands, results)"
    )

    def result_names(self) -> Sequence[str]:
        return ("gather",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A splat --> a splat"""
        known = operands[0]
        splat = isinstance(known, DenseElementsAttr) and known.is_splat
        return reshaped_constant(known, self.result.type) if splat else None

    def verify_op(self) -> Diagnostic | None:
        source, indices, result = self.source.type, self.indices.type, self.result.type
        found = verify_coordinates(
            self, self.gather_dims.value, indices, source, "gather", "source"
        )
        if found is not None:
            return found
        return verify_parts(self, self.gather_dims.value, indices, source, result, "result")


class ScatterOp(Op, AsmNames, name="tensor.scatter", traits=(Pure,)):
    """A tensor with elements or slices at given coordinates replaced.

    ```mlir
    %0 = tensor.scatter %s into %t[%c] scatter_dims([1]) unique
      : (tensor<1x2x4x1x4xf32>, tensor<4x4x4xf32>, tensor<1x2x1xindex>) -> tensor<4x4x4xf32>
    ```
    """

    source: Operand[AnyRankedTensor]
    dest: Operand[AnyRankedTensor]
    indices: Operand[IndexTensor]
    scatter_dims: Prop[I64Array]
    unique: OptProp[UnitAttr]
    result: Result[AnyRankedTensor]
    assembly_format = (
        "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)` "
        "(`unique` $unique^)? attr-dict `:` functional-type(operands, results)"
    )

    def result_names(self) -> Sequence[str]:
        return ("scatter",)

    def verify_op(self) -> Diagnostic | None:
        dest, indices, dims = self.dest.type, self.indices.type, self.scatter_dims.value
        found = verify_coordinates(self, dims, indices, dest, "scatter", "dest")
        if found is not None:
            return found
        if self.unique is None:
            return self.error("requires 'unique' attribute to be set")
        return verify_parts(self, dims, indices, dest, self.source.type, "source")


def verify_coordinates(
    op: Op, dims: Sequence[int], indices: Type, whole: Type, action: str, name: str
) -> Diagnostic | None:
    """The last dimension of the indices holds a coordinate for each of `dims`, which are dimensions
    of the whole."""
    if not isinstance(indices, RankedTensorType) or not isinstance(whole, RankedTensorType):
        return None
    what = f"{action}_dims"
    if not dims:
        return op.error(f"{what} must be non-empty")
    if len(dims) > whole.rank:
        return op.error(f"{what} overflow {name} rank")
    if not indices.shape or indices.shape[-1] != len(dims):
        return op.error(f"{what} length must match the size of last dimension of indices")
    for d in dims:
        if d < 0:
            return op.error(f"{what} value must be non-negative")
        if d >= whole.rank:
            return op.error(f"{what} value must be smaller than {name} rank")
    if any(a >= b for a, b in pairwise(dims)):
        return op.error(f"{what} values must be strictly increasing")
    return None


def verify_parts(
    op: Op, dims: Sequence[int], indices: Type, whole: Type, given: Type, name: str
) -> Diagnostic | None:
    """The gathered or scattered tensor has the indices' shape without coordinates, then the whole's
    with or without 1 at `dims`."""
    if not isinstance(indices, RankedTensorType) or not isinstance(whole, RankedTensorType):
        return None
    outer, chosen = indices.shape[:-1], set(dims)
    full = (*outer, *[1 if d in chosen else size for d, size in enumerate(whole.shape)])
    reduced = (*outer, *[size for d, size in enumerate(whole.shape) if d not in chosen])
    types = [RankedTensorType(shape, whole.element_type) for shape in (full, reduced)]
    if given in types:
        return None
    return op.error(
        f"{name} type mismatch: expected '{types[0]}' or its rank-reduced variant '{types[1]}' "
        f"(got: '{given}')"
    )
