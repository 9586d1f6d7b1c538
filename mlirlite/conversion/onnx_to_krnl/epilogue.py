"""What follows a product and is done before it is stored: a residual sum, a Relu.

y = Conv(x); z = Add(y, r); w = Relu(z)  -->  one lowering that stores w
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, Self

from mlirlite.conversion.onnx_to_krnl.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.index import Ix
from mlirlite.conversion.onnx_to_krnl.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.tile import Vectors, add, relu
from mlirlite.dialects import onnx
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value


class StoredAfter(Protocol):
    """What a kernel asks of the steps between its sums and their store."""

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> Self:
        """The same steps on buffers seen in another shape."""

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: int) -> Value:
        """What is stored at a place for a vector of sums."""


@dataclass
class Epilogue:
    """Steps in order: None is a Relu, a buffer of the result's shape is added."""

    steps: list[Buffer | None] = field(default_factory=list)

    @classmethod
    def claim(cls, b: KrnlBuilder) -> Epilogue:
        """Take the ops that can be done with this one out of the graph: each is the only reader of
        the one before, gives the same type, and has its other operand ready."""
        found = cls()
        op = b.op
        result = op.results[0]
        while (user := only_user(result, op)) is not None:
            if [r.type for r in user.results] != [result.type]:
                break
            if isinstance(user, onnx.ReluOp):
                found.steps.append(None)
            elif isinstance(user, onnx.AddOp):
                other = user.operands[0 if user.operands[1] is result else 1]
                if other is result or other.type is not result.type or not is_ready(other, op):
                    break
                found.steps.append(Buffer(b, b.rewriter.converted(other)))
            else:
                break
            b.rewriter.replace(user, [result])
        return found

    def views(self, b: KrnlBuilder, sizes: list[Ix]) -> Epilogue:
        """The same steps on buffers seen in another shape."""
        steps = self.steps
        return Epilogue(
            [s if s is None else b.view(s, b.memref(sizes, s.element), sizes) for s in steps]
        )

    def on_vector(self, v: Vectors, value: Value, at: list[Ix], lanes: int) -> Value:
        """Apply the steps to a vector that belongs at a place."""
        for step in self.steps:
            value = relu(v, value) if step is None else add(v, value, v.load(step, at, lanes))
        return value

    def on_scalar(self, value: Scalar, at: list[Ix]) -> Scalar:
        """Apply the steps to one element."""
        for step in self.steps:
            value = value.max(0) if step is None else value + step[at]
        return value


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
