"""--remove-dead-values: values that no effect and no visible result needs are removed, across calls
and loops.

func private @f(%x) { %y = add %x, %x; return %y }, %r = call @f(%a)
  -->  func private @f() { return }, call @f()
"""

from __future__ import annotations

from typing import Any

from mlirlite.dataflow.flow import region_ends
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import CallOp, RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.regions import drop_passed, passes_by_group
from mlirlite.rewriting.rewriter import Listener, Rewriter
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.transforms._liveness import Liveness, edges, indices
from mlirlite.transforms.canonicalize import CanonicalPatterns


@compiler_pass("remove-dead-values")
def remove_dead_values(op: Operation, state: PassState, *, canonicalize: bool = True) -> None:
    """Remove dead values.

    A value is live when an op with effects needs it, or a function that can be called from outside
    returns it; values that flow into a live value through branches, regions and calls are live,
    too. Arguments and results of private functions are removed when no caller needs them. Values
    that a loop or a conditional passes to a dead value become poison.

    canonicalize: canonicalize loops and conditionals afterwards, which removes their dead results
    """
    live = Liveness(op)
    _Removal(op, live, state).run()
    if canonicalize:
        _canonicalize_region_ops(op, state)


class _Fresh(Listener):
    """Collects the ops with regions that patterns make."""

    def __init__(self) -> None:
        self.found: list[Operation] = []

    def inserted(self, op: Operation) -> None:
        if isinstance(op, RegionBranchOp):
            self.found.append(op)


def _canonicalize_region_ops(root: Operation, state: PassState) -> None:
    """Apply the canonical forms of ops that run regions, to these ops only."""
    patterns = CanonicalPatterns()
    fresh = _Fresh()
    rw = Rewriter(Block(), listener=fresh)
    todo: list[Operation] = [op for op in root.walk() if isinstance(op, RegionBranchOp)]
    while todo:
        op = todo.pop()
        if op is root or op.parent is None:
            continue
        _share_poison(op)
        for pattern in patterns.for_class(type(op)):
            rw.set_before(op)
            before = rw.changes
            pattern.function(op, rw)
            if rw.changes != before:
                state.count(pattern.name)
                todo += [op, *fresh.found]
                fresh.found.clear()
                break


def _share_poison(op: Operation) -> None:
    """If a loop starts with poison and passes on poison, use the same value: then patterns see that
    it does not change."""
    if not isinstance(op, RegionBranchOp):
        return
    begins: dict[Value, Value] = {}
    for target in op.region_successors(None):
        inputs = op.region_inputs(target)
        for value, receiver in zip(op.region_entry_operands(target), inputs, strict=False):
            if _is_poison(value):
                begins[receiver] = value
    for target in (None, *op.regions):
        inputs = op.region_inputs(target)
        for source, passed in edges(op, target):
            if source is op or passed is None or len(passed) != len(inputs):
                continue
            for index, receiver in indices(source, passed, inputs):
                if receiver in begins and _is_poison(source.operands[index]):
                    source.set_operand(index, begins[receiver])


def _is_poison(value: Value) -> bool:
    op = value.defining_op
    return op is not None and op.name == "ub.poison"


class _Removal:
    """Removes dead values: first their uses, then the values themselves."""

    def __init__(self, root: Operation, live: Liveness, state: PassState) -> None:
        self.root = root
        self.live = live
        self.state = state

    def run(self) -> None:
        """Change the IR."""
        dead: list[Operation] = []
        inside: set[Operation] = set()
        for op in [op for op in self.root.walk() if op is not self.root]:
            if op in inside:
                continue
            if op not in self.live.ops and self.live.may_go(op):
                dead.append(op)
                inside.update(op.walk())
            elif isinstance(op, RegionBranchOp):
                self._poison(op)
            elif self.live.never_runs(op):
                Builder.before_op(op).insert(self._op_class(op, "ub.unreachable")())
                op.erase()
        arguments = self._dead_arguments(inside)
        signatures = [
            (f, calls, self._dead_signature(f, calls)) for f, calls in self.live.private.items()
        ]
        for op in dead:
            op.drop_all_references()
        for block, dropped in arguments:
            for branch in block.users:
                drop_passed(branch, block, dropped)
        for function, calls, (args, results) in signatures:
            for end in region_ends(function.regions[0]):
                if end.operands:
                    end.set_operands([v for i, v in enumerate(end.operands) if i not in results])
            for call in calls:
                if call not in inside and isinstance(call, CallOp):
                    first = len(call.operands) - len(call.call_arguments())
                    kept = [v for i, v in enumerate(call.operands) if i - first not in args]
                    call.set_operands(kept)
        for function, calls, (args, results) in signatures:
            for call in calls:
                if call not in inside and results:
                    _without_results(call, results)
            _erase_arguments(function.regions[0].entry, args)
            if args or results:
                _shrink_type(function, args, results)
        for block, dropped in arguments:
            _erase_arguments(block, dropped)
        for op in reversed(dead):
            op.erase()
            self.state.count("num-erased")

    def _dead_arguments(self, inside: set[Operation]) -> list[tuple[Block, list[int]]]:
        """Remove dead arguments of blocks, if the branches to them allow it."""
        return [
            (block, dropped)
            for op in self.root.walk()
            if op not in inside
            for region in op.regions
            for block in region
            if block is not region.first
            and (dropped := [a.index for a in block.args if a not in self.live.values])
            and all(passes_by_group(branch) for branch in block.users)
        ]

    def _dead_signature(
        self, function: Operation, calls: list[Operation]
    ) -> tuple[list[int], list[int]]:
        """Remove the dead arguments and results of a private function."""
        live = self.live.values
        args = [a.index for a in function.regions[0].entry.args if a not in live]
        type = function.properties["function_type"]
        count = len(type.results) if isinstance(type, FunctionType) else 0
        results = [i for i in range(count) if not any(call.results[i] in live for call in calls)]
        return args, results

    def _poison(self, op: Operation) -> None:
        """Put poison where an op or the ends of its regions pass operands only to dead values."""
        cls = self._op_class(op, "ub.poison")
        for user, index in self.live.dead_passes(op):
            made = Builder.before_op(user).insert(cls(result=user.operands[index].type))
            user.set_operand(index, made.results[0])

    def _op_class(self, op: Operation, name: str) -> Any:
        cls = self.state.context.op_class(name)
        if cls is None:
            raise DiagnosticError(op.error("needs the ub dialect to be registered"))
        return cls


def _without_results(call: Operation, dropped: list[int]) -> None:
    """Replace a call with one that has fewer results."""
    types = [t for i, t in enumerate(call.result_types) if i not in dropped]
    made = type(call).create(
        call.operands, types, dict(call.properties), dict(call.attributes or {})
    )
    made.location = call.location
    Builder.before_op(call).insert(made)
    kept = iter(made.results)
    for i, old in enumerate(call.results):
        if i not in dropped:
            old.replace_all_uses_with(next(kept))
    call.erase()


def _erase_arguments(block: Block, dropped: list[int]) -> None:
    for index in reversed(dropped):
        block.erase_argument(index)


def _shrink_type(function: Operation, args: list[int], results: list[int]) -> None:
    """Update the type and the attributes of a function."""
    type = function.properties["function_type"]
    if not isinstance(type, FunctionType):
        return
    function.properties["function_type"] = FunctionType(
        tuple(t for i, t in enumerate(type.inputs) if i not in args),
        tuple(t for i, t in enumerate(type.results) if i not in results),
    )
    for name, dropped in (("arg_attrs", args), ("res_attrs", results)):
        found = function.properties.pop(name, None)
        if isinstance(found, ArrayAttr):
            kept = tuple(a for i, a in enumerate(found) if i not in dropped)
            if kept:
                function.properties[name] = ArrayAttr(kept)
