"""`[%i + 1, symbol(%n)]`: affine expressions over SSA values, as a map and its operands."""

from __future__ import annotations

import re

from mlirlite.ir.affine import AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.parser.cursor import Cursor, UnresolvedOperand
from mlirlite.parser.tokens import SPACE, SUFFIX, balanced_end

# Values alone, without arithmetic.
_values = re.compile(
    rf"\[{SPACE}((?:%{SUFFIX}(?:#[0-9]++)?{SPACE}(?:,{SPACE})?)*+)\]{SPACE}", re.ASCII
).match
_value = re.compile(rf"(%{SUFFIX})(?:#([0-9]++))?", re.ASCII).finditer


def read_affine_operands(
    cursor: Cursor, delimiter: str
) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
    """The map and its operands: dimensions in order of appearance, then symbols. Without a
    delimiter one expression is read, up to a comma or a closing bracket."""
    m = _values(cursor.text, cursor.pos) if delimiter == "[" else None
    if m is not None:
        found = _plain(cursor, m)
        cursor.pos = m.end()
        return found
    from mlirlite.parser.syntax import AttributeBuilder, parse_tree

    start = cursor.pos
    if delimiter:
        cursor.expect(delimiter)
        cursor.pos = start
        body, end = start + 1, balanced_end(cursor.text, start)[0] - 1
    else:
        body, end = start, _expression_end(cursor.text, start)
    tree = parse_tree(cursor, "affine_list", cursor.text[body:end], body)
    builder = AttributeBuilder(cursor, body)
    programs = [p for p in builder.transform(tree).children if p is not None]
    values: dict[tuple[str, str, str], AffineExpr] = {}
    dims: list[UnresolvedOperand] = []
    symbols: list[UnresolvedOperand] = []
    for program in programs:
        for kind, tokens in program:
            if kind not in ("dim", "symbol"):
                continue
            name, number = str(tokens[0]), str(tokens[1] or "#0")
            if (kind, name, number) in values:
                continue
            known = values.get(("symbol" if kind == "dim" else "dim", name, number))
            if known is not None:  # one value is one operand, as it was seen first
                values[kind, name, number] = known
                continue
            operands = dims if kind == "dim" else symbols
            make = AffineDim if kind == "dim" else AffineSymbol
            values[kind, name, number] = make(len(operands))
            at = body + (tokens[0].start_pos or 0)
            span = cursor.span(at, at + len(name))
            operands.append(UnresolvedOperand(name, int(number[1:]), span))
    exprs = tuple([builder.affine(p, (), (), values) for p in programs])
    cursor.pos = cursor.skip(end + len(delimiter))
    made: AffineMapAttr = AffineMapAttr(AffineMap(len(dims), len(symbols), exprs))
    return made, [*dims, *symbols]


def _expression_end(text: str, pos: int) -> int:
    depth = 0
    while pos < len(text) and (depth or text[pos] not in ",)]"):
        depth += (text[pos] == "(") - (text[pos] == ")")
        pos += 1
    return pos


def _plain(cursor: Cursor, m: re.Match[str]) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
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
    made: AffineMapAttr = AffineMapAttr(AffineMap(len(dims), 0, tuple(exprs)))
    return made, operands
