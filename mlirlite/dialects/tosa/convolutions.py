"""tosa's convolutions."""

from typing import TYPE_CHECKING, Any

from mlirlite.dialects.tosa._verify import (
    least_problem,
    listed,
    output_problem,
    shape_of,
    zero_point_problem,
    zero_point_type_problem,
)
from mlirlite.dialects.tosa.attributes import AccType, IntArray2, IntArray3, IntArray4, IntArray6
from mlirlite.dialects.tosa.syntax import FORMAT
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands
from mlirlite.dialects.tosa.types import (
    ScalarIntOrFloatTensor,
    Tensor,
    Tensor1D,
    Tensor4D,
    Tensor5D,
    is_integer,
    storage_type,
)
from mlirlite.ir.attributes import FALSE, DenseArrayAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import Pure, SameVariadicOperandSize
from mlirlite.ir.types import BF16, DYNAMIC, F16, F32, FloatType, element_type_of
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (SameVariadicOperandSize(), Pure, ResolvableShapeOperands)
_FALSE: Any = FALSE
_DIMENSIONS = {
    "depth": ("d", "front", "back"),
    "height": ("y", "top", "bottom"),
    "width": ("x", "left", "right"),
}
"""The names in messages of a dimension's axis, and of the padding before and after."""


class ConvolutionOp(Op):
    """Checks of all convolutions."""

    if TYPE_CHECKING:
        input: Operand[Tensor]
        weight: Operand[Tensor]
        bias: Operand[Tensor1D]
        input_zp: Operand[ScalarIntOrFloatTensor]
        weight_zp: Operand[ScalarIntOrFloatTensor]
        pad: Prop[DenseArrayAttr]
        stride: Prop[DenseArrayAttr]
        dilation: Prop[DenseArrayAttr]
        acc_type: Prop[AccType]
        output: Result[Tensor]

    def verify_types(self) -> Diagnostic | None:
        """Element types of operands and result, zero points, type of the sums."""
        x, weight, bias, out = (storage_type(v.type) for v in (*self.operands[:3], self.output))
        stated = [element_type_of(t.type) for t in (self.bias, self.output)]
        if all(isinstance(t, FloatType) for t in stated) and bias is not out:
            return self.error(
                f"expect both bias and result to have same element type, got '{bias}' and '{out}'"
            )
        types = f"got '{x}' and '{weight}'"
        if x is not weight and any(_is_f8(t, "f8E5M2", "f8E4M3FN") for t in (x, weight)):
            return self.error(f"expect both input and weight to have same element type, {types}")
        if isinstance(x, FloatType) is not isinstance(weight, FloatType):
            return self.error(f"expect both input and weight to be float or not together, {types}")
        return (
            zero_point_type_problem(self, self.input, self.input_zp, "input")
            or zero_point_type_problem(self, self.weight, self.weight_zp, "weight")
            or zero_point_problem(self, self.input_zp, "input")
            or zero_point_problem(self, self.weight_zp, "weight")
            or self._verify_sums(x, self.acc_type)
        )

    def _verify_sums(self, x: Any, sums: Any) -> Diagnostic | None:
        name, wanted = "", ""
        if is_integer(x, 8) and not is_integer(sums, 32):
            name, wanted = "i8", "i32"
        elif is_integer(x, 16) and not is_integer(sums, 48):
            name, wanted = "i16", "i48"
        elif _is_f8(x, "f8E5M2", "f8E4M3") and sums is not F16:
            name, wanted = "f8", "f16"
        elif x is F16 and sums not in (F16, F32):
            name, wanted = "f16", "f16/f32"
        elif x in (BF16, F32) and sums is not F32:
            name, wanted = str(x), "f32"
        if not name:
            return None
        return self.error(f"accumulator type for {name} tensor is not {wanted}")

    def verify_window(self, kernel_at: int, *dimensions: str) -> Diagnostic | None:
        """Sizes of input, kernel and output; `kernel_at` is the first dimension of the weight that
        the window moves along."""
        found = (
            least_problem(self, "padding", self.pad, 0)
            or least_problem(self, "stride", self.stride, 1)
            or least_problem(self, "dilation", self.dilation, 1)
        )
        x, weight, out = shape_of(self.input), shape_of(self.weight), shape_of(self.output)
        if found is not None or out is None:
            return found
        if x is not None and weight is not None:
            for i, dimension in enumerate(dimensions):
                sizes = x[i + 1], weight[i + kernel_at], out[i + 1]
                found = self._verify_size(i, dimension, sizes)
                if found is not None:
                    return found
        return self.verify_bias(out[-1])

    def _verify_size(self, i: int, name: str, sizes: tuple[int, int, int]) -> Diagnostic | None:
        (size, kernel, result), (axis, first, last) = sizes, _DIMENSIONS[name]
        before, after = self.pad[2 * i], self.pad[2 * i + 1]
        stride, dilation = self.stride[i], self.dilation[i]
        if DYNAMIC in (size, kernel):
            return None
        return output_problem(
            self,
            name,
            result,
            (size - 1 + before + after - (kernel - 1) * dilation, stride),
            f"input_{name} - 1 + pad_{first} + pad_{last} - (kernel_{name} - 1) * dilation_{axis} "
            f"to be wholly divisible by stride_{axis}",
            f"({size} - 1 + {before} + {after} - ({kernel} - 1) * {dilation})",
        )

    def verify_bias(self, channels: int) -> Diagnostic | None:
        """One bias per channel, or one for all."""
        shape = shape_of(self.bias)
        if shape is None or DYNAMIC in (shape[0], channels) or shape[0] in (channels, 1):
            return None
        return self.error(
            f"bias channels expected to be equal to output channels ({channels}) or 1, got "
            f"{shape[0]}"
        )


def _is_f8(t: Any, *keywords: str) -> bool:
    return isinstance(t, FloatType) and t.keyword in keywords


class Conv2DOp(ConvolutionOp, name="tosa.conv2d", traits=_TRAITS):
    """Convolution of images `NHWC` with weights `OHWI`.

    ```mlir
    %0 = tosa.conv2d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor4D]
    weight: Operand[Tensor4D]
    bias: Operand[Tensor1D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    weight_zp: Operand[ScalarIntOrFloatTensor]
    pad: Prop[IntArray4]
    stride: Prop[IntArray2]
    dilation: Prop[IntArray2]
    acc_type: Prop[AccType]
    local_bound: OptProp[bool] = _FALSE
    output: Result[Tensor4D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        return self.verify_types() or self.verify_window(1, "height", "width")


class Conv3DOp(ConvolutionOp, name="tosa.conv3d", traits=_TRAITS):
    """Convolution of volumes `NDHWC` with weights `ODHWI`.

    ```mlir
    %0 = tosa.conv3d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x4xf32>, tensor<8x1x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor5D]
    weight: Operand[Tensor5D]
    bias: Operand[Tensor1D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    weight_zp: Operand[ScalarIntOrFloatTensor]
    pad: Prop[IntArray6]
    stride: Prop[IntArray3]
    dilation: Prop[IntArray3]
    acc_type: Prop[AccType]
    local_bound: OptProp[bool] = _FALSE
    output: Result[Tensor5D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        return self.verify_types() or self.verify_window(1, "depth", "height", "width")


class DepthwiseConv2DOp(ConvolutionOp, name="tosa.depthwise_conv2d", traits=_TRAITS):
    """Convolution of each channel of images `NHWC` with weights `HWCM`.

    ```mlir
    %0 = tosa.depthwise_conv2d %x, %w, %b, %xz, %wz {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<1x1x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor4D]
    weight: Operand[Tensor4D]
    bias: Operand[Tensor1D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    weight_zp: Operand[ScalarIntOrFloatTensor]
    pad: Prop[IntArray4]
    stride: Prop[IntArray2]
    dilation: Prop[IntArray2]
    acc_type: Prop[AccType]
    local_bound: OptProp[bool] = _FALSE
    output: Result[Tensor4D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        return self.verify_types() or self.verify_window(0, "height", "width")


class TransposeConv2DOp(ConvolutionOp, name="tosa.transpose_conv2d", traits=_TRAITS):
    """Transposed convolution of images `NHWC` with weights `OHWI`.

    ```mlir
    %0 = tosa.transpose_conv2d %x, %w, %b, %xz, %wz {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x4xf32>, tensor<8x1x1x4xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor4D]
    weight: Operand[Tensor4D]
    bias: Operand[Tensor1D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    weight_zp: Operand[ScalarIntOrFloatTensor]
    out_pad: Prop[IntArray4]
    stride: Prop[IntArray2]
    acc_type: Prop[AccType]
    local_bound: OptProp[bool] = _FALSE
    output: Result[Tensor4D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        found = self.verify_types()
        if found is not None:
            return found
        if any(s < 1 for s in self.stride):
            return self.error(f"expect all stride values to be >= 1, got [{listed(self.stride)}]")
        weight = shape_of(self.weight)
        for i, side in enumerate(("top", "bottom", "left", "right")):
            if weight is None:
                break
            name, pad, kernel = "KH" if i < 2 else "KW", self.out_pad[i], weight[1 + i // 2]
            if kernel != DYNAMIC and pad <= -kernel:
                return self.error(
                    f"expected out_pad_{side} > -{name}, but got: out_pad_{side}={pad} and "
                    f"{name}={kernel}"
                )
        out, x = shape_of(self.output), shape_of(self.input)
        if out is None:
            return None
        for i in range(2):
            if x is None or weight is None or DYNAMIC in (x[i + 1], out[i + 1]):
                continue
            found = self._verify_output(i, x[i + 1], weight[i + 1], out[i + 1])
            if found is not None:
                return found
        return self.verify_bias(out[3])

    def _verify_output(self, i: int, size: int, kernel: int, result: int) -> Diagnostic | None:
        stride, first, last = self.stride[i], self.out_pad[2 * i], self.out_pad[2 * i + 1]
        if result == (size - 1) * stride + first + last + kernel:
            return None
        letter, axis = "HW"[i], "yx"[i]
        sides = ("top", "bottom") if i == 0 else ("left", "right")
        return self.error(
            f"dimension mismatch: expected O{letter} == (I{letter} - 1) * stride_{axis} + "
            f"out_pad_{sides[0]} + out_pad_{sides[1]} + K{letter}, but got {result} != ({size} - "
            f"1) * {stride} + {first} + {last} + {kernel}"
        )
