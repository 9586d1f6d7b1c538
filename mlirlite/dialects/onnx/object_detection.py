"""Behaviour of operators for object detection."""

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import expect_rank
from mlirlite.ir.types import DYNAMIC


class NonMaxSuppression(OnnxOp, ops="NonMaxSuppression"):
    """Chosen boxes as rows of (batch, class, box)."""

    def infer(self) -> Inferred:
        expect_rank(self, 0, 3)
        expect_rank(self, 1, 3)
        return [(DYNAMIC, 3)]
