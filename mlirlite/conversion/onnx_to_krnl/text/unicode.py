"""UTF-8 and the case of characters, in loops over the bytes of strings."""

from __future__ import annotations

from functools import cache

from mlirlite.conversion.onnx_to_krnl.control.control_flow import while_
from mlirlite.conversion.onnx_to_krnl.control.lookup import Keys
from mlirlite.conversion.onnx_to_krnl.emit.boxes import bytes_of, new_bytes, text_of
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import UI8
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_GROWTH: Fixed[int] = 3
"""How many times longer the other case of a character can be in UTF-8 (U+0390: 2 bytes become
6)."""

_SLACK: Fixed[int] = 16
"""Extra bytes for a string that ends within a character."""
_CASED: Fixed[int] = 0x20000
"""No code point from here on has another case."""
_SURROGATES = range(0xD800, 0xE000)


@cache
def case_table(upper: bool) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Code points beyond ASCII whose other case differs, with its one to three code points. A final
    sigma becomes the usual one."""
    found = []
    for code in range(0x80, _CASED):
        if code in _SURROGATES:
            continue
        text = chr(code)
        other = text.upper() if upper else text.lower()
        if other != text:
            found.append((code, tuple(map(ord, other))))
    return tuple(found)


class Case:
    """The mapping to one case, with its tables in the program."""

    def __init__(self, b: KrnlBuilder, *, upper: bool) -> None:
        self.b, self.upper = b, upper
        entries = case_table(upper)
        self.keys = Keys(b, [code for code, _ in entries], I32)
        rows = [(*codes, 0, 0)[:3] for _, codes in entries]
        self.codes = b.table([c for row in rows for c in row], I32, len(rows), 3)

    def change(self, text: Value) -> Value:
        """A new string in this case. Bytes that are not UTF-8 stay or become others, but never more
        than there is room for."""
        b = self.b
        source = bytes_of(b, text)
        size = source.shape[0]
        room = new_bytes(b, size * _GROWTH + _SLACK)

        def step(_: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
            at, to = map(b.index_of, values)
            code, following = decoded(b, source, at, size)
            end = self._put(room, to, code)
            return b.test("slt", following, size), [b.value(following), b.value(end)]

        start = [b.value(0), b.value(0)]
        end = b.index_of(while_(b, None, b.test("sgt", size, 0), start, step)[1])
        room[end] = 0
        return text_of(b, room)

    def _put(self, room: Buffer, to: Ix, code: Scalar) -> Ix:
        """Write a character's other case; returns the position after it."""
        b = self.b
        low, high, step = ("a", "z", -32) if self.upper else ("A", "Z", 32)
        plain = (code >= ord(low)) & (code <= ord(high))
        found, place = self.keys.find(code)
        first = found.select(self.codes[place, 0], plain.select(code + step, code))
        end = encoded(b, room, to, first)
        for k in (1, 2):
            more = found.select(self.codes[place, k], b.scalar(0, I32))
            after = encoded(b, room, end, more)
            end = b.index_select(more.ne(0), after, end)
        return end


def decoded(b: KrnlBuilder, source: Buffer, at: Ix, size: Ix) -> tuple[Scalar, Ix]:
    """The code point that begins at a byte, and where the next one begins."""
    last = size - 1
    parts = [source[b.index_min(at + k, last)].cast(I32) for k in range(4)]
    first, *rest = parts
    tails = [p & 0x3F for p in rest]
    two = ((first & 0x1F) << 6) | tails[0]
    three = ((first & 0x0F) << 12) | (tails[0] << 6) | tails[1]
    four = ((first & 0x07) << 18) | (tails[0] << 12) | (tails[1] << 6) | tails[2]
    code = first
    length: Ix = b.index_of(b.value(1))
    for limit, value, count in ((0xC0, two, 2), (0xE0, three, 3), (0xF0, four, 4)):
        longer = first >= limit
        code = longer.select(value, code)
        length = b.index_select(longer, count, length)
    return code, at + length


def encoded(b: KrnlBuilder, room: Buffer, to: Ix, code: Scalar) -> Ix:
    """Write a code point as UTF-8, which needs room for four bytes; returns the position after
    it."""

    def tail(shift: int) -> Scalar:
        return ((code >> shift) & 0x3F) | 0x80

    zero = b.scalar(0, I32)
    shapes = (
        (0x80, [(code >> 6) | 0xC0, tail(0), zero, zero], 2),
        (0x800, [(code >> 12) | 0xE0, tail(6), tail(0), zero], 3),
        (0x10000, [(code >> 18) | 0xF0, tail(12), tail(6), tail(0)], 4),
    )
    parts = [code, zero, zero, zero]
    length: Ix = b.index_of(b.value(1))
    for limit, other, count in shapes:
        longer = code >= limit
        parts = [longer.select(o, p) for o, p in zip(other, parts, strict=True)]
        length = b.index_select(longer, count, length)
    for k, part in enumerate(parts):
        room[to + k] = (part & 0xFF).cast(UI8)
    return to + length
