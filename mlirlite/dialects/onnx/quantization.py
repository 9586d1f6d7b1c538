"""Behavior of operators between real and quantized numbers."""

from collections.abc import Iterator
from math import prod

from mlirlite.dialects.onnx.constants import ints_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.packed_weights import Blocks
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Equal,
    Reals,
    Requirement,
    Within,
    has_sizes,
    positions_within,
    size_of,
)
from mlirlite.dialects.onnx.shapes import axis_in, shape_of, tensor_type
from mlirlite.dialects.onnx.terms import Integer
from mlirlite.dialects.onnx.types import element_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import DYNAMIC, I32, FloatType, IntegerType, Signedness, TensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def _elements(value: Value | None) -> Type | None:
    return (
        value.type.element_type
        if value is not None and isinstance(value.type, TensorType)
        else None
    )


def _one_each(op: OnnxOp) -> Iterator[Requirement]:
    """One scale, one for each entry of the axis, or one for each of its blocks; as many zero
    points."""
    x, scale = size_of(op, 0), size_of(op, 1)
    if x is None or scale is None:
        return
    block, axis = op.get("block_size", 0), op.get("axis", 1)
    if len(scale) == 1 and not block and x:
        # A row has no axis 1, the default: then there is one scale for all.
        along = x[axis_in(axis, len(x))] if len(x) > 1 or axis in (0, -1) else Integer(1)
        what = "x_scale and x_zero_point 1-D tensor length must match the input axis dim size: they"
        yield Broadcast(along, scale[0], what, one_way=True)
    elif block > 0 and len(scale) == len(x):
        axis = axis_in(axis, len(x))
        blocks = [(n + (block - 1)) // block if d == axis else n for d, n in enumerate(x)]
        yield from has_sizes(op, 1, blocks)
    points = size_of(op, 2)
    if points is not None and max(len(points), len(scale)) > 1:
        yield from has_sizes(op, 2, scale)
    elif points or (scale and points is not None):  # one or none in brackets is one
        zeros, scales = (sizes[0] if sizes else Integer(1) for sizes in (points, scale))
        yield Equal(zeros, scales, "the numbers of zero points and of scales")


class QuantizeLinear(OnnxOp, ops="QuantizeLinear"):
    """`saturate(round(x / scale) + zero_point)`."""

    x: Value
    y_scale: Value
    y_zero_point: Value | None

    def infer(self) -> Inferred:
        element = _elements(self.y_zero_point)
        if element is None:
            number = self.get("output_dtype", 0)
            element = element_type(number) or IntegerType(8, Signedness.UNSIGNED)
        shape = shape_of(self.x)
        scale = shape_of(self.y_scale)
        per_axis = scale is not None and len(scale) == 1 and scale[0] not in (1, DYNAMIC)
        if shape is not None and per_axis:
            axis_in(self.get("axis", 1), len(shape))
        return [tensor_type(shape, element)]

    def requirements(self) -> Iterator[Requirement]:
        yield from _one_each(self)
        element = _elements(self.y_zero_point)
        if isinstance(element, FloatType) and element.width == 8:
            yield Reals(2, 0, 0, "y_zero_point of 8-bit floats")  # DequantizeLinear takes no other


class DequantizeLinear(OnnxOp, ops="DequantizeLinear"):
    """`(x - zero_point) * scale`."""

    x: Value
    x_scale: Value
    x_zero_point: Value | None

    def infer(self) -> Inferred:
        element = element_type(self.get("output_dtype", 0)) or _elements(self.x_scale)
        return [tensor_type(shape_of(self.x), element)]

    def requirements(self) -> Iterator[Requirement]:
        yield from _one_each(self)
        if size_of(self, 2) is None:
            return
        if isinstance(_elements(self.x), FloatType):
            yield Reals(2, 0, 0, "x_zero_point of floats")
        elif _elements(self.x) is I32:
            yield Within(2, Integer(0), Integer(0), "x_zero_point")

    def check(self) -> Diagnostic | None:
        shape, scale = shape_of(self.x), shape_of(self.x_scale)
        if _elements(self.x) is I32 and any(ints_of(self.x_zero_point) or ()):
            return self.error("x_zero_point must be 0 for data type int32")
        zero = shape_of(self.x_zero_point)
        if self.get("block_size", 0):
            return None
        if scale is not None and len(scale) > 1:
            return self.error("x_scale must be a scalar or 1-D tensor")
        if zero is not None and len(zero) > 1:
            return self.error("x_zero_point must be a scalar or 1-D tensor")
        length = DYNAMIC if not scale else scale[0]
        if zero and length != DYNAMIC and zero[0] not in (length, DYNAMIC):
            return self.error("x_scale and x_zero_point must have the same shape")
        if shape is not None and (scale or zero):
            axis = axis_in(self.get("axis", 1), len(shape)) if len(shape) > 1 else 0
            known = length if length != DYNAMIC else (zero or (DYNAMIC,))[0]
            if known not in (DYNAMIC, 1) and shape and shape[axis] not in (DYNAMIC, known):
                return self.error(
                    "x_scale and x_zero_point 1-D tensor length must match the input axis dim size"
                )
        return None


class _PackedProduct(OnnxOp):
    """A product with one or several matrices of few bits for each number."""

    A: Value
    B: Value
    scales: Value
    zero_points: Value | None

    @property
    def matrices(self) -> int:
        """How many matrices there are."""
        return 1

    def check(self) -> Diagnostic | None:
        layout = Blocks.of(self)
        columns, depth, bits = layout.columns, layout.depth, layout.bits
        if bits not in (2, 4, 8):
            return self.error(f"has weights of {bits} bits, expected 2, 4 or 8")
        if layout.book and (len(layout.book) != 16 or bits != 4 or self.zero_points is not None):
            return self.error("has a code book, expected 16 numbers, 4 bits and no zero points")
        if not layout.is_valid:
            return self.error(f"has blocks of {layout.size}, expected a power of two from 16 on")
        if depth <= 0 or columns <= 0:
            return self.error(f"has K = {depth} and N = {columns}, expected numbers above 0")
        if shape_of(self.A) == ():
            return self.error("A must have at least one dimension")
        blocks, columns = layout.count, columns * self.matrices
        wanted = {"B": columns * blocks * layout.size * bits // 8, "scales": columns * blocks}
        zero = self.zero_points
        if zero is not None:
            packed = not isinstance(_elements(zero), FloatType)
            wanted["zero_points"] = columns * (-(-blocks * bits // 8) if packed else blocks)
        for name, count in wanted.items():
            found = _count(getattr(self, name))
            if found not in (None, count):
                return self.error(f"has {found} elements in {name}, expected {count}")
        return None


class MatMulNBits(_PackedProduct, ops="MatMulNBits"):
    """A product with a matrix of few bits for each number, as com.microsoft's: B holds the columns,
    in blocks with a scale and a zero point each. With a code book of 16 numbers, those of 4 bits
    are places in it, and there are no zero points."""

    def infer(self) -> Inferred:
        shape = shape_of(self.A)
        return [None if shape is None else (*shape[:-1], self.get("N", 0))]

    def requirements(self) -> Iterator[Requirement]:
        a, depth, columns = size_of(self, 0), self.get("K", 0), self.get("N", 0)
        if a:
            yield Equal(a[-1], Integer(depth), "the columns of A and K")
        if size_of(self, 4) is not None:
            yield from has_sizes(self, 4, [Integer(columns)])


class RoutedMatMulNBits(_PackedProduct, ops="RoutedMatMulNBits"):
    """Products with those of several matrices that each row chooses: A is `[rows, K]`, or `[rows,
    choices, K]` with a row for each choice, B `[matrices, N, …]`, as MatMulNBits has it, bias
    `[matrices, N]`, chosen `[rows, choices]`, and the result `[rows, choices, N]`."""

    chosen: Value

    @property
    def matrices(self) -> int:
        """How many matrices there are."""
        return (shape_of(self.B) or (1,))[0]

    def infer(self) -> Inferred:
        shape = shape_of(self.chosen)
        return [None if shape is None else (*shape, self.get("N", 0))]

    def requirements(self) -> Iterator[Requirement]:
        a, chosen = size_of(self, 0), size_of(self, 5)
        if a and chosen:
            yield from has_sizes(self, 0, [*chosen[: len(a) - 1], Integer(self.get("K", 0))])
        if size_of(self, 4) is not None:
            yield from has_sizes(self, 4, [Integer(self.matrices), Integer(self.get("N", 0))])
        yield positions_within(5, Integer(self.matrices), "chosen")

    def check(self) -> Diagnostic | None:
        a, b, chosen = (shape_of(v) for v in (self.A, self.B, self.chosen))
        if b is not None and (len(b) < 2 or b[0] == DYNAMIC):
            return self.error(f"has B of shape {list(b)}, expected a known number of matrices")
        if a is not None and len(a) not in (2, 3):
            return self.error(f"has A of rank {len(a)}, expected 2 or 3")
        if chosen is not None and len(chosen) != 2:
            return self.error(f"has chosen of rank {len(chosen)}, expected 2")
        return super().check()


def _count(value: Value) -> int | None:
    shape = shape_of(value)
    return None if shape is None or DYNAMIC in shape else prod(shape)


class DynamicQuantizeLinear(OnnxOp, ops="DynamicQuantizeLinear"):
    """Quantizes by the range of the data; gives scale and zero point too."""

    x: Value

    def infer(self) -> Inferred:
        return [shape_of(self.x), (), ()]
