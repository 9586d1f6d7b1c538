"""tosa ops that change the type of numbers: casts and rescaling."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.tosa import _fold
from mlirlite.dialects.tosa._verify import agree, fits, shape_of, zero_point
from mlirlite.dialects.tosa.attributes import BlockSizeAttr, RoundingModeAttr
from mlirlite.dialects.tosa.syntax import FORMAT, KeywordOp
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands
from mlirlite.dialects.tosa.types import (
    Int8Like,
    Int8Tensor1D,
    Int16Or32Tensor1D,
    IntLike,
    MXFPDataTensorAtLeast1D,
    MXFPScaleTensorAtLeast1D,
    ScalarIntOrFloatTensor,
    Tensor,
    TensorAtLeast1D,
    is_integer,
    storage_type,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import (
    Elementwise,
    Pure,
    SameOperandsAndResultShape,
    compatible_shapes,
)
from mlirlite.ir.types import DYNAMIC, IntegerType, ShapedType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)


class CastOp(
    Op, name="tosa.cast", traits=(Pure, SameOperandsAndResultShape, ResolvableShapeOperands)
):
    """The numbers as another type.

    ```mlir
    %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
    ```
    """

    input: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cast to the same type --> the input; of a splat --> a splat"""
        source, target, known = self.input.type, self.output.type, operands[0]
        if source is target:
            return self.input
        if not isinstance(known, ElementsAttr) or not isinstance(target, ShapedType):
            return None
        return _fold.cast_splat(known, source, target)


class _BlockOp(KeywordOp):
    choice = "block_size"
    choice_class = BlockSizeAttr

    def _shapes_problem(self, a: Value, a_name: str, b: Value, b_name: str) -> Diagnostic | None:
        if compatible_shapes(a.type, b.type):
            return None
        return self.error(
            f"require compatible shapes for {a_name} ('{a.type}') and {b_name} ('{b.type}')"
        )

    def _divisible_problem(self, shape: tuple[int, ...] | None, block: int) -> Diagnostic | None:
        if shape is None or shape[-1] == DYNAMIC or shape[-1] % block == 0:
            return None
        return self.error(
            f"expect last dimension of input_data ({shape[-1]}) to be divisible by block_size "
            f"({block})"
        )

    def _scale_problem(
        self, data: Value, scale: Value, prefix: str, block: int
    ) -> Diagnostic | None:
        """One scale for each block along the last dimension."""
        a, b = shape_of(data), shape_of(scale)
        if a is None or b is None:
            return None
        if not fits(a[:-1], b[:-1]):
            return self.error(
                f"require compatible shapes for {prefix}_data ('{data.type}') and {prefix}_scale "
                f"('{scale.type}') except for the last dimension"
            )
        if a[-1] != DYNAMIC and not agree(a[-1] // block, b[-1]):
            return self.error(
                f"expect last dimension of {prefix}_scale ({b[-1]}) to be equal to last dimension "
                f"of {prefix}_data / block_size ({a[-1] // block})"
            )
        return None


class CastFromBlockScaledOp(_BlockOp, name="tosa.cast_from_block_scaled", traits=_TRAITS):
    """Numbers with a scale for each block, as plain ones.

    ```mlir
    %0 = tosa.cast_from_block_scaled %x, %s {block_size = BLOCK_SIZE_32} : (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>) -> tensor<4x32xf32>
    ```
    """  # noqa: E501

    input_data: Operand[MXFPDataTensorAtLeast1D]
    input_scale: Operand[MXFPScaleTensorAtLeast1D]
    block_size: Prop[BlockSizeAttr]
    output_data: Result[TensorAtLeast1D]

    def verify_op(self) -> Diagnostic | None:
        block = self.block_size.value.value
        data = self.input_data
        return (
            self._shapes_problem(data, "input_data", self.output_data, "output_data")
            or self._divisible_problem(shape_of(data), block)
            or self._scale_problem(data, self.input_scale, "input", block)
        )


class CastToBlockScaledOp(_BlockOp, name="tosa.cast_to_block_scaled", traits=_TRAITS):
    """Plain numbers as small ones with a scale for each block.

    ```mlir
    %0, %1 = tosa.cast_to_block_scaled %x {block_size = BLOCK_SIZE_32} : (tensor<4x32xf32>) -> (tensor<4x32xf8E5M2>, tensor<4x1xf8E8M0FNU>)
    ```
    """  # noqa: E501

    input_data: Operand[TensorAtLeast1D]
    block_size: Prop[BlockSizeAttr]
    output_data: Result[MXFPDataTensorAtLeast1D]
    output_scale: Result[MXFPScaleTensorAtLeast1D]

    def verify_op(self) -> Diagnostic | None:
        block = self.block_size.value.value
        data, result = self.input_data, self.output_data
        return (
            self._shapes_problem(data, "input_data", result, "output_data")
            or self._divisible_problem(shape_of(data), block)
            or self._scale_problem(result, self.output_scale, "output", block)
        )


class RescaleOp(KeywordOp, name="tosa.rescale", traits=_TRAITS):
    """Quantized numbers multiplied, shifted to the right and rounded.

    ```mlir
    %0 = tosa.rescale %x, %m, %s, %a, %b {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<4xi8>, tensor<1xi32>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<4xi8>
    ```
    """  # noqa: E501

    choice = "rounding_mode"
    choice_class = RoundingModeAttr
    input: Operand[Tensor]
    multiplier: Operand[Int16Or32Tensor1D]
    shift: Operand[Int8Tensor1D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    output_zp: Operand[ScalarIntOrFloatTensor]
    scale32: Prop[bool]
    rounding_mode: Prop[RoundingModeAttr]
    per_channel: Prop[bool]
    input_unsigned: Prop[bool]
    output_unsigned: Prop[bool]
    output: Result[Tensor]

    def verify_op(self) -> Diagnostic | None:
        for name, value in (("input", self.input), ("output", self.output)):
            type = storage_type(value.type)
            if not isinstance(type, IntegerType):
                return self.error(f"expect {name} to have integer element type, got '{type}'")
        return (
            self._zero_type_problem("input", self.input, self.input_zp)
            or self._zero_type_problem("output", self.output, self.output_zp)
            or self._zero_problem("input", self.input_zp, self.input_unsigned)
            or self._zero_problem("output", self.output_zp, self.output_unsigned)
            or self._channels_problem()
        )

    def _zero_type_problem(self, name: str, value: Value, zero: Value) -> Diagnostic | None:
        a, b = storage_type(value.type), storage_type(zero.type)
        if isinstance(a, IntegerType) and isinstance(b, IntegerType) and a.width == b.width:
            return None
        return self.error(
            f"expected {name} and {name}_zp to both be integer of the same bitwidth, but got '{a}' "
            f"vs. '{b}'"
        )

    def _zero_problem(self, name: str, zero: Value, unsigned: bool) -> Diagnostic | None:
        number, type = zero_point(zero, signed=not unsigned), element_type_of(zero.type)
        if not number:
            return None
        wide = is_integer(type, 16) and unsigned
        if not is_integer(type, 8) and not wide:
            return self.error(f"expect {name}_zp of 0, got {number}")
        if wide and number != 32768:
            return self.error(
                f"expect {name}_zp of 0 or 32768 for unsigned int16 {name}, got {number}"
            )
        return None

    def _channels_problem(self) -> Diagnostic | None:
        """One multiplier and shift for all, or one per channel."""
        type, width = element_type_of(self.multiplier.type), 32 if self.scale32 else 16
        if not is_integer(type, width):
            return self.error(
                f"expect i{width} element type for multiplier for scale32="
                f"{str(self.scale32).lower()}, got '{type}'"
            )
        shape, channels = shape_of(self.input), 1
        if shape is None:
            return None
        if self.per_channel:
            if not shape:
                return self.error(
                    "requires input to be at least rank 1 when per_channel is true, but got rank 0"
                )
            channels = shape[-1]
        for name, value in (("multiplier", self.multiplier), ("shift", self.shift)):
            size = (shape_of(value) or (DYNAMIC,))[0]
            if size not in (DYNAMIC, channels):
                return self.error(
                    f"expect shape of {{ {channels} }} for {name} input, got {{ {size} }}"
                )
        return None


class ApplyScaleOp(
    KeywordOp, name="tosa.apply_scale", traits=(Pure, Elementwise, ResolvableShapeOperands)
):
    """One number multiplied, shifted to the right and rounded.

    ```mlir
    %0 = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    ```
    """

    choice = "rounding_mode"
    choice_class = RoundingModeAttr
    value: Operand[IntLike]
    multiplier: Operand[IntLike]
    shift: Operand[Int8Like]
    rounding_mode: Prop[RoundingModeAttr]
    output: Result[IntLike]
