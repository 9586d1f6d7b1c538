"""Forward analyses of values: facts about operands give facts about results. Only reachable code
and branches that can be taken are visited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from mlirlite.dataflow.flow import (
    Calls,
    Edge,
    branch_edges,
    end_edges,
    is_function,
    is_region_branch,
    region_edges,
    returned,
)
from mlirlite.dataflow.patience import Patience
from mlirlite.dataflow.shown import ValueFacts, one_each
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import CallOp, FunctionLike, RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

Fact = TypeVar("Fact")


class ForwardAnalysis(ValueFacts[Fact]):
    """Facts about the values in an op; constructing an analysis solves it:
    `Parity(op).fact(value)`.

    Facts are a lattice: `join` gives what holds for both. A subclass says
    what is known of any value (`unknown`), how to join, and what an op does (`transfer`). Facts are
    compared by `==` and are not None: None stands for a value that is never computed."""

    flag: ClassVar[str] = ""
    patience: ClassVar[int | None] = None
    """After this many changes the fact of a block argument is widened, which is needed where facts
    can grow without end, as intervals do. Other values have sixteen times as many changes."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.facts: dict[Value, Fact] = {}
        self.live: set[Block] = set()
        """Blocks that can be reached."""
        self.worklist: dict[Operation, None] = {}
        self.watchers: dict[Value, dict[Operation, None]] = {}
        """Ops that asked, by `ask`, for a value which they do not use."""
        self.calls = Calls(root)
        self.callers: dict[Operation, dict[Operation, None]] = {}
        """Calls that can be reached, by function."""
        self._patience = Patience(self.flag, self.patience)
        for region in root.regions:
            self._enter(region)
        worklist, live, visit = self.worklist, self.live, self._visit
        while worklist:
            op = worklist.popitem()[0]
            if op.parent in live:
                visit(op)

    # To be defined by a subclass

    def unknown(self, value: Value) -> Fact:
        """The fact that holds whatever the value is, as for arguments of functions."""
        raise NotImplementedError

    def join(self, a: Fact, b: Fact) -> Fact:
        """The fact that holds for both."""
        raise NotImplementedError

    def transfer(self, op: Operation, facts: Sequence[Fact]) -> Sequence[Fact] | None:
        """A fact for each result, from those of the operands; None when nothing is known."""
        return None

    def widen(self, value: Value, old: Fact, new: Fact) -> Fact:
        """As `join`, but so that few such steps reach a fixed point."""
        return self.unknown(value)

    def made(self, op: Operation, value: Value) -> Fact | None:
        """The fact of a region argument that the op itself makes, such as a counter; None while it
        is not reached. `ask` gives the facts of other values."""
        return self.unknown(value)

    def constant(self, value: Value, fact: Fact) -> Attribute | None:
        """The constant that a fact implies, which decides branches."""
        return None

    def text(self, value: Value, fact: Fact) -> str:
        """A fact as `--show-analysis` shows it; empty for one without information."""
        return "" if fact == self.unknown(value) else str(fact)

    # Queries

    def fact(self, value: Value) -> Fact | None:
        """What is known of a value; None when it is never computed."""
        return self.facts.get(value)

    def ask(self, op: Operation, value: Value) -> Fact | None:
        """What is known of a value that an op does not use; when it changes, the op is visited
        again."""
        self.watchers.setdefault(value, {})[op] = None
        return self.facts.get(value)

    # Visiting

    def learn(self, value: Value, fact: Fact) -> None:
        """Join a fact into that of a value."""
        old = self.facts.get(value)
        if old is fact:
            return
        if old is not None:
            new = self.join(old, fact)
            if new is old or new == old:
                return
            fact = self.widen(value, old, new) if self._patience.is_over(value) else new
        self.facts[value] = fact
        if value._users is not None:
            self.worklist.update(dict.fromkeys(value._each_user()))
        if value in self.watchers:
            self.worklist.update(self.watchers[value])

    def visit_op(self, op: Operation) -> None:
        """Run the transfer function of an op without regions."""
        facts = self.facts_of(op.operands)
        if facts is None:
            return
        found = self.transfer(op, facts)
        if found is None:
            self.forget(op.results)
            return
        for result, fact in zip(op.results, one_each(op, found, op.results), strict=True):
            self.learn(result, fact)

    def facts_of(self, values: Sequence[Value]) -> list[Fact] | None:
        """The facts of values; None while one of them is not reached."""
        found = []
        facts = self.facts
        for value in values:
            fact = facts.get(value)
            if fact is None:
                return None
            found.append(fact)
        return found

    def constants_of(self, op: Operation) -> list[Attribute | None] | None:
        """The constants that the operands are; None while one of them is not reached."""
        found = []
        for value in op.operands:
            fact = self.facts.get(value)
            if fact is None:
                return None
            found.append(self.constant(value, fact))
        return found

    def forget(self, values: Sequence[Value]) -> None:
        """Set the facts of values to unknown."""
        for value in values:
            self.learn(value, self.unknown(value))

    def _enter(self, region: Region) -> None:
        """A region that begins with unknown values."""
        if region.first is not None:
            self.forget(region.first.args)
            self._reach(region.first)

    def _reach(self, block: Block) -> None:
        if block not in self.live:
            self.live.add(block)
            self.worklist.update(dict.fromkeys(reversed(block)))  # the last one is visited first

    def _visit(self, op: Operation) -> None:
        if isinstance(op, CallOp):
            self._visit_call(op)
        elif op.regions:
            self._visit_regions(op)
        elif op.results:
            self.visit_op(op)
        if op.successors:
            constants = self.constants_of(op)
            if constants is not None:
                self._follow(op, branch_edges(op, constants))
        elif op.next is None:
            parent: Any = op.parent_op
            if isinstance(parent, RegionBranchOp):
                constants = self.constants_of(op)
                if constants is not None:
                    self._follow(parent, end_edges(op, constants))
            elif isinstance(parent, FunctionLike):
                self._visit_return(op, parent)

    def _visit_regions(self, op: Operation) -> None:
        if is_region_branch(op):
            constants = self.constants_of(op)
            if constants is not None:
                self._follow(op, region_edges(op, constants))
        elif is_function(op):
            self._visit_function(op)
            self.forget(op.results)
        else:
            for region in op.regions:
                self._enter(region)
            self.forget(op.results)

    def _follow(self, op: Operation, edges: Sequence[Edge]) -> None:
        facts, learn = self.facts, self.learn
        for target, passed, receivers, made in edges:
            if target is not None:
                self._reach(target)
            if passed is None:
                self.forget(receivers)
                continue
            for value in made:
                fact = self.made(op, value)
                if fact is not None:
                    learn(value, fact)
            for value, receiver in zip(passed, receivers, strict=True):
                fact = facts.get(value)
                if fact is not None:
                    learn(receiver, fact)

    def _pass(self, values: Sequence[Value], receivers: Sequence[Value]) -> None:
        facts, learn = self.facts, self.learn
        for value, receiver in zip(values, receivers, strict=True):
            fact = facts.get(value)
            if fact is not None:
                learn(receiver, fact)

    # Functions

    def _visit_function(self, function: Operation) -> None:
        region = function.regions[0]
        if region.first is None:
            return
        if self.calls.is_open(function):
            self._enter(region)
            return
        for call in self.callers.get(function, ()):
            self._pass_arguments(call, region.first)

    def _visit_call(self, call: Operation) -> None:
        function = self.calls.callee(call)
        if function is None:
            self.forget(call.results)
            return
        known = self.callers.setdefault(function, {})
        if call not in known:
            known[call] = None
            for block in function.regions[0]:
                if block.last is not None:
                    self.worklist[block.last] = None
        if function in self.calls.open:
            self.worklist.setdefault(function)
        else:
            self._pass_arguments(call, function.regions[0].entry)

    def _pass_arguments(self, call: Operation, entry: Block) -> None:
        self._reach(entry)
        if isinstance(call, CallOp):
            self._pass(call.call_arguments(), entry.args)

    def _visit_return(self, end: Operation, function: Any) -> None:
        for call in self.callers.get(function, ()):
            passed = returned(end, call)
            if passed is None:
                self.forget(call.results)
            else:
                self._pass(passed, call.results)
