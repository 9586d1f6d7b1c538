"""Behavior of recurrent layers."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Requirement, Within, has_sizes, size_of
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.terms import Integer, Term
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value

_GATES = {"RNN": 1, "GRU": 3, "LSTM": 4}


class Recurrent(OnnxOp, ops="RNN GRU LSTM"):
    """X is (sequence, batch, input), with layout 1 (batch, sequence, input)."""

    X: Value
    W: Value
    R: Value
    direction: str
    hidden_size: int | None

    def infer(self) -> Inferred:
        if self.direction not in ("forward", "reverse", "bidirectional", "foward"):
            raise ValueError(
                "direction attribute must be one of the strings: forward, reverse, and "
                "bidirectional"
            )
        x, r = shape_of(self.X), shape_of(self.R)
        for name, shape in (("first", x), ("second", shape_of(self.W)), ("third", r)):
            if shape is not None and len(shape) != 3:
                raise ValueError(f"The {name} input tensor must have rank 3")
        directions = 2 if self.direction == "bidirectional" else 1
        hidden = self.hidden_size or DYNAMIC
        w = shape_of(self.W)
        if w is not None and w[1] != DYNAMIC:
            hidden = w[1] // _GATES[self.schema.name] if hidden == DYNAMIC else hidden
        if r is not None and hidden == DYNAMIC:
            hidden = r[2]
        length, batch = (DYNAMIC, DYNAMIC) if x is None else x[:2]
        if self.get("layout", 0):
            length, batch = batch, length
            whole = (batch, length, directions, hidden)
            last = (batch, directions, hidden)
        else:
            whole = (length, directions, batch, hidden)
            last = (directions, batch, hidden)
        return [whole, *[last] * (len(self.schema.outputs) - 1)]

    def requirements(self) -> Iterator[Requirement]:
        x, r = size_of(self, 0), size_of(self, 2)
        if x is None or r is None or len(x) != 3 or len(r) != 3:
            return
        directions = 2 if self.direction == "bidirectional" else 1
        hidden: Term = Integer(self.hidden_size) if self.hidden_size else r[2]
        rows = hidden * _GATES[self.schema.name]
        first = bool(self.get("layout", 0))
        length, batch = (x[1], x[0]) if first else (x[0], x[1])
        state: list[Term | int | None]
        state = [batch, directions, hidden] if first else [directions, batch, hidden]
        yield from has_sizes(self, 1, [directions, rows, x[2]])
        yield from has_sizes(self, 2, [directions, rows, hidden])
        yield from has_sizes(self, 3, [directions, rows * 2])
        yield from has_sizes(self, 4, [batch])
        if size_of(self, 4) is not None:
            yield Within(4, Integer(0), length, "sequence_lens")
        yield from has_sizes(self, 5, state)
        yield from has_sizes(self, 6, state)
        yield from has_sizes(self, 7, [directions, hidden * 3])
