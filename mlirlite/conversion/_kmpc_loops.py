"""Loops of which each thread runs a share, by calls of the OpenMP runtime."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import call_void, declared
from mlirlite.conversion._llvm_ops import NSW, binary, icmp, int_constant, load, select, store
from mlirlite.dialects import llvm, omp
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, I64
from mlirlite.ir.values import Value

STATIC = 34
"""kmp_sch_static: every thread gets one run of iterations."""
DYNAMIC = {"dynamic": 35, "guided": 36}


def slot(b: Builder, type: Type) -> Value:
    """A variable on the stack."""
    return create(b, llvm.AllocaOp, (int_constant(b, 1, I64),), PTR, {"elem_type": type})


def counts(b: Builder, nest: omp.LoopNestOp) -> list[Value]:
    """How often each loop of a nest runs, 0 or more. Steps are positive."""
    found = []
    for low, high, step in zip(
        nest.loop_lower_bounds, nest.loop_upper_bounds, nest.loop_steps, strict=True
    ):
        span = binary(b, llvm.SubOp, high, low, NSW)
        if nest.loop_inclusive is None:
            span = binary(b, llvm.SubOp, span, int_constant(b, 1, span.type), NSW)
        zero = int_constant(b, 0, span.type)
        count = create(b, llvm.SDivOp, (span, step))
        count = binary(b, llvm.AddOp, count, int_constant(b, 1, span.type), NSW)
        found.append(select(b, icmp(b, "slt", span, zero), zero, count))
    return found


_Blocks = tuple[Block, Block, Value]
"""The blocks before and after the body, and the number of the iteration."""


Ident = Callable[[Builder], Value]
"""The function that makes the source location for the runtime."""


class Work(NamedTuple):
    """Iterations that a team shares, as seen by one of its threads: their total number, and the
    runtime's code of their schedule."""

    ident: Ident
    thread: Value
    total: Value
    schedule: int


def _variables(entry: Block) -> list[Value]:
    """A thread's share from the runtime: whether it is the last, its bounds and step."""
    b = Builder.at_start(entry)
    return [slot(b, t) for t in (I32, I64, I64, I64)]


def _range(b: Builder, total: Value) -> tuple[Value, Value, Value]:
    """The first iteration, the distance to the next one, and the last one."""
    one, zero = int_constant(b, 1, I64), int_constant(b, 0, I64)
    return zero, one, binary(b, llvm.SubOp, total, one, NSW)


def static_part(b: Builder, op: Operation, work: Work, entry: Block, after: Block) -> _Blocks:
    """One run of iterations per thread: `for (k = lower; k <= upper; k++)`."""
    last, lower, upper, step = _variables(entry)
    zero, one, end = _range(b, work.total)
    for value, variable in (
        (int_constant(b, 0, I32), last),
        (zero, lower),
        (end, upper),
        (one, step),
    ):
        store(b, value, variable)
    place = work.ident(b)
    schedule = int_constant(b, work.schedule, I32)
    arguments = (place, work.thread, schedule, last, lower, upper, step, one, one)
    call_void(b, op, "__kmpc_for_static_init_8", arguments)
    first, stop = load(b, lower, I64), load(b, upper, I64)
    stop = select(b, icmp(b, "slt", stop, end), stop, end)
    return _counting(b, first, stop, after)


def dynamic_parts(b: Builder, op: Operation, work: Work, entry: Block, after: Block) -> _Blocks:
    """Runs of iterations as long as the runtime has some."""
    last, lower, upper, step = _variables(entry)
    zero, one, end = _range(b, work.total)
    place = work.ident(b)
    begin = (place, work.thread, int_constant(b, work.schedule, I32), zero, end, one, one)
    call_void(b, op, "__kmpc_dispatch_init_8", begin)
    region = after.parent
    if region is None:
        raise ValueError("the block is in no region")
    asking, running = Block(), Block()
    region.insert_before(after, asking)
    region.insert_before(after, running)
    b.insert(llvm.BrOp.create((), (), None, None, (), (asking,)))
    b.set_end(asking)
    declared(b, op, "__kmpc_dispatch_next_8", [PTR, I32, PTR, PTR, PTR, PTR], I32)
    arguments = (place, work.thread, last, lower, upper, step)
    more = b.insert(llvm.CallOp.of("__kmpc_dispatch_next_8", arguments, (I32,))).results[0]
    _branch_if(b, icmp(b, "ne", more, int_constant(b, 0, I32)), running, after)
    b.set_end(running)
    return _counting(b, load(b, lower, I64), load(b, upper, I64), after, asking)


def _counting(
    b: Builder, first: Value, stop: Value, after: Block, then: Block | None = None
) -> _Blocks:
    region = after.parent
    if region is None:
        raise ValueError("the block is in no region")
    head, body, advance = Block([I64]), Block(), Block()
    for block in (head, body, advance):
        region.insert_before(after, block)
    b.insert(llvm.BrOp.create((first,), (), None, None, (), (head,)))
    b.set_end(head)
    number = head.args[0]
    _branch_if(b, icmp(b, "sle", number, stop), body, then if then is not None else after)
    b.set_end(advance)
    advanced = binary(b, llvm.AddOp, number, int_constant(b, 1, I64), NSW)
    b.insert(llvm.BrOp.create((advanced,), (), None, None, (), (head,)))
    return body, advance, number


def _branch_if(b: Builder, condition: Value, yes: Block, no: Block) -> None:
    sizes = {"operandSegmentSizes": i32_array((1, 0, 0))}
    b.insert(llvm.CondBrOp.create((condition,), (), dict(sizes), None, (), (yes, no)))


def fill(
    b: Builder,
    nest: omp.LoopNestOp,
    counts: Sequence[Value],
    blocks: _Blocks,
    region: Region,
) -> None:
    """Put the body of a nest between two blocks, its indices made of the iteration's number."""
    body, advance, number = blocks
    b.set_end(body)
    indices: list[Value] = []
    rest = number
    for i in reversed(range(len(counts))):
        here = rest if i == 0 else create(b, llvm.URemOp, (rest, counts[i]))
        if i:
            rest = create(b, llvm.UDivOp, (rest, counts[i]))
        scaled = binary(b, llvm.MulOp, here, nest.loop_steps[i], NSW)
        indices.insert(0, binary(b, llvm.AddOp, scaled, nest.loop_lower_bounds[i], NSW))
    first = nest.region.entry
    for argument, index in zip(first.args, indices, strict=True):
        argument.replace_all_uses_with(index)
    while first.args:
        first.erase_argument(0)
    b.insert(llvm.BrOp.create((), (), None, None, (), (first,)))
    for block in nest.region:
        if isinstance(block.last, omp.YieldOp):
            block.last.erase()
            b.set_end(block)
            b.insert(llvm.BrOp.create((), (), None, None, (), (advance,)))
    region.take_blocks(nest.region, advance)
