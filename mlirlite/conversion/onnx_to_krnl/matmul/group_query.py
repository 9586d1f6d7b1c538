"""GroupQueryAttention: new queries, keys and values are turned by their positions, keys and values
go into the cache, and each group of queries attends to what its head of the cache holds so far.

    rows of one head of keys: for each position, its queries one after the other
    scores = (scale * q) K' for a block of rows, up to their positions
    out = softmax(scores) V

Only a block of scores is in memory at once. One position reads keys in place; many have them
transposed once.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.in_place import grown
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, least_finite
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import gemm
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Columns, Direct, Panels, Transposed
from mlirlite.conversion.onnx_to_krnl.reduce.vector_softmax import row_maximum, row_powers
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.tile import Shape, choose
from mlirlite.dialects.onnx.schedules.products import QUERIES
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import I64
from mlirlite.ir.values import Value


@dataclass(frozen=True, slots=True)
class _New:
    """New rows of an operand: `[batch, position, columns]`, whose heads begin at one of them."""

    buffer: Buffer
    first: Ix
    width: int

    def at(self, n: Ix, i: Ix, h: Ix, d: Ix) -> Scalar:
        """A number of a head."""
        return self.buffer[[n, i, self.first + h * self.width + d]]


@dataclass(frozen=True, slots=True)
class _Angles:
    """Cosines and sines, `[position, half of the turned columns]`."""

    cos: Buffer
    sin: Buffer
    places: Buffer | None
    interleaved: bool


@kernel("GroupQueryAttention")
def group_query_attention(b: KrnlBuilder) -> Any:
    """The attention, and the cache with the new rows."""
    made = _Groups(b)
    made.write_rows()
    if b.machine is None:
        _Plain(made).all()
    else:
        _Tiled(made, Lanes(b, made.type)).all()
    return [made.out, made.keys, made.values]


class _Groups:
    """One op: its sizes, its new rows and its cache."""

    def __init__(self, b: KrnlBuilder) -> None:
        self.b = b
        q, k, v, past, _, last, total, cos, sin, places, self.bias, self.sink = b.inputs(12)
        self.heads, self.groups = b.attr("num_heads", 1), b.attr("kv_num_heads", 1)
        self.each = self.heads // self.groups
        """Queries of a head of keys, at one position."""
        self.type: Type = compute_type(q.element)
        self.batch, self.length = q.shape[:2]
        self.width = width = b.op.width
        if (k is None) != (v is None):
            raise b.error("has a key without a value, or a value without a key")
        if k is None or v is None:
            firsts = (0, self.heads * width, (self.heads + self.groups) * width)
            self.new = tuple(_New(q, first, width) for first in firsts)
        else:
            self.new = tuple(_New(x, 0, width) for x in (q, k, v))
        self.angles = None
        if b.attr("do_rotary", 0):
            self.angles = _Angles(cos, sin, places, bool(b.attr("rotary_interleaved", 0)))
        self.window = b.attr("local_window_size", -1)
        cap = b.attr("softcap", 0.0)
        self.cap = cap if cap > 0 else 0.0
        self.scale = b.attr("scale", 0.0) or 1 / math.sqrt(width)
        self.starts, self.total = self._starts(last, total.int_at(0))
        self.out = b.output([self.batch, self.length, self.heads * width])
        self.rows: Ix = self.length if past is None else b.index_max(past.shape[2], self.total)
        """Rows of the cache."""
        self.keys, self.values = (self._cache(past, operand) for operand in (3, 4))

    def _starts(self, last: Buffer, total: Ix) -> tuple[Buffer, Ix]:
        """The position of each sample's first new row. At first nothing is cached, although padded
        samples end before the others."""
        b, length = self.b, self.length
        starts = b.alloc([self.batch], I64)
        flat = b.view(last, b.memref([self.batch], last.element), [self.batch])
        is_first, count = b.test("eq", total, length), b.number(length)
        zero, far = b.scalar(0, I64), b.scalar(1 << 62, I64)

        def look(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            start = is_first.select(zero, flat[at].cast(I64) + 1 - count)
            starts[at] = start
            return [found[0].min(start), found[1].max(start)]

        least, most = b.fold([self.batch], [far, zero], look)
        text = "has new rows from %lld on, expected a number from 0 on: seqlens_k is too small"
        b.require(least >= 0, text, least.index())
        end = most.index() + length
        if self.angles is not None and self.angles.places is None:
            text = "has positions up to %lld, and angles of %lld"
            b.require(
                b.test("sle", end, self.angles.cos.shape[0]), text, end, self.angles.cos.shape[0]
            )
        if self.bias is not None:
            text = "has an attention_bias of %lld columns, expected at least %lld"
            b.require(b.test("sge", self.bias.shape[3], end), text, self.bias.shape[3], end)
        return starts, total

    def _cache(self, past: Buffer | None, operand: int) -> Buffer:
        b, result = self.b, operand - 2
        sizes = [self.batch, self.groups, self.rows, self.width]
        if past is not None:
            return grown(b, operand, result, sizes, 2)
        return b.output(sizes, result)

    def start(self, n: Ix) -> Ix:
        """The position of a sample's first new row."""
        return self.starts[n].index()

    def write_rows(self) -> None:
        """New keys and values into the cache."""
        b, (_, k, v) = self.b, self.new
        with b.loops(self.batch, self.groups, self.length) as (n, g, i):
            place = self.start(n) + i
            self.turn(k, (n, i, g), lambda d, x: self.keys.__setitem__([n, g, place, d], x))
            with b.loops(self.width) as (d,):
                self.values[[n, g, place, d]] = v.at(n, i, g, d)

    def turn(self, source: _New, at: tuple[Ix, Ix, Ix], store: Any) -> None:
        """Numbers of a head, (sample, row, head), turned by the row's position: `store(d, x)`."""
        b, (n, i, h), angles = self.b, at, self.angles
        done: Ix = 0
        if angles is not None:
            half = angles.cos.shape[1]
            known = angles.places
            place = self.start(n) + i if known is None else known[[n, i]].index()
            with b.loops(half) as (j,):
                pair = (2 * j, 2 * j + 1) if angles.interleaved else (j, half + j)
                x, y = (source.at(n, i, h, d) for d in pair)
                c, s = (t[[place, j]] for t in (angles.cos, angles.sin))
                store(pair[0], x * c - y * s)
                store(pair[1], x * s + y * c)
            done = 2 * half
        with b.loops((done, self.width)) as (d,):
            store(d, source.at(n, i, h, d))

    def low(self, position: Ix) -> Ix:
        """The first key that a query at a position sees."""
        if self.window < 0:
            return 0
        return self.b.index_max(0, position - (self.window - 1))

    def bias_at(self, n: Ix, h: Ix, i: Ix, j: Ix) -> list[Ix]:
        """The place of a score's summand."""
        sizes = [self.batch, self.heads, self.length, self.rows]
        return [*self.bias.broadcast([n, h, i, j], sizes)[:2], i, j]

    def capped(self, score: Scalar) -> Scalar:
        """A score within the cap."""
        return score if not self.cap else (score * (1 / self.cap)).tanh() * self.cap

    def sunk(self, h: Ix) -> Scalar | None:
        """A further score of a head, without a value."""
        if self.sink is not None:
            found: Scalar = self.sink[h]
            return found
        smooth = self.b.attr("smooth_softmax", 0) > 0
        return self.b.scalar(0, self.type) if smooth else None


@dataclass(slots=True)
class _Plain:
    """By loops over numbers."""

    made: _Groups

    def all(self) -> None:
        """Each query by itself."""
        m, b = self.made, self.made.b
        with b.loops(m.batch, m.heads) as (n, h):
            query, scores = b.alloc([m.width], m.type), b.alloc([m.rows], m.type)
            with b.loops(m.length) as (i,):
                m.turn(m.new[0], (n, i, h), lambda d, x: query.__setitem__(d, x * m.scale))
                self._one(n, h, i, (query, scores))

    def _one(self, n: Ix, h: Ix, i: Ix, room: tuple[Buffer, Buffer]) -> None:
        m, b, (query, scores) = self.made, self.made.b, room
        g, position = h // m.each, m.start(n) + i
        low, zero = m.low(position), b.scalar(0, m.type)
        count = position + 1 - low

        def score(at: list[Ix], top: list[Scalar]) -> list[Scalar]:
            j = low + at[0]

            def add(d: list[Ix], found: list[Scalar]) -> list[Scalar]:
                return [query[d].multiply_add(m.keys[[n, g, j, d[0]]], found[0])]

            found = m.capped(b.fold([m.width], [zero], add)[0])
            if m.bias is not None:
                found = found + m.bias[m.bias_at(n, h, i, j)]
            scores[at] = found
            return [top[0].max(found)]

        sink = m.sunk(h)
        start = b.scalar(least_finite(m.type), m.type) if sink is None else sink
        (top,) = b.fold([count], [start], score)

        def power(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
            scores[at] = (scores[at] - top).exp()
            return [found[0] + scores[at]]

        (total,) = b.fold([count], [zero if sink is None else (sink - top).exp()], power)
        with b.loops(m.width) as (d,):

            def add(at: list[Ix], found: list[Scalar]) -> list[Scalar]:
                return [scores[at].multiply_add(m.values[[n, g, low + at[0], d]], found[0])]

            m.out[[n, i, h * m.width + d]] = b.fold([count], [zero], add)[0] / total


class _Seen(Panels):
    """The first columns of transposed keys, from a panel on."""

    def __init__(self, keys: Transposed, first: Ix, columns: Ix) -> None:
        super().__init__(keys.depth, columns)
        self.panels, self.first = keys.panels, first

    def load(self, v: Lanes, k: Ix, block: Columns, j: int) -> Value:
        """As in the base class."""
        inside = block.first - block.number * self.wide + j * v.lanes
        return v.load(self.panels, [self.first + block.number, k, inside], v.lanes)

    def fold(self, v: Lanes, place: Any, inits: list[Scalar], step: Any) -> list[Scalar]:
        """One loop."""
        return v.b.fold([self.depth], inits, step)


@dataclass(slots=True)
class _Block:
    """A block of positions of one sample and head of keys."""

    n: Ix
    g: Ix
    first: Ix
    """Its first new row."""
    count: Ix
    low: Ix
    """The first key of a column of scores."""
    seen: Ix
    """Columns of scores."""
    query: Buffer
    scores: Buffer
    inverse: Buffer


@dataclass(slots=True)
class _Tiled:
    """By vectors, a block of positions at a time."""

    made: _Groups
    v: Lanes

    def all(self) -> None:
        """All heads of keys."""
        m, b = self.made, self.made.b
        with b.loops(m.batch, m.groups) as (n, g):
            for single in self._cases():
                self._head(n, g, single)

    def _cases(self) -> Iterator[bool]:
        """Whether there is one position: known now, or both cases, each under its condition."""
        m, b = self.made, self.made.b
        if isinstance(m.length, int):
            yield m.length == 1
            return
        for single, predicate in ((True, "eq"), (False, "ne")):
            with b.if_(b.test(predicate, m.length, 1)):
                yield single

    def _tile(self, rows: int, columns: int) -> Shape:
        if self.made.b.machine is None:
            raise ValueError("tiles need a machine")
        return choose(self.made.b.machine, rows, columns, self.v.lanes)

    def _head(self, n: Ix, g: Ix, single: bool) -> None:
        m, b = self.made, self.made.b
        most = 1 if single else max(1, QUERIES // m.each)
        rows = most * m.each
        room = (
            b.alloc([rows, m.width], m.type),
            b.alloc([rows, m.rows], m.type),
            b.alloc([rows], m.type),
        )
        if single:
            self._block(self._placed(n, g, (0, 1), room, 1), None)
            return
        tile = self._tile(QUERIES, QUERIES)
        wide = tile.vectors * self.v.lanes
        end = m.start(n) + m.length
        keys = Transposed(m.keys, (m.width, end), lambda j, d: [n, g, j, d])
        keys.prepare(self.v, tile.vectors)
        with b.loops(ceildiv(m.length, most)) as (number,):
            first = number * most
            part = first, b.index_min(most, m.length - first)
            self._block(self._placed(n, g, part, room, wide), (keys, tile))

    def _placed(
        self, n: Ix, g: Ix, part: tuple[Ix, Ix], room: tuple[Buffer, Buffer, Buffer], wide: int
    ) -> _Block:
        """Scores begin with the first key that the first row sees, or some before it."""
        m, (first, count) = self.made, part
        position = m.start(n) + first
        low = m.low(position)
        low = low if wide == 1 else low // wide * wide
        return _Block(n, g, first, count, low, position + count - low, *room)

    def _block(self, at: _Block, keys: tuple[Transposed, Shape] | None) -> None:
        m, b = self.made, self.made.b
        rows = at.count * m.each
        with b.loops(at.count, m.each) as (i, r):
            row, place = i * m.each + r, (at.n, at.first + i, at.g * m.each + r)
            m.turn(m.new[0], place, lambda d, x: at.query.__setitem__([row, d], x * m.scale))
        if keys is None:
            self._one_position(at)
        else:
            self._products(at, rows, *keys)
        with b.loops(at.count, m.each) as (i, r):
            self._soften(at, i, r)
        self._weighted(at, rows)

    def _one_position(self, at: _Block) -> None:
        """Scores of the queries of one position: keys as they are."""
        m, b, v = self.made, self.made.b, self.v
        steps = [(d, min(v.lanes, m.width - d)) for d in range(0, m.width, v.lanes)]
        with b.loops(at.seen) as (j,):
            key = [v.read(m.keys, [at.n, at.g, at.low + j, d], lanes) for d, lanes in steps]
            for r in range(m.each):
                sums = [v.of(0)] * min(2, len(steps))
                for s, (d, lanes) in enumerate(steps):
                    factor = v.read(at.query, [r, d], lanes)
                    sums[s % 2] = factor.multiply_add(key[s], sums[s % 2])
                total = sums[0] if len(sums) == 1 else sums[0] + sums[1]
                at.scores[[r, j]] = v.reduce(total, "add")

    def _products(self, at: _Block, rows: Ix, keys: Transposed, tile: Shape) -> None:
        """Scores of a block of rows: transposed keys in tiles."""
        v, wide = self.v, tile.vectors * self.v.lanes
        zero = v.splat_of(0)

        def store(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            v.write(value, at.scores, [i, j], lanes)

        right = _Seen(keys, at.low // wide, at.seen)
        left = at.query
        gemm(v, tile, rows, lambda i, d: left.load([i, d]), right, lambda *_: zero, store)

    def _soften(self, at: _Block, i: Ix, r: Ix) -> None:
        """Powers of the scores that a row sees, 0 for others; and one over their sum."""
        m, b, v = self.made, self.made.b, self.v
        row, h = i * m.each + r, at.g * m.each + r
        position = m.start(at.n) + at.first + i
        end = position + 1 - at.low
        before = m.low(position) - at.low
        if m.cap or m.bias is not None:
            for places in v.row(end):
                for j, lanes in places:
                    score = m.capped(v.read(at.scores, [row, j], lanes))
                    if m.bias is not None:
                        place = m.bias_at(at.n, h, at.first + i, at.low + j)
                        score = score + v.read(m.bias, place, lanes)
                    v.write(score, at.scores, [row, j], lanes)
        if m.window >= 0:
            with b.loops(before) as (j,):
                at.scores[[row, j]] = -math.inf
        sink = m.sunk(h)
        if sink is None:
            total = row_powers(v, at.scores, [row], end, at.scores)
        else:
            top = row_maximum(v, at.scores, [row], end).max(sink)
            total = row_powers(v, at.scores, [row], end, at.scores, top) + (sink - top).exp()
        with b.loops((end, at.seen)) as (j,):
            at.scores[[row, j]] = 0
        at.inverse[row] = 1 / total

    def _weighted(self, at: _Block, rows: Ix) -> None:
        """The sums of values."""
        m, v = self.made, self.v
        zero = v.splat_of(0)
        right = Direct(m.values, (at.seen, m.width), lambda j, d: [at.n, at.g, at.low + j, d])

        def store(value: Scalar, row: Ix, d: Ix, lanes: Ix) -> None:
            i, h = at.first + row // m.each, at.g * m.each + row % m.each
            v.write(value * at.inverse[row], m.out, [at.n, i, h * m.width + d], lanes)

        tile = self._tile(rows if isinstance(rows, int) else QUERIES, m.width)
        left = at.scores
        gemm(v, tile, rows, lambda i, j: left.load([i, j]), right, lambda *_: zero, store)
