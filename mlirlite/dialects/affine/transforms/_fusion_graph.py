"""Dependences between the ops of a block: which must stay before which, and because of which
buffer or value (upstream: MemRefDependenceGraph). Fusion updates the graph as it goes."""

from __future__ import annotations

from collections.abc import Set
from typing import NamedTuple

from mlirlite.dialects.affine.analysis.dependence import READS, WRITES, AccessOp
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.ir.block import Block
from mlirlite.ir.dominance import op_in_block
from mlirlite.ir.interfaces import (
    EffectKind,
    MemoryEffects,
    RegionBranchOp,
    effects_of,
    is_memory_effect_free,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import RecursiveMemoryEffects
from mlirlite.ir.types import BaseMemRefType, MemRefType
from mlirlite.ir.values import Value


class UnknownEffect(ValueError):
    """An op of the block has unknown effects on memory, or runs its regions in an unknown way."""


class Edge(NamedTuple):
    """A dependence from or to a node, because of a buffer or value."""

    node: Node
    value: Value


class Node:
    """An op of the block: what it, with its contents, loads, stores and frees."""

    def __init__(self, number: int, op: Operation) -> None:
        self.number = number
        self.op = op
        self.out: list[Edge] = []
        self.into: list[Edge] = []
        self.collect()

    def collect(self) -> None:
        """Update the node after its op's body has changed."""
        self.loads: list[AccessOp] = []
        self.stores: list[AccessOp] = []
        self.other_reads: set[Value] = set()
        self.other_writes: set[Value] = set()
        """Buffers that others than affine accesses write or free."""
        for op in self.op.walk():
            if isinstance(op, READS):
                self.loads.append(op)
            elif isinstance(op, WRITES):
                self.stores.append(op)
            elif not isinstance(op, (ForOp, IfOp)):
                self._add_effects(op)

    def _add_effects(self, op: Operation) -> None:
        if isinstance(op, MemoryEffects):
            for kind, value in effects_of(op) or ():
                if kind is EffectKind.ALLOCATE:
                    continue
                if value is None or not isinstance(value.type, BaseMemRefType):
                    raise UnknownEffect
                (self.other_reads if kind is EffectKind.READ else self.other_writes).add(value)
        elif not op.has_trait(RecursiveMemoryEffects) and not is_memory_effect_free(op):
            # MLIR differs: upstream fuses readers across ops of unknown effects. Here they may do
            # anything with the buffers that they see.
            buffers = _seen_buffers(op)
            self.other_reads.update(buffers)
            self.other_writes.update(buffers)

    @property
    def read(self) -> set[Value]:
        """Buffers that affine loads read."""
        return {op.memref_operand for op in self.loads}

    @property
    def written(self) -> set[Value]:
        """Buffers that something in the op writes or frees."""
        return self.other_writes.union(op.memref_operand for op in self.stores)

    def out_count(self, value: Value) -> int:
        """How many nodes depend on this one through a value."""
        return sum(edge.value is value for edge in self.out)


class Graph:
    """The nodes of a block. UnknownEffect when it has an op that cannot be analyzed."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.nodes: dict[Operation, Node] = {}
        self._count = 0
        for op in block:
            used = any(r.has_uses for r in op.results)
            if isinstance(op, (ForOp, *READS, *WRITES)) or used:
                self.add_node(op)
            elif not op.regions or isinstance(op, RegionBranchOp):
                if not is_memory_effect_free(op):
                    self.add_node(op)
            else:
                raise UnknownEffect
        for node in self.nodes.values():
            if not node.stores:
                self._add_uses(node)
        self._add_accesses()

    def _add_uses(self, node: Node) -> None:
        for result in node.op.results:
            for user in result.users:
                nest = self.nest_around(user)
                if nest is not None and nest is not node:
                    self.add_edge(node, nest, result)

    def _add_accesses(self) -> None:
        by_buffer: dict[Value, list[Node]] = {}
        for node in self.nodes.values():
            for value in dict.fromkeys(
                (
                    *(op.memref_operand for op in (*node.loads, *node.stores)),
                    *node.other_reads,
                    *node.other_writes,
                )
            ):
                by_buffer.setdefault(value, []).append(node)
        for value, users in by_buffer.items():
            for i, a in enumerate(users):
                for b in users[i + 1 :]:
                    if value in a.written or value in b.written:
                        self.add_edge(a, b, value)

    def nest_around(self, op: Operation) -> Node | None:
        """The loop nest of the block that holds an op."""
        at = op_in_block(op, self.block)
        return self.nodes.get(at) if isinstance(at, ForOp) and at is not op else None

    def add_node(self, op: Operation) -> Node:
        """A node for an op of the block."""
        node = self.nodes[op] = Node(self._count, op)
        self._count += 1
        return node

    def remove_node(self, node: Node) -> None:
        """Remove a node and its edges."""
        for edge in list(node.into):
            self.remove_edge(edge.node, node, edge.value)
        for edge in list(node.out):
            self.remove_edge(node, edge.node, edge.value)
        del self.nodes[node.op]

    def add_edge(self, source: Node, target: Node, value: Value) -> None:
        """Let `target` depend on `source`."""
        if Edge(target, value) not in source.out:
            source.out.append(Edge(target, value))
            target.into.append(Edge(source, value))

    def remove_edge(self, source: Node, target: Node, value: Value) -> None:
        """Forget a dependence."""
        source.out.remove(Edge(target, value))
        target.into.remove(Edge(source, value))

    def in_turn(self) -> list[Node]:
        """The nodes in the order in which fusion visits them: upstream's hash table of numbers,
        from its end."""
        size = 64
        while self._count * 4 >= size * 3:
            size *= 2
        nodes = self.nodes.values()
        return sorted(nodes, key=lambda node: node.number * 37 % size, reverse=True)

    def has_path(self, a: Node, b: Node) -> bool:
        """True when `b` depends on `a`, if only through others."""
        todo, seen = [a], {a}
        while todo:
            for edge in todo.pop().out:
                if edge.node is b:
                    return True
                if edge.node not in seen:
                    seen.add(edge.node)
                    todo.append(edge.node)
        return False

    def insertion_point(self, source: Node, target: Node) -> Operation | None:
        """The op before which the fused nest may be placed; None when dependences forbid it."""
        for edge in target.into:
            # What defines a value that the target uses stays before it.
            if not isinstance(edge.value.type, MemRefType) and (
                edge.node is source or self.has_path(source, edge.node)
            ):
                return None
        after = {edge.node.op for edge in source.out if edge.node is not target}
        before = {edge.node.op for edge in target.into if edge.node is not source}
        between: list[Operation] = []
        op = source.op.next
        while op is not None and op is not target.op:
            between.append(op)
            op = op.next
        first = next((i for i, op in enumerate(between) if op in after), None)
        if first is None:
            return target.op
        if any(op in before for op in between[first:]):
            return None
        return between[first]

    def fuse(self, source: Node, target: Node, private: Set[Value], *, remove: bool) -> None:
        """Update the edges after the source was fused into the target, which has copies of the
        `private` buffers; `remove`: without those of the source."""
        for edge in list(source.into):
            if edge.value not in private:
                self.add_edge(edge.node, target, edge.value)
        for edge in list(source.out):
            if edge.node is target:
                self.remove_edge(source, target, edge.value)
            elif remove:
                self.add_edge(target, edge.node, edge.value)
                self.remove_edge(source, edge.node, edge.value)
        for edge in list(target.into):
            if edge.value in private:
                self.remove_edge(edge.node, target, edge.value)

    def fuse_sibling(self, sibling: Node, target: Node) -> None:
        """Update the edges after the sibling was fused into the target."""
        for edge in list(sibling.into):
            self.add_edge(edge.node, target, edge.value)
        for edge in list(sibling.out):
            self.add_edge(target, edge.node, edge.value)


def _seen_buffers(op: Operation) -> list[Value]:
    """The buffers among the operands of an op, and those that its operands are views or casts of,
    in whatever type."""
    todo = list(op.operands)
    seen = dict.fromkeys(todo)
    while todo:
        maker = todo.pop().defining_op
        if maker is not None and is_memory_effect_free(maker):
            todo += [v for v in maker.operands if v not in seen]
            seen.update(dict.fromkeys(maker.operands))
    return [v for v in seen if isinstance(v.type, BaseMemRefType)]


def escapes(memref: Value, block: Block) -> bool:
    """True when anything other than affine accesses in the block may access the buffer."""
    maker = memref.defining_op
    if maker is None or effects_of(maker) != [(EffectKind.ALLOCATE, memref)]:
        return True
    for user in memref.users:
        at: Operation | None = user
        while at is not None and at.parent_region is not block.parent:
            at = at.parent_op
        if at is None:
            return True
        if at.parent is block and not isinstance(user, (*READS, *WRITES)):
            return True
    return False
