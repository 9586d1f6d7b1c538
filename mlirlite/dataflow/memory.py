"""Memory as analyses see it: the values through which ops read and write, and which of these may
alias."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.ir.interfaces import (
    Effect,
    EffectKind,
    MemoryEffects,
    PromotableAllocation,
    SlotAccess,
    effects_of,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import OpResult, Value


class Memories:
    """The values in an op through which memory is read, written or freed."""

    def __init__(self, root: Operation) -> None:
        self.values: dict[Value, None] = {}
        for op in root.walk():
            self.values.update((v, None) for _, v in _named_effects(op) if v is not None)
        self._allocated = {v for v in self.values if is_allocated(v)}
        self._private = {v for v in self._allocated if not _escapes(v)}

    def aliases(self, value: Value | None) -> list[Value]:
        """The values that may be the memory of a value; None stands for unnamed memory."""
        return [v for v in self.values if self.may_alias(v, value)]

    def may_alias(self, a: Value, b: Value | None) -> bool:
        """False for two allocations, which never overlap, and for an allocation whose address does
        not escape."""
        if a is b:
            return True
        if a in self._private or b in self._private:
            return False
        return not (a in self._allocated and b in self._allocated)


def is_allocated(value: Value) -> bool:
    """True for a value that its defining op allocates."""
    effects = _named_effects(value.owner) if isinstance(value, OpResult) else ()
    return any(v is value for kind, v in effects if kind is EffectKind.ALLOCATE)


def _escapes(value: Value) -> bool:
    """False when users only read and write the memory of a value."""
    return any(
        user.regions
        or user.operands.count(value) != 1
        or all(v is not value for _, v in _named_effects(user))
        for user in value.users
    )


def _named_effects(op: Operation) -> Sequence[Effect]:
    return op.effects() if isinstance(op, MemoryEffects) else ()


def overwrites(op: Operation, value: Value) -> bool:
    """True when an op certainly writes all memory of a value: a store to a buffer of one
    element."""
    owner: Any = value.owner if isinstance(value, OpResult) else None
    if not isinstance(op, SlotAccess) or not isinstance(owner, PromotableAllocation):
        return False
    type = owner.promotable_slot()
    if type is None or not op.may_promote(value, type):
        return False
    return op.writes_slot(value)


def reads(op: Operation) -> list[Value | None]:
    """The memory that an op and its regions may read; None for any."""
    return _touched(op, EffectKind.READ)


def writes(op: Operation) -> list[Value | None]:
    """The memory that an op and its regions may write; None for any."""
    return _touched(op, EffectKind.WRITE)


def ends(op: Operation) -> list[Value]:
    """The memory that an op allocates or frees: it does not exist before, or after."""
    kinds = (EffectKind.ALLOCATE, EffectKind.FREE)
    return [value for kind, value in effects_of(op) or () if kind in kinds and value is not None]


def _touched(op: Operation, wanted: EffectKind) -> list[Value | None]:
    effects = effects_of(op)
    if effects is None:  # anything, and what is named inside, which may not escape
        inside = [effect for inner in op.walk() for effect in _named_effects(inner)]
        return [None, *(value for kind, value in inside if kind is wanted)]
    return [value for kind, value in effects if kind is wanted]
