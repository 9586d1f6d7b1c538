"""What follows a product of bytes or bf16 and is done before it is stored: scales, a bias,
elementwise functions, sums with other images, and the way back to small numbers.

QuantizeLinear(Add(DequantizeLinear(ConvInteger(x, w)), b))  -->  one lowering that stores bytes
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.epilogue import is_ready, only_user
from mlirlite.conversion.onnx_to_krnl.fusion import FUNCTIONS
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.packing import constant_array
from mlirlite.conversion.onnx_to_krnl.scalar import UI8, Scalar, largest, least
from mlirlite.conversion.onnx_to_krnl.tile import Vectors
from mlirlite.dialects import arith, onnx
from mlirlite.dialects.onnx.constants import array_of
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
    NoneType,
    VectorType,
)
from mlirlite.ir.values import Value

if TYPE_CHECKING:
    import numpy as np

_ROUNDER = 1.5 * 2.0**23
"""Added to a number below 2**22, an f32 has no bits left for fractions: the sum is rounded to the
nearest integer, ties to even, which its low bits hold."""


@dataclass(frozen=True, slots=True)
class _Operand:
    """Another operand of a step: numbers of the channels, or an image, with what turns it into
    floats."""

    buffer: Buffer
    of_channels: bool = False
    scale: float | None = None
    zero: int = 0

    def load(self, v: Vectors, at: list[Ix]) -> Scalar:
        """The vector that belongs at a place of the result."""
        b, element = v.b, self.buffer.element
        place = [at[1] * v.lanes] if self.of_channels else at
        number = Scalar(b, v.load(self.buffer, place, v.lanes), element).cast(F32)
        if self.zero:
            number = number - self.zero
        return number if self.scale is None else number * self.scale


@dataclass(frozen=True, slots=True)
class _Step:
    """An elementwise op; None is the value so far."""

    op: Operation
    function: Callable[..., Scalar | float]
    operands: tuple[_Operand | None, ...]


@dataclass(slots=True)
class DotEpilogue:
    """value * scale + bias, steps, and a conversion."""

    ops: list[Operation]
    """The product, and the ops that are done with it."""
    scale: _Operand | None = None
    bias: _Operand | None = None
    steps: list[_Step] = field(default_factory=list)
    point: int = 0
    """What a quantised result is moved by."""
    factor: float = 1.0

    @classmethod
    def claim(cls, b: KrnlBuilder, channels: int) -> DotEpilogue:
        """Take the ops that can be done with the builder's: each is the only reader of the one
        before and has its other operands ready. `channels` counts those that fill up blocks."""
        found = cls([b.op])
        while (user := only_user(found.ops[-1].results[0], b.op)) is not None:
            if not found._take(b, user, channels):
                break
            found.ops.append(user)
            if isinstance(user, onnx.QuantizeLinearOp):
                break
        return found

    def _take(self, b: KrnlBuilder, user: Operation, channels: int) -> bool:
        value = self.ops[-1].results[0]
        is_sum = len(self.ops) == 1 and value.type.element_type is I32  # type: ignore[attr-defined]
        if is_sum:
            return isinstance(user, onnx.DequantizeLinearOp) and self._take_scale(b, user, channels)
        if isinstance(user, onnx.QuantizeLinearOp):
            return self._take_quantize(b, user)
        function = FUNCTIONS.get(user.name)
        if function is None or [r.type for r in user.results] != [value.type]:
            return False
        operands = [None if v is value else _operand(b, v, value, channels) for v in user.operands]
        if any(o is None and v is not value for o, v in zip(operands, user.operands, strict=True)):
            return False
        if isinstance(user, onnx.AddOp) and self.bias is None and not self.steps:
            other = next((o for o in operands if o is not None), None)
            if other is not None and other.of_channels:
                self.bias = other
                return True
        self.steps.append(_Step(user, function, tuple(operands)))
        return True

    def _take_scale(self, b: KrnlBuilder, op: Any, channels: int) -> bool:
        scale, zero = known_array(b, op.x_scale), known_array(b, op.x_zero_point)
        if scale is None or zero is None or zero.any() or op.get("block_size", 0):
            return False
        if scale.size > 1 and op.get("axis", 1) not in (1, -3):
            return False
        self.scale = _of_channels(b, scale, channels)
        return True

    def _take_quantize(self, b: KrnlBuilder, op: Any) -> bool:
        found = _parameters(b, op.y_scale, op.y_zero_point)
        element = op.results[0].type.element_type
        if found is None or element not in (UI8, I8):
            return False
        self.factor, self.point = 1 / found[0], found[1]
        return True

    # The result

    def result_type(self, b: KrnlBuilder) -> MemRefType:
        """The buffer of the last op."""
        type = b.rewriter.convert(self.ops[-1].results[0].type)
        if not isinstance(type, MemRefType):
            raise b.error("expects a ranked result")
        return type

    def finish(self, b: KrnlBuilder, out: Buffer) -> Any:
        """Put the buffer in the place of the last op, and let go of those before it."""
        if len(self.ops) == 1:
            return out
        shown = b.view(out, self.result_type(b), out.shape)
        b.rewriter.replace(self.ops[-1], [shown.value])
        for op in reversed(self.ops[1:-1]):
            b.rewriter.erase(op)
        return [None]

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> DotEpilogue:
        """The same steps on images seen in another shape."""

        def seen(o: _Operand | None) -> _Operand | None:
            if o is None or o.of_channels:
                return o
            shown = b.view(o.buffer, b.memref(sizes, o.buffer.element), sizes)
            return _Operand(shown, False, o.scale, o.zero)

        steps = [_Step(s.op, s.function, tuple(map(seen, s.operands))) for s in self.steps]
        return DotEpilogue(self.ops, self.scale, self.bias, steps, self.point, self.factor)

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: int) -> Value:
        """What is stored at a place for a vector of sums."""
        b = v.b
        element: Any = v.type.element_type
        number = Scalar(b, value, element)
        if self.scale is not None:
            number = self._scaled(v, self.scale, number.cast(F32), at)
        elif self.bias is not None:
            number = number + self.bias.load(v, at)
        own = b.op
        for step in self.steps:
            b.op = step.op  # whose attributes count
            operands = [number if o is None else o.load(v, at) for o in step.operands]
            number = number.coerce(step.function(b, *operands))
            b.op = own
        return self._narrowed(v, number)

    def _scaled(self, v: Vectors, scale: _Operand, number: Scalar, at: list[Ix]) -> Scalar:
        if self.bias is None:
            return number * scale.load(v, at)
        return number.multiply_add(scale.load(v, at), self.bias.load(v, at))

    def _narrowed(self, v: Vectors, number: Scalar) -> Value:
        b, element = v.b, self.ops[-1].results[0].type.element_type  # type: ignore[attr-defined]
        if isinstance(element, IntegerType) and element.width == 8:
            if self.factor != 1:
                number = number * self.factor
            return self._byte(v, number, element)
        if element is BF16:
            type = VectorType((v.lanes,), BF16)
            return b.emit(arith.TruncFOp, (number.value,), type=type)
        return number.value

    def _byte(self, v: Vectors, number: Scalar, element: IntegerType) -> Value:
        """round(number) + point, as near as the type comes."""
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


def known_array(b: KrnlBuilder, value: Value | None) -> np.ndarray[Any, Any] | None:
    """The elements of a constant, lowered or not, in blocks or not; a 0 for none at all."""
    import numpy as np

    if value is None or isinstance(value.type, NoneType):
        return np.zeros(1)
    op = value.defining_op
    if isinstance(op, onnx.LayoutTransformOp):
        return known_array(b, op.operands[0])
    if isinstance(op, onnx.ConstantOp):
        return array_of(value)
    return constant_array(Buffer(b, b.rewriter.converted(value))) if is_ready(value, b.op) else None


def _of_channels(b: KrnlBuilder, array: np.ndarray[Any, Any], channels: int) -> _Operand:
    """A number of each channel, or one for all, as a constant that fills blocks."""
    import numpy as np

    room = np.zeros(channels, np.float32)
    room[: array.size if array.size > 1 else channels] = array.reshape(-1)
    return _Operand(b.table(room.tolist(), F32), True)


def _parameters(b: KrnlBuilder, scale: Value, zero: Value | None) -> tuple[float, int] | None:
    """Scale and zero point that are constants for a whole tensor."""
    a, z = known_array(b, scale), known_array(b, zero)
    if a is None or z is None or a.size != 1 or z.size != 1:
        return None
    return float(a.reshape(-1)[0]), int(z.reshape(-1)[0])


def _operand(b: KrnlBuilder, value: Value, like: Value, channels: int) -> _Operand | None:
    """Another operand of an op on images, where a vector of it can be loaded."""
    op = value.defining_op
    if isinstance(op, onnx.DequantizeLinearOp) and op.results[0].has_one_use:
        found = _parameters(b, op.x_scale, op.x_zero_point)
        source = op.operands[0]
        if found is None or source.type.element_type not in (UI8, I8):
            return None
        if not is_ready(source, b.op) or not _alike(source, like):
            return None
        return _Operand(Buffer(b, b.rewriter.converted(source)), False, *found)
    array = known_array(b, value)
    if array is not None and array.size in (1, _channels(like)):
        return _of_channels(b, array, channels)
    if not is_ready(value, b.op) or not _alike(value, like):
        return None
    buffer = Buffer(b, b.rewriter.converted(value))
    return _Operand(buffer) if isinstance(buffer.element, FloatType) else None


def _channels(value: Value) -> int:
    shape = value.type.shape  # type: ignore[attr-defined]
    return int(shape[1])


def _alike(a: Value, c: Value) -> bool:
    """True for images of one shape in the same blocks."""
    x: Any = a.type
    y: Any = c.type
    return bool(x.shape == y.shape and x.encoding is y.encoding)
