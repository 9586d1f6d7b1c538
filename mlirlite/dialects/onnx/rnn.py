"""Behaviour of recurrent layers."""

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import refine_dim, shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


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
            gates = {"RNN": 1, "GRU": 3, "LSTM": 4}[self.schema.name]
            hidden = refine_dim(hidden, w[1] // gates)
        if r is not None:
            hidden = refine_dim(hidden, r[2])
        length, batch = (DYNAMIC, DYNAMIC) if x is None else x[:2]
        if self.get("layout", 0):
            length, batch = batch, length
            whole = (batch, length, directions, hidden)
            last = (batch, directions, hidden)
        else:
            whole = (length, directions, batch, hidden)
            last = (directions, batch, hidden)
        return [whole, *[last] * (len(self.schema.outputs) - 1)]
