"""Canonical forms of affine's linearized and delinearized indices."""

from collections.abc import Sequence
from math import prod

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import Mixed, constant_number, number_of, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.affine.maps import DelinearizeIndexOp, LinearizeIndexOp
from mlirlite.ir.affine import AffineConst, AffineExpr, AffineSymbol
from mlirlite.ir.attributes import FALSE, UNIT
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX
from mlirlite.ir.values import OpResult, Value
from mlirlite.rewriting import Rewriter, canonicalization

Basis = Sequence[Mixed]


def _together(b: Builder, indices: Sequence[Value], basis: Basis, *, disjoint: bool) -> Value:
    """affine.linearize_index."""
    static, dynamic = split(basis)
    flag = UNIT if disjoint else FALSE
    made: Operation = b.insert(
        LinearizeIndexOp(indices, dynamic, static_basis=static, disjoint=flag, linear_index=INDEX)
    )
    return made.results[0]


def _apart(b: Builder, index: Value, basis: Basis, count: int) -> Sequence[Value]:
    """The `count` results of affine.delinearize_index."""
    static, dynamic = split(basis)
    made: Operation = b.insert(
        DelinearizeIndexOp(index, dynamic, static_basis=static, multi_index=[INDEX] * count)
    )
    return made.results


def _padded(op: DelinearizeIndexOp | LinearizeIndexOp) -> list[Mixed | None]:
    """The basis, one for each index; None for an outermost one without a bound."""
    basis = op.mixed_basis
    count = len(op.multi_index)
    return [None] * (count - len(basis)) + basis


def _product(b: Builder, basis: Basis) -> Mixed:
    """The sizes multiplied."""
    factors: list[AffineExpr] = []
    for i, size in enumerate(basis):
        factors.append(AffineConst(size) if isinstance(size, int) else AffineSymbol(i))
    return composed_apply(b, prod(factors, start=AffineConst(1)), basis)


@canonicalization
def constant_basis(op: DelinearizeIndexOp | LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize %i into (%c4, %n) --> delinearize %i into (4, %n)"""
    basis = op.mixed_basis
    known = [size if (n := number_of(size)) is None else n for size in basis]
    if known == basis or any(isinstance(n, int) and n <= 0 for n in known):
        return rw.fail("no size is a positive constant")
    with rw.modify(op):
        op.static_basis, op.dynamic_basis = split(known)
    return True


def _numbers(mixed: list[Mixed]) -> list[int] | None:
    found = [constant_number(m) if isinstance(m, Value) else m for m in mixed]
    return None if None in found else [n for n in found if n is not None]


@canonicalization
def delinearize_of_constant(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize 22 into (4, 8) --> 2, 6"""
    number, basis = constant_number(op.linear_index), _numbers(op.mixed_basis)
    if number is None or basis is None or 0 in basis:
        return rw.fail("the index or the basis is not a constant")
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
        count = len(kept) + extra
        results: Sequence[Value] = (op.linear_index,)
        if count > 1:
            results = _apart(rw, op.linear_index, [basis[k] for k in kept], count)
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
def linearize_of_constants(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [2, 3] by (4, 8) --> 19"""
    indices = [constant_number(v) for v in op.multi_index]
    basis = op.mixed_basis
    sizes = _numbers(basis[1:] if len(basis) == len(indices) else basis)
    if None in indices or sizes is None:
        return rw.fail("an index or size is not a constant")
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
    rest = [size for size in _padded(op)[1:] if size is not None]
    rw.set_before(op)
    rw.replace(op, _together(rw, op.multi_index[1:], rest, disjoint=op.is_disjoint))
    return True


@canonicalization
def delinearize_of_linearize(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize(linearize disjoint [h, i, j] by b) into b' --> what is left of both for h, and
    i, j, when the bases end alike"""
    inner = op.linear_index.defining_op
    if not isinstance(inner, LinearizeIndexOp) or not inner.is_disjoint:
        return rw.fail("the index is not put together of disjoint ones")
    own, other = op.mixed_basis, inner.mixed_basis
    count = 0
    while count < min(len(own), len(other)) and own[-1 - count] == other[-1 - count]:
        count += 1
    if count == 0:
        return rw.fail("the bases end differently")
    indices = inner.multi_index
    if count == len(own) == len(other) and len(indices) == len(op.results):
        rw.replace(op, list(indices))
        return True
    rw.set_before(inner)
    head = _together(rw, indices[:-count], other[:-count], disjoint=True)
    rw.set_before(op)
    first = _apart(rw, head, own[:-count], len(op.results) - count)
    rw.replace(op, [*first, *indices[-count:]])
    return True


@canonicalization
def delinearize_within_last(op: DelinearizeIndexOp, rw: Rewriter) -> bool | None:
    """delinearize(linearize disjoint [h, i] by (…, 64)) into (…, 8, 8) --> what is left of both
    for h, and delinearize i into (8, 8)"""
    inner = op.linear_index.defining_op
    if not isinstance(inner, LinearizeIndexOp) or not inner.is_disjoint:
        return rw.fail("the index is not put together of disjoint ones")
    target = inner.static_basis.value[-1]
    basis = op.static_basis.value
    count = next((k for k in range(1, len(basis) + 1) if prod(basis[-k:]) == target), 0)
    if count < 2 or DYNAMIC in (target, *basis[-count:]):
        return rw.fail("the last sizes do not multiply to that of the last index")
    rw.set_before(op)
    sizes = op.mixed_basis
    head = _together(rw, inner.multi_index[:-1], inner.mixed_basis[:-1], disjoint=True)
    first = _apart(rw, head, sizes[:-count], len(op.results) - count)
    last = _apart(rw, inner.multi_index[-1], sizes[-count:], count)
    rw.replace(op, [*first, *last])
    return True


@canonicalization
def linearize_by_one(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [i, 0, j] by (4, 1, 8) --> linearize [i, j] by (4, 8)"""
    pairs = list(zip(op.multi_index, _padded(op), strict=True))
    kept = [
        (index, size)
        for index, size in pairs
        if size is None
        or number_of(size) != 1
        or not (op.is_disjoint or constant_number(index) == 0)
    ]
    if len(kept) == len(pairs):
        return rw.fail("no size is 1, or its index may be another than 0")
    rw.set_before(op)
    if not kept:
        rw.replace(op, index_constant(rw, 0))
        return True
    basis = [size for _, size in kept if size is not None]
    indices = [index for index, _ in kept]
    rw.replace(op, _together(rw, indices, basis, disjoint=op.is_disjoint))
    return True


@canonicalization
def linearize_of_delinearize(op: LinearizeIndexOp, rw: Rewriter) -> bool | None:
    """linearize [h, i, j] by (…, 4, 8) of neighbors i, j from delinearize into (…, 4, 8) -->
    linearize [h, k] by (…, 32) of k from delinearize into (…, 32)"""
    indices, basis = op.multi_index, _padded(op)
    runs: list[tuple[DelinearizeIndexOp, int, int, int]] = []
    """The delinearized index, the position of its results here, the first of them, and how many."""
    at = 0
    while at < len(indices):
        run = _run(op, at, basis)
        if run is not None and all(run[0] is not other[0] for other in runs):
            runs.append(run)
            at += run[3]
        else:
            at += 1
    if not runs:
        return rw.fail("no neighbors come from one index by the same basis")
    new_indices: list[Value] = []
    new_basis: list[Mixed | None] = []
    instead: list[tuple[Operation, Sequence[Value]]] = []
    end = 0
    for inner, start, first, count in runs:
        new_indices += indices[end:start]
        new_basis += basis[end:start]
        end = start + count
        merged = basis[start:end]
        rw.set_before(inner)
        size = None if None in merged else _product(rw, [m for m in merged if m is not None])
        new_basis.append(size)
        if count == len(inner.results):
            new_indices.append(inner.linear_index)
            continue
        sizes = _padded(inner)
        sizes[first : first + count] = [size]
        known = [s for s in sizes if s is not None]
        parts = _apart(rw, inner.linear_index, known, len(sizes))
        bounds = [m for m in merged if m is not None]
        rest = _apart(rw, parts[first], bounds, count)
        new_indices.append(parts[first])
        instead.append((inner, [*parts[:first], *rest, *parts[first + 1 :]]))
    new_indices += indices[end:]
    new_basis += basis[end:]
    rw.set_before(op)
    known = [size for size in new_basis if size is not None]
    rw.replace(op, _together(rw, new_indices, known, disjoint=op.is_disjoint))
    for inner_op, values in instead:
        rw.replace(inner_op, values)
    return True


def _run(
    op: LinearizeIndexOp, at: int, basis: Sequence[Mixed | None]
) -> tuple[DelinearizeIndexOp, int, int, int] | None:
    """Indices from `at` on that are neighboring results of one index, with equal sizes; the
    outermost ones need no bound, or one that is promised."""
    indices = op.multi_index
    value = indices[at]
    if not isinstance(value, OpResult) or not isinstance(value.owner, DelinearizeIndexOp):
        return None
    inner, first = value.owner, value.index
    sizes = _padded(inner)
    promised = op.is_disjoint and first == 0 and sizes[0] is None
    if basis[at] != sizes[first] and not (at == first == 0) and not promised:
        return None
    count = 1
    while (
        at + count < len(indices)
        and first + count < len(sizes)
        and indices[at + count] is inner.results[first + count]
        and basis[at + count] == sizes[first + count]
    ):
        count += 1
    return (inner, at, first, count) if count > 1 else None
