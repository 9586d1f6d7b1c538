"""Makes long loops check now and then whether the user wants the run to end.

affine.for %i = 0 to 100000 { loops }  -->  affine.for %i = 0 to 100000 { krnl.poll  loops }
"""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.dialects import affine, krnl, scf
from mlirlite.ir.interfaces import CallOp, LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass

_UNKNOWN = 256
"""Iterations assumed for a loop where they are not known."""
_LONG = 1 << 20
"""A loop with at least this many innermost iterations may take long."""
_PARALLEL = ("affine.parallel", "scf.parallel", "scf.forall", "omp.parallel")


@compiler_pass("poll-loops", anchor="func.func")
def poll_loops(function: Operation, state: PassState) -> None:
    """Let the outer loops of long nests check for an interrupt.

    Innermost loops are left to the vectorizer; parallel loops are left alone, since their threads
    cannot end a run.
    """
    for loop in _loops(function):
        _poll(loop, state)


def _loops(op: Operation) -> Iterator[Operation]:
    """The outermost loops in an op that one thread runs."""
    for region in op.regions:
        for block in region:
            for nested in list(block):
                if nested.name in _PARALLEL:
                    continue
                if isinstance(nested, LoopLike):
                    yield nested
                else:
                    yield from _loops(nested)


def _poll(loop: Operation, state: PassState) -> None:
    inner = list(_loops(loop))
    endless = isinstance(loop, scf.WhileOp)
    short = _iterations(loop) < _LONG and not _may_idle(loop)
    if not endless and (short or not (inner or _calls(loop))):
        return
    block = loop.regions[-1].entry
    block.insert_before(block.first, krnl.PollOp())
    state.count("loops that poll")
    for nested in inner:
        _poll(nested, state)


def _may_idle(loop: Operation) -> bool:
    """True for a loop that may turn for hours around loops of no turns: memory does not limit its
    turns, as it writes none. --skip-empty-loops looks after loops that write."""
    return bool(loop.results) and isinstance(loop, affine.ForOp) and loop.trip_count is None


def _calls(op: Operation) -> bool:
    return any(isinstance(nested, CallOp) for nested in op.walk())


def _iterations(op: Operation) -> int:
    """About how often innermost bodies run; a call counts as a long loop."""
    inside = sum(
        _iterations(nested) for region in op.regions for block in region for nested in block
    )
    if isinstance(op, CallOp):
        return _LONG
    if isinstance(op, affine.ForOp):
        count = op.trip_count
        return max(inside, 1) * (_UNKNOWN if count is None else count)
    return max(inside, 1) * _UNKNOWN if isinstance(op, LoopLike) else inside
