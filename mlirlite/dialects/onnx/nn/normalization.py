"""Behaviour of normalisations and dropout."""

from typing import Any

from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.shapes import axis_in, broadcast, expect_dim, shape_of
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class BatchNormalization(OnnxOp, ops="BatchNormalization BatchNormalizationInferenceMode"):
    """Normalisation by statistics of each channel (dimension 1)."""

    def infer(self) -> Inferred:
        x = shape_of(self.operands[0])
        channels = DYNAMIC if x is None or len(x) < 2 else x[1]
        shapes: list[Any] = [x]
        for index in range(1, len(self.operands)):
            shape = shape_of(self.operands[index])
            if shape is not None and len(shape) == 1:
                expect_dim(self, index, 0, channels)
        for index in range(1, len(self.schema.outputs)):
            source = self.operands[3 if index % 2 else 4]
            shapes.append(shape_of(source))
        return shapes


class ChannelNormalization(
    SameShape,
    ops="InstanceNormalization GroupNormalization LRN MeanVarianceNormalization",
):
    """Normalisations that keep the shape."""

    def check(self) -> Diagnostic | None:
        groups = self.get("num_groups")
        shape = shape_of(self.operands[0])
        if groups is None:
            return None
        if groups < 1:
            return self.error(f"num_groups must be positive, not {groups}")
        if shape is None or len(shape) < 2:
            return None
        if shape[1] != DYNAMIC and shape[1] % groups:
            return self.error(f"has {shape[1]} channels, which {groups} groups cannot share")
        return None


class LayerNormalization(OnnxOp, ops="LayerNormalization RMSNormalization RMSLayerNormalization"):
    """Normalisation over the dimensions from an axis to the last."""

    axis: int

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return self.operands[0], index

    def infer(self) -> Inferred:
        x, scale = shape_of(self.operands[0]), shape_of(self.operands[1])
        outputs = len(self.schema.outputs)
        if x is None:
            return [None] * outputs
        axis = axis_in(self.axis, len(x))
        if scale is not None and broadcast(x, scale) is not None and len(scale) > len(x):
            raise ValueError("expects a scale of no higher rank than X")
        statistics = (*x[:axis], *(1,) * (len(x) - axis))
        return [x, *[statistics] * (outputs - 1)]


class Dropout(OnnxOp, ops="Dropout"):
    """The identity in inference; the mask says which elements stay."""

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        return [shape, shape]
