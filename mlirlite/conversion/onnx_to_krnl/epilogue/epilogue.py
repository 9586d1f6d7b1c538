"""The epilogue of a product: a residual sum, an activation.

y = Conv(x); z = Add(y, r); w = Relu(z)  -->  one lowering that stores w
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, Self

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.require import require_shape
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FUNCTIONS, Function
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import ELEMENTWISE
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, NoneType, element_type_of
from mlirlite.ir.values import BlockArgument, Value

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


class StoredAfter(Protocol):
    """The interface of the steps between a kernel's sums and their store."""

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> Self:
        """The same steps on buffers viewed in another shape."""

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: Ix) -> Value:
        """The stored value at a position, for a vector of sums."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A function of the value so far and of the element of another buffer, if there is one."""

    op: Operation
    function: Function
    other: Buffer | None = None


@dataclass
class Epilogue:
    """Steps in order: sums with buffers of the result's shape, and activations."""

    steps: list[_Step] = field(default_factory=list)

    @classmethod
    def claim(cls, b: KrnlBuilder) -> Epilogue:
        """Claim the ops that can be fused with this one: each is the only reader of the one before,
        has the same type, and its other operand is available. x * Sigmoid(x) counts as one."""
        found = cls()
        result = b.op.results[0]
        while True:
            gate = _gate(result, b.op)
            user = only_user(result, b.op) if gate is None else gate[1]
            if user is None or [r.type for r in user.results] != [result.type]:
                return found
            step = _Step(user, _gated) if gate is not None else _step(b, user, result)
            if step is None:
                return found
            found.steps.append(step)
            b.rewriter.replace(user, [result])
            if gate is not None:
                b.rewriter.erase(gate[0])

    def require_fit(self, b: KrnlBuilder, out: Buffer) -> None:
        """Check that the other buffers have the result's sizes: nothing is broadcast."""
        for step in self.steps:
            if step.other is not None:
                require_shape(b, step.other, out.shape)

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> Epilogue:
        """The same steps on buffers viewed in another shape, which must have as many elements."""

        def seen(x: Buffer | None) -> Buffer | None:
            return x if x is None else b.view(x, b.memref(sizes, x.element), sizes)

        return Epilogue([_Step(s.op, s.function, seen(s.other)) for s in self.steps])

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: Ix) -> Value:
        """Apply the steps to the vector for a position."""

        def load(x: Buffer) -> Scalar:
            return Scalar(v.b, v.load(x, at, lanes), x.element)

        element: Any = v.type.element_type
        return self._apply(v.b, Scalar(v.b, value, element), load).value

    def on_scalar(self, b: KrnlBuilder, value: Scalar, at: list[Ix]) -> Scalar:
        """Apply the steps to one element."""
        return self._apply(b, value, lambda x: x[at])

    def _apply(self, b: KrnlBuilder, value: Scalar, load: Callable[[Buffer], Scalar]) -> Scalar:
        own = b.op
        for step in self.steps:
            b.op = step.op  # the builder reads this op's attributes
            others = () if step.other is None else (load(step.other),)
            value = value.coerce(step.function(b, value, *others))
        b.op = own
        return value


def _step(b: KrnlBuilder, user: Operation, result: Value) -> _Step | None:
    """The function that an op applies to an element of one of its operands; None if unknown."""
    if isinstance(user, onnx.AddOp):
        other = user.operands[0 if user.operands[1] is result else 1]
        if other is result or other.type is not result.type or not is_ready(other, b.op):
            return None
        return _Step(user, lambda b, x, y: x + y, Buffer(b, b.rewriter.converted(other)))
    element: Any = element_type_of(result.type)
    if not isinstance(element, FloatType):
        return None
    if isinstance(user, onnx.ClipOp):
        return _clip(b, user, result)
    known = isinstance(user, OnnxOp) and user.schema.name in ELEMENTWISE
    function = FUNCTIONS.get(user.name)
    if function is None or not known or len(user.operands) != 1:
        return None
    return _Step(user, function)


def _clip(b: KrnlBuilder, user: Any, result: Value) -> _Step | None:
    if user.input is not result:
        return None
    limits = []
    for value in (user.min, user.max):
        array = None if value is None else known_array(b, value)
        if value is not None and (array is None or array.size != 1):
            return None
        limits.append(None if array is None else float(array.reshape(-1)[0]))
    low, high = limits

    def clip(b: KrnlBuilder, x: Scalar) -> Scalar:
        x = x if low is None else x.max(low)
        return x if high is None else x.min(high)

    return _Step(user, clip)


def _gated(b: KrnlBuilder, x: Scalar) -> Scalar:
    return x * x.coerce(FUNCTIONS["onnx.Sigmoid"](b, x))


def _gate(value: Value, op: Operation) -> tuple[Operation, Operation] | None:
    """The Sigmoid and the Mul of x * Sigmoid(x), if nothing else reads x."""
    users = set(value.users)
    for sigmoid in users:
        if len(users) != 2 or not isinstance(sigmoid, onnx.SigmoidOp):
            continue
        gate = sigmoid.results[0]
        product = only_user(gate, op)
        if isinstance(product, onnx.MulOp) and users == {sigmoid, product}:
            return (sigmoid, product) if set(product.operands) == {value, gate} else None
    return None


def only_user(value: Value, op: Operation) -> Operation | None:
    users = list(value.users)
    if len(users) != 1 or users[0].parent is not op.parent:
        return None
    return users[0]


def is_ready(value: Value, op: Operation) -> bool:
    """True when a value is computed before an op of the same block."""
    if isinstance(value, BlockArgument):
        return True
    definer = value.defining_op
    return definer is not None and definer.parent is op.parent and definer.is_before_in_block(op)


def known_array(b: KrnlBuilder, value: Value | None) -> Array | None:
    """The elements of a constant, lowered or not, in blocks or not; a 0 for a missing one."""
    import numpy as np

    if value is None or isinstance(value.type, NoneType):
        return np.zeros(1)
    op = value.defining_op
    if isinstance(op, onnx.LayoutTransformOp):
        return known_array(b, op.operands[0])
    if isinstance(op, onnx.ConstantOp):
        return array_of(value)
    return constant_array(Buffer(b, b.rewriter.converted(value))) if is_ready(value, b.op) else None
