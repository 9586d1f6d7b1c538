"""Canonical forms of scf: loops and conditionals whose outcome is known, values that need not be
carried."""

from collections.abc import Sequence

from mlirlite.dialects.arith.compare import SelectOp
from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.integer import AndIOp, XOrIOp
from mlirlite.dialects.cf import BranchOp
from mlirlite.dialects.scf import _canonical_parallel, _canonical_while
from mlirlite.dialects.scf.control import (
    ConditionOp,
    ExecuteRegionOp,
    IfOp,
    IndexSwitchOp,
    WhileOp,
    YieldOp,
)
from mlirlite.dialects.scf.loops import ForOp, ParallelOp
from mlirlite.dialects.tensor.values import CastOp
from mlirlite.ir.attributes import IntegerAttr, UnitAttr, bool_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value

__all__ = ["_canonical_parallel", "_canonical_while"]


def _number(value: Value) -> int | None:
    attribute = constant_value(value)
    return attribute.value if isinstance(attribute, IntegerAttr) else None


def _yielded(block: Block) -> tuple[Value, ...]:
    """What the block's terminator hands on."""
    return block.last.operands if block.last is not None else ()


def _replace_with_block(
    rw: Rewriter, op: Operation, block: Block, arguments: Sequence[Value] = ()
) -> None:
    """Put the ops of a region's only block in the place of the op."""
    last = block.last
    if last is None:
        raise ValueError("the block has no terminator")
    rw.inline_block_before(block, op, arguments)
    rw.replace(op, last.operands)
    rw.erase(last)


# if


@canonicalization
def if_of_constant(op: IfOp, rw: Rewriter) -> bool | None:
    """if true { a } else { b } --> a; if false { a } else { b } --> b"""
    number = _number(op.condition)
    if number is None:
        return rw.fail("the condition is no constant")
    block = op.then_block if number else op.else_block
    if block is None:
        rw.erase(op)
    else:
        _replace_with_block(rw, op, block)
    return True


@canonicalization
def if_with_unused_results(op: IfOp, rw: Rewriter) -> bool | None:
    """An if carries the results that are used only"""
    used = [r.index for r in op.results if r.has_uses]
    if len(used) == len(op.results):
        return rw.fail("all results are used")
    regions = [Region(), Region()]
    types = [op.results[i].type for i in used]
    new = IfOp(op.condition, *regions, results_=types)
    rw.set_before(op)
    rw.insert(new)
    for old_region, new_region in zip(op.regions, new.regions, strict=True):
        rw.inline_region_at_end(old_region, new_region)
        for block in new_region:
            last = block.last
            if last is not None:
                with rw.modify(last):
                    last.set_operands([last.operands[i] for i in used])
    values: list[Value | None] = [None] * len(op.results)
    for position, index in enumerate(used):
        values[index] = new.results[position]
    rw.replace(op, values)
    return True


@canonicalization
def if_to_select(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { yield a } else { yield b } --> select(c, a, b), for values from outside"""
    other = op.else_block
    if not op.results or other is None:
        return rw.fail("there is nothing to select")
    inside = op.regions
    pairs = list(zip(_yielded(op.then_block), _yielded(other), strict=True))

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
def condition_known_inside(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { … c … } else { … c … } --> true and false in the places of c"""
    if _number(op.condition) is not None:
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
def if_without_else_ops(op: IfOp, rw: Rewriter) -> bool | None:
    """if c { a } else { } --> if c { a }"""
    other = op.else_block
    if op.results or other is None or other.first is not other.last:
        return rw.fail("the else block does something")
    with rw.modify(op):
        other.erase()
    return True


@canonicalization
def nested_ifs(op: IfOp, rw: Rewriter) -> bool | None:
    """if a { if b { x } } --> if (a and b) { x }, when both yield the same otherwise"""
    body, other = op.then_block, op.else_block
    inner = body.first
    if not isinstance(inner, IfOp) or inner.next is not body.last:
        return rw.fail("the then block is no single if")
    if not _is_empty(other) or not _is_empty(inner.else_block):
        return rw.fail("an else block does something")
    values = list(_yielded(body))
    others = list(_yielded(other)) if other is not None else []
    selected: list[int] = []
    for i, value in enumerate(values):
        if value in inner.results:
            at = inner.results.index(value)
            inner_else = inner.else_block
            if inner_else is None or _yielded(inner_else)[at] is not others[i]:
                return rw.fail("the two yield different values")
            values[i] = _yielded(inner.then_block)[at]
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
        region = block.parent
        for result, value in zip(first.results, _yielded(own), strict=True):
            rw.replace_uses_if(
                result,
                value,
                lambda use, region=region: region.is_ancestor(use.owner.parent_region),  # type: ignore[misc]
            )
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
    """Move a region's block, and behind it the ops of another block, to a new region."""
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
    if isinstance(maker, XOrIOp) and _number(maker.operands[1]) is not None:
        return maker.operands[0]
    return None


@canonicalization
def if_of_negation(op: IfOp, rw: Rewriter) -> bool | None:
    """if (not c) { a } else { b } --> if c { b } else { a }"""
    condition = _negated(op.condition)
    if condition is None or op.elseRegion.empty:
        return rw.fail("the condition is no negation, or there is no else")
    then, other = op.regions
    with rw.modify(op):
        op.set_operand(0, condition)
        kept = Region()
        kept.take_blocks(then)
        then.take_blocks(other)
        other.take_blocks(kept)
    return True


def _is_empty(block: Block | None) -> bool:
    return block is None or block.first is block.last


# for


@canonicalization
def for_of_known_trips(op: ForOp, rw: Rewriter) -> bool | None:
    """A loop that never runs --> its initial values; one that runs once --> its body"""
    lower, upper, step = op.lowerBound, op.upperBound, op.step
    trips = 0 if lower is upper else None
    bounds = [_number(v) for v in (lower, upper, step)]
    if trips is None and None not in bounds:
        first, end, stride = (n for n in bounds if n is not None)
        if op.unsignedCmp is not None:
            first, end = (n & ((1 << 64) - 1) for n in (first, end))
        if stride > 0:
            trips = max(0, -(-(end - first) // stride))
    if trips == 0:
        rw.replace(op, op.initArgs)
        return True
    if trips == 1:
        _replace_with_block(rw, op, op.body, [lower, *op.initArgs])
        return True
    if trips is None:
        return rw.fail("the number of trips is not known")
    return _empty_loop(op, rw)


def _empty_loop(op: ForOp, rw: Rewriter) -> bool:
    """A loop without ops that carries outside values or its own arguments in order --> those
    values."""
    if op.body.first is not op.body.last or not op.results:
        return rw.fail("the loop does something")
    values: list[Value | None] = []
    for value, argument, init in zip(_yielded(op.body), op.iter_args, op.initArgs, strict=True):
        if value is argument:
            values.append(init)
        elif op.is_defined_outside(value):
            values.append(value)
        else:
            return rw.fail("the loop permutes what it carries")
    rw.replace(op, values)
    return True


@canonicalization
def for_with_invariant_values(op: ForOp, rw: Rewriter) -> bool | None:
    """A value that is carried unchanged, or that nobody reads, is not carried"""
    yielded = _yielded(op.body)
    kept: list[int] = []
    for i, (result, argument, init, value) in enumerate(
        zip(op.results, op.iter_args, op.initArgs, yielded, strict=True)
    ):
        unchanged = value is argument or (value is init and _is_outside(op, init))
        unread = not result.has_uses and not argument.has_uses
        if not (unchanged or (unread and _is_outside(op, value)) or (unread and value is argument)):
            kept.append(i)
    if len(kept) == len(op.results):
        return rw.fail("every carried value changes and is read")
    rw.set_before(op)
    inits = [op.initArgs[i] for i in kept]
    new = ForOp(
        op.lowerBound,
        op.upperBound,
        op.step,
        inits,
        op.unsignedCmp is not None and UnitAttr(),
        region=Region([Block([op.induction_var.type, *[v.type for v in inits]])]),
        results_=[v.type for v in inits],
    )
    rw.insert(new)
    arguments: list[Value] = [new.body.args[0]]
    arguments += [
        new.body.args[1 + kept.index(i)] if i in kept else op.initArgs[i]
        for i in range(len(op.results))
    ]
    rw.merge_blocks(op.body, new.body, arguments)
    last = new.body.last
    if last is not None:
        with rw.modify(last):
            last.set_operands([last.operands[i] for i in kept])
    values = [
        new.results[kept.index(i)] if i in kept else op.initArgs[i] for i in range(len(op.results))
    ]
    rw.replace(op, values)
    return True


def _is_outside(op: ForOp, value: Value) -> bool:
    return op.is_defined_outside(value)


# parallel, while, execute_region, index_switch


@canonicalization
def parallel_without_trips(op: ParallelOp, rw: Rewriter) -> bool | None:
    """A parallel loop with a dimension of no trips --> its initial values"""
    for lower, upper in zip(op.lowerBound, op.upperBound, strict=True):
        first, end = _number(lower), _number(upper)
        if first is not None and end is not None and first >= end:
            rw.replace(op, op.initVals)
            return True
    return rw.fail("every dimension may have trips")


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
def execute_region_of_one_block(op: ExecuteRegionOp, rw: Rewriter) -> bool | None:
    """execute_region { a; yield b } --> a; b"""
    if op.no_inline is not None or not op.region.has_one_block:
        return rw.fail("it may not be inlined, or has several blocks")
    if not isinstance(op.region.entry.last, YieldOp):
        return rw.fail("the block does not end in a yield")
    _replace_with_block(rw, op, op.region.entry)
    return True


@canonicalization
def switch_on_constant(op: IndexSwitchOp, rw: Rewriter) -> bool | None:
    """index_switch of a constant --> the region of its case"""
    number = _number(op.arg)
    if number is None:
        return rw.fail("the argument is no constant")
    cases = op.cases.value
    region = op.caseRegions[cases.index(number)] if number in cases else op.defaultRegion
    _replace_with_block(rw, op, region.entry)
    return True


@canonicalization
def switch_with_unused_results(op: IndexSwitchOp, rw: Rewriter) -> bool | None:
    """An index_switch yields what is used only"""
    kept = [i for i, r in enumerate(op.results) if r.has_uses]
    if len(kept) == len(op.results):
        return rw.fail("all results are used")
    regions = [Region() for _ in op.regions]
    rw.set_before(op)
    new = rw.insert(
        IndexSwitchOp(
            op.arg,
            cases=op.properties["cases"],
            defaultRegion=regions[0],
            caseRegions=regions[1:],
            results_=[op.results[i].type for i in kept],
        )
    )
    for old, region in zip(op.regions, regions, strict=True):
        rw.inline_region_at_end(old, region)
        last = region.entry.last
        if last is not None:
            with rw.modify(last):
                last.set_operands([last.operands[i] for i in kept])
    values: list[Value | None] = [None] * len(op.results)
    for position, i in enumerate(kept):
        values[i] = new.results[position]
    rw.replace(op, values)
    return True


@canonicalization
def execute_region_of_blocks(op: ExecuteRegionOp, rw: Rewriter) -> bool | None:
    """execute_region { blocks } in a function --> the blocks"""
    if op.no_inline is not None or op.region.has_one_block or op.parent is None:
        return rw.fail("it may not be inlined, or has one block")
    if not issubclass(type(op.parent_op), FunctionLike):
        return rw.fail("the op around has no control flow of blocks")
    before, rest = op.parent, rw.split_block(op)
    first = op.region.entry
    after = rw.split_block(op.next) if op.next is not None else rest
    arguments = [after.add_argument(r.type, op.location) for r in op.results]
    for block in op.region:
        last = block.last
        if isinstance(last, YieldOp):
            rw.set_before(last)
            rw.insert(BranchOp(last.operands, dest=after))
            rw.erase(last)
    rw.set_end(before)
    rw.insert(BranchOp([], dest=first))
    rw.inline_region_before(op.region, after)
    rw.replace(op, arguments)
    rw.erase_block(rest)
    return True


@canonicalization
def for_of_casts(op: ForOp, rw: Rewriter) -> bool | None:
    """cast(for (cast(t)) { … }) --> for (t) { cast … cast }, when the types come out the same"""
    for i, init in enumerate(op.initArgs):
        cast = init.defining_op
        if not isinstance(cast, CastOp):
            continue
        result, source = op.results[i], cast.operands[0]
        users = result.users
        if not result.has_one_use or not isinstance(users[0], CastOp):
            continue
        if users[0].results[0].type is not source.type:
            continue
        return _carry_source(op, rw, i, source)
    return rw.fail("no carried value is cast back and forth")


def _carry_source(op: ForOp, rw: Rewriter, i: int, source: Value) -> bool:
    old_type = op.iter_args[i].type
    argument, last = op.iter_args[i], op.body.last
    if last is None:
        return False
    inits = list(op.initArgs)
    inits[i] = source
    rw.set_before(op)
    region = Region()
    new = rw.insert(
        ForOp(
            op.lowerBound,
            op.upperBound,
            op.step,
            inits,
            op.unsignedCmp is not None and UnitAttr(),
            region=region,
            results_=[v.type for v in inits],
        )
    )
    rw.inline_region_at_end(op.region, region)
    rw.set_start(region.entry)
    inner = rw.insert(CastOp(argument, dest=old_type))
    rw.replace_uses_if(argument, inner.results[0], lambda use: use.owner is not inner)
    argument.type = source.type
    rw.set_before(last)
    back = rw.insert(CastOp(last.operands[i], dest=source.type))
    with rw.modify(last):
        last.set_operand(i, back.results[0])
    rw.set_after(new)
    outer = rw.insert(CastOp(new.results[i], dest=old_type))
    values: list[Value] = list(new.results)
    values[i] = outer.results[0]
    rw.replace(op, values)
    return True
