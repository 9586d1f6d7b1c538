"""--optimize-allocation-liveness: buffers are freed right after their last use.

%m = memref.alloc(); use(%m); other(); memref.dealloc %m
  -->  %m = memref.alloc(); use(%m); memref.dealloc %m; other()
"""

from __future__ import annotations

from mlirlite.dialects.memref.transforms._placement import aliases_of
from mlirlite.ir.dominance import op_in_block
from mlirlite.ir.interfaces import EffectKind, MemoryEffects, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("optimize-allocation-liveness", anchor="func.func")
def optimize_allocation_liveness(op: Operation, state: PassState) -> None:
    """Optimize the liveness of temp allocations in the input function.

    Moves the deallocation of buffers that one op frees, in the block that allocates them.
    """
    for inner in list(op.walk_post_order()):
        buffer = _allocated(inner)
        free = _only_free(buffer) if buffer is not None else None
        if buffer is None or free is None or free.parent is not inner.parent:
            continue
        last = _last_use(buffer, free)
        if last is not None and free.prev is not last:
            free.move_after(last)
            state.count("num-moved", 1)


def _allocated(op: Operation) -> Value | None:
    """The buffer that an op allocates, if it is a single one."""
    if not isinstance(op, MemoryEffects):
        return None
    found = [
        value
        for kind, value in effects_of(op) or ()
        if kind is EffectKind.ALLOCATE and value is not None and value.defining_op is op
    ]
    return found[0] if len(found) == 1 else None


def _only_free(buffer: Value) -> Operation | None:
    frees = [
        user
        for user in buffer.users
        if isinstance(user, MemoryEffects)
        and any(kind is EffectKind.FREE for kind, _ in effects_of(user) or ())
    ]
    return frees[0] if len(frees) == 1 else None


def _last_use(buffer: Value, free: Operation) -> Operation | None:
    """The last op of the block that uses the buffer or an alias of it, except its deallocation."""
    last: Operation | None = None
    for alias in aliases_of(buffer):
        for user in alias.users:
            at = op_in_block(user, free.parent) if user is not free else None
            if at is not None and (last is None or last.is_before_in_block(at)):
                last = at
    return last
