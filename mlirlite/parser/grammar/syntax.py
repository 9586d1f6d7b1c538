"""From a slice of text to a type, attribute, map or location: values are built bottom-up from the
grammar's tree."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken, VisitError

from mlirlite.ir.affine import AffineExpr
from mlirlite.ir.attribute import Type
from mlirlite.parser.grammar.attribute_builder import AttributeBuilder
from mlirlite.parser.grammar.errors import AT_TOKEN, earlier_error, messages_for
from mlirlite.parser.grammar.tables import grammar
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import SPACE, STRING, SUFFIX
from mlirlite.parser.types.elements import read_elements
from mlirlite.support.diagnostics import DiagnosticError

_body_or_string = re.compile(rf"{STRING}|//[^\n]*+|([#!]{SUFFIX})(?=<)").search
_elements = re.compile(rf"(?:dense|sparse)(?![\w$.]){SPACE}").match


def parse_slice(
    cursor: TextCursor, start_symbol: str, start: int, end: int, type: Type | None = None
) -> Any:
    """The value of `text[start:end]`. With `type`, an attribute's trailing `: type` is left out of
    the text."""
    if cursor.state.extents and type is None:
        tree = _tree_without_bodies(cursor, start_symbol, start, end)
        if tree is not None:
            return build(cursor, tree, start)
    text = cursor.text[start:end]
    if type is not None:
        return _typed(cursor, text, start, type)
    return build(cursor, parse_tree(cursor, start_symbol, text, start), start)


def _tree_without_bodies(cursor: TextCursor, start_symbol: str, start: int, end: int) -> Any:
    """The grammar's tree of a text without its deeply nested parts, which dialects read: otherwise
    every level would scan all levels inside it. None when there are no such parts, or the text is
    wrong."""
    text, extents = cursor.text, cursor.state.extents
    kept: list[str] = []
    places: list[int] = []  # offsets in the shorter text where parts were left out
    skipped: list[int] = [0]  # how much was left out up to there
    done = start
    m = _body_or_string(text, start, end)
    while m is not None:
        at = m.end()
        closed = extents.get(at) if m[1] else None
        if closed is not None:
            kept.append(text[done : at + 1])
            done = at = closed - 1
            places.append((places[-1] if places else 0) + len(kept[-1]))
            skipped.append(done - start - places[-1])
        m = _body_or_string(text, at, end)
    if not kept:
        return None
    try:
        tree = grammar().parse("".join(kept) + text[done:end], start=start_symbol)
    except UnexpectedInput:
        return None
    for subtree in tree.iter_subtrees():
        for token in subtree.children:
            if isinstance(token, Token):
                first, last = token.start_pos or 0, token.end_pos or 0
                token.start_pos = first + skipped[bisect_right(places, first)]
                token.end_pos = last + skipped[bisect_left(places, last)]
    return tree


def _typed(cursor: TextCursor, text: str, start: int, type: Type) -> Any:
    """Attributes whose syntax ends in a type, with the type given: the grammar sees `head :
    none`."""
    tree = parse_tree(cursor, "attribute", text + " : none", start)
    tree.children[-1] = type
    return build(cursor, tree, start)


def parse_tree(cursor: TextCursor, start_symbol: str, text: str, start: int) -> Any:
    """The grammar's tree of a text at `start`; DiagnosticError with upstream's message when it has
    none."""
    try:
        return grammar().parse(text, start=start_symbol)
    except UnexpectedInput as e:
        raise _syntax_error(cursor, e, start_symbol, text, start) from None


def build(cursor: TextCursor, tree: Any, start: int) -> Any:
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
    cursor: TextCursor, start: int, end: int, dims: Sequence[str], symbols: Sequence[str]
) -> AffineExpr:
    """An affine expression over the named dimensions and symbols."""
    tree = parse_tree(cursor, "affine_expr", cursor.text[start:end], start)
    builder = AttributeBuilder(cursor, start)
    return builder.affine(builder.transform(tree), dims, symbols)


def _syntax_error(
    cursor: TextCursor, e: UnexpectedInput, start_symbol: str, text: str, start: int
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
    if elements is not None:  # it has an error inside, so it was not a token
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
