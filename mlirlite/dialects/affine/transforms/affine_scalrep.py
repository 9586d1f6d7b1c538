"""--affine-scalrep: values that were stored or loaded before are reused instead of being loaded.

affine.store %v, %m[%i]; %0 = affine.load %m[%i]  -->  affine.store %v, %m[%i]; %0 is %v
"""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.dialects.affine.analysis.dependence import (
    ACCESSES,
    READS,
    WRITES,
    Access,
    AccessOp,
    Outcome,
    analysis_scope,
    check_dependence,
    common_loops,
)
from mlirlite.dialects.memref._alias import may_alias
from mlirlite.ir.dominance import DominanceInfo
from mlirlite.ir.interfaces import EffectKind, MemoryEffects, effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import NoMemoryEffect, Pure, RecursiveMemoryEffects
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("affine-scalrep", anchor="func.func")
def affine_scalrep(op: Operation, state: PassState) -> None:
    """Forward affine stores to loads, and remove redundant loads.

    Also removes stores that are overwritten before anything reads them, and buffers of the function
    that are only stored to.
    """
    replacer = _Replacer()
    forwarded: dict[Value, None] = {}
    removed: list[Operation] = []
    for load in [inner for inner in op.walk_post_order() if isinstance(inner, READS)]:
        store = replacer.reaching_store(load)
        if store is not None:
            load.replace_all_uses_with([store.operands[0]])
            forwarded[load.memref_operand] = None
            removed.append(load)
    state.count("num-forwarded", len(removed))
    _erase(removed)
    removed = [
        inner
        for inner in op.walk_post_order()
        if isinstance(inner, WRITES) and replacer.is_overwritten(inner)
    ]
    _erase(removed)
    for memref in forwarded:
        _erase_if_unread(memref)
    removed = []
    for load in [inner for inner in op.walk_post_order() if isinstance(inner, READS)]:
        other = replacer.earlier_load(load)
        if other is not None:
            load.replace_all_uses_with(other.results)
            removed.append(load)
    _erase(removed)


def _erase(ops: list[Operation]) -> None:
    for op in ops:
        op.erase()


def _erase_if_unread(memref: Value) -> None:
    maker = memref.defining_op
    if maker is None or effects_of(maker) != [(EffectKind.ALLOCATE, memref)]:
        return
    for user in memref.users:
        stores_into = isinstance(user, WRITES) and user.operands[0] is not memref
        if not stores_into and effects_of(user) != [(EffectKind.FREE, memref)]:
            return
    for user in memref.users:
        user.erase()
    maker.erase()


class _Replacer:
    """Finds what a load may be replaced with."""

    def __init__(self) -> None:
        self.dominance = DominanceInfo()
        self.accesses: dict[Operation, Access] = {}

    def access(self, op: Operation) -> Access:
        """The access of an affine load or store, cached."""
        found = self.accesses.get(op)
        if found is None:
            assert isinstance(op, AccessOp)
            found = self.accesses[op] = Access(op)
        return found

    def dominates(self, a: Operation, b: Operation) -> bool:
        """True when `a` has run whenever `b` does."""
        at: Operation | None = b
        while at is not None and at.parent_region is not a.parent_region:
            at = at.parent_op
        if at is None or at is a or at.parent is None or a.parent is None:
            return False
        if at.parent is a.parent:
            return a.is_before_in_block(at)
        return self.dominance.block_dominates(a.parent, at.parent)

    def reaching_store(self, load: Operation) -> Operation | None:
        """The store whose value the load certainly reads."""
        access = self.access(load)
        for user in access.memref.users:
            if not isinstance(user, WRITES) or user.operands[0].type is not load.results[0].type:
                continue
            if not self.access(user).same_place(access):
                continue
            if not self.dominates(user, load):
                continue
            if not _reaches(self.access(user), access):
                continue
            if not self.undisturbed(user, load, EffectKind.WRITE):
                continue
            return user
        return None

    def is_overwritten(self, store: Operation) -> bool:
        """True when a later store to the same place makes this one useless."""
        access = self.access(store)
        for user in access.memref.users:
            if not isinstance(user, WRITES) or user is store or user.parent is not store.parent:
                continue
            if user.operands[0].type is not store.operands[0].type:
                continue
            if not self.access(user).same_place(access):
                continue
            if not store.is_before_in_block(user):
                continue
            if self.undisturbed(store, user, EffectKind.READ):
                return True
        return False

    def earlier_load(self, load: Operation) -> Operation | None:
        """An earlier load of the same element; the first one of several."""
        access = self.access(load)
        found: list[Operation] = []
        for user in access.memref.users:
            if not isinstance(user, READS) or user is load:
                continue
            if user.results[0].type is not load.results[0].type:
                continue
            if not self.access(user).same_place(access):
                continue
            if not self.dominates(user, load):
                continue
            if self.undisturbed(user, load, EffectKind.WRITE):
                found.append(user)
        for one in found:
            if all(one is other or self.dominates(one, other) for other in found):
                return one
        return None

    def undisturbed(self, start: Operation, end: Operation, kind: EffectKind) -> bool:
        """True when nothing between the two has this effect on what `end` accesses. `start`
        dominates `end`."""
        memref = self.access(end).memref
        depth = len(common_loops(start, end))

        def disturbs(op: Operation) -> bool:
            if issubclass(type(op), MemoryEffects):
                if not any(
                    effect is kind
                    and (value is None or value is memref or may_alias(value, memref))
                    for effect, value in effects_of(op) or ()
                ):
                    return False
                return not isinstance(op, ACCESSES) or self.may_affect(op, end, depth)
            if op.has_trait(RecursiveMemoryEffects):
                return any(disturbs(inner) for r in op.regions for b in r for inner in b)
            return not (op.has_trait(Pure) or op.has_trait(NoMemoryEffect))

        return not _any_between(start, end, disturbs)

    def may_affect(self, op: Operation, end: Operation, depth: int) -> bool:
        """True when the access `op` may touch what `end` does, deeper than `depth` loops."""
        source, target = self.access(op), self.access(end)
        scope = analysis_scope(op)
        if source.memref is not target.memref or scope is not analysis_scope(end):
            return True
        deepest = len(common_loops(op, end))
        return any(
            check_dependence(source, target, d).may_exist for d in range(deepest + 1, depth, -1)
        )


def _reaches(store: Access, load: Access) -> bool:
    depth = len(common_loops(store.op, load.op))
    return check_dependence(store, load, depth + 1).outcome is Outcome.DEPENDENT


def _any_between(start: Operation, end: Operation, test: Callable[[Operation], bool]) -> bool:
    """True when the test holds for an op that may run between the two, or for an op around `end`
    that `start` is not in."""
    while start.parent_region is not end.parent_region:
        outer = end.parent_op
        if outer is None:
            return True
        if test(outer):
            return True
        end = outer
    op = start.next
    while op is not None and op is not end:
        if test(op):
            return True
        op = op.next
    if start.parent is end.parent:
        return False
    todo = list(start.parent.last.successors) if start.parent and start.parent.last else []
    done = set()
    while todo:
        block = todo.pop()
        if block in done:
            continue
        done.add(block)
        for op in block:
            if op is end:
                break
            if test(op):
                return True
            if op is block.last:
                todo += op.successors
    return False
