"""Derivatives of elementwise operators: one line each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi, sqrt
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient.tape import Rule, Tape

_Derivative = Callable[[Tape, Any, Value, Value], Value]
"""dy/dx of an op with operand x and result y."""


def _unary(derivative: _Derivative) -> Rule:
    return lambda t, op, g: [t("Mul", g, derivative(t, op, op.operands[0], op.results[0]))]


def _masked(condition: Callable[[Tape, Any, Value], Value]) -> Rule:
    """g where a condition on x holds, and 0 elsewhere."""
    return lambda t, op, g: [t.where(condition(t, op, op.operands[0]), g)]


def _square(t: Tape, x: Value) -> Value:
    return t("Mul", x, x)


def _plus(t: Tape, x: Value, number: float) -> Value:
    return t("Add", x, t.number(number, x))


def _times(t: Tape, x: Value, number: float) -> Value:
    return t("Mul", x, t.number(number, x))


def _one_less(t: Tape, x: Value) -> Value:
    return t("Sub", t.number(1, x), x)


def _root(t: Tape, x: Value) -> Value:
    """1 / sqrt(x)"""
    return t("Reciprocal", t("Sqrt", x))


def _positive(t: Tape, x: Value, above: float = 0) -> Value:
    return t("Greater", x, t.number(above, x))


def _by_sign(right: Callable[[Tape, Any, Value, Value], Value], left: _Derivative) -> Rule:
    """One derivative where x > 0, and another elsewhere."""
    return _unary(
        lambda t, op, x, y: t("Where", _positive(t, x), right(t, op, x, y), left(t, op, x, y))
    )


def _one(t: Tape, op: OnnxOp, x: Value, y: Value) -> Value:
    return t.number(1, x)


def _divide(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    over = t("Div", g, op.operands[1])
    return over, t("Neg", t("Mul", over, op.results[0]))


def _power(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    base, exponent = op.operands
    less = t("Pow", base, t("Sub", exponent, t.number(1, exponent)))
    first = t("Mul", g, t("Mul", exponent, less))
    return first, t("Mul", g, t("Mul", op.results[0], t("Log", base)))


def _extreme(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    """Max, Min: the operands that equal the result share its gradient."""
    y = op.results[0]
    are = [t("Cast", t("Equal", x, y), to=element_of(g)) for x in op.operands]
    share = t("Div", g, t("Sum", are))
    return [t("Mul", share, mask) for mask in are]


def _clip(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    x, *limits = op.operands
    parts: list[Value | None] = [t.where(t("Equal", x, op.results[0]), g)]
    for limit, side in zip(limits, ("Less", "Greater"), strict=False):
        given = element_of(limit) is not None
        parts.append(t.where(t(side, x, limit), g) if given else None)
    return parts


def _slopes(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value]:
    x, slope = op.operands
    right = _positive(t, x)
    return t("Where", right, g, t("Mul", g, slope)), t(
        "Where", right, t.number(0, g), t("Mul", g, x)
    )


def _choice(t: Tape, op: OnnxOp, g: Value) -> Sequence[Value | None]:
    zero = t.number(0, g)
    condition = op.operands[0]
    return None, t("Where", condition, g, zero), t("Where", condition, zero, g)


def _gelu(t: Tape, op: onnx.GeluOp, x: Value, y: Value) -> Value:
    if op.approximate == "tanh":
        c = sqrt(2 / pi)
        inner = _times(t, t("Mul", x, _plus(t, _times(t, _square(t, x), 0.044715), 1)), c)
        slope = _plus(t, _times(t, _square(t, x), 3 * 0.044715 * c), c)
        bend = t("Tanh", inner)
        steep = t("Mul", t("Mul", x, _one_less(t, _square(t, bend))), slope)
        return _times(t, _plus(t, t("Add", bend, steep), 1), 0.5)
    below = _times(t, _plus(t, t("Erf", _times(t, x, sqrt(0.5))), 1), 0.5)
    bell = t("Exp", _times(t, _square(t, x), -0.5))
    return t("Add", below, _times(t, t("Mul", x, bell), 1 / sqrt(2 * pi)))


def _swish(t: Tape, op: onnx.SwishOp, x: Value, y: Value) -> Value:
    s = t("Sigmoid", _times(t, x, op.alpha))
    return t("Add", s, t("Mul", _times(t, y, op.alpha), _one_less(t, s)))


def _mish(t: Tape, op: OnnxOp, x: Value, y: Value) -> Value:
    bend = t("Tanh", t("Softplus", x))
    steep = t("Mul", _one_less(t, _square(t, bend)), t("Sigmoid", x))
    return t("Add", bend, t("Mul", x, steep))


def _hard_swish(t: Tape, op: OnnxOp, x: Value, y: Value) -> Value:
    inside = t("Less", t("Abs", x), t.number(3, x))
    ramp = t.where(inside, _times(t, x, 1 / 6))
    return t("Add", t("HardSigmoid", x, alpha=1 / 6, beta=0.5), ramp)


def _hard_sigmoid(t: Tape, op: onnx.HardSigmoidOp, x: Value, y: Value) -> Value:
    inside = t("And", _positive(t, y), t("Less", y, t.number(1, y)))
    return t.where(inside, t.number(op.alpha, x))


RULES: dict[str, Rule] = {
    "Add": lambda t, op, g: (g, g),
    "Sub": lambda t, op, g: (g, t("Neg", g)),
    "Mul": lambda t, op, g: (t("Mul", g, op.operands[1]), t("Mul", g, op.operands[0])),
    "Div": _divide,
    "Pow": _power,
    "Sum": lambda t, op, g: [g] * len(op.operands),
    "Mean": lambda t, op, g: [_times(t, g, 1 / len(op.operands))] * len(op.operands),
    "Max": _extreme,
    "Min": _extreme,
    "Clip": _clip,
    "Where": _choice,
    "PRelu": _slopes,
    "Identity": lambda t, op, g: [g],
    "Cast": lambda t, op, g: [t("Cast", g, to=element_of(op.operands[0]))],
    "Neg": lambda t, op, g: [t("Neg", g)],
    "Abs": _unary(lambda t, op, x, y: t("Sign", x)),
    "Exp": _unary(lambda t, op, x, y: y),
    "Log": _unary(lambda t, op, x, y: t("Reciprocal", x)),
    "Sqrt": _unary(lambda t, op, x, y: t("Div", t.number(0.5, y), y)),
    "Reciprocal": _unary(lambda t, op, x, y: t("Neg", _square(t, y))),
    "Sin": _unary(lambda t, op, x, y: t("Cos", x)),
    "Cos": _unary(lambda t, op, x, y: t("Neg", t("Sin", x))),
    "Tan": _unary(lambda t, op, x, y: _plus(t, _square(t, y), 1)),
    "Asin": _unary(lambda t, op, x, y: _root(t, _one_less(t, _square(t, x)))),
    "Acos": _unary(lambda t, op, x, y: t("Neg", _root(t, _one_less(t, _square(t, x))))),
    "Atan": _unary(lambda t, op, x, y: t("Reciprocal", _plus(t, _square(t, x), 1))),
    "Sinh": _unary(lambda t, op, x, y: t("Cosh", x)),
    "Cosh": _unary(lambda t, op, x, y: t("Sinh", x)),
    "Tanh": _unary(lambda t, op, x, y: _one_less(t, _square(t, y))),
    "Asinh": _unary(lambda t, op, x, y: _root(t, _plus(t, _square(t, x), 1))),
    "Acosh": _unary(lambda t, op, x, y: _root(t, _plus(t, _square(t, x), -1))),
    "Atanh": _unary(lambda t, op, x, y: t("Reciprocal", _one_less(t, _square(t, x)))),
    "Erf": _unary(lambda t, op, x, y: _times(t, t("Exp", t("Neg", _square(t, x))), 2 / sqrt(pi))),
    "Sigmoid": _unary(lambda t, op, x, y: t("Sub", y, _square(t, y))),
    "Softplus": _unary(lambda t, op, x, y: t("Sigmoid", x)),
    "Softsign": _unary(lambda t, op, x, y: t("Reciprocal", _square(t, _plus(t, t("Abs", x), 1)))),
    "HardSigmoid": _unary(_hard_sigmoid),
    "HardSwish": _unary(_hard_swish),
    "Swish": _unary(_swish),
    "Mish": _unary(_mish),
    "Gelu": _unary(_gelu),
    "Relu": _masked(lambda t, op, x: _positive(t, x)),
    "ThresholdedRelu": _masked(lambda t, op, x: _positive(t, x, op.alpha)),
    "Shrink": _masked(lambda t, op, x: _positive(t, t("Abs", x), op.lambd)),
    "LeakyRelu": _by_sign(_one, lambda t, op, x, y: t.number(op.alpha, x)),
    "Elu": _by_sign(_one, lambda t, op, x, y: _plus(t, y, op.alpha)),
    "Celu": _by_sign(_one, lambda t, op, x, y: t("Exp", _times(t, x, 1 / op.alpha))),
    "Selu": _by_sign(
        lambda t, op, x, y: t.number(op.gamma, x),
        lambda t, op, x, y: _plus(t, y, op.alpha * op.gamma),
    ),
}
