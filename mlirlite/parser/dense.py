"""Reader of `dense<…>` and `sparse<…>`: long lists of numbers go from text to raw bytes in pieces, without an attribute, token
or tree per element."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseStringElementsAttr,
    SparseElementsAttr,
    element_size,
    pack_elements,
)
from mlirlite.ir.types import (
    I64,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
)
from mlirlite.parser.literals import LiteralError, fits, float_bits
from mlirlite.parser.tokens import FLOAT, INTEGER, STRING, literal, skip_space, unquote
from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.parser.cursor import Cursor

_PIECE = 1 << 16
_SPACE = r"[ \t\r\n]*+"
_floats = re.compile(rf"{_SPACE}(?:-?+{FLOAT}{_SPACE}(?:,{_SPACE}|\Z))*+\Z").match
_integers = re.compile(rf"{_SPACE}(?:-?+[0-9]++{_SPACE}(?:,{_SPACE}|\Z))*+\Z").match
_row = re.compile(r"\[([^\[\]\"]*+)\]")
_comment = re.compile(rf"({STRING})|//[^\n]*+")
_token = re.compile(
    rf"{_SPACE}(?:(-?{_SPACE}(?:{FLOAT}|{INTEGER})|true|false)(?![\w.])|({STRING})|([\[\](),]))"
).match
_hex_only = re.compile(r"0x(?:[0-9a-fA-F]{2})*+").fullmatch
_CODES = {(1, False): "b", (2, False): "h", (4, False): "i", (8, False): "q"}
_CODES |= {(size, True): code.upper() for (size, _), code in _CODES.items()}


def read_dense(cursor: Cursor, opened: int, type: Type | None) -> Attribute:
    """`dense<…> : type` with the cursor at `dense` and `<` at `opened`; without the colon when the type is given."""
    text, start = cursor.text, cursor.pos
    end = _body_end(text, opened)
    if end < 0:
        cursor.pos = len(text)
        raise cursor.wrong_token("expected '>'")
    cursor.pos = skip_space(text, end + 1).end()  # type: ignore[union-attr]
    if type is None:
        cursor.expect(":")
        type = cursor.type()
    return dense_attribute(cursor, start, opened + 1, end, type)


_body = re.compile(r'[^"<>/]*+').match


def _body_end(text: str, opened: int) -> int:
    """Offset of the `>` that closes `<` at `opened`; -1 without one. Strings are passed over with `find`: they may be huge."""
    pos = opened + 1
    while True:
        pos = _body(text, pos).end()  # type: ignore[union-attr]
        char = text[pos : pos + 1]
        if char == ">":
            return pos
        if char == '"':
            quote = text.find('"', pos + 1)
            while quote > 0 and _is_escaped(text, quote):
                quote = text.find('"', quote + 1)
            if quote < 0:
                return -1
            pos = quote + 1
        elif text.startswith("//", pos):
            newline = text.find("\n", pos)
            if newline < 0:
                return -1
            pos = newline + 1
        else:
            return -1


def _is_escaped(text: str, quote: int) -> bool:
    before = quote
    while text[before - 1] == "\\":
        before -= 1
    return (quote - before) % 2 == 1


def dense_attribute(cursor: Cursor, start: int, body: int, end: int, type: Any) -> Attribute:
    """The attribute at `start` whose elements are the text from `body` to `end`."""
    span = cursor.span(start)
    if not isinstance(type, ShapedType):
        raise cursor.fail("elements literal must be a shaped type", span)
    if not type.has_static_shape:
        raise cursor.fail("elements literal type must have static shape", span)
    return _Literal(cursor, start, body, end).attribute(type)


def sparse_attribute(
    cursor: Cursor, start: int, body: int, end: int, type: Any
) -> SparseElementsAttr:
    """`sparse<indices, values>` in the same way."""
    span = cursor.span(start)
    if not isinstance(type, ShapedType):
        raise cursor.fail("elements literal must be a shaped type", span)
    if not type.has_static_shape:
        raise cursor.fail("elements literal type must have static shape", span)
    element = type.element_type
    text = cursor.text
    if not text[body:end].strip():
        none = RankedTensorType((0, type.rank), I64), RankedTensorType((0,), element)
        empty: SparseElementsAttr = SparseElementsAttr(
            type, DenseElementsAttr(none[0], b""), DenseElementsAttr(none[1], b"")
        )
        return empty
    comma = _split(text, body, end)
    if comma < 0:
        cursor.pos = end
        raise cursor.wrong_token("expected ','")
    indices, values = _Literal(cursor, body, body, comma), _Literal(cursor, comma, comma + 1, end)
    index_shape = indices.inferred_shape() or [1, type.rank]
    value_shape = values.inferred_shape() or [index_shape[0]]
    made: SparseElementsAttr = SparseElementsAttr(
        type,
        indices.attribute(RankedTensorType(tuple(index_shape), I64)),
        values.attribute(RankedTensorType(tuple(value_shape), element)),
    )
    return made


def _split(text: str, body: int, end: int) -> int:
    """Offset of the first comma outside brackets."""
    depth = 0
    for m in re.compile(rf"{STRING}|[\[\](),]").finditer(text, body, end):
        if m[0] in "[(":
            depth += 1
        elif m[0] in "])":
            depth -= 1
        elif m[0] == "," and depth == 0:
            return m.start()
    return -1


class _Literal:
    """A tensor literal: one element, nested lists, a hex string, or nothing."""

    def __init__(self, cursor: Cursor, start: int, body: int, end: int) -> None:
        self.cursor = cursor
        self.start = start
        self.body = body
        self.end = end

    def _fail(self, message: str, start: int | None = None, end: int | None = None) -> DiagnosticError:
        return self.cursor.fail(message, self.cursor.span(self.start if start is None else start, end))

    def attribute(self, type: ShapedType) -> Any:
        text, body, end = self.cursor.text, self.body, self.end
        first = skip_space(text, body).end()  # type: ignore[union-attr]
        element = type.element_type
        is_number = isinstance(element, (IntegerType, FloatType, IndexType, ComplexType))
        if text.startswith('"', first) and is_number:
            return self._hex(type, first)
        if not is_number:
            return self._strings(type)
        raw = self._fast(type, first)
        if raw is None:
            raw = self._slow(type)
        return DenseElementsAttr(type, _splat_or_all(raw, element_size(element)))

    # Hex strings

    def _hex(self, type: ShapedType, first: int) -> DenseElementsAttr:
        text = self.cursor.text
        last = self.end
        while text[last - 1] in " \t\r\n":
            last -= 1
        if not text.startswith('"0x', first) or text[last - 1] != '"':
            raise self._fail("expected string containing hex digits starting with `0x`", first)
        try:
            raw = bytes.fromhex(text[first + 3 : last - 1])
        except ValueError:
            raw = None
        if raw is None or (last - first < 4096 and not _hex_only(text, first + 1, last - 1)):
            raise self._fail("expected string containing hex digits starting with `0x`", first)
        element = type.element_type
        if isinstance(element, IntegerType) and element.width == 1:
            unpacked = _unpack_bits(raw, type.num_elements)
            if unpacked is not None:
                return DenseElementsAttr(type, _splat_or_all(unpacked, 1))  # type: ignore[no-any-return]
        else:
            size = element_size(element)
            if len(raw) == size and type.num_elements:
                return DenseElementsAttr(type, raw)  # type: ignore[no-any-return]
            if len(raw) == size * type.num_elements:
                return DenseElementsAttr(type, _splat_or_all(raw, size))  # type: ignore[no-any-return]
        raise self._fail(f"elements hex data size is invalid for provided type: '{type}'")

    # Strings

    def _strings(self, type: ShapedType) -> Attribute:
        values: list[str] = []
        for kind, token, start in self._tokens():
            if kind == "string":
                values.append(self.cursor._unquote(token, start))
            elif kind == "number":
                raise self._fail(f"expected string token, got {token}")
        self._check_shape(type)
        made: Attribute = DenseStringElementsAttr(type, tuple(values))
        return made

    # Numbers, the usual way

    def _fast(self, type: ShapedType, first: int) -> bytes | None:
        """Raw bytes of plain numbers in the right shape; None for anything that needs a closer look."""
        element = type.element_type
        if isinstance(element, ComplexType):
            return None
        if isinstance(element, FloatType):
            if element.keyword not in ("f32", "f64"):
                return None
            code, convert, check = "f" if element.keyword == "f32" else "d", float, _floats
        else:
            width = element.width if isinstance(element, IntegerType) else 64
            unsigned = isinstance(element, IntegerType) and element.is_unsigned
            if width not in (8, 16, 32, 64):
                return None
            code, convert, check = _CODES[width // 8, unsigned], int, _integers
        text, end = self.cursor.text, self.end
        shape = type.shape
        out = array(code)
        try:
            if not text.startswith("[", first):
                piece = text[first:end]
                if "," in piece or not piece or check(piece) is None:
                    return None
                out.append(convert(piece))
                if not type.num_elements:
                    return b""
            elif not shape or 0 in shape:
                return None
            elif len(shape) == 1:
                closed = text.find("]", first, end)
                if closed < 0 or text[closed + 1 : end].strip():
                    return None
                count = shape[0]
                for piece in _pieces(text, first + 1, closed):
                    if check(piece) is None:
                        return None
                    out.extend(map(convert, piece.split(",")))
                if len(out) != count:
                    return None
            else:
                literal_text = text[first:end]
                skeleton, rows = _row.subn("r", literal_text)
                if rows != prod(shape[:-1]) or "".join(skeleton.split()) != _skeleton(shape):
                    return None
                count = shape[-1]
                for m in _row.finditer(literal_text):
                    if check(m[1]) is None:
                        return None
                    values = m[1].split(",")
                    if len(values) != count:
                        return None
                    out.extend(map(convert, values))
        except (ValueError, OverflowError):
            return None
        if sys.byteorder == "big":
            out.byteswap()
        return out.tobytes()

    # Numbers, one by one: hex, booleans, complex, odd widths, and all errors

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        text = self.cursor.text
        pos = skip_space(text, self.body).end()  # type: ignore[union-attr]
        while pos < self.end:
            m = _token(text, pos, self.end)
            if m is None:
                raise self._fail("expected element literal of primitive type", pos)
            kind = "number" if m[1] else "string" if m[2] else "punctuation"
            group = m.lastindex or 0
            yield kind, m[group], m.start(group)
            pos = skip_space(text, m.end()).end()  # type: ignore[union-attr]

    def inferred_shape(self) -> list[int]:
        """The shape that the brackets spell; ranks must agree. Empty for one element."""
        return self._read()[1]

    def _read(self) -> tuple[list[tuple[str, int]], list[int]]:
        """All elements (complex ones as two) and the shape."""
        elements: list[tuple[str, int]] = []
        counts: list[int] = []
        shapes: list[list[int] | None] = []
        shape: list[int] | None = None
        expecting, in_complex = True, 0
        for kind, token, start in self._tokens():
            if kind != "punctuation":
                if not expecting:
                    raise self._fail("expected ']'" if counts else "expected '>'", start)
                elements.append((token, start))
                expecting = False
                if in_complex:
                    continue
                item: list[int] | None = []
            elif token == "(":
                if not expecting or in_complex:
                    raise self._fail("expected element literal of primitive type", start)
                in_complex = 1
                continue
            elif token == ")":
                if in_complex != 2 or expecting:
                    raise self._fail("expected ',' between complex elements", start)
                in_complex, item = 0, []
            elif token == ",":
                if expecting:
                    raise self._fail("expected element literal of primitive type", start)
                if in_complex:
                    if in_complex == 2:
                        raise self._fail("expected ')' after complex elements", start)
                    in_complex = 2
                elif not counts:
                    raise self._fail("expected '>'", start)
                expecting = True
                continue
            elif token == "[":
                if not expecting or in_complex:
                    raise self._fail("expected element literal of primitive type", start)
                counts.append(0)
                shapes.append(None)
                continue
            else:
                if not counts or in_complex or (expecting and counts[-1]):
                    raise self._fail("expected element literal of primitive type", start)
                inner = shapes.pop()
                item = [counts.pop(), *(inner or [])]
            if counts:
                if counts[-1] and shapes[-1] != item:
                    raise self._fail(
                        "tensor literal is invalid; ranks are not consistent between elements",
                        start,
                    )
                counts[-1] += 1
                shapes[-1] = item
            else:
                shape = item
            expecting = False
        if counts:
            raise self._fail("expected ']'", self.end)
        if in_complex:
            raise self._fail("expected ')' after complex elements", self.end)
        return elements, shape or []

    def _check_shape(self, type: ShapedType) -> list[tuple[str, int]]:
        elements, shape = self._read()
        if shape and shape != list(type.shape):
            raise self._fail(
                f"inferred shape of elements literal ([{', '.join(map(str, shape))}]) does not "
                f"match type ([{', '.join(map(str, type.shape))}])"
            )
        if not elements and type.num_elements:
            raise self._fail(f"parsed zero elements, but type ('{type}') expected at least 1")
        return elements

    def _slow(self, type: ShapedType) -> bytes:
        elements = self._check_shape(type)
        element = type.element_type
        if isinstance(element, ComplexType):
            self._check_complex(elements, type, element)
            element = element.element_type
        if isinstance(element, FloatType):
            convert = element.format.encode
            size = element_size(element)
            bits = [self._float_bits(t, s, element, convert) for t, s in elements]
            return b"".join([b.to_bytes(size, "little") for b in bits])
        return pack_elements([self._int(t, s, element) for t, s in elements], element)

    def _check_complex(
        self, elements: Sequence[Any], type: ShapedType, element: ComplexType
    ) -> None:
        is_splat = not self.inferred_shape() and type.num_elements
        expected = 2 if is_splat else 2 * type.num_elements
        if len(elements) != expected:
            named = f"'{element}'" if is_splat else f"'{type}'"
            raise self._fail(
                f"parsed {len(elements)} elements, but type ({named}) expected {expected} elements"
            )

    def _float_bits(self, token: str, start: int, type: FloatType, encode: Any) -> int:
        if token in ("true", "false"):
            raise self._fail("expected floating point literal", start)
        if "." in token:
            return int(encode(float("".join(token.split()))))
        try:
            return float_bits(token, type)
        except LiteralError as e:
            raise self.cursor.literal_error(e, token, start) from None

    def _int(self, token: str, start: int, type: Type) -> int:
        end = start + len(token)
        if token in ("true", "false"):
            if not (isinstance(type, IntegerType) and type.width == 1):
                raise self._fail("expected i1 type for 'true' or 'false' values", start, end)
            return int(token == "true")
        if token.startswith("-") and isinstance(type, IntegerType) and type.is_unsigned:
            raise self._fail(
                "expected unsigned integer elements, but parsed negative value", start + 1, end
            )
        if "." in token:
            raise self._fail(
                "expected integer elements, but parsed floating-point", start, end
            )
        digits = "".join(token.split())
        value = int(digits, 16) if "x" in digits else int(digits)
        if not fits(value, type):
            raise self._fail("integer constant out of range for type", start, end)
        return value


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


def _splat_or_all(raw: bytes, size: int) -> bytes:
    """One element when all are the same."""
    if len(raw) > size and raw[:size] == raw[-size:] and raw == raw[:size] * (len(raw) // size):
        return raw[:size]
    return raw


def _unpack_bits(raw: bytes, count: int) -> bytes | None:
    """One byte per i1 from packed bits, lowest first. A byte of all ones or of zero is a splat."""
    if len(raw) == 1 and raw[0] in (0, 0xFF) and count:
        return b"\1" if raw[0] else b"\0"
    if len(raw) != -(-count // 8):
        return None
    number = int.from_bytes(raw, "little")
    return bytes([number >> i & 1 for i in range(count)])


__all__ = ["dense_attribute", "literal", "read_dense", "sparse_attribute", "unquote"]
