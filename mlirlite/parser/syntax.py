"""From a slice of text to a type, attribute, map or location: the grammar's tree, made into values
bottom-up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

from mlirlite.ir.affine import AffineExpr
from mlirlite.ir.attribute import Type
from mlirlite.parser.attributes import AttributeBuilder
from mlirlite.parser.cursor import Cursor
from mlirlite.parser.dense import read_elements
from mlirlite.parser.grammar import grammar
from mlirlite.parser.syntax_errors import AT_TOKEN, earlier_error, messages_for
from mlirlite.parser.tokens import SPACE
from mlirlite.support.diagnostics import DiagnosticError

_elements = re.compile(rf"(?:dense|sparse)(?![\w$.]){SPACE}").match


def parse_slice(
    cursor: Cursor, start_symbol: str, start: int, end: int, type: Type | None = None
) -> Any:
    """The value of `text[start:end]`. With `type`, an attribute's trailing `: type` is left out of
    the text."""
    text = cursor.text[start:end]
    if type is not None:
        return _typed(cursor, text, start, type)
    return build(cursor, parse_tree(cursor, start_symbol, text, start), start)


def _typed(cursor: Cursor, text: str, start: int, type: Type) -> Any:
    """Attributes whose syntax ends in a type, with the type given: the grammar sees `head :
    none`."""
    tree = parse_tree(cursor, "attribute", text + " : none", start)
    tree.children[-1] = type
    return build(cursor, tree, start)


def parse_tree(cursor: Cursor, start_symbol: str, text: str, start: int) -> Any:
    """The grammar's tree of a text that stands at `start`; DiagnosticError with upstream's words
    when it has none."""
    try:
        return grammar().parse(text, start=start_symbol)
    except UnexpectedInput as e:
        raise _syntax_error(cursor, e, start_symbol, text, start) from None


def build(cursor: Cursor, tree: Any, start: int) -> Any:
    """The value of a tree; a token is its own value."""
    if isinstance(tree, Token):
        return tree
    try:
        return AttributeBuilder(cursor, start).transform(tree)
    except VisitError as e:
        if isinstance(e.orig_exc, DiagnosticError):
            raise e.orig_exc from None
        raise


def parse_affine_expr(
    cursor: Cursor, start: int, end: int, dims: Sequence[str], symbols: Sequence[str]
) -> AffineExpr:
    """An affine expression over the named dimensions and symbols."""
    tree = parse_tree(cursor, "affine_expr", cursor.text[start:end], start)
    builder = AttributeBuilder(cursor, start)
    return builder.affine(builder.transform(tree), dims, symbols)


def _syntax_error(
    cursor: Cursor, e: UnexpectedInput, start_symbol: str, text: str, start: int
) -> DiagnosticError:
    if isinstance(e, UnexpectedToken) and e.token.type != "$END":
        place = start + (e.token.start_pos or 0)
    elif isinstance(e, UnexpectedCharacters):
        place = start + (e.pos_in_stream or 0)
    elif isinstance(e, (UnexpectedToken, UnexpectedEOF)):
        place = start + len(text)
    else:
        place = start
    earlier = earlier_error(start_symbol, text, place - start)
    if earlier is not None:
        return cursor.fail(earlier[0], cursor.span(start + earlier[1]))
    cursor.pos = cursor.skip(place)
    elements = _elements(cursor.text, cursor.pos)
    if elements is not None:  # wrong inside, so it was no token
        try:
            read_elements(cursor, elements.end(), None)
        except DiagnosticError as wrong_elements:
            return wrong_elements
        cursor.pos = cursor.skip(place)
    failures = [
        cursor.fail(m) if m in AT_TOKEN else cursor.wrong_token(m)
        for m in messages_for(e, start_symbol, text, place - start)
    ]
    return DiagnosticError([d for failure in failures for d in failure.diagnostics])
