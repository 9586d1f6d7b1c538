"""Rows that lie side by side in memory, by vectors: a row is folded in several chains of vectors,
or mapped.

Meanwhile the row that is read next and the memory that is written next are prefetched: a pass over
a row in the L1 cache has time for it, while the passes before and after it would have to wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import VECTOR_FLOATS
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.tile import L1
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import IntegerType


def has_rows(b: KrnlBuilder, x: Buffer) -> bool:
    """True when rows of a buffer are computed by vectors."""
    return b.machine is not None and x.element in VECTOR_FLOATS and 0 not in x.type.shape


def has_integer_rows(b: KrnlBuilder, x: Buffer) -> bool:
    """True when rows of a buffer of integers are computed by vectors; narrow ones have no masks."""
    wide = isinstance(x.element, IntegerType) and x.element.width in (32, 64)
    return b.machine is not None and wide and 0 not in x.type.shape


def as_rows_of(b: KrnlBuilder, x: Buffer, kept: Sequence[Ix], reduced: Sequence[Ix]) -> Buffer:
    """A buffer as a matrix with a row for each element of the kept dimensions."""
    sizes: list[Ix] = [product(kept), product(reduced)]
    return b.view(x, b.memref(sizes, x.element), sizes)


def row_sum(
    v: Lanes,
    size: Ix,
    element: Callable[[Ix, Ix], Scalar],
    zero_beyond: bool = True,
    together: bool = False,
) -> Scalar:
    """The sum of `element(first, lanes)` along a row; without `zero_beyond` it is masked. With
    `together`, functions are computed on several vectors at once."""

    def add(at: Ix, lanes: Ix, total: list[Scalar]) -> list[Scalar]:
        value = element(at, lanes)
        return [total[0].plus_product(value if zero_beyond else v.keep(value, lanes, v.of(0)))]

    (found,) = v.fold(size, [v.of(0)], add, lambda p, q: [p[0] + q[0]], together=together)
    return v.reduce(found, "add")


def row_map(
    v: Lanes,
    out: Buffer,
    row: list[Ix],
    size: Ix | tuple[Ix, Ix],
    value: Callable[[Ix, Ix], Scalar],
    past: Scalar | None = None,
    together: bool = False,
) -> None:
    """Store `value(first, lanes)` along a row, or a part of it, given by its start and size. With
    `past`, stores are non-temporal from the first aligned vector on. With `together`, functions are
    computed on several vectors at once."""
    begin, count = size if isinstance(size, tuple) else (0, size)
    if past is None:
        _map(v, out, row, begin, count, value, together)
        return
    with v.b.if_(past):
        place: Ix = begin
        for d, index in enumerate(row, 1):
            place = place + index * product(out.shape[d:])
        head = v.b.index_min((v.lanes - place % v.lanes) % v.lanes, count)
        v.write(value(begin, head), out, [*row, begin], head)
        _map(v, out, row, begin + head, count - head, value, together, past=True)
    with v.b.if_(~past):
        _map(v, out, row, begin, count, value, together)


def _map(
    v: Lanes,
    out: Buffer,
    row: list[Ix],
    begin: Ix,
    count: Ix,
    value: Callable[[Ix, Ix], Scalar],
    together: bool,
    past: bool = False,
) -> None:
    tuning = v.b.tuning
    stored = v.lanes * bit_width(out.element)
    together = together or (past and stored < tuning.nontemporal_bytes * 8)
    for places in v.row(count, tuning.chains, together):
        for place, lanes in places:
            at = begin + place
            if past and isinstance(lanes, int) and lanes >= v.lanes:
                v.write_past_caches(value(at, lanes), out, [*row, at])
            else:
                v.write(value(at, lanes), out, [*row, at], lanes)


def prefetch_place(
    v: Lanes, out: Buffer, at: list[Ix], past: Scalar | None, near: int = L1, lanes: Ix = 1
) -> None:
    """Prefetch where a vector of this many lanes is written next, unless by a non-temporal
    store."""
    if past is None:
        v.prefetch_all(out, at, lanes, near, write=True)
        return
    with v.b.if_(~past):
        v.prefetch_all(out, at, lanes, near, write=True)
