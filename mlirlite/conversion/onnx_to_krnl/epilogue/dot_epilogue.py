"""The epilogue of a product of bytes or bf16: scales, a bias, elementwise functions, sums with
other images, and the conversion back to small numbers.

QuantizeLinear(Add(DequantizeLinear(ConvInteger(x, w)), b))  -->  one lowering that stores bytes
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.floats import encode
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, largest, least
from mlirlite.conversion.onnx_to_krnl.epilogue.epilogue import is_ready, known_array, only_user
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FUNCTIONS
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects import arith, onnx
from mlirlite.dialects.onnx.shapes import element_of, known_shape
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    BF16,
    F32,
    I8,
    I32,
    FloatType,
    IntegerType,
    MemRefType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_BF16_DOTS = frozenset({"vdpbf16ps", "bfdot"})
"""Processors with one of these instructions have one for the conversion, too."""

_ROUNDER: Fixed[float] = 1.5 * 2.0**23
"""Added to a number below 2**22, an f32 has no bits left for fractions: the sum is rounded to the
nearest integer, ties to even, which its low bits hold."""


@dataclass(frozen=True, slots=True)
class _Image:
    """Another image of the result's shape; `scale` is a vector of the factors that convert it to
    floats."""

    buffer: Buffer
    scale: Buffer | None = None

    def load(self, v: Vectors, at: list[Ix]) -> Scalar:
        """The vector for a position of the result, not yet scaled."""
        buffer = self.buffer
        return Scalar(v.b, v.load(buffer, at, v.lanes), buffer.element).cast(F32)


@dataclass(frozen=True, slots=True)
class _Step:
    """An elementwise op: for each operand the numbers of the channels, or None for the value so
    far."""

    op: Operation
    function: Callable[..., Scalar | float]
    operands: tuple[Buffer | None, ...]


class DotEpilogue:
    """value * scale + bias + images * scales, elementwise steps, and a conversion.

    Numbers are read from memory, so that layers of one shape are one function.
    """

    def __init__(self, b: KrnlBuilder, channels: int) -> None:
        self.b = b
        self.channels = channels
        """Including those that fill up blocks."""
        self.ops: list[Operation] = [b.op]
        """The product, and the fused ops."""
        self.scale: Array | None = None
        self.bias: Array | None = None
        self.images: list[tuple[Buffer, float]] = []
        self.steps: list[_Step] = []
        self.factor = 1.0
        self.point = 0
        """The factor and offset of a quantized result."""
        self.dequantizers: list[Operation] = []
        self._terms: list[_Image] = []
        self._buffers: list[Buffer | None] = []

    @classmethod
    def claim(cls, b: KrnlBuilder, channels: int) -> DotEpilogue:
        """Claim the ops that can be fused with the builder's: each is the only reader of the one
        before and its other operands are available."""
        found = cls(b, channels)
        while (user := only_user(found.ops[-1].results[0], b.op)) is not None:
            if not found._take(user):
                break
            found.ops.append(user)
            if isinstance(user, onnx.QuantizeLinearOp):
                break
        found._settle()
        return found

    def _take(self, user: Operation) -> bool:
        value = self.ops[-1].results[0]
        is_sum = len(self.ops) == 1 and element_of(value) is I32
        if is_sum:
            return isinstance(user, onnx.DequantizeLinearOp) and self._take_scale(user)
        if isinstance(user, onnx.QuantizeLinearOp):
            return self._take_quantize(user)
        function = FUNCTIONS.get(user.name)
        if function is None or [r.type for r in user.results] != [value.type]:
            return False
        if any(element_of(v) is not element_of(value) for v in user.operands):
            return False
        if isinstance(user, onnx.AddOp) and not self.steps:
            others = [v for v in user.operands if v is not value]
            return len(others) == 1 and self._take_term(others[0], value)
        arrays = [None if v is value else self._numbers(v, value) for v in user.operands]
        if any(a is None and v is not value for a, v in zip(arrays, user.operands, strict=True)):
            return False
        operands = [None if a is None else self._table(a) for a in arrays]
        self.steps.append(_Step(user, function, tuple(operands)))
        return True

    def _numbers(self, value: Value, like: Value) -> Array | None:
        """A constant number for each channel, or one for all."""
        array = known_array(self.b, value)
        if array is None or array.size not in (1, known_shape(like)[1]):
            return None
        return self._filled(array)

    def _filled(self, array: Array) -> Array:
        import numpy as np

        room = np.zeros(self.channels, np.float32)
        room[: array.size if array.size > 1 else self.channels] = array.reshape(-1)
        return room

    def _table(self, array: Array) -> Buffer:
        return self.b.table(array.tolist(), F32)

    def _take_scale(self, op: onnx.DequantizeLinearOp) -> bool:
        b = self.b
        scale, zero = known_array(b, op.x_scale), known_array(b, op.x_zero_point)
        if scale is None or zero is None or zero.any() or op.get("block_size", 0):
            return False
        if scale.size > 1 and op.get("axis", 1) not in (1, -3):
            return False
        self.scale = self._filled(scale)
        return True

    def _take_quantize(self, op: onnx.QuantizeLinearOp) -> bool:
        found = self._parameters(op.y_scale, op.y_zero_point)
        if found is None or element_of(op.results[0]) not in (UI8, I8):
            return False
        self.factor, self.point = 1 / found[0], found[1]
        return True

    def _parameters(self, scale: Value, zero: Value | None) -> tuple[float, int] | None:
        """Scale and zero point that are constants for a whole tensor."""
        s, z = known_array(self.b, scale), known_array(self.b, zero)
        if s is None or z is None or s.size != 1 or z.size != 1:
            return None
        return float(s.reshape(-1)[0]), int(z.reshape(-1)[0])

    def _take_term(self, value: Value, like: Value) -> bool:
        """The other term of a sum: numbers of channels, or an image, dequantized or not."""
        import numpy as np

        b, op = self.b, value.defining_op
        numbers = self._numbers(value, like)
        if numbers is not None:
            self._add_bias(numbers)
            return True
        if isinstance(op, onnx.DequantizeLinearOp) and value.has_one_use:
            found = self._parameters(op.x_scale, op.x_zero_point)
            source = op.operands[0]
            small = element_of(source) in (UI8, I8)
            if found is None or not small or not is_ready(source, b.op) or not _alike(source, like):
                return False
            scale, zero = found
            self.images.append((Buffer(b, b.rewriter.converted(source)), scale))
            if zero:
                self._add_bias(np.full(self.channels, -zero * scale, np.float32))
            self.dequantizers.append(op)
            return True
        if not is_ready(value, b.op) or not _alike(value, like):
            return False
        buffer = Buffer(b, b.rewriter.converted(value))
        if not isinstance(buffer.element, FloatType):
            return False
        self.images.append((buffer, 1.0))
        return True

    def _add_bias(self, numbers: Array) -> None:
        self.bias = numbers if self.bias is None else self.bias + numbers

    def _settle(self) -> None:
        """Put the numbers into memory. The factor of a quantized result is multiplied into them if
        only Relu is in between."""
        import numpy as np

        factor = np.float32(self.factor)
        only_relu = all(isinstance(s.op, onnx.ReluOp) for s in self.steps)
        if factor != 1 and only_relu and self.scale is not None:
            self.scale = self.scale * factor
            self.bias = None if self.bias is None else self.bias * factor
            self.images = [(x, scale * self.factor) for x, scale in self.images]
            self.factor = 1.0
        last = np.full(self.channels, self.factor) if self.factor != 1 else None
        tables = (self.scale, self.bias, last)
        self._buffers = [None if t is None else self._table(t) for t in tables]
        for x, scale in self.images:
            known = None if scale == 1 else self._table(np.full(self.channels, scale))
            self._terms.append(_Image(x, known))

    # The result

    def result_type(self) -> MemRefType:
        """The buffer of the last op."""
        type = self.b.rewriter.convert(self.ops[-1].results[0].type)
        if not isinstance(type, MemRefType):
            raise self.b.error("expects a ranked result")
        return type

    def finish(self, out: Buffer) -> Any:
        """Replace the last op by the buffer, and erase those before it."""
        b = self.b
        if len(self.ops) == 1:
            return out
        shown = b.view(out, self.result_type(), out.shape)
        b.rewriter.replace(self.ops[-1], [shown.value])
        for op in (*reversed(self.ops[1:-1]), *self.dequantizers):
            b.rewriter.erase(op)
        return [None]

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> DotEpilogue:
        """The same steps on images viewed in another shape."""
        found = copy(self)
        found._terms = [
            _Image(b.view(t.buffer, b.memref(sizes, t.buffer.element), sizes), t.scale)
            for t in self._terms
        ]
        return found

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: Ix) -> Value:
        """The stored value at a position, for a vector of sums."""
        b = v.b
        first: list[Ix] = [at[1] * v.lanes]

        def numbers(x: Buffer) -> Scalar:
            return Scalar(b, v.load(x, first, v.lanes), F32)

        scale, bias, last = self._buffers
        number = Scalar(b, value, v.type.element_type)
        if scale is not None:
            number = number.cast(F32)
            factor = numbers(scale)
            number = number * factor if bias is None else number.multiply_add(factor, numbers(bias))
        elif bias is not None:
            number = number + numbers(bias)
        for term in self._terms:
            other = term.load(v, at)
            if term.scale is None:
                number = number + other
            else:
                number = other.multiply_add(numbers(term.scale), number)
        own = b.op
        for step in self.steps:
            b.op = step.op  # the builder reads this op's attributes
            operands = [number if x is None else numbers(x) for x in step.operands]
            number = number.coerce(step.function(b, *operands))
            b.op = own
        if last is not None:
            number = number * numbers(last)
        return self._narrowed(v, number)

    def _narrowed(self, v: Vectors, number: Scalar) -> Value:
        """A number in the type of the result."""
        element = element_of(self.ops[-1].results[0])
        if isinstance(element, IntegerType) and element.width == 8:
            return self._byte(v, number, element)
        if element is BF16:
            if v.b.machine is None or not _BF16_DOTS.intersection(v.b.machine.dots):
                return encode(v.b, number, BF16)  # LLVM would call a function
            return v.b.emit(arith.TruncFOp, (number.value,), type=VectorType((v.lanes,), BF16))
        return number.value

    def _byte(self, v: Vectors, number: Scalar, element: IntegerType) -> Value:
        """round(number) + point, saturated to the type."""
        b, value = v.b, number.value
        low, high = (bound(element) - self.point for bound in (least, largest))
        floats: Any = value.type
        for op, limit in ((arith.MaxNumFOp, low), (arith.MinNumFOp, high)):
            value = b.emit(op, (value, b.constant(DenseElementsAttr.of(floats, float(limit)))))
        value = b.emit(arith.AddFOp, (value, b.constant(DenseElementsAttr.of(floats, _ROUNDER))))
        bits = Scalar(b, value, F32).bitcast(I32)
        if self.point:
            bits = bits + self.point
        return b.emit(arith.TruncIOp, (bits.value,), type=VectorType((v.lanes,), I8))


def _alike(a: Value, c: Value) -> bool:
    """True for images of one shape in the same blocks."""
    x: Any = a.type
    y: Any = c.type
    return bool(x.shape == y.shape and x.encoding is y.encoding)
