"""Recurrent layers by matrix products: all inputs at once, then one product of the states per step;
the gates' functions run on vectors of units.

x [time, sample, feature], W, R  -->  X = x W'; for each time: G = h R'; h, c = cell(X[time], G, c)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.matmul.blocks import best_tile, gemm, tile_of
from mlirlite.conversion.onnx_to_krnl.matmul.panels import Packed, Right, Transposed
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.conversion.onnx_to_krnl.registers.packing import constant_array, is_constant
from mlirlite.dialects.onnx.schedules.products import Recurrent
from mlirlite.ir.types import F32, F64
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_RESET: Fixed[int] = 1
_NEW: Fixed[int] = 2
"""Gates of a GRU: the reset, and the one whose recurrence reads states that were reset."""


def is_tiled_layer(layer: Any) -> bool:
    """True when a layer is computed by products in tiles."""
    return (
        layer.b.machine is not None
        and layer.x.element in (F32, F64)
        and 0 not in (*layer.x.type.shape, *layer.w.type.shape, *layer.r.type.shape)
    )


def run_in_tiles(
    layer: Any, initial: Sequence[Buffer | None], cell: Any, *, reset: Any = None, peep: Any = None
) -> list[Buffer | None]:
    """The results of a layer: `cell` as in rnn.py; `reset(direction, sum)` makes the factors of the
    states that the last gate's recurrence reads."""
    b: KrnlBuilder = layer.b
    made = _Tiles(layer, cell, reset, peep)
    count = len(layer.directions)
    y, finals = _outputs(layer)
    given = b.alloc([layer.steps, layer.batch, layer.gates * layer.hidden], layer.x.element)
    for d in range(count):
        states = [layer.state(d, start) for start in initial]
        made.inputs(d, given)
        first = range(_NEW) if reset else range(layer.gates)
        again = b.alloc([layer.batch, layer.gates * layer.hidden], layer.x.element)
        resets = b.alloc([layer.batch, layer.hidden], layer.x.element) if reset else None
        with b.loops(layer.steps) as (t,):
            made.products(d, first, states[0], again)
            if resets is not None:
                made.reset_states(d, t, given, again, states[0], resets)
                made.products(d, range(_NEW, layer.gates), resets, again)
            made.step(d, t, given, again, states, y)
        with b.loops(layer.batch, layer.hidden) as (n, u):
            for final, state in zip(finals, states, strict=False):
                if final is not None:
                    final[layer.state_place(d, n, u)] = state[n, u]
    return [y, *finals]


def _outputs(layer: Any) -> tuple[Buffer | None, list[Buffer | None]]:
    b, count = layer.b, len(layer.directions)
    sizes = [layer.steps, count, layer.batch, layer.hidden]
    last = [count, layer.batch, layer.hidden]
    if layer.batch_first:
        sizes = [layer.batch, layer.steps, count, layer.hidden]
        last = [layer.batch, count, layer.hidden]
    y = b.output(sizes) if b.wants(0) else None
    rest = range(1, len(b.op.results))
    return y, [b.output(last, i) if b.wants(i) else None for i in rest]


class _Tiles:
    """The parts of one layer."""

    def __init__(self, layer: Any, cell: Any, reset: Any, peep: Any) -> None:
        self.layer, self.cell, self.reset, self.peep = layer, cell, reset, peep
        self.b: KrnlBuilder = layer.b
        self.v = Lanes(layer.b, layer.x.element)
        self._sides: dict[Any, Right] = {}

    def side(self, weights: Buffer, d: int, gates: range) -> Right:
        """The weights of a direction and some gates, transposed: packed if they are constant."""
        key = weights, d, gates
        found = self._sides.get(key)
        if found is not None:
            return found
        first, rows = (self.layer.hidden * n for n in (gates.start, len(gates)))
        depth = weights.shape[2]
        array = constant_array(weights) if is_constant(weights) else None
        if array is not None:
            found = _PackedOnce(weights, array[d, first : first + rows].T)
        else:
            found = _TransposedOnce(weights, (depth, rows), lambda j, k: [d, first + j, k])
        self._sides[key] = found
        return found

    def _bias(self, d: int, column: Ix, lanes: Ix, recurrent: bool) -> Scalar:
        layer = self.layer
        if layer.bias is None:
            return self.v.of(0)
        offset = layer.gates * layer.hidden if recurrent else 0
        return self.v.read(layer.bias, [d, column + offset], lanes)

    def inputs(self, d: int, given: Buffer) -> None:
        """The contribution of all inputs to all gates."""
        layer, v, b = self.layer, self.v, self.b
        right = self.side(layer.w, d, range(layer.gates))
        width = layer.gates * layer.hidden
        outer = layer.batch if layer.batch_first else layer.steps
        inner = layer.steps if layer.batch_first else layer.batch
        rows = outer * inner
        x = b.view(layer.x, b.memref([rows, layer.inputs], v.element), [rows, layer.inputs])
        # Rows are in the order of the input; each step reads its own.
        flat = b.view(given, b.memref([rows, width], v.element), [rows, width])

        def start(i: Ix, j: Ix, lanes: Ix) -> Value:
            return self._bias(d, j, lanes, False).value

        def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            v.write(value, flat, [i, j], lanes)

        tile = tile_of(b, rows, width, v.lanes)
        gemm(v, tile, rows, lambda i, k: x.load([i, k]), right, start, finish)
        self.given = flat

    def _input_row(self, n: Ix, time: Ix) -> Ix:
        layer = self.layer
        row: Ix = n * layer.steps + time if layer.batch_first else time * layer.batch + n
        return row

    def products(self, d: int, gates: range, states: Buffer, again: Buffer) -> None:
        """The contribution of the states to some gates."""
        layer, v, b = self.layer, self.v, self.b
        right = self.side(layer.r, d, gates)
        shift, width = layer.hidden * gates.start, layer.hidden * len(gates)

        def start(i: Ix, j: Ix, lanes: Ix) -> Value:
            return self._bias(d, j + shift, lanes, True).value

        def finish(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            v.write(value, again, [i, j + shift], lanes)

        schedule = b.schedule(Recurrent)
        tile = (
            best_tile(b, layer.batch, width, v.lanes) if schedule is None else schedule.state_tile
        )
        gemm(v, tile, layer.batch, lambda i, k: states.load([i, k]), right, start, finish)

    def _gate(self, buffer: Buffer, row: Ix, gate: int, u: Ix, lanes: Ix) -> Scalar:
        return self.v.read(buffer, [row, u + gate * self.layer.hidden], lanes)

    def reset_states(
        self, d: int, t: Ix, given: Buffer, again: Buffer, states: Buffer, resets: Buffer
    ) -> None:
        """The states times their reset gates."""
        layer, v, b = self.layer, self.v, self.b
        with b.loops(layer.batch) as (n,):
            row = self._input_row(n, layer.time_of(n, t, layer.directions[d])[0])
            for places in v.row(layer.hidden):
                for u, lanes in places:
                    total = self._gate(self.given, row, _RESET, u, lanes)
                    total = total + self._gate(again, n, _RESET, u, lanes)
                    factor = self.reset(d, total)
                    v.write(factor * v.read(states, [n, u], lanes), resets, [n, u], lanes)

    def step(
        self, d: int, t: Ix, given: Buffer, again: Buffer, states: list[Buffer], y: Buffer | None
    ) -> None:
        """The cells of all units at one time."""
        layer, v, b = self.layer, self.v, self.b
        with b.loops(layer.batch) as (n,):
            time, length = layer.time_of(n, t, layer.directions[d])
            row = self._input_row(n, time)
            live = None if layer.lengths is None else b.test("slt", t, length)
            at = time if live is None else b.index_select(live, time, t)
            for places in v.row(layer.hidden):
                for u, lanes in places:
                    gates = range(layer.gates)
                    x = [self._gate(self.given, row, g, u, lanes) for g in gates]
                    r = [self._gate(again, n, g, u, lanes) for g in gates]
                    now = [v.read(s, [n, u], lanes) for s in states]

                    def factor(i: int, u: Ix = u, lanes: Ix = lanes) -> Scalar:
                        return v.read(self.peep, [d, u + layer.hidden * i], lanes)

                    new = self.cell(d, x, r, now, factor)
                    out = new[0]
                    if live is not None:
                        new = [live.select(a, o) for a, o in zip(new, now, strict=True)]
                        out = live.select(out, out.coerce(0))
                    for state, value in zip(states, new, strict=True):
                        v.write(value, state, [n, u], lanes)
                    if y is not None:
                        place = [n, at, d, u] if layer.batch_first else [at, d, n, u]
                        v.write(out, y, place, lanes)


class _PackedOnce(Packed):
    """Packed once, before all loops."""

    def prepare(self, v: Lanes, vectors: int) -> None:
        if not hasattr(self, "panels"):
            with v.b.outside():
                super().prepare(v, vectors)


class _TransposedOnce(Transposed):
    """Transposed once, before all loops."""

    def prepare(self, v: Lanes, vectors: int) -> None:
        with v.b.outside():
            super().prepare(v, vectors)
