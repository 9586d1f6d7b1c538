"""Reader of `dense<…>` and `sparse<…>`: long lists of numbers go from text to raw bytes in pieces,
without an attribute, token or tree per element."""

from __future__ import annotations

import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from io import BytesIO
from math import prod
from typing import TYPE_CHECKING, Any

from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseStringElementsAttr,
    OpaqueElementsAttr,
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
from mlirlite.parser.literals import LiteralError, fits, float_bits, hex_pieces
from mlirlite.parser.tokens import FLOAT, INTEGER, STRING
from mlirlite.support.diagnostics import DiagnosticError

if TYPE_CHECKING:
    from mlirlite.parser.cursor import Cursor

_PIECE = 1 << 16
_SPACE = r"[ \t\r\n]*+"
_floats = re.compile(rf"{_SPACE}(?:-?+{FLOAT}{_SPACE}(?:,{_SPACE}|\Z))*+\Z").match
_integers = re.compile(rf"{_SPACE}(?:-?+[0-9]++{_SPACE}(?:,{_SPACE}|\Z))*+\Z").match
_row = re.compile(r"\[([^\[\]\"]*+)\]")
_token = re.compile(
    rf"{_SPACE}(?:(-?{_SPACE}(?:{FLOAT}|{INTEGER})|true|false)(?![\w.])|({STRING})|([\[\](),-]))"
).match
_CODES = {(1, False): "b", (2, False): "h", (4, False): "i", (8, False): "q"}
_CODES |= {(size, True): code.upper() for (size, _), code in _CODES.items()}


def read_elements(cursor: Cursor, opened: int, type: Type | None) -> Attribute:
    """`dense<…> : type` or `sparse<…> : type` with the cursor at the word and `<` expected at
    `opened`; without the colon when the type is given."""
    text, start = cursor.text, cursor.pos
    sparse = text.startswith("sparse", start)
    if not text.startswith("<", opened):
        cursor.pos = opened
        raise cursor.wrong_token(
            "Expected '<' after 'sparse'" if sparse else "expected '<' after 'dense'"
        )
    end = _body_end(text, opened)
    if end < 0:
        raise _unclosed(cursor, start, opened + 1, sparse)
    cursor.pos = cursor.skip(end + 1)
    try:
        if type is None:
            cursor.expect(":")
            type = cursor.type()
    except DiagnosticError:
        if not sparse:  # what is wrong in the elements comes first
            _Literal(cursor, start, opened + 1, end).read_unless_empty()
        raise
    read = sparse_attribute if sparse else dense_attribute
    return read(cursor, start, opened + 1, end, type)


def _unclosed(cursor: Cursor, start: int, body: int, sparse: bool) -> DiagnosticError:
    """The error of elements that no `>` follows: the first thing that is wrong in them."""
    end = len(cursor.text)
    try:
        if sparse:
            comma = _split(cursor.text, body, end)
            if comma < 0:
                _Literal(cursor, start, body, end, "expected ','").read()
            else:
                _Literal(cursor, start, body, comma, "expected ','").read()
                body = comma + 1
        _Literal(cursor, start, body, end).read()
    except DiagnosticError as e:
        return e
    cursor.pos = end
    return cursor.wrong_token("expected '>'")


_body = re.compile(r'[^"<>/]*+').match


def _body_end(text: str, opened: int) -> int:
    """Offset of the `>` that closes `<` at `opened`; -1 without one. Strings are passed over with
    `find`: they may be huge."""
    pos = opened + 1
    while True:
        pos = _body(text, pos).end()  # type: ignore[union-attr]
        char = text[pos : pos + 1]
        if char == ">":
            return -1 if text[pos - 1] == "-" else pos  # an arrow belongs to what follows
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
    if isinstance(type, OpaqueType):  # it may have a shape
        return OpaqueElementsAttr(cursor.text[body:end].strip(), type)
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
        empty = [DenseElementsAttr(t, b"") for t in none]
        return SparseElementsAttr(type, *empty)
    comma = _split(text, body, end)
    indices = _Literal(cursor, body, body, comma if comma >= 0 else end, "expected ','")
    index_shape = indices.read()[1] or [1, type.rank]
    if comma < 0:
        cursor.pos = end
        raise cursor.wrong_token("expected ','")
    values = _Literal(cursor, comma + 1, comma + 1, end)
    value_shape = values.read()[1] or [index_shape[0]]
    found = SparseElementsAttr(
        type,
        indices.attribute(RankedTensorType(tuple(index_shape), I64)),
        values.attribute(RankedTensorType(tuple(value_shape), element)),
    )
    problem = _sparse_problem(type, found.indices, index_shape, value_shape)
    if problem:
        raise cursor.fail(problem, span)
    return found


def _sparse_problem(
    type: ShapedType, indices: DenseElementsAttr, index_shape: list[int], value_shape: list[int]
) -> str:
    """Why indices and values do not fit the type, or each other; empty when they do."""
    if len(value_shape) != 1:
        return "expected 1-d tensor for sparse element values"
    coordinates = index_shape[1] if len(index_shape) == 2 else 1
    if len(index_shape) > 2 or coordinates != type.rank or index_shape[0] != value_shape[0]:
        shapes = [", ".join(map(str, s)) for s in (type.shape, index_shape, value_shape)]
        return (
            "expected shape ([{}]); inferred shape of indices literal ([{}]); "
            "inferred shape of values literal ([{}])".format(*shapes)
        )
    flat = indices.values()
    for i in range(index_shape[0]):
        at = flat[i * coordinates : (i + 1) * coordinates]
        if any(not 0 <= x < size for x, size in zip(at, type.shape, strict=True)):
            return (
                f"sparse index #{i} is not contained within the value shape, with "
                f"index=[{', '.join(map(str, at))}], and type='{type}'"
            )
    return ""


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

    def __init__(
        self, cursor: Cursor, start: int, body: int, end: int, follower: str = "expected '>'"
    ) -> None:
        self.cursor = cursor
        self.start = start
        self.body = body
        self.end = end
        self.follower = follower
        """The error when something else than the end comes after the literal."""

    def _fail(
        self, message: str, start: int | None = None, end: int | None = None
    ) -> DiagnosticError:
        return self.cursor.fail(
            message, self.cursor.span(self.start if start is None else start, end)
        )

    def _wrong(self, message: str, start: int) -> DiagnosticError:
        self.cursor.pos = start
        return self.cursor.wrong_token(message)

    def attribute(self, type: ShapedType) -> Any:
        text = self.cursor.text
        first = self.cursor.skip(self.body)
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
        digits = BytesIO()
        try:
            for piece in hex_pieces(text, first + 3, last - 1):
                digits.write(piece)
        except ValueError:
            raise self._fail(
                "expected string containing hex digits starting with `0x`", first
            ) from None
        raw = digits.getvalue()
        element = type.element_type
        if isinstance(element, IntegerType) and element.width == 1:
            unpacked = _unpack_bits(raw, type.num_elements)
            if unpacked is not None:
                return DenseElementsAttr(type, _splat_or_all(unpacked, 1))
        else:
            size = element_size(element)
            if len(raw) == size and type.num_elements:
                return DenseElementsAttr(type, raw)
            if len(raw) == size * type.num_elements:
                return DenseElementsAttr(type, _splat_or_all(raw, size))
        raise self._fail(f"elements hex data size is invalid for provided type: '{type}'")

    # Strings

    def _strings(self, type: ShapedType) -> Attribute:
        values: list[str] = []
        for token, start in self._check_shape(type):
            if not token.startswith('"'):
                raise self._fail(f"expected string token, got {token}")
            values.append(self.cursor.unquote(token, start))
        return DenseStringElementsAttr(type, tuple(values))

    # Numbers, the usual way

    def _fast(self, type: ShapedType, first: int) -> bytes | None:
        """Raw bytes of plain numbers in the right shape; None for anything that needs a closer
        look."""
        element = type.element_type
        if isinstance(element, ComplexType):
            return None
        if isinstance(element, FloatType):
            if element.keyword not in ("f32", "f64"):
                return None
            code = "f" if element.keyword == "f32" else "d"
            convert: Any = float
            check = _floats
        else:
            width = element.width if isinstance(element, IntegerType) else 64
            unsigned = isinstance(element, IntegerType) and element.is_unsigned
            if width not in (8, 16, 32, 64):
                return None
            code, convert, check = _CODES[width // 8, unsigned], int, _integers
        text, end = self.cursor.text, self.end
        shape = type.shape
        out: Any = array(code)
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
        raw: bytes = out.tobytes()
        return raw

    # Numbers, one by one: hex, booleans, complex, odd widths, and all errors

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        """Number, string, punctuation, or anything else, as (kind, text, offset); at last the
        end."""
        text = self.cursor.text
        skip = self.cursor.skip
        pos = skip(self.body)
        while pos < self.end:
            m = _token(text, pos, self.end)
            if m is None:
                yield "other", text[pos], pos
                return
            kind = "number" if m[1] else "string" if m[2] else "punctuation"
            group = m.lastindex or 0
            yield kind, m[group], m.start(group)
            pos = skip(m.end())
        yield "end", "", self.end

    def read(self) -> tuple[list[tuple[str, int]], list[int]]:
        """All elements with their offsets (complex ones as two), and the shape that the brackets
        spell: empty for one element. Ranks must agree."""
        elements: list[tuple[str, int]] = []
        open_lists: list[tuple[int, list[int]]] = []  # how many items so far, and their shape
        in_complex = 0  # 1: before its comma, 2: after
        complete = False  # an item has just ended
        shape: list[int] = []
        for kind, token, start in self._tokens():
            if complete and in_complex:
                wanted = ",)"[in_complex - 1]
                if token != wanted:
                    where = "between" if in_complex == 1 else "after"
                    raise self._wrong(f"expected '{wanted}' {where} complex elements", start)
                in_complex = (in_complex + 1) % 3
                if in_complex:
                    complete = False
                    continue
                item: list[int] = []
            elif complete and not open_lists:
                if kind == "end":
                    break
                raise self._wrong(self.follower, start)
            elif complete and token == ",":
                complete = False
                continue
            elif token == "]" and open_lists and (complete or not open_lists[-1][0]):
                count, inner = open_lists.pop()
                item = [count, *inner]
            elif complete:
                raise self._wrong("expected ']'", start)
            elif kind == "number" or kind == "string":
                elements.append((token, start))
                complete = True
                if in_complex:
                    continue
                item = []
            elif token == "(" and not in_complex:
                in_complex = 1
                continue
            elif token == "[" and not in_complex:
                open_lists.append((0, []))
                continue
            elif token == "-":
                after = self.cursor.skip(start + 1)
                raise self._fail("expected integer or floating point literal", after)
            else:
                raise self._fail("expected element literal of primitive type", start)
            complete = True
            if not open_lists:
                shape = item
                continue
            count, inner = open_lists[-1]
            if count and inner != item:
                message = "tensor literal is invalid; ranks are not consistent between elements"
                raise self._fail(message, start)
            open_lists[-1] = (count + 1, item)
        return elements, shape

    def read_unless_empty(self) -> tuple[list[tuple[str, int]], list[int]]:
        is_empty = self.cursor.skip(self.body) >= self.end
        return ([], []) if is_empty else self.read()

    def _check_shape(self, type: ShapedType) -> list[tuple[str, int]]:
        elements, shape = self.read_unless_empty()
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
        is_splat = not self.read_unless_empty()[1] and type.num_elements
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
            raise self._fail("expected integer elements, but parsed floating-point", start, end)
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
