"""A tensor's elements as in `dense<…>`: numbers, strings or hex digits become an attribute. Plain
numbers have a fast path; all others are read one by one, which also finds the errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseStringElementsAttr,
    element_size,
    pack_elements,
)
from mlirlite.ir.types import ComplexType, FloatType, IndexType, IntegerType, ShapedType
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.literals import LiteralError, fits, float_bits, hex_pieces
from mlirlite.parser.text.plain_numbers import plain_numbers
from mlirlite.parser.text.tokens import FLOAT, INTEGER, STRING
from mlirlite.parser.types.numbers import literal_error
from mlirlite.support.diagnostics import DiagnosticError

_SPACE = r"[ \t\r\n]*+"
_token = re.compile(
    rf"{_SPACE}(?:(-?{_SPACE}(?:{FLOAT}|{INTEGER})|true|false)(?![\w.])|({STRING})|([\[\](),-]))"
).match


class TensorLiteral:
    """A tensor literal: one element, nested lists, a hex string, or nothing."""

    def __init__(
        self, cursor: TextCursor, start: int, body: int, end: int, follower: str = "expected '>'"
    ) -> None:
        self.cursor = cursor
        self.start = start
        self.body = body
        self.end = end
        self.follower = follower
        """The error when something follows the literal."""

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
        raw = plain_numbers(text, first, self.end, type)
        if raw is None:
            raw = self._one_by_one(type)
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

    # Numbers, one by one: hex, booleans, complex, odd widths, and all errors

    def _tokens(self) -> Iterator[tuple[str, str, int]]:
        """Number, string, punctuation, or anything else, as (kind, text, offset); the end comes
        last."""
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

    def _one_by_one(self, type: ShapedType) -> bytes:
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
            raise literal_error(self.cursor, e, token, start) from None

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


def _splat_or_all(raw: bytes, size: int) -> bytes:
    """One element when all are the same."""
    if len(raw) > size and raw[:size] == raw[-size:] and raw == raw[:size] * (len(raw) // size):
        return raw[:size]
    return raw


def _unpack_bits(raw: bytes, count: int) -> bytes | None:
    """One byte per i1 from packed bits, lowest first. A byte of all ones or all zeros is a
    splat."""
    if len(raw) == 1 and raw[0] in (0, 0xFF) and count:
        return b"\1" if raw[0] else b"\0"
    if len(raw) != -(-count // 8):
        return None
    number = int.from_bytes(raw, "little")
    return bytes([number >> i & 1 for i in range(count)])
