"""--arith-expand: ops without a corresponding instruction become simpler arith ops.

%0 = arith.maximumf %a, %b  -->  select(%b is NaN, %b, select(%a ugt %b, %a, %b))
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import arith
from mlirlite.dialects._constraints import same_shape_of
from mlirlite.dialects.arith.enums import CmpFPredicate, CmpIPredicate
from mlirlite.dialects.arith.floating import FloatBinaryOp
from mlirlite.dialects.arith.integer import IntegerBinaryOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.constants import constant
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    BF16,
    F32,
    I16,
    I32,
    FloatType,
    ShapedType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

_F8E8M0 = FloatType("f8E8M0FNU")
_NAN = 0x7FC0
"""A quiet NaN as the bits of a bf16."""


@compiler_pass("arith-expand")
def arith_expand(op: Operation, state: PassState, *, include_bf16: bool = False) -> None:
    """Legalize Arith ops to be convertible to LLVM.

    Expands divisions that round up or down, maxima and minima, conversions with a scale.

    include_bf16: also conversions between f32 and bf16
    """
    table = expand_bf16 if include_bf16 else expand
    table.convert(op, legal={"arith": True, **dict.fromkeys(table.table, _stays)})


def _stays(op: Operation) -> bool:
    """Whether the expansion of an op does not apply to it."""
    if isinstance(op, (arith.ScalingExtFOp, arith.ScalingTruncFOp)) or type(op) in _EXTREMA:
        return False
    given, wanted = (element_type_of(v.type) for v in (op.operands[0], op.results[0]))
    if isinstance(op, arith.ExtFOp):
        return given is not BF16 or wanted is not F32 or _is_dynamic(op)
    if isinstance(op, arith.TruncFOp):
        rounds = op.roundingmode is not None
        return given is not F32 or wanted is not BF16 or rounds or _is_dynamic(op)
    return _is_dynamic(op)


expand = Lowerings("arith-expand")


class _Emitter:
    """Inserts arith ops; every method gives the result."""

    def __init__(self, rw: ConversionRewriter) -> None:
        self.rw = rw

    def insert(self, op: Operation) -> Value:
        """The result of an op."""
        return self.rw.insert(op).results[0]

    def number(self, value: int, type: Type) -> Value:
        """A constant; one for each element of a shaped type."""
        return self.insert(arith.ConstantOp(constant(value, type), result=type))

    def compare(self, predicate: CmpIPredicate, a: Value, b: Value) -> Value:
        """An integer comparison."""
        return self.insert(arith.CmpIOp(predicate, a, b))

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        """One of two values."""
        return self.insert(arith.SelectOp(condition, a, b))


@expand(arith.CeilDivSIOp)
def expand_ceildivsi(op: arith.CeilDivSIOp, rw: ConversionRewriter) -> Value | bool:
    """The quotient, and one more when there is a remainder and the signs are equal."""
    if _is_dynamic(op):
        return rw.fail("has a shape that is not static")
    e, a, b = _Emitter(rw), op.lhs, op.rhs
    zero, one = e.number(0, a.type), e.number(1, a.type)
    quotient = e.insert(arith.DivSIOp(a, b))
    return _correct(e, op, quotient, CmpIPredicate.eq, zero, one)


@expand(arith.FloorDivSIOp)
def expand_floordivsi(op: arith.FloorDivSIOp, rw: ConversionRewriter) -> Value | bool:
    """The quotient, and one less when there is a remainder and the signs differ."""
    if _is_dynamic(op):
        return rw.fail("has a shape that is not static")
    e, a, b = _Emitter(rw), op.lhs, op.rhs
    quotient = e.insert(arith.DivSIOp(a, b))
    return _correct(e, op, quotient, CmpIPredicate.ne)


def _correct(
    e: _Emitter,
    op: arith.CeilDivSIOp | arith.FloorDivSIOp,
    quotient: Value,
    signs: CmpIPredicate,
    zero: Value | None = None,
    step: Value | None = None,
) -> Value:
    """The quotient or the number next to it. Missing constants are made where upstream makes
    them."""
    a, b = op.lhs, op.rhs
    product = e.insert(arith.MulIOp(quotient, b))
    inexact = e.compare(CmpIPredicate.ne, a, product)
    if zero is None:
        zero = e.number(0, a.type)
    a_negative = e.compare(CmpIPredicate.slt, a, zero)
    b_negative = e.compare(CmpIPredicate.slt, b, zero)
    fitting = e.compare(signs, a_negative, b_negative)
    corrected = e.insert(arith.AndIOp(inexact, fitting))
    if step is None:
        step = e.number(-1, a.type)
    beside = e.insert(arith.AddIOp(quotient, step))
    return e.select(corrected, beside, quotient)


@expand(arith.CeilDivUIOp)
def expand_ceildivui(op: arith.CeilDivUIOp, rw: ConversionRewriter) -> Value | bool:
    """a == 0 ? 0 : (a - 1) / b + 1"""
    if _is_dynamic(op):
        return rw.fail("has a shape that is not static")
    e, a, b = _Emitter(rw), op.lhs, op.rhs
    zero = e.number(0, a.type)
    is_zero = e.compare(CmpIPredicate.eq, a, zero)
    one = e.number(1, a.type)
    quotient = e.insert(arith.DivUIOp(e.insert(arith.SubIOp(a, one)), b))
    return e.select(is_zero, zero, e.insert(arith.AddIOp(quotient, one)))


_PREDICATES = {
    arith.MaximumFOp: CmpFPredicate.ugt,
    arith.MaxNumFOp: CmpFPredicate.ugt,
    arith.MinimumFOp: CmpFPredicate.ult,
    arith.MinNumFOp: CmpFPredicate.ult,
}


@expand(*_PREDICATES)
def expand_extremum(op: FloatBinaryOp, rw: ConversionRewriter) -> Value:
    """A comparison that is true for a NaN, and a test of the other operand: its NaN wins in
    maximumf and minimumf, a NaN on the left loses in maxnumf and minnumf."""
    e, a, b = _Emitter(rw), op.lhs, op.rhs
    chosen = e.select(e.insert(arith.CmpFOp(_PREDICATES[type(op)], a, b)), a, b)
    asked = b if isinstance(op, arith.MaximumFOp | arith.MinimumFOp) else a
    return e.select(e.insert(arith.CmpFOp(CmpFPredicate.uno, asked, asked)), b, chosen)


_INTEGER_EXTREMA = {
    arith.MaxSIOp: CmpIPredicate.sgt,
    arith.MaxUIOp: CmpIPredicate.ugt,
    arith.MinSIOp: CmpIPredicate.slt,
    arith.MinUIOp: CmpIPredicate.ult,
}
_EXTREMA = {*_PREDICATES, *_INTEGER_EXTREMA}
"""These need no constants, so that shapes may be dynamic."""


@expand(*_INTEGER_EXTREMA)
def expand_integer_extremum(op: IntegerBinaryOp, rw: ConversionRewriter) -> Value:
    """A comparison and a choice."""
    e = _Emitter(rw)
    return e.select(e.compare(_INTEGER_EXTREMA[type(op)], op.lhs, op.rhs), op.lhs, op.rhs)


def _cast(e: _Emitter, cls: Any, value: Value, element: Type, **more: Any) -> Value:
    """A value as floats of another type; itself when they are."""
    if element_type_of(value.type) is element:
        return value
    shaped = isinstance(value.type, ShapedType)
    type = value.type.replace(element_type=element) if shaped else element
    return e.insert(cls(value, out=type, **{k: v for k, v in more.items() if v is not None}))


@expand(arith.ScalingExtFOp, arith.ScalingTruncFOp)
def expand_scaling(
    op: arith.ScalingExtFOp | arith.ScalingTruncFOp, rw: ConversionRewriter
) -> Value | bool:
    """The scale as a power of two in the wider type; then a product, or a quotient to be
    rounded."""
    scale = element_type_of(op.scale.type)
    if not isinstance(scale, FloatType) or (scale.width <= 8 and scale is not _F8E8M0):
        return rw.fail("its scale is neither f8E8M0FNU nor wider")
    e, flags = _Emitter(rw), op.fastmath
    power = _cast(e, arith.TruncFOp, op.scale, _F8E8M0, fastmath=flags)
    wide = element_type_of((op.out if isinstance(op, arith.ScalingExtFOp) else op.in_).type)
    factor = _cast(e, arith.ExtFOp, power, wide, fastmath=flags)
    more = {} if flags is None else {"fastmath": flags}
    if isinstance(op, arith.ScalingExtFOp):
        value = _cast(e, arith.ExtFOp, op.in_, wide, fastmath=flags)
        return e.insert(arith.MulFOp(value, factor, **more))
    quotient = e.insert(arith.DivFOp(op.in_, factor, **more))
    narrow = element_type_of(op.out.type)
    mode = op.roundingmode
    return _cast(e, arith.TruncFOp, quotient, narrow, roundingmode=mode, fastmath=flags)


expand_bf16 = Lowerings("arith-expand", include=[expand])


@expand_bf16(arith.ExtFOp)
def expand_extf(op: arith.ExtFOp, rw: ConversionRewriter) -> Value | bool:
    """bf16 is the upper half of f32."""
    if element_type_of(op.in_.type) is not BF16 or element_type_of(op.out.type) is not F32:
        return rw.fail("is not from bf16 to f32")
    if _is_dynamic(op):
        return rw.fail("has a shape that is not static")
    e, half, whole = _Emitter(rw), same_shape_of(op.in_.type, I16), same_shape_of(op.in_.type, I32)
    bits = e.insert(arith.ExtUIOp(e.insert(arith.BitcastOp(op.in_, out=half)), out=whole))
    shifted = e.insert(arith.ShLIOp(bits, e.number(16, whole)))
    return e.insert(arith.BitcastOp(shifted, out=op.out.type))


@expand_bf16(arith.TruncFOp)
def expand_truncf(op: arith.TruncFOp, rw: ConversionRewriter) -> Value | bool:
    """Adds half of the last place, so that ties go to the even neighbor, and takes the upper half;
    a NaN stays one."""
    if element_type_of(op.in_.type) is not F32 or element_type_of(op.out.type) is not BF16:
        return rw.fail("is not from f32 to bf16")
    if op.roundingmode is not None:
        return rw.fail("has a rounding mode")
    if _is_dynamic(op):
        return rw.fail("has a shape that is not static")
    e, half, whole = _Emitter(rw), same_shape_of(op.in_.type, I16), same_shape_of(op.in_.type, I32)
    is_nan = e.insert(arith.CmpFOp(CmpFPredicate.une, op.in_, op.in_))
    bias = e.number(0x7FFF, whole)
    nan = e.number(_NAN, half)
    sixteen, one = e.number(16, whole), e.number(1, whole)
    bits = e.insert(arith.BitcastOp(op.in_, out=whole))
    last = e.insert(arith.AndIOp(e.insert(arith.ShRUIOp(bits, sixteen)), one))
    rounded = e.insert(arith.AddIOp(bits, e.insert(arith.AddIOp(last, bias))))
    upper = e.insert(arith.TruncIOp(e.insert(arith.ShRUIOp(rounded, sixteen)), out=half))
    return e.insert(arith.BitcastOp(e.select(is_nan, nan, upper), out=op.out.type))


def _is_dynamic(op: Operation) -> bool:
    """True if there are no constants of the type."""
    type = op.results[0].type
    return isinstance(type, ShapedType) and not type.has_static_shape
