"""Lists of plain numbers, `[[1, 2], [3, 4]]`: from text to raw bytes in pieces, without an
attribute, token or tree per element."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import FloatType, IndexType, IntegerType, ShapedType
from mlirlite.parser.text.tokens import FLOAT
from mlirlite.support.regex import many

_PIECE = 1 << 16
_SPACE = r"[ \t\r\n]*+"
_END = rf"{_SPACE}(?:,{_SPACE}|\Z)"
_floats = re.compile(_SPACE + many(rf"-?+{FLOAT}{_END}") + r"\Z").match
_integers = re.compile(_SPACE + many(rf"-?+[0-9]++{_END}") + r"\Z").match
_row = re.compile(r"\[([^\[\]\"]*+)\]")
_CODES = {(1, False): "b", (2, False): "h", (4, False): "i", (8, False): "q"}
_CODES |= {(size, True): code.upper() for (size, _), code in _CODES.items()}


class _Numbers(NamedTuple):
    """How the numbers of an element type are written and kept."""

    code: str
    """The type code of their `array`."""
    are_plain: Callable[[str], Any]
    """Whether a text is a list of such numbers; a trailing comma is allowed."""
    convert: Callable[[str], Any]

    def extend(self, out: Any, text: str) -> bool:
        """Append the numbers of a list; False when they are not plain."""
        if self.are_plain(text) is None:
            return False
        out.extend(map(self.convert, text.split(",")))
        return True


def plain_numbers(text: str, start: int, end: int, type: ShapedType) -> bytes | None:
    """The elements of the literal from `start` to `end`: one number for all, or lists in the shape
    of the type. None for anything else: hex, booleans, errors."""
    numbers = _numbers_of(type.element_type)
    if numbers is None:
        return None
    shape = type.shape
    try:
        if not text.startswith("[", start):
            out = _single(text[start:end], numbers)
            if out is not None and not type.num_elements:
                return b""
        elif not shape or 0 in shape:
            return None
        elif len(shape) == 1:
            out = _list(text, start, end, shape[0], numbers)
        else:
            out = _rows(text[start:end], shape, numbers)
    except (ValueError, OverflowError):
        return None
    if out is None:
        return None
    if sys.byteorder == "big":
        out.byteswap()
    raw: bytes = out.tobytes()
    return raw


def _numbers_of(element: Type) -> _Numbers | None:
    """None for a type without an `array` of its own."""
    if isinstance(element, FloatType):
        code = {"f32": "f", "f64": "d"}.get(element.keyword)
        return None if code is None else _Numbers(code, _floats, float)
    if not isinstance(element, (IntegerType, IndexType)):
        return None
    width = element.width if isinstance(element, IntegerType) else 64
    unsigned = isinstance(element, IntegerType) and element.is_unsigned
    if width not in (8, 16, 32, 64):
        return None
    return _Numbers(_CODES[width // 8, unsigned], _integers, int)


def _single(text: str, numbers: _Numbers) -> Any:
    if "," in text or not text or numbers.are_plain(text) is None:
        return None
    return array(numbers.code, [numbers.convert(text)])


def _list(text: str, start: int, end: int, count: int, numbers: _Numbers) -> Any:
    closed = text.find("]", start, end)
    if closed < 0 or text[closed + 1 : end].strip():
        return None
    out: Any = array(numbers.code)
    for piece in _pieces(text, start + 1, closed):
        if not numbers.extend(out, piece):
            return None
    return out if len(out) == count else None


def _rows(text: str, shape: Sequence[int], numbers: _Numbers) -> Any:
    """Nested lists; the innermost ones are rows."""
    skeleton, rows = _row.subn("r", text)
    if rows != prod(shape[:-1]) or "".join(skeleton.split()) != _skeleton(shape):
        return None
    out: Any = array(numbers.code)
    length = 0
    for m in _row.finditer(text):
        length += shape[-1]
        if not numbers.extend(out, m[1]) or len(out) != length:
            return None
    return out


def _pieces(text: str, start: int, end: int) -> Iterator[str]:
    """The text from `start` to `end`, cut at commas into pieces of bounded size."""
    while end - start > _PIECE:
        cut = text.rfind(",", start, start + _PIECE)
        if cut < 0:
            break
        yield text[start:cut]
        start = cut + 1
    yield text[start:end]


def _skeleton(shape: Sequence[int]) -> str:
    """The brackets of a literal of this shape, `r` for a row."""
    text = "r"
    for size in reversed(shape[:-1]):
        text = "[" + ",".join([text] * size) + "]"
    return text
