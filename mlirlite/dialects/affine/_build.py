"""Building index arithmetic: ops that fold away where they can (upstream: createOrFold,
makeComposedFoldedAffineApply)."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects._mixed import Mixed
from mlirlite.dialects.affine._compose import compose
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import create_or_fold


def apply_or_fold(b: Builder, map: AffineMap, operands: Sequence[Value]) -> Value:
    """affine.apply as it is, or what it folds to."""
    return create_or_fold(b, ApplyOp(AffineMapAttr(map), operands))


def composed(
    expr: AffineExpr | AffineMap, operands: Sequence[Mixed]
) -> tuple[AffineMap, list[Value]]:
    """A map over symbols that are numbers or values, with the producers of these composed in.
    An expression is taken over symbols only."""
    map = expr if isinstance(expr, AffineMap) else AffineMap(0, len(operands), (expr,))
    dims: list[AffineExpr] = []
    symbols: list[AffineExpr] = []
    kept: list[Value] = []
    count = 0
    for i, operand in enumerate(operands):
        number = None if isinstance(operand, Value) else operand
        if i < map.num_dims:
            dims.append(AffineDim(count) if number is None else AffineConst(number))
        else:
            place = AffineSymbol(len(kept) - count)
            symbols.append(place if number is None else AffineConst(number))
        if number is None and isinstance(operand, Value):
            kept.append(operand)
            count += i < map.num_dims
    results = tuple(r.replace(dims, symbols) for r in map.results)
    return compose(AffineMap(count, len(kept) - count, results), kept)


def composed_apply(b: Builder, expr: AffineExpr | AffineMap, operands: Sequence[Mixed]) -> Mixed:
    """A number or value for an affine map of numbers and values (upstream:
    makeComposedFoldedAffineApply)."""
    map, values = composed(expr, operands)
    number = map.single_constant
    if number is not None:
        return number
    only = map.results[0]
    if isinstance(only, AffineDim):
        return values[only.position]
    if isinstance(only, AffineSymbol):
        return values[map.num_dims + only.position]
    made: Operation = b.insert(ApplyOp(AffineMapAttr(map), values))
    return made.results[0]


def linear_index(b: Builder, indices: Sequence[Mixed], sizes: Sequence[Mixed]) -> Mixed:
    """The position in row-major order (upstream: linearizeIndex). The first size is not needed, and
    may be left out."""
    first = len(indices) - len(sizes)
    strides: list[Mixed] = []
    for i in range(len(indices)):
        stride: AffineExpr = AffineConst(1)
        for k in range(i + 1 - first, len(sizes)):
            stride = stride * AffineSymbol(k)
        strides.append(composed_apply(b, stride, sizes))
    position: AffineExpr = AffineConst(0)
    operands: list[Mixed] = []
    for i, (index, size) in enumerate(zip(indices, strides, strict=True)):
        position = position + AffineSymbol(2 * i) * AffineSymbol(2 * i + 1)
        operands += (index, size)
    return composed_apply(b, position, operands)
