"""Derivatives of reductions and of softmax."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.reduction import Reduction
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient.tape import Rule, Tape, known_shape


def _reduction(derivative: Callable[[Tape, Value, Value, Sequence[int]], Value | None]) -> Rule:
    """`derivative(tape, x, y, axes)` is dy/dx, None for 1; the reduced dimensions of y are 1."""

    def rule(t: Tape, op: Reduction, g: Value) -> Sequence[Value | None]:
        x, axes = op.operands[0], op.reduced_axes()
        y: Value = op.results[0]
        if axes is None:
            raise ValueError("differentiates reductions of known axes only")
        if axes and not op.keepdims:
            g, y = (t("Unsqueeze", v, t.integers(*axes)) for v in (g, y))
        slope = derivative(t, x, y, axes)
        if slope is not None:
            g = t("Mul", g, slope)
        whole = t("Expand", g, t("Shape", x))
        return [whole, *[None] * (len(op.operands) - 1)]

    return rule


def _mean(t: Tape, x: Value, y: Value, axes: Sequence[int]) -> Value:
    shape, count = known_shape(x), 1
    for axis in axes:
        count *= shape[axis]
    return t.number(1 / count, x)


def extreme(t: Tape, x: Value, y: Value, axes: Sequence[int]) -> Value:
    """1 for the greatest or least element, shared among several."""
    here = t("Cast", t("Equal", x, y), to=element_of(x))
    return t("Div", here, t.total(here, axes))


def _softmax(t: Tape, op: onnx.SoftmaxOp, g: Value) -> Sequence[Value]:
    y = op.results[0]
    weighted = t("Mul", g, y)
    return [t("Sub", weighted, t("Mul", y, t.total(weighted, [op.axis])))]


def _log_softmax(t: Tape, op: onnx.LogSoftmaxOp, g: Value) -> Sequence[Value]:
    powers = t("Exp", op.results[0])
    return [t("Sub", g, t("Mul", powers, t.total(g, [op.axis])))]


def _spatial(derivative: Callable[[Tape, Value, Value, Sequence[int]], Value]) -> Rule:
    """The rule for a pool over all spatial dimensions."""

    def rule(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
        x = op.operands[0]
        axes = range(2, len(known_shape(x)))
        slope = derivative(t, x, op.results[0], axes)
        return [t("Expand", t("Mul", g, slope), t("Shape", x))]

    return rule


RULES: dict[str, Rule] = {
    "ReduceSum": _reduction(lambda t, x, y, axes: None),
    "ReduceMean": _reduction(_mean),
    "ReduceMax": _reduction(extreme),
    "ReduceMin": _reduction(extreme),
    "ReduceProd": _reduction(lambda t, x, y, axes: t("Div", y, x)),
    "ReduceL1": _reduction(lambda t, x, y, axes: t("Sign", x)),
    "ReduceL2": _reduction(lambda t, x, y, axes: t("Div", x, y)),
    "ReduceSumSquare": _reduction(lambda t, x, y, axes: t("Add", x, x)),
    "ReduceLogSum": _reduction(lambda t, x, y, axes: t("Exp", t("Neg", y))),
    "ReduceLogSumExp": _reduction(lambda t, x, y, axes: t("Exp", t("Sub", x, y))),
    "Softmax": _softmax,
    "LogSoftmax": _log_softmax,
    "GlobalAveragePool": _spatial(_mean),
    "GlobalMaxPool": _spatial(extreme),
}
