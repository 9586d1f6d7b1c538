"""Intrinsics of the llvm dialect on numbers, and vectors element by element."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from mlirlite.dialects import llvm, math as math_dialect
from mlirlite.interp.arith import BINARY, FLOAT_BINARY, on_floats
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.math import BINARY as MATH_BINARY, INTEGER, UNARY, fused, quiet, run_bits
from mlirlite.interp.values import (
    POISON,
    elementwise,
    rounded,
    signed,
    unsigned,
    width_of,
    wrap,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, element_type_of

_UNARY: dict[type[Any], type[Any]] = {
    llvm.ACosOp: math_dialect.AcosOp,
    llvm.ASinOp: math_dialect.AsinOp,
    llvm.ATanOp: math_dialect.AtanOp,
    llvm.FCeilOp: math_dialect.CeilOp,
    llvm.CosOp: math_dialect.CosOp,
    llvm.CoshOp: math_dialect.CoshOp,
    llvm.ExpOp: math_dialect.ExpOp,
    llvm.Exp2Op: math_dialect.Exp2Op,
    llvm.FAbsOp: math_dialect.AbsFOp,
    llvm.FFloorOp: math_dialect.FloorOp,
    llvm.LogOp: math_dialect.LogOp,
    llvm.Log10Op: math_dialect.Log10Op,
    llvm.Log2Op: math_dialect.Log2Op,
    llvm.NearbyintOp: math_dialect.RoundEvenOp,
    llvm.RintOp: math_dialect.RoundEvenOp,
    llvm.RoundOp: math_dialect.RoundOp,
    llvm.RoundEvenOp: math_dialect.RoundEvenOp,
    llvm.SinOp: math_dialect.SinOp,
    llvm.SinhOp: math_dialect.SinhOp,
    llvm.SqrtOp: math_dialect.SqrtOp,
    llvm.TanOp: math_dialect.TanOp,
    llvm.TanhOp: math_dialect.TanhOp,
    llvm.FTruncOp: math_dialect.TruncOp,
}
for _cls, _known in _UNARY.items():
    evaluate.add(_cls, on_floats(UNARY[_known]))
evaluate.add(llvm.Exp10Op, on_floats(quiet(lambda a: np.power(np.float64(10), a))))
evaluate.add(llvm.ATan2Op, on_floats(MATH_BINARY[math_dialect.Atan2Op]))
evaluate.add(llvm.CopySignOp, on_floats(math.copysign))
evaluate.add(llvm.PowOp, on_floats(MATH_BINARY[math_dialect.PowFOp]))
evaluate.add(llvm.MaxNumOp, FLOAT_BINARY["maxnum"])
evaluate.add(llvm.MinNumOp, FLOAT_BINARY["minnum"])
evaluate.add(llvm.MaximumOp, FLOAT_BINARY["maximum"])
evaluate.add(llvm.MinimumOp, FLOAT_BINARY["minimum"])
evaluate.add(llvm.SMaxOp, BINARY["maxs"])
evaluate.add(llvm.SMinOp, BINARY["mins"])
evaluate.add(llvm.UMaxOp, BINARY["maxu"])
evaluate.add(llvm.UMinOp, BINARY["minu"])


@evaluate(llvm.FMAOp, llvm.FMulAddOp)
def run_fma(m: Machine, op: llvm.FMAOp | llvm.FMulAddOp) -> Any:
    """a * b + c rounded once."""
    type, element = op.result.type, element_type_of(op.result.type)
    return elementwise(lambda a, b, c: fused(a, b, c, element), type, *m.all(op.operands))


@evaluate(llvm.PowIOp)
def run_powi(m: Machine, op: llvm.PowIOp) -> Any:
    """A float to the power of an integer."""
    to, power = element_type_of(op.result.type), quiet(np.power)
    exponent = float(signed(m[op.power], op.power.type))
    return elementwise(lambda a: rounded(power(a, exponent), to), op.result.type, m[op.val])


@evaluate(llvm.SinCosOp)
def run_sincos(m: Machine, op: llvm.SinCosOp) -> tuple[Any, ...]:
    """Sine and cosine, in a struct."""
    of, element = op.val.type, element_type_of(op.val.type)
    pair = (quiet(np.sin), quiet(np.cos))
    return tuple(elementwise(lambda a, f=f: rounded(f(a), element), of, m[op.val]) for f in pair)


@evaluate(llvm.AbsOp)
def run_abs(m: Machine, op: llvm.AbsOp) -> Any:
    """The absolute value; that of the smallest number is not representable."""
    of = element_type_of(op.result.type)
    lowest = -(1 << (width_of(of) - 1))

    def one(a: int) -> Any:
        value = signed(a, of)
        return POISON if value == lowest and op.is_int_min_poison else wrap(abs(value), of)

    return elementwise(one, op.result.type, m[op.in_])


def _counted(cls: type[Any]) -> Callable[[Machine, Any], Any]:
    count = INTEGER[cls]

    def run(m: Machine, op: llvm.CountLeadingZerosOp | llvm.CountTrailingZerosOp) -> Any:
        of = element_type_of(op.result.type)

        def one(a: int) -> Any:
            bits = unsigned(a, of)
            return POISON if not bits and op.is_zero_poison else wrap(count(bits, width_of(of)), of)

        return elementwise(one, op.result.type, m[op.in_])

    return run


evaluate.add(llvm.CountLeadingZerosOp, _counted(math_dialect.CountLeadingZerosOp))
evaluate.add(llvm.CountTrailingZerosOp, _counted(math_dialect.CountTrailingZerosOp))


def _rotated_bits(bits: int, width: int) -> int:
    return int(f"{bits:0{width}b}"[::-1], 2)


def _swapped_bytes(bits: int, width: int) -> int:
    return int.from_bytes(bits.to_bytes(width // 8, "little"), "big")


_BITS: dict[type[Any], Callable[[int, int], int]] = {
    llvm.CtPopOp: lambda bits, width: bits.bit_count(),
    llvm.BitReverseOp: _rotated_bits,
    llvm.ByteSwapOp: _swapped_bytes,
}


@evaluate(*_BITS)
def run_bit_function(m: Machine, op: Operation) -> Any:
    """A function of the bits."""
    return run_bits(m, op, _BITS[type(op)])


def _shifted_pair(left: bool) -> Callable[[Machine, Any], Any]:
    def run(m: Machine, op: Operation) -> Any:
        of = element_type_of(op.result.type)
        width = width_of(of)

        def one(a: int, b: int, by: int) -> int:
            both, count = unsigned(a, of) << width | unsigned(b, of), unsigned(by, of) % width
            return wrap(both << count >> width if left else both >> count, of)

        return elementwise(one, op.result.type, *m.all(op.operands))

    return run


evaluate.add(llvm.FshlOp, _shifted_pair(left=True))
evaluate.add(llvm.FshrOp, _shifted_pair(left=False))

_OVERFLOW: dict[type[Any], tuple[Callable[[int, int], int], bool]] = {
    llvm.SAddWithOverflowOp: (lambda a, b: a + b, True),
    llvm.SSubWithOverflowOp: (lambda a, b: a - b, True),
    llvm.SMulWithOverflowOp: (lambda a, b: a * b, True),
    llvm.UAddWithOverflowOp: (lambda a, b: a + b, False),
    llvm.USubWithOverflowOp: (lambda a, b: a - b, False),
    llvm.UMulWithOverflowOp: (lambda a, b: a * b, False),
}


@evaluate(*_OVERFLOW)
def run_with_overflow(m: Machine, op: Operation) -> tuple[Any, ...]:
    """The wrapped result and whether it overflowed, in a struct."""
    function, is_signed = _OVERFLOW[type(op)]
    of, flag = op.result.type.body
    element, read = element_type_of(of), signed if is_signed else unsigned
    values = m.all(op.operands)

    def exact(a: int, b: int) -> int:
        return function(read(a, element), read(b, element))

    return (
        elementwise(lambda a, b: wrap(exact(a, b), element), of, *values),
        elementwise(lambda a, b: int(read(exact(a, b), element) != exact(a, b)), flag, *values),
    )


_SATURATED: dict[type[Any], tuple[Callable[[int, int], int], bool]] = {
    llvm.SAddSat: (lambda a, b: a + b, True),
    llvm.SSubSat: (lambda a, b: a - b, True),
    llvm.UAddSat: (lambda a, b: a + b, False),
    llvm.USubSat: (lambda a, b: a - b, False),
}


@evaluate(*_SATURATED)
def run_saturated(m: Machine, op: Operation) -> Any:
    """The nearest number that the type has."""
    function, is_signed = _SATURATED[type(op)]
    of = element_type_of(op.result.type)
    width, read = width_of(of), signed if is_signed else unsigned
    low = -(1 << (width - 1)) if is_signed else 0
    high = low + (1 << width) - 1

    def one(a: int, b: int) -> int:
        return wrap(min(max(function(read(a, of), read(b, of)), low), high), of)

    return elementwise(one, op.result.type, *m.all(op.operands))


@evaluate(llvm.IsFPClass)
def run_is_fpclass(m: Machine, op: llvm.IsFPClass) -> Any:
    """Whether a float is of one of the classes whose bits are set."""
    of: Any = element_type_of(op.in_.type)
    wanted = int(op.bit)
    smallest = 2.0 ** (1 - of.format.bias)

    def one(a: float) -> int:
        if math.isnan(a):
            return int(bool(wanted & 3))
        positive = math.copysign(1, a) > 0
        if math.isinf(a):
            place = 9 if positive else 2
        elif a == 0:
            place = 6 if positive else 5
        elif abs(a) >= smallest:
            place = 8 if positive else 3
        else:
            place = 7 if positive else 4
        return wanted >> place & 1

    return elementwise(one, op.result.type, m[op.in_])


_COMPARED = {llvm.SCmpOp: signed, llvm.UCmpOp: unsigned}


@evaluate(llvm.SCmpOp, llvm.UCmpOp)
def run_three_way(m: Machine, op: llvm.SCmpOp | llvm.UCmpOp) -> Any:
    """-1, 0 or 1."""
    read, of = _COMPARED[type(op)], element_type_of(op.operands[0].type)

    def one(a: int, b: int) -> int:
        x, y = read(a, of), read(b, of)
        return (x > y) - (x < y)

    return elementwise(one, op.result.type, *m.all(op.operands))


_ROUNDED: dict[type[Any], Callable[..., float]] = {
    llvm.LrintOp: UNARY[math_dialect.RoundEvenOp],
    llvm.LlrintOp: UNARY[math_dialect.RoundEvenOp],
    llvm.LroundOp: UNARY[math_dialect.RoundOp],
    llvm.LlroundOp: UNARY[math_dialect.RoundOp],
}


@evaluate(*_ROUNDED)
def run_rounded(m: Machine, op: Operation) -> Any:
    """The nearest integer; poison if the type cannot represent it."""
    function, of = _ROUNDED[type(op)], element_type_of(op.result.type)

    def one(a: float) -> Any:
        if not math.isfinite(a):
            return POISON
        whole = int(function(a))
        return whole if signed(whole, of) == whole else POISON

    return elementwise(one, op.result.type, m[op.operands[0]])


@evaluate(llvm.LoadExpOp)
def run_ldexp(m: Machine, op: llvm.LoadExpOp) -> Any:
    """A float times a power of two."""
    to, of = element_type_of(op.result.type), element_type_of(op.power.type)
    scaled = quiet(lambda a, n: a * np.exp2(n))
    return elementwise(
        lambda a, n: rounded(scaled(a, float(signed(n, of))), to),
        op.result.type,
        m[op.val],
        m[op.power],
    )


@evaluate(llvm.FractionExpOp)
def run_frexp(m: Machine, op: llvm.FractionExpOp) -> tuple[Any, ...]:
    """A float between 0.5 and 1, and the exponent of two to multiply it by."""
    fraction, power = op.result.type.body
    to = element_type_of(power) if power is not None else I32
    value = m[op.val]
    return (
        elementwise(lambda a: math.frexp(a)[0], fraction, value),
        elementwise(lambda a: wrap(math.frexp(a)[1], to), power, value),
    )
