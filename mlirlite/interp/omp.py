"""Evaluation of the ops of omp: the threads of a team run in turn, each from one barrier to the
next. Iterations are dealt out in equal parts, or in chunks one after the other."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import product
from typing import Any

from mlirlite.dialects import omp
from mlirlite.dialects.llvm.types import is_pointer
from mlirlite.interp.addresses import addresses
from mlirlite.interp.aggregates import load, size_of, store
from mlirlite.interp.machine import Enter, Fork, Leave, Machine, Wait, evaluate
from mlirlite.interp.scf import counter
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Any, Any, Any]
_Reducing = omp.ParallelOp | omp.SectionsOp | omp.SimdOp | omp.WsloopOp
_Private = _Reducing | omp.DistributeOp | omp.SingleOp | omp.TaskOp | omp.TeamsOp


def _name(symbol: Attribute) -> str:
    return symbol.root if isinstance(symbol, SymbolRefAttr) else ""


def _private(m: Machine, op: _Private) -> Steps:
    """The addresses of a thread's own variables: uninitialized, or copies."""
    found = []
    for value, symbol in zip(op.private_vars, op.private_syms or (), strict=True):
        clause: Any = m.symbol(_name(symbol))
        original = m[value]
        if not is_pointer(value.type):
            raise DiagnosticError(op.error(f"with a private '{value.type}' cannot be evaluated"))
        own = addresses(m).allocate(size_of(clause.type_))
        for region in (clause.init_region, clause.copy_region):
            if not region.empty:
                done = yield Enter(region, [original, own], isolated=True)
                [own] = done.values
        found.append(own)
    return found


def _reduced(m: Machine, op: _Reducing) -> Steps:
    """The addresses of a thread's own partial results, each with its start value."""
    found = []
    if any(op.reduction_byref or ()):
        raise DiagnosticError(op.error("with a reduction by reference cannot be evaluated"))
    for value, symbol in zip(op.reduction_vars, op.reduction_syms or (), strict=True):
        rule: Any = m.symbol(_name(symbol))
        original = load(addresses(m), m[value], rule.type_)
        done = yield Enter(rule.initializerRegion, [original], isolated=True)
        own = addresses(m).allocate(size_of(rule.type_))
        store(addresses(m), own, done.values[0], rule.type_)
        found.append(own)
    return found


def _combine(m: Machine, op: _Reducing, own: Sequence[int]) -> Steps:
    """A thread's partial results are combined into the shared ones."""
    pairs = zip(op.reduction_vars, op.reduction_syms or (), own, strict=True)
    for value, symbol, partial in pairs:
        rule: Any = m.symbol(_name(symbol))
        values = [load(addresses(m), place, rule.type_) for place in (m[value], partial)]
        done = yield Enter(rule.reductionRegion, values, isolated=True)
        store(addresses(m), m[value], done.values[0], rule.type_)


def _run_region(m: Machine, op: _Reducing) -> Steps:
    """The region with its private and reduced variables in this thread."""
    private = yield from _private(m, op)
    partial = yield from _reduced(m, op)
    yield Enter(op.region, [*private, *partial])
    yield from _combine(m, op, partial)
    return ()


@evaluate(omp.ParallelOp)
def run_parallel(m: Machine, op: omp.ParallelOp) -> Steps:
    """The region in each thread of a team."""
    count = m.threads if op.num_threads is None else m[op.num_threads]
    if op.if_expr is not None and not m[op.if_expr]:
        count = 1
    own: list[Any] = []
    for _ in range(max(1, count)):
        private = yield from _private(m, op)
        own.append((private, (yield from _reduced(m, op))))
    yield Fork([Enter(op.region, [*private, *partial]) for private, partial in own])
    for _, partial in own:
        yield from _combine(m, op, partial)
    return ()


@evaluate(omp.WsloopOp)
def run_wsloop(m: Machine, op: omp.WsloopOp) -> Steps:
    """A loop nest of which each thread runs a share; then the threads wait for each other."""
    yield from _run_region(m, op)
    if op.nowait is None:
        yield Wait()
    return ()


@evaluate(omp.SimdOp)
def run_simd(m: Machine, op: omp.SimdOp) -> Steps:
    """A loop nest, all of it in this thread."""
    yield from _run_region(m, op)
    return ()


@evaluate(omp.DistributeOp)
def run_distribute(m: Machine, op: omp.DistributeOp) -> Steps:
    """A loop nest of which each team runs a part: there is one team."""
    private = yield from _private(m, op)
    yield Enter(op.region, private)
    return ()


@evaluate(omp.LoopNestOp)
def run_loop_nest(m: Machine, op: omp.LoopNestOp) -> Steps:
    """The region for the points that are this thread's."""
    type = op.loop_lower_bounds[0].type
    axes = []
    bounds = (op.loop_lower_bounds, op.loop_upper_bounds, op.loop_steps)
    for lower, upper, step in zip(*map(m.all, bounds), strict=True):
        if step < 0:
            turned = range(lower, upper - (op.loop_inclusive is not None), step)
            axes.append(list(turned))
        else:
            end = upper + (op.loop_inclusive is not None)
            axes.append(list(counter(lower, end, step, type, as_unsigned=False)))
    for point in _share(m, op, list(product(*axes))):
        yield Enter(op.region, point)
    return ()


def _share(m: Machine, op: Operation, points: list[Any]) -> list[Any]:
    """The part of the points that this thread runs."""
    wrapper: Any = op.parent_op
    while wrapper is not None and not isinstance(wrapper, omp.WsloopOp):
        inside = isinstance(wrapper, omp.LoopWrapper)
        wrapper = wrapper.parent_op if inside else None
    if wrapper is None or m.team == 1:
        return points
    kind = wrapper.schedule_kind
    if wrapper.schedule_chunk is None and (kind is None or kind.value.name == "static"):
        size, rest = divmod(len(points), m.team)
        start = m.thread * size + min(m.thread, rest)
        return points[start : start + size + (m.thread < rest)]
    chunk = 1 if wrapper.schedule_chunk is None else m[wrapper.schedule_chunk]
    return [p for i, p in enumerate(points) if i // chunk % m.team == m.thread]


@evaluate(omp.BarrierOp)
def run_barrier(m: Machine, op: omp.BarrierOp) -> Steps:
    """The threads of the team wait for each other."""
    yield Wait()
    return ()


@evaluate(omp.SectionsOp)
def run_sections(m: Machine, op: omp.SectionsOp) -> Steps:
    """Each section in one of the threads."""
    yield from _run_region(m, op)
    if op.nowait is None:
        yield Wait()
    return ()


@evaluate(omp.SectionOp)
def run_section(m: Machine, op: omp.SectionOp) -> Steps:
    """The region, if the section is this thread's."""
    block: Any = op.parent
    sections = [s for s in block if isinstance(s, omp.SectionOp)]
    if sections.index(op) % m.team == m.thread:
        yield Enter(op.region, m.all_raw(block.args))
    return ()


@evaluate(omp.SingleOp)
def run_single(m: Machine, op: omp.SingleOp) -> Steps:
    """The region in the first thread."""
    private = yield from _private(m, op)
    if op.copyprivate_vars:
        raise DiagnosticError(op.error("with copyprivate cannot be evaluated"))
    if m.thread == 0:
        yield Enter(op.region, private)
    if op.nowait is None:
        yield Wait()
    return ()


@evaluate(omp.MasterOp, omp.MaskedOp)
def run_master(m: Machine, op: omp.MasterOp | omp.MaskedOp) -> Steps:
    """The region in one thread."""
    chosen = getattr(op, "filtered_thread_id", None)
    if m.thread == (0 if chosen is None else m[chosen]):
        yield Enter(op.region)
    return ()


@evaluate(omp.CriticalOp, omp.TaskgroupOp)
def run_region(m: Machine, op: omp.CriticalOp | omp.TaskgroupOp) -> Steps:
    """The region: no other thread runs in the meantime."""
    yield Enter(op.region)
    return ()


@evaluate(omp.TaskOp, omp.TeamsOp)
def run_task(m: Machine, op: omp.TaskOp | omp.TeamsOp) -> Steps:
    """The region, at once; there is one team."""
    private = yield from _private(m, op)
    yield Enter(op.region, private)
    return ()


@evaluate(omp.FlushOp, omp.TaskwaitOp, omp.TaskyieldOp)
def run_nothing(m: Machine, op: omp.FlushOp | omp.TaskwaitOp | omp.TaskyieldOp) -> None:
    """No effect: threads run in one order, and tasks have run."""


@evaluate(omp.ThreadprivateOp)
def run_threadprivate(m: Machine, op: omp.ThreadprivateOp) -> Any:
    """The thread's own memory of a variable; the first thread's is the variable itself."""
    original = m[op.sym_addr]
    if m.thread == 0:
        return original
    key = ("omp.threadprivate", original, m.thread)
    if key not in m.globals:
        buffer, at = addresses(m).holder(original)
        own = addresses(m).allocate(len(buffer.data) - at)
        copy, _ = addresses(m).holder(own)
        copy.data[:], copy.written[:] = buffer.data[at:], buffer.written[at:]
        m.globals[key] = own
    return m.globals[key]


@evaluate(omp.AtomicReadOp)
def run_atomic_read(m: Machine, op: omp.AtomicReadOp) -> None:
    """One variable is written with another."""
    type = op.element_type
    store(addresses(m), m[op.v], load(addresses(m), m[op.x], type), type)


@evaluate(omp.AtomicWriteOp)
def run_atomic_write(m: Machine, op: omp.AtomicWriteOp) -> None:
    """A variable is written."""
    store(addresses(m), m[op.x], m.raw(op.expr), op.expr.type)


@evaluate(omp.AtomicUpdateOp)
def run_atomic_update(m: Machine, op: omp.AtomicUpdateOp) -> Steps:
    """A variable is replaced by what the region makes of it."""
    type = op.region.entry.args[0].type
    done: Leave = yield Enter(op.region, [load(addresses(m), m[op.x], type)])
    store(addresses(m), m[op.x], done.values[0], type)
    return ()


@evaluate(omp.AtomicCaptureOp)
def run_atomic_capture(m: Machine, op: omp.AtomicCaptureOp) -> Steps:
    """Two atomic ops, one after the other."""
    yield Enter(op.region)
    return ()
