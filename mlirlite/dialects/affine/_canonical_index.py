"""Canonical forms of affine's minima and maxima, and of accesses to casts."""

from mlirlite.dialects.affine.maps import MaxOp, MinOp
from mlirlite.dialects.affine.memory import LoadOp, StoreOp
from mlirlite.dialects.memref.casts import CastOp
from mlirlite.ir.affine import AffineBinary, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def extreme_of_extreme(op: MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """min(a, min(b, c)) --> min(a, b, c)"""
    map = op.affine_map
    dims, symbols = list(op.operands[: map.num_dims]), list(op.operands[map.num_dims :])
    results: list[AffineExpr] = []
    merged: list[AffineExpr] = []
    for expr in map.results:
        value: Value | None = None
        if isinstance(expr, AffineDim):
            value = dims[expr.position]
        elif isinstance(expr, AffineSymbol):
            value = symbols[expr.position]
        inner = value.defining_op if value is not None else None
        if not isinstance(inner, (MinOp, MaxOp)) or type(inner) is not type(op):
            results.append(expr)
            continue
        own = inner.affine_map
        shift_dims = [AffineDim(len(dims) + i) for i in range(own.num_dims)]
        shift_symbols = [AffineSymbol(len(symbols) + i) for i in range(own.num_symbols)]
        merged += [e.replace(shift_dims, shift_symbols) for e in own.results]
        dims += inner.operands[: own.num_dims]
        symbols += inner.operands[own.num_dims :]
    if not merged:
        return rw.fail("no operand that stands alone is such an op")
    new: AffineMap = AffineMap(len(dims), len(symbols), (*results, *merged))
    rw.replace(op, type(op)(AffineMapAttr(new), [*dims, *symbols]))
    return True


@canonicalization
def ordered_extreme(op: MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """min(s0 + 4, 8) --> min(8, s0 + 4): by the factors of operands, first operand first"""
    map = op.affine_map
    keys = [_factors(e, map) for e in map.results]
    if None in keys:
        return rw.fail("a result divides")
    order = sorted(range(len(keys)), key=lambda i: keys[i] or [])
    results = tuple(map.results[i] for i in order)
    if results == map.results:
        return rw.fail("the results are in order")
    rw.replace(op, type(op)(AffineMapAttr(map._replace(results=results)), op.operands))
    return True


def _factors(expr: AffineExpr, map: AffineMap) -> list[int] | None:
    """The factor of each dimension and symbol, and the constant; None for divisions."""
    for e in expr.nodes():
        if isinstance(e, AffineBinary) and e.kind not in ("+", "*"):
            return None
    if not expr.is_pure_affine:
        return None
    zero_dims, zero_symbols = [0] * map.num_dims, [0] * map.num_symbols
    rest = expr.evaluate(zero_dims, zero_symbols)
    found = []
    for zeros, is_dim in ((zero_dims, True), (zero_symbols, False)):
        for i in range(len(zeros)):
            at = [int(k == i) for k in range(len(zeros))]
            value = expr.evaluate(at, zero_symbols) if is_dim else expr.evaluate(zero_dims, at)
            found.append(value - rest)
    return [*found, rest]


@canonicalization
def access_of_cast(op: LoadOp | StoreOp, rw: Rewriter) -> bool | None:
    """affine.load(cast(m)) --> affine.load(m)"""
    cast = op.memref.defining_op
    if not isinstance(cast, CastOp) or not isinstance(cast.source.type, MemRefType):
        return rw.fail("the buffer is not a cast of a ranked memref")
    with rw.modify(op):
        op.memref = cast.source
    return True
