"""tosa ops that reduce a dimension to one element."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.tosa import _fold
from mlirlite.dialects.tosa._verify import agree, fits, listed, shape_of
from mlirlite.dialects.tosa.attributes import PROPAGATE, NanPropagationModeAttr
from mlirlite.dialects.tosa.syntax import FORMAT, NanModeOp
from mlirlite.dialects.tosa.traits import FollowingTypes, ResolvableShapeOperands
from mlirlite.dialects.tosa.types import Tensor, TensorAtLeast1D
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import (
    IndexType,
    IntegerType,
    RankedTensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)


class Reduction(FollowingTypes):
    """From a tensor to one of size 1 along the axis."""

    if TYPE_CHECKING:
        input: Operand[TensorAtLeast1D]
        axis: Prop[I32Attr]
        output: Result[TensorAtLeast1D]

    def infer_types(self) -> Sequence[Type] | None:
        """The type of the input with size 1 along the axis."""
        type = self.input.type
        if not isinstance(type, RankedTensorType) or type.rank <= self.axis:
            return (UnrankedTensorType(element_type_of(type)),)
        axis = self.axis % type.rank if type.rank else 0
        shape = [1 if i == axis else n for i, n in enumerate(type.shape)]
        return (RankedTensorType(tuple(shape), type.element_type),)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A reduction along a dimension of size 1 --> its input"""
        type = self.input.type
        if not isinstance(type, RankedTensorType) or type is not self.output.type:
            return None
        return self.input if not type.rank or type.shape[self.axis] == 1 else None

    def verify_op(self) -> Diagnostic | None:
        """The axis is one of the tensor's."""
        axis, shape, result = self.axis, shape_of(self.input), shape_of(self.output)
        if axis < 0:
            return self.error("reduce axis must not be negative")
        if shape is not None and axis >= max(len(shape), 1):
            return self.error(
                f"expect input tensor rank ({len(shape)}) to be larger than reduce axis ({axis})"
            )
        if result is not None and shape is not None and len(shape) != len(result):
            return self.error("expect output tensor rank to be equal to input tensor rank")
        if result is not None and axis >= max(len(result), 1):
            return self.error(
                f"expect output tensor rank ({len(result)}) to be larger than reduce axis ({axis})"
            )
        if result and not agree(result[axis], 1):
            return self.error(f"expect reduced dimension size to be 1, got {result[axis]}")
        return self.verify_following()


class ReductionOp(Op):
    """A reduction without a choice."""

    input: Operand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT


class NanReductionOp(NanModeOp):
    """A reduction that may leave NaNs out."""

    input: Operand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    nan_mode: Prop[NanPropagationModeAttr] = PROPAGATE
    output: Result[TensorAtLeast1D]


class ReduceAllOp(Reduction, ReductionOp, name="tosa.reduce_all", traits=_TRAITS):
    """Whether all are true.

    ```mlir
    %0 = tosa.reduce_all %x {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
    ```
    """


class ReduceAnyOp(Reduction, ReductionOp, name="tosa.reduce_any", traits=_TRAITS):
    """Whether any is true.

    ```mlir
    %0 = tosa.reduce_any %x {axis = 0 : i32} : (tensor<4x2xi1>) -> tensor<1x2xi1>
    ```
    """


class ReduceMaxOp(Reduction, NanReductionOp, name="tosa.reduce_max", traits=_TRAITS):
    """The largest one.

    ```mlir
    %0 = tosa.reduce_max %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
    ```
    """


class ReduceMinOp(Reduction, NanReductionOp, name="tosa.reduce_min", traits=_TRAITS):
    """The smallest one.

    ```mlir
    %0 = tosa.reduce_min %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
    ```
    """


class ReduceProductOp(Reduction, ReductionOp, name="tosa.reduce_product", traits=_TRAITS):
    """The product.

    ```mlir
    %0 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
    ```
    """


class ReduceSumOp(Reduction, ReductionOp, name="tosa.reduce_sum", traits=_TRAITS):
    """The sum.

    ```mlir
    %0 = tosa.reduce_sum %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<1x2xf32>
    ```
    """


class ArgMaxOp(NanModeOp, name="tosa.argmax", traits=(Pure, ResolvableShapeOperands)):
    """The index of the largest one.

    ```mlir
    %0 = tosa.argmax %x {axis = 0 : i32} : (tensor<4x2xf32>) -> tensor<2xi32>
    ```
    """

    input: Operand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    nan_mode: Prop[NanPropagationModeAttr] = PROPAGATE
    output: Result[Tensor]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """argmax along a dimension of size 1 --> 0"""
        shape, type = shape_of(self.input), self.output.type
        static = isinstance(self.input.type, RankedTensorType) and self.input.type.has_static_shape
        if not static or shape is None or shape[self.axis] != 1:
            return None
        return _fold.splat_of(0, type) if isinstance(element_type_of(type), IntegerType) else None

    def verify_op(self) -> Diagnostic | None:
        if not isinstance(element_type_of(self.output.type), (IntegerType, IndexType)):
            return self.error("result tensor is not of integer type")
        shape, result = shape_of(self.input), shape_of(self.output)
        if shape is None:
            return None
        if not 0 <= self.axis < len(shape):
            return self.error("specified axis is outside the rank of the tensor")
        wanted = shape[: self.axis] + shape[self.axis + 1 :]
        if result is None or fits(wanted, result):
            return None
        return self.error(f"expected output shape '{listed(wanted)}', got '{listed(result)}'")
