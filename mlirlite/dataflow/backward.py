"""Backward analyses of values: how results are used tells how operands are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, TypeVar

from mlirlite.dataflow.flow import (
    Calls,
    branch_edges,
    end_edges,
    is_function,
    positions,
    region_edges,
    region_ends,
    returned,
)
from mlirlite.dataflow.patience import Patience
from mlirlite.dataflow.shown import ValueFacts, one_each
from mlirlite.ir.interfaces import BranchOp, CallOp, RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Terminator
from mlirlite.ir.values import BlockArgument, OpResult, Value

Fact = TypeVar("Fact")


class BackwardAnalysis(ValueFacts[Fact]):
    """Facts about how the values in an op are used; constructing an analysis solves it:
    `Liveness(op).fact(value)`.

    Facts are a lattice and begin with `unused`: a value that is passed to another one is used at
    least as that one is. A subclass says what holds for unseen uses (`unknown`), how to join, and
    how an op uses its operands (`transfer`)."""

    flag: ClassVar[str] = ""
    patience: ClassVar[int | None] = None
    """As in a forward analysis."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.facts: dict[Value, Fact] = {}
        self.calls = Calls(root)
        self._patience = Patience(self.flag, self.patience)
        self.worklist: dict[Operation, None] = dict.fromkeys(root.walk())
        while self.worklist:
            self._visit(self.worklist.popitem()[0])

    # To be defined by a subclass

    def unused(self, value: Value) -> Fact:
        """The fact of a value without uses."""
        raise NotImplementedError

    def unknown(self, value: Value) -> Fact:
        """The fact that holds whatever is done with the value."""
        raise NotImplementedError

    def join(self, a: Fact, b: Fact) -> Fact:
        """The fact of a value that is used in both ways (the join)."""
        raise NotImplementedError

    def transfer(self, op: Operation, facts: Sequence[Fact]) -> Sequence[Fact] | None:
        """A fact for each operand, from those of the results; None when nothing is known. Facts of
        operands that are only passed on (to blocks, regions, functions) are ignored."""
        return None

    def widen(self, value: Value, old: Fact, new: Fact) -> Fact:
        """As `join`, but so that few such steps reach a fixed point."""
        return self.unknown(value)

    # Queries

    def fact(self, value: Value) -> Fact:
        """How a value is used."""
        found = self.facts.get(value)
        return self.unused(value) if found is None else found

    # Visiting

    def learn(self, value: Value, fact: Fact) -> None:
        """Join a fact into that of a value."""
        old = self.fact(value)
        new = self.join(old, fact)
        if new == old:
            return
        if self._patience.is_over(value):
            new = self.widen(value, old, new)
        self.facts[value] = new
        self.worklist.update(dict.fromkeys(self._concerned(value)))

    def _concerned(self, value: Value) -> Iterator[Operation]:
        """The ops that define a value, or pass something to it."""
        if isinstance(value, OpResult):
            yield from self._makers(value.owner)
        elif isinstance(value, BlockArgument):
            block = value.owner
            yield from block.users
            op = block.parent_op
            if op is not None and block.is_entry:
                yield from self.calls.callers.get(op, ())
                yield from self._makers(op)

    def _makers(self, op: Operation) -> Iterator[Operation]:
        yield op
        if isinstance(op, CallOp):
            function = self.calls.callee(op)
            if function is not None:
                yield from region_ends(function.regions[0])
        elif isinstance(op, RegionBranchOp):
            for region in op.regions:
                for block in region:
                    if block.last is not None:
                        yield block.last

    def _visit(self, op: Operation) -> None:
        if not op.operands:
            return
        passed = self._passed(op)
        if len(passed) == len(op.operands):
            return
        facts = self.transfer(op, [self.fact(result) for result in op.results])
        if facts is not None:
            one_each(op, facts, op.operands)
        for index, value in enumerate(op.operands):
            if index not in passed:
                self.learn(value, self.unknown(value) if facts is None else facts[index])

    def _passed(self, op: Operation) -> set[int]:
        """Propagate to the operands that an op passes on from the values that receive them; returns
        their indices."""
        if isinstance(op, BranchOp):
            found: set[int] = set()
            for index, (_, passed, receivers, _) in enumerate(branch_edges(op)):
                self._receive(passed or (), receivers)
                found.update(op.successor_operand_range(index))
            return found
        edges = [] if op.next is not None else end_edges(op)
        steps = [(passed, receivers) for _, passed, receivers, _ in (*region_edges(op), *edges)]
        steps += self._call_steps(op)
        found = set()
        for values, receivers in steps:
            places = None if values is None else positions(op, values)
            if values is None or places is None:
                return set()
            self._receive(values, receivers)
            found.update(places)
        return found

    def _receive(self, passed: Sequence[Value], receivers: Sequence[Value]) -> None:
        for value, receiver in zip(passed, receivers, strict=True):
            self.learn(value, self.fact(receiver))

    def _call_steps(self, op: Operation) -> list[tuple[Sequence[Value] | None, Sequence[Value]]]:
        """What a call passes to the function, or the end of a function to its calls; nothing when
        others may call it."""
        if isinstance(op, CallOp):
            function = self.calls.callee(op)
            if function is None:
                return []
            passed, arguments = op.call_arguments(), function.regions[0].entry.args
            return [(passed, arguments)] if len(passed) == len(arguments) else []
        function = op.parent_op
        if function is None or not is_function(function) or op.successors:
            return []
        if self.calls.is_open(function) or not op.has_trait(Terminator):
            return []
        callers = self.calls.callers.get(function, [])
        return [(returned(op, call), call.results) for call in callers]
