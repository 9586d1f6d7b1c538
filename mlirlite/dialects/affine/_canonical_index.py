"""Canonical forms of affine's index arithmetic: minima of minima, indices put together and taken
apart."""

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.affine.maps import DelinearizeIndexOp, LinearizeIndexOp, MaxOp, MinOp
from mlirlite.dialects.affine.memory import LoadOp, StoreOp
from mlirlite.dialects.memref.casts import CastOp
from mlirlite.ir.affine import AffineBinary, AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attributes import FALSE, UNIT, AffineMapAttr
from mlirlite.ir.types import INDEX, MemRefType
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
        return rw.fail("the buffer is no cast of a ranked memref")
    with rw.modify(op):
        op.memref = cast.source
    return True


def _numbers(mixed: list[Mixed]) -> list[int] | None:
    found = [constant_number(m) if isinstance(m, Value) else m for m in mixed]
    return None if None in found else [n for n in found if n is not None]


@canonicalization
def delinearize_of_constant(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize 22 into (4, 8) --> 2, 6"""
    number, basis = constant_number(op.linear_index), _numbers(op.mixed_basis)
    if number is None or basis is None or 0 in basis:
        return rw.fail("the index or the basis is no constant")
    parts: list[int] = []
    inner = basis if len(basis) < len(op.results) else basis[1:]
    for size in reversed(inner):
        parts.append(number % size)
        number //= size
    parts.append(number)
    rw.set_before(op)
    rw.replace(op, [index_constant(rw, n) for n in reversed(parts)])
    return True


@canonicalization
def delinearize_into_ones(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize %i into (%n, 1, 8) --> delinearize %i into (%n, 8), and 0"""
    basis = op.mixed_basis
    extra = len(op.results) - len(basis)
    kept = [k for k, size in enumerate(basis) if size != 1]
    if len(kept) == len(basis):
        return rw.fail("no size is 1")
    rw.set_before(op)
    values: list[Value | None] = [None] * len(op.results)
    if kept or extra:
        parts, dynamic = split(basis[k] for k in kept)
        count = len(kept) + extra
        results: tuple[Value, ...] = (op.linear_index,)
        if count > 1:
            new = DelinearizeIndexOp(
                op.linear_index, dynamic, static_basis=parts, multi_index=[INDEX] * count
            )
            results = rw.insert(new).results
        for position, value in enumerate(results):
            at = position if position < extra else kept[position - extra] + extra
            values[at] = value
    if any(v is None for v in values):
        zero = index_constant(rw, 0)
        values = [zero if v is None else v for v in values]
    rw.replace(op, values)
    return True


@canonicalization
def delinearize_to_one(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize %i into () or (n) : index --> %i"""
    if len(op.results) != 1:
        return rw.fail("there are several results")
    rw.replace(op, op.linear_index)
    return True


@canonicalization
def delinearize_of_linearize(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize(linearize disjoint [i, j] by b) into b --> i, j"""
    inner = op.linear_index.defining_op
    if not isinstance(inner, LinearizeIndexOp) or not inner.is_disjoint:
        return rw.fail("the index is not put together of disjoint ones")
    same = inner.mixed_basis[-len(op.mixed_basis) :] == op.mixed_basis
    if not same or len(inner.multi_index) != len(op.results):
        return rw.fail("the bases differ")
    rw.replace(op, list(inner.multi_index))
    return True


@canonicalization
def linearize_of_constants(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [2, 3] by (4, 8) --> 19"""
    indices = [constant_number(v) for v in op.multi_index]
    basis = op.mixed_basis
    sizes = _numbers(basis[1:] if len(basis) == len(indices) else basis)
    if None in indices or sizes is None:
        return rw.fail("an index or size is no constant")
    total = 0
    for k, index in enumerate(indices):
        total = total * (sizes[k - 1] if k else 1) + (index or 0)
    rw.set_before(op)
    rw.replace(op, index_constant(rw, total))
    return True


@canonicalization
def linearize_of_one(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [i] by (n) --> i"""
    if len(op.multi_index) != 1:
        return rw.fail("there are several indices")
    rw.replace(op, op.multi_index[0])
    return True


@canonicalization
def linearize_of_leading_zero(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [0, i] by (4, 8) --> linearize [i] by (8)"""
    if len(op.multi_index) < 2 or constant_number(op.multi_index[0]) != 0:
        return rw.fail("the first index is not 0")
    basis = op.mixed_basis
    rest = basis[1:] if len(basis) == len(op.multi_index) else basis
    static, dynamic = split(rest)
    flag = UNIT if op.is_disjoint else FALSE
    new = LinearizeIndexOp(
        op.multi_index[1:], dynamic, static_basis=static, disjoint=flag, linear_index=INDEX
    )
    rw.replace(op, new)
    return True


@canonicalization
def linearize_of_delinearize(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize(delinearize(i) into b) by b --> i"""
    inner = op.multi_index[0].defining_op if op.multi_index else None
    if not isinstance(inner, DelinearizeIndexOp):
        return rw.fail("the indices are not those of one index taken apart")
    if list(op.multi_index) != list(inner.results):
        return rw.fail("not all of its indices, in order")
    count = len(op.multi_index) - 1
    own, other = op.mixed_basis, inner.mixed_basis
    if count and own[-count:] != other[-count:]:
        return rw.fail("the bases differ")
    rw.replace(op, inner.linear_index)
    return True
