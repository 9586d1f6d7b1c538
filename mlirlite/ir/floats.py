"""Float formats: encode and decode any of MLIR's float types between Python floats and bits. No
numpy."""

from __future__ import annotations

import math
import struct

from mlirlite.support.record import Record


class WideFloat(float):
    """A value of f80 or f128 that no double represents: as a float it is rounded. `bits` is its
    pattern, `ratio` the exact magnitude as a fraction in lowest terms (None for a NaN)."""

    __slots__ = ("bits", "format", "ratio")
    bits: int
    format: FloatFormat
    ratio: tuple[int, int] | None

    @classmethod
    def of(
        cls, rounded: float, bits: int, format: FloatFormat, ratio: tuple[int, int] | None
    ) -> WideFloat:
        """The value of a pattern; `rounded` is the nearest double."""
        self = cls(rounded)
        self.bits, self.format, self.ratio = bits, format, ratio
        return self

    def __neg__(self) -> WideFloat:
        sign = 1 << (self.format.bits - 1)
        return WideFloat.of(-float(self), self.bits ^ sign, self.format, self.ratio)

    def __abs__(self) -> WideFloat:
        return -self if self.bits >> (self.format.bits - 1) else self


def magnitude(value: float) -> tuple[int, int] | None:
    """The exact absolute value as a fraction; None for infinities and NaNs."""
    if isinstance(value, WideFloat):
        return value.ratio
    return abs(value).as_integer_ratio() if value - value == 0.0 else None


class FloatFormat(Record):
    """An IEEE-like layout: one sign bit (unless `unsigned`), then exponent, then mantissa bits.

    `specials`: `ieee` has infinities and NaNs; `fn` has no infinity and one NaN pattern (all ones);
    `fnuz` has no infinity and no negative zero, whose pattern is the NaN; `finite` has neither
    infinity nor NaN."""

    name: str
    exponent: int
    mantissa: int
    bias: int
    specials: str = "ieee"
    signed: bool = True
    storage: int = 0

    @property
    def bits(self) -> int:
        """Number of bits of a value."""
        return self.storage or self.signed + self.exponent + self.mantissa

    @property
    def largest(self) -> int:
        """The bit pattern of the largest finite value."""
        top, ones = (1 << self.exponent) - 1, (1 << self.mantissa) - 1
        if self.specials == "ieee":
            return (top << self.mantissa) - 1
        return (top << self.mantissa | ones) - (self.specials == "fn")

    def decode(self, bits: int) -> float:
        """The value of a bit pattern, as a Python float; for f80 and f128 a `WideFloat` where no
        double has that value."""
        if self.name == "f32":
            if bits & 0x7F800000 == 0x7F800000 and bits & 0x7FFFFF:
                top, payload = bits >> 31, bits & 0x7FFFFF
                wide = top << 63 | 0x7FF << 52 | payload << 29
                return float(struct.unpack("<d", wide.to_bytes(8, "little"))[0])
            return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])
        if self.name == "f64":
            return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])
        if self.bits > 64:
            return self._decode_wide(bits)
        mantissa = bits & ((1 << self.mantissa) - 1)
        exponent = bits >> self.mantissa & ((1 << self.exponent) - 1)
        negative = self.signed and bits >> (self.mantissa + self.exponent) & 1
        sign: float = -1.0 if negative else 1.0
        top = (1 << self.exponent) - 1
        if self.specials == "ieee" and exponent == top:
            if not mantissa:
                return sign * math.inf
            return _nan(bool(negative), mantissa << (52 - self.mantissa))
        if self.specials == "fn" and exponent == top and mantissa == (1 << self.mantissa) - 1:
            return math.copysign(math.nan, sign)
        if self.specials == "fnuz" and negative and not exponent and not mantissa:
            return math.nan
        if exponent == 0 and self.mantissa:
            return sign * _scale(mantissa, 1 - self.bias - self.mantissa)
        return sign * _scale(mantissa + (1 << self.mantissa), exponent - self.bias - self.mantissa)

    def _decode_wide(self, bits: int) -> float:
        """f80 and f128."""
        explicit = self.name == "f80"  # the integer bit is explicit
        fraction_bits = 63 if explicit else self.mantissa
        top = (1 << self.exponent) - 1
        significand = bits & ((1 << self.mantissa) - 1)
        exponent = bits >> self.mantissa & top
        negative = bool(bits >> (self.bits - 1))
        one = 1 << fraction_bits
        if not explicit and exponent:
            significand |= one
        # no processor writes this: it counts as a NaN
        elif explicit and exponent and not significand & one:
            bits |= top << self.mantissa
            exponent = top
        elif explicit and not exponent and significand & one:
            exponent = 1
            bits |= 1 << self.mantissa
        ratio: tuple[int, int] | None = None
        if exponent == top:
            if significand == one:
                return -math.inf if negative else math.inf
            payload = (significand & (one - 1)) >> (fraction_bits - 52)
            rounded = _nan(negative, payload or 1)
        else:
            power = max(exponent, 1) - self.bias - fraction_bits
            rounded = _scale(-significand if negative else significand, power)
            if not significand and negative:
                rounded = -0.0
            common = 1 << max(-power, 0)
            divisor = math.gcd(significand, common)
            ratio = (significand << max(power, 0)) // divisor, common // divisor
        if self.encode(rounded) == bits:
            return rounded
        return WideFloat.of(rounded, bits, self, ratio)

    def nearest(self, numerator: int, denominator: int) -> int:
        """The bits of the value of f80 or f128 that is nearest to a fraction, ties to even."""
        explicit = self.name == "f80"
        fraction_bits = 63 if explicit else self.mantissa
        one, top = 1 << fraction_bits, (1 << self.exponent) - 1
        shift = numerator.bit_length() - denominator.bit_length() - fraction_bits
        if _shifted(numerator, -shift) < _shifted(denominator, shift) << fraction_bits:
            shift -= 1
        shift = max(shift, 1 - self.bias - fraction_bits)
        whole = _shifted(denominator, shift)
        kept, rest = divmod(_shifted(numerator, -shift), whole)
        kept += 2 * rest > whole or (2 * rest == whole and kept & 1)
        if kept == one << 1:
            kept, shift = one, shift + 1
        exponent = shift + fraction_bits + self.bias if kept >= one else 0
        if exponent >= top:
            return self._overflow(top, 0)
        return exponent << self.mantissa | (kept if explicit else kept & (one - 1))

    def encode(self, value: float) -> int:
        """The bit pattern nearest to a value, ties to even; overflow goes to infinity or, without
        one, to NaN or the largest."""
        if isinstance(value, WideFloat) and value.format is self:
            return value.bits
        if self.name == "f64":
            return int.from_bytes(struct.pack("<d", value), "little")
        wide = int.from_bytes(struct.pack("<d", value), "little")
        negative = bool(wide >> 63)
        sign = (1 << (self.mantissa + self.exponent)) if negative and self.signed else 0
        top = (1 << self.exponent) - 1
        ones = (1 << self.mantissa) - 1
        if math.isnan(value):
            if self.specials == "fnuz":
                return 1 << (self.mantissa + self.exponent)
            if self.specials == "fn":
                return sign | top << self.mantissa | ones
            if self.name == "f80":
                return sign | top << 64 | 0b11 << 62
            payload = wide & ((1 << 52) - 1)
            shift = self.mantissa - 52
            payload = payload << shift if shift >= 0 else payload >> -shift
            return sign | top << self.mantissa | (payload or 1 << (self.mantissa - 1))
        if math.isinf(value):
            return sign | self._overflow(top, ones)
        if value == 0:
            return 0 if self.specials == "fnuz" else sign
        fraction, power = math.frexp(abs(value))  # value = fraction * 2**power, 0.5 <= fraction < 1
        fraction_bits = 63 if self.name == "f80" else self.mantissa
        exponent = power - 1 + self.bias
        scaled = int(math.ldexp(fraction, 53))  # exact: 53 significant bits
        drop = 53 - (fraction_bits + 1)
        if exponent <= 0 and self.mantissa:
            drop += 1 - exponent
            exponent = 0
        if drop > 0:
            kept, rest, half = scaled >> drop, scaled & ((1 << drop) - 1), 1 << (drop - 1)
            kept += rest > half or (rest == half and kept & 1 == 1)
        else:
            kept = scaled << -drop
        if self.name == "f80":
            return sign | exponent << 64 | kept
        if exponent == 0 and self.mantissa:
            body = kept  # a carry into the exponent field is the right smallest normal
        else:
            body = (exponent << self.mantissa) + (kept - (1 << self.mantissa))
        if body > self.largest:
            return sign | self._overflow(top, ones)
        return sign | body if body or self.specials != "fnuz" else 0

    def _overflow(self, top: int, ones: int) -> int:
        if self.name == "f80":
            return top << 64 | 1 << 63
        if self.specials == "ieee":
            return top << self.mantissa
        if self.specials == "fnuz":
            return 1 << (self.mantissa + self.exponent)
        return top << self.mantissa | ones  # fn: NaN; finite: the largest value

    def round(self, value: float) -> float:
        """The nearest value that this format has."""
        if self.name == "f64":
            return value
        if self.name == "f32" and not math.isnan(value):
            try:
                return float(struct.unpack("<f", struct.pack("<f", value))[0])
            except OverflowError:
                return math.copysign(math.inf, value)
        return self.decode(self.encode(value))


def _scale(mantissa: int, power: int) -> float:
    try:
        return math.ldexp(mantissa, power)
    except OverflowError:
        return math.copysign(math.inf, mantissa)


def _shifted(value: int, left: int) -> int:
    """The value shifted to the left; for a negative shift the other side is shifted instead."""
    return value << left if left > 0 else value


def _nan(negative: bool, payload: int) -> float:
    """A NaN of double precision."""
    wide = int(negative) << 63 | 0x7FF << 52 | payload
    return float(struct.unpack("<d", wide.to_bytes(8, "little"))[0])


FORMATS = {
    f.name: f
    for f in (
        FloatFormat("f16", 5, 10, 15),
        FloatFormat("bf16", 8, 7, 127),
        FloatFormat("tf32", 8, 10, 127),
        FloatFormat("f32", 8, 23, 127),
        FloatFormat("f64", 11, 52, 1023),
        FloatFormat("f80", 15, 64, 16383, storage=80),
        FloatFormat("f128", 15, 112, 16383),
        FloatFormat("f8E5M2", 5, 2, 15),
        FloatFormat("f8E4M3", 4, 3, 7),
        FloatFormat("f8E4M3FN", 4, 3, 7, "fn"),
        FloatFormat("f8E5M2FNUZ", 5, 2, 16, "fnuz"),
        FloatFormat("f8E4M3FNUZ", 4, 3, 8, "fnuz"),
        FloatFormat("f8E4M3B11FNUZ", 4, 3, 11, "fnuz"),
        FloatFormat("f8E3M4", 3, 4, 3),
        FloatFormat("f8E8M0FNU", 8, 0, 127, "fn", signed=False),
        FloatFormat("f6E3M2FN", 3, 2, 3, "finite"),
        FloatFormat("f6E2M3FN", 2, 3, 1, "finite"),
        FloatFormat("f4E2M1FN", 2, 1, 1, "finite"),
    )
}
"""Every float format that MLIR 22 has, by the keyword of its type."""
