"""Derivatives of pools and normalizations."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import axis_in, element_of
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient.data import scattered
from mlirlite.target.onnx.gradient.products import given_back
from mlirlite.target.onnx.gradient.tape import Rule, Tape, known_shape


def _max_pool(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    x, type = op.operands[0], op.results[0].type
    indices = RankedTensorType(known_shape(op.results[0]), I64)
    window = {k: a for k, a in op.properties.items() if k != "storage_order"}
    both = t.all("MaxPool", [x], [type, indices], window)
    return [scattered(t, x, both[1], g)]


def _average_pool(t: Tape, op: onnx.AveragePoolOp, g: Value) -> Sequence[Value]:
    """Each element of a window gets the same share: a transposed convolution with ones."""
    x, window = op.operands[0], op.window()
    if op.get("ceil_mode"):
        raise ValueError("differentiates AveragePool without ceil_mode only")
    shape, out = known_shape(x), known_shape(g)
    ones = t("Expand", t.number(1, g), t.integers(1, 1, *window.kernel))
    if op.get("count_include_pad"):
        count = 1
        for n in window.kernel:
            count *= n
        share = t("Div", g, t.number(count, g))
    else:
        whole = t("Expand", t.number(1, g), t.integers(1, 1, *shape[2:]))
        pads = [*window.begins, *window.ends]
        steps = {"strides": list(window.strides), "dilations": list(window.dilations)}
        share = t("Div", g, t("Conv", whole, ones, t.nothing(), pads=pads, **steps))
    planes = t("Reshape", share, t.integers(-1, 1, *out[2:]))
    return [t("Reshape", given_back(t, planes, ones, window, shape[2:]), t("Shape", x))]


def _normalized(
    t: Tape, x: Value, slope: Value, axes: Sequence[int], epsilon: float, centered: bool
) -> tuple[Value, Value]:
    """x normalized to mean 0 and variance 1 along axes; and the gradient of x when the normalized
    one has `slope`."""

    def mean(v: Value) -> Value:
        return t("ReduceMean", v, t.integers(*axes), keepdims=1)

    center = t("Sub", x, mean(x)) if centered else x
    spread = t("Add", mean(t("Mul", center, center)), t.number(epsilon, x))
    inverse = t("Reciprocal", t("Sqrt", spread))
    unit = t("Mul", center, inverse)
    rest = t("Sub", slope, t("Mul", unit, mean(t("Mul", slope, unit))))
    if centered:
        rest = t("Sub", rest, mean(slope))
    return unit, t("Mul", inverse, rest)


def _layer_norm(centered: bool) -> Rule:
    """LayerNormalization, RMSNormalization: (x, scale, bias), along the last axes."""

    def rule(t: Tape, op: onnx.LayerNormalizationOp, g: Value) -> Sequence[Value]:
        x, scale = op.operands[:2]
        rank = len(known_shape(x))
        axes = range(axis_in(op.axis, rank), rank)
        slope = t("Mul", g, scale)
        unit, part = _normalized(t, x, slope, axes, op.epsilon, centered)
        return [part, t("Mul", g, unit), g]

    return rule


def _per_channel(t: Tape, v: Value, rank: int) -> Value:
    """A vector of the channels as an image of one pixel."""
    return t("Reshape", v, t.integers(1, -1, *[1] * (rank - 2)))


def _of_channels(t: Tape, g: Value) -> Value:
    """Sums over all dimensions except the channels."""
    rank = len(known_shape(g))
    return t.total(g, [0, *range(2, rank)], keep=False)


def _instance_norm(t: Tape, op: onnx.InstanceNormalizationOp, g: Value) -> Sequence[Value]:
    x, scale = op.operands[:2]
    rank = len(known_shape(x))
    slope = t("Mul", g, _per_channel(t, scale, rank))
    unit, part = _normalized(t, x, slope, range(2, rank), op.epsilon, centered=True)
    return part, _of_channels(t, t("Mul", g, unit)), _of_channels(t, g)


def _batch_norm(t: Tape, op: onnx.BatchNormalizationOp, g: Value) -> Sequence[Value]:
    """(x, scale, bias, mean, variance), in inference."""
    if op.get("training_mode"):
        raise ValueError("differentiates BatchNormalization in inference only")
    x = op.operands[0]
    rank = len(known_shape(x))
    scale, mean, variance = (_per_channel(t, op.operands[i], rank) for i in (1, 3, 4))
    spread = t("Add", variance, t.number(op.epsilon, x))
    inverse = t("Reciprocal", t("Sqrt", spread))
    center = t("Sub", x, mean)
    part = t("Mul", g, t("Mul", scale, inverse))
    lost = t("Mul", t("Mul", part, center), t("Div", t.number(-0.5, x), spread))
    return (
        part,
        _of_channels(t, t("Mul", g, t("Mul", center, inverse))),
        _of_channels(t, g),
        _of_channels(t, t("Neg", part)),
        _of_channels(t, lost),
    )


def _dropout(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    training = op.get("training_mode")
    if isinstance(training, Value) and scalar_of(training) != 0:
        raise ValueError("differentiates Dropout in inference only")
    return [t("Cast", g, to=element_of(op.operands[0])), *[None] * (len(op.operands) - 1)]


RULES: dict[str, Rule] = {
    "MaxPool": _max_pool,
    "MaxPoolSingleOut": _max_pool,
    "AveragePool": _average_pool,
    "LayerNormalization": _layer_norm(centered=True),
    "RMSNormalization": _layer_norm(centered=False),
    "InstanceNormalization": _instance_norm,
    "BatchNormalization": _batch_norm,
    "BatchNormalizationInferenceMode": _batch_norm,
    "Dropout": _dropout,
}
