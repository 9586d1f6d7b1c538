"""Canonical forms of scf.for: loops with a known trip count, casts of carried tensors."""

from mlirlite.dialects._inline import replace_with_block, yielded
from mlirlite.dialects.scf._trips import trip_count
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.dialects.tensor._casts import cast_source
from mlirlite.dialects.tensor.values import CastOp
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def for_of_known_trips(op: ForOp, rw: Rewriter) -> bool | None:
    """A loop that never runs --> its initial values; one that runs once --> its body; one without
    ops --> what it yields, when that comes from outside"""
    signed = op.unsignedCmp is None
    trips = trip_count(op.lowerBound, op.upperBound, op.step, signed=signed)
    if trips is None:
        return rw.fail("the number of trips is not known")
    if trips == 0:
        rw.replace(op, op.initArgs)
        return True
    if trips == 1:
        replace_with_block(rw, op, op.body, [op.lowerBound, *op.initArgs])
        return True
    values = yielded(op.body)
    if op.body.first is not op.body.last or not all(map(op.is_defined_outside, values)):
        return rw.fail("the loop does something")
    rw.replace(op, values)
    return True


@canonicalization
def for_of_casts(op: ForOp, rw: Rewriter) -> bool | None:
    """for (cast(t)) { … } --> cast(for (t) { cast … cast })"""
    for i, init in enumerate(op.initArgs):
        source = cast_source(init)
        if source is not None and source.type is not init.type and op.results[i].has_one_use:
            break
    else:
        return rw.fail("no carried value is cast from a type that says more")
    argument, result, last = op.iter_args[i], op.results[i], op.body.last
    if last is None:
        return rw.fail("the loop has no terminator")
    rw.set_start(op.body)
    inner = rw.insert(CastOp(argument, dest=init.type))
    rw.replace_uses_except(argument, inner.results[0], inner)
    rw.set_before(last)
    back = rw.insert(CastOp(last.operands[i], dest=source.type))
    with rw.modify(last):
        last.set_operand(i, back.results[0])
    rw.set_after(op)
    outer = rw.insert(CastOp(result, dest=init.type))
    rw.replace_uses_except(result, outer.results[0], outer)
    with rw.modify(op):
        op.set_operand(3 + i, source)
        argument.type = result.type = source.type
    return True
