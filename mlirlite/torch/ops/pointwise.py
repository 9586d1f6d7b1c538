"""Rules of ops that work element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

from mlirlite.dialects.onnx.tensor_operators import Number
from mlirlite.torch.builder import Builder, Tensor, wide
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported

Formula = Callable[..., Tensor]
_INTEGERS = (torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8)


def direct(name: str) -> Rule:
    """An onnx op on elements of the result's type."""
    return lambda b, *xs: b(name, *[b.operand(x, b.dtype) for x in xs])


def formula(made: Formula) -> Rule:
    """A formula of elements of the result's type; of halves, in float32, as torch computes."""

    def rule(b: Builder, *xs: Any) -> Tensor:
        given = [
            b.operand(x, wide(b.dtype)) if isinstance(x, Tensor) or i < 1 else x
            for i, x in enumerate(xs)
        ]
        return made(*given).to(b.dtype)

    return rule


def test(made: Formula) -> Rule:
    """A formula with a truth value of one tensor of any type."""
    return lambda b, x: made(x.to(torch.float32 if x.dtype in _INTEGERS else x.dtype))


def compared(name: str, negated: bool = False) -> Rule:
    """An onnx op that compares, in the type that torch compares in."""

    def rule(b: Builder, x: Any, y: Any) -> Tensor:
        dtype = _common(b)
        if dtype is torch.bool:
            dtype = torch.uint8 if name != "Equal" else dtype
        made = b(name, b.operand(x, dtype), b.operand(y, dtype))
        return ~made if negated else made

    return rule


def _common(b: Builder) -> torch.dtype:
    """The type that the arguments of the current op are converted to."""
    given = [a for a in b.given if isinstance(a, (torch.Tensor, bool, int, float, torch.SymInt))]
    found: torch.dtype = elementwise_dtypes(
        *given, type_promotion_kind=ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT
    )[0]
    return found


def logical(name: str) -> Rule:
    """An onnx op on truth values."""
    return lambda b, *xs: b(name, *[x.to(torch.bool) for x in xs])


def bits(name: str, of_booleans: str) -> Rule:
    """An op on bits, another one on truth values."""

    def rule(b: Builder, *xs: Any) -> Tensor:
        given = [b.operand(x, b.dtype) for x in xs]
        return b(of_booleans if b.dtype is torch.bool else name, *given)

    return rule


def sum_of(name: str, of_booleans: str) -> Rule:
    """x + alpha * y, or x - alpha * y."""

    def rule(b: Builder, x: Any, y: Any, alpha: Any = 1) -> Tensor:
        if b.dtype is torch.bool:
            if alpha is not True and alpha != 1:
                raise Unsupported("a factor of truth values")
            return b(of_booleans, b.operand(x, torch.bool), b.operand(y, torch.bool))
        right = b.operand(y, b.dtype)
        if alpha != 1:
            right = right * b.operand(alpha, b.dtype)
        return b(name, b.operand(x, b.dtype), right)

    return rule


def _mul(b: Builder, x: Any, y: Any) -> Tensor:
    name = "And" if b.dtype is torch.bool else "Mul"
    return b(name, b.operand(x, b.dtype), b.operand(y, b.dtype))


# Quotients


def _div(b: Builder, left: Any, right: Any, mode: str | None = None) -> Tensor:
    dtype = wide(b.dtype)
    x, y = b.operand(left, dtype), b.operand(right, dtype)
    if dtype in _INTEGERS:
        b.require_divisor(y)
    if mode is None:
        made = x / y
    elif mode == "trunc":
        made = x / y if b.dtype in _INTEGERS else truncated(x / y)
    else:
        made = _floor_divided(x, y)
    return made.to(b.dtype)


def _floor_divided(x: Tensor, y: Tensor) -> Tensor:
    if x.dtype is torch.uint8:
        return x / y
    if x.dtype in _INTEGERS:
        return (x - x.b("Mod", x, y)) / y
    rest = x("Mod", y, fmod=1)
    whole = (x - rest) / y
    differs = ~rest.equal(0) & _differ(y < 0, rest < 0)
    whole = differs.where(whole - 1, whole)
    down = whole("Floor")
    down = (whole - down > 0.5).where(down + 1, down)
    return y.equal(0).where(x / y, whole.equal(0).where(copied_sign(down * 0, x / y), down))


def _differ(x: Tensor, y: Tensor) -> Tensor:
    return x.b("Xor", x, y)


def _remainder(b: Builder, x: Any, y: Any) -> Tensor:
    dtype = wide(b.dtype)
    x, y = b.operand(x, dtype), b.operand(y, dtype)
    if dtype in _INTEGERS:
        b.require_divisor(y)
        return b("Mod", x, y)
    rest = b("Mod", x, y, fmod=1)
    return (~rest.equal(0) & _differ(y < 0, rest < 0)).where(rest + y, rest).to(b.dtype)


def _fmod(b: Builder, x: Any, y: Any) -> Tensor:
    dtype = wide(b.dtype)
    y = b.operand(y, dtype)
    if dtype in _INTEGERS:
        b.require_divisor(y)
    return b("Mod", b.operand(x, dtype), y, fmod=1).to(b.dtype)


# Parts of numbers


def truncated(x: Tensor) -> Tensor:
    """Rounded toward zero."""
    if x.dtype in _INTEGERS:
        return x
    return (x < 0).where(x("Ceil"), x("Floor"))


def sign_bit(x: Tensor) -> Tensor:
    """Where the sign is negative, that of zero included."""
    below = x < 0
    if x.dtype in _INTEGERS or x.dtype is torch.bool:
        return below
    return below | (x.equal(0) & (x("Reciprocal") < 0))


def copied_sign(x: Tensor, y: Tensor) -> Tensor:
    """The size of x with the sign of y."""
    size = x("Abs")
    return sign_bit(y).where(-size, size)


def is_infinite(x: Tensor) -> Tensor:
    """Where an element is infinite."""
    return x("Abs").equal(math.inf)


def is_nan(x: Tensor) -> Tensor:
    """Where an element is not a number."""
    return ~x.equal(x)


# Functions


def _log1p(x: Tensor) -> Tensor:
    near = x + 1
    plain = near("Log")
    exact = plain * (x / (near - 1))
    return (near.equal(1) | is_infinite(near)).where(near.equal(1).where(x, plain), exact)


def _expm1(x: Tensor) -> Tensor:
    """(e^x - 1) as tanh(x/2) (e^x + 1), which keeps small numbers."""
    far = x("Abs") > 1
    power = x("Exp")
    return far.where(power - 1, (x * 0.5)("Tanh") * (power + 1))


def _atan2(y: Tensor, x: Tensor) -> Tensor:
    one, zero = x.like(1), x.like(0)
    both = is_infinite(x) & is_infinite(y)
    none = x.equal(0) & y.equal(0)
    left, right = both.where(copied_sign(one, y), y), both.where(copied_sign(one, x), x)
    right = none.where(one, right)
    angle = none.where(copied_sign(zero, y), (left / right)("Atan"))
    turned = none.where(copied_sign(x.like(math.pi), y), angle + copied_sign(x.like(math.pi), y))
    return sign_bit(x).where(turned, angle)


def _hypot(x: Tensor, y: Tensor) -> Tensor:
    left, right = x("Abs"), y("Abs")
    most, least = x.b("Max", [left, right]), x.b("Min", [left, right])
    ratio = most.equal(0).where(x.like(0), least / most)
    found = most * (ratio * ratio + 1)("Sqrt")
    return (is_infinite(left) | is_infinite(right)).where(x.like(math.inf), found)


def _gelu(b: Builder, x: Tensor, approximate: str = "none") -> Tensor:
    return b("Gelu", x, approximate=approximate)


def _elu(x: Tensor, alpha: Number = 1, scale: Number = 1, input_scale: Number = 1) -> Tensor:
    return (x > 0).where(x * scale, _expm1(x * input_scale) * (alpha * scale))


def _clamp(b: Builder, x: Tensor, least: Any = None, most: Any = None) -> Tensor:
    found = x.to(b.dtype)
    if least is not None:
        low = b.operand(least, b.dtype)
        found = b("Max", [found, low])
    if most is not None:
        found = b("Min", [found, b.operand(most, b.dtype)])
    return found


def extreme(name: str, ignore: bool = False) -> Rule:
    """The larger or smaller of two; a NaN counts, or is ignored."""

    def rule(b: Builder, x: Tensor, y: Tensor) -> Tensor:
        x, y = x.to(b.dtype), y.to(b.dtype)
        if b.dtype is torch.bool:
            return b("Or" if name == "Max" else "And", x, y)
        found = b(name, [x, y])
        if b.dtype not in _INTEGERS:
            found = (
                is_nan(x).where(y, is_nan(y).where(x, found))
                if ignore
                else is_nan(x).where(x, is_nan(y).where(y, found))
            )
        return found

    return rule


def _pow(b: Builder, base: Any, y: Any) -> Tensor:
    dtype = wide(b.dtype)
    if b.dtype is torch.bool:
        raise Unsupported("a power of truth values")
    x = b.operand(base, dtype)
    if isinstance(y, (int, float)) and dtype.is_floating_point:
        simple = {2: lambda: x * x, 1: lambda: x, 0.5: lambda: x("Sqrt"), 3: lambda: x * x * x}
        simple |= {-1: lambda: x("Reciprocal"), -0.5: lambda: x("Sqrt")("Reciprocal")}
        if y in simple:
            return simple[y]().to(b.dtype)
    if isinstance(y, int) and not dtype.is_floating_point and 0 <= y <= 4:
        found = x * 0 + 1
        for _ in range(y):
            found = found * x
        return found
    if not dtype.is_floating_point:
        raise Unsupported("a power of integers")
    return b("Pow", x, b.operand(y, dtype)).to(b.dtype)


def _where(b: Builder, condition: Tensor, x: Any, y: Any) -> Tensor:
    return b("Where", condition.to(torch.bool), b.operand(x, b.dtype), b.operand(y, b.dtype))


def _same(b: Builder, x: Tensor, *_: Any) -> Tensor:
    """A conversion, if any; the values stay."""
    if x.dtype is b.dtype:
        return x
    if x.dtype.is_floating_point and not b.dtype.is_floating_point and b.dtype is not torch.bool:
        raise_unsigned(b.dtype)
    return x.to(b.dtype)


def raise_unsigned(dtype: torch.dtype) -> None:
    """Unsupported for unsigned numbers: what torch makes of negative ones differs."""
    if dtype in (torch.uint8, torch.uint16, torch.uint32, torch.uint64):
        raise Unsupported(f"floats as {dtype}")


def _relu(b: Builder, x: Tensor) -> Tensor:
    return x("Relu") if x.dtype.is_floating_point else b("Max", [x, x.like(0)])


def _sign(x: Tensor) -> Tensor:
    return x if x.dtype is torch.bool else x("Sign")


def _abs(b: Builder, x: Tensor) -> Tensor:
    return x if x.dtype is torch.bool else x("Abs")


def whole(name: str) -> Rule:
    """A rounding; integers stay."""
    return lambda b, x: x if x.dtype in _INTEGERS or x.dtype is torch.bool else x(name)


def unary(name: str) -> Rule:
    """A function of floats; of halves, in float32."""
    return formula(lambda x: x(name))


def _angle(x: Tensor) -> Tensor:
    """Pi for negative numbers, else 0."""
    return is_nan(x).where(x, (x < 0).where(x.like(math.pi), 0))


def _neg(b: Builder, x: Tensor) -> Tensor:
    return b.operand(0, b.dtype) - x if b.dtype is torch.uint8 else x("Neg")


add({
    "abs": _abs,
    "acos": unary("Acos"),
    "acosh": unary("Acosh"),
    "add": sum_of("Add", "Or"),
    "alias": _same,
    "angle": formula(_angle),
    "asin": unary("Asin"),
    "asinh": unary("Asinh"),
    "atan": unary("Atan"),
    "atan2": formula(_atan2),
    "atanh": unary("Atanh"),
    "bitwise_and": bits("BitwiseAnd", "And"),
    "bitwise_not": bits("BitwiseNot", "Not"),
    "bitwise_or": bits("BitwiseOr", "Or"),
    "bitwise_xor": bits("BitwiseXor", "Xor"),
    "ceil": whole("Ceil"),
    "clamp": _clamp,
    "clamp_max": lambda b, x, most: _clamp(b, x, None, most),
    "clamp_min": lambda b, x, least: _clamp(b, x, least),
    "clone": _same,
    "copysign": formula(lambda x, y: copied_sign(x, x.like(y))),
    "cos": unary("Cos"),
    "cosh": unary("Cosh"),
    "detach": _same,
    "div": _div,
    "elu": formula(_elu),
    "eq": compared("Equal"),
    "erf": unary("Erf"),
    "exp": unary("Exp"),
    "exp2": formula(lambda x: x.like(2)("Pow", x)),
    "expm1": formula(_expm1),
    "floor": whole("Floor"),
    "floor_divide": lambda b, x, y: _div(b, x, y, "floor"),
    "fmax": extreme("Max", ignore=True),
    "fmin": extreme("Min", ignore=True),
    "fmod": _fmod,
    "ge": compared("GreaterOrEqual"),
    "gelu": _gelu,
    "gt": compared("Greater"),
    "hypot": formula(_hypot),
    "isinf": test(is_infinite),
    "isnan": test(is_nan),
    "le": compared("LessOrEqual"),
    "leaky_relu": formula(lambda x, slope=0.01: (x > 0).where(x, x * slope)),
    "lift_fresh_copy": _same,
    "log": unary("Log"),
    "log10": formula(lambda x: x("Log") * (1 / math.log(10))),
    "log1p": formula(_log1p),
    "log2": formula(lambda x: x("Log") * (1 / math.log(2))),
    "logical_and": logical("And"),
    "logical_not": logical("Not"),
    "logical_or": logical("Or"),
    "logical_xor": logical("Xor"),
    "lt": compared("Less"),
    "maximum": extreme("Max"),
    "minimum": extreme("Min"),
    "mul": _mul,
    "ne": compared("Equal", negated=True),
    "neg": _neg,
    "pow": _pow,
    "reciprocal": unary("Reciprocal"),
    "relu": _relu,
    "remainder": _remainder,
    "round.default": whole("Round"),
    "rsqrt": formula(lambda x: x("Sqrt")("Reciprocal")),
    "rsub": lambda b, x, y, alpha=1: sum_of("Sub", "Xor")(b, y, x, alpha),
    "sigmoid": unary("Sigmoid"),
    "sign": lambda b, x: _sign(x),
    "sgn": lambda b, x: _sign(x),
    "signbit": test(sign_bit),
    "sin": unary("Sin"),
    "sinh": unary("Sinh"),
    "sqrt": unary("Sqrt"),
    "sub": sum_of("Sub", "Xor"),
    "tan": unary("Tan"),
    "tanh": unary("Tanh"),
    "true_divide": _div,
    "trunc": lambda b, x: truncated(x),
    "where": _where,
    "_conj": _same,
    "_to_copy": _same,
    "_assert_tensor_metadata": lambda b, *_: None,  # of what the trace has settled
    "convert_element_type": lambda b, x: _same(b, x),
})  # fmt: skip
