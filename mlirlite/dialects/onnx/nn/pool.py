"""Behaviour of pools."""

from mlirlite.dialects.onnx.constants import known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import Window, shape_of, slide, window_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class Pool(OnnxOp, ops="AveragePool LpPool MaxPool MaxPoolSingleOut"):
    """Pools over windows of the spatial dimensions."""

    X: Value
    kernel_shape: tuple[int, ...]
    auto_pad: str

    def window(self) -> Window | None:
        """The window, when the rank is known. With ceil_mode the last one may reach further."""
        x = shape_of(self.X)
        return None if x is None else window_of(self, self.kernel_shape, x[2:])

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        window = self.window()
        outputs = len(self.schema.outputs)
        if x is None or window is None:
            return [None] * outputs
        if len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        pooled = (*x[:2], *slide(window, x[2:], self.auto_pad, bool(self.get("ceil_mode"))))
        return [pooled] * outputs


class GlobalPool(OnnxOp, ops="GlobalAveragePool GlobalLpPool GlobalMaxPool"):
    """Pools over all spatial dimensions, which stay as 1."""

    X: Value

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is not None and len(x) < 3:
            raise ValueError("expects X of rank 3 or more (N, C, D…)")
        return [None if x is None else (*x[:2], *(1,) * (len(x) - 2))]


class MaxUnpool(OnnxOp, ops="MaxUnpool"):
    """Puts values where MaxPool's indices say."""

    X: Value
    output_shape: Value | None
    kernel_shape: tuple[int, ...]

    def infer(self) -> Inferred:
        x = shape_of(self.X)
        if x is None:
            return [None]
        if self.output_shape is not None:
            given = known_ints(self.output_shape)
            return [tuple(given) if given is not None else (DYNAMIC,) * len(x)]
        window = window_of(self, self.kernel_shape, x[2:])
        spatial = (
            DYNAMIC
            if d == DYNAMIC
            else (d - 1) * window.strides[i] + k - window.begins[i] - window.ends[i]
            for i, (d, k) in enumerate(zip(x[2:], window.kernel, strict=True))
        )
        return [(*x[:2], *spatial)]
