"""Resize to the nearest elements: whole rows of the input, whose elements are repeated.

out[…, n] = x[…, n // 2] -->  for each row of the result: for vectors of the row of x that it is:
                                  store [a a b b …] and [… y y z z], two shuffles of [a b … y z]

A row that becomes several rows of the result is read again while the L1 cache has it.
"""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.registers.caches import is_beyond_caches
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.runs import (
    ahead_of,
    copy_run,
    has_runs,
    merged,
)
from mlirlite.dialects import vector
from mlirlite.ir.attributes import i64_array


def nearest_rows(
    b: KrnlBuilder,
    x: Buffer,
    out: Buffer,
    where: Callable[[int, Ix], Ix],
    last: int,
    times: int | None,
) -> None:
    """Fill a result whose element n along an axis is element `where(axis, n)` of the input, and
    which is as long as the input after axis `last`. Along that axis it is n // `times`, if that is
    known."""
    inner = product(x.shape[last + 1 :])
    if not (isinstance(inner, int) and inner == 1) and has_runs(b, x.element, inner):
        rows, out_rows = merged(b, x, last + 1), merged(b, out, last + 1)
        with b.loops(*out.shape[: last + 1]) as i:
            source = [where(d, n) for d, n in enumerate(i)]
            copy_run(b, (rows, [*source, 0]), [(out_rows, [*i, 0])], inner)
        return
    if times is not None and last == x.rank - 1 and has_runs(b, x.element, out.shape[-1]):
        v = Lanes(b, x.element)
        with b.loops(*out.shape[:-1]) as i:
            _repeat_row(v, x, [where(d, n) for d, n in enumerate(i)], out, i, times)
        return
    with b.loops(*out.shape[:-1]) as i:
        row = [where(d, n) for d, n in enumerate(i)]
        with b.loops(out.shape[-1]) as (n,):
            out.store(x.load([*row, where(x.rank - 1, n)]), [*i, n])


def _repeat_row(
    v: Lanes, x: Buffer, row: list[Ix], out: Buffer, out_row: list[Ix], times: int
) -> None:
    """Each element of a row this many times."""
    b, size, lanes = v.b, x.shape[-1], v.lanes
    masks = [i64_array([(k * lanes + n) // times for n in range(lanes)]) for k in range(times)]
    ahead = ahead_of(b, x.element) if is_beyond_caches(b, out) else None

    def repeat(at: Ix, used: Ix) -> None:
        if ahead is not None:
            v.prefetch(x, [*row, at + ahead // times])
            for k in range(times):
                v.prefetch(out, [*out_row, at * times + (k * lanes + ahead)], write=True)
        found = v.load(x, [*row, at], used)
        for k, mask in enumerate(masks):
            value = b.emit(vector.ShuffleOp, (found, found), {"mask": mask})
            beyond = used * times - k * lanes
            if isinstance(beyond, int):
                count: Ix = min(beyond, lanes)
                if beyond <= 0:
                    break
            else:
                count = b.index_max(0, b.index_min(beyond, lanes))
            v.store(value, out, [*out_row, at * times + k * lanes], count)

    if isinstance(size, int) and size >= lanes:
        with b.loops(size // lanes) as (i,):
            repeat(i * lanes, lanes)
        if size % lanes:
            repeat(size - lanes, lanes)  # it overlaps the one before
        return
    for places in v.row(size):
        for at, used in places:
            repeat(at, used)
