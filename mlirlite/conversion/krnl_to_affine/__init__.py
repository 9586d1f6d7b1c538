"""krnl → affine: loops with their schedules become affine.for nests, accesses affine.load and
store.

%i = krnl.define_loops 1
krnl.iterate(%i) with (%i -> %x = 0 to 10){…}  -->  affine.for %x = 0 to 10 {…}
"""

from __future__ import annotations

import mlirlite.conversion.krnl_to_affine.math
import mlirlite.conversion.krnl_to_affine.tiles  # noqa: F401  (they fill the table)
from mlirlite.conversion.krnl_to_affine.access import lower_access
from mlirlite.conversion.krnl_to_affine.nest import NestLowering, hoist_invariants
from mlirlite.conversion.krnl_to_affine.schedule import Schedule
from mlirlite.conversion.krnl_to_affine.unroll import unroll
from mlirlite.dialects import func, krnl
from mlirlite.ir.attributes import UNIT
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError

_SCHEDULE = (krnl.BlockOp, krnl.PermuteOp, krnl.UnrollOp, krnl.ParallelOp)
_NEST = (krnl.IterateOp, krnl.GetInductionVariableValueOp)


@compiler_pass("convert-krnl-to-affine", anchor="func.func")
def convert_krnl_to_affine(function: Operation, state: PassState) -> None:
    """Lower krnl loops and their schedules to affine loops, and krnl accesses to affine ones.

    Functions become math ops. Constants, copies and calls stay krnl ops until
    --convert-krnl-to-llvm.
    """
    if not isinstance(function, func.FuncOp) or function.is_declaration:
        return
    if function.sym_visibility != "private":
        function.attributes.setdefault("llvm.emit_c_interface", UNIT)
    for movable in [op for op in function.inside() if isinstance(op, krnl.MovableOp)]:
        _open(movable)
    _lower_loops(function)
    for op in [op for op in function.inside() if type(op) in lower_access]:
        if _waits(op):
            continue
        lowering = lower_access.get(type(op))
        if lowering is not None:
            lowering(op, Builder.before_op(op))
            op.erase()
    state.count("functions")


def _waits(op: Operation) -> bool:
    """True for ops that can only be lowered once the buffer has no layout any more."""
    if not isinstance(op, krnl.GetLinearOffsetIndexOp | krnl.MemsetOp):
        return False
    if isinstance(op, krnl.MemsetOp) and not op.delayed:
        return False
    return getattr(op.operands[0].type, "layout", None) is not None


def _open(op: krnl.MovableOp) -> None:
    """Replace a movable by its contents."""
    for inner in op.regions[0].block:
        if not isinstance(inner, krnl.TerminatorOp):
            inner.move_before(op)
    op.erase()


def _lower_loops(function: Operation) -> None:
    """Replace define_loops, their schedule and the iterates over them by loop ops."""
    definitions: list[Operation] = []
    schedules: list[Operation] = []
    nests: list[Operation] = []
    for op in function.walk():
        if isinstance(op, _NEST):
            nests.append(op)
        elif isinstance(op, _SCHEDULE):
            schedules.append(op)
        elif isinstance(op, krnl.DefineLoopsOp):
            definitions.append(op)
    for op in reversed(nests):
        if isinstance(op, krnl.IterateOp):
            hoist_invariants(op)
    schedule = Schedule(schedules)
    nest = NestLowering(schedule)
    for op in nests:
        if isinstance(op, krnl.IterateOp):
            nest.lower(op)
        elif isinstance(op, krnl.GetInductionVariableValueOp):
            nest.induction_variables(op)
    nest.finish()
    for asked, loop in reversed(schedule.unrolled):
        for made, extent in reversed(loop.made):
            unroll(made, extent, asked)
    _erase_loops([*definitions, *schedules])


def _erase_loops(ops: list[Operation]) -> None:
    """Erase loops and their schedule. Kernels that name loops drop these operands."""
    known = set(ops)
    for op in ops:
        for value in op.results:
            for user in value.users:
                if user in known:
                    continue
                if not isinstance(user, (krnl.MatMulOp, krnl.SpecializedKernelOp)):
                    raise DiagnosticError(user.error("uses a loop that was lowered already"))
                user.loops = ()
    for op in ops:
        op.drop_all_references()
    for op in ops:
        op.erase()
