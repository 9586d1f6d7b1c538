"""--scf-parallel-loop-fusion: adjacent parallel loops over the same points become one.

parallel (%i) { a }; parallel (%j) { b }  -->  parallel (%i) { a; b }
"""

from __future__ import annotations

from mlirlite.dialects.memref._alias import may_alias
from mlirlite.dialects.memref.memory import LoadOp, StoreOp
from mlirlite.dialects.scf.loops import ParallelOp, ReduceOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import is_memory_effect_free
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-parallel-loop-fusion")
def scf_parallel_loop_fusion(op: Operation, state: PassState) -> None:
    """Fuse adjacent parallel loops.

    Fuses loops with the same bounds and steps and without parallel loops inside, if neither reads
    what the other writes except at its own point, and nothing with effects is between them.
    """
    for inner in list(op.walk_post_order()):
        for region in inner.regions:
            for block in region:
                state.count("num-fused", _fuse_block(block))


def _fuse_block(block: Block) -> int:
    chains: list[list[ParallelOp]] = [[]]
    undisturbed = True
    for op in block:
        if isinstance(op, ParallelOp):
            if undisturbed:
                chains[-1].append(op)
            else:
                chains.append([op])
                undisturbed = True
        else:
            undisturbed = undisturbed and not op.regions and is_memory_effect_free(op)
    fused = 0
    for chain in chains:
        for i in range(len(chain) - 1):
            made = _fuse(chain[i], chain[i + 1])
            if made is not None:
                chain[i + 1] = made
                fused += 1
    return fused


def _fuse(first: ParallelOp, second: ParallelOp) -> ParallelOp | None:
    for loop in (first, second):
        if any(isinstance(op, ParallelOp) for op in loop.walk() if op is not loop):
            return None
    count = len(first.initVals)
    if first.operands[: len(first.operands) - count] != second.operands[: 3 * len(second.step)]:
        return None
    if any(second.is_ancestor(user) or _feeds(user, second) for user in _users(first)):
        return None
    there: dict[Value, Value] = dict(zip(first.body.args, second.body.args, strict=True))
    back = {b: a for a, b in there.items()}
    if not (_apart(first, second, there) and _apart(second, first, back)):
        return None
    return _merge(first, second, there)


def _users(op: Operation) -> list[Operation]:
    return [user for result in op.results for user in result.users]


def _feeds(user: Operation, loop: ParallelOp) -> bool:
    """True when an op that uses the first loop's results precedes the second loop."""
    while user.parent is not loop.parent:
        parent = user.parent_op
        if parent is None:
            return False
        user = parent
    return user.is_before_in_block(loop)


def _apart(first: ParallelOp, second: ParallelOp, points: dict[Value, Value]) -> bool:
    """True when the second loop reads nothing that the first one writes, except at its own
    point."""
    stores: dict[Value, list[StoreOp]] = {}
    for op in first.body:
        for inner in op.walk():
            if isinstance(inner, StoreOp):
                stores.setdefault(inner.memref, []).append(inner)
    for op in second.body:
        for inner in op.walk():
            if isinstance(inner, LoadOp) and not _reads_own(inner, stores, points):
                return False
    return True


def _reads_own(
    load: LoadOp, stores: dict[Value, list[StoreOp]], points: dict[Value, Value]
) -> bool:
    maker = load.memref.defining_op
    if maker is not None and maker.parent is load.parent:
        return False
    if any(memref is not load.memref and may_alias(load.memref, memref) for memref in stores):
        return False
    writes = stores.get(load.memref, [])
    if not writes:
        return True
    if any(w.indices != writes[0].indices for w in writes):
        return False
    return all(
        _same_index(points.get(a, a), b, points)
        for a, b in zip(writes[0].indices, load.indices, strict=True)
    )


def _same_index(a: Value, b: Value, points: dict[Value, Value]) -> bool:
    """True for one value, or two pure ops that compute the same from the same points."""
    if a is b:
        return True
    one, other = a.defining_op, b.defining_op
    if one is None or other is None or one.name != other.name or one.regions:
        return False
    if one.properties != other.properties or one.attributes != other.attributes:
        return False
    if not is_memory_effect_free(one) or len(one.operands) != len(other.operands):
        return False
    pairs = zip(one.operands, other.operands, strict=True)
    return all(_same_index(points.get(x, x), y, points) for x, y in pairs)


def _merge(first: ParallelOp, second: ParallelOp, points: dict[Value, Value]) -> ParallelOp:
    """The first loop's ops before the second one's, in a loop with the results of both."""
    body = second.body
    anchor = body.first
    first_end, end = first.body.last, body.last
    for op in first.body:
        if op is not first_end:
            body.insert_before(anchor, op.clone(points))
    if not first.results or first_end is None or end is None:
        first.erase()
        return second
    values = [points.get(v, v) for v in first_end.operands]
    regions = [*first_end.regions, *end.regions]
    block = second.region.entry
    reduce_regions = [Region() for _ in regions]
    for old, new in zip(regions, reduce_regions, strict=True):
        new.take_blocks(old)
    operands = [*values, *end.operands]
    types = [*first.result_types, *second.result_types]
    inits = [*first.initVals, *second.initVals]
    end.erase()
    block.append(ReduceOp(operands, reductions=reduce_regions))
    region = Region()
    made = ParallelOp(
        second.lowerBound, second.upperBound, second.step, inits, region, results_=types
    )
    region.take_blocks(second.region)
    if second.parent is not None:
        second.parent.insert_before(second, made)
    count = len(first.results)
    first.replace_all_uses_with(made.results[:count])
    second.replace_all_uses_with(made.results[count:])
    first.erase()
    second.erase()
    return made
