"""The known difference of two indices, through ops that add, subtract and scale."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.interfaces import Box, IndexExpression
from mlirlite.ir.types import INDEX
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import constant_value

Index = int | Value
Sum = tuple[dict[Value, int], int]
"""A sum of values times factors, and a number."""

_DEPTH = 64
"""How many ops are followed; a value beyond them counts as unknown."""


def sum_of(index: Index) -> Sum:
    """An index as a sum of as few unknown values as possible."""
    return _sum_of(index, {}, _DEPTH)


def scaled_sum(*parts: tuple[Sum, int]) -> Sum:
    """The sum of sums times factors, without the terms that cancel out."""
    terms: dict[Value, int] = {}
    number = 0
    for (values, rest), factor in parts:
        number += factor * rest
        for value, scale in values.items():
            terms[value] = terms.get(value, 0) + factor * scale
    return {value: scale for value, scale in terms.items() if scale}, number


def difference(a: Index, b: Index) -> int | None:
    """`a - b` where it is a known number; else None."""
    terms, number = scaled_sum((sum_of(a), 1), (sum_of(b), -1))
    return None if terms else number


def boxes_are_equal(a: Box, b: Box) -> bool:
    """True when two boxes of one tensor are certainly the same."""
    pairs = (
        pair
        for one, other in ((a.offsets, b.offsets), (a.sizes, b.sizes), (a.strides, b.strides))
        for pair in zip(one, other, strict=True)
    )
    return a.form == b.form and all(difference(*pair) == 0 for pair in pairs)


def boxes_are_disjoint(a: Box, b: Box) -> bool:
    """True when two boxes of one tensor certainly have no element in common: along one dimension
    one ends before the other begins."""
    return any(
        _ends_before(one, other, d)
        for d in range(len(a.offsets))
        for one, other in ((a, b), (b, a))
    )


def _ends_before(a: Box, b: Box, d: int) -> bool:
    stride, step = sum_of(a.strides[d]), sum_of(b.strides[d])
    if stride[0] or step[0] or stride[1] <= 0 or step[1] < 0:
        return False
    last = scaled_sum((sum_of(a.offsets[d]), 1), (sum_of(a.sizes[d]), stride[1]), (stride, -1))
    terms, gap = scaled_sum((sum_of(b.offsets[d]), 1), (last, -1))
    return not terms and gap > 0


def _sum_of(index: Index, known: dict[Value, Sum], depth: int) -> Sum:
    if isinstance(index, int):
        return {}, index
    found = known.get(index)
    if found is None:
        found = known[index] = _made_by(index, known, depth) or ({index: 1}, 0)
    return found


def _made_by(value: Value, known: dict[Value, Sum], depth: int) -> Sum | None:
    constant = constant_value(value)
    if isinstance(constant, IntegerAttr):
        return {}, constant.value
    op: object = value.defining_op
    if not depth or value.type is not INDEX or not isinstance(op, IndexExpression):
        return None
    expr = op.index_expr()
    return None if expr is None else _evaluate(expr, op.operands, known, depth - 1)


def _evaluate(
    expr: AffineExpr, operands: Sequence[Value], known: dict[Value, Sum], depth: int
) -> Sum | None:
    if isinstance(expr, AffineConst):
        return {}, expr.value
    if isinstance(expr, AffineDim):
        return _sum_of(operands[expr.position], known, depth)
    if not isinstance(expr, AffineBinary) or expr.kind not in ("+", "*"):
        return None
    left, right = (_evaluate(e, operands, known, depth) for e in (expr.lhs, expr.rhs))
    if left is None or right is None:
        return None
    if expr.kind == "+":
        return scaled_sum((left, 1), (right, 1))
    return None if right[0] else scaled_sum((left, right[1]))
