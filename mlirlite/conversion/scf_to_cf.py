"""scf → cf: loops and conditionals become blocks with branches.

scf.if %c { A }; B  -->  cf.cond_br %c, ^a, ^b; ^a: A; cf.br ^b; ^b: B
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.dialects import arith, cf, scf
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import i32_array, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import I1, I32, INDEX, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError, error

lower: OpTable[Callable[..., None]] = OpTable("scf-to-cf")
"""Lowerings `(op, b)`: each removes the op. Later ops come first, inner ones before outer ones: so
a block is split from its end, and no op moves twice."""


@compiler_pass("convert-scf-to-cf", each_function=True)
def convert_scf_to_cf(root: Operation, state: PassState) -> None:
    """Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG."""
    for forall in [op for op in root.inside() if isinstance(op, scf.ForallOp)]:
        _forall_to_parallel(forall, Builder.before_op(forall))
    for parallel in [op for op in root.inside() if isinstance(op, scf.ParallelOp)]:
        _parallel_to_for(parallel, Builder.before_op(parallel))
    for op in reversed(root.inside()):
        function = lower.get(type(op))
        if function is not None:
            function(op, Builder.before_op(op))


def _branch(b: Builder, block: Block, values: Sequence[Value] = ()) -> Operation:
    return b.insert(cf.BranchOp.create(values, (), None, None, (), (block,)))


def _cond_branch(
    b: Builder,
    condition: Value,
    to: Block,
    other: Block,
    values: Sequence[Value] = (),
) -> Operation:
    sizes = i32_array((1, len(values), 0))
    properties: dict[str, Attribute] = {"operandSegmentSizes": sizes}
    return b.insert(
        cf.CondBranchOp.create((condition, *values), (), properties, None, (), (to, other))
    )


def _split(op: Operation) -> tuple[Block, Block, Region]:
    """The block up to an op, a new one from the op on, and their region."""
    before = op.parent
    if before is None or before.parent is None:
        raise ValueError(f"'{op.name}' is in no region")
    return before, before.split_before(op), before.parent


def _finish(op: Operation, values: Sequence[Value]) -> None:
    op.replace_all_uses_with(values)
    op.erase()


def _terminator(block: Block) -> Operation:
    last = block.last
    if last is None:
        raise ValueError("the block has no terminator")
    return last


def _loop_attributes(op: Operation, branch: Operation) -> None:
    """Pass a loop's llvm attributes on to its backward branch."""
    for name, attribute in op.attributes.items():
        if name.startswith("llvm."):
            branch.attributes[name] = attribute


@lower(scf.ForOp)
def lower_for(op: scf.ForOp, b: Builder) -> None:
    """scf.for --> ^condition(iv, values): cond_br iv < end, ^body, ^end"""
    start, end, step, *inits = op.operands
    before, after, region = _split(op)
    condition = op.regions[0].entry
    last = op.regions[0].last
    if last is None:
        raise ValueError("the loop has no body")
    body = Block()
    op.regions[0].insert_before(condition.next, body)
    for inner in condition:
        inner.detach()
        body.append(inner)
    last = body if last is condition else last
    region.take_blocks(op.regions[0], after)
    iv = condition.args[0]
    terminator = _terminator(last)
    b.set_end(last)
    stepped = b.insert(
        arith.AddIOp.create((iv, step), (iv.type,), {"overflowFlags": arith.NO_OVERFLOW})
    )
    _loop_attributes(op, _branch(b, condition, (stepped.results[0], *terminator.operands)))
    terminator.erase()
    b.set_end(before)
    _branch(b, condition, (start, *inits))
    b.set_end(condition)
    kind = arith.CmpIPredicate.slt if op.unsignedCmp is None else arith.CmpIPredicate.ult
    goes_on = b.insert(arith.CmpIOp.create((iv, end), (I1,), {"predicate": i64_attr(int(kind))}))
    _cond_branch(b, goes_on.results[0], body, after)
    _finish(op, condition.args[1:])


def _inline(region: Region, into: Region, end: Block, b: Builder) -> Block:
    """Move a region's blocks to before `end`, where its terminator then goes; its first block is
    returned."""
    first, last = region.entry, region.last
    if last is None:
        raise ValueError("the region is empty")
    terminator = _terminator(last)
    into.take_blocks(region, end)
    b.set_end(last)
    _branch(b, end, terminator.operands)
    terminator.erase()
    return first


def _continuation(op: Operation, after: Block, region: Region, b: Builder) -> Block:
    """The block where branches of a conditional meet; its arguments are the results."""
    if not op.results:
        return after
    meet = Block(op.result_types, [op.location] * len(op.results))
    region.insert_before(after, meet)
    b.set_end(meet)
    _branch(b, after)
    return meet


@lower(scf.IfOp)
def lower_if(op: scf.IfOp, b: Builder) -> None:
    """scf.if --> cond_br ^then, ^else; both go on to one block"""
    before, after, region = _split(op)
    meet = _continuation(op, after, region, b)
    then = _inline(op.thenRegion, region, meet, b)
    otherwise = meet if op.elseRegion.empty else _inline(op.elseRegion, region, meet, b)
    b.set_end(before)
    _cond_branch(b, op.operands[0], then, otherwise)
    _finish(op, meet.args)


@lower(scf.IndexSwitchOp)
def lower_index_switch(op: scf.IndexSwitchOp, b: Builder) -> None:
    """scf.index_switch --> cf.switch over i32"""
    before, after, region = _split(op)
    meet = after
    for type in op.result_types:
        meet.add_argument(type, op.location)
    cases = [_inline(r, region, meet, b) for r in op.caseRegions]
    default = _inline(op.defaultRegion, region, meet, b)
    b.set_end(before)
    flag = b.insert(arith.IndexCastOp.create(op.operands, (I32,))).results[0]
    numbers = list(op.cases)
    properties: dict[str, Attribute] = {
        "case_operand_segments": i32_array([0] * len(cases)),
        "operandSegmentSizes": i32_array((1, 0, 0)),
    }
    if numbers:
        shaped = VectorType((len(numbers),), I32)
        properties["case_values"] = DenseElementsAttr.of(shaped, numbers)
    b.insert(cf.SwitchOp.create((flag,), (), properties, None, (), (default, *cases)))
    _finish(op, meet.args)


@lower(scf.WhileOp)
def lower_while(op: scf.WhileOp, b: Builder) -> None:
    """scf.while --> ^before: cond_br ^after, ^end; ^after: br ^before"""
    before, end, region = _split(op)
    condition, again = op.before.entry, op.after.entry
    test = _terminator(_last(op.before))
    if _only_hands_on(op.after):
        region.take_blocks(op.before, end)
        again, turn = condition, None
    else:
        turn = _terminator(_last(op.after))
        region.take_blocks(op.before, end)
        region.take_blocks(op.after, end)
    b.set_end(before)
    _branch(b, condition, op.operands)
    flag, *values = test.operands
    b.set_before(test)
    back = _cond_branch(b, flag, again, end, values)
    test.erase()
    if turn is not None:
        b.set_before(turn)
        back = _branch(b, condition, turn.operands)
        turn.erase()
    _loop_attributes(op, back)
    _finish(op, values)


def _last(region: Region) -> Block:
    if region.last is None:
        raise ValueError("the region is empty")
    return region.last


def _only_hands_on(region: Region) -> bool:
    """True when a region does nothing but yield its arguments."""
    block = region.entry
    if not region.has_one_block or block.first is not block.last or block.first is None:
        return False
    return list(block.first.operands) == block.args


@lower(scf.ExecuteRegionOp)
def lower_execute_region(op: scf.ExecuteRegionOp, b: Builder) -> None:
    """scf.execute_region --> its blocks, in place"""
    before, after, region = _split(op)
    for type in op.result_types:
        after.add_argument(type, op.location)
    first = op.regions[0].entry
    for block in op.regions[0]:
        last = block.last
        if isinstance(last, scf.YieldOp):
            b.set_end(block)
            _branch(b, after, last.operands)
            last.erase()
    region.take_blocks(op.regions[0], after)
    b.set_end(before)
    _branch(b, first)
    _finish(op, after.args)


def _parallel_to_for(op: scf.ParallelOp, b: Builder) -> None:
    """scf.parallel --> scf.for nest that carries the values of its reductions"""
    values: Sequence[Value] = op.initVals
    types = [v.type for v in values]
    body = op.regions[0].block
    reduce = _terminator(body)
    loops: list[scf.ForOp] = []
    for low, high, step, iv in zip(op.lowerBound, op.upperBound, op.step, body.args, strict=True):
        block = Block([INDEX, *types])
        loop = scf.ForOp.create((low, high, step, *values), types, None, None, (Region([block]),))
        b.insert(loop)
        iv.replace_all_uses_with(block.args[0])
        values = block.args[1:]
        loops.append(loop)
        b.set_end(block)
    inner = b.block
    for moved in body:
        if moved is not reduce:
            moved.detach()
            inner.append(moved)
    results = [
        _combine(region, value, carried, inner)
        for region, value, carried in zip(reduce.regions, reduce.operands, values, strict=True)
    ]
    for loop in reversed(loops):
        loop.body.append(scf.YieldOp.create(results, location=op.location))
        results = list(loop.results)
    _loop_attributes(op, loops[-1])
    _finish(op, results)


def _combine(region: Region, value: Value, carried: Value, into: Block) -> Value:
    """Put the ops of a reduction at the end of a block; what it returns."""
    block = region.block
    last = _terminator(block)
    known = dict(zip(block.args, (carried, value), strict=True))
    for argument, new in known.items():
        argument.replace_all_uses_with(new)
    result = last.operands[0]
    for inner in block:
        if inner is not last:
            inner.detach()
            into.append(inner)
    return result


def _forall_to_parallel(op: scf.ForallOp, b: Builder) -> None:
    """scf.forall without results --> scf.parallel"""
    if op.results:
        raise DiagnosticError(
            error(
                f"failed to legalize operation '{op.name}' that was explicitly marked illegal",
                op.where,
            ).note("only a forall without results can be lowered; bufferize first")
        )
    expand = AffineExpander(b, op)

    def values(mixed: Sequence[Any]) -> list[Value]:
        return [expand.constant(m) if isinstance(m, int) else m for m in mixed]

    bounds = [values(m) for m in (op.mixed_lower_bounds, op.mixed_upper_bounds, op.mixed_steps)]
    body = op.regions[0].block
    _terminator(body).erase()
    body.detach()
    body.append(scf.ReduceOp.create(location=op.location))
    rank = len(bounds[0])
    properties: dict[str, Attribute] = {"operandSegmentSizes": i32_array((rank,) * 3 + (0,))}
    operands = [v for group in bounds for v in group]
    b.insert(scf.ParallelOp.create(operands, (), properties, None, (Region([body]),)))
    op.erase()
