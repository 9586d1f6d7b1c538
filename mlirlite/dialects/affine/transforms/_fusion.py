"""Fusion of the loop nests of a block: choosing nests and depths, and fusing them."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine._interchange import sink_sequential_loops
from mlirlite.dialects.affine._loop_utils import promote_single_iteration, set_bound
from mlirlite.dialects.affine.analysis.dependence import (
    READS,
    WRITES,
    AccessOp,
    enclosing_loops,
)
from mlirlite.dialects.affine.analysis.footprint import element_bytes
from mlirlite.dialects.affine.analysis.slices import Slice, common_depth, slice_union
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.transforms._fusion_cost import Costs
from mlirlite.dialects.affine.transforms._fusion_graph import Edge, Graph, Node, escapes
from mlirlite.dialects.affine.transforms._fusion_legality import (
    has_cycle,
    legal_depth,
    stays_before,
)
from mlirlite.dialects.affine.transforms._fusion_private import make_private
from mlirlite.dialects.memref.allocation import AllocOp
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import MemRefType
from mlirlite.ir.values import Value


class Fuser:
    """The nests of one block. UnknownEffect when the block cannot be analyzed."""

    def __init__(
        self,
        block: Block,
        tolerance: float,
        fast_space: int | None,
        local_limit: int,
        maximal: bool,
    ) -> None:
        self.block = block
        self.tolerance = tolerance
        self.fast_space = fast_space
        self.local_limit = local_limit
        self.maximal = maximal
        self.count = 0
        self.graph = Graph(block)
        self.buffers = {e.value for node in self.graph.nodes.values() for e in node.out}

    # Producers into consumers

    def fuse_producers(self, most_users: int | None) -> None:
        """Fuse nests into those that read what they write, if their buffers have at most
        `most_users` users."""
        for target in self.graph.in_turn():
            if not self._is_nest(target):
                continue
            nest = target.op
            assert isinstance(nest, ForOp)
            root = sink_sequential_loops(nest)
            if root is not nest:
                self.graph.nodes[root] = self.graph.nodes.pop(nest)
                target.op = root
            while True:
                before = self.count
                read = target.read
                sources = {
                    edge.node
                    for edge in target.into
                    if any(op.memref_operand in read for op in edge.node.stores)
                }
                for source in sorted(sources, key=lambda node: -node.number):
                    if self._is_nest(source):
                        self._fuse_producer(source, target, most_users)
                if self.count == before:
                    break

    def _is_nest(self, node: Node) -> bool:
        """True for a node of the graph that is a loop without results."""
        here = self.graph.nodes.get(node.op) is node
        return here and isinstance(node.op, ForOp) and not node.op.results

    def _fuse_producer(self, source: Node, target: Node, most_users: int | None) -> None:
        read = target.read
        shared = list(
            dict.fromkeys(o.memref_operand for o in source.stores if o.memref_operand in read)
        )
        if most_users is not None and any(source.out_count(m) > most_users for m in shared):
            return
        place = self.graph.insertion_point(source, target)
        involved = [o for o in (*target.loads, *target.stores) if o.memref_operand in shared]
        if place is None or not involved:
            return
        producers = [op for op in source.stores if op.memref_operand in shared]
        found = self._choose(
            source,
            target,
            firsts=source.stores,
            depth=common_depth(involved),
            legal=legal_depth(involved),
            measured=producers,
        )
        if found is None:
            return
        slice, depth = found
        escaping = {
            op.memref_operand for op in source.stores if escapes(op.memref_operand, self.block)
        }
        remove = self._may_remove(source, target, slice, place, escaping)
        private = {
            memref
            for memref in shared
            if self._may_be_private(memref, escaping, source, target, remove)
        }
        self._fuse(source, target, slice, place)
        self.graph.fuse(source, target, private, remove=remove)
        for memref in shared:
            if memref in private:
                self._make_private(memref, target, slice.target, depth)
        target.collect()
        if remove:
            source.op.erase()
            self.graph.remove_node(source)

    def _make_private(self, memref: Value, target: Node, inner: ForOp, depth: int) -> None:
        nest = target.op
        stores = [o for o in nest.walk() if isinstance(o, WRITES) and o.memref_operand is memref]
        if not stores or not isinstance(nest, ForOp):
            return
        made = make_private(stores, nest, inner, depth, self.fast_space, self.local_limit)
        if made is not None:
            self.graph.add_edge(self.graph.add_node(made), target, made.results[0])

    def _choose(
        self,
        source: Node,
        target: Node,
        *,
        firsts: Sequence[AccessOp],
        depth: int,
        legal: int,
        measured: Sequence[AccessOp],
    ) -> tuple[Slice, int] | None:
        """The slice of the source to put into the target, and its depth below the loops that are
        around both. `firsts` are the accesses of the earlier nest that matter, `depth` is the
        deepest loop to look at, `legal` the deepest that dependences allow; the cost is that of the
        `measured` accesses."""
        if not stays_before(source.op, target.op) or _has_ifs(source.op) or _has_ifs(target.op):
            return None
        around = len(enclosing_loops(target.op))
        forward = target.op.is_before_in_block(source.op)
        later = source if forward else target
        seconds = [op for op in later.op.walk() if isinstance(op, (*READS, *WRITES))]
        slices = [
            slice_union(firsts, seconds, d, forward=forward) if d <= legal else None
            for d in range(around + 1, depth + 1)
        ]
        deepest = max((i for i, s in enumerate(slices, 1) if s is not None), default=0)
        if not deepest:
            return None
        assert isinstance(source.op, ForOp)
        assert isinstance(target.op, ForOp)
        costs = Costs(source.op, target.op)
        tolerance = self.tolerance
        if has_cycle(source.op):
            # An effect of a nest on itself must happen only once.
            tolerance = 0.0
            work = costs.more_work(slices[deepest - 1])
            if self.maximal and (work is None or work > 0):
                return None
        best: int | None = deepest
        if not self.maximal:
            best = costs.best_depth(measured, slices, deepest, tolerance)
        slice = slices[best - 1] if best is not None else None
        return None if slice is None or best is None else (slice, best)

    def _fuse(self, source: Node, target: Node, slice: Slice, place: Operation) -> None:
        fuse(source.op, slice)
        self.count += 1
        if place is not target.op:
            target.op.move_before(place)

    def _may_remove(
        self, source: Node, target: Node, slice: Slice, place: Operation, escaping: set[Value]
    ) -> bool:
        others = [edge.node.op for edge in source.out if edge.node is not target]
        if any(place is not op and not place.is_before_in_block(op) for op in others):
            return False
        return not (others or escaping) or bool(slice.is_maximal())

    def _may_be_private(
        self, memref: Value, escaping: set[Value], source: Node, target: Node, remove: bool
    ) -> bool:
        type = memref.type
        if not isinstance(type, MemRefType) or element_bytes(type) is None:
            return False
        stored = any(op.memref_operand is memref for op in target.stores)
        if memref in escaping and (remove or stored):
            return False
        if target.out_count(memref) or _written_before(source, memref):
            return False
        others = (e.value is memref and e.node is not target for e in source.out)
        return not (remove and any(others))

    # Siblings

    def fuse_siblings(self) -> None:
        """Fuse nests that read the same buffer and do not depend on each other."""
        for target in self.graph.in_turn():
            if self.graph.nodes.get(target.op) is not target or not isinstance(target.op, ForOp):
                continue
            visited: set[Node] = set()
            while (found := self._sibling(target, visited)) is not None:
                visited.add(found[0])
                self._fuse_sibling(found[0], target, found[1])

    def _sibling(self, target: Node, visited: set[Node]) -> tuple[Node, Value] | None:
        mine = target.read
        for argument in self.block.args:
            if argument not in mine:
                continue
            for user in argument.users:
                node = self.graph.nest_around(user) if isinstance(user, READS) else None
                if node is None or node is target or node in visited:
                    continue
                if self._may_join(node, target, argument):
                    return node, argument
        for edge in self._reads_of(target):
            for other in edge.node.out:
                node = other.node
                if node is target or node in visited or other.value is not edge.value:
                    continue
                if isinstance(node.op, ForOp) and self._may_join(node, target, other.value):
                    return node, other.value
        return None

    def _reads_of(self, target: Node) -> list[Edge]:
        """Edges from nodes that write or make a buffer that the target reads."""
        mine = target.read
        return [
            edge
            for edge in target.into
            if isinstance(edge.value.type, MemRefType)
            and edge.value in mine
            and (edge.value in edge.node.written or edge.value.defining_op is edge.node.op)
        ]

    def _may_join(self, node: Node, target: Node, memref: Value) -> bool:
        if sum(op.memref_operand is memref for op in node.loads) != 1:
            return False
        if self.graph.has_path(node, target) or self.graph.has_path(target, node):
            return False
        stored = {op.memref_operand for op in node.stores}
        if any(_written_before(node, both) for both in stored & node.read):
            return False
        return len(stored) <= 1

    def _fuse_sibling(self, node: Node, target: Node, memref: Value) -> None:
        backward = node.op.is_before_in_block(target.op)
        first, second = (node, target) if backward else (target, node)
        place = self.graph.insertion_point(first, second)
        if place is None:
            return
        load = next(op for op in node.loads if op.memref_operand is memref)
        loads = [op for op in target.loads if op.memref_operand is memref]
        depth = len(enclosing_loops(loads[0]))
        found = self._choose(
            node,
            target,
            firsts=[load] if backward else loads,
            depth=depth,
            legal=depth,
            measured=[load],
        )
        if found is None or not found[0].is_maximal():
            return
        self._fuse(node, target, found[0], place)
        self.graph.fuse_sibling(node, target)
        target.collect()
        self.graph.remove_node(node)
        node.op.erase()

    def erase_unused_buffers(self) -> None:
        """Erase allocations that fusion left without users."""
        for memref in self.buffers:
            maker = memref.defining_op
            if isinstance(maker, AllocOp) and not memref.has_uses and maker.parent is not None:
                maker.erase()


def _written_before(node: Node, memref: Value) -> bool:
    """True when another node writes the buffer before this one uses it."""
    return any(e.value is memref and memref in e.node.written for e in node.into)


def _has_ifs(nest: Operation) -> bool:
    return any(isinstance(op, IfOp) for op in nest.walk())


def fuse(source: Operation, slice: Slice) -> None:
    """Put the slice of the source into its target loop."""
    values: dict[Value, Value] = {}
    body = slice.target.body
    body.insert_before(body.last if slice.at_end else body.first, source.clone(values))
    loops = []
    for loop, low, high in zip(slice.loops, slice.lower, slice.upper, strict=True):
        counter = values.get(loop.induction_var)
        block = counter.parent_block if counter is not None else None
        copy = block.parent_op if block is not None else None
        if not isinstance(copy, ForOp):
            continue
        loops.append(copy)
        if low is not None:
            set_bound(copy, 0, *low)
        if high is not None:
            set_bound(copy, 1, *high)
    for loop in loops:
        promote_single_iteration(loop)
