"""Canonical forms of scf.forall: constant bounds, dimensions of one trip, unwritten outputs."""

from collections.abc import Sequence

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._mixed import Mixed, number_of, split
from mlirlite.dialects.scf._trips import trip_count
from mlirlite.dialects.scf.forall import ForallOp, InParallelOp
from mlirlite.dialects.tensor._casts import cast_source
from mlirlite.dialects.tensor.slices import InsertSliceOp, ParallelInsertSliceOp
from mlirlite.dialects.tensor.values import CastOp, DimOp
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting import Rewriter, canonicalization

_BOUNDS = ("LowerBound", "UpperBound", "Step")


def _set(op: ForallOp, bounds: Sequence[Sequence[Mixed]], outputs: Sequence[Value]) -> None:
    """Give the loop other bounds and outputs."""
    groups: list[Sequence[Value]] = []
    for name, mixed in zip(_BOUNDS, bounds, strict=True):
        op.properties[f"static{name}"], dynamic = split(mixed)
        groups.append(dynamic)
    groups.append(outputs)
    op.set_operands([v for group in groups for v in group])
    op.properties[OPERAND_SEGMENTS] = i32_array(len(group) for group in groups)


def _bounds(op: ForallOp) -> list[list[Mixed]]:
    return [op.mixed_lower_bounds, op.mixed_upper_bounds, op.mixed_steps]


def _trips(op: ForallOp) -> list[int | None]:
    return [trip_count(*bounds) for bounds in zip(*_bounds(op), strict=True)]


def _insertions(op: ForallOp, output: BlockArgument) -> list[ParallelInsertSliceOp]:
    """The insertions into an output."""
    end = op.body.last
    inner = end.region.entry.ops if isinstance(end, InParallelOp) else []
    return [i for i in inner if isinstance(i, ParallelInsertSliceOp) and i.dest is output]


@canonicalization
def dim_of_forall(op: DimOp, rw: Rewriter) -> bool | None:
    """dim(forall shared_outs(%o = %t)) --> dim(%t)"""
    source = op.source
    if not isinstance(source, OpResult) or not isinstance(source.owner, ForallOp):
        return rw.fail("the tensor is not a result of scf.forall")
    with rw.modify(op):
        op.set_operand(0, source.owner.outputs[source.index])
    return True


@canonicalization
def forall_of_casts(op: ForallOp, rw: Rewriter) -> bool | None:
    """forall shared_outs(%o = cast(t)) --> cast(forall shared_outs(%o = t))"""
    outputs: list[Value] = list(op.outputs)
    found = [(i, source) for i, v in enumerate(outputs) if (source := cast_source(v)) is not None]
    if not found:
        return rw.fail("no output is cast from a type that says more")
    for i, source in found:
        argument, result = op.body.args[op.rank + i], op.results[i]
        old = argument.type
        insertions = list(_insertions(op, argument))
        rw.set_start(op.body)
        inner = rw.insert(CastOp(argument, dest=old))
        rw.replace_uses_except(argument, inner.results[0], inner, *insertions)
        rw.set_after(op)
        outer = rw.insert(CastOp(result, dest=old))
        rw.replace_uses_except(result, outer.results[0], outer)
        rw.set_type(argument, source.type)
        result.type = source.type
        outputs[i] = source
    with rw.modify(op):
        _set(op, _bounds(op), outputs)
    return True


@canonicalization
def forall_of_constants(op: ForallOp, rw: Rewriter) -> bool | None:
    """forall (%i) in (%c8) --> forall (%i) in (8)"""
    bounds = _bounds(op)
    known: list[list[Mixed]] = [
        [m if (number := number_of(m)) is None else number for m in mixed] for mixed in bounds
    ]
    if known == bounds:
        return rw.fail("no bound is a constant")
    with rw.modify(op):
        _set(op, known, op.outputs)
    return True


@canonicalization
def forall_with_idle_outputs(op: ForallOp, rw: Rewriter) -> bool | None:
    """An output without insertions, or whose result is unused --> removed"""
    arguments = op.body.args[op.rank :]
    idle = [
        i
        for i, (result, argument) in enumerate(zip(op.results, arguments, strict=True))
        if not result.has_uses or not _insertions(op, argument)
    ]
    if not idle:
        return rw.fail("all outputs are filled and used")
    for i in idle:
        for insertion in _insertions(op, arguments[i]):
            rw.erase(insertion)
        rw.replace_all_uses_with(arguments[i], op.outputs[i])
        rw.replace_all_uses_with(op.results[i], op.outputs[i])
    kept = [v for i, v in enumerate(op.outputs) if i not in idle]
    for i in reversed(idle):
        op.body.erase_argument(op.rank + i)
    _set(op, _bounds(op), kept)
    rw.erase_results(op, idle)
    return True


@canonicalization
def forall_dims_of_one_trip(op: ForallOp, rw: Rewriter) -> bool | None:
    """A dimension that has one trip --> its lower bound; a loop without trips --> its outputs"""
    if op.mapping is not None and op.mapping.value:
        return rw.fail("the loops are mapped to a device")
    trips = _trips(op)
    if 0 in trips:
        rw.replace(op, op.outputs)
        return True
    kept = [d for d, count in enumerate(trips) if count != 1]
    bounds = _bounds(op)
    if not kept:
        _inline(op, rw)
        return True
    if len(kept) == len(trips):
        return rw.fail("no dimension is known to have one trip")
    block = op.body
    rw.set_before(op)
    for d in range(len(trips) - 1, -1, -1):
        if d not in kept:
            rw.replace_all_uses_with(block.args[d], value_of(rw, bounds[0][d]))
            block.erase_argument(d)
    with rw.modify(op):
        _set(op, [[mixed[d] for d in kept] for mixed in bounds], op.outputs)
    return True


def _inline(op: ForallOp, rw: Rewriter) -> None:
    """Replace the loop by the body of its only trip, with insertions into its outputs."""
    end = op.body.last
    if not isinstance(end, InParallelOp):
        raise ValueError("the loop has no terminator")
    rw.set_before(op)
    counters = [value_of(rw, bound) for bound in op.mixed_lower_bounds]
    filled: dict[Value, ParallelInsertSliceOp] = {
        i.dest: i for i in end.region.entry if isinstance(i, ParallelInsertSliceOp)
    }
    made = [filled[argument] for argument in op.body.args[op.rank :]]
    rw.inline_block_before(op.body, op, [*counters, *op.outputs])
    results = []
    rw.set_before(op)
    for insertion in made:
        properties = dict(insertion.properties)
        new = InsertSliceOp.create(insertion.operands, [insertion.dest.type], properties)
        results.append(rw.insert(new).results[0])
    rw.replace(op, results)
    rw.erase(end)


@canonicalization
def forall_counters_of_one_trip(op: ForallOp, rw: Rewriter) -> bool | None:
    """The counter of a dimension that has one trip --> its lower bound"""
    lower, counters = op.mixed_lower_bounds, op.induction_vars
    known = [d for d, count in enumerate(_trips(op)) if count == 1 and counters[d].has_uses]
    rw.set_before(op)
    for d in known:
        rw.replace_all_uses_with(counters[d], value_of(rw, lower[d]))
    return bool(known) or rw.fail("no counter that is used is known")
