"""Canonical forms of scf.if: a known condition, neighbors and nests with one, values to select."""

from functools import partial

from mlirlite.dialects._inline import replace_with_block, yielded
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith.compare import SelectOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.integer import AndIOp, XOrIOp
from mlirlite.dialects.scf.control import IfOp, YieldOp
from mlirlite.ir.attributes import bool_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import I1
from mlirlite.ir.values import Use, Value
from mlirlite.rewriting import Rewriter, canonicalization


def _is_inside(region: Region, use: Use) -> bool:
    """Whether a use is in a region."""
    return region.is_ancestor(use.owner.parent_region)


@canonicalization
def if_after_if(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { a } else { b }; if c { x } else { y } --> if c { a; x } else { b; y }"""
    first = op.prev
    if not isinstance(first, IfOp):
        return rw.fail("no if stands before")
    then, other = op.then_block, op.else_block
    if first.condition is op.condition:
        parts: tuple[Block | None, Block | None] = (then, other)
    elif _negated(first.condition) is op.condition or _negated(op.condition) is first.condition:
        parts = (other, then)
    else:
        return rw.fail("the conditions differ")
    for block, own in zip(parts, (first.then_block, first.else_block), strict=True):
        if block is None or own is None:
            continue
        assert block.parent is not None
        for result, value in zip(first.results, yielded(own), strict=True):
            rw.replace_uses_if(result, value, partial(_is_inside, block.parent))
    types = [*first.result_types, *op.result_types]
    rw.set_before(op)
    new = rw.insert(IfOp(first.condition, Region(), Region(), results_=types))
    count = len(first.results)
    for source, block, region in zip(first.regions, parts, new.regions, strict=True):
        _join(rw, source, block, region)
    rw.replace(first, new.results[:count])
    rw.replace(op, new.results[count:])
    return True


def _join(rw: Rewriter, source: Region, block: Block | None, region: Region) -> None:
    """Move a region's block, followed by the ops of another block, to a new region."""
    if source.empty and block is None:
        return
    if source.empty and block is not None and block.parent is not None:
        rw.inline_region_at_end(block.parent, region)
        return
    rw.inline_region_at_end(source, region)
    last = region.entry.last
    if block is None or last is None:
        return
    end = block.last
    values = [*last.operands, *(end.operands if end is not None else ())]
    rw.erase(last)
    rw.merge_blocks(block, region.entry)
    if end is not None:
        with rw.modify(end):
            end.set_operands(values)


def _negated(value: Value) -> Value | None:
    """x for `x xor true`."""
    maker = value.defining_op
    if isinstance(maker, XOrIOp) and constant_number(maker.operands[1]) is not None:
        return maker.operands[0]
    return None


@canonicalization
def nested_ifs(op: IfOp, rw: Rewriter) -> bool | None:
    """if a { if b { x } } --> if (a and b) { x }, when both yield the same otherwise"""
    body, other = op.then_block, op.else_block
    inner = body.first
    if not isinstance(inner, IfOp) or inner.next is not body.last:
        return rw.fail("the then block is not a single if")
    if not _is_empty(other) or not _is_empty(inner.else_block):
        return rw.fail("an else block does something")
    values = list(yielded(body))
    others = list(yielded(other)) if other is not None else []
    selected: list[int] = []
    for i, value in enumerate(values):
        if value in inner.results:
            at = inner.results.index(value)
            inner_else = inner.else_block
            if inner_else is None or yielded(inner_else)[at] is not others[i]:
                return rw.fail("the two yield different values")
            values[i] = yielded(inner.then_block)[at]
        elif value.parent_block is body:
            return rw.fail("a value is computed inside")
        else:
            selected.append(i)
    rw.set_before(op)
    both = rw.insert(AndIOp(op.condition, inner.condition)).result
    new = rw.insert(IfOp(both, Region(), Region(), results_=op.result_types))
    rw.inline_region_at_end(inner.regions[0], new.regions[0])
    last = new.then_block.last
    if last is not None:
        with rw.modify(last):
            last.set_operands(values)
    if others:
        block = Block()
        new.regions[1].append(block)
        rw.set_end(block)
        rw.insert(YieldOp(others))
    results: list[Value] = list(new.results)
    rw.set_before(new)
    for i in selected:
        select = rw.insert(SelectOp(op.condition, values[i], others[i], result=values[i].type))
        results[i] = select.result
    rw.replace(op, results)
    return True


def _is_empty(block: Block | None) -> bool:
    return block is None or block.first is block.last


@canonicalization
def condition_known_inside(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { … c … } else { … c … } --> true and false instead of c"""
    if constant_number(op.condition) is not None:
        return rw.fail("the condition is a constant")
    changed = False
    for region, truth in zip(reversed(op.regions), (False, True), strict=True):
        known: Value | None = None
        for use in list(op.condition.uses):
            block = use.owner.parent
            if block is None or not region.is_ancestor(block.parent):
                continue
            if known is None:
                rw.set_before(op)
                constant = make_constant(bool_attr(truth), I1)
                if constant is None:
                    break
                known = rw.insert(constant).result
            with rw.modify(use.owner):
                use.owner.set_operand(use.operand, known)
            changed = True
    return changed or rw.fail("the condition is not used inside")


@canonicalization
def if_to_select(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { yield a } else { yield b } --> select(c, a, b), for values from outside"""
    other = op.else_block
    if not op.results or other is None:
        return rw.fail("there is nothing to select")
    inside = op.regions
    pairs = list(zip(yielded(op.then_block), yielded(other), strict=True))

    def is_inside(value: Value) -> bool:
        block = value.parent_block
        region = block.parent if block is not None else None
        return any(r.is_ancestor(region) for r in inside)

    outside = [i for i, pair in enumerate(pairs) if not any(map(is_inside, pair))]
    if not outside:
        return rw.fail("all values are computed inside")
    empty = op.then_block.first is op.then_block.last and other.first is other.last
    if len(outside) == len(pairs) and empty:
        rw.set_before(op)
        rw.replace(op, [_select(rw, op.condition, a, b) for a, b in pairs])
        return True
    rw.set_before(op)
    kept = [i for i in range(len(pairs)) if i not in outside]
    values: list[Value | None] = [None] * len(pairs)
    for i in outside:
        values[i] = _select(rw, op.condition, *pairs[i])
    new = rw.insert(
        IfOp(op.condition, Region(), Region(), results_=[op.results[i].type for i in kept])
    )
    for position, i in enumerate(kept):
        values[i] = new.results[position]
    for old_region, new_region in zip(op.regions, new.regions, strict=True):
        rw.inline_region_at_end(old_region, new_region)
        last = new_region.entry.last
        if last is not None:
            with rw.modify(last):
                last.set_operands([last.operands[i] for i in kept])
    rw.replace(op, values)
    return True


def _select(rw: Rewriter, condition: Value, a: Value, b: Value) -> Value:
    if a is b:
        return a
    selected: Value = rw.insert(SelectOp(condition, a, b, result=a.type)).result
    return selected


@canonicalization
def if_without_else_ops(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { a } else { } --> if c { a }"""
    other = op.else_block
    if op.results or other is None or other.first is not other.last:
        return rw.fail("the else block does something")
    with rw.modify(op):
        other.erase()
    return True


@canonicalization
def if_of_constant(op: IfOp, rw: Rewriter) -> bool | None:
    """if true { a } else { b } --> a; if false { a } else { b } --> b"""
    number = constant_number(op.condition)
    if number is None:
        return rw.fail("the condition is not a constant")
    block = op.then_block if number else op.else_block
    if block is None:
        rw.erase(op)
    else:
        replace_with_block(rw, op, block)
    return True


@canonicalization
def if_of_negation(op: IfOp, rw: Rewriter) -> bool | None:
    """if (not c) { a } else { b } --> if c { b } else { a }"""
    condition = _negated(op.condition)
    if condition is None or op.elseRegion.empty:
        return rw.fail("the condition is not a negation, or there is no else")
    then, other = op.regions
    with rw.modify(op):
        op.set_operand(0, condition)
        kept = Region()
        kept.take_blocks(then)
        then.take_blocks(other)
        other.take_blocks(kept)
    return True
