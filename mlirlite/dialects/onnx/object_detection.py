"""Behavior of operators for object detection."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Reals,
    Requirement,
    Within,
    at_least,
    has_sizes,
    is_number,
    size_of,
)
from mlirlite.dialects.onnx.shapes import expect_rank, shape_of_rank
from mlirlite.dialects.onnx.terms import Integer
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class NonMaxSuppression(OnnxOp, ops="NonMaxSuppression"):
    """Chosen boxes as rows of (batch, class, box)."""

    def infer(self) -> Inferred:
        expect_rank(self, 0, 3)
        expect_rank(self, 1, 3)
        return [(DYNAMIC, 3)]

    def requirements(self) -> Iterator[Requirement]:
        boxes, scores = size_of(self, 0), size_of(self, 1)
        if boxes is not None and scores is not None and len(boxes) == len(scores) == 3:
            yield from has_sizes(self, 0, [scores[0], scores[2], 4])
        yield from is_number(self, 2, 3, 4)
        if size_of(self, 3) is not None:
            yield Reals(3, 0, 1, "iou_threshold")


class RoiPool(OnnxOp, ops="MaxRoiPool RoiAlign"):
    """Pools of regions of interest to one size."""

    X: Value
    rois: Value

    def infer(self) -> Inferred:
        x, rois = shape_of_rank(self.X, "X", 4, 4), shape_of_rank(self.rois, "rois", 2, 2)
        size = self.get("pooled_shape") or (self.get("output_height"), self.get("output_width"))
        count = DYNAMIC if rois is None else rois[0]
        channels = DYNAMIC if x is None else x[1]
        return [(count, channels, *size)]

    def requirements(self) -> Iterator[Requirement]:
        x, rois = size_of(self, 0), size_of(self, 1)
        yield from has_sizes(self, 0, [None] * 4)
        for size in self.get("pooled_shape") or [
            self.get("output_height", 1),
            self.get("output_width", 1),
        ]:
            yield at_least(Integer(size), 1, "the size of a pooled region")
        yield at_least(Integer(self.get("sampling_ratio", 0)), 0, "sampling_ratio")
        if x is None or rois is None or len(x) != 4:
            return
        for dim in (2, 3):
            yield at_least(x[dim], 1, f"the size of X in dimension {dim}")
        if self.schema.name == "MaxRoiPool":
            yield from has_sizes(self, 1, [None, 5])
            yield Within(1, Integer(0), x[0] - 1, "rois[..., 0]", column=0)
        else:
            yield from has_sizes(self, 1, [None, 4])
            yield from has_sizes(self, 2, [rois[0]])
            yield Within(2, Integer(0), x[0] - 1, "batch_indices")
