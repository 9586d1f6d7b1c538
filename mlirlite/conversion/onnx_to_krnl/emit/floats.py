"""Floats narrower than 32 bits, to and from the f32 that they are computed in.

f16 is left to the target. The others are decoded and encoded by integer arithmetic: exact, without
calls, and the same on every target.
"""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI16, UI32
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Numbers, Scalar
from mlirlite.dialects import arith
from mlirlite.ir.floats import FloatFormat
from mlirlite.ir.types import BF16, F16, F32, I32, FloatType, IntegerType
from mlirlite.ir.values import Value


def decode(b: Numbers, raw: Value, type: FloatType) -> Scalar:
    """The f32 of a narrower float; of f16 and bf16 also a vector of them."""
    if type is F16:
        return Scalar(b, raw, F16).cast(F32)
    if type is BF16:
        return (Scalar(b, raw, BF16).bitcast(UI16).cast(UI32) << 16).bitcast(F32)
    bits = _wide(b, b.cast(raw, IntegerType(type.width)))
    form = type.format
    if not form.signed:  # only an exponent
        smallest = b.scalar(0x400000, UI32)
        number = bits.eq(0).select(smallest, bits << 23).bitcast(F32)
        return bits.eq(0xFF).select(float("nan"), number)
    magnitude = bits & _mask(form)
    # A multiplication corrects the exponent's bias, which subnormal numbers need anyway.
    number = (magnitude << (23 - form.mantissa)).bitcast(F32) * 2.0 ** (127 - form.bias)
    infinite = _top(form) << form.mantissa
    if form.specials == "ieee":
        number = magnitude.eq(infinite).select(float("inf"), number)
        number = (magnitude > infinite).select(float("nan"), number)
    elif form.specials == "fn":
        number = magnitude.eq(_mask(form)).select(float("nan"), number)
    elif form.specials == "fnuz":
        number = bits.eq(_sign(form)).select(float("nan"), number)
    return (bits & _sign(form)).ne(0).select(-number, number)


def encode(b: Numbers, number: Scalar, type: FloatType) -> Value:
    """The nearest narrower float to an f32, ties to even.

    The op's attribute `saturate` says whether numbers out of range become the largest one, or
    infinity or NaN; `round_mode` is that of f8E8M0FNU.
    """
    if type is F16:
        return number.cast(F16).value
    bits = number.bitcast(UI32)
    if type is BF16:
        rounded = bits + 0x7FFF + ((bits >> 16) & 1)
        top = (number.is_nan().select(bits | 0x400000, rounded) >> 16).cast(IntegerType(16))
        return top.bitcast(BF16).value
    form = type.format
    code = _exponent(b, number, bits) if not form.signed else _encoded(b, number, bits, form)
    return b.cast(code.cast(IntegerType(type.width)).value, type)


def _encoded(b: Numbers, number: Scalar, bits: Scalar, form: FloatFormat) -> Scalar:
    drop = 23 - form.mantissa
    magnitude = bits & 0x7FFFFFFF
    rounded = magnitude + ((1 << (drop - 1)) - 1) + ((magnitude >> drop) & 1)
    normal = (rounded >> drop) - ((127 - form.bias) << form.mantissa)
    # A subnormal number is a count of the smallest one; a carry gives the smallest normal one.
    unit = number.abs() * 2.0 ** (form.bias - 1 + form.mantissa)
    small = magnitude < ((128 - form.bias) << 23)
    counted = small.select(unit, 0.0).round_even().truncated(I32).bitcast(UI32)
    code = small.select(counted, normal)
    whole = _mask(form)
    largest = {"ieee": (_top(form) << form.mantissa) - 1, "fn": whole - 1}.get(form.specials, whole)
    not_a_number = {
        "ieee": whole,
        "fn": whole,
        "fnuz": _sign(form),
        "finite": _sign(form),
    }[form.specials]
    beyond = largest
    if not b.attr("saturate", 1) and form.specials != "finite":
        beyond = largest + 1 if form.specials == "ieee" else not_a_number
    code = (code > largest).select(beyond, code)
    signed = code | ((bits >> 31) << (form.mantissa + form.exponent))
    if form.specials == "fnuz":
        signed = code.eq(0).select(0, signed)
        if beyond == not_a_number:
            signed = code.eq(beyond).select(beyond, signed)
    return number.is_nan().select(not_a_number, signed)


def _exponent(b: Numbers, number: Scalar, bits: Scalar) -> Scalar:
    magnitude = bits & 0x7FFFFFFF
    exponent, rest = magnitude >> 23, magnitude & 0x7FFFFF
    match b.attr("round_mode", "up"):
        case "down":
            up = b.scalar(0, UI32)
        case "nearest":
            half = rest.eq(0x400000) & exponent.ne(0)
            up = ((rest > 0x400000) | half).cast(UI32)
        case _:
            up = rest.ne(0).cast(UI32)
    largest = 0xFE if b.attr("saturate", 1) else 0xFF
    return exponent.eq(0xFF).select(0xFF, (exponent + up).min(largest))


def _mask(form: FloatFormat) -> int:
    return (1 << (form.exponent + form.mantissa)) - 1


def _top(form: FloatFormat) -> int:
    return (1 << form.exponent) - 1


def _sign(form: FloatFormat) -> int:
    return 1 << (form.exponent + form.mantissa)


def _wide(b: Numbers, narrow: Value) -> Scalar:
    return Scalar(b, b.emit(arith.ExtUIOp, (narrow,), type=I32), UI32)
