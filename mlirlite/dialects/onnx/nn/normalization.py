"""Behavior of normalizations and dropout."""

from collections.abc import Iterator
from typing import Any

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Divides,
    Requirement,
    at_most,
    has_sizes,
    name_of,
    size_of,
)
from mlirlite.dialects.onnx.shapes import axes_in, axis_in, shape_of
from mlirlite.dialects.onnx.terms import Integer
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class BatchNormalization(OnnxOp, ops="BatchNormalization BatchNormalizationInferenceMode"):
    """Normalization by statistics of each channel (dimension 1)."""

    def infer(self) -> Inferred:
        shapes: list[Any] = [shape_of(self.operands[0])]
        for index in range(1, len(self.schema.outputs)):
            source = self.operands[3 if index % 2 else 4]
            shapes.append(shape_of(source))
        return shapes

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        if x is not None:
            for index in range(1, 5):
                yield from has_sizes(self, index, [x[1] if len(x) > 1 else 1])


class ChannelNormalization(
    SameShape,
    ops="InstanceNormalization GroupNormalization LRN MeanVarianceNormalization",
):
    """Normalizations that keep the shape."""

    def check(self) -> Diagnostic | None:
        groups = self.get("num_groups")
        if groups is not None and groups < 1:
            return self.error(f"num_groups must be positive, not {groups}")
        shape, axes = shape_of(self.operands[0]), self.get("axes")
        if shape is not None and axes is not None:
            axes_in(axes, len(shape))
        return None

    def requirements(self) -> Iterator[Requirement]:
        x, groups = size_of(self, 0), self.get("num_groups")
        if x is None or len(x) < 2:
            return
        entries = x[1]
        if groups is not None:
            yield Divides(Integer(groups), x[1], "the number of groups, which the channels have,")
            entries = x[1] if self.schema.version >= 21 else Integer(groups)
        for index in range(1, len(self.operands)):
            yield from has_sizes(self, index, [entries])


class LayerNormalization(OnnxOp, ops="LayerNormalization RMSNormalization RMSLayerNormalization"):
    """Normalization over the dimensions from an axis to the last."""

    axis: int

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return self.operands[0], index

    def infer(self) -> Inferred:
        x = shape_of(self.operands[0])
        outputs = len(self.schema.outputs)
        if x is None:
            return [None] * outputs
        axis = axis_in(self.axis, len(x))
        statistics = (*x[:axis], *(1,) * (len(x) - axis))
        return [x, *[statistics] * (outputs - 1)]

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        for index in range(1, len(self.operands)):
            mine, name = size_of(self, index), name_of(self, index)
            if x is None or mine is None:
                continue
            yield at_most(Integer(len(mine)), len(x), f"the rank of {name}")
            for size, entry in zip(x[::-1], mine[::-1], strict=False):
                what = f"{name} does not broadcast to the normalized dimensions: their sizes"
                yield Broadcast(size, entry, what, one_way=True)


class Dropout(OnnxOp, ops="Dropout"):
    """The identity in inference; the mask says which elements stay."""

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        return [shape, shape]
