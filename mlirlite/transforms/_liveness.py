"""Which values are needed: by effects, or from outside. Liveness goes backwards
through branches, regions and calls of private functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dataflow.flow import region_ends
from mlirlite.ir.block import Region
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
from mlirlite.ir.traits import ReturnLike, Symbol, Terminator
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.effects import Effects, own_effects
from mlirlite.rewriting.regions import passed_to, passes_by_group


class Liveness:
    """The live values and ops inside an op, found starting at ops with effects."""

    def __init__(self, root: Operation) -> None:
        self.values: set[Value] = set()
        """Live values."""
        self.ops: set[Operation] = set()
        """Ops that are needed, for an effect or a value."""
        self.private: dict[Operation, list[Operation]] = {}
        """Functions whose signature may change, and all calls of each."""
        self._calls: dict[Operation, Operation] = {}
        """The private function that a call runs."""
        self._effects = Effects()
        self._todo: list[Value] = []
        self._find_functions(root)
        for op in root.walk():
            if op is not root and self._is_root(op):
                self.need(op)
        self._propagate()

    # What cannot be removed

    def _find_functions(self, root: Operation) -> None:
        tables = SymbolTables()
        bodies: list[Operation] = [
            op for op in root.walk() if isinstance(op, FunctionLike) and op is not root
        ]
        self.private = {f: [] for f in bodies if _may_shrink(f)}
        for user, reference in symbol_uses(root):
            function = tables.lookup(user, reference)
            if function is None or function not in self.private:
                continue
            if _is_plain_call(user, function):
                self.private[function].append(user)
            else:
                del self.private[function]
        self._calls = {call: f for f, calls in self.private.items() for call in calls}
        reached = [f for f in bodies if f not in self.private]
        seen = set(reached)
        for function in reached:
            for op in function.walk():
                callee = self._calls.get(op)
                if callee is not None and callee not in seen:
                    seen.add(callee)
                    reached.append(callee)
        self._unreached = {f for f in bodies if f not in seen}

    def _is_root(self, op: Operation) -> bool:
        if isinstance(op, FunctionLike) or op.has_trait(Symbol) or op in self._calls:
            return False
        if op.has_trait(Terminator):
            return self._leaves_open_function(op)
        if self._in_unreached(op):
            return False
        if isinstance(op, RegionBranchOp):
            return False  # its contents are visited separately
        return bool(own_effects(op)) or not self._effects.is_free(op)

    def _leaves_open_function(self, op: Operation) -> bool:
        parent = op.parent_op
        if parent is not None and _is_function(parent):
            return parent not in (self._unreached if op.successors else self.private)
        if parent is not None and _runs_unknown(parent):
            return not self._in_unreached(op)
        return bool(own_effects(op)) and not self._in_unreached(op)

    def _in_unreached(self, op: Operation) -> bool:
        if not self._unreached:
            return False
        step = op.parent_op
        while step is not None and not isinstance(step, FunctionLike):
            step = step.parent_op
        return step in self._unreached

    # Backwards

    def need(self, op: Operation) -> None:
        """Mark an op as live, with the ops around it and its operands."""
        step: Operation | None = op
        while step is not None and step not in self.ops:
            self.ops.add(step)
            self._use_own_operands(step)
            if step.has_trait(Symbol):
                return
            step = step.parent_op

    def _use_own_operands(self, op: Operation) -> None:
        passed: set[int] = set()
        parent: Any = op.parent_op
        if op in self._calls:
            return
        if op.successors:
            passed = _branch_passes(op)
        elif isinstance(op, RegionBranchOp):
            passed = set(_entry_passes(op))
            for region in op.regions:
                for block in region:
                    if block.last is not None and block.last.has_trait(Terminator):
                        self._use_own_operands(block.last)
        elif isinstance(parent, RegionBranchOp) and op.has_trait(Terminator):
            passed = set(_end_passes(op, parent))
        elif op.regions and not isinstance(op, FunctionLike):
            for region in op.regions:  # it is unknown how values flow here
                for end in region_ends(region):
                    self._use(end.operands)
                for block in region:
                    if block.last is not None and block.last.successors:
                        self._use_own_operands(block.last)
        for i, value in enumerate(op.operands):
            if i not in passed:
                self._use((value,))

    def _use(self, values: Sequence[Value]) -> None:
        for value in values:
            if value not in self.values:
                self.values.add(value)
                self._todo.append(value)

    def _propagate(self) -> None:
        while self._todo:
            value = self._todo.pop()
            if isinstance(value, OpResult):
                self._visit_result(value)
            elif isinstance(value, BlockArgument):
                self._visit_argument(value)

    def _visit_result(self, value: OpResult) -> None:
        op = value.owner
        self.need(op)
        function = self._calls.get(op)
        if function is not None:
            for end in region_ends(function.regions[0]):
                if value.index < len(end.operands):
                    self._use((end.operands[value.index],))
        elif isinstance(op, RegionBranchOp):
            self._visit_edge(op, None, value)

    def _visit_argument(self, value: BlockArgument) -> None:
        block = value.owner
        region = block.parent
        op = block.parent_op
        if region is None or op is None:
            return
        if block is not region.first:
            for branch in block.users:
                if isinstance(branch, BranchOp) and passes_by_group(branch):
                    self._use(passed_to(branch, value))
                else:
                    self._use(branch.operands)
            return
        if op in self.private:
            for call in self.private[op]:
                if isinstance(call, CallOp):
                    self._use((call.call_arguments()[value.index],))
            return
        self.need(op)
        if isinstance(op, RegionBranchOp):
            self._visit_edge(op, region, value)

    def _visit_edge(self, op: Operation, target: Region | None, value: Value) -> None:
        """The values that an op and the ends of its regions pass to a receiving value."""
        assert isinstance(op, RegionBranchOp)
        inputs = list(op.region_inputs(target))
        position = inputs.index(value) if value in inputs else None
        if position is None and target is not None:
            return  # the op itself makes it: a counter
        for source, passed in edges(op, target):
            if passed is None or position is None or len(passed) != len(inputs):
                if source is not op:
                    self._use(source.operands)
            else:
                self._use((passed[position],))

    # Questions

    def never_runs(self, op: Operation) -> bool:
        """True for a branch on a dead value, in a function without calls."""
        return (
            bool(op.successors)
            and self._in_unreached(op)
            and any(
                value not in self.values
                for i, value in enumerate(op.operands)
                if i not in _branch_passes(op)
            )
        )

    def may_go(self, op: Operation) -> bool:
        """True for an op that can be removed once nothing needs it."""
        if op.has_trait(Terminator) or op.has_trait(Symbol) or isinstance(op, FunctionLike):
            return False
        return op not in self._calls

    def dead_passes(self, op: Operation) -> list[tuple[Operation, int]]:
        """Operands of an op and of the ends of its regions that only dead values receive."""
        needed: dict[tuple[Operation, int], bool] = {}
        if isinstance(op, RegionBranchOp):
            for target in (None, *op.regions):
                inputs = op.region_inputs(target)
                for source, passed in edges(op, target):
                    if passed is None or len(passed) != len(inputs):
                        continue
                    for index, receiver in indices(source, passed, inputs):
                        key = source, index
                        needed[key] = needed.get(key, False) or receiver in self.values
        return [key for key, live in needed.items() if not live]


def _branch_passes(op: Operation) -> set[int]:
    """Positions of the operands that a branch passes on."""
    if not isinstance(op, BranchOp) or not passes_by_group(op):
        return set()
    return {i for n in range(len(op.successors)) for i in op.successor_operand_range(n)}


def indices(
    source: Operation, passed: Sequence[Value], inputs: Sequence[Value]
) -> Iterator[tuple[int, Value]]:
    """Positions of passed values among the operands of an op: they are contiguous and in order."""
    operands = source.operands
    count = len(passed)
    for start in range(len(operands) - count, -1, -1):
        if all(a is b for a, b in zip(operands[start : start + count], passed, strict=True)):
            for i, receiver in enumerate(inputs):
                yield start + i, receiver
            return


def edges(
    op: RegionBranchOp, target: Region | None
) -> Iterator[tuple[Operation, Sequence[Value] | None]]:
    """The ops that pass values to a region, or to the results, and these values; None if
    unknown."""
    assert isinstance(op, Operation)
    if target in op.region_successors(None):
        yield op, op.region_entry_operands(target)
    for region in op.regions:
        if region.first is not None and target in op.region_successors(region):
            for end in region_ends(region):
                yield end, passed_on(end, target)


def _entry_passes(op: RegionBranchOp) -> list[int]:
    assert isinstance(op, Operation)
    found: list[int] = []
    for target in op.region_successors(None):
        passed, inputs = op.region_entry_operands(target), op.region_inputs(target)
        if len(passed) == len(inputs):
            found += [i for i, _ in indices(op, passed, inputs)]
    return found


def _end_passes(end: Operation, op: RegionBranchOp) -> list[int]:
    found: list[int] = []
    for target in op.region_successors(end.parent_region):
        passed, inputs = passed_on(end, target), op.region_inputs(target)
        if passed is not None and len(passed) == len(inputs):
            found += [i for i, _ in indices(end, passed, inputs)]
    return found


def _runs_unknown(op: Operation) -> bool:
    """True for an op that stays, and whose regions are run in a way that is not known."""
    stays = op.has_trait(Symbol) or op.has_trait(Terminator)
    return stays and not isinstance(op, RegionBranchOp)


def _is_function(op: Operation) -> bool:
    return isinstance(op, FunctionLike)


def _may_shrink(function: Operation) -> bool:
    """True for a private function with a body that ends in plain returns."""
    if symbol_visibility(function) != "private" or function.regions[0].first is None:
        return False
    type = function.properties.get("function_type")
    if not isinstance(type, FunctionType):
        return False
    return all(
        not end.operands
        or (
            end.has_trait(ReturnLike)
            and not isinstance(end, RegionBranchTerminator)
            and len(end.operands) == len(type.results)
        )
        for end in region_ends(function.regions[0])
    )


def _is_plain_call(user: Operation, function: Operation) -> bool:
    """True for a call with one operand per argument and all results."""
    type = function.properties["function_type"]
    return (
        isinstance(user, CallOp)
        and isinstance(type, FunctionType)
        and "operandSegmentSizes" not in user.properties
        and len(user.call_arguments()) == len(type.inputs)
        and len(user.results) == len(type.results)
    )
