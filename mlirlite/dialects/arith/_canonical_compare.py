"""Canonical forms of comparisons of floats that were converted from integers."""

import math
from typing import Any

from mlirlite.dialects.arith.casts import SIToFPOp, UIToFPOp
from mlirlite.dialects.arith.compare import CmpFOp, CmpIOp
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, bool_attr
from mlirlite.ir.floats import FloatFormat
from mlirlite.ir.types import IntegerType
from mlirlite.rewriting import Rewriter, canonicalization, constant_value


def _exponent(value: float) -> int:
    return math.frexp(value)[1] - 1


def _is_exact(format: FloatFormat, width: int, value_bits: int, number: float) -> bool:
    """Whether a comparison with a number has the same result although integers of a width are
    rounded to the format."""
    precision = format.mantissa + (format.name != "f80")
    if width <= precision or number == 0:
        return True
    if math.isinf(number):
        return _exponent(format.decode(format.largest)) >= value_bits
    return not precision <= _exponent(number) <= value_bits


def _decided(base: str, number: float, least: float, most: float) -> bool | None:
    """The result of a comparison with a number beyond all integers; None for others."""
    if most < number:
        return base in ("ne", "lt", "le")
    if least > number:
        return base in ("ne", "gt", "ge")
    if number != int(number) and base in ("eq", "ne"):
        return base == "ne"
    return None


@canonicalization
def compare_of_converted(op: CmpFOp, rw: Rewriter) -> bool | None:
    """cmpf(olt, sitofp(x), 4.4) --> cmpi(sle, x, 4), and the like for all predicates"""
    conversion, known = op.lhs.defining_op, constant_value(op.rhs)
    if not isinstance(conversion, (SIToFPOp, UIToFPOp)) or not isinstance(known, FloatAttr):
        return rw.fail("not a converted integer and a constant")
    number, type, format = known.value, conversion.in_.type, known.type.format
    if not isinstance(type, IntegerType) or number != number:
        return rw.fail("no single integer, or NaN")
    is_signed, width = isinstance(conversion, SIToFPOp), type.width
    if not _is_exact(format, width, width - is_signed, number):
        return rw.fail("the conversion rounds what is compared")
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    name = op.predicate.name
    base = name[1:]
    truth: bool | None
    if name in ("ord", "uno"):
        truth = name == "ord"
    elif base not in ("eq", "ne", "gt", "ge", "lt", "le"):
        return rw.fail("the predicate is a constant")
    else:
        truth = _decided(base, number, format.round(float(low)), format.round(float(high)))
    if truth is not None:
        rw.replace(op, ConstantOp(bool_attr(truth)))
        return True
    whole = int(number)
    if not low <= whole <= high:
        return rw.fail("the number is not an integer of the type")
    if whole != number:  # toward zero
        above = ("ge" if number < 0 else "gt") if base in ("gt", "ge") else None
        base = above or ("lt" if number < 0 else "le")
    predicate = base if base in ("eq", "ne") else ("s" if is_signed else "u") + base
    rw.set_before(op)
    constant: Any = rw.insert(ConstantOp(IntegerAttr(whole, type)))
    rw.replace(op, CmpIOp(CmpIPredicate[predicate], conversion.in_, constant.result))
    return True
