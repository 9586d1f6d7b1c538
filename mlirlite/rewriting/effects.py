"""Memory effects of ops and all that is nested in them, as bits; cached, so that deep nests take
linear time."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.ir.interfaces import ConditionallySpeculatable, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AlwaysSpeculatable,
    NoMemoryEffect,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffects,
    Symbol,
    Terminator,
)

READS, WRITES, ALLOCATES, FREES = 1, 2, 4, 8
UNKNOWN = 16
"""May do anything."""
NEEDED = 32
"""Cannot be erased although its results are unused: it does more than read and allocate what it
returns.
"""

_KINDS = {
    EffectKind.READ: READS,
    EffectKind.WRITE: WRITES,
    EffectKind.ALLOCATE: ALLOCATES,
    EffectKind.FREE: FREES,
}
_ASK = -1
_static: dict[type, tuple[int, bool]] = {}
_pinned: dict[type, bool] = {}


def _of_class(cls: type[Operation]) -> tuple[int, bool]:
    """The bits of every op of a class (or _ASK), and whether nested ops count too."""
    found = _static.get(cls)
    if found is None:
        recursive = cls.has_trait(RecursiveMemoryEffects)
        if cls.has_trait(Pure) or cls.has_trait(NoMemoryEffect):
            bits = 0
        elif issubclass(cls, MemoryEffects):
            bits = _ASK
        else:
            bits = 0 if recursive else UNKNOWN | NEEDED
        found = _static[cls] = bits, recursive
    return found


def is_pinned(cls: type[Operation]) -> bool:
    """True for terminators and symbols, which exist for another reason than their results."""
    found = _pinned.get(cls)
    if found is None:
        found = _pinned[cls] = cls.has_trait(Terminator) or cls.has_trait(Symbol)
    return found


def droppable(cls: type[Operation]) -> bool | None:
    """Whether every op of a class may be erased once its results have no uses; None when it depends
    on the op."""
    bits, recursive = _of_class(cls)
    if is_pinned(cls) or (bits > 0 and bits & NEEDED):
        return False
    return None if recursive or bits == _ASK else True


def own_effects(op: Operation) -> int:
    """The bits of an op, without those of nested ops."""
    bits, _ = _of_class(type(op))
    if bits != _ASK or not isinstance(op, MemoryEffects):
        return bits
    effects = op.effects()
    own = {v for kind, v in effects if kind is EffectKind.ALLOCATE and v is not None}
    own.intersection_update(op.results)
    bits = 0
    for kind, value in effects:
        bits |= _KINDS[kind]
        if kind is not EffectKind.READ and (value is None or value not in own):
            bits |= NEEDED
    return bits


def children(op: Operation) -> Iterator[Operation]:
    """The ops directly inside an op."""
    for region in op.regions:
        for block in region:
            yield from block


class Effects:
    """Effect bits of ops, cached by op: valid as long as effects do not change."""

    def __init__(self) -> None:
        self.known: dict[Operation, int] = {}

    def of(self, op: Operation) -> int:
        """The bits of an op and all that is nested in it."""
        bits, recursive = _of_class(type(op))
        if not recursive or not op.regions:
            return bits if bits != _ASK else own_effects(op)
        known = self.known
        stack = [op]
        while stack:
            top = stack[-1]
            if top in known:
                stack.pop()
                continue
            bits = own_effects(top)
            unknown = []
            for child in children(top):
                own, recurses = _of_class(type(child))
                if not child.regions or not recurses:
                    bits |= own if own != _ASK else own_effects(child)
                elif child in known:
                    bits |= known[child]
                else:
                    unknown.append(child)
            if unknown:
                stack += unknown
            else:
                known[top] = bits
        return known[op]

    def is_free(self, op: Operation) -> bool:
        """True when the op neither reads nor changes memory (upstream: isMemoryEffectFree)."""
        return self.of(op) == 0

    def is_droppable(self, op: Operation) -> bool:
        """True when the op may be erased once its results are unused (wouldOpBeTriviallyDead)."""
        return not (is_pinned(type(op)) or self.of(op) & NEEDED)

    def is_dead(self, op: Operation) -> bool:
        """True when no result is used and removing the op cannot be noticed (upstream:
        isOpTriviallyDead)."""
        return not op.has_uses and self.is_droppable(op)


def is_speculatable(op: Operation) -> bool:
    """True when the op, with all in it, may run where it would not have run (upstream:
    isSpeculatable)."""
    return all(_is_speculatable_alone(inner) for inner in _descend(op))


def _is_speculatable_alone(op: Operation) -> bool:
    if isinstance(op, ConditionallySpeculatable):
        return op.is_speculatable()
    traits = op.traits
    return Pure in traits or AlwaysSpeculatable in traits or RecursivelySpeculatable in traits


def _descend(op: Operation) -> list[Operation]:
    """The op and, where speculatability is recursive, what is nested in it."""
    found = [op]
    for inner in found:
        if RecursivelySpeculatable in inner.traits:
            found += children(inner)
    return found
