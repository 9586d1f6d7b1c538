"""Marks the outermost loops whose iterations are independent, and which are worth several threads.

affine.for %i = 0 to 3 { affine.for %j = 0 to 9 { A }; B }
  -->  affine.parallel (%i, %j) = (0, 0) to (3, 9) { A }; affine.parallel (%i) = (0) to (3) { B }
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from mlirlite.codegen._independence import Independence, loops_in
from mlirlite.dialects import affine
from mlirlite.ir.affine import AffineDim, AffineExpr, AffineMap, AffineSymbol
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.interfaces import FunctionLike, LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, Terminator
from mlirlite.ir.types import I32, INDEX, RankedTensorType
from mlirlite.ir.values import OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_UNKNOWN = 64
"""The size that is assumed where it is not known."""
_GOOD = 0.96
"""A partition is good enough when it uses this share of the threads' time."""


@compiler_pass("parallelize-loops", anchor="func.func")
def parallelize_loops(
    function: Operation, state: PassState, *, threads: int = 2, least_work: int = 16384
) -> None:
    """Make affine.parallel of the outermost affine.for loops that are independent and large enough.

    A loop with few iterations is taken together with the loops in it, and split before each of
    these, until its iterations can be shared out evenly. The same is done with a loop of large
    iterations whose count is not known: it may run once, over a batch of one image.

    threads: how many threads share the iterations
    least_work: how many ops a nest must execute to be worth it
    """
    if not isinstance(function, FunctionLike) or function.is_declaration:
        return
    todo = [loop for block in function.body for loop in loops_in(block)]
    while todo:
        loop = todo.pop()
        if _work(loop) < least_work:
            continue
        if loop.trip_count != 1 and Independence(loop).holds():
            for made in _share(loop, threads, least_work):
                state.count("parallel loops")
                state.count("loops in them", len(made.body.args))
        else:
            todo += loops_in(loop.body)


def _count(loop: affine.ForOp, size: int = _UNKNOWN) -> int:
    """How often a loop runs; unknown sizes count as this size."""
    count = loop.trip_count
    if count is not None:
        return count
    lower, upper = (
        m.map.evaluate([size] * m.map.num_dims, [size] * m.map.num_symbols)
        for m in (loop.lowerBoundMap, loop.upperBoundMap)
    )
    span = min(upper) - max(lower)
    return -(-span // loop.step) if span > 0 and loop.step > 0 else size


def _work(loop: affine.ForOp) -> int:
    """Ops that a loop executes."""
    total = 0
    stack: list[tuple[Operation, int]] = [(loop, 1)]
    while stack:
        op, times = stack.pop()
        if isinstance(op, affine.ForOp):
            times *= _count(op)
        elif isinstance(op, LoopLike):
            times *= _UNKNOWN
        for region in op.regions:
            for block in region:
                for inner in block:
                    total += times
                    if inner.regions:
                        stack.append((inner, times))
    return total


def _sure_count(loop: affine.ForOp, least_work: int) -> int:
    """How many iterations there are to share out; the fewest possible where that is not known and a
    single iteration is worth several threads."""
    count = _count(loop)
    return count if _work(loop) < count * least_work else _count(loop, 1)


def _use(counts: Sequence[int], threads: int) -> float:
    """The share of the threads' time that is used when iterations are dealt out."""
    total = 1
    for count in counts:
        total *= count
    return total / (threads * -(-total // threads)) if total else 1.0


def _share(loop: affine.ForOp, threads: int, least_work: int) -> list[affine.ParallelOp]:
    """Make parallel loops of an independent one."""
    band = [loop]
    while _use([_sure_count(o, least_work) for o in band], threads) < _GOOD:
        inner = band[-1]
        groups = _groups(inner.body)
        if len(groups) > 1 and any(_is_large(g, least_work, band) for g in groups):
            return [
                made
                for part in _split(band, groups)
                if _work(part) >= least_work
                for made in _share(part, threads, least_work)
            ]
        nested = list(loops_in(inner.body))
        if len(groups) != 1 or len(nested) != 1 or not _joins(nested[0], inner, loop):
            break
        if inner.trip_count is None and not any(loops_in(nested[0].body)):
            # not every number may be an index of affine.parallel
            return _share(nested[0], threads, least_work)
        band.append(nested[0])
    return [_parallel(band)]


def _is_large(group: Sequence[Operation], least_work: int, band: Sequence[affine.ForOp]) -> bool:
    """True for statements with a loop that is worth sharing out."""
    times = 1
    for loop in band:
        times *= _count(loop)
    return any(isinstance(op, affine.ForOp) and times * _work(op) >= least_work for op in group)


def _joins(loop: affine.ForOp, outer: affine.ForOp, outermost: affine.ForOp) -> bool:
    """True when a loop is independent, its bounds are known outside, and all other ops around it
    are pure."""
    bounds = (*loop.lowerBoundOperands, *loop.upperBoundOperands)
    if not all(outermost.is_defined_outside(v) for v in bounds) or not Independence(loop).holds():
        return False
    return all(op is loop or _moves(op) for op in outer.body)


def _moves(op: Operation) -> bool:
    return (op.has_trait(Pure) and not op.regions) or op.has_trait(Terminator)


def _groups(block: Block) -> list[list[Operation]]:
    """The groups of a body's statements that may each run for all iterations before the next group
    does: statements that share values stay together. Pure ops belong to all groups."""
    groups: list[list[Operation]] = []
    owner: dict[Value, int] = {}
    for op in block:
        if _moves(op):
            continue
        used = {v for inner in op.walk() for v in _sources(inner.operands, block)}
        joined = sorted({owner[v] for v in used if v in owner})
        if joined:
            first = joined[0]
            groups[first:] = [[*chain(*groups[first:])]]  # ops in between go along
            owner = {v: min(g, first) for v, g in owner.items()}
            groups[first].append(op)
            at = first
        else:
            groups.append([op])
            at = len(groups) - 1
        owner.update(dict.fromkeys(op.results, at))
    return groups


def _sources(values: Sequence[Value], block: Block) -> list[Value]:
    """The values that these are computed from by the block's pure ops, these included."""
    found: dict[Value, None] = {}
    stack = list(values)
    while stack:
        value = stack.pop()
        if value in found:
            continue
        found[value] = None
        if isinstance(value, OpResult) and value.owner.parent is block and _moves(value.owner):
            stack += value.owner.operands
    return list(found)


def _split(band: Sequence[affine.ForOp], groups: list[list[Operation]]) -> list[affine.ForOp]:
    """One copy of a nest for each group of statements of its innermost body."""
    outer = band[0]
    number = {op: n for n, op in enumerate(band[-1].body)}
    kept = [{number[op] for op in g} for g in groups]
    everything = set().union(*kept)
    found = []
    for wanted in kept:
        copy = outer.clone()
        Builder.before_op(outer).insert(copy)
        inner = copy
        for _ in band[1:]:
            inner = next(loops_in(inner.body))
        for i, op in reversed(list(enumerate(inner.body))):  # users before the ops that they use
            unused = _moves(op) and not op.has_uses and not op.has_trait(Terminator)
            if unused or i in everything - wanted:
                op.erase()
        found.append(copy)
    outer.erase()
    return found


def _parallel(band: Sequence[affine.ForOp]) -> affine.ParallelOp:
    """Replace a perfect nest with one affine.parallel; ops between its loops go into the body."""
    outer, innermost = band[0], band[-1]
    body = Block([INDEX] * len(band))
    for loop, counter in zip(band, body.args, strict=True):
        loop.body.args[0].replace_all_uses_with(counter)
        for op in loop.body:
            if op not in band and (loop is innermost or not op.has_trait(Terminator)):
                op.detach()
                body.append(op)
    made = affine.ParallelOp.create(*_bounds(band), None, (Region([body]),))
    made.location = outer.location
    Builder.before_op(outer).insert(made)
    outer.erase()
    return made


def _bounds(
    band: Sequence[affine.ForOp],
) -> tuple[tuple[Value, ...], tuple[()], dict[str, Attribute]]:
    """Operands, result types and properties of a nest's affine.parallel."""
    groups = RankedTensorType((len(band),), I32)
    properties: dict[str, Attribute] = {
        "reductions": ArrayAttr(()),
        "steps": ArrayAttr(tuple(i64_attr(o.step) for o in band)),
    }
    operands: tuple[Value, ...] = ()
    for kind in ("lower", "upper"):
        maps = [getattr(o, f"{kind}BoundMap").map for o in band]
        values = [getattr(o, f"{kind}BoundOperands") for o in band]
        joined, used = _joined(maps, values)
        operands += used
        properties[f"{kind}BoundsMap"] = AffineMapAttr(joined)
        counts = [len(m.results) for m in maps]
        properties[f"{kind}BoundsGroups"] = DenseElementsAttr.of(groups, counts)
    return operands, (), properties


def _joined(
    maps: Sequence[AffineMap], values: Sequence[Sequence[Value]]
) -> tuple[AffineMap, tuple[Value, ...]]:
    """One map with the results of all maps, and its operands."""
    dims: list[Value] = []
    symbols: list[Value] = []
    results: list[AffineExpr] = []
    for map, operands in zip(maps, values, strict=True):
        own_dims = [AffineDim(len(dims) + i) for i in range(map.num_dims)]
        own_symbols = [AffineSymbol(len(symbols) + i) for i in range(map.num_symbols)]
        results += [e.replace(own_dims, own_symbols) for e in map.results]
        dims += operands[: map.num_dims]
        symbols += operands[map.num_dims :]
    return AffineMap(len(dims), len(symbols), tuple(results)), (*dims, *symbols)
