"""RNN, GRU and LSTM: a loop over time around the cells of one step.

A cell gets, for each gate, the contributions of the input and the recurrence, as numbers or as
vectors of units (tiled.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from mlirlite.conversion.onnx_to_krnl.elementwise.activation import sigmoid, softplus
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.recurrent.tiled import is_tiled_layer, run_in_tiles
from mlirlite.support.tuning import Fixed

Activation = Callable[[Scalar], Scalar]

# Name -> function of (x, alpha, beta), and the defaults of alpha and beta.
_ACTIVATIONS: dict[str, tuple[Callable[[Scalar, float, float], Scalar], float, float]] = {
    "relu": (lambda x, a, b: x.max(0), 0, 0),
    "tanh": (lambda x, a, b: x.tanh(), 0, 0),
    "sigmoid": (lambda x, a, b: sigmoid(x), 0, 0),
    "affine": (lambda x, a, b: x * a + b, 1.0, 0.0),
    "leakyrelu": (lambda x, a, b: (x < 0).select(x * a, x), 0.01, 0),
    "thresholdedrelu": (lambda x, a, b: (x > a).select(x, 0), 1.0, 0),
    "scaledtanh": (lambda x, a, b: (x * b).tanh() * a, 1.0, 1.0),
    "hardsigmoid": (lambda x, a, b: (x * a + b).max(0).min(1), 0.2, 0.5),
    "elu": (lambda x, a, b: (x < 0).select((x.exp() - 1) * a, x), 1.0, 0),
    "softsign": (lambda x, a, b: x / (1 + x.abs()), 0, 0),
    "softplus": (lambda x, a, b: softplus(x), 0, 0),
}
_WITH_ALPHA = {"affine", "leakyrelu", "thresholdedrelu", "scaledtanh", "hardsigmoid", "elu"}
_WITH_BETA = {"affine", "scaledtanh", "hardsigmoid"}


@dataclass
class _Layer:
    """The operands and sizes of a recurrent op, in terms of time, sample and feature."""

    b: KrnlBuilder
    x: Buffer
    w: Buffer
    r: Buffer
    bias: Buffer | None
    lengths: Buffer | None
    gates: int
    batch_first: bool = field(init=False)

    def __post_init__(self) -> None:
        self.batch_first = self.b.attr("layout", 0) == 1
        time, batch = (1, 0) if self.batch_first else (0, 1)
        self.steps, self.batch = self.x.shape[time], self.x.shape[batch]
        self.hidden, self.inputs = self.r.shape[-1], self.x.shape[2]
        self.type = compute_type(self.x.element)
        direction = self.b.attr("direction", "forward")
        self.directions = {"forward": [False], "reverse": [True]}.get(direction, [False, True])

    def activations(self, defaults: Sequence[str]) -> list[list[Activation]]:
        """The functions of each direction."""
        names = [
            n.lower() for n in self.b.attr("activations") or list(defaults) * len(self.directions)
        ]
        alphas, betas = (
            iter(self.b.attr(name) or ()) for name in ("activation_alpha", "activation_beta")
        )
        functions: list[Activation] = []
        for name in names:
            if name not in _ACTIVATIONS:
                raise self.b.error(f"has the unknown activation '{name}'")
            function, alpha, beta = _ACTIVATIONS[name]
            if name in _WITH_ALPHA:
                alpha = next(alphas, alpha)
            if name in _WITH_BETA:
                beta = next(betas, beta)
            functions.append(partial(self._activate, function, alpha, beta))
        count = len(defaults)
        return [functions[i : i + count] for i in range(0, len(functions), count)]

    def _activate(self, function: Any, alpha: float, beta: float, x: Scalar) -> Scalar:
        clip = self.b.attr("clip")
        result: Scalar = function(x if clip is None else x.max(-clip).min(clip), alpha, beta)
        return result

    def state(self, direction: int, initial: Buffer | None) -> Buffer:
        """A buffer (sample, unit) that starts with the initial state or zero."""
        state = self.b.alloc([self.batch, self.hidden], self.type)
        with self.b.loops(self.batch, self.hidden) as (n, u):
            state[n, u] = 0 if initial is None else initial[self.state_place(direction, n, u)]
        return state

    def state_place(self, direction: int, n: Ix, u: Ix) -> list[Ix]:
        return [n, direction, u] if self.batch_first else [direction, n, u]

    def dot(self, d: int, row: Ix, n: Ix, time: Ix, h: Buffer | None) -> Scalar:
        """Row of the weights times the input, plus that of the recurrence times a state."""
        b = self.b
        total = b.scalar(0, self.type)
        front = [n, time] if self.batch_first else [time, n]
        (total,) = b.fold(
            [self.inputs],
            [total],
            lambda k, v: [self.x[[*front, k[0]]].multiply_add(self.w[d, row, k[0]], v[0])],
        )
        if h is not None:
            total = self.recurrent(d, row, n, h, total)
        return total

    def recurrent(self, d: int, row: Ix, n: Ix, h: Buffer, start: Scalar | float = 0) -> Scalar:
        """A row of the recurrence weights times a state, added to a start."""
        first = start if isinstance(start, Scalar) else self.b.scalar(start, self.type)
        return self.b.fold(
            [self.hidden],
            [first],
            lambda k, v: [h[n, k[0]].multiply_add(self.r[d, row, k[0]], v[0])],
        )[0]

    def bias_of(self, d: int, gate: int, u: Ix, recurrent: bool) -> Scalar:
        """A gate's bias of the input or of the recurrence."""
        if self.bias is None:
            return self.b.scalar(0, self.type)
        offset = (self.gates if recurrent else 0) + gate
        return self.bias[d, u + self.hidden * offset]

    def run(self, initial: Sequence[Buffer | None], step: Any, prepare: Any = None) -> list[Any]:
        """Loops over time for each direction. `step(d, n, u, time, states)` gives the new states of
        one unit, the first of which is the output; `prepare`, with the same arguments, runs for
        all units before it."""
        b = self.b
        count = len(self.directions)
        hidden = b.op.results
        sizes = [self.steps, count, self.batch, self.hidden]
        if self.batch_first:
            sizes = [self.batch, self.steps, count, self.hidden]
        y = b.output(sizes) if b.wants(0) else None
        last_sizes: list[Ix] = [count, self.batch, self.hidden]
        if self.batch_first:
            last_sizes = [self.batch, count, self.hidden]
        finals = [b.output(last_sizes, i) if b.wants(i) else None for i in range(1, len(hidden))]
        for d, backwards in enumerate(self.directions):
            states = [self.state(d, start) for start in initial]
            following = [b.alloc([self.batch, self.hidden], self.type) for _ in initial]
            with b.loops(self.steps) as (t,):
                if prepare is not None:
                    with b.loops(self.batch, self.hidden) as (n, u):
                        prepare(d, n, u, self.time_of(n, t, backwards)[0], states)
                self._step(d, t, backwards, states, following, step, y)
            with b.loops(self.batch, self.hidden) as (n, u):
                for final, state in zip(finals, states, strict=False):
                    if final is not None:
                        final[self.state_place(d, n, u)] = state[n, u]
        return [y, *finals]

    def time_of(self, n: Ix, t: Ix, backwards: bool) -> tuple[Ix, Ix]:
        """The input that a sample reads at a step, and how many it has."""
        length = self.lengths[n].index() if self.lengths is not None else self.steps
        return self.b.index_max(0, length - 1 - t) if backwards else t, length

    def _step(
        self,
        d: int,
        t: Ix,
        backwards: bool,
        states: list[Buffer],
        following: list[Buffer],
        step: Any,
        y: Buffer | None,
    ) -> None:
        b = self.b
        with b.loops(self.batch, self.hidden) as (n, u):
            time, length = self.time_of(n, t, backwards)
            new = step(d, n, u, time, states)
            if self.lengths is None:
                for state, value in zip(following, new, strict=True):
                    state[n, u] = value
                out = new[0]
                at: Ix = time
            else:
                live = b.test("slt", t, length)
                for state, old, value in zip(following, states, new, strict=True):
                    state[n, u] = live.select(value, old[n, u])
                out = live.select(new[0], 0)
                at = b.index_select(live, time, t)
            if y is not None:
                y[[n, at, d, u] if self.batch_first else [at, d, n, u]] = out
        with b.loops(self.batch, self.hidden) as (n, u):
            for old, value in zip(states, following, strict=True):
                old[n, u] = value[n, u]


Cell = Callable[
    [int, list[Scalar], list[Scalar], list[Scalar], Callable[[int], Scalar]], list[Scalar]
]
"""`(direction, inputs, recurrences, states, peephole)` of one unit: its new states, the first of
which is the output. `peephole(i)` is its i-th factor."""


def _layer_of(
    b: KrnlBuilder,
    cell: Cell,
    layer: _Layer,
    initial: list[Buffer | None],
    *,
    reset: Callable[[int, Scalar], Scalar] | None = None,
    peep: Any = None,
) -> Any:
    """The op's results, by tiles or by plain loops. `reset` computes a reset gate from its sum."""
    if is_tiled_layer(layer):
        return run_in_tiles(layer, initial, cell, reset=reset, peep=peep)
    resets = b.alloc([layer.batch, layer.hidden], layer.type) if reset is not None else None

    def inputs(d: int, n: Ix, u: Ix, time: Ix, gate: int) -> Scalar:
        row = u + layer.hidden * gate
        return layer.dot(d, row, n, time, None) + layer.bias_of(d, gate, u, False)

    def recurrences(d: int, n: Ix, u: Ix, h: Buffer, gate: int) -> Scalar:
        row = u + layer.hidden * gate
        return layer.recurrent(d, row, n, h) + layer.bias_of(d, gate, u, True)

    def step(d: int, n: Ix, u: Ix, time: Ix, states: list[Buffer]) -> list[Scalar]:
        gates = range(layer.gates)
        given = [inputs(d, n, u, time, g) for g in gates]
        source = [resets if resets is not None and g == _LAST else states[0] for g in gates]
        found = [recurrences(d, n, u, source[g], g) for g in gates]
        now = [state[n, u] for state in states]

        def factor(i: int) -> Scalar:
            element: Scalar = peep[d, u + layer.hidden * i]
            return element

        return cell(d, given, found, now, factor)

    def prepare(d: int, n: Ix, u: Ix, time: Ix, states: list[Buffer]) -> None:
        """Every unit's product reads all reset gates."""
        total = inputs(d, n, u, time, 1) + recurrences(d, n, u, states[0], 1)
        if resets is not None and reset is not None:
            resets[n, u] = reset(d, total) * states[0][n, u]

    return layer.run(initial, step, None if resets is None else prepare)


_LAST: Fixed[int] = 2
"""The gate of a GRU whose recurrence may read states that were reset."""


@kernel("RNN", "RNNV1")
def rnn(b: KrnlBuilder) -> Any:
    """h = f(W x + R h + biases)."""
    x, w, r, bias, lengths, h0 = b.inputs(6)
    layer = _Layer(b, x, w, r, bias, lengths, 1)
    functions = layer.activations(["Tanh"])
    return _layer_of(b, lambda d, x, r, s, p: [functions[d][0](x[0] + r[0])], layer, [h0])


@kernel("LSTM", "LSTMV1")
def lstm(b: KrnlBuilder) -> Any:
    """Gates input, output, forget; cell c; peepholes optional."""
    x, w, r, bias, lengths, h0, c0, peep = b.inputs(8)
    layer = _Layer(b, x, w, r, bias, lengths, 4)
    functions = layer.activations(["Sigmoid", "Tanh", "Tanh"])
    coupled = b.attr("input_forget", 0)

    def cell(
        d: int, x: list[Scalar], r: list[Scalar], states: list[Scalar], factor: Any
    ) -> list[Scalar]:
        f, g, o = functions[d]
        old = states[1]

        def gate(index: int, seen: Scalar) -> Scalar:
            total = x[index] + r[index]
            return f(total if peep is None else factor(index).multiply_add(seen, total))

        i = gate(0, old)
        forget = 1 - i if coupled else gate(2, old)
        new = forget * old + i * g(x[3] + r[3])
        return [gate(1, new) * o(new), new]

    return _layer_of(b, cell, layer, [h0, c0], peep=peep)


@kernel("GRU", "GRUV3", "GRUV1")
def gru(b: KrnlBuilder) -> Any:
    """Gates update z and reset r; the reset before or after the recurrence's product."""
    x, w, r, bias, lengths, h0 = b.inputs(6)
    layer = _Layer(b, x, w, r, bias, lengths, 3)
    functions = layer.activations(["Sigmoid", "Tanh"])
    after = b.attr("linear_before_reset", 0)

    def cell(
        d: int, x: list[Scalar], r: list[Scalar], states: list[Scalar], factor: Any
    ) -> list[Scalar]:
        f, g = functions[d]
        z = f(x[0] + r[0])
        new = g(x[2] + (f(x[1] + r[1]) * r[2] if after else r[2]))
        return [(1 - z) * new + z * states[0]]

    reset = None if after else lambda d, total: functions[d][0](total)
    return _layer_of(b, cell, layer, [h0], reset=reset)
