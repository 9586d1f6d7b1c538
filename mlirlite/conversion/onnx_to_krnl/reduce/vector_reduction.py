"""Reductions by vectors: along rows in several chains, or of whole rows side by side.

[a, r, c] over r  -->  vectors of c that are folded together; [a, r] over r  -->  a row at a time
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import row_map
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.ir.constants import bit_width

Step = Callable[[Scalar, Scalar], Scalar]

_LANES = {"add": "add", "mul": "mul", "max": "maximumf", "min": "minimumf"}
JOINS: dict[str, Step] = {
    "add": lambda a, b: a + b,
    "mul": lambda a, b: a * b,
    "max": lambda a, b: a.max(b),
    "min": lambda a, b: a.min(b),
}


def runs(flags: Sequence[Any]) -> list[tuple[int, int]]:
    """The runs of neighboring reduced dimensions; none if they are not known."""
    if not all(isinstance(f, bool) for f in flags):
        return []
    edges = [d for d, (a, b) in enumerate(pairwise([False, *flags, False])) if a is not b]
    return list(zip(edges[::2], edges[1::2], strict=True))


def reduce_in_vectors(
    b: KrnlBuilder,
    x: Buffer,
    out: Buffer,
    span: tuple[int, int],
    start: float,
    step: Step,
    join: str,
    finish: Callable[[Scalar], Scalar],
) -> None:
    """Fill the result of a reduction over the dimensions from one to another. `join` says how two
    folds are combined: add, mul, max or min."""
    outer, middle, inner = (
        product(d) for d in (x.shape[: span[0]], x.shape[slice(*span)], x.shape[span[1] :])
    )
    v = lanes_of(b, x)
    if isinstance(inner, int) and inner == 1:
        rows = b.view(x, b.memref([outer, middle], x.element), [outer, middle])
        flat = b.view(out, b.memref([outer], out.element), [outer])
        with b.loops(outer) as (i,):

            def fold(at: Ix, lanes: Ix, found: list[Scalar], i: Ix = i) -> list[Scalar]:
                value = step(found[0], v.read(rows, [i, at], lanes))
                return [v.keep(value, lanes, found[0])]

            joined = JOINS[join]
            (total,) = v.fold(middle, [v.of(start)], fold, lambda p, q: [joined(p[0], q[0])])
            if total.is_float:
                whole = v.reduce(total, _LANES[join])
            else:
                whole = v.joined(total, joined)
            flat[i] = finish(whole)
        return
    sizes = [outer, middle, inner]
    block = b.view(x, b.memref(sizes, x.element), sizes)
    flat = b.view(out, b.memref([outer, inner], out.element), [outer, inner])
    sums = flat if out.element is v.element else b.alloc([outer, inner], v.element)
    room = b.machine.l1_bytes // 2 * 8 // bit_width(v.element) if b.machine else 1
    with b.loops(outer) as (i,):
        if isinstance(inner, int) and inner <= room:
            _columns(v, block, (sums, flat), i, (0, inner), start, step, finish)
        else:
            with b.loops(ceildiv(inner, room)) as (stripe,):
                first = stripe * room
                span_of = (first, b.index_min(room, inner - first))
                _columns(v, block, (sums, flat), i, span_of, start, step, finish)


def _columns(
    v: Lanes,
    x: Buffer,
    written: tuple[Buffer, Buffer],
    i: Ix,
    span: tuple[Ix, Ix],
    start: float,
    step: Step,
    finish: Callable[[Scalar], Scalar],
) -> None:
    """Fold rows into one that stays in the L1 cache, some at a time, so that memory is read in
    order. `written` are the sums, and the result."""
    b = v.b
    (sums, out), (first, count) = written, span
    rows = x.shape[1]
    row_map(v, sums, [i], (first, count), lambda at, lanes: v.of(start))
    some = b.tuning.chains
    done = rows // some * some
    for begin, end, together in ((0, rows // some, some), (done, rows, 1)):
        with b.loops((begin, end)) as (r,):

            def fold(at: Ix, lanes: Ix, r: Ix = r, together: int = together) -> Scalar:
                value = v.read(sums, [i, at], lanes)
                for k in range(together):
                    row = r * together + k
                    value = step(value, v.read(x, [i, row, at], lanes))
                return value

            row_map(v, sums, [i], (first, count), fold)
    row_map(v, out, [i], (first, count), lambda at, lanes: finish(v.read(sums, [i, at], lanes)))
