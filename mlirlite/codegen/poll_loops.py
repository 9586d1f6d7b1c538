"""Makes code check now and then whether the user wants the run to end.

affine.for %i = 0 to %n { short }
-->  affine.for %o = 0 to %n step 4096
       { affine.for %i = %o to min(%o + 4096, %n) { short }  if not the last: krnl.poll }
affine.for %i = 0 to %n { for %j = 0 to %m … }
-->  affine.for %i = 0 to %n { for %j in strips …  (count min(%m, 4096) down; krnl.poll) }
"""

from __future__ import annotations

from functools import reduce
from math import prod
from typing import NamedTuple

from mlirlite.codegen._strips import (
    Indexed,
    chosen,
    count_of,
    has_loops,
    in_parallel_strips,
    in_strips,
    is_indexed,
    is_inside_loop,
    iterations_of,
    owner_of,
    starts_at_zero,
)
from mlirlite.codegen._work import most_iterations, weight
from mlirlite.dialects import affine, arith, func, krnl, memref, scf
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.arith import CmpIPredicate
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr, i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import CallOp, LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import INDEX, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass

BUDGET = 1 << 20
"""The work (see _work.py) between two checks: well below a millisecond, unless each access to
memory misses the caches."""
_HEAVY = 256
"""An iteration with at least this much work hides the computation of a strip's bounds."""
_LARGE = 200
"""The most ops of a nest that is copied, by their weights."""
_ROWS = 64
"""Iterations of a strip that are counted together, by the number of unknown parts of their work:
the work of at most this many strips is between two checks."""
_SHARE = 1 << 11
"""The work of one iteration of a parallel loop after short iterations were combined to strips,
which threads can share."""
_ITERATIONS = 16
"""Iterations of a parallel loop between two checks, if their work is not known."""
WORK = "krnl.work"
"""An attribute of a function that is compiled on its own: what a call of it counts for. It is
written if the function has a body, and read if it is a declaration."""
_PARALLEL = ("affine.parallel", "scf.parallel", "scf.forall", "omp.parallel")


@compiler_pass("poll-loops", anchor="builtin.module", each_function=True)
def poll_loops(module: Operation, state: PassState, *, budget: int = BUDGET) -> None:
    """Let functions look for an interrupt after each piece of work.

    A long loop of short iterations is split into strips of limited work, and polls after each but
    the last one. The loops around it subtract their work from `budget`, and poll when it is used
    up. Loops that are known to be short stay as they are. In affine.parallel each iteration counts
    for itself, and one in a fixed number of them looks."""
    _Module(module, state, budget).run()


class _Work(NamedTuple):
    """Work that is not counted yet: a number, and values that are known where it ends."""

    number: int = 0
    values: tuple[Value, ...] = ()


class _Module:
    """The functions of a module, and what is known of their work. A strip does at most `strip`;
    loops with less than `short` are not counted separately."""

    def __init__(self, module: Operation, state: PassState, budget: int) -> None:
        self.state = state
        self.budget = budget
        self.strip, self.short = (max(budget >> n, 1) for n in (1, 2))
        self._functions = {
            symbol_name(op): op
            for op in module.regions[0].block
            if isinstance(op, func.FuncOp) and not op.is_declaration
        }
        self._work: dict[str | None, int] = {
            symbol_name(op): work.value
            for op in module.regions[0].block
            if isinstance(op, func.FuncOp)
            and op.is_declaration
            and isinstance(work := op.attribute(WORK), IntegerAttr)
        }

    def run(self) -> None:
        """Let all functions count."""
        for name, function in self._functions.items():
            work = self.work_of(name)
            if WORK in function.attributes:
                function.attributes[WORK] = i64_attr(work)

    def work_of(self, name: str | None) -> int:
        """What a call of a function counts for."""
        if name not in self._functions:
            return self._work.get(name, self.budget)
        if name not in self._work:
            self._work[name] = self.strip  # for calls of itself
            self._work[name] = _Counted(self, self._functions[name].body).run()
        return self._work[name]


class _Counted:
    """The body of a function or parallel loop; it has a budget if something in it takes long."""

    def __init__(self, module: _Module, body: Region) -> None:
        self._module = module
        self._body = body
        self._budget: Value | None = None
        self._polls = 0
        self._short: dict[Operation, Value] = {}
        """The work of loops that are at most a strip where they stand."""
        self._nests: set[Operation] = set()
        """Nests that exist for short and for long loops."""

    def run(self) -> int:
        """Let it count; what a call of it counts for."""
        work = [self._block(b) for b in list(self._body)]
        return self._module.strip if self._polls else sum(w.number for w in work)

    def _block(self, block: Block) -> _Work:
        """Let the ops of a block count; the work left to be counted at its end."""
        number, values = 0, list[Value]()
        for op in list(block):
            found = self._work(op)
            number += found.number
            values += found.values
            most = number + len(values) * self._module.strip
            if number >= self._module.short or most > 4 * self._module.budget:
                if op.next is not None:
                    self._count(Builder.before_op(op.next), _Work(number, tuple(values)))
                number, values = 0, []
        return _Work(number, tuple(values))

    def _work(self, op: Operation) -> _Work:
        """Let an op's regions count; the work left to be counted after it."""
        if isinstance(op, affine.ParallelOp):
            return _Work(_look_in_parallel(op, self._module))
        if op.name in _PARALLEL:
            return _Work(self._module.budget)
        if isinstance(op, func.CallOp):
            return _Work(self._module.work_of(op.callee.leaf))
        if isinstance(op, CallOp) or op.name == "krnl.call":
            return _Work(self._module.budget)
        if isinstance(op, LoopLike):
            made = self._by_length(op)
            return self._loop(op) if made is None else self._work(made)
        inside = [sum(map(self._whole_block, list(region))) for region in op.regions]
        return _Work(weight(op) + max(inside, default=0))

    def _whole_block(self, block: Block) -> int:
        """Let a block count all work that it alone can count; the rest."""
        work = self._block(block)
        if not work.values:
            return work.number
        self._count_before_end(block, work)
        return 0

    def _by_length(self, nest: Operation) -> Operation | None:
        """The choice between a nest whose inner loops are at most a strip each, and a copy for
        longer ones: in the first, their bounds do not change. None if the nest needs no choice."""
        if nest in self._nests or is_inside_loop(nest) or sum(map(weight, nest.walk())) > _LARGE:
            return None
        found = []
        for loop in nest.walk():
            if loop is nest or not is_indexed(loop) or has_loops(loop):
                continue
            if most_iterations(loop) is not None:
                continue
            iteration = 1 + sum(map(weight, loop.regions[0].block))
            count = count_of(loop) if iteration < _HEAVY else None
            if count is not None and not nest.is_ancestor(count.place.block.parent_op):
                found.append((loop, count, iteration))
        if not found:
            return None
        self._module.state.count("nests for short and long loops")
        b = Builder.before_op(nest)
        are_long = []
        for loop, count, iteration in found:
            iterations = self._iterations(iteration)
            limit = index_constant(b, iterations)
            are_long.append(b.insert(arith.CmpIOp(CmpIPredicate.sgt, count.value, limit)).result)
            value = b.insert(arith.MaxSIOp(count.value, index_constant(b, 0))).result
            self._short[loop] = b.insert(arith.MulIOp(value, index_constant(b, iteration))).result
        is_long = reduce(lambda x, y: b.insert(arith.OrIOp(x, y)).result, are_long)
        made, copy = chosen(is_long, nest)
        self._nests |= {nest, copy}
        return made

    def _iterations(self, iteration: int) -> int:
        """The iterations of a strip."""
        return _power_of_2(self._module.strip // iteration)

    def _loop(self, loop: Operation) -> _Work:
        """Let a loop count, unless it is short; the work left to be counted."""
        if loop in self._short:
            return _Work(0, (self._short[loop],))
        before = self._polls
        blocks = [b for region in loop.regions for b in list(region)]
        iteration = 1 + sum(map(self._whole_block, blocks[:-1]))
        last = self._block(blocks[-1])
        iteration += last.number
        most = most_iterations(loop)
        is_plain = self._polls == before and not last.values
        if is_plain and most is not None and most * iteration <= self._module.short:
            return _Work(most * iteration)
        if is_indexed(loop):
            iterations = self._iterations(iteration)
            if is_plain and iterations > 1:
                return self._looks_between_strips(loop, iteration, iterations)
            if last.values and not any(loop.is_ancestor(owner_of(v)) for v in last.values):
                return self._counts_strips(loop, _Work(iteration, last.values))
        self._module.state.count("loops that count their work")
        self._count_before_end(blocks[-1], _Work(iteration, last.values))
        return _Work()

    def _looks_between_strips(self, loop: Indexed, iteration: int, iterations: int) -> _Work:
        """Let a loop of short iterations look after each strip but the last, whose work is left to
        be counted."""
        self._module.state.count("loops in strips")
        self._polls += 1
        count, work = count_of(loop), _Work(iterations * iteration)
        if count is not None:
            b = count.place
            value = b.insert(arith.MaxSIOp(count.value, index_constant(b, 0))).result
            value = b.insert(arith.MinSIOp(value, index_constant(b, iterations))).result
            work = _Work(0, (b.insert(arith.MulIOp(value, index_constant(b, iteration))).result,))
        strips = in_strips(loop, iterations)
        inside = _if(strips.end, CmpIPredicate.slt, strips.next, strips.limit)
        inside.insert(krnl.PollOp())
        inside.insert(scf.YieldOp.create())
        return work

    def _counts_strips(self, loop: Indexed, iteration: _Work) -> _Work:
        """Let a loop whose iterations do as much work as is known before it count after each strip,
        as if all were whole."""
        self._module.state.count("loops that count strips")
        iterations = _power_of_2(_ROWS // len(iteration.values))
        strips = in_strips(loop, iterations)
        b = strips.end
        rows = index_constant(b, iterations)
        values = [b.insert(arith.MulIOp(v, rows)).result for v in iteration.values]
        self._count(b, _Work(iteration.number * iterations, tuple(values)))
        return _Work()

    def _count_before_end(self, block: Block, work: _Work) -> None:
        end = block.last
        if end is not None:
            self._count(Builder.before_op(end), work)

    def _count(self, b: Builder, work: _Work) -> None:
        """Take work from the budget, and look for an interrupt when nothing is left of it."""
        self._polls += 1
        most = self._module.budget
        budget = self._budget = self._budget or _new_budget(self._body, most)
        left = b.insert(memref.LoadOp(budget, [])).result
        for value in (index_constant(b, work.number), *work.values):
            left = b.insert(arith.SubIOp(left, value)).result
        b.insert(memref.StoreOp(left, budget, []))
        inside = _if(b, CmpIPredicate.slt, left, index_constant(b, 0))
        inside.insert(krnl.PollOp())
        inside.insert(memref.StoreOp(index_constant(inside, most), budget, []))
        inside.insert(scf.YieldOp.create())


def _power_of_2(number: int) -> int:
    """The largest that is not above a number, 1 at least."""
    return 1 << max(number, 1).bit_length() - 1


def _look_in_parallel(loop: affine.ParallelOp, module: _Module) -> int:
    """Let each thread of a loop look after some iterations: it has a share of them in order. What
    the loop counts for."""
    iteration = max(_Counted(module, loop.region).run(), 1)
    iterations = [iterations_of(loop, k) for k in range(len(loop.steps))]
    total = iteration * prod(n or module.budget for n in iterations)
    if total <= module.short:
        return total
    if iteration < _HEAVY and not has_loops(loop) and not loop.results:
        several = _power_of_2(min(_SHARE, module.strip) // iteration)
        in_parallel_strips(loop, several)
        iteration *= several
    left = _power_of_2(module.budget // iteration) if iteration < module.strip else _ITERATIONS
    b = Builder.at_start(loop.body)
    looks = []
    for k in reversed(range(len(loop.steps))):
        counter = loop.body.args[k]
        if left > 1 and starts_at_zero(loop, k):
            step = index_constant(b, loop.step_numbers[k])
            often = AffineMap(1, 0, (AffineDim(0) % (left * loop.step_numbers[k]),))
            place = b.insert(affine.ApplyOp(AffineMapAttr(often), [counter])).result
            looks.append(b.insert(arith.CmpIOp(CmpIPredicate.slt, place, step)).result)
            left = _power_of_2(left // (iterations_of(loop, k) or left))
    if not looks:
        b.insert(krnl.PollOp())
        return module.budget
    look = reduce(lambda x, y: b.insert(arith.AndIOp(x, y)).result, looks)
    inside = _if_holds(b, look)
    inside.insert(krnl.PollOp())
    inside.insert(scf.YieldOp.create())
    return module.budget


def _if(b: Builder, predicate: CmpIPredicate, left: Value, right: Value) -> Builder:
    """A conditional op without results; where to put its ops."""
    return _if_holds(b, b.insert(arith.CmpIOp(predicate, left, right)).result)


def _if_holds(b: Builder, condition: Value) -> Builder:
    block = Block()
    b.insert(scf.IfOp.create((condition,), regions=[Region([block]), Region()]))
    return Builder.at_end(block)


def _new_budget(body: Region, number: int) -> Value:
    entry = body.entry
    b = Builder(entry, entry.first)
    budget: Value = b.insert(memref.AllocaOp([], [], memref=MemRefType((), INDEX))).result
    b.insert(memref.StoreOp(index_constant(b, number), budget, []))
    return budget
