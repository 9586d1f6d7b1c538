"""tosa ops that pool windows of images, and that resize images."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.tosa._verify import (
    integers,
    least_problem,
    listed,
    output_problem,
    same_elements,
    shape_of,
    zero_point_problem,
    zero_point_type_problem,
)
from mlirlite.dialects.tosa.attributes import (
    PROPAGATE,
    AccType,
    IntArray2,
    IntArray4,
    NanPropagationModeAttr,
    ResizeModeAttr,
)
from mlirlite.dialects.tosa.constants import sizes_of
from mlirlite.dialects.tosa.syntax import FORMAT, KeywordOp, NanModeOp
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands
from mlirlite.dialects.tosa.types import (
    ScalarIntOrFloatTensor,
    Shape2,
    Shape4,
    Tensor4D,
    is_integer,
    storage_type,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import BF16, DYNAMIC, F16, F32, IntegerType
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)


def _pooling_problem(op: "AvgPool2dOp | MaxPool2dOp") -> Diagnostic | None:
    """Whether kernel, stride and padding fit input and output."""
    found = (
        least_problem(op, "kernel", op.kernel, 1)
        or least_problem(op, "stride", op.stride, 1)
        or least_problem(op, "padding", op.pad, 0)
    )
    if found is not None:
        return found
    sides = ("height", "y", "top", "bottom"), ("width", "x", "left", "right")
    for i in (1, 0):
        name, axis, first, last = sides[i]
        before, after, kernel = op.pad[2 * i], op.pad[2 * i + 1], op.kernel[i]
        if max(before, after) >= kernel:
            return op.error(
                f"expected {first}/{last} padding to be less than the {name} of the kernel, got "
                f"pad_{first}={before}, pad_{last}={after}, kernel_{axis}={kernel}"
            )
    x, out = shape_of(op.input), shape_of(op.output)
    for i in range(2):
        if x is None or out is None or x[i + 1] == DYNAMIC:
            continue
        found = _pooled_size_problem(op, i, x[i + 1], out[i + 1], sides[i])
        if found is not None:
            return found
    return None


def _pooled_size_problem(
    op: "AvgPool2dOp | MaxPool2dOp",
    i: int,
    size: int,
    result: int,
    names: tuple[str, str, str, str],
) -> Diagnostic | None:
    name, axis, first, last = names
    before, after, kernel, stride = op.pad[2 * i], op.pad[2 * i + 1], op.kernel[i], op.stride[i]
    return output_problem(
        op,
        name,
        result,
        (size + before + after - kernel, stride),
        f"input_{name} + pad_{first} + pad_{last} - kernel_{axis} to be wholly divisible by "
        f"stride_{axis}",
        f"({size} + {before} + {after} - {kernel})",
    )


class AvgPool2dOp(Op, name="tosa.avg_pool2d", traits=_TRAITS):
    """The mean of each window.

    ```mlir
    %0 = tosa.avg_pool2d %x, %xz, %yz {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor4D]
    input_zp: Operand[ScalarIntOrFloatTensor]
    output_zp: Operand[ScalarIntOrFloatTensor]
    kernel: Prop[IntArray2]
    stride: Prop[IntArray2]
    pad: Prop[IntArray4]
    acc_type: Prop[AccType]
    output: Result[Tensor4D]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        return (
            _pooling_problem(self)
            or self._verify_sums()
            or zero_point_type_problem(self, self.input, self.input_zp, "input")
            or zero_point_type_problem(self, self.output, self.output_zp, "output")
            or zero_point_problem(self, self.input_zp, "input")
            or zero_point_problem(self, self.output_zp, "output")
        )

    def _verify_sums(self) -> Diagnostic | None:
        x, sums, name, wanted = storage_type(self.input.type), self.acc_type, "", ""
        if isinstance(x, IntegerType) and not is_integer(sums, 32):
            name, wanted = "integer", "i32"
        elif x is F16 and sums not in (F16, F32):
            name, wanted = "f16", "f16/f32"
        elif x in (BF16, F32) and sums is not F32:
            name, wanted = str(x), "f32"
        if not name:
            return None
        return self.error(f"accumulator type for {name} tensor is not {wanted}")


class MaxPool2dOp(NanModeOp, name="tosa.max_pool2d", traits=_TRAITS):
    """The largest one of each window.

    ```mlir
    %0 = tosa.max_pool2d %x {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x4x4x8xf32>) -> tensor<1x2x2x8xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor4D]
    kernel: Prop[IntArray2]
    stride: Prop[IntArray2]
    pad: Prop[IntArray4]
    nan_mode: Prop[NanPropagationModeAttr] = PROPAGATE
    output: Result[Tensor4D]

    def verify_op(self) -> Diagnostic | None:
        return same_elements(self, self.input.type, self.output.type) or _pooling_problem(self)


class ResizeOp(KeywordOp, name="tosa.resize", traits=_TRAITS):
    """Images scaled by two fractions, with an offset and a border.

    ```mlir
    %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %o = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %b = tosa.const_shape {values = dense<0> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.resize %x, %s, %o, %b {mode = BILINEAR} : (tensor<1x5x5x8xf32>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x9x9x8xf32>
    ```
    """  # noqa: E501

    choice = "mode"
    choice_class = ResizeModeAttr
    called = "resize mode"
    input: Operand[Tensor4D]
    scale: Operand[Shape4]
    offset: Operand[Shape2]
    border: Operand[Shape2]
    mode: Prop[ResizeModeAttr]
    output: Result[Tensor4D]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """resize by 1, without offset and border --> the input"""
        scale, offset, border = (integers(v) for v in self.operands[1:])
        if scale is None or offset is None or border is None or any((*offset, *border)):
            return None
        if self.input.type is not self.output.type:
            return None
        return self.input if scale[0] == scale[1] and scale[2] == scale[3] else None

    def verify_op(self) -> Diagnostic | None:
        scale, offset, border = map(sizes_of, self.operands[1:])
        if scale is None or offset is None or border is None:
            return None
        if any(s <= 0 for s in scale):
            return self.error(f"expect all scale values to be > 0, got {listed(scale)}")
        x, out = shape_of(self.input), shape_of(self.output)
        for i, (name, axis) in enumerate((("height", "y"), ("width", "x"))):
            if x is None or out is None or x[i + 1] in (DYNAMIC, 1):
                continue
            size, result = x[i + 1], out[i + 1]
            up, down, before, after = scale[2 * i], scale[2 * i + 1], offset[i], border[i]
            problem = output_problem(
                self,
                name,
                result,
                ((size - 1) * up - before + after, down),
                f"(input_{name} - 1) * scale_{axis}_n - offset_{axis} + border_{axis} to be wholly "
                f"divisible by scale_{axis}_d",
                f"(({size} - 1) * {up} - {before} + {after})",
            )
            if problem is not None:
                return problem
        return None
