"""Frees buffers after their last use.

%m = memref.alloc(); use(%m); other()  -->  %m = memref.alloc(); use(%m); memref.dealloc %m;
other()
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.block import Block
from mlirlite.ir.dominance import op_in_block
from mlirlite.ir.interfaces import (
    AllocationOp,
    Effect,
    EffectKind,
    GivesAddress,
    MemoryEffects,
    effects_of,
    is_memory_effect_free,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import I1, BaseMemRefType, IndexType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("buffer-deallocation", anchor="func.func")
def buffer_deallocation(function: Operation, state: PassState) -> None:
    """Free each allocated buffer after its last use in the block that allocates it.

    Views of a buffer count as uses of it. A buffer is left alone when it leaves its block (by a
    return, a yield, a branch, or a store of the buffer itself), or when something frees it already.
    Calls may use their operands, but not keep them.
    """
    places: dict[Operation, list[Operation]] = {}
    for op in function.walk():
        if not isinstance(op, AllocationOp) or not isinstance(op, MemoryEffects):
            continue
        for effect in op.effects():
            if effect.kind is not EffectKind.ALLOCATE or effect.value is None:
                continue
            last = _last_use(effect.value, op)
            if last is None:
                state.count("buffers left alone")
            else:
                places.setdefault(last, []).append(op.build_dealloc(effect.value))
                state.count("buffers freed")
    for last, frees in places.items():
        for free in reversed(frees):
            free.location = last.location
            if last.parent is not None:
                last.parent.insert_before(last.next, free)


def _last_use(buffer: Value, allocation: Operation) -> Operation | None:
    """The last op of the allocation's block that uses the buffer or a view of it; None when it
    must not be freed there."""
    block = allocation.parent
    if block is None:
        return None
    last = allocation
    views = [buffer]
    for view in views:
        for user in view.users:
            place = op_in_block(user, block)
            if place is None:
                return None
            if last.is_before_in_block(place):
                last = place
            found = _views(view, user, block)
            if found is None:
                return None
            views += [v for v in found if v not in views]
    return last


def _buffers(values: Sequence[Value]) -> list[Value]:
    return [v for v in values if isinstance(v.type, BaseMemRefType)]


def _views(buffer: Value, user: Operation, block: Block) -> list[Value] | None:
    """The results of an op that may alias the buffer; None when the buffer escapes or is freed."""
    if user.has_trait(Terminator):
        if user.parent is block or user.successors or user.parent_op is None:
            return None
        return _passed_around(user.parent_op)
    if user.regions:
        return _passed_around(user)
    if isinstance(user, GivesAddress):
        return [] if _is_only_compared(user) else None
    effects = effects_of(user)
    if effects is None:
        return _buffers(user.results)
    own = [e for e in effects if e.value is buffer]
    if any(e.kind is EffectKind.FREE for e in own):
        return None
    made = {e.value for e in effects if e.kind is EffectKind.ALLOCATE}
    views = [v for v in _buffers(user.results) if v not in made]
    if not own and not views and _writes(effects):
        return None
    return views


def _is_only_compared(address: Operation) -> bool:
    """Whether nothing but numbers of one bit are made of an address: a test of its alignment."""
    pending = [*address.results]
    while pending:
        for user in pending.pop().users:
            if user.regions or user.has_trait(Terminator) or not is_memory_effect_free(user):
                return False
            for value in user.results:
                if not isinstance(value.type, IntegerType | IndexType):
                    return False
                if value.type is not I1:
                    pending.append(value)
    return True


def _writes(effects: Sequence[Effect]) -> bool:
    return any(e.kind is EffectKind.WRITE for e in effects)


def _passed_around(op: Operation) -> list[Value]:
    """The values that a buffer may become when it is passed into or out of an op's regions."""
    found = _buffers(op.results)
    for region in op.regions:
        for inner in region:
            found += _buffers(inner.args)
    return found
