"""Texts of literals: strings, names, floats and the elements of big constants. No state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr, unpack_elements
from mlirlite.ir.floats import FloatFormat
from mlirlite.ir.types import I1, ComplexType, FloatType

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")
_ESCAPED = re.compile(r"[^ !#-\[\]-~]")


def quoted(text: str) -> str:
    """The text as a string literal; what is not printable ASCII becomes `\\HH`, byte by byte."""
    if _ESCAPED.search(text):
        text = _ESCAPED.sub(_escape, text)
    return f'"{text}"'


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    if char == "\\":
        return "\\\\"
    return "".join(f"\\{b:02X}" for b in char.encode("utf-8", "surrogateescape"))


@cache
def keyword_or_string(text: str) -> str:
    """The text bare where it may be, else quoted."""
    return text if _BARE.match(text) else quoted(text)


@cache
def symbol(name: str) -> str:
    """`@name`, or `@"na me"`."""
    if not name:
        return "@<<INVALID EMPTY SYMBOL>>"
    return "@" + keyword_or_string(name)


def float_text(value: float, format: FloatFormat) -> str:
    """Upstream's text: six significant digits when they read back equal, else all that the format
    can hold, else hex bits."""
    if value - value == 0.0:  # finite
        text = f"{value:.5e}"
        mantissa, _, exponent = text.partition("e")
        back = float(text)
        if format.mantissa > 52:  # wider than a Python float: equal only if exactly so
            power = int(exponent) - 5
            same = _equals(value, int(mantissa.replace(".", "")), power)
        else:
            same = back == value or format.round(back) == value
        if same:
            return f"{mantissa}0e{exponent}"
        text = _all_digits(value, format)
        if "." in text:
            return text
    return f"0x{format.encode(value):X}"


def is_hex(text: str) -> bool:
    """True for a float printed as its bits."""
    return text.startswith("0x")


def _all_digits(value: float, format: FloatFormat) -> str:
    """As LLVM's APFloat::toString: enough digits for the format, halves rounded up, no trailing
    zeros, three zeros of padding."""
    significant = format.mantissa if format.name == "f80" else format.mantissa + 1
    precision = 2 + significant * 59 // 196
    digits, exponent = _rounded(abs(value), precision)
    sign = "-" if value < 0 else ""
    stripped = digits.rstrip("0")
    exponent += len(digits) - len(stripped)
    digits = stripped
    top = exponent + len(digits) - 1
    if exponent >= 0:
        scientific = exponent > 3 or len(digits) + exponent > precision
    else:
        scientific = top < -3
    if scientific:
        fraction = digits[1:] or "0"
        return f"{sign}{digits[0]}.{fraction}E{'+' if top >= 0 else '-'}{abs(top)}"
    if exponent >= 0:
        return sign + digits + "0" * exponent
    whole = exponent + len(digits)
    if whole > 0:
        return f"{sign}{digits[:whole]}.{digits[whole:]}"
    return f"{sign}0.{'0' * -whole}{digits}"


def _rounded(value: float, precision: int) -> tuple[str, int]:
    """Decimal digits and the power of ten of the last one; Python rounds halves to even, so one
    more digit shows a tie."""
    mantissa, _, power = f"{value:.{precision}e}".partition("e")
    digits = mantissa.replace(".", "")
    exponent = int(power) - precision
    if digits[-1] == "5" and _equals(value, int(digits), exponent):
        kept = str(int(digits[:-1]) + 1)
        return kept, exponent + 1
    mantissa, _, power = f"{value:.{precision - 1}e}".partition("e")
    return mantissa.replace(".", ""), int(power) - precision + 1


def _equals(value: float, digits: int, exponent: int) -> bool:
    numerator, denominator = value.as_integer_ratio()
    if exponent >= 0:
        return numerator == digits * 10**exponent * denominator
    return numerator * 10**-exponent == digits * denominator


def number_texts(values: Iterable[Any], type: Type) -> list[str]:
    """Texts of Python numbers of an element type, as they stand in `dense<…>` and `array<…>`."""
    if isinstance(type, FloatType):
        format = type.format
        return [float_text(v, format) for v in values]
    if type is I1:
        return ["true" if v else "false" for v in values]
    if isinstance(type, ComplexType):
        inner = type.element_type
        texts = []
        for v in values:
            parts = (v.real, v.imag) if isinstance(v, complex) else v
            texts.append(f"({','.join(number_texts(parts, inner))})")
        return texts
    return list(map(str, values))


def nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    """Row-major texts in brackets, one level a dimension. Iterative: a rank may be large."""
    row = list(texts)
    for size in reversed(shape):
        row = [f"[{', '.join(row[i : i + size])}]" for i in range(0, len(row), size)]
    return row[0]


def dense_body(attribute: DenseElementsAttr, hex_above: int | None) -> str:
    """What stands between `dense<` and `>`."""
    type = attribute.type
    if attribute.is_splat:
        return number_texts(unpack_elements(attribute.raw, type.element_type), type.element_type)[0]
    count = type.num_elements
    if not count:
        return ""
    if hex_above is not None and 0 <= hex_above < count:
        return f'"0x{hex_text(raw_for_hex(attribute))}"'
    return nested(number_texts(attribute.values(), type.element_type), type.shape)


def hex_text(raw: bytes | memoryview) -> str:
    """Upper-case hex digits."""
    return raw.hex().upper()


def raw_for_hex(attribute: DenseElementsAttr) -> bytes | memoryview:
    """The bytes that a hex string shows: booleans are packed, eight a byte, the first in the lowest
    bit."""
    raw: bytes | memoryview = attribute.raw
    if attribute.type.element_type is not I1:
        return raw
    bits = bytes(raw).translate(_BITS)[::-1]
    return int(bits, 2).to_bytes(-(-len(raw) // 8), "little")


_BITS = b"01" * 128

TextOf = Callable[[Any], str]
