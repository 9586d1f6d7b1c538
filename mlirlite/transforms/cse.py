"""--cse: `%1 = add %a, %b; %2 = add %a, %b  -->  %1 = add %a, %b`, uses of %2 refer to %1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.ir.dominance import immediate_dominators
from mlirlite.ir.equivalence import structurally_equal
from mlirlite.ir.interfaces import MemoryEffects
from mlirlite.ir.labels import GraphNode
from mlirlite.ir.locations import UNKNOWN
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative, GraphRegion, IsolatedFromAbove, Terminator
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import READS, UNKNOWN as ANYTHING, WRITES, Effects, own_effects


@compiler_pass("cse", each_function=True)
def cse(op: Operation, state: PassState) -> None:
    """Eliminate common sub-expressions.

    An op is replaced by an equal one that dominates it: same name, operands (in any order when it
    is commutative), attributes, result types and regions, and no memory effects, or only reads with
    no write in between. Dead ops are erased, too.
    """
    _Cse(state).run(op)


class _Cse:
    """One run. Dead ops are collected and erased at the end, since positions in blocks are in use
    until then."""

    def __init__(self, state: PassState) -> None:
        self.state = state
        self.effects = Effects()
        self.dead: list[Operation] = []
        self.known: dict[Any, list[Operation]] = {}
        """Visited ops that dominate the following ones, by key, the nearest last."""
        self.scopes: list[list[Any]] = []
        """The keys that were added to `known` in each scope."""
        self.reads: dict[Operation, tuple[Operation, bool]] = {}
        """For reading ops: how far writes were searched for, and whether one was found."""

    def run(self, root: Operation) -> None:
        """Simplify everything in an op, without recursion."""
        stack: list[Iterator[Any]] = [self._regions(root)]
        while stack:
            inner = next(stack[-1], None)
            if inner is None:
                stack.pop()
            else:
                stack.append(inner)
        for op in self.dead:
            op.erase()

    # Generators that yield generators to run first: recursion without a call stack.

    def _regions(self, op: Operation) -> Iterator[Any]:
        isolated = isinstance(op, UnregisteredOp) or op.has_trait(IsolatedFromAbove)
        outer = self.known
        if isolated:
            self.known = {}
        for region in op._regions:
            if region._first is not None:
                yield self._region(region, _has_dominance(op))
        self.known = outer

    def _region(self, region: Region, dominance: bool) -> Iterator[Any]:
        if region.has_one_block:
            self.scopes.append([])
            yield self._block(region.entry, dominance)
            self._leave_scope()
            return
        if not dominance:
            return
        children: dict[Block, list[Block]] = {}
        for block, parent in immediate_dominators(region).items():
            children.setdefault(parent, []).append(block)
        stack = [(region.entry, False)]
        while stack:
            block, done = stack.pop()
            if done:
                self._leave_scope()
                continue
            self.scopes.append([])
            yield self._block(block, True)
            stack.append((block, True))
            stack += [(child, False) for child in reversed(children.get(block, ()))]

    def _leave_scope(self) -> None:
        for key in self.scopes.pop():
            self.known[key].pop()

    def _block(self, block: Block, dominance: bool) -> Iterator[Any]:
        for op in block:
            if op._regions:
                yield self._regions(op)
            self._simplify(op, dominance)
        self.reads.clear()

    def _simplify(self, op: Operation, dominance: bool) -> None:
        if op.has_trait(Terminator):
            return
        effects = self.effects
        if effects.is_dead(op):
            self.dead.append(op)
            self.state.count("num-dce'd")
            return
        if op._regions and any(not r.empty and not r.has_one_block for r in op._regions):
            return
        bits = effects.of(op)
        reads = bits != 0
        if reads and not (isinstance(op, MemoryEffects) and own_effects(op) == READS):
            return
        key = _key(op)
        existing = self._lookup(key, op)
        if existing is not None and (
            not reads or (existing.parent is op._parent and not self._written_between(existing, op))
        ):
            self._replace(op, existing, dominance)
            return
        self.known.setdefault(key, []).append(op)
        self.scopes[-1].append(key)

    def _lookup(self, key: Any, op: Operation) -> Operation | None:
        for other in reversed(self.known.get(key, ())):
            if not op._regions or structurally_equal(other, op):
                return other
        return None

    def _is_known(self, op: Operation) -> bool:
        """True for a visited op: changing its operands would change its key."""
        return self._lookup(_key(op), op) is not None

    def _replace(self, op: Operation, existing: Operation, dominance: bool) -> None:
        if dominance:
            op.replace_all_uses_with(existing)
        else:
            for old, new in zip(op._results, existing.results, strict=True):
                old.replace_uses_if(new, lambda use: not self._is_known(use.owner))
        if not op.has_uses:
            self.dead.append(op)
        if existing.location is UNKNOWN:
            existing.location = op.location
        self.state.count("num-cse'd")

    def _written_between(self, first: Operation, last: Operation) -> bool:
        at, written = self.reads.get(first, (first, False))
        if written:
            return True
        op = at._next if at is first else at
        while op is not None and op is not last:
            if self.effects.of(op) & (WRITES | ANYTHING):
                self.reads[first] = op, True
                return True
            op = op._next
        self.reads[first] = last, False
        return False


def _has_dominance(op: Operation) -> bool:
    return not isinstance(op, UnregisteredOp) and not op.has_trait(GraphRegion)


def _key(op: Operation) -> Any:
    """A key that equal ops share; their regions are compared separately."""
    operands = tuple(map(id, op._operands))
    if len(operands) > 1 and op.has_trait(Commutative):
        operands = tuple(sorted(operands))
    attributes = op._attributes
    label = op.name_attribute if isinstance(op, GraphNode) else None
    return (
        op.name,
        operands,
        tuple([r.type for r in op._results]),
        frozenset(op.properties.items()) if op.properties else None,
        frozenset(a for a in attributes.items() if a[0] != label) if attributes else None,
        len(op._regions),
    )
