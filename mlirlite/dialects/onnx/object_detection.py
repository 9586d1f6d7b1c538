"""Behaviour of operators for object detection."""

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import expect_rank, shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class NonMaxSuppression(OnnxOp, ops="NonMaxSuppression"):
    """Chosen boxes as rows of (batch, class, box)."""

    def infer(self) -> Inferred:
        expect_rank(self, 0, 3)
        expect_rank(self, 1, 3)
        return [(DYNAMIC, 3)]


class RoiPool(OnnxOp, ops="MaxRoiPool RoiAlign"):
    """Pools of regions of interest to one size."""

    X: Value
    rois: Value

    def infer(self) -> Inferred:
        x, rois = shape_of(self.X), shape_of(self.rois)
        size = self.get("pooled_shape") or (self.get("output_height"), self.get("output_width"))
        count = DYNAMIC if rois is None else rois[0]
        channels = DYNAMIC if x is None else x[1]
        return [(count, channels, *size)]
