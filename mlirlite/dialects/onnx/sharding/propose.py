"""Proposes how the ops of a block are shared out, one axis of a mesh after the other, by a search
for the least cost: time of operators, time of exchanges, and memory for weights.

Along `data` the inputs are split and everything follows them. Along `tensor` and `expert` a weight
may begin a split, in any dimension that its operator allows; columns and then rows of the matrices
of a transformer follow from the cost, as do its heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.costs import bytes_of, flops, flops_of, is_move
from mlirlite.dialects.onnx.math.elementwise import Broadcast, Unary
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.dialects.onnx.sharding.factor import Factor
from mlirlite.dialects.onnx.sharding.factors import factors_of
from mlirlite.dialects.onnx.sharding.mesh import Mesh, as_sharding
from mlirlite.dialects.onnx.sharding.network import Network
from mlirlite.dialects.onnx.sharding.placement import PlacementAttr, Sharding, placement
from mlirlite.dialects.onnx.sharding.resolve import Axes, resolve, resolved
from mlirlite.ir.block import Block
from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, NONE, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

_WIDTH: Fixed[int] = 24
"""How many partial proposals the search keeps."""
_WEIGHT: Fixed[int] = 4096
"""A constant of this many elements is a weight, which may begin a split."""
_UNKNOWN: Fixed[int] = 64
"""A dimension of unknown size counts as this."""
_KEEP: Fixed[float] = 1e-9
"""Seconds that a byte of a weight costs that a rank has to keep: more than most exchanges, as ranks
are there for models that one does not hold."""

Held = frozenset["int | None"]
"""Along which dimensions a value is there in shards; None: whole."""
_WHOLE: Held = frozenset({None})


@dataclass
class Choice:
    """How one op is shared out along the current axis, and why."""

    op: Operation
    factor: Factor | None
    seconds: float
    exchanged: float
    why: str


@dataclass
class _State:
    """A partial proposal: what values are like, what it costs, the choices, newest first."""

    held: dict[Value, Held]
    cost: float
    last: tuple[Any, ...] | None = None


@dataclass
class Proposal:
    """Axes for the factors of ops, stages, and the reasons."""

    split: dict[Operation, dict[Factor, Axes]] = field(default_factory=dict)
    stage: dict[Operation, int] = field(default_factory=dict)
    reasons: list[tuple[Operation, str]] = field(default_factory=list)

    def unused(self, mesh: Mesh) -> list[str]:
        """The axes of a mesh along which nothing is split."""
        used = {a for split in self.split.values() for axes in split.values() for a in axes}
        if any(self.stage.values()):
            used.add("pipeline")
        return [axis for axis, size in mesh.axes if size > 1 and axis not in used]


def propose(block: Block, mesh: Mesh, network: Network) -> Proposal:
    """A proposal for the ops of a block. Ops that have a placement keep it."""
    found = Proposal()
    for op in block:
        if placement(op) is not None:
            found.split[op] = dict(resolve(op, mesh.stage).split)
    given = set(found.split)
    for axis, size in mesh.stage.axes:
        if size > 1:
            _Search(block, mesh.stage, axis, network, found, given).run()
    if mesh.stages > 1:
        _cut(block, mesh, network, found)
    return found


class _Search:
    """The search along one axis."""

    def __init__(
        self,
        block: Block,
        mesh: Mesh,
        axis: str,
        network: Network,
        found: Proposal,
        given: set[Operation],
    ) -> None:
        self.block, self.mesh, self.axis, self.network = block, mesh, axis, network
        self.shards = mesh.sizes[axis]
        self.found, self.given = found, given
        self.last_use: dict[Value, Operation] = {}
        for op in block:
            for inner in op.walk():
                for value in inner.operands:
                    self.last_use[value] = op

    def run(self) -> None:
        """Add the cheapest proposal to those found."""
        states = [_State(self._inputs(), 0.0)]
        for op in self.block:
            if not isinstance(op, ConstantOp):
                states = self._step(op, states)
        best = min(states, key=lambda s: s.cost)
        chain, last = [], best.last
        while last is not None:
            choice, last = last
            chain.append(choice)
        for choice in reversed(chain):
            self._take(choice)

    def _take(self, choice: Choice) -> None:
        if choice.factor is not None and choice.op not in self.given:
            split = self.found.split.setdefault(choice.op, {})
            split[choice.factor] = (*split.get(choice.factor, ()), self.axis)
        if choice.why:
            self.found.reasons.append((choice.op, f"{self.axis}={self.shards}: {choice.why}"))

    def _inputs(self) -> dict[Value, Held]:
        """Along `data`, inputs are there in parts of their first dimension, along `spatial` images
        in parts of their rows."""
        held: dict[Value, Held] = {}
        for value in self.block.args:
            shape = shape_of(value)
            dim = {"data": 0, "spatial": 2}.get(self.axis)
            if dim is None or not shape or len(shape) <= dim or shape[dim] == 1:
                held[value] = _WHOLE
                continue
            unknown = shape[dim] == DYNAMIC and dim == 0
            fits = unknown or (shape[dim] != DYNAMIC and shape[dim] % self.shards == 0)
            held[value] = frozenset({None, dim}) if fits else _WHOLE
        return held

    def _step(self, op: Operation, states: Sequence[_State]) -> list[_State]:
        found: dict[Any, _State] = {}
        options = self._options(op)
        for state in states:
            for factor in options:
                after = self._after(op, factor, state)
                if after is None:
                    continue
                key = frozenset(after.held.items())
                known = found.get(key)
                if known is None or after.cost < known.cost:
                    found[key] = after
        return sorted(found.values(), key=lambda s: s.cost)[:_WIDTH]

    def _options(self, op: Operation) -> list[Factor | None]:
        split = self.found.split.get(op, {})
        if op in self.given:
            return [next((f for f, axes in split.items() if self.axis in axes), None)]
        options: list[Factor | None] = [None]
        for factor in factors_of(op):
            shards = self.shards * self.mesh.shards(split.get(factor, ()))
            unknown = factor.units is None
            if factor.halo is not None and split.get(factor):
                continue  # neighbors are on one axis
            if factor.allows(shards) and not (unknown and (factor.reduce or self.axis != "data")):
                options.append(factor)
        return options

    def _begins(self, op: Operation, factor: Factor) -> bool:
        """Whether a weight begins a split."""
        if self.axis in ("data", "spatial") or not (type(op) in flops or is_move(op)):
            return False
        for which, dim in factor.operands:
            value = op.operands[which]
            shape = shape_of(value) or ()
            large = len(shape) > 1 and _elements(value) >= _WEIGHT
            if not large or not isinstance(value.defining_op, ConstantOp):
                continue
            if self.axis == "tensor" or (len(shape) == 3 and dim == 0):
                return True
        return False

    def _after(self, op: Operation, factor: Factor | None, state: _State) -> _State | None:
        """The state after an op that is split by a factor; None where nothing begins that."""
        places = dict(factor.operands) if factor is not None else {}
        if factor is not None and op not in self.given:
            follows = any(
                places.get(i) in state.held.get(v, _WHOLE)
                for i, v in enumerate(op.operands)
                if i in places
            )
            if not follows and not self._begins(op, factor):
                return None
        held = dict(state.held)
        exchange = exchanged = keep = 0.0
        for which, value in enumerate(op.operands):
            if isinstance(value.defining_op, ConstantOp):
                keep += self._bytes(value, op) / (self.shards if which in places else 1)
                continue
            have, want = held.get(value, _WHOLE), places.get(which)
            if want is not None and factor is not None and factor.halo is not None:
                part = factor.halo.most(self.shards) / factor.halo.size
                if part:
                    exchange += self.network.halo(part * self._bytes(value, op))
                    exchanged += part * self._bytes(value, op)
            if want in have or (want is not None and None in have):
                continue
            size = self._bytes(value, op)
            exchange += self.network.all_gather(size, self.shards)
            exchanged += size
            held[value] = have | {None}
        for inner in op.walk() if op.regions else ():
            for value in inner.operands:
                if value in held and None not in held[value]:
                    exchange += self.network.all_gather(self._bytes(value, op), self.shards)
                    held[value] |= {None}
        shards = self.shards if factor is not None else 1
        others = self.mesh.shards(
            [a for axes in self.found.split.get(op, {}).values() for a in axes]
        )
        compute = seconds_of(op, self.network) / others / shards
        results = dict(factor.results) if factor is not None else {}
        for which, result in enumerate(op.results):
            if result.type is NONE:
                continue
            held[result] = frozenset({results.get(which)})
            if factor is not None and factor.reduce:
                size = self._bytes(result, op)
                exchange += self.network.all_reduce(size, self.shards)
                exchanged += size
        for value in (*op.operands, *op.results):
            if self.last_use.get(value, op) is op:
                held.pop(value, None)
        choice = Choice(op, factor, compute, exchange, self._why(op, factor, exchange, exchanged))
        cost = state.cost + compute + exchange + keep * _KEEP
        return _State(held, cost, (choice, state.last))

    def _why(self, op: Operation, factor: Factor | None, exchange: float, exchanged: float) -> str:
        """The reason, for ops that keep a weight, exchange something, or stay whole though they
        cost."""
        parts = []
        weights = [
            (i, dict(factor.operands).get(i) if factor is not None else None, v)
            for i, v in enumerate(op.operands)
            if isinstance(v.defining_op, ConstantOp) and _elements(v) >= _WEIGHT
        ]
        for which, dim, value in weights:
            size = self._bytes(value, op)
            if dim is None:
                parts.append(f"operand {which} whole, {_size(size)} on each rank")
            else:
                parts.append(
                    f"operand {which} split along dimension {dim}, {_size(size / self.shards)} of "
                    f"{_size(size)} on each rank"
                )
        if factor is not None and factor.reduce:
            parts.append(f"partial results, joined by {factor.reduce}")
        if exchange:
            parts.append(f"exchanges {_size(exchanged)} in {exchange * 1e6:.0f} us")
        if factor is None and not factors_of(op) and flops_of(op):
            parts.append("no way to split this operator: every rank computes it")
        return "; ".join(parts)

    def _bytes(self, value: Value, op: Operation) -> float:
        """The bytes of a value on a rank before it is split along this axis: constants are whole
        as far as other axes do not split them."""
        return _elements(value) * _item(value)


def seconds_of(op: Operation, network: Network) -> float:
    """The time of an operator on one rank. What works element by element is fused into the operator
    before, and costs nothing; neither does a constant."""
    if isinstance(op, (Unary, Broadcast, ConstantOp)):
        return 0.0
    return network.compute(flops_of(op), bytes_of(op))


def _elements(value: Value) -> float:
    count = 1.0
    for size in shape_of(value) or ():
        count *= _UNKNOWN if size == DYNAMIC else size
    return count


def _item(value: Value) -> float:
    type = value.type
    try:
        return element_size(type.element_type) if isinstance(type, RankedTensorType) else 0.0
    except ValueError:
        return 1.0


def _size(count: float) -> str:
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= scale:
            return f"{count / scale:.1f} {unit}"
    return f"{count:.0f} B"


# Stages


def _cut(block: Block, mesh: Mesh, network: Network, found: Proposal) -> None:
    """Cut the ops into stages of consecutive ones, so that the slowest stage is as fast as it can
    be; among equals, those that hand over the fewest bytes."""
    ops = [op for op in block if not isinstance(op, ConstantOp) and op is not block.last]
    costs = [seconds_of(op, network) + _kept(op) * _KEEP for op in ops]
    crossing = list(_crossing(block, ops))
    low, high = max(costs, default=0.0), sum(costs)
    for _ in range(40):
        middle = (low + high) / 2
        if _stages(costs, middle) <= mesh.stages:
            high = middle
        else:
            low = middle
    stage, load = 0, 0.0
    begun = 0
    for index, (op, cost) in enumerate(zip(ops, costs, strict=True)):
        if load + cost > high * (1 + 1e-9) and stage + 1 < mesh.stages:
            # Hand over where little crosses, among the last tenth of the stage.
            back = max(begun + 1, index - max(1, (index - begun) // 10))
            best = min(range(back, index + 1), key=lambda i: (crossing[i], -i))
            for moved in range(best, index):
                found.stage[ops[moved]] = stage + 1
            load = sum(costs[best:index])
            stage, begun = stage + 1, best
            found.reasons.append(
                (ops[best], f"stage {stage} begins; {_size(crossing[best])} are handed over")
            )
        load += cost
        found.stage[op] = stage


def _kept(op: Operation) -> float:
    return sum(
        _elements(v) * _item(v) for v in op.operands if isinstance(v.defining_op, ConstantOp)
    )


def _stages(costs: Sequence[float], most: float) -> int:
    count, load = 1, 0.0
    for cost in costs:
        if load + cost > most:
            count, load = count + 1, 0.0
        load += cost
    return count


def _crossing(block: Block, ops: Sequence[Operation]) -> Iterator[float]:
    """For each op the bytes of values that are made before it and used by it or later ones."""
    position = {op: i for i, op in enumerate(ops)}
    change = [0.0] * (len(ops) + 1)
    for op in ops:
        for result in op.results:
            uses = [position.get(_top(u, block), len(ops)) for u in result.users]
            if uses and result.type is not NONE:
                size = _elements(result) * _item(result)
                change[position[op] + 1] += size
                change[min(max(uses) + 1, len(ops))] -= size
    total = 0.0
    for step in change[:-1]:
        total += step
        yield total


def _top(op: Operation, block: Block) -> Operation:
    while op.parent is not block and op.parent_op is not None:
        op = op.parent_op
    return op


# Writing


def placements(found: Proposal, mesh: Mesh, label: str) -> dict[Operation, PlacementAttr]:
    """The attributes of a proposal."""
    result = {}
    for op in dict.fromkeys([*found.stage, *found.split]):
        stage = found.stage.get(op) if mesh.stages > 1 else None
        split = found.split.get(op, {})
        if not split and stage is None:
            continue
        how = resolved(op, split)
        first = (stage or 0) * mesh.stage.size
        shardings: list[Sharding] = [
            as_sharding(layout, mesh.stage, kind, which, first)
            for kind, layouts in (("operand", how.operands), ("result", how.made))
            for which, layout in enumerate(layouts)
            if any(layout)
        ]
        result[op] = PlacementAttr(label, stage, tuple(shardings))
    return result
