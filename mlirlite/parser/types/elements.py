"""`dense<…> : type` and `sparse<…> : type`: where the elements end, and the attribute of elements
and type."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Attribute, OpaqueType, Type
from mlirlite.ir.dense import DenseElementsAttr, OpaqueElementsAttr, SparseElementsAttr
from mlirlite.ir.types import I64, RankedTensorType, ShapedType
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import STRING, always
from mlirlite.parser.types.tensor_literal import TensorLiteral
from mlirlite.parser.types.types import read_type
from mlirlite.support.diagnostics import DiagnosticError


def read_elements(cursor: TextCursor, opened: int, type: Type | None) -> Attribute:
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
            type = read_type(cursor)
    except DiagnosticError:
        if not sparse:  # errors in the elements come first
            TensorLiteral(cursor, start, opened + 1, end).read_unless_empty()
        raise
    read = sparse_attribute if sparse else dense_attribute
    return read(cursor, start, opened + 1, end, type)


def _unclosed(cursor: TextCursor, start: int, body: int, sparse: bool) -> DiagnosticError:
    """The error of elements without a following `>`: the first error in them."""
    end = len(cursor.text)
    try:
        if sparse:
            comma = _split(cursor.text, body, end)
            if comma < 0:
                TensorLiteral(cursor, start, body, end, "expected ','").read()
            else:
                TensorLiteral(cursor, start, body, comma, "expected ','").read()
                body = comma + 1
        TensorLiteral(cursor, start, body, end).read()
    except DiagnosticError as e:
        return e
    cursor.pos = end
    return cursor.wrong_token("expected '>'")


_body = always(r'[^"<>/]*+')


def _body_end(text: str, opened: int) -> int:
    """Offset of the `>` that closes `<` at `opened`; -1 without one. Strings are skipped with
    `find`: they may be huge."""
    pos = opened + 1
    while True:
        pos = _body(text, pos).end()
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


def dense_attribute(cursor: TextCursor, start: int, body: int, end: int, type: Any) -> Attribute:
    """The attribute at `start` whose elements are the text from `body` to `end`."""
    if isinstance(type, OpaqueType):  # it may have a shape
        return OpaqueElementsAttr(cursor.text[body:end].strip(), type)
    span = cursor.span(start)
    if not isinstance(type, ShapedType):
        raise cursor.fail("elements literal must be a shaped type", span)
    if not type.has_static_shape:
        raise cursor.fail("elements literal type must have static shape", span)
    made: Attribute = TensorLiteral(cursor, start, body, end).attribute(type)
    return made


def sparse_attribute(
    cursor: TextCursor, start: int, body: int, end: int, type: Any
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
    indices = TensorLiteral(cursor, body, body, comma if comma >= 0 else end, "expected ','")
    index_shape = indices.read()[1] or [1, type.rank]
    if comma < 0:
        cursor.pos = end
        raise cursor.wrong_token("expected ','")
    values = TensorLiteral(cursor, comma + 1, comma + 1, end)
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
