"""Rules of the other functions of chlo, and of custom calls that change nothing."""

from __future__ import annotations

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.ir.types import I1
from mlirlite.ods.hooks import DataOp

_SAME = ("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "annotate_device_placement")


@rule("custom_call")
def custom_call(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """The operands, for calls that only say where they are."""
    target = op.properties["call_target_name"].value
    if target in _SAME:
        return list(operands)
    if target.startswith("check."):
        return [b.number(True, I1)] if op.results else []
    raise Refused(f"the target '{target}' is not known")


@rule("chlo.erfc")
def erfc(b: Builder, op: DataOp, x: Tensor) -> Tensor:
    """1 - erf(x)."""
    return 1 - x("Erf")


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
        raise Refused("the inverse of erf in double precision")
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
