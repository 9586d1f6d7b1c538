"""A rank's program as segments, which are models of their own, and the exchanges between them.

Ops are as early as exchanges allow: all that needs no more of them is one segment. What an exchange
does not need is a segment that runs while it is on its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from mlirlite.dialects import onnx
from mlirlite.dialects.builtin import ModuleOp
from mlirlite.dialects.func import FuncOp
from mlirlite.dialects.onnx.sharding.collectives import CollectiveOp
from mlirlite.dialects.onnx.sharding.network import bytes_sent
from mlirlite.dialects.onnx.sharding.partition import used_values
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.insertion import detached
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, NONE, FunctionType, RankedTensorType
from mlirlite.ir.values import Value

_ENTRY = "main_graph"
_EVERYWHERE = (onnx.ConstantOp, onnx.NoValueOp)
"""Ops that each segment has for itself."""


@dataclass(frozen=True)
class Exchange:
    """A collective between steps, on values by their names."""

    kind: str
    ranks: tuple[int, ...]
    axis: int
    reduce: str
    source: str
    target: str
    type: Type | None = None
    """The type of what a rank puts in, or receives."""
    halo: tuple[int, ...] = ()
    """Elements from the rank before, from the one after, to the one before, to the one after."""

    def neighbors(self, rank: int) -> list[tuple[int, int, int]]:
        """For the ranks before and after one: number, elements that it gets, those that it gives.
        At an end there is one of them."""
        at = self.ranks.index(rank)
        sides = ((at - 1, *self.halo[::2]), (at + 1, *self.halo[1::2]))
        return [(self.ranks[i], a, b) for i, a, b in sides if 0 <= i < len(self.ranks)]

    def bytes_sent(self, size: int, shape: Sequence[int]) -> float:
        """The least number of bytes that a rank has to send which puts in `size` bytes."""
        if self.kind == "halo":
            return size / max(1, shape[self.axis]) * sum(self.halo[2:])
        count = len(self.ranks)
        return bytes_sent(self.kind, size * (count if self.kind == "all_gather" else 1), count)

    @property
    def is_even(self) -> bool:
        """Whether it is known that all ranks put in parts of the same size along the axis."""
        type = self.type
        return isinstance(type, RankedTensorType) and type.shape[self.axis] != DYNAMIC


@dataclass
class Segment:
    """Ops that run without exchanges: a module until it is compiled, and the names of what it gets
    and gives."""

    module: ModuleOp | None
    inputs: list[str]
    outputs: list[str]


@dataclass
class Level:
    """A segment, the exchanges of its results, and a segment that runs while they are on their
    way."""

    before: Segment | None
    exchanges: list[Exchange]
    beside: Segment | None


@dataclass
class Program:
    """The levels of a rank, the names of its arguments and of what it returns."""

    inputs: list[str]
    outputs: list[str]
    levels: list[Level] = field(default_factory=list)
    weights: dict[str, ElementsAttr] = field(default_factory=dict)
    """Constants that are exchanged, by name."""

    @property
    def segments(self) -> list[Segment]:
        """All segments, in order."""
        found = [s for level in self.levels for s in (level.before, level.beside)]
        return [s for s in found if s is not None]

    @property
    def exchanges(self) -> list[Exchange]:
        """All exchanges, in order."""
        return [e for level in self.levels for e in level.exchanges]


def last_uses(program: Program) -> dict[int, list[str]]:
    """By level, the values that no later one needs."""
    last: dict[str, int] = {}
    for number, level in enumerate(program.levels):
        for segment in (level.before, level.beside):
            for name in (*segment.inputs, *segment.outputs) if segment is not None else ():
                last[name] = number
        for exchange in level.exchanges:
            last[exchange.source] = last[exchange.target] = number
    found: dict[int, list[str]] = {}
    for name, number in last.items():
        if name not in program.outputs:
            found.setdefault(number, []).append(name)
    return found


def cut(block: Block) -> Program:
    """The program of a block, as `--partition-onnx` makes it."""
    return _Cut(block).run()


class _Cut:
    def __init__(self, block: Block) -> None:
        self.block = block
        self.names: dict[Value, str] = {}
        self.used: dict[Operation, list[Value]] = {}
        self.levels = self._levels()

    def name(self, value: Value) -> str:
        return self.names.setdefault(value, f"v{len(self.names)}")

    def run(self) -> Program:
        last = self.block.last
        returned = list(last.operands) if last is not None else []
        program = Program([self.name(a) for a in self.block.args], [self.name(v) for v in returned])
        for op in self.levels:
            for value in op.operands if isinstance(op, CollectiveOp) else ():
                maker = value.defining_op
                elements = maker.elements() if isinstance(maker, onnx.ConstantOp) else None
                if elements is not None:
                    program.weights[self.name(value)] = elements
        count = max(self.levels.values(), default=0) + 1
        for level in range(count):
            ops = [op for op, of in self.levels.items() if of == level]
            exchanges = [op for op in ops if isinstance(op, CollectiveOp)]
            ops = [op for op in ops if not isinstance(op, CollectiveOp)]
            needed = self._needed(exchanges, set(ops)) if exchanges else set(ops)
            before = [op for op in ops if op in needed]
            beside = [op for op in ops if op not in needed]
            program.levels.append(
                Level(
                    self._segment(before),
                    list(map(self._exchange, exchanges)),
                    self._segment(beside),
                )
            )
        return program

    def _levels(self) -> dict[Operation, int]:
        """How many exchanges come one after the other before an op. Messages between stages come
        after everything that is before them, so that no two ranks wait for each other. Weights are
        gathered one by one, each while operators before it run, so that few are there at once."""
        found: dict[Operation, int] = {}
        highest = gathered = 0
        for op in self.block:
            if isinstance(op, _EVERYWHERE):
                continue
            self.used[op] = used_values(op)
            level = 0
            for value in self.used[op]:
                maker = value.defining_op
                if maker in found:
                    level = max(level, found[maker] + isinstance(maker, CollectiveOp))
            if isinstance(op, CollectiveOp) and op.kind in ("send", "receive"):
                level = max(level, highest)
            elif isinstance(op, CollectiveOp) and isinstance(
                self.used[op][0].defining_op, _EVERYWHERE
            ):
                level = gathered
                gathered += 1
            if op is not self.block.last:
                found[op] = level
            highest = max(highest, level)
        return found

    def _needed(self, roots: Iterable[Operation], among: set[Operation]) -> set[Operation]:
        found: set[Operation] = set()
        left = [v.defining_op for op in roots for v in op.operands]
        while left:
            op = left.pop()
            if op is not None and op in among and op not in found:
                found.add(op)
                left += [v.defining_op for v in self.used[op]]
        return found

    def _exchange(self, op: Operation) -> Exchange:
        assert isinstance(op, CollectiveOp)
        source = self.name(op.operands[0]) if op.operands else ""
        target = self.name(op.results[0]) if op.results else ""
        type = op.operands[0].type if op.operands else op.results[0].type
        return Exchange(
            op.kind, op.members, op.dimension, op.reduce or "", source, target, type, op.amounts
        )

    def _segment(self, ops: Sequence[Operation]) -> Segment | None:
        if not ops:
            return None
        inside = set(ops)
        inputs: dict[Value, None] = {}
        copied: dict[Operation, None] = {}
        for op in ops:
            for value in self.used[op]:
                maker = value.defining_op
                if isinstance(maker, _EVERYWHERE):
                    copied[maker] = None
                elif maker is None or maker not in inside:
                    inputs[value] = None
        outputs = [r for op in ops for r in op.results if self._leaves(r, inside)]
        block = Block([v.type for v in inputs], [op.location for op in ops[:1] for _ in inputs])
        values: dict[Value, Value] = dict(zip(inputs, block.args, strict=True))
        for op in (*copied, *ops):
            copy = op.clone(values)
            values.update(zip(op.results, copy.results, strict=True))
            block.append(copy)
        with detached():
            module = _module(block, [values[v] for v in outputs], len(inputs))
        return Segment(module, [self.name(v) for v in inputs], [self.name(v) for v in outputs])

    def _leaves(self, value: Value, inside: set[Operation]) -> bool:
        if value.type is NONE:
            return False
        for user in value.users:
            top = user
            while top.parent is not self.block and top.parent_op is not None:
                top = top.parent_op
            if top not in inside:
                return True
        return False


def _module(block: Block, results: Sequence[Value], count: int) -> ModuleOp:
    location = block.first.location if block.first is not None else None
    arguments = [a.type for a in block.args]
    block.append(onnx.ReturnOp(list(results), loc=location))
    function = FuncOp(
        _ENTRY,
        FunctionType(tuple(arguments), tuple(v.type for v in results)),
        arg_attrs=_named("x", count),
        res_attrs=_named("y", len(results)),
        body=Region([block]),
        loc=location,
    )
    module = ModuleOp.empty()
    module.body.append(function)
    module.body.append(onnx.EntryPointOp(func=SymbolRefAttr(_ENTRY), loc=location))
    return module


def _named(letter: str, count: int) -> ArrayAttr:
    entries = [DictionaryAttr((("onnx.name", StringAttr(f"{letter}{i}")),)) for i in range(count)]
    return ArrayAttr(tuple(entries))
