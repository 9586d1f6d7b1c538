"""Fusion of the loop nests of a block: candidates, what is legal, what pays, and doing it."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.affine._compose import compose, simplify
from mlirlite.dialects.affine._loop_utils import promote_single_iteration, set_bound
from mlirlite.dialects.affine.analysis.constraints import Constraints, NotLinear
from mlirlite.dialects.affine.analysis.dependence import (
    ACCESSES,
    READS,
    WRITES,
    Access,
    AccessOp,
    check_dependence,
    common_loops,
    enclosing_loops,
)
from mlirlite.dialects.affine.analysis.footprint import footprint_bytes
from mlirlite.dialects.affine.analysis.regions import region_of
from mlirlite.dialects.affine.analysis.slices import Slice, slice_union
from mlirlite.dialects.affine.loops import ForOp, IfOp
from mlirlite.dialects.affine.maps import ApplyOp
from mlirlite.dialects.affine.transforms._fusion_cost import compute_cost, fused_cost, nest_stats
from mlirlite.dialects.affine.transforms._fusion_graph import Graph, escapes
from mlirlite.dialects.memref.memory import AllocOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I64, MemRefType
from mlirlite.ir.values import Value


class Fuser:
    """The nests of one block."""

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
        self.touched: list[Value] = []
        self.is_analysable = all(use.is_known for use in Graph(block).uses.values()) and not any(
            op.regions and not isinstance(op, (ForOp, IfOp)) for op in block
        )

    def _nests(self) -> list[ForOp]:
        return [op for op in self.block if isinstance(op, ForOp)]

    # Producers into consumers

    def fuse_producers(self, most_users: int | None) -> None:
        """Fuse nests into those that read what they write, the last consumers first. Only such
        whose buffers have no more than `most_users` users."""
        for target in reversed(self._nests()):
            if target.parent is None or target.results:
                continue
            while self._fuse_one_producer(target, most_users):
                pass

    def _fuse_one_producer(self, target: ForOp, most_users: int | None) -> bool:
        changed = False
        graph = Graph(self.block)
        sources = [
            op for op in graph.ops if isinstance(op, ForOp) and self._feeds(graph, op, target)
        ]
        for source in reversed(sources):
            graph = Graph(self.block)
            if self._fuse_producer(graph, source, target, most_users):
                changed = True
        return changed

    def _feeds(self, graph: Graph, source: Operation, target: ForOp) -> bool:
        read = {o.memref_operand for o in graph.uses[target].loads}
        return any(
            e.target is target and any(o.memref_operand in read for o in graph.uses[source].stores)
            for e in graph.out[source]
        )

    def _fuse_producer(
        self, graph: Graph, source: ForOp, target: ForOp, most_users: int | None
    ) -> bool:
        if source.results or source.parent is None:
            return False
        uses, own = graph.uses[target], graph.uses[source]
        read = {o.memref_operand for o in uses.loads}
        shared = list(
            dict.fromkeys(o.memref_operand for o in own.stores if o.memref_operand in read)
        )
        if not shared:
            return False
        if most_users is not None and any(
            graph.out_count(source, memref) > most_users for memref in shared
        ):
            return False
        place = graph.insertion_point(source, target)
        if place is None or _has_ifs(source) or _has_ifs(target):
            return False
        outer = len(enclosing_loops(target))
        involved = [o for o in (*uses.loads, *uses.stores) if o.memref_operand in shared]
        legal = _legal_depth(involved)
        slices: list[Slice | None] = []
        accesses = [*uses.loads, *uses.stores]
        for depth in range(outer + 1, _common_depth(involved) + 1):
            slices.append(slice_union(own.stores, accesses, depth) if depth <= legal else None)
        depths = [i for i, found in enumerate(slices, 1) if found is not None]
        if not depths:
            return False
        best = depths[-1]
        stores = [o for o in own.stores if o.memref_operand in shared]
        if not self.maximal and len(stores) == 1:
            chosen = self._profitable(stores[0], source, target, slices, best)
            if chosen is None:
                return False
            best = chosen
        slice = slices[best - 1]
        if slice is None:
            return False
        escaping = {o.memref_operand for o in own.stores if escapes(o.memref_operand, self.block)}
        remove = self._may_remove(graph, source, target, slice, place, escaping)
        private = [
            memref
            for memref in shared
            if self._may_be_private(graph, memref, escaping, source, target, remove)
        ]
        _fuse(source, slice)
        self.count += 1
        if place is not target:
            target.move_before(place)
        for memref in private:
            self._make_private(memref, target, outer + best)
        if remove:
            self.touched += own.read | own.written
            source.erase()
        return True

    def _may_remove(
        self,
        graph: Graph,
        source: ForOp,
        target: ForOp,
        slice: Slice,
        place: Operation,
        escaping: set[Value],
    ) -> bool:
        others = [e.target for e in graph.out[source] if e.target is not target]
        for op in others:
            if place is not op and not place.is_before_in_block(op):
                return False
        return slice.is_maximal() if others or escaping else True

    def _may_be_private(
        self,
        graph: Graph,
        memref: Value,
        escaping: set[Value],
        source: ForOp,
        target: ForOp,
        remove: bool,
    ) -> bool:
        if memref in escaping and (remove or memref in graph.uses[target].written):
            return False
        if graph.out_count(target, memref) > 0:
            return False
        if any(
            e.value is memref and memref in graph.uses[e.source].read | graph.uses[e.source].written
            for e in graph.into[source]
        ):
            return False
        return not (
            remove and any(e.value is memref and e.target is not target for e in graph.out[source])
        )

    def _profitable(
        self,
        op: Operation,
        source: ForOp,
        target: ForOp,
        slices: Sequence[Slice | None],
        deepest: int,
    ) -> int | None:
        """The depth that shrinks the buffer most without too much computed again; None when none
        pays (upstream: isFusionProfitable)."""
        source_stats, target_stats = nest_stats(source), nest_stats(target)
        whole = region_of(op, 0)
        if source_stats is None or target_stats is None or whole is None:
            return None
        before = compute_cost(source, source_stats) + compute_cost(target, target_stats)
        best: int | None = None
        reduction, kept = 0.0, 0
        for depth in range(deepest, 0, -1):
            slice = slices[depth - 1]
            cost = fused_cost(source, source_stats, target, target_stats, slice) if slice else None
            part = region_of(op, 0, slice) if slice else None
            if cost is None or part is None or part.size == 0 or not before:
                continue
            more = cost / before - 1
            less = whole.size / part.size
            if less > reduction and more < self.tolerance:
                best, reduction, kept = depth, less, part.size
        if best is None:
            return None
        try:
            mine, theirs = footprint_bytes(source), footprint_bytes(target)
        except NotLinear:
            return None
        if mine is None or theirs is None or theirs + kept > mine + theirs:
            return None
        return best

    def _make_private(self, memref: Value, target: ForOp, depth: int) -> None:
        """Let the fused nest use a buffer of its own, as large as what one iteration needs."""
        stores = [
            op for op in target.walk() if isinstance(op, WRITES) and op.memref_operand is memref
        ]
        type = memref.type
        if not stores or not isinstance(type, MemRefType):
            return
        region = region_of(stores[0], depth)
        if region is None:
            return
        space = type.memory_space
        if self.fast_space is not None and region.size <= self.local_limit:
            space = IntegerAttr(self.fast_space, I64) if self.fast_space else None
        small = MemRefType(region.shape, type.element_type, None, space)
        made: Operation = AllocOp([], memref=small)
        made.location = target.location
        if self.block.parent is not None:
            self.block.parent.entry.prepend(made)
        counters = [v.value for v in region.counters if v.value is not None]
        system = Constraints()
        for op in [o for o in target.walk() if isinstance(o, ACCESSES)]:
            if op.memref_operand is not memref:
                continue
            if any(region.corner) and not op.affine_map.is_identity:
                _leave_subscripts(op)
            # The new subscripts: the old ones less the corner.
            map, operands = op.affine_map, list(op.index_operands)
            n = map.num_dims
            exprs = []
            for result, row in zip(map.results, region.corner, strict=True):
                corner = system.expression(row, region.counters, ())
                shift = [AffineDim(n + i) for i in range(len(counters))]
                exprs.append(simplify(result - corner.replace(shift, ())))
            composed = AffineMap(n + len(counters), map.num_symbols, tuple(exprs))
            new_map, values = compose(composed, [*operands[:n], *counters, *operands[n:]])
            group = 1 if isinstance(op, WRITES) else 0
            if op.definition is not None:
                op.definition.set_operand_group(op, group, made.results[0])
                op.definition.set_operand_group(op, group + 1, values)
            op.properties["map"] = AffineMapAttr(new_map)
        self.touched.append(memref)

    # Siblings

    def fuse_siblings(self) -> None:
        """Fuse nests that read the same buffer and do not depend on each other."""
        for target in reversed(self._nests()):
            if target.parent is None:
                continue
            visited: set[Operation] = set()
            while True:
                graph = Graph(self.block)
                found = self._sibling(graph, target, visited)
                if found is None:
                    break
                visited.add(found[0])
                self._fuse_sibling(graph, found[0], target, found[1])

    def _sibling(
        self, graph: Graph, target: ForOp, visited: set[Operation]
    ) -> tuple[ForOp, Value] | None:
        mine = {o.memref_operand for o in graph.uses[target].loads}
        for argument in self.block.args:
            for user in argument.users:
                if not isinstance(user, READS) or argument not in mine:
                    continue
                at: Operation | None = user
                while at is not None and at.parent is not self.block:
                    at = at.parent_op
                if not isinstance(at, ForOp) or at is target or at in visited:
                    continue
                if self._may_join(graph, at, target, argument):
                    return at, argument
        for edge in graph.into[target]:
            if edge.value not in mine or edge.value not in graph.uses[edge.source].written:
                continue
            for other in graph.out[edge.source]:
                nest = other.target
                if nest is target or nest in visited or other.value is not edge.value:
                    continue
                if isinstance(nest, ForOp) and self._may_join(graph, nest, target, other.value):
                    return nest, other.value
        return None

    def _may_join(self, graph: Graph, nest: ForOp, target: ForOp, memref: Value) -> bool:
        uses = graph.uses[nest]
        if sum(o.memref_operand is memref for o in uses.loads) != 1 or nest.results:
            return False
        if graph.has_path(nest, target) or graph.has_path(target, nest):
            return False
        both = {o.memref_operand for o in uses.loads} & {o.memref_operand for o in uses.stores}
        if any(
            e.value in both and e.value in graph.uses[e.source].read | graph.uses[e.source].written
            for e in graph.into[nest]
        ):
            return False
        return len({o.memref_operand for o in uses.stores}) <= 1

    def _fuse_sibling(self, graph: Graph, nest: ForOp, target: ForOp, memref: Value) -> bool:
        first, second = (nest, target) if nest.is_before_in_block(target) else (target, nest)
        place = graph.insertion_point(first, second)
        if place is None or _has_ifs(nest) or _has_ifs(target):
            return False
        load = next(o for o in graph.uses[nest].loads if o.memref_operand is memref)
        loads = [o for o in graph.uses[target].loads if o.memref_operand is memref]
        outer = len(enclosing_loops(target))
        accesses = [*graph.uses[target].loads, *graph.uses[target].stores]
        slices = [
            slice_union([load], accesses, depth)
            for depth in range(outer + 1, len(enclosing_loops(loads[0])) + 1)
        ]
        depths = [i for i, found in enumerate(slices, 1) if found is not None]
        if not depths:
            return False
        best: int | None = depths[-1]
        if not self.maximal and best is not None:
            best = self._profitable(load, nest, target, slices, best)
        slice = slices[best - 1] if best is not None else None
        if slice is None:
            return False
        _fuse(nest, slice)
        self.count += 1
        if place is not target:
            target.move_before(place)
        if not graph.out[nest]:
            self.touched += graph.uses[nest].read
            nest.erase()
        return True

    def erase_unused_buffers(self) -> None:
        """Allocations of the block that fusion left without users go."""
        for memref in dict.fromkeys(self.touched):
            maker = memref.defining_op
            if isinstance(maker, AllocOp) and not memref.has_uses and maker.parent is not None:
                maker.erase()


def _leave_subscripts(op: AccessOp) -> None:
    """As upstream, the old subscripts stay as affine.apply, although nothing uses them."""
    map = op.affine_map
    b = Builder.before_op(op)
    for result in map.results:
        single = AffineMapAttr(map._replace(results=(result,)))
        b.insert(ApplyOp(single, op.index_operands))


def _has_ifs(nest: ForOp) -> bool:
    return any(isinstance(op, IfOp) for op in nest.walk())


def _common_depth(ops: Sequence[Operation]) -> int:
    """How many loops are around all of the ops."""
    loops = enclosing_loops(ops[0])
    depth = len(loops)
    for op in ops[1:]:
        depth = min(depth, len(common_loops(ops[0], op)))
    return depth


def _legal_depth(ops: Sequence[Operation]) -> int:
    """The deepest loop of the target into which the producer may go (upstream:
    getMaxLoopDepth)."""
    depth = _common_depth(ops)
    if all(isinstance(op, READS) for op in ops):
        return depth
    accesses = [Access(op) for op in ops]  # type: ignore[arg-type]
    for a in accesses:
        for b in accesses:
            shared = len(common_loops(a.op, b.op))
            for d in range(1, shared + 2):
                found = check_dependence(a, b, d)
                if found.components or found.outcome.name == "DEPENDENT":
                    depth = min(depth, d - 1)
                    break
    return depth


def _fuse(source: ForOp, slice: Slice) -> None:
    """Put the slice of the source at the beginning of its target loop."""
    values: dict[Value, Value] = {}
    copy = source.clone(values)
    slice.target.body.prepend(copy)
    loops = []
    for loop, low, high in zip(slice.loops, slice.lower, slice.upper, strict=True):
        counter = values.get(loop.induction_var)
        owner = (
            counter.parent_block.parent_op if counter is not None and counter.parent_block else None
        )
        if not isinstance(owner, ForOp):
            continue
        loops.append(owner)
        if low is not None:
            set_bound(owner, 0, *low)
        if high is not None:
            set_bound(owner, 1, *high)
    for loop in loops:
        promote_single_iteration(loop)
