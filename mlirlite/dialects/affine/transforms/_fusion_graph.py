"""Dependences between the ops of a block: which must stay before which, and because of which
buffer or value (upstream: MemRefDependenceGraph)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects.affine.analysis.dependence import ACCESSES, READS, WRITES
from mlirlite.dialects.affine.loops import ForOp
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import EffectKind, MemoryEffects, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BaseMemRefType
from mlirlite.ir.values import Value


class Edge(NamedTuple):
    """`source` must stay before `target`, because of a buffer or value."""

    source: Operation
    target: Operation
    value: Value


class Uses:
    """What an op of the block, with all in it, loads, stores and frees."""

    def __init__(self, op: Operation) -> None:
        self.loads = [o for o in op.walk() if isinstance(o, READS)]
        self.stores = [o for o in op.walk() if isinstance(o, WRITES)]
        self.read: set[Value] = {o.memref_operand for o in self.loads}
        self.written: set[Value] = {o.memref_operand for o in self.stores}
        self.is_known = True
        for inner in op.walk():
            if isinstance(inner, ACCESSES) or inner.regions:
                continue
            self._add(inner)

    def _add(self, op: Operation) -> None:
        buffers = [v for v in op.operands if isinstance(v.type, BaseMemRefType)]
        if issubclass(type(op), MemoryEffects):
            for kind, value in effects_of(op) or ():
                if value is None:
                    self.is_known = False
                elif kind is EffectKind.READ:
                    self.read.add(value)
                elif kind is not EffectKind.ALLOCATE:
                    self.written.add(value)
        elif effects_of(op) is None:
            # MLIR differs: upstream fuses across ops of unknown effects. Here they may do anything
            # with the buffers that they see.
            self.read.update(buffers)
            self.written.update(buffers)


class Graph:
    """The dependences of one state of a block."""

    def __init__(self, block: Block) -> None:
        self.ops = list(block)
        self.uses = {op: Uses(op) for op in self.ops}
        self.out: dict[Operation, list[Edge]] = {op: [] for op in self.ops}
        self.into: dict[Operation, list[Edge]] = {op: [] for op in self.ops}
        by_value: dict[Value, list[Operation]] = {}
        for op in self.ops:
            for value in (*self.uses[op].read, *self.uses[op].written):
                users = by_value.setdefault(value, [])
                if op not in users:
                    users.append(op)
        for value, users in by_value.items():
            for i, a in enumerate(users):
                for b in users[i + 1 :]:
                    if value in self.uses[a].written or value in self.uses[b].written:
                        self._add(Edge(a, b, value))
        for op in self.ops:
            for result in op.results:
                for user in result.users:
                    at: Operation | None = user
                    while at is not None and at.parent is not block:
                        at = at.parent_op
                    if at is not None and at is not op:
                        self._add(Edge(op, at, result))

    def _add(self, edge: Edge) -> None:
        if edge not in self.out[edge.source]:
            self.out[edge.source].append(edge)
            self.into[edge.target].append(edge)

    def out_count(self, op: Operation, value: Value) -> int:
        """How many ops depend on this one through a value."""
        return sum(e.value is value for e in self.out[op])

    def has_path(self, a: Operation, b: Operation) -> bool:
        """True when `b` depends on `a`, if only through others."""
        todo, seen = [a], {a}
        while todo:
            for edge in self.out[todo.pop()]:
                if edge.target is b:
                    return True
                if edge.target not in seen:
                    seen.add(edge.target)
                    todo.append(edge.target)
        return False

    def insertion_point(self, source: Operation, target: Operation) -> Operation | None:
        """The op before which both fused may stand; None when dependences forbid it."""
        for edge in self.into[target]:
            # What defines a value that the target uses stays before it.
            defines = edge.source is not source and not isinstance(edge.source, ForOp)
            if defines and self.has_path(source, edge.source):
                return None
        after = {e.target for e in self.out[source] if e.target is not target}
        before = {e.source for e in self.into[target] if e.source is not source}
        start, end = self.ops.index(source), self.ops.index(target)
        between = self.ops[start + 1 : end]
        first = next((i for i, op in enumerate(between) if op in after), None)
        last = next((i for i in range(len(between) - 1, -1, -1) if between[i] in before), None)
        if first is None:
            return target
        if last is not None and first <= last:
            return None
        return between[first]


def escapes(memref: Value, block: Block) -> bool:
    """True when others than affine accesses in the block may see the buffer."""
    maker = memref.defining_op
    if maker is None:
        return True
    if effects_of(maker) != [(EffectKind.ALLOCATE, memref)]:
        return True
    return any(
        not _is_inside(user, block) or not isinstance(user, ACCESSES) for user in _seen(memref)
    )


def _seen(memref: Value) -> Sequence[Operation]:
    freed = [(EffectKind.FREE, memref)]
    return [
        user for user in memref.users if isinstance(user, ACCESSES) or effects_of(user) != freed
    ]


def _is_inside(op: Operation, block: Block) -> bool:
    at: Operation | None = op
    while at is not None:
        if at.parent is block:
            return True
        at = at.parent_op
    return False
