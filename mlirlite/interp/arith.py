"""Evaluation of the ops of arith."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from mlirlite.dialects import arith
from mlirlite.interp.integers import (
    check_divisor,
    check_quotient,
    compare,
    divide,
    remainder,
    shift,
)
from mlirlite.interp.machine import Evaluation, Machine, evaluate
from mlirlite.interp.values import (
    POISON,
    array_of,
    array_or_poison,
    constant,
    elementwise,
    items,
    rounded,
    signed,
    tidy,
    unsigned,
    width_of,
    wrap,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import pack_elements, unpack_elements
from mlirlite.ir.floats import FORMATS
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FloatType, element_type_of
from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.dialects import llvm

Integers = Callable[[int, int, int], Any]


@evaluate(arith.ConstantOp)
def run_constant(m: Machine, op: arith.ConstantOp) -> Any:
    """The constant."""
    return constant(op.value, op.result.type)


def on_integers(
    function: Integers,
    read: Callable[[int, Type], int],
    is_exact: Callable[[int, int], bool] | None = None,
) -> Evaluation:
    """The evaluation of an op on signed or unsigned integers; `function(a, b, width)` gives the
    exact result, which is wrapped, or POISON. `is_exact` tests the promise of an `exact` op."""

    def run(m: Machine, op: Operation) -> Any:
        type = element_type_of(op.result.type)
        width = width_of(type)
        flags: Any = op.properties.get("overflowFlags")
        nsw, nuw = (bool(flags and int(flags.value) & bit) for bit in (1, 2))
        exact = op.properties.get("isExact") is not None

        def one(a: int, b: int) -> Any:
            found = function(read(a, type), read(b, type), width)
            if found is POISON:
                return POISON
            if nsw and signed(found, type) != function(signed(a, type), signed(b, type), width):
                return POISON
            if nuw and unsigned(found, type) != function(
                unsigned(a, type), unsigned(b, type), width
            ):
                return POISON
            if exact and is_exact is not None and not is_exact(read(a, type), read(b, type)):
                return POISON
            return wrap(found, type)

        return elementwise(one, op.result.type, m[op.operands[0]], m[op.operands[1]])

    return run


def _no_bits_lost(a: int, by: int) -> bool:
    return a & ((1 << by) - 1) == 0


def _no_remainder(a: int, b: int) -> bool:
    return remainder(a, b) == 0


def _divui(a: int, b: int, width: int) -> int:
    check_divisor(b)
    return a // b


def _remui(a: int, b: int, width: int) -> int:
    check_divisor(b)
    return a % b


def _ceildivui(a: int, b: int, width: int) -> int:
    check_divisor(b)
    return -(-a // b)


def _divsi(a: int, b: int, width: int) -> int:
    check_quotient(a, b, width)
    return divide(a, b)


def _remsi(a: int, b: int, width: int) -> int:
    check_quotient(a, b, width)
    return remainder(a, b)


def _ceildivsi(a: int, b: int, width: int) -> int:
    check_quotient(a, b, width)
    return -(-a // b)


def _floordivsi(a: int, b: int, width: int) -> int:
    check_quotient(a, b, width)
    return a // b


def _shli(a: int, b: int, width: int) -> Any:
    return shift(a, b % (1 << width), width, left=True)


def _shr(a: int, b: int, width: int) -> Any:
    return shift(a, b % (1 << width), width, left=False)


BINARY: dict[str, Evaluation] = {
    "add": on_integers(lambda a, b, w: a + b, signed),
    "sub": on_integers(lambda a, b, w: a - b, signed),
    "mul": on_integers(lambda a, b, w: a * b, signed),
    "divu": on_integers(_divui, unsigned, _no_remainder),
    "divs": on_integers(_divsi, signed, _no_remainder),
    "ceildivu": on_integers(_ceildivui, unsigned),
    "ceildivs": on_integers(_ceildivsi, signed),
    "floordivs": on_integers(_floordivsi, signed),
    "remu": on_integers(_remui, unsigned),
    "rems": on_integers(_remsi, signed),
    "and": on_integers(lambda a, b, w: a & b, signed),
    "or": on_integers(lambda a, b, w: a | b, signed),
    "xor": on_integers(lambda a, b, w: a ^ b, signed),
    "shl": on_integers(_shli, signed),
    "shru": on_integers(_shr, unsigned, _no_bits_lost),
    "shrs": on_integers(_shr, signed, _no_bits_lost),
    "maxs": on_integers(lambda a, b, w: max(a, b), signed),
    "maxu": on_integers(lambda a, b, w: max(a, b), unsigned),
    "mins": on_integers(lambda a, b, w: min(a, b), signed),
    "minu": on_integers(lambda a, b, w: min(a, b), unsigned),
}
"""Functions of ops on two integers, for all dialects."""

_cls: type[Any]
_name: str
for _cls, _name in (
    (arith.AddIOp, "add"),
    (arith.SubIOp, "sub"),
    (arith.MulIOp, "mul"),
    (arith.DivUIOp, "divu"),
    (arith.DivSIOp, "divs"),
    (arith.CeilDivUIOp, "ceildivu"),
    (arith.CeilDivSIOp, "ceildivs"),
    (arith.FloorDivSIOp, "floordivs"),
    (arith.RemUIOp, "remu"),
    (arith.RemSIOp, "rems"),
    (arith.AndIOp, "and"),
    (arith.OrIOp, "or"),
    (arith.XOrIOp, "xor"),
    (arith.ShLIOp, "shl"),
    (arith.ShRUIOp, "shru"),
    (arith.ShRSIOp, "shrs"),
    (arith.MaxSIOp, "maxs"),
    (arith.MaxUIOp, "maxu"),
    (arith.MinSIOp, "mins"),
    (arith.MinUIOp, "minu"),
):
    evaluate.add(_cls, BINARY[_name])


@evaluate(arith.AddUIExtendedOp)
def run_addui_extended(m: Machine, op: arith.AddUIExtendedOp) -> list[Any]:
    """The sum, and whether it overflowed."""
    type = element_type_of(op.lhs.type)
    width = width_of(type)
    a, b = m[op.lhs], m[op.rhs]

    def total(x: int, y: int) -> int:
        return unsigned(x, type) + unsigned(y, type)

    return [
        elementwise(lambda x, y: wrap(total(x, y), type), op.results[0].type, a, b),
        elementwise(lambda x, y: total(x, y) >> width, op.results[1].type, a, b),
    ]


def _extended(read: Callable[[int, Type], int]) -> Callable[[Machine, Any], list[Any]]:
    def run(m: Machine, op: arith.MulSIExtendedOp | arith.MulUIExtendedOp) -> list[Any]:
        type = element_type_of(op.lhs.type)
        width = width_of(type)
        a, b = m[op.lhs], m[op.rhs]

        def part(by: int) -> Any:
            return elementwise(
                lambda x, y: wrap((read(x, type) * read(y, type)) >> by, type), op.lhs.type, a, b
            )

        return [part(0), part(width)]

    return run


evaluate.add(arith.MulSIExtendedOp, _extended(signed))
evaluate.add(arith.MulUIExtendedOp, _extended(unsigned))


def divide_floats(a: float, b: float) -> float:
    """IEEE division, also by zero."""
    if b == 0:
        if a == 0 or math.isnan(a) or math.isnan(b):
            return math.nan
        return math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


def _remainder(a: float, b: float) -> float:
    if math.isinf(a) or b == 0 or math.isnan(a) or math.isnan(b):
        return math.nan
    return math.fmod(a, b)


def maximum(a: float, b: float) -> float:
    """The larger; NaN when either is; +0 is larger than -0."""
    if math.isnan(a) or math.isnan(b):
        return math.nan
    if a == b == 0:
        return a if math.copysign(1, a) > 0 else b
    return max(a, b)


def minimum(a: float, b: float) -> float:
    """The smaller; NaN when either is; -0 is smaller than +0."""
    if math.isnan(a) or math.isnan(b):
        return math.nan
    if a == b == 0:
        return a if math.copysign(1, a) < 0 else b
    return min(a, b)


def maxnum(a: float, b: float) -> float:
    """The larger; if one is NaN, the other."""
    return b if math.isnan(a) else a if math.isnan(b) else maximum(a, b)


def minnum(a: float, b: float) -> float:
    """The smaller; if one is NaN, the other."""
    return b if math.isnan(a) else a if math.isnan(b) else minimum(a, b)


def on_floats(function: Callable[..., float]) -> Evaluation:
    """The evaluation of an op on floats: a function of doubles, rounded to the type of the result.
    Doubles have more than twice the precision of f32 and below, so that double rounding is
    correct."""

    def run(m: Machine, op: Operation) -> Any:
        type = element_type_of(op.result.type)
        values = m.all(op.operands)
        return elementwise(lambda *v: rounded(function(*v), type), op.result.type, *values)

    return run


FLOAT_BINARY: dict[str, Evaluation] = {
    "add": on_floats(lambda a, b: a + b),
    "sub": on_floats(lambda a, b: a - b),
    "mul": on_floats(lambda a, b: a * b),
    "div": on_floats(divide_floats),
    "rem": on_floats(_remainder),
    "maximum": on_floats(maximum),
    "minimum": on_floats(minimum),
    "maxnum": on_floats(maxnum),
    "minnum": on_floats(minnum),
}
"""Functions of ops on two floats."""

for _cls, _name in (
    (arith.AddFOp, "add"),
    (arith.SubFOp, "sub"),
    (arith.MulFOp, "mul"),
    (arith.DivFOp, "div"),
    (arith.RemFOp, "rem"),
    (arith.MaximumFOp, "maximum"),
    (arith.MinimumFOp, "minimum"),
    (arith.MaxNumFOp, "maxnum"),
    (arith.MinNumFOp, "minnum"),
):
    evaluate.add(_cls, FLOAT_BINARY[_name])


@evaluate(arith.NegFOp)
def run_negf(m: Machine, op: arith.NegFOp) -> Any:
    """The sign flipped, also for zero and NaN."""
    return elementwise(lambda a: -a, op.result.type, m[op.operands[0]])


@evaluate(arith.CmpIOp)
def run_cmpi(m: Machine, op: arith.CmpIOp) -> Any:
    """A comparison of integers."""
    return compare_integers(m, op, element_type_of(op.lhs.type))


def compare_integers(m: Machine, op: arith.CmpIOp | llvm.ICmpOp, type: Type) -> Any:
    """A comparison of integers of this type."""
    name = op.predicate.name

    def one(a: int, b: int) -> int:
        ua, ub = unsigned(a, type), unsigned(b, type)
        return int(compare(name, signed(a, type), signed(b, type), ua, ub))

    return elementwise(one, op.result.type, m[op.lhs], m[op.rhs])


def compare_floats(name: str, a: float, b: float) -> bool:
    """A comparison by its name: `olt`, `une`, `ord` …"""
    unordered = math.isnan(a) or math.isnan(b)
    if name.strip("_") in ("true", "false"):
        return name.strip("_") == "true"
    if name in ("ord", "uno"):
        return unordered == (name == "uno")
    if unordered:
        return name[0] == "u"
    test = {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}
    return test[name[1:]]


@evaluate(arith.CmpFOp)
def run_cmpf(m: Machine, op: arith.CmpFOp) -> Any:
    """A comparison of floats."""
    name = op.predicate.name
    return elementwise(
        lambda a, b: int(compare_floats(name, a, b)), op.result.type, m[op.lhs], m[op.rhs]
    )


@evaluate(arith.SelectOp)
def run_select(m: Machine, op: arith.SelectOp) -> Any:
    """One of two values, or one of each pair of elements."""
    condition, (yes, no) = m[op.operands[0]], op.operands[1:]
    if not isinstance(condition, np.ndarray):
        return m.raw(yes if condition else no)
    type: Any = op.result.type
    rows = (items(array_or_poison(v, type)) for v in (condition, m.raw(yes), m.raw(no)))
    values = [POISON if c is POISON else a if c else b for c, a, b in zip(*rows, strict=True)]
    return tidy(array_of(values, type.shape, type.element_type), type)


def casting(function: Callable[[Any, Type, Type], Any]) -> Evaluation:
    """The evaluation of a cast: `function(value, from, to)` on numbers."""

    def run(m: Machine, op: Operation) -> Any:
        source, target = (element_type_of(v.type) for v in (op.operands[0], op.result))
        return elementwise(lambda a: function(a, source, target), op.result.type, m[op.operands[0]])

    return run


def _float_to_integer(low: Callable[[int], int], high: Callable[[int], int]) -> Any:
    def one(value: float, source: Type, target: Type) -> Any:
        width = width_of(target)
        if not math.isfinite(value) or not low(width) <= math.trunc(value) < high(width):
            return POISON
        return wrap(math.trunc(value), target)

    return one


def _from_integer(value: int, type: Type) -> float:
    """An integer of any width rounded once."""
    if not isinstance(type, FloatType):
        raise DiagnosticError(f"expected a float type, found {type}")
    keep = type.format.mantissa + 3
    extra = abs(value).bit_length() - keep
    if extra > 0:  # a sticky bit stands for the truncated bits, so that doubles round correctly
        magnitude = abs(value)
        cut = magnitude >> extra << extra
        magnitude = cut | (1 << extra) if magnitude != cut else cut
        value = magnitude if value > 0 else -magnitude
    try:
        return rounded(float(value), type)
    except OverflowError:
        return math.copysign(math.inf, value)


CASTS: dict[str, Evaluation] = {
    "extu": casting(lambda a, s, t: wrap(unsigned(a, s), t)),
    "exts": casting(lambda a, s, t: wrap(signed(a, s), t)),
    "round": casting(lambda a, s, t: rounded(a, t)),
    "ftos": casting(_float_to_integer(lambda w: -(1 << (w - 1)), lambda w: 1 << (w - 1))),
    "ftou": casting(_float_to_integer(lambda w: 0, lambda w: 1 << w)),
    "stof": casting(lambda a, s, t: _from_integer(signed(a, s), t)),
    "utof": casting(lambda a, s, t: _from_integer(unsigned(a, s), t)),
}
"""Functions of casts between numbers."""

for _cls, _name in (
    (arith.ExtUIOp, "extu"),
    (arith.ExtSIOp, "exts"),
    (arith.IndexCastOp, "exts"),
    (arith.IndexCastUIOp, "extu"),
    (arith.ExtFOp, "round"),
    (arith.FPToSIOp, "ftos"),
    (arith.FPToUIOp, "ftou"),
    (arith.SIToFPOp, "stof"),
    (arith.UIToFPOp, "utof"),
):
    evaluate.add(_cls, CASTS[_name])


@evaluate(arith.TruncIOp)
def run_trunci(m: Machine, op: arith.TruncIOp) -> Any:
    """The low bits; poison when the flags forbid the loss."""
    source, target = (element_type_of(v.type) for v in (op.operands[0], op.result))
    flags = int(op.overflowFlags.value)

    def one(a: int) -> Any:
        if flags & 1 and signed(a, target) != signed(a, source):
            return POISON
        if flags & 2 and unsigned(a, target) != unsigned(a, source):
            return POISON
        return wrap(a, target)

    return elementwise(one, op.result.type, m[op.operands[0]])


@evaluate(arith.TruncFOp)
def run_truncf(m: Machine, op: arith.TruncFOp) -> Any:
    """A float rounded to a smaller type."""
    mode = op.roundingmode
    if mode is not None and mode.name != "to_nearest_even":
        raise DiagnosticError(op.error(f"with rounding mode {mode.name} cannot be evaluated"))
    type = element_type_of(op.out.type)
    return elementwise(lambda a: rounded(a, type), op.out.type, m[op.in_])


@evaluate(arith.ScalingExtFOp, arith.ScalingTruncFOp)
def run_scaling(m: Machine, op: arith.ScalingExtFOp | arith.ScalingTruncFOp) -> Any:
    """A float times a scale that is a power of two, or divided by it for a truncation."""
    type, scales = element_type_of(op.out.type), FORMATS["f8E8M0FNU"]
    grows = isinstance(op, arith.ScalingExtFOp)

    def one(a: float, scale: float) -> float:
        power = scales.round(scale)
        return rounded(a * power if grows else divide_floats(a, power), type)

    return elementwise(one, op.out.type, m[op.in_], m[op.scale])


@evaluate(arith.BitcastOp)
def run_bitcast(m: Machine, op: arith.BitcastOp) -> Any:
    """The same bits read as another type of the same width."""
    return reinterpret(m[op.in_], op.in_.type, op.out.type)


def reinterpret(value: Any, source: Type, target: Type) -> Any:
    """A value's bits as those of another type; arrays take the target's last dimension."""
    before, after = element_type_of(source), element_type_of(target)
    array = value if isinstance(value, np.ndarray) else None
    raw = pack_elements([value] if array is None else items(array), before)
    values = unpack_elements(raw, after)
    if array is None:
        return values[0]
    shape = array.shape
    if len(values) != array.size:
        shape = (*shape[:-1], len(values) // math.prod(shape[:-1]))
    return array_of(values, shape, after)
