"""--inline: calls of functions with a body become the body.

%r = call @f(%x); f(%a) { %b = add %a, %a; return %b }  -->  %r = add %x, %x
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import CallOp, FunctionLike, InlinableReturn, InliningCall
from mlirlite.ir.locations import UNKNOWN, CallSiteLoc, Location, settled
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables, references, symbol_visibility
from mlirlite.ir.traits import (
    IsolatedFromAbove,
    ReturnLike,
    SingleBlock,
    Symbol,
    SymbolTable,
    Terminator,
)
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline, parse_items
from mlirlite.rewriting.folding import dialect_of
from mlirlite.support.diagnostics import DiagnosticError

_UNLIMITED = (1 << 32) - 1


@compiler_pass("inline")
def inline(
    op: Operation,
    state: PassState,
    *,
    default_pipeline: str = "canonicalize",
    max_iterations: int = 4,
    inlining_threshold: int = _UNLIMITED,
    op_pipelines: str = "",
) -> None:
    """Inline function calls.

    Callees are processed before their callers. Each function is simplified, then the calls in it
    are inlined, and so on repeatedly. Recursive functions are left alone. Private functions without
    references are erased.

    default_pipeline: passes that simplify a function before and after inlining into it
    max_iterations: the most rounds for a function
    inlining_threshold: the largest size of a callee, in percent of its caller's
    op_pipelines: other pipelines for functions of an op, as func.func(canonicalize,cse)
    """
    if not op.has_trait(SymbolTable):
        raise DiagnosticError(
            op.error("was scheduled to run under the inliner, but does not define a symbol table")
        )
    pipelines = _by_anchor(op_pipelines)
    inliner = _Inliner(op, state, inlining_threshold)
    managers: dict[str, PassManager] = {}
    for group in _groups(inliner.functions, inliner.callees):
        for _ in range(max_iterations):
            for function in group:
                if function.has_trait(IsolatedFromAbove):
                    passes = pipelines.get(function.name, default_pipeline)
                    _simplify(function, passes, managers, state)
                    inliner.count_uses(function)
            if not inliner.inline_calls_in(group):
                break
    for function in inliner.dead:
        function.erase()


def _by_anchor(text: str) -> dict[str, Pipeline | str]:
    """The pipelines of a list, by the op that they run on."""
    found: dict[str, Pipeline | str] = {}
    for item in parse_items(text):
        if not isinstance(item, Pipeline):
            raise DiagnosticError(
                f"option 'op-pipelines': '{item}' does not say on which op it runs, as in "
                f"func.func({item})"
            )
        found[item.anchor] = item
    return found


def _simplify(
    function: Operation,
    passes: Pipeline | str,
    managers: dict[str, PassManager],
    state: PassState,
) -> None:
    manager = managers.get(function.name)
    if manager is None:
        if isinstance(passes, str):
            passes = Pipeline(function.name, parse_items(passes))
        manager = PassManager(passes, state.context, verify_each=False, emit=state.emit)
        managers[function.name] = manager
    manager.run(function)


def _is_body(op: Operation) -> bool:
    return isinstance(op, FunctionLike) and not op.regions[0].empty


def _own_ops(function: Operation) -> Iterator[Operation]:
    """The ops in a function, without those in nested functions."""
    stack = [function.regions[0]]
    while stack:
        for block in stack.pop():
            for op in block:
                yield op
                if op.regions and not _is_body(op):
                    stack += op.regions


def _groups(
    functions: Sequence[Operation], callees: dict[Operation, list[Operation]]
) -> list[list[Operation]]:
    """Strongly connected components of functions (Tarjan), callees first."""
    order: dict[Operation, int] = {}
    low: dict[Operation, int] = {}
    path: list[Operation] = []
    done: set[Operation] = set()
    groups: list[list[Operation]] = []
    for root in functions:
        if root in order:
            continue
        work: list[tuple[Operation, Iterator[Operation]]] = []
        enter: Operation | None = root
        while True:
            if enter is not None:
                order[enter] = low[enter] = len(order)
                path.append(enter)
                work.append((enter, iter(callees[enter])))
            if not work:
                break
            function, rest = work[-1]
            enter = None
            for callee in rest:
                if callee not in order:
                    enter = callee
                    break
                if callee not in done:
                    low[function] = min(low[function], order[callee])
            if enter is not None:
                continue
            work.pop()
            if work:
                caller = work[-1][0]
                low[caller] = min(low[caller], low[function])
            if low[function] == order[function]:
                group: list[Operation] = []
                while not group or group[-1] is not function:
                    group.append(path.pop())
                done.update(group)
                groups.append(group)
    return groups


class _Inliner:
    """The functions inside an op, the call graph, and the reference counts of functions that may be
    erased."""

    def __init__(self, root: Operation, state: PassState, threshold: int) -> None:
        self.state = state
        self.threshold = threshold
        self.tables = SymbolTables()
        self.functions = [op for op in root.walk() if _is_body(op)]
        self.bodies = set(self.functions)
        self.callees: dict[Operation, list[Operation]] = {}
        self.dead: dict[Operation, None] = {}
        shown = "public" if root.parent is None else "nested"
        self.discardable = {
            f
            for f in self.functions
            if f.has_trait(Symbol) and symbol_visibility(f) not in ("public", shown)
        }
        self.uses: dict[Operation, Counter[Operation]] = {}
        self.total: Counter[Operation] = Counter()
        inside: set[Operation] = set()
        for function in self.functions:
            found: dict[Operation, None] = {}
            for op in _own_ops(function):
                inside.add(op)
                target = self._target(op)
                if target is not None:
                    found[target] = None
            self.callees[function] = list(found)
            self.count_uses(function)
        for op in root.walk():
            if op not in inside and op is not root:
                self.total.update(self._references(op))

    def count_uses(self, function: Operation) -> None:
        """Recount what a function refers to."""
        counts: Counter[Operation] = Counter()
        for op in _own_ops(function):
            counts.update(self._references(op))
        self.total.subtract(self.uses.get(function, Counter[Operation]()))
        self.total.update(counts)
        self.uses[function] = counts

    def _references(self, user: Operation) -> list[Operation]:
        found = []
        for attribute in (*user.properties.values(), *(user._attributes or {}).values()):
            for reference in references(attribute):
                symbol = self.tables.lookup(user, reference)
                if symbol in self.discardable and symbol is not None:
                    found.append(symbol)
        return found

    def _target(self, op: Operation) -> FunctionLike | None:
        """The function that a call calls, if its body is known."""
        symbol = op.callee_symbol() if isinstance(op, CallOp) else None
        found = self.tables.lookup(op, symbol) if symbol is not None else None
        return found if isinstance(found, FunctionLike) and found in self.bodies else None

    def inline_calls_in(self, group: list[Operation]) -> bool:
        """Inline what can be inlined into the functions; True when anything was."""
        calls: list[tuple[Operation, CallOp, FunctionLike, int]] = []
        """Caller, call, callee, and the inlining that it comes from."""
        history: list[tuple[Operation, int]] = []
        """What was inlined, and the inlining that the call came from."""
        for function in list(group):
            if function in self.discardable and not self.total[function]:
                self._drop(function, group)
                continue
            self._collect(function, _own_ops(function), -1, calls)
        inlined = False
        for caller, call, callee, origin in calls:  # it grows during the loop
            if caller in self.dead or self._is_recursive(callee, origin, history):
                continue
            if not self._should_inline(caller, call, callee):
                continue
            last = callee in self.discardable and self.total[callee] == 1
            new = _inline_call(call, callee, clone=not last)
            inlined = True
            self.state.count("num-inlined")
            history.append((callee, origin))
            self._collect(caller, new, len(history) - 1, calls)
            uses = self.uses[caller]
            own = self._references(call)
            uses.subtract(own)
            self.total.subtract(own)
            uses.update(self.uses[callee])
            call.erase()
            if last:
                self._drop(callee, group)
            else:
                self.total.update(self.uses[callee])
        return inlined

    def _drop(self, function: Operation, group: list[Operation]) -> None:
        self.dead[function] = None
        self.state.count("num-dce'd")
        if function in group:
            group.remove(function)

    def _collect(
        self,
        caller: Operation,
        ops: Iterator[Operation] | list[Operation],
        origin: int,
        calls: list[tuple[Operation, CallOp, FunctionLike, int]],
    ) -> None:
        for op in ops:
            target = self._target(op)
            if target is not None and isinstance(op, CallOp):
                calls.append((caller, op, target, origin))

    @staticmethod
    def _is_recursive(callee: Operation, origin: int, history: list[tuple[Operation, int]]) -> bool:
        while origin >= 0:
            function, origin = history[origin]
            if function is callee:
                return True
        return False

    def _should_inline(self, caller: Operation, call: CallOp, callee: FunctionLike) -> bool:
        if call.has_trait(Terminator) or callee in self.dead:
            return False
        called = self.callees[callee]
        if callee in called or caller in called or callee.is_ancestor(call):
            return False
        around, region = call.parent_op, callee.regions[0]
        if around is None or isinstance(around, UnregisteredOp):
            return False
        if (
            not _is_straight(region)
            and around.name != callee.name
            and (around.has_trait(SingleBlock))
        ):
            return False
        if isinstance(call, InliningCall) and not call.may_inline(callee):
            return False
        if "no_inline" in call.properties or "no_inline" in callee.properties:
            return False
        return self._is_small(caller, callee) and _is_legal(callee, call)

    def _is_small(self, caller: Operation, callee: Operation) -> bool:
        if self.threshold in (0, -1, _UNLIMITED):
            return self.threshold != 0
        size = sum(1 for _ in _own_ops(caller))
        return not size or sum(1 for _ in _own_ops(callee)) * 100 // size <= self.threshold


def _is_legal(callee: FunctionLike, call: CallOp) -> bool:
    """Whether the body of a function may be placed where the call is."""
    region, around, into = callee.regions[0], call.parent_op, call.parent_region
    if around is None or into is None or len(call.results) != len(callee.signature().results):
        return False
    owner = dialect_of(type(around))
    arguments: dict[Value, Value] = dict(zip(region.entry.args, call.call_arguments(), strict=True))
    if owner is not None and not owner.may_take(into, region, arguments):
        return False
    for op in callee.walk():
        if op is callee:
            continue
        if isinstance(op, UnregisteredOp):
            return False
        dialect = dialect_of(type(op))
        if op.parent_region is region and dialect is not None:
            if not dialect.may_be_inlined(op, around):
                return False
            if op.next is None and not op.successors and not _is_end(op, region):
                return False
    return True


def _is_straight(region: Region) -> bool:
    """One block that returns: its ops can be placed in the middle of another block."""
    last = region.entry.last
    return region.has_one_block and last is not None and last.has_trait(ReturnLike)


def _is_end(op: Operation, region: Region) -> bool:
    if _is_straight(region):
        return True
    return isinstance(op, InlinableReturn) or (
        op.has_trait(Terminator) and not op.has_trait(ReturnLike)
    )


def _inline_call(call: CallOp, callee: Operation, *, clone: bool) -> list[Operation]:
    """Replace a call, which loses its uses, with the body of a function; returns the new ops."""
    region, block = callee.regions[0], call.parent
    if block is None or block.parent is None:
        raise ValueError("the call is in no region")
    straight = _is_straight(region)
    arguments: list[Value] = list(call.call_arguments())
    if isinstance(call, InliningCall):
        b = Builder(block, call, call.location)
        arguments = [call.inlined_argument(callee, i, v, b) for i, v in enumerate(arguments)]
    values: dict[Value, Value] = dict(zip(region.entry.args, arguments, strict=True))
    blocks = _clone_blocks(region, values) if clone else _move_blocks(region, values)
    new = [op for body in blocks for top in body for op in top.walk()]
    inner = [block for op in new for region in op.regions for block in region]
    _relocate(new, [*blocks, *inner], call.location)
    if isinstance(call, InliningCall):
        call.inlined(callee, arguments, blocks)
    entry = blocks[0]
    if straight:
        last = entry.last
        if last is None:
            raise ValueError("the function's block has no terminator")
        call.replace_all_uses_with(last.operands)
        last.erase()
        new.remove(last)
        _move_ops(entry, block, call)
        return new
    rest = block.split_before(call)
    for result in call.results:
        result.replace_all_uses_with(rest.add_argument(result.type, call.location))
    for other in blocks[1:]:
        block.parent.insert_before(rest, other)
    for other in blocks:
        end: Any = other.last
        if _can_branch(end):
            branch: Operation = end.branch_to(rest, end.operands)
            branch.location = end.location
            end.erase()
            other.append(branch)
    _move_ops(entry, block, None)
    return [op for op in new if op.parent is not None]


def _can_branch(op: Operation | None) -> bool:
    return isinstance(op, InlinableReturn)


def _clone_blocks(region: Region, values: dict[Value, Value]) -> list[Block]:
    """Detached copies of the blocks; `values` replaces the entry's arguments."""
    owner = region.parent
    if owner is None:
        raise ValueError("the region belongs to no operation")
    given = dict(values)
    copy = owner.clone(values)
    entry = copy.regions[0].entry
    for old, new in zip(region.entry.args, entry.args, strict=True):
        new.replace_all_uses_with(given[old])
    return [block.detach() for block in copy.regions[0].blocks]


def _move_blocks(region: Region, values: dict[Value, Value]) -> list[Block]:
    for argument in region.entry.args:
        argument.replace_all_uses_with(values[argument])
    return [block.detach() for block in region.blocks]


def _move_ops(source: Block, target: Block, before: Operation | None) -> None:
    for op in source:
        op.detach()
        target.insert_before(before, op)


def _called_from(location: Location, caller: Location) -> Location:
    """The location of an op, with the calls that it was inlined through, innermost first."""
    places = []
    while isinstance(location, CallSiteLoc):
        places.append(location.callee)
        location = location.caller
    caller = CallSiteLoc(location, caller)
    for place in reversed(places):
        caller = CallSiteLoc(place, caller)
    return caller


def _relocate(ops: list[Operation], blocks: list[Block], caller: Location) -> None:
    """Add the location of the call to the locations of all inlined ops."""
    if caller is UNKNOWN:
        return
    for op in ops:
        op.location = _called_from(op.location, caller)
    for block in blocks:
        for argument in block.args:
            argument.location = _called_from(settled(argument.location), caller)
