"""Canonical forms of scf.while: the condition's value in the body, values in order."""

from mlirlite.dialects._inline import yielded
from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.scf.control import ConditionOp, IfOp, WhileOp
from mlirlite.ir.attributes import bool_attr
from mlirlite.ir.block import Region
from mlirlite.ir.types import I1
from mlirlite.ir.values import OpResult, Value
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


@canonicalization
def while_of_constant(op: WhileOp, rw: Rewriter) -> bool | None:
    """In `after` the condition is true"""
    last = op.before.entry.last
    if not isinstance(last, ConditionOp):
        return rw.fail("the condition is not there")
    arguments = op.after.entry.args
    known: Value | None = None
    for value, argument in zip(last.args, arguments, strict=True):
        if value is last.condition and argument.has_uses:
            if known is None:
                rw.set_before(op)
                constant = make_constant(bool_attr(True), I1)
                if constant is None:
                    return rw.fail("no constant")
                known = rw.insert(constant).result
            rw.replace_all_uses_with(argument, known)
    return known is not None or rw.fail("the condition is not passed on")


@canonicalization
def while_compared_again(op: WhileOp, rw: Rewriter) -> bool | None:
    """while (a < b) do { … a < b … a >= b … } --> true and false in these places"""
    end = _condition(op)
    compare = end.condition.defining_op if end is not None else None
    if end is None or not isinstance(compare, CmpIOp):
        return rw.fail("the condition is not a comparison")
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
def while_in_order(op: WhileOp, rw: Rewriter) -> bool | None:
    """Carried values that are passed in another order --> passed in their own order"""
    end = _condition(op)
    carried = op.before.entry.args
    passed = end.args if end is not None else ()
    if end is None or list(passed) == carried or set(passed) != set(carried):
        return rw.fail("what is handed on is not what is carried, in another order")
    if len(passed) != len(carried):
        return rw.fail("a value is handed on twice")
    order = [passed.index(v) for v in carried]
    after = op.after.entry
    arguments = [after.add_argument(after.args[i].type, after.args[i].location) for i in order]
    for i, argument in zip(order, arguments, strict=True):
        rw.replace_all_uses_with(after.args[i], argument)
    for _ in order:
        after.erase_argument(0)
    with rw.modify(end):
        end.set_operands([end.condition, *carried])
    rw.set_before(op)
    regions = Region(), Region()
    new = rw.insert(WhileOp(op.inits, *regions, results_=[a.type for a in arguments]))
    for old, region in zip(op.regions, regions, strict=True):
        rw.inline_region_at_end(old, region)
    rw.replace(op, [new.results[order.index(i)] for i in range(len(order))])
    return True


@canonicalization
def if_before_condition(op: WhileOp, rw: Rewriter) -> bool | None:
    """while { … if c { a }; condition(c) } do { b } --> while { … condition(c) } do { a; b }"""
    end = _condition(op)
    inner = end.prev if end is not None else None
    if end is None or not isinstance(inner, IfOp) or inner.condition is not end.condition:
        return rw.fail("no if of the loop's condition stands before it")
    other = inner.else_block
    if other is not None and other.first is not other.last:
        return rw.fail("the else block does something")
    after, then = op.after.entry, inner.then_block
    chosen, last = yielded(then), then.last
    for i, value in enumerate(end.args):
        if isinstance(value, OpResult) and value.owner is inner and other is not None:
            rw.replace_all_uses_with(after.args[i], chosen[value.index])
            rw.replace_all_uses_with(value, yielded(other)[value.index])
    used = _used_from(op.before, inner.regions[0])
    rw.set_before(op)
    regions = Region(), Region()
    new = rw.insert(
        WhileOp(op.inits, *regions, results_=[*op.result_types, *(v.type for v in used)])
    )
    for old, region in zip(op.regions, regions, strict=True):
        rw.inline_region_at_end(old, region)
    with rw.modify(end):
        end.set_operands([*end.operands, *used])
    for value in used:
        argument = after.add_argument(value.type, op.location)
        rw.replace_uses_if(
            value, argument, lambda use: inner.regions[0].is_ancestor(use.owner.parent_region)
        )
    if last is not None:
        rw.erase(last)
    if after.first is not None:
        rw.inline_block_before(then, after.first)
    rw.erase(inner)
    rw.replace(op, new.results[: len(op.results)])
    return True


def _used_from(around: Region, inner: Region) -> list[Value]:
    """Values of one region's own blocks that ops in another region use."""
    used: dict[Value, None] = {}
    for block in inner:
        for top in block:
            for op in top.walk():
                for value in op.operands:
                    home = value.parent_block
                    if home is not None and home.parent is around:
                        used[value] = None
    return list(used)
