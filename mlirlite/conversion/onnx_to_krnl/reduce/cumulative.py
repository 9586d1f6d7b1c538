"""CumSum and CumProd: by vectors along rows, which are scanned in registers, and by rows side by
side.

[a b c d] -> [a a+b b+c c+d] -> [a a+b a+b+c a+b+c+d], and what came before it added to all
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.reduce.vector_rows import has_rows, row_map
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes, lanes_of
from mlirlite.dialects import vector
from mlirlite.ir.attributes import i64_array


@dataclass(frozen=True, slots=True)
class _Scan:
    """The operation that is cumulated."""

    start: float
    step: Callable[[Scalar, Scalar], Scalar]
    exclusive: bool
    reverse: bool

    def plain(self, b: KrnlBuilder, x: Buffer, out: Buffer, dim: int) -> None:
        """Along a dimension, one element after the other, or row after row."""
        size, width = x.shape[dim], product(x.shape[dim + 1 :])
        if compute_type(x.element) is x.element and width != 1:
            sizes = [product(x.shape[:dim]), size, width]
            rows = [b.view(buffer, b.memref(sizes, x.element), sizes) for buffer in (x, out)]
            self._side_by_side(b, *rows)
            return
        with b.loops(*x.shape[:dim], *x.shape[dim + 1 :]) as outer:

            def add(i: list[Ix], total: list[Scalar]) -> list[Scalar]:
                n = size - 1 - i[0] if self.reverse else i[0]
                at = [*outer[:dim], n, *outer[dim:]]
                following = self.step(total[0], x[at])
                out[at] = total[0] if self.exclusive else following
                return [following]

            b.fold([size], [b.scalar(self.start, compute_type(x.element))], add)

    def _side_by_side(self, b: KrnlBuilder, x: Buffer, out: Buffer) -> None:
        """Rows are combined, which LLVM makes vectors of."""
        outer, size, width = x.shape
        last = size - 1
        with b.loops(outer) as (i,):
            with b.loops(b.index_min(size, 1), width) as (n, j):
                r = last - n if self.reverse else n
                start = b.scalar(self.start, x.element)
                out[i, r, j] = start if self.exclusive else x[i, r, j]
            with b.loops((1, size)) as (n,):
                r, before = (last - n, size - n) if self.reverse else (n, n - 1)
                taken = before if self.exclusive else r
                with b.loops(width) as (j,):
                    out[i, r, j] = self.step(out[i, before, j], x[i, taken, j])

    def by_vectors(self, b: KrnlBuilder, x: Buffer, out: Buffer, dim: int) -> None:
        """Along a dimension: vectors are scanned if it is the last one; else rows of the later
        dimensions are combined."""
        v = lanes_of(b, x)
        sizes = [product(x.shape[:dim]), x.shape[dim], product(x.shape[dim + 1 :])]
        if out.element is not v.element and sizes[2] != 1:  # totals would be rounded at each step
            self.plain(b, x, out, dim)
            return
        is_last = isinstance(sizes[2], int) and sizes[2] == 1
        if is_last:  # vectors go along the last dimension of the view
            del sizes[2]
        x, out = (b.view(buffer, b.memref(sizes, x.element), sizes) for buffer in (x, out))
        with b.loops(sizes[0]) as (i,):
            if is_last:
                self._row(v, x, out, i)
            else:
                self._rows(v, x, out, i)

    def _rows(self, v: Lanes, x: Buffer, out: Buffer, i: Ix) -> None:
        b, (_, size, width) = v.b, x.shape
        last = size - 1
        with b.loops(b.index_min(size, 1)) as (n,):
            r = last - n if self.reverse else n

            def first(at: Ix, lanes: Ix) -> Scalar:
                return v.of(self.start) if self.exclusive else v.read(x, [i, r, at], lanes)

            row_map(v, out, [i, r], width, first)
        with b.loops((1, size)) as (n,):
            r, before = (last - n, size - n) if self.reverse else (n, n - 1)
            taken = before if self.exclusive else r

            def following(at: Ix, lanes: Ix) -> Scalar:
                total = v.read(out, [i, before, at], lanes)
                return self.step(total, v.read(x, [i, taken, at], lanes))

            row_map(v, out, [i, r], width, following)

    def _row(self, v: Lanes, x: Buffer, out: Buffer, i: Ix) -> None:
        size, neutral = x.shape[1], v.of(self.start)

        def add(at: Ix, lanes: Ix, before: list[Scalar]) -> list[Scalar]:
            place = [i, size - at - lanes if self.reverse else at]
            view = v.keep(v.read(x, place, lanes), lanes, neutral)
            distance = 1
            while distance < v.lanes:
                view = self.step(self._moved(v, view, neutral, distance), view)
                distance *= 2
            shown = self._moved(v, view, neutral, 1) if self.exclusive else view
            v.write(self.step(before[0], shown), out, place, lanes)
            end = 0 if self.reverse else v.lanes - 1
            return [self.step(before[0], _shuffled(v, view, view, [end] * v.lanes))]

        v.fold(size, [neutral], add, lambda p, q: p, unroll=1)

    def _moved(self, v: Lanes, value: Scalar, others: Scalar, distance: int) -> Scalar:
        """The lanes shifted, filled with others."""
        on = -distance if not self.reverse else distance
        lanes = [n + on if 0 <= n + on < v.lanes else v.lanes for n in range(v.lanes)]
        return _shuffled(v, value, others, lanes)


def _shuffled(v: Lanes, first: Scalar, second: Scalar, lanes: list[int]) -> Scalar:
    operands = (first.value, second.value)
    found = v.b.emit(vector.ShuffleOp, operands, {"mask": i64_array(lanes)})
    return Scalar(v.b, found, first.type)


def _cumulative(name: str, start: float, step: Callable[[Scalar, Scalar], Scalar]) -> None:
    @kernel(name)
    def lower_cumulative(b: KrnlBuilder) -> Any:
        x, axis = b.inputs(2)
        known = axis.constant()
        scan = _Scan(start, step, bool(b.attr("exclusive", 0)), bool(b.attr("reverse", 0)))
        out = b.output(x.shape)
        along = scan.by_vectors if has_rows(b, x) else scan.plain
        if known is not None:
            along(b, x, out, int(known[0]) % x.rank)
        else:  # one nest for each possible axis
            chosen = b.wrap_index(axis.scalar().index(), x.rank)
            for dim in range(x.rank):
                with b.if_(b.test("eq", chosen, dim)):
                    along(b, x, out, dim)
        return out


_cumulative("CumSum", 0, lambda v, x: v + x)
_cumulative("CumProd", 1, lambda v, x: v * x)
