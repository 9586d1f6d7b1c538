"""--sccp: constants are followed along the branches that can be taken, and only along these.

cond_br %true, ^a(%c1), ^b; ^a(%x): use %x  -->  ^a(%x): use %c1
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dialect import Dialect
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
from mlirlite.ir.traits import Commutative, ReturnLike, Symbol, SymbolTable
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import (
    ConstantPool,
    can_fold,
    constant_of,
    dialect_of,
    fold_results,
    is_constant,
)
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("sccp")
def sccp(op: Operation, state: PassState) -> None:
    """Sparse Conditional Constant Propagation.

    Finds values that are constant on every path that can be taken, through blocks, regions and
    calls of private functions, and puts the constants in their place. Blocks stay, also those that
    cannot be reached.
    """
    known = _Analysis(op)
    known.run()
    _replace(op, known, state)


class Known(NamedTuple):
    """What is known of a value: a constant with the dialect that builds it, or None for a value
    that is not constant. A value that was not reached has no entry."""

    value: Attribute | None
    dialect: Dialect | None


VARIES = Known(None, None)


class _Analysis:
    """A worklist over ops in blocks that can be reached. What is known of a value changes at most
    twice, then its users are looked at again."""

    def __init__(self, root: Operation) -> None:
        self.root = root
        self.values: dict[Value, Known] = {}
        self.live: set[Block] = set()
        self.edges: set[tuple[Block, Block]] = set()
        """Edges between blocks that can be taken."""
        self.worklist: dict[Operation, None] = {}
        self.watchers: dict[Value, dict[Operation, None]] = {}
        """Ops that asked for a value which they do not use: folds look further."""
        self.tables = SymbolTables()
        self.callers: dict[Operation, dict[Operation, None]] = {}
        """Calls that can be reached, by function."""
        self.open: set[Operation] = set()
        """Functions that may be called from elsewhere."""

    def run(self) -> None:
        """Reach a state in which nothing changes."""
        self._find_open_functions()
        for region in self.root.regions:
            self._enter(region)
        while self.worklist:
            op = self.worklist.popitem()[0]
            if op.parent in self.live:
                self._visit(op)

    def constants_of(self, op: Operation) -> list[Attribute | None] | None:
        """What the operands are; None as long as one was not reached."""
        found = []
        for operand in op.operands:
            known = self.values.get(operand)
            if known is None:
                return None
            found.append(known.value)
        return found

    # Functions

    def _find_open_functions(self) -> None:
        """Functions that are visible from outside, or used otherwise than by calls."""
        whole = self.root.parent is None
        todo = [(self.root, whole)] if self.root.has_trait(SymbolTable) else []
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
        for user, reference in symbol_uses(self.root):
            if not isinstance(user, CallOp):
                function = self.tables.lookup(user, reference)
                if function is not None:
                    self.open.add(function)

    def _visit_function(self, function: Operation) -> None:
        region = function.regions[0]
        if region.first is None:
            return
        if function in self.open or not function.has_trait(Symbol):
            self._enter(region)
            return
        callers = self.callers.get(function, {})
        if callers:
            self._reach(region.first)
        for call in callers:
            if isinstance(call, CallOp):
                self._pass(call.call_arguments(), region.first.args)

    def _visit_call(self, call: Operation) -> None:
        symbol = call.callee_symbol() if isinstance(call, CallOp) else None
        function = self.tables.lookup(call, symbol) if symbol is not None else None
        if function is None or not _is_body(function) or not self.root.is_ancestor(function):
            self._all_vary(call.results)
            return
        known = self.callers.setdefault(function, {})
        if call not in known:
            known[call] = None
            for block in function.regions[0]:
                if block.last is not None:
                    self.worklist[block.last] = None
        if function in self.open:
            self.worklist.setdefault(function)
            return
        first = function.regions[0].entry
        self._reach(first)
        if isinstance(call, CallOp):
            self._pass(call.call_arguments(), first.args)

    # Visiting

    def _enter(self, region: Region) -> None:
        """A region that begins with values nobody knows."""
        if region.first is not None:
            self._all_vary(region.first.args)
            self._reach(region.first)

    def _reach(self, block: Block) -> None:
        if block not in self.live:
            self.live.add(block)
            self.worklist.update(dict.fromkeys(reversed(block)))  # the last one is taken first

    def _visit(self, op: Operation) -> None:
        if isinstance(op, CallOp):
            self._visit_call(op)
        elif isinstance(op, RegionBranchOp) and op.regions:
            self._visit_region_branch(op, op)
        elif _is_function(op):
            self._visit_function(op)
            self._all_vary(op.results)
        elif op.regions:
            for region in op.regions:
                self._enter(region)
            self._all_vary(op.results)
        elif op.results:
            self._visit_fold(op)
        if op.successors:
            self._visit_branch(op)
        elif op.next is None:
            parent: Any = op.parent_op
            if isinstance(parent, RegionBranchOp):
                self._visit_region_end(op, parent)
            elif parent is not None and _is_body(parent):
                self._visit_return(op, parent)

    def _visit_fold(self, op: Operation) -> None:
        if is_constant(op):
            value = constant_of(op)
            self._join(op.results[0], Known(value, dialect_of(type(op))) if value else VARIES)
            return
        constants = self.constants_of(op)
        if constants is None:
            return
        if not can_fold(type(op)) or _is_unordered(op, constants):
            self._all_vary(op.results)
            return
        operands, properties, attributes = op.operands, dict(op.properties), op._attributes
        attributes = dict(attributes) if attributes else attributes
        folded = fold_results(op, constants)
        if not folded:  # nothing known, or changed in place, which is no answer here
            if op.operands != operands:
                op.set_operands(operands)
            op.properties, op._attributes = properties, attributes
            self._all_vary(op.results)
            return
        for result, found in zip(op.results, folded, strict=True):
            if isinstance(found, Attribute):
                self._join(result, Known(found, dialect_of(type(op))))
                continue
            if found not in operands:
                self.watchers.setdefault(found, {})[op] = None
            known = self.values.get(found)
            if known is not None:
                self._join(result, known)

    def _visit_branch(self, op: Operation) -> None:
        block = op.parent
        if block is None:
            return
        targets: Sequence[Block] = op.successors
        if isinstance(op, BranchOp):
            constants = self.constants_of(op)
            if constants is None:
                return
            only = op.successor_for(constants)
            targets = op.successors if only is None else (only,)
        for target in targets:
            self._reach(target)
            self.edges.add((block, target))
        for index, target in enumerate(op.successors):
            if (block, target) not in self.edges:
                continue
            if not isinstance(op, BranchOp):
                self._all_vary(target.args)
                continue
            passed = op.successor_operand_range(index)
            own = len(target.args) - len(passed)
            self._all_vary(target.args[:own])
            self._pass([op.operands[i] for i in passed], target.args[own:])

    def _visit_region_branch(self, op: Operation, branch: RegionBranchOp) -> None:
        constants = self.constants_of(op)
        if constants is None:
            return
        for target in branch.entry_successors(constants):
            self._edge(op, branch, target, branch.region_entry_operands(target))

    def _visit_region_end(self, end: Operation, branch: RegionBranchOp) -> None:
        op, region = end.parent_op, end.parent_region
        constants = self.constants_of(end)
        if op is None or constants is None:
            return
        targets = None
        if isinstance(end, RegionBranchTerminator):
            targets = end.successors_for(constants)
        if targets is None:
            targets = branch.region_successors(region)
        for target in targets:
            self._edge(op, branch, target, passed_on(end, target))

    def _edge(
        self,
        op: Operation,
        branch: RegionBranchOp,
        target: Region | None,
        passed: Sequence[Value] | None,
    ) -> None:
        """Control goes from an op or the end of one of its regions to a region or to its end."""
        everything: Sequence[Value] = op.results
        if target is not None:
            if target.first is None:
                return
            self._reach(target.first)
            everything = target.first.args
        inputs = branch.region_inputs(target)
        if passed is None or len(passed) != len(inputs):
            self._all_vary(everything)
            return
        if len(inputs) < len(everything):
            received = set(inputs)
            self._all_vary([v for v in everything if v not in received])
        self._pass(passed, inputs)

    def _visit_return(self, op: Operation, function: Operation) -> None:
        for call in self.callers.get(function, ()):
            if op.has_trait(ReturnLike) and len(op.operands) == len(call.results):
                self._pass(op.operands, call.results)
            else:
                self._all_vary(call.results)

    # What is known

    def _pass(self, values: Sequence[Value], receivers: Sequence[Value]) -> None:
        for value, receiver in zip(values, receivers, strict=True):
            known = self.values.get(value)
            if known is not None:
                self._join(receiver, known)

    def _all_vary(self, values: Sequence[Value]) -> None:
        for value in values:
            self._join(value, VARIES)

    def _join(self, value: Value, known: Known) -> None:
        old = self.values.get(value)
        if old is VARIES or (old is not None and old.value == known.value):
            return
        self.values[value] = known if old is None else VARIES
        self.worklist.update(dict.fromkeys(value.users))
        self.worklist.update(self.watchers.get(value, {}))


def _is_function(op: Operation) -> bool:
    return isinstance(op, FunctionLike)


def _is_body(op: Operation) -> bool:
    return _is_function(op) and not op.regions[0].empty


def _is_unordered(op: Operation, constants: Sequence[Attribute | None]) -> bool:
    """True for a commutative op with a constant before other operands: its fold would move the
    constant to the end and not be asked again (as upstream)."""
    if len(constants) < 2 or not op.has_trait(Commutative):
        return False
    return any(a is not None and b is None for a, b in pairwise(constants))


def _replace(root: Operation, analysis: _Analysis, state: PassState) -> None:
    """Put constants in the place of values, block by block, as upstream orders it."""
    effects = Effects()
    rw = Rewriter(Block())
    pool = ConstantPool(rw)

    def replace(value: Value, place: Block) -> bool:
        known = analysis.values.get(value)
        if known is None or known.value is None or known.dialect is None:
            return False
        constant = known.dialect.materialize_constant(known.value, value.type, None)
        if constant is None:
            return False
        value.replace_all_uses_with(pool.make(constant, place).results[0])
        return True

    blocks = [b for region in root.regions for b in reversed(region.blocks)]
    while blocks:
        block = blocks.pop()
        for op in block:
            replaced = bool(op.results)
            for result in op.results:
                replaced = replace(result, block) and replaced
            if replaced and effects.is_droppable(op):
                op.erase()
                state.count("num-folded")
                continue
            blocks += [b for region in op.regions for b in reversed(region.blocks)]
        for argument in block.args:
            replace(argument, block)
