"""Attention: softmax(scale * Q K' + mask) V, one block of queries at a time; only their scores
against all keys are in memory at once.

Operands are [batch, head, position, feature], or [batch, position, head * feature] with the number
of heads in attributes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least_finite
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import gemm, tile_of
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Direct, Transposed
from mlirlite.conversion.onnx_to_krnl.reduce.vector_softmax import row_powers
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.squares import Place
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape, blocks, choose, row_parts
from mlirlite.dialects.onnx import schedules
from mlirlite.dialects.onnx.nn.attention import AS_PRIMITIVES, NAN_AS_ZERO
from mlirlite.dialects.onnx.schedules.products import QUERIES
from mlirlite.ir.types import F32, F64, I1
from mlirlite.ir.values import Value


@dataclass(frozen=True, slots=True)
class _Heads:
    """An operand as heads of positions."""

    buffer: Buffer
    batch: Ix
    heads: Ix
    length: Ix
    width: Ix
    rows_first: bool
    """True for [batch, position, head, feature]."""

    def at(self, n: Ix, h: Ix) -> Place:
        """The indices of element (position, feature) of a head."""
        if self.rows_first:
            return lambda i, j: [n, i, h, j]
        return lambda i, j: [n, h, i, j]


def _heads_of(b: KrnlBuilder, x: Buffer, count: int | None) -> _Heads:
    if x.rank == 4:
        batch, heads, length, width = x.shape
        return _Heads(x, batch, heads, length, width, rows_first=False)
    if x.rank != 3 or not count:
        raise b.error("needs operands of rank 4, or of rank 3 and the number of heads")
    batch, length, hidden = x.shape
    sizes = [batch, length, count, hidden // count]
    shown = b.view(x, b.memref(sizes, x.element), sizes)
    return _Heads(shown, batch, count, length, hidden // count, rows_first=True)


@kernel("Attention")
def attention(b: KrnlBuilder) -> Any:
    """Without a cache and an output of the scores; import replaces those forms by their body."""
    q, k, v, mask, *rest = b.inputs(7)
    windows = [b.attr(f"{side}_window_size", -1) >= 0 for side in ("left", "right")]
    capped = b.attr("softcap", 0.0) > 0
    if any(rest) or capped or any(windows) or any(b.wants(i) for i in (1, 2, 3)):
        raise b.error(
            "is lowered without a cache, a cap, windows, lengths and an output of scores only"
        )
    if mask is not None and mask.element not in (I1, q.element):
        raise b.error("has a mask of another type than its operands")
    q_heads, kv_heads = b.attr("q_num_heads"), b.attr("kv_num_heads")
    queries, keys, values = (
        _heads_of(b, x, n) for x, n in ((q, q_heads), (k, kv_heads), (v, kv_heads))
    )
    sizes = [queries.batch, queries.heads, queries.length, values.width]
    if queries.rows_first:
        sizes = [sizes[0], sizes[2], sizes[1], sizes[3]]
        flat = [sizes[0], sizes[1], sizes[2] * sizes[3]]
        out = b.output(flat)
        shown = b.view(out, b.memref(sizes, out.element), sizes)
    else:
        out = shown = b.output(sizes)
    form = queries.batch, queries.heads, queries.length, values.width
    target = _Heads(shown, *form, rows_first=queries.rows_first)
    made = _Attention(b, queries, keys, values, mask, target)
    tiled = b.machine is not None and q.element in (F32, F64) and made.mask_is_added
    with b.loops(queries.batch, queries.heads) as (n, h):
        (made.in_tiles if tiled else made.plainly)(n, h)
    return [out, *[None] * (len(b.op.results) - 1)]


class _Tiled(NamedTuple):
    """The common data of the blocks of queries of one head."""

    v: Lanes
    tile: Shape
    at: tuple[Ix, Ix]
    """The batch and the head."""
    keys: Transposed
    scores: Buffer
    inverse: Buffer
    """One over the sum of each row of scores."""


@dataclass(slots=True)
class _Attention:
    """One op; its methods compute one head."""

    b: KrnlBuilder
    queries: _Heads
    keys: _Heads
    values: _Heads
    mask: Buffer | None
    target: _Heads

    @property
    def mask_is_added(self) -> bool:
        """False for a mask of booleans."""
        return self.mask is None or self.mask.element is not I1

    @property
    def nan_is_zero(self) -> bool:
        """Whether powers that are not a number count as 0."""
        return NAN_AS_ZERO in self.b.op.attributes

    @property
    def scale(self) -> float | Scalar:
        """The factor of the scores."""
        stated = self.b.attr("scale")
        if stated is not None:
            return float(stated)
        width = self.queries.width
        if isinstance(width, int):
            return 1 / math.sqrt(width)
        return 1 / self.b.number(width, compute_type(self.queries.buffer.element)).sqrt()

    def _mine(self, h: Ix) -> Ix:
        """The head of keys and values that a head of queries reads."""
        if self.queries.heads is self.keys.heads or self.queries.heads == self.keys.heads:
            return h
        # Without heads no loop over them runs, but what is the same for all may be computed before.
        shared = self.queries.heads // self.b.index_max(self.keys.heads, 1)
        return h // self.b.index_max(shared, 1)

    def _mask_place(self, at: list[Ix]) -> list[Ix]:
        if self.mask is None:
            raise ValueError("there is no mask")
        sizes = [self.queries.batch, self.queries.heads, self.queries.length, self.keys.length]
        return [*self.mask.broadcast(at, sizes)[:-1], at[3]]

    def plainly(self, n: Ix, h: Ix) -> None:
        """By loops over numbers."""
        b, q, k, v = self.b, self.queries, self.keys, self.values
        type = compute_type(q.buffer.element)
        mine, scale = self._mine(h), self.scale
        scores = b.alloc([k.length], type)
        zero = b.scalar(0, type)
        with b.loops(q.length) as (i,):

            def product(j: Ix, i: Ix = i) -> Scalar:
                left, right = q.at(n, h), k.at(n, mine)

                def add(d: list[Ix], total: list[Scalar]) -> list[Scalar]:
                    factor = k.buffer[right(j, d[0])]
                    return [q.buffer[left(i, d[0])].multiply_add(factor, total[0])]

                return b.fold([q.width], [zero], add)[0] * scale

            def score(at: list[Ix], top: list[Scalar], i: Ix = i) -> list[Scalar]:
                j = at[0]
                found = self._masked(product(j), lambda: self._mask_number(n, h, i, j), i, j)
                scores[j] = found
                return [top[0].max(found)]

            (top,) = b.fold([k.length], [b.scalar(least_finite(type), type)], score)

            def power(at: list[Ix], total: list[Scalar], top: Scalar = top) -> list[Scalar]:
                found = (scores[at] - top).exp()
                scores[at] = found
                return [total[0] + found]

            (total,) = b.fold([k.length], [zero], power)
            with b.loops(v.width) as (d,):
                place = v.at(n, mine)
                (found,) = b.fold(
                    [k.length],
                    [zero],
                    lambda j, s: [scores[j].multiply_add(v.buffer[place(j[0], d)], s[0])],
                )
                self.target.buffer[self.target.at(n, h)(i, d)] = self._share(found, total)

    def _share(self, found: Scalar, total: Scalar) -> Scalar:
        """A share of the total; for a query without visible keys 0, or NaN from primitives."""
        b, share = self.b, found / total
        if self.nan_is_zero:
            return (total.eq(0) | total.is_nan()).select(0, share)
        if AS_PRIMITIVES not in b.op.attributes:
            return total.eq(0).select(0, share)
        keys = self.keys.length  # the sum of no product is 0
        return share if isinstance(keys, int) and keys else b.test("eq", keys, 0).select(0, share)

    def _is_column(self, known: Ix) -> Scalar | None:
        """Whether a mask of this many keys is one column for all, which only Add has."""
        if isinstance(known, int) or AS_PRIMITIVES not in self.b.op.attributes:
            return None
        return self.b.test("eq", known, 1)

    def _mask_number(self, n: Ix, h: Ix, i: Ix, j: Ix) -> Scalar:
        b, mask = self.b, self.mask
        if mask is None:
            raise ValueError("there is no mask")
        known = mask.shape[-1]
        if known is self.keys.length or known == self.keys.length:
            return mask[self._mask_place([n, h, i, j])]
        column = self._is_column(known)
        j = j if column is None else b.index_select(column, 0, j)
        # Keys beyond a shorter mask are not visible, and it may be empty: 0 or 1 numbers are read.
        count = b.index_max(0, b.index_min(1, known - j))
        place = self._mask_place([n, h, i, j])
        hidden = b.scalar(0 if mask.element is I1 else -math.inf, mask.element)
        return b.fold([count], [hidden], lambda _, found: [mask[place]])[0]

    def _masked(self, score: Scalar, mask: Any, i: Ix, j: Ix) -> Scalar:
        """A score, or a vector of them, with the mask and the causal limit applied."""
        if self.mask is not None:
            found = mask()
            if found.type is I1:
                score = found.select(score, score.coerce(-math.inf))
            else:
                score = score + found
        if self.b.attr("is_causal", 0):
            seen = self.b.test("sle", j, i)
            score = seen.select(score, score.coerce(-math.inf))
        return score

    def in_tiles(self, n: Ix, h: Ix) -> None:
        """By products in register tiles."""
        b, q, k = self.b, self.queries, self.keys
        element: Any = q.buffer.element
        v = Lanes(b, element)
        mine = self._mine(h)
        right = Transposed(k.buffer, (k.width, k.length), k.at(n, mine))
        tile = self._tile(q.length, k.length, v.lanes, obeys=True)
        right.prepare(v, tile.vectors)
        block = self._block(tile.rows)
        size = min(q.length, block) if isinstance(q.length, int) else block
        scores = b.alloc([size, k.length], element)
        head = _Tiled(v, tile, (n, h), right, scores, inverse=b.alloc([size], element))
        if isinstance(q.length, int):
            for part in row_parts(q.length, block):
                with blocks(b, part) as (_, first):
                    self._queries(head, first, part.size)
            return
        with b.loops(ceildiv(q.length, block)) as (i,):
            first = i * block
            count = b.index_min(block, q.length - first)
            self._queries(head, first, count)

    def _tile(self, rows: Ix, columns: Ix, lanes: int, *, obeys: bool = False) -> Shape:
        if obeys:  # the schedule is for the scores
            return tile_of(self.b, rows, columns, lanes)
        if self.b.machine is None:
            raise ValueError("tiles need a machine")
        known = [x if isinstance(x, int) else QUERIES for x in (rows, columns)]
        return choose(self.b.machine, known[0], known[1], lanes)

    def _block(self, rows: int) -> int:
        """Queries of a block."""
        schedule = self.b.schedule(schedules.Attention)
        return max(1, QUERIES // rows) * rows if schedule is None else schedule.queries

    def _queries(self, head: _Tiled, first: Ix, count: Ix) -> None:
        """One block of queries."""
        b, q, k, values = self.b, self.queries, self.keys, self.values
        v, tile, (n, h), right, scores, inverse = head
        scale, place = self.scale, q.at(n, h)
        zero = v.splat_of(0)

        def start(i: Ix, j: Ix, lanes: Ix) -> Value:
            return zero

        def store(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            value = self._vector_masked(v, value * scale, [n, h, first + i, j], lanes)
            v.write(value, scores, [i, j], lanes)

        gemm(v, tile, count, lambda i, d: q.buffer.load(place(first + i, d)), right, start, store)
        with b.loops(count) as (i,):
            total = row_powers(v, scores, [i], k.length, scores)
            inverse[i] = self._share(b.scalar(1, v.element), total)
            if self.nan_is_zero:
                with b.if_(total.is_nan()), b.loops(k.length) as (j,):
                    scores[i, j] = b.scalar(0, v.element)
        out = self.target.at(n, h)
        factors = Direct(values.buffer, (k.length, values.width), values.at(n, self._mine(h)))

        def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            v.write(value * inverse[i], self.target.buffer, out(first + i, j), lanes)

        tile = self._tile(count, values.width, v.lanes)
        gemm(v, tile, count, lambda i, j: scores.load([i, j]), factors, start, finish)

    def _vector_masked(self, v: Lanes, score: Scalar, at: list[Ix], lanes: Ix) -> Scalar:
        """A vector of scores with the mask and the causal limit applied."""
        b, mask = self.b, self.mask
        if mask is not None:
            place, known = self._mask_place(at), mask.shape[-1]
            if known is self.keys.length or known == self.keys.length:
                score = score + v.read(mask, place, lanes)
            else:  # keys beyond a shorter mask are not visible; a single column is for all
                inside = b.index_max(0, b.index_min(lanes, known - at[3]))
                found = v.keep(v.read(mask, place, inside), inside, v.of(-math.inf))
                column = self._is_column(known)
                if column is not None:
                    number = mask[[*place[:-1], 0]].spread(v.type)
                    found = column.select(number, found)
                score = score + found
        if b.attr("is_causal", 0):
            seen = b.index_min(v.lanes, b.index_max(0, at[2] - at[3] + 1))
            score = v.keep(score, seen, v.of(-math.inf))
        return score
