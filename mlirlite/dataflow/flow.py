"""Where control goes, and which values it takes along: branches, regions and calls, by the
interfaces of ops. Both directions of an analysis go along these edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block, Region
from mlirlite.ir.interfaces import (
    BranchOp,
    CallOp,
    FunctionLike,
    RegionBranchOp,
    RegionBranchTerminator,
    passed_on,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables, symbol_uses, symbol_visibility
from mlirlite.ir.traits import ReturnLike, Symbol, SymbolTable, Terminator
from mlirlite.ir.values import Value
from mlirlite.support.once import once

Constants = Sequence[Attribute | None]


Edge = tuple[Block | None, Sequence[Value] | None, Sequence[Value], Sequence[Value]]
"""A step that control may take: `target, passed, receivers, made`. The target is a block, or None
for what follows the op. Passed values are received one by one; None when that is unknown. `made`
are the other arguments of the target, which the op itself makes, such as a counter. (Plain tuples,
as there are many.)"""


def branch_edges(op: Operation, constants: Constants = ()) -> list[Edge]:
    """The edges of a terminator to its successors; given constants for its operands, those that can
    be taken."""
    if not isinstance(op, BranchOp):
        return [(target, None, target.args, ()) for target in op.successors]
    only = op.successor_for(constants) if constants else None
    operands = op.operands
    edges: list[Edge] = []
    for index, target in enumerate(op.successors):
        if only is not None and target is not only:
            continue
        passed = [operands[i] for i in op.successor_operand_range(index)]
        arguments = target.args
        own = len(arguments) - len(passed)
        edges.append((target, passed, arguments[own:], arguments[:own]))
    return edges


def region_edges(op: Operation, constants: Constants | None = None) -> list[Edge]:
    """The edges from an op to its regions and past them."""
    if not isinstance(op, RegionBranchOp) or not op.regions:
        return []
    targets = op.region_successors(None) if constants is None else op.entry_successors(constants)
    return [
        _edge(op, t, op.region_entry_operands(t))
        for t in targets
        if t is None or t.first is not None
    ]


def end_edges(end: Operation, constants: Constants | None = None) -> list[Edge]:
    """The edges from the last op of a region to the next region, or past the op around."""
    parent: Any = end.parent_op
    if not isinstance(parent, RegionBranchOp) or end.successors:
        return []
    targets = None
    if constants is not None and isinstance(end, RegionBranchTerminator):
        targets = end.successors_for(constants)
    if targets is None:
        targets = parent.region_successors(end.parent_region)
    return [
        _edge(parent, t, passed_on(end, t)) for t in targets if t is None or t.first is not None
    ]


def _edge(op: RegionBranchOp, target: Region | None, passed: Sequence[Value] | None) -> Edge:
    if target is None or target.first is None:
        block = None
        everything: Sequence[Value] = op.results
    else:
        block = target.first
        everything = block.args
    inputs = op.region_inputs(target)
    if passed is None and not inputs:
        passed = ()
    if passed is None or len(passed) != len(inputs):
        return (block, None, everything, ())
    if len(inputs) == len(everything):
        return (block, passed, inputs, ())
    received = set(inputs)
    return (block, passed, inputs, [v for v in everything if v not in received])


def region_ends(region: Region) -> Iterator[Operation]:
    """The terminators where control leaves a region."""
    for block in region:
        last = block.last
        if last is not None and last.has_trait(Terminator) and not last.successors:
            yield last


def positions(op: Operation, passed: Sequence[Value]) -> range | None:
    """Where passed values are among the operands of an op: they are contiguous and in order."""
    operands = op.operands
    count = len(passed)
    for start in range(len(operands) - count, -1, -1):
        if all(a is b for a, b in zip(operands[start : start + count], passed, strict=True)):
            return range(start, start + count)
    return None


def is_region_branch(op: Operation) -> bool:
    """True for ops that declare how control goes through their regions."""
    return isinstance(op, RegionBranchOp) and op.regions != ()


def region_steps(op: Operation, region: Region | None) -> Sequence[Region | None]:
    """Where control goes from an op (None) or one of its regions: to regions that are not empty,
    or past the op (None)."""
    branch: Any = op
    return [t for t in branch.region_successors(region) if t is None or t.first is not None]


def is_function(op: Operation | None) -> bool:
    """True for functions."""
    return isinstance(op, FunctionLike)


def returned(end: Operation, call: Operation) -> Sequence[Value] | None:
    """What the end of a function passes to the results of a call; None when unknown."""
    plain = end.has_trait(ReturnLike) and len(end.operands) == len(call.results)
    return end.operands if plain else None


class Calls:
    """The call graph of an op."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.tables = SymbolTables()
        self.open: set[Operation] = set()
        """Functions that may be called from elsewhere: they are visible from outside, or have uses
        other than calls."""
        self._find_visible()
        for user, reference in symbol_uses(root):
            if not isinstance(user, CallOp):
                function = self.tables.lookup(user, reference)
                if function is not None:
                    self.open.add(function)

    def _find_visible(self) -> None:
        root = self.root
        whole = root.parent is None
        todo = [(root, whole)] if root.has_trait(SymbolTable) else []
        for table, hidden in todo:
            for block in table.regions[0]:
                for op in block:
                    visibility = symbol_visibility(op)
                    if isinstance(op, FunctionLike) and (
                        visibility == "public" or (visibility == "nested" and not hidden)
                    ):
                        self.open.add(op)
                    for inner in op.walk():
                        if inner.has_trait(SymbolTable):
                            todo.append((inner, hidden or visibility == "private"))
                            break

    def is_open(self, function: Operation) -> bool:
        """True when not all calls of a function are known."""
        return function in self.open or not function.has_trait(Symbol)

    def callee(self, call: Operation) -> Operation | None:
        """The function that a call runs; None when unknown, or when its body is not in the op."""
        symbol = call.callee_symbol() if isinstance(call, CallOp) else None
        function = self.tables.lookup(call, symbol) if symbol is not None else None
        if function is None or not is_function(function) or function.regions[0].empty:
            return None
        return function if self.root.is_ancestor(function) else None

    @once
    def callers(self) -> dict[Operation, list[Operation]]:
        """The calls of each function."""
        found: dict[Operation, list[Operation]] = {}
        for op in self.root.walk():
            function = self.callee(op) if isinstance(op, CallOp) else None
            if function is not None:
                found.setdefault(function, []).append(op)
        return found
