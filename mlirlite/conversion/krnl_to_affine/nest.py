"""krnl.iterate → loop nests in its place, in the order of the schedule; induction variables for ops
that request them.

A nest may be imperfect: each iterate makes the loops it names around its own body, so that
statements between loops stay
where they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.krnl_to_affine.loops import end_loop, make_loop
from mlirlite.conversion.krnl_to_affine.schedule import Loop, Schedule
from mlirlite.dialects import krnl, memref
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Pure, Terminator
from mlirlite.ir.types import INDEX, MemRefType
from mlirlite.ir.values import Use, Value
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import DiagnosticError


def hoist_invariants(iterate: krnl.IterateOp) -> None:
    """Hoist pure invariant ops out of the loops: sizes computed inside become symbols of bounds."""
    body = iterate.body
    for op in body:
        if _may_run_early(op) and all(v.parent_block is not body for v in op.operands):
            op.move_before(iterate)


def _may_run_early(op: Operation) -> bool:
    if isinstance(op, memref.DimOp):
        axis, type = constant_value(op.operands[1]), op.operands[0].type
        if not isinstance(axis, IntegerAttr) or not isinstance(type, MemRefType):
            return False
        return 0 <= axis.value < type.rank
    return Pure in op.traits and Terminator not in op.traits and not op.regions


class NestLowering:
    """Lowers the iterates of one function, outer ones first."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        self._pending: list[tuple[Loop, Value]] = []
        """Values for the index of a loop of which only parts have been made so far."""

    def lower(self, op: krnl.IterateOp) -> None:
        """Replace an iterate by a loop nest."""
        schedule = self.schedule
        schedule.begin(op)
        loops = [schedule[v] for v in op.optimized_loops]
        if any(loop.block is not None for loop in loops):
            raise DiagnosticError(op.error("runs a loop that krnl.block split; name its parts"))
        loops.sort(key=lambda loop: loop.position)
        ranges = op.ranges()
        body = op.body
        results = _take_terminator(body)
        body.detach()
        if loops:
            self._wrap(op, body, loops, results)
        else:
            _inline(op, body, len(ranges), results)
        for r in ranges:
            self._bind(schedule[r.loop], r.induction_var)
        if loops:
            for _ in ranges:
                body.erase_argument(1)
        op.erase()

    def _wrap(
        self, op: krnl.IterateOp, body: Block, loops: list[Loop], results: Sequence[Value]
    ) -> None:
        b = Builder.before_op(op)
        inits = op.inits
        types = [v.type for v in inits]
        nest: list[Operation] = []
        hints = {n: a for n, a in op.attributes.items() if n.startswith("llvm.")}
        for loop in loops:
            if loop is loops[-1]:
                inner = body
                inner.insert_argument(0, INDEX)
            else:
                inner = Block([INDEX, *types])
            extent = loop.extent(op)
            made = make_loop(b, extent, inner, inits, loop.parallel)
            made.attributes.update(hints)
            loop.iv = inner.args[0]
            loop.made.append((made, extent))
            nest.append(made)
            b.set_end(inner)
            inits = tuple(inner.args[len(inner.args) - len(types) :])
        for made in reversed(nest):
            end_loop(made, results, b)
            results = made.results
        op.replace_all_uses_with(nest[0])

    def _bind(self, root: Loop, variable: Value) -> None:
        """Resolve a body's argument for a loop: the index of its innermost part."""
        if not variable.has_uses:
            return
        if root.block is None and root.iv is not None:
            variable.replace_all_uses_with(root.iv)
            return
        waiting = Value(INDEX)
        variable.replace_all_uses_with(waiting)
        self._pending.append((root, waiting))

    def finish(self) -> None:
        """Resolve the indices of loops whose parts run in several iterates."""
        for root, waiting in self._pending:
            made = [op for part in root.parts() for op, _ in part.made]
            for use in list(waiting.uses):
                use.owner.set_operand(use.operand, _innermost(use, made))

    def induction_variables(self, op: krnl.GetInductionVariableValueOp) -> None:
        """Replace krnl.get_induction_var_value by the enclosing loops' induction variables."""
        values = []
        for value in op.operands:
            loop = self.schedule[value]
            made = loop.made[-1][0] if loop.made else None
            if made is None or loop.iv is None or not made.is_ancestor(op):
                raise DiagnosticError(
                    op.error("asks for the index of a loop that no krnl.iterate around it runs")
                )
            values.append(loop.iv)
        op.replace_all_uses_with(values)
        op.erase()


def _take_terminator(body: Block) -> Sequence[Value]:
    """Erase the terminator and return what it yields."""
    last = body.last
    if last is None:
        return ()
    results = last.operands
    last.erase()
    return results


def _inline(op: krnl.IterateOp, body: Block, variables: int, results: Sequence[Value]) -> None:
    """Without loops the body runs once, here."""
    values: dict[Value, Value] = dict(zip(body.args[variables:], op.inits, strict=True))
    for argument, init in values.items():
        argument.replace_all_uses_with(init)
    for inner in body:
        inner.move_before(op)
    op.replace_all_uses_with([values.get(v, v) for v in results])


def _innermost(use: Use, made: list[Operation]) -> Value:
    """The induction variable of the innermost of these loops around a use."""
    best: Operation | None = None
    for op in made:
        if op.is_ancestor(use.owner) and (best is None or best.is_ancestor(op)):
            best = op
    if best is None:
        raise DiagnosticError(
            use.owner.error("uses the index of a loop that no krnl.iterate around it runs")
        )
    return best.regions[0].block.args[0]
