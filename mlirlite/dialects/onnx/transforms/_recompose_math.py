"""Normalizations and activations from their primitives, for --recompose-onnx."""

from __future__ import annotations

from math import inf, isclose, pi, sqrt
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of, numbers_of
from mlirlite.dialects.onnx.reduction import Reduction
from mlirlite.dialects.onnx.shapes import element_of, rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import nothing
from mlirlite.ir.types import DYNAMIC, NONE, FloatType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed

_FACTORS: Fixed[int] = 8
"""The most factors of a product that are searched."""


def number_of(value: Value | None) -> float | None:
    """The number that all elements of a small constant equal, or None."""
    elements = constant_of(value)
    if elements is None or elements.type.num_elements > 1:
        return None
    numbers = numbers_of(elements)
    return float(numbers[0]) if numbers else None


def made_by(value: Value | None, cls: Any) -> Any:
    """The op of a class that makes a value, or None."""
    definer = value.defining_op if value is not None else None
    return definer if isinstance(definer, cls) else None


def factors_of(value: Value) -> list[Value]:
    """The values whose product a value is, through Mul; a division by a number is a factor too, and
    stays as the Div."""
    found: list[Value] = []
    todo = [value]
    while todo:
        value = todo.pop()
        product = made_by(value, onnx.MulOp)
        if product is None or len(found) + len(todo) > _FACTORS:
            found.append(value)
        else:
            todo += product.operands
    return found


def split_numbers(values: list[Value]) -> tuple[float, list[Value]]:
    """The product of the factors that are numbers, and the other factors."""
    scale, others = 1.0, []
    for value in values:
        number = number_of(value)
        quotient = made_by(value, onnx.DivOp)
        divisor = number_of(quotient.operands[1]) if quotient is not None else None
        if number is not None:
            scale *= number
        elif quotient is not None and divisor:
            scale /= divisor
            others.append(quotient.operands[0])
        else:
            others.append(value)
    return scale, others


def _near(a: float | None, b: float) -> bool:
    return a is not None and isclose(a, b, rel_tol=1e-3)


def _plus(value: Value | None) -> tuple[Value, float] | None:
    """A value and the number that is added to it."""
    total = made_by(value, onnx.AddOp)
    if total is None:
        return None
    a, b = total.operands
    for variable, number in ((a, number_of(b)), (b, number_of(a))):
        if number is not None:
            return variable, number
    return None


# Gelu


@pattern(benefit=3)
def gelu(op: onnx.MulOp, rw: Rewriter) -> bool | None:
    """Mul(Mul(x, 0.5), Add(Erf(Div(x, 1.414)), 1)) --> Gelu(x)"""
    scale, others = split_numbers(factors_of(op.results[0]))
    if not _near(scale, 0.5) or len(others) != 2:
        return rw.fail("no product of 0.5 and two values")
    for x, sum in (others, others[::-1]):
        total = _plus(sum)
        if total is None or total[1] != 1.0 or x.type is not op.results[0].type:
            continue
        kind = _is_erf_of(total[0], x) or _is_tanh_of(total[0], x)
        if kind:
            rw.replace(op, rw.insert(onnx.GeluOp(x, approximate=kind, Y=op.results[0].type)))
            return True
    return rw.fail("the factors are not x and 1 + erf or tanh of x")


def _is_erf_of(value: Value, x: Value) -> str:
    erf = made_by(value, onnx.ErfOp)
    if erf is None:
        return ""
    scale, rest = split_numbers(factors_of(erf.operands[0]))
    return "none" if rest == [x] and _near(scale, sqrt(0.5)) else ""


def _is_tanh_of(value: Value, x: Value) -> str:
    tanh = made_by(value, onnx.TanhOp)
    if tanh is None:
        return ""
    scale, rest = split_numbers(factors_of(tanh.operands[0]))
    total = made_by(rest[0], onnx.AddOp) if len(rest) == 1 else None
    if total is not None and _near(scale, sqrt(2 / pi)):
        for plain, cube in (total.operands, total.operands[::-1]):
            number, cubed = split_numbers(_powers(factors_of(cube)))
            if plain is x and _near(number, 0.044715) and cubed == [x, x, x]:
                return "tanh"
    return ""


def _powers(values: list[Value]) -> list[Value]:
    """Pow(x, 3) as x, x, x."""
    found: list[Value] = []
    for value in values:
        power = made_by(value, onnx.PowOp)
        exponent = number_of(power.operands[1]) if power is not None else None
        if exponent in (2.0, 3.0):
            found += [power.operands[0]] * int(exponent)
        else:
            found.append(value)
    return found


# Softmax


def _along(value: Value, name: str) -> tuple[Value, int] | None:
    """The tensor that a value is reduced from by an operator, and the one axis, which stays with
    size 1, or comes back by a Reshape. What JAX adds, a maximum with -inf, changes nothing."""
    wanted = shape_of(value)
    back = made_by(value, onnx.ReshapeOp)
    value = value if back is None else back.operands[0]
    limited = made_by(value, onnx.MaxOp)
    if limited is not None and len(limited.operands) == 2:
        numbers = [number_of(v) for v in limited.operands]
        if -inf in numbers:
            value = limited.operands[1 - numbers.index(-inf)]
    op = made_by(value, Reduction)
    if op is None or op.schema.name != name:
        return None
    axes, shape = op.reduced_axes(), shape_of(op.data)
    if not axes or len(axes) != 1 or shape is None or DYNAMIC in shape:
        return None
    kept = (*shape[: axes[0]], 1, *shape[axes[0] + 1 :])
    return (op.data, axes[0]) if wanted == kept else None


@pattern
def softmax(op: onnx.DivOp, rw: Rewriter) -> bool | None:
    """Div(e, ReduceSum(e)), where e = Exp(Sub(x, ReduceMax(x))) --> Softmax(x)"""
    power, total = op.operands
    summed, exp = _along(total, "ReduceSum"), made_by(power, onnx.ExpOp)
    shifted = made_by(exp.operands[0], onnx.SubOp) if exp is not None else None
    if summed is None or shifted is None or summed[0] is not power or power.num_uses != 2:
        return rw.fail("it is not a power over the sum of the same powers alone")
    x, largest = shifted.operands
    if _along(largest, "ReduceMax") != (x, summed[1]) or x.type is not op.results[0].type:
        return rw.fail("the powers are not those of the differences from the maximum")
    if not isinstance(element_of(x), FloatType):
        return rw.fail("the elements are not floats")
    rw.replace(op, rw.insert(onnx.SoftmaxOp(x, axis=summed[1], output=x.type)))
    return True


# Normalizations


def _mean(value: Value | None) -> tuple[Value, int] | None:
    """The value that a value is the mean of, and the first of the axes, which are trailing ones;
    dimensions are kept."""
    op = made_by(value, Reduction)
    if op is None or op.schema.name != "ReduceMean" or not op.keepdims:
        return None
    axes, rank = op.reduced_axes(), rank_of(op.data)
    if not axes or rank is None or axes != tuple(range(axes[0], rank)):
        return None
    return op.data, axes[0]


def _square(value: Value) -> Value | None:
    """The value that a value is the square of."""
    parts = _powers(factors_of(value))
    return parts[0] if len(parts) == 2 and parts[0] is parts[1] else None


def _over_deviation(value: Value) -> tuple[Value, Value, int, float] | None:
    """(x, s, axis, e) where a value is x / sqrt(mean(s * s) + e)."""
    quotient = made_by(value, onnx.DivOp)
    if quotient is not None:
        choices = [(quotient.operands[0], quotient.operands[1])]
    else:
        product = made_by(value, onnx.MulOp)
        if product is None:
            return None
        a, b = product.operands
        choices = [(x, root) for x, v in ((a, b), (b, a)) if (root := _inverted(v)) is not None]
    for x, root in choices:
        op = made_by(root, onnx.SqrtOp)
        total = _plus(op.operands[0]) if op is not None else None
        mean = _mean(total[0]) if total is not None else None
        squared = _square(mean[0]) if mean is not None else None
        if total is not None and mean is not None and squared is not None:
            return x, squared, mean[1], total[1]
    return None


def _inverted(value: Value) -> Value | None:
    inverse = made_by(value, onnx.ReciprocalOp)
    if inverse is not None:
        reciprocal: Value = inverse.operands[0]
        return reciprocal
    quotient = made_by(value, onnx.DivOp)
    if quotient is not None and number_of(quotient.operands[0]) == 1.0:
        divisor: Value = quotient.operands[1]
        return divisor
    return None


@pattern(benefit=2)
def normalization(op: onnx.MulOp, rw: Rewriter) -> bool | None:
    """Mul(Div(x, Sqrt(Add(ReduceMean(Mul(x, x)), e))), s) --> RMSNormalization(x, s)"""
    for value, scale in (op.operands, op.operands[::-1]):
        found = _over_deviation(value)
        if found is None:
            continue
        x, squared, axis, epsilon = found
        if x is not squared or not _fits(x, scale, axis):
            continue
        type = op.results[0].type
        centered = _centered(x, axis)
        if centered is not None and centered.type is type:
            none = nothing(rw)
            made = onnx.LayerNormalizationOp(
                centered,
                scale,
                none,
                axis=axis,
                epsilon=epsilon,
                Y=type,
                Mean=NONE,
                InvStdDev=NONE,
            )
            rw.replace(op, [rw.insert(made).results[0]])
            return True
        if x.type is type:
            made = onnx.RMSNormalizationOp(x, scale, axis=axis, epsilon=epsilon, Y=type)
            rw.replace(op, rw.insert(made))
            return True
    return rw.fail("no value over its deviation times a scale of the normalized dimensions")


def _centered(value: Value, axis: int) -> Value | None:
    """x, where a value is x - mean(x)."""
    difference = made_by(value, onnx.SubOp)
    if difference is None:
        return None
    mean = _mean(difference.operands[1])
    x: Value = difference.operands[0]
    return x if mean is not None and mean == (x, axis) else None


def _fits(x: Value, other: Value, axis: int) -> bool:
    """Whether a scale or bias has the shape of the normalized dimensions."""
    shape, mine = shape_of(x), shape_of(other)
    element = element_of(x)
    if shape is None or mine is None or not isinstance(element, FloatType):
        return False
    return element is element_of(other) and mine == shape[axis:] and all(d >= 0 for d in mine)


@pattern
def bias_of_layer_normalization(op: onnx.AddOp, rw: Rewriter) -> bool | None:
    """Add(LayerNormalization(x, s), b) --> LayerNormalization(x, s, b)"""
    for value, bias in (op.operands, op.operands[::-1]):
        norm = made_by(value, onnx.LayerNormalizationOp)
        if norm is None or norm.B is not None or not value.has_one_use:
            continue
        axis = norm.axis + (rank_of(norm.X) or 0) if norm.axis < 0 else norm.axis
        if not _fits(norm.X, bias, axis) or norm.results[0].type is not op.results[0].type:
            continue
        if any(r.has_uses for r in norm.results[1:]):
            continue
        made = type(norm).create(
            [norm.X, norm.Scale, bias],
            norm.result_types,
            dict(norm.properties),
            location=norm.location,
        )
        rw.replace(op, [rw.insert(made).results[0]])
        return True
    return rw.fail("no normalization without a bias, plus one of the normalized dimensions")


MATH: tuple[Pattern, ...] = (softmax, gelu, normalization, bias_of_layer_normalization)
