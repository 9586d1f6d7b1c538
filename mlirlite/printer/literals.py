"""Texts of literals: strings, names, floats and the elements of big constants. No state."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr, unpack_elements
from mlirlite.ir.floats import FloatFormat, magnitude
from mlirlite.ir.types import I1, ComplexType, FloatType

LONGEST = 14_000
"""Integers of more bits are not written in decimal: Python writes 4,300 digits."""
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
    """The text bare if it may be, else quoted."""
    return text if _BARE.match(text) else quoted(text)


@cache
def symbol(name: str) -> str:
    """`@name`, or `@"na me"`."""
    if not name:
        return "@<<INVALID EMPTY SYMBOL>>"
    return "@" + keyword_or_string(name)


def float_text(value: float, format: FloatFormat) -> str:
    """Upstream's text: six significant digits when they read back equal, else as many as the
    format may need, else hex bits."""
    ratio = magnitude(value)
    if ratio is not None:
        significant = format.mantissa if format.name == "f80" else format.mantissa + 1
        digits, exponent = _digits(*ratio, 6)
        if significant > 53:  # wider than a Python float
            ten = 10 ** abs(exponent)
            back = (int(digits) * ten, 1) if exponent >= 0 else (int(digits), ten)
            same = not ratio[0] or format.nearest(*back) == format.encode(abs(value))
        else:
            near = float(f"{digits}e{exponent}")
            same = near == abs(value) or format.round(near) == abs(value)
        sign = "-" if value < 0 or (value == 0 and math.copysign(1.0, value) < 0) else ""
        if same:
            power = exponent + len(digits) - 1
            fraction = digits[1:].ljust(6, "0")
            return f"{sign}{digits[0]}.{fraction}e{'-' if power < 0 else '+'}{abs(power):02}"
        text = _plain(*_digits(*ratio, precision := 2 + significant * 59 // 196), precision)
        if "." in text:
            return sign + text
    return f"0x{format.encode(value):X}"


def is_hex(text: str) -> bool:
    """True for a float printed as its bits."""
    return text.startswith("0x")


def _digits(numerator: int, denominator: int, precision: int) -> tuple[str, int]:
    """At most `precision` decimal digits of a fraction with a power of two below, without trailing
    zeros, and the power of ten of the last one. As LLVM's APFloat::toString, which first cuts off
    surplus digits by an estimate, then rounds halves up."""
    if numerator == 0:
        return "0", 0
    exponent = 1 - denominator.bit_length()
    if exponent:
        numerator *= 5**-exponent
    surplus = (numerator.bit_length() - (precision * 196 + 58) // 59) * 59 // 196
    if surplus > 0:
        numerator //= 10**surplus
        exponent += surplus
    digits = str(numerator)
    if len(digits) > precision:
        exponent += len(digits) - precision
        up = digits[precision] >= "5"
        digits = str(int(digits[:precision]) + up)
    stripped = digits.rstrip("0")
    return stripped, exponent + len(digits) - len(stripped)


def _plain(digits: str, exponent: int, precision: int) -> str:
    """Digits as LLVM writes them by default: an exponent only where more than three zeros would
    pad them."""
    top = exponent + len(digits) - 1
    if exponent >= 0:
        scientific = exponent > 3 or len(digits) + exponent > precision
    else:
        scientific = top < -3
    if scientific:
        return f"{digits[0]}.{digits[1:] or '0'}E{'+' if top >= 0 else '-'}{abs(top)}"
    if exponent >= 0:
        return digits + "0" * exponent
    whole = exponent + len(digits)
    if whole > 0:
        return f"{digits[:whole]}.{digits[whole:]}"
    return f"0.{'0' * -whole}{digits}"


def integer_text(value: int, type: Type) -> str:
    """An integer in decimal, or in hexadecimal if that would take Python too long."""
    # MLIR differs: decimal, whatever the length.
    if value.bit_length() <= LONGEST:
        return str(value)
    return hex(value % (1 << getattr(type, "width", value.bit_length() + 1)))


def number_texts(values: Iterable[Any], type: Type) -> list[str]:
    """Texts of Python numbers of an element type, as in `dense<…>` and `array<…>`."""
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
    if getattr(type, "width", 0) > LONGEST:
        return [integer_text(v, type) for v in values]
    return list(map(str, values))


def nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    """Row-major texts in brackets, one level per dimension. Iterative: a rank may be large."""
    row = list(texts)
    for size in reversed(shape):
        row = [f"[{', '.join(row[i : i + size])}]" for i in range(0, len(row), size)]
    return row[0]


def dense_body(attribute: DenseElementsAttr, hex_above: int | None) -> str:
    """The text between `dense<` and `>`."""
    type = attribute.type
    if attribute.is_splat:
        return number_texts(unpack_elements(attribute.raw, type.element_type), type.element_type)[0]
    count = type.num_elements
    if not count:
        return ""
    if is_hex_string(attribute, hex_above):
        return "".join(hex_string(attribute))
    return nested(number_texts(attribute.values(), type.element_type), type.shape)


def is_hex_string(attribute: DenseElementsAttr, hex_above: int | None) -> bool:
    """True when the elements are shown as one string of hex digits."""
    if hex_above is None or attribute.is_splat:
        return False
    return 0 <= hex_above < attribute.type.num_elements


def hex_string(attribute: DenseElementsAttr) -> Iterator[str]:
    """The string of hex digits in parts of bounded size."""
    raw = memoryview(_raw_for_hex(attribute))
    yield '"0x'
    for start in range(0, len(raw), _PART):
        yield raw[start : start + _PART].hex().upper()
    yield '"'


_PART = 1 << 15


def _raw_for_hex(attribute: DenseElementsAttr) -> bytes | memoryview:
    """The bytes of a hex string: booleans are packed, eight to a byte, the first in the lowest
    bit."""
    raw: bytes | memoryview = attribute.raw
    if attribute.type.element_type is not I1:
        return raw
    bits = bytes(raw).translate(_BITS)[::-1]
    return int(bits, 2).to_bytes(-(-len(raw) // 8), "little")


_BITS = b"01" * 128
