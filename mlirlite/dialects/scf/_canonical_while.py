"""Canonical forms of scf.while: what need not be carried or handed on."""

from collections.abc import Sequence

from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.scf.control import ConditionOp, WhileOp
from mlirlite.ir.attributes import bool_attr
from mlirlite.ir.block import Region
from mlirlite.ir.types import I1
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.rewriting import Rewriter, canonicalization

_OPPOSITE = {
    CmpIPredicate.eq: CmpIPredicate.ne,
    CmpIPredicate.ne: CmpIPredicate.eq,
    CmpIPredicate.slt: CmpIPredicate.sge,
    CmpIPredicate.sle: CmpIPredicate.sgt,
    CmpIPredicate.sgt: CmpIPredicate.sle,
    CmpIPredicate.sge: CmpIPredicate.slt,
    CmpIPredicate.ult: CmpIPredicate.uge,
    CmpIPredicate.ule: CmpIPredicate.ugt,
    CmpIPredicate.ugt: CmpIPredicate.ule,
    CmpIPredicate.uge: CmpIPredicate.ult,
}


def _condition(op: WhileOp) -> ConditionOp | None:
    last = op.before.entry.last
    return last if isinstance(last, ConditionOp) else None


def _rebuild(
    op: WhileOp,
    rw: Rewriter,
    inits: Sequence[Value],
    passed: Sequence[Value],
    results: Sequence[Value | int],
) -> None:
    """A loop with these initial values and passed values; each old result is a value or the number
    of a passed one. The blocks' arguments fit already."""
    end = _condition(op)
    if end is None:
        raise ValueError("the condition is not there")
    with rw.modify(end):
        end.set_operands([end.condition, *passed])
    rw.set_before(op)
    new = WhileOp(inits, Region(), Region(), results_=[v.type for v in passed])
    rw.insert(new)
    new.attributes = dict(op.attributes)
    for old, region in zip(op.regions, new.regions, strict=True):
        rw.inline_region_at_end(old, region)
    rw.replace(op, [new.results[r] if isinstance(r, int) else r for r in results])


@canonicalization
def while_compared_again(op: WhileOp, rw: Rewriter) -> bool | None:
    """while (a < b) do { … a < b … a >= b … } --> true and false in these places"""
    end = _condition(op)
    compare = end.condition.defining_op if end is not None else None
    if end is None or not isinstance(compare, CmpIOp):
        return rw.fail("the condition is no comparison")
    changed = False
    arguments = op.after.entry.args
    for i, value in enumerate(end.args):
        for side in (0, 1):
            if compare.operands[side] is not value:
                continue
            for user in arguments[i].users:
                if not isinstance(user, CmpIOp) or user.operands[side] is not arguments[i]:
                    continue
                if user.operands[1 - side] is not compare.operands[1 - side]:
                    continue
                if user.predicate == compare.predicate:
                    truth = True
                elif user.predicate == _OPPOSITE[compare.predicate]:
                    truth = False
                else:
                    continue
                known = make_constant(bool_attr(truth), I1)
                if known is not None:
                    rw.replace(user, known)
                    changed = True
    return changed or rw.fail("it is not compared again")


@canonicalization
def while_of_invariant_arguments(op: WhileOp, rw: Rewriter) -> bool | None:
    """A value that the loop yields unchanged is not carried"""
    end, last = _condition(op), op.after.entry.last
    if end is None or last is None:
        return rw.fail("the loop is not complete")
    before, after = op.before.entry, op.after.entry
    gone: list[int] = []
    for i, (init, yielded) in enumerate(zip(op.inits, last.operands, strict=True)):
        unchanged = yielded is init
        if isinstance(yielded, BlockArgument) and yielded.owner is after:
            unchanged = end.args[yielded.index] is before.args[i]
        if unchanged:
            gone.append(i)
    if not gone:
        return rw.fail("every carried value changes")
    inits = list(op.inits)
    with rw.modify(last):
        last.set_operands([v for i, v in enumerate(last.operands) if i not in gone])
    for i in reversed(gone):
        rw.replace_all_uses_with(before.args[i], inits[i])
        before.erase_argument(i)
    _rebuild(
        op,
        rw,
        [v for i, v in enumerate(inits) if i not in gone],
        list(end.args),
        list(range(len(op.results))),
    )
    return True


@canonicalization
def while_of_invariant_results(op: WhileOp, rw: Rewriter) -> bool | None:
    """A value from outside that is handed on is used directly"""
    end = _condition(op)
    if end is None:
        return rw.fail("the condition is not there")
    outside = [op.is_defined_outside(v) for v in end.args]
    if not any(outside):
        return rw.fail("all that is handed on is made inside")
    values = list(end.args)
    return _hand_on(op, rw, values, [i for i, out in enumerate(outside) if not out], values)


def _hand_on(
    op: WhileOp,
    rw: Rewriter,
    values: Sequence[Value],
    kept: Sequence[int],
    instead: Sequence[Value | int | None],
) -> bool:
    """Hand on the kept values only; `instead` says for the others what stands for them: a value
    from outside, or the number of a kept one."""
    after = op.after.entry
    results: list[Value | int] = []
    for i in range(len(values)):
        other = instead[i]
        if i in kept:
            results.append(kept.index(i))
        elif isinstance(other, int):
            results.append(kept.index(other))
        else:
            results.append(other if other is not None else values[i])
    for i in range(len(values) - 1, -1, -1):
        if i not in kept:
            other = instead[i]
            if isinstance(other, int):
                rw.replace_all_uses_with(after.args[i], after.args[other])
            elif other is not None:
                rw.replace_all_uses_with(after.args[i], other)
            after.erase_argument(i)
    _rebuild(op, rw, list(op.inits), [values[i] for i in kept], results)
    return True


@canonicalization
def while_with_unused_results(op: WhileOp, rw: Rewriter) -> bool | None:
    """What neither `after` nor anybody else uses is not handed on"""
    end = _condition(op)
    if end is None:
        return rw.fail("the condition is not there")
    arguments = op.after.entry.args
    kept = [i for i, r in enumerate(op.results) if r.has_uses or arguments[i].has_uses]
    if len(kept) == len(op.results):
        return rw.fail("all is used")
    return _hand_on(op, rw, list(end.args), kept, [None] * len(op.results))


@canonicalization
def while_with_equal_results(op: WhileOp, rw: Rewriter) -> bool | None:
    """A value that is handed on twice is handed on once"""
    end = _condition(op)
    if end is None:
        return rw.fail("the condition is not there")
    values = list(end.args)
    first = {v: i for i, v in reversed(list(enumerate(values)))}
    kept = [i for i, v in enumerate(values) if first[v] == i]
    if len(kept) == len(values):
        return rw.fail("all values differ")
    return _hand_on(op, rw, values, kept, [first[v] for v in values])


@canonicalization
def while_with_unused_arguments(op: WhileOp, rw: Rewriter) -> bool | None:
    """What `before` does not use is not carried"""
    end, last = _condition(op), op.after.entry.last
    arguments = op.before.entry.args
    kept = [i for i, a in enumerate(arguments) if a.has_uses]
    if len(kept) == len(arguments) or end is None or last is None:
        return rw.fail("all that is carried is used")
    inits = list(op.inits)
    with rw.modify(last):
        last.set_operands([last.operands[i] for i in kept])
    for i in range(len(arguments) - 1, -1, -1):
        if i not in kept:
            op.before.entry.erase_argument(i)
    passed, count = list(end.args), len(op.results)
    _rebuild(op, rw, [inits[i] for i in kept], passed, list(range(count)))
    return True
