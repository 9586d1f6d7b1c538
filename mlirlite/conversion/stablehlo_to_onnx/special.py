"""Rules of the other functions of chlo, and of custom calls that change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import RULES, Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.gamma import erf_inv as erf_inv_f64
from mlirlite.conversion.stablehlo_to_onnx.moving import shape_of
from mlirlite.ir.types import F32, I1, IntegerType, Signedness
from mlirlite.ods.hooks import DataOp

_SAME = ("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement")

Call = Callable[..., Any]
CALLS: dict[str, Call] = {}
"""What custom calls do, by their target: `f(b, op, *operands)` gives the list of results."""


@rule("custom_call")
def custom_call(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """The operands, for calls that only say where they are."""
    target = op.properties["call_target_name"].value
    if target in _SAME:
        return list(operands)
    if target in CALLS:
        found: list[Tensor] = CALLS[target](b, op, *operands)
        return found
    if target.startswith("check."):
        return [b.number(True, I1)] if op.results else []
    raise Refused(f"the target '{target}' is not known")


@rule("chlo.is_inf")
def is_inf(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Whether an element is infinite."""
    return x("IsInf")


@rule("chlo.is_pos_inf")
def is_pos_inf(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Whether an element is infinite."""
    return x("IsInf", detect_negative=0)


@rule("chlo.is_neg_inf")
def is_neg_inf(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """Whether an element is infinite and negative."""
    return x("IsInf", detect_positive=0)


@rule("chlo.square")
def square(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """The square."""
    return x * x


@rule("chlo.erf_inv")
def erf_inv(b: Builder, op: DataOp, y: Tensor) -> Tensor:
    """The inverse of erf, by Giles' polynomials for single precision."""
    if y.width > 32:
        return erf_inv_f64(y)
    if y.width < 32:
        return erf_inv(b, op, y.to(F32)).to(y.element)
    size = -((1 - y) * (y + 1))("Log")
    near, far = size - 2.5, size("Sqrt") - 3
    p, q = _polynomial(b, near, _NEAR), _polynomial(b, far, _FAR)
    found = (size < 5.0).where(p, q) * y
    return y("Abs").equal(1.0).where(y / (1 - y("Abs")), found)


_NEAR = (
    *(2.81022636e-08, 3.43273939e-07, -3.5233877e-06, -4.39150654e-06, 0.00021858087),
    *(-0.00125372503, -0.00417768164, 0.246640727, 1.50140941),
)
_FAR = (
    *(-0.000200214257, 0.000100950558, 0.00134934322, -0.00367342844, 0.00573950773),
    *(-0.0076224613, 0.00943887047, 1.00167406, 2.83297682),
)


def _polynomial(b: Builder, x: Tensor, coefficients: tuple[float, ...]) -> Tensor:
    first, *rest = coefficients
    found = x * first + rest[0]
    for c in rest[1:]:
        found = found * x + c
    return found


# chlo's ops with implicit broadcasting


def _broadcasting(name: str) -> Callable[..., Tensor]:
    def convert(b: Builder, op: DataOp, *operands: Tensor) -> Tensor:
        shape = shape_of(op)
        found: Tensor = RULES[name](b, op, *(v.expand(shape) for v in operands))
        return found

    return convert


for _word in (
    *("add", "and", "atan2", "compare", "divide", "maximum", "minimum", "multiply", "or"),
    *("power", "remainder", "select", "shift_left", "shift_right_arithmetic"),
    *("shift_right_logical", "subtract", "xor"),
):
    rule(f"chlo.broadcast_{_word}")(_broadcasting(f"stablehlo.{_word}"))
for _word in ("next_after", "polygamma", "zeta"):
    rule(f"chlo.broadcast_{_word}")(_broadcasting(f"chlo.{_word}"))


@rule("chlo.next_after")
def next_after(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The next number toward another one."""
    bits = x("BitCast", to=IntegerType(x.width))
    one = bits.like(1)
    away = x.equal(0) | ((x < y).equal(x > 0))
    moved = away.where(bits + one, bits - one)
    least = (y > 0).where(one, bits.like(-(1 << (x.width - 1)) + 1))
    moved = x.equal(0).where(least, moved)("BitCast", to=x.element)
    lost = x("IsNaN") | y("IsNaN")
    return lost.where(float("nan"), x.equal(y).where(y, moved))


@rule("chlo.mulhi")
def mulhi(b: Builder, op: DataOp, x: Tensor, y: Tensor) -> Tensor:
    """The upper half of a product."""
    if x.width > 32:
        raise Refused("the upper half of a product of 64 bits")
    sign = Signedness.UNSIGNED if x.is_unsigned else Signedness.SIGNLESS
    shift = b.number(x.width, IntegerType(64, sign))
    wide = x.to(shift.element) * y.to(shift.element)
    if x.is_unsigned:
        return wide("BitShift", shift, direction="RIGHT").to(x.element)
    scale = wide.like(1 << x.width)
    return ((wide - wide("Mod", scale, fmod=0)) / scale).to(x.element)
