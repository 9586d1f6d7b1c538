"""Strides and offset of a memref type, from any form of its layout."""

from collections.abc import Sequence

from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineDim,
    AffineExpr,
    AffineMap,
    AffineSymbol,
)
from mlirlite.ir.attributes import AffineMapAttr, StridedLayoutAttr
from mlirlite.ir.types import DYNAMIC, MemRefType


def strides_and_offset(type: MemRefType) -> tuple[tuple[int, ...], int] | None:
    """Strides and offset in elements, DYNAMIC where unknown; None for a layout that is not
    strided."""
    layout = type.layout
    if layout is None:
        return type.row_major_strides(), 0
    if isinstance(layout, StridedLayoutAttr):
        return layout.strides, layout.offset
    if isinstance(layout, AffineMapAttr):
        results = layout.map.results
        if len(results) == 1:
            return _of_expression(results[0], type.rank)
        return _of_permutation(type, results)
    return None


def has_identity_layout(type: MemRefType) -> bool:
    """True when elements are in row-major order whatever the sizes are: without a layout, with an
    identity map, with `strided<[1]>`."""
    layout = type.layout
    if isinstance(layout, StridedLayoutAttr):
        return layout.offset == 0 and tuple(layout.strides) in ((), (1,))
    return layout is None or (isinstance(layout, AffineMapAttr) and layout.map.is_identity)


def _of_permutation(
    type: MemRefType, results: tuple[AffineExpr, ...]
) -> tuple[tuple[int, ...], int] | None:
    """A multi-dimensional map is strided when it permutes the dimensions: the sizes of its results
    give the strides."""
    dims = [r.position for r in results if isinstance(r, AffineDim)]
    if sorted(dims) != list(range(type.rank)) or len(dims) != len(results):
        return None
    strides, step = [0] * type.rank, 1
    for d in reversed(dims):
        strides[d] = step
        step = DYNAMIC if DYNAMIC in (step, type.shape[d]) else step * type.shape[d]
    return tuple(strides), 0


def _of_expression(expr: AffineExpr, rank: int) -> tuple[tuple[int, ...], int] | None:
    """`d0 * s0 + d1 * 4 + s1`: the factors of the dimensions and the rest."""
    strides, offset = [0] * rank, 0
    for term in _terms(expr):
        dim, factor = _factor(term)
        if dim is None and term.is_symbolic_or_constant:
            offset = plus(offset, factor)
        elif dim is not None:
            strides[dim] = plus(strides[dim], factor)
        else:
            return None
    return tuple(strides), offset


def _terms(expr: AffineExpr) -> list[AffineExpr]:
    todo, terms = [expr], []
    while todo:
        e = todo.pop()
        if isinstance(e, AffineBinary) and e.kind == "+":
            todo += (e.lhs, e.rhs)
        else:
            terms.append(e)
    return terms


def _factor(term: AffineExpr) -> tuple[int | None, int]:
    """The dimension of a term and its factor; no dimension for an offset or a non-linear term."""
    if isinstance(term, AffineConst):
        return None, term.value
    if isinstance(term, AffineDim):
        return term.position, 1
    if isinstance(term, AffineBinary) and term.kind == "*":
        lhs, rhs = term.lhs, term.rhs
        if isinstance(lhs, AffineDim) and rhs.is_symbolic_or_constant:
            return lhs.position, rhs.value if isinstance(rhs, AffineConst) else DYNAMIC
    return None, DYNAMIC


def plus(a: int, b: int) -> int:
    """The sum; DYNAMIC when one is unknown."""
    return DYNAMIC if DYNAMIC in (a, b) else a + b


def times(a: int, b: int) -> int:
    """The product; DYNAMIC when it is unknown."""
    if 0 in (a, b):
        return 0
    return DYNAMIC if DYNAMIC in (a, b) else a * b


def strided_map(strides: Sequence[int], offset: int) -> AffineMap:
    """`(d0, d1)[s0, s1] -> (d0 * s1 + s0 + d1)`: the layout as an affine map, a symbol for each
    unknown."""
    symbols = 0

    def factor(value: int) -> AffineExpr:
        nonlocal symbols
        if value != DYNAMIC:
            return AffineConst(value)
        symbols += 1
        return AffineSymbol(symbols - 1)

    total = factor(offset)
    for d, stride in enumerate(strides):
        total = total + AffineDim(d) * factor(stride)
    result: AffineMap = AffineMap(len(strides), symbols, (total,))
    return result


def type_of_dims(full: MemRefType, kept: Sequence[int]) -> MemRefType | None:
    """The type of a view of some dimensions of a buffer; None where its layout is not strided."""
    layout = strides_and_offset(full)
    if layout is None:
        return None
    if len(kept) == full.rank:
        return full
    strides, offset = layout
    return MemRefType(
        tuple(full.shape[d] for d in kept),
        full.element_type,
        StridedLayoutAttr(tuple(strides[d] for d in kept), offset),
        full.memory_space,
    )
