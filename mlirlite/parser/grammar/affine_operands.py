"""`[%i + 1, symbol(%n)]`: affine expressions over SSA values, as a map and its operands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mlirlite.ir.affine import AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.text.tokens import BARE, INTEGER, SPACE, SUFFIX, balanced_end
from mlirlite.support.regex import many, maybe

_CLOSING = {"[": "]", "(": ")"}

# Values alone, without arithmetic.
_VALUE = rf"%{SUFFIX}(?:#[0-9]++)?{SPACE}"
_VALUES = maybe(_VALUE + many(rf",{SPACE}{_VALUE}"))
_values = re.compile(rf"\[{SPACE}({_VALUES})\]{SPACE}", re.ASCII).match
_value = re.compile(rf"(%{SUFFIX})(?:#([0-9]++))?", re.ASCII).finditer


def read_affine_expr(
    cursor: TextCursor, dim_names: Sequence[str], symbol_names: Sequence[str]
) -> AffineExpr:
    """An affine expression over named dimensions and symbols."""
    from mlirlite.parser.grammar.syntax import parse_affine_expr  # late: it loads lark

    start = cursor.pos
    end = expression_end(cursor.text, start)
    found = parse_affine_expr(cursor, start, end, dim_names, symbol_names)
    cursor.pos = cursor.skip(end)
    return found


def read_affine_operands(
    cursor: TextCursor, delimiter: str
) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
    """The map and its operands: dimensions in order of appearance, then symbols. Without a
    delimiter one expression is read."""
    m = _values(cursor.text, cursor.pos) if delimiter == "[" else None
    if m is not None:
        plain = _plain(cursor, m)
        cursor.pos = m.end()
        return plain
    start = cursor.pos
    if delimiter:
        cursor.expect(delimiter, " in affine map")
        start = cursor.pos
        opened = cursor.text.rfind(delimiter, 0, start)
        end, unclosed = balanced_end(cursor.text, opened)
        end -= unclosed < 0
    else:
        end = expression_end(cursor.text, start)
        if end == start:
            raise cursor.fail("expected affine expression")
    known = cursor.state.affine_operands
    text = cursor.text[start:end]
    found = known.get(text)
    if found is None:
        found = known[text] = _read(cursor, text, start)
    cursor.pos = cursor.skip(end)
    if delimiter:
        cursor.expect(_CLOSING[delimiter], " in affine map")
    map, uses = found
    operands = []
    for name, number, offset in uses:
        span = cursor.span(start + offset, start + offset + len(name))
        operands.append(UnresolvedOperand(name, number, span))
    return map, operands


def _read(
    cursor: TextCursor, text: str, start: int
) -> tuple[AffineMapAttr, list[tuple[str, int, int]]]:
    """The map of a text, and its operands as name, number and offset in the text."""
    from mlirlite.parser.grammar.attribute_builder import AttributeBuilder  # late: they load lark
    from mlirlite.parser.grammar.syntax import parse_tree

    builder = AttributeBuilder(cursor, start)
    tree = builder.transform(parse_tree(cursor, "affine_list", text, start))
    programs = [p for p in tree.children if p is not None]
    values: dict[tuple[str, str, str], AffineExpr] = {}
    dims: list[tuple[str, int, int]] = []
    symbols: list[tuple[str, int, int]] = []
    for kind, tokens in (step for program in programs for step in program):
        if kind not in ("dim", "symbol"):
            continue
        name, number = str(tokens[0]), str(tokens[1] or "#0")
        if (kind, name, number) in values:
            continue
        known = values.get(("symbol" if kind == "dim" else "dim", name, number))
        if known is not None:  # each value is one operand, in order of first appearance
            values[kind, name, number] = known
            continue
        operands = dims if kind == "dim" else symbols
        make = AffineDim if kind == "dim" else AffineSymbol
        values[kind, name, number] = make(len(operands))
        operands.append((name, int(number[1:]), tokens[0].start_pos or 0))
    exprs = tuple([builder.affine(p, (), (), values) for p in programs])
    return AffineMapAttr(AffineMap(len(dims), len(symbols), exprs)), [*dims, *symbols]


_operand = re.compile(
    SPACE
    + many(rf"-(?!>){SPACE}")
    + rf"(?:%{SUFFIX}{maybe(SPACE + '#[0-9]++')}|{INTEGER}|{BARE}|(?=\())",
    re.ASCII,
).match
_operator = re.compile(
    rf"{SPACE}(?:[+*]|-(?!>)|(?:floordiv|ceildiv|mod)(?![\w$.]))", re.ASCII
).match
_parenthesis = re.compile(rf"{SPACE}\(").match


def expression_end(text: str, pos: int) -> int:
    """The end of the affine expression at an offset: after the last operand that an operator
    needs."""
    while True:
        operand = _operand(text, pos)
        if operand is None:
            return pos
        pos = operand.end()
        parenthesis = _parenthesis(text, pos)
        if parenthesis is not None and operand[0].strip(" \t\r\n-") in ("", "symbol"):
            pos = balanced_end(text, parenthesis.end() - 1)[0]
        operator = _operator(text, pos)
        if operator is None:
            return pos
        pos = operator.end()


def _plain(cursor: TextCursor, m: re.Match[str]) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
    dims: dict[tuple[str, int], AffineExpr] = {}
    operands: list[UnresolvedOperand] = []
    exprs: list[AffineExpr] = []
    for value in _value(m.string, m.start(1), m.end(1)):
        key = value[1], int(value[2] or 0)
        expr = dims.get(key)
        if expr is None:
            expr = dims[key] = AffineDim(len(dims))
            operands.append(UnresolvedOperand(*key, cursor.span(value.start(), value.end())))
        exprs.append(expr)
    return AffineMapAttr(AffineMap(len(dims), 0, tuple(exprs))), operands
