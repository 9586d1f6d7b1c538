"""--ownership-based-buffer-deallocation: the final owner of a buffer frees it.

%m = memref.alloc(); use(%m); return
  -->  %m = memref.alloc(); use(%m); bufferization.dealloc (%m) if (%true); return
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from mlirlite.dialects import arith, cf, memref, scf
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.bufferization.ops import CloneOp, DeallocOp
from mlirlite.dialects.bufferization.transforms._ownership import (
    DeallocationState,
    build_bool,
    is_memref,
)
from mlirlite.dialects.func import FuncOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import (
    BranchOp,
    CallOp,
    EffectKind,
    FunctionLike,
    MemoryEffects,
    RegionBranchOp,
    RegionBranchTerminator,
    passed_on,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables, symbol_visibility
from mlirlite.ir.traits import (
    NoMemoryEffect,
    NoTerminator,
    Pure,
    RecursiveMemoryEffects as Recursive,
    ReturnLike,
    Terminator,
)
from mlirlite.ir.types import I1, FunctionType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter
from mlirlite.rewriting.effects import ALLOCATES, FREES, UNKNOWN, Effects
from mlirlite.support.diagnostics import DiagnosticError, error

MANUAL = "bufferization.manual_deallocation"


@compiler_pass("ownership-based-buffer-deallocation")
def ownership_based_buffer_deallocation(
    op: Operation, state: PassState, *, private_function_dynamic_ownership: bool = False
) -> None:
    """Free all allocations of the program, with run-time ownership where it is needed.

    Ownership of buffers is passed along with them, as values of type i1: into blocks and regions
    and out of them. A function owns none of its arguments, and its caller owns all results.

    private_function_dynamic_ownership: allows to add additional results to private functions, to
        pass the ownership of buffers to callers dynamically
    """
    tables = SymbolTables()
    functions = [f for f in op.walk() if isinstance(f, FuncOp) and not f.is_declaration]
    for function in functions:
        _Deallocation(function, tables, private_function_dynamic_ownership).run()


def _fail(op: Operation, message: str) -> DiagnosticError:
    return DiagnosticError(error(message, op.where))


class _Deallocation:
    """The work on one function."""

    def __init__(self, function: FuncOp, tables: SymbolTables, dynamic: bool) -> None:
        self.function = function
        self.tables = tables
        self.dynamic = dynamic
        self.state = DeallocationState(function)
        self.effects = Effects()
        """Used for ops whose regions are done, so that cached results stay valid."""

    def run(self) -> None:
        """Free what is allocated, block by block, inner ones first."""
        if _has_unstructured_loop(self.function):
            raise _fail(self.function, "Only structured control-flow loops are supported.")
        for block in list(_blocks_inside_out(self.function)):
            self._block(block)
        self._update_signature()

    def _update_signature(self) -> None:
        ends = [
            block.last
            for block in self.function.body
            if block.last is not None and _passes_to_parent(block.last)
        ]
        found = [tuple(v.type for v in passed_on(end, None) or ()) for end in ends]
        if any(types != found[0] for types in found):
            raise _fail(
                self.function,
                "there are multiple return operations with different operand types",
            )
        arguments = self.function.body.entry.args
        results = found[0] if found else self.function.signature().results
        self.function.properties["function_type"] = FunctionType(
            tuple(a.type for a in arguments), results
        )

    # Blocks

    def _block(self, block: Block) -> None:
        state, b = self.state, Builder.at_start(block)
        for value in state.live_memrefs(block):
            home = value.parent_block
            if home is not None and home.parent is block.parent:
                state.update(value, state.ownership(value, home), block)
                state.add_to_free(value, block)
            else:
                state.update(value, build_bool(b, False), block)
        in_function = isinstance(block.parent_op, FunctionLike)
        is_entry = block.parent is not None and block.parent.first is block
        for argument in list(block.args):
            if is_memref(argument):
                owned: Value = (
                    build_bool(b, False) if in_function and is_entry else block.add_argument(I1)
                )
                state.update(argument, owned)
                state.add_to_free(argument, block)
        for op in list(block):
            self._remaining(self._handle(op))

    def _remaining(self, op: Operation) -> None:
        """Results of unknown ops are owned if the operands are, or not at all."""
        state, block = self.state, op.parent
        for result in op.results:
            if block is None or not is_memref(result):
                continue
            if state.ownership(result, block) is not None:
                continue
            for operand in op.operands:
                home = operand.parent_block
                if is_memref(operand) and home is not None:
                    state.update(result, state.ownership(operand, home), block)
            if state.ownership(result, block) is None:
                state.update(result, build_bool(Builder.before_op(op), False))

    # Ops

    def _handle(self, op: Operation) -> Operation:
        """Handle an op's effect on buffers; returns the op that has replaced it."""
        match op:
            case cf.CondBranchOp():
                self._cond_branch(op)
                return op
            case arith.SelectOp():
                return op
            case scf.InParallelOp():
                if not op.regions[0].entry.empty:
                    raise _fail(op, "only supported when nested region is empty")
                self.state.free_at_end(op, ())
                return op
            case scf.ReduceReturnOp():
                if is_memref(op.operands[0]):
                    raise _fail(op, "only supported when operand is not a MemRef")
                self.state.free_at_end(op, ())
                return op
        _check(op, self.effects.of(op))
        if isinstance(op, MemoryEffects):
            self._effects(op)
        if isinstance(op, RegionBranchOp):
            op = self._regions(op)
        if isinstance(op, CallOp):
            op = self._call(op)
        if isinstance(op, BranchOp):
            self._branch(op)
        if _passes_to_parent(op):
            self._end(op)
        return op

    def _effects(self, op: Operation) -> None:
        state, block = self.state, op.parent
        if block is None or not isinstance(op, MemoryEffects):
            return
        on_stack = op.name == memref.AllocaOp.name
        effects = [(kind, value) for kind, value in op.effects() if value is not None]
        manual = MANUAL in op.attributes
        for operand in op.operands:
            if not is_memref(operand) or (EffectKind.FREE, operand) not in effects:
                continue
            if not manual:
                raise _fail(op, "memory free side-effect on MemRef value not supported!")
            known = state.ownership(operand, block)
            if known is not None and known.indicator is not None:
                b = Builder.before_op(op)
                true = build_bool(b, True)
                inverted: Operation = b.insert(arith.XOrIOp(known.indicator, true))
                message = "expected that the block does not have ownership"
                b.insert(cf.AssertOp(inverted.results[0], message))
        b = Builder.at_start(block)
        for result in op.results:
            if not is_memref(result) or (EffectKind.ALLOCATE, result) not in effects:
                continue
            if manual or on_stack:
                state.reset((result,), block)
                state.update(result, build_bool(b, False))
            else:
                state.update(result, build_bool(b, True))
                state.add_to_free(result, block)

    def _regions(self, op: RegionBranchOp) -> Operation:
        """Ownership of the values that enter the regions, and of those that leave."""
        owner = cast(Operation, op)
        block = owner.parent
        if block is None:
            return owner
        false = build_bool(Builder.at_start(block), False)
        entry = op.region_entry_operands(op.region_successors(None)[0])
        owner.set_operands([*owner.operands, *[false] * sum(map(is_memref, entry))])
        return self._with_ownership(owner)

    def _with_ownership(self, op: Operation) -> Operation:
        """The op with an additional result for each buffer among its results: its ownership."""
        buffers = [r for r in op.results if is_memref(r)]
        if not buffers:
            return op
        count = len(op.results)
        block = op.parent
        if block is None:
            return op
        rw = Rewriter(block, op)
        old = op.results
        made = rw.recreate(op, op.operands, (*op.result_types, *[I1] * len(buffers)))
        for before, after in zip(old, made.results, strict=False):
            self.state.liveness.renamed(before, after)
        rw.replace(op, made.results[:count])
        for i, buffer in enumerate(r for r in made.results[:count] if is_memref(r)):
            self.state.update(buffer, made.results[count + i])
            self.state.add_to_free(buffer, made.parent)
        return made

    def _call(self, op: CallOp) -> Operation:
        call = cast(Operation, op)
        symbol = op.callee_symbol()
        callee = self.tables.lookup(call, symbol) if symbol is not None else None
        if self.dynamic and callee is not None and self._gives_ownership(callee):
            return self._with_ownership(call)
        true = build_bool(Builder.before_op(call), True)
        for result in call.results:
            if is_memref(result):
                self.state.update(result, true)
                self.state.add_to_free(result, call.parent)
        return call

    def _gives_ownership(self, function: Operation) -> bool:
        """Whether a function returns the ownership of its buffers."""
        return (
            self.dynamic
            and isinstance(function, FunctionLike)
            and symbol_visibility(function) == "private"
            and not function.is_declaration
        )

    def _branch(self, op: BranchOp) -> None:
        branch, state = cast(Operation, op), self.state
        block = branch.parent
        if block is None:
            return
        b = Builder.before_op(branch)
        memrefs, conditions = state.to_free(b, block, branch.where)
        places = op.successor_operand_range(0)
        passed = [branch.operands[i] for i in places]
        retained = state.retained(block, branch.successors[0], passed)
        owners = state.insert_dealloc(b, block, memrefs, conditions, retained)
        owners = owners[: sum(map(is_memref, passed))]
        before, after = branch.operands[: places.start], branch.operands[places.stop :]
        branch.set_operands([*before, *passed, *owners, *after])

    def _cond_branch(self, op: cf.CondBranchOp) -> None:
        """Free, for each successor, buffers whose ownership is not passed there: the conditions
        hold only for one of them."""
        state, block = self.state, op.parent
        if block is None:
            return
        b = Builder.before_op(op)
        memrefs, conditions = state.to_free(b, block, op.where)
        found: list[dict[Value, Value]] = []
        for way, target in enumerate(op.successors):
            passed = op.falseDestOperands if way else op.trueDestOperands
            retained = state.retained(block, target, passed)
            taken = [self._taken(b, op, condition, way == 0) for condition in conditions]
            results = state.insert_dealloc(b, block, memrefs, taken, retained)
            owners: dict[Value, Value] = dict(zip(retained, results, strict=True))
            found.append(owners)
            operands = (*passed, *(owners[v] for v in passed if is_memref(v)))
            if way:
                op.falseDestOperands = operands
            else:
                op.trueDestOperands = operands
        then, otherwise = found
        for retained_value in otherwise:
            if retained_value in then:
                state.reset((retained_value,), block)
                a, c = then[retained_value], otherwise[retained_value]
                both: Operation = b.insert(arith.SelectOp(op.condition, a, c))
                state.update(retained_value, both.results[0], block)

    @staticmethod
    def _taken(b: Builder, op: cf.CondBranchOp, condition: Value, way: bool) -> Value:
        decided: Value = op.condition
        if not way:
            true = build_bool(b, True)
            negated: Operation = b.insert(arith.XOrIOp(true, decided))
            decided = negated.results[0]
        made: Operation = b.insert(arith.AndIOp(condition, decided))
        return made.results[0]

    def _end(self, op: Operation) -> None:
        """Free before the end of a region; ownership of passed values is passed along."""
        parent, block = op.parent_op, op.parent
        if block is None or parent is None:
            return
        is_owner = isinstance(parent, FunctionLike) and not self._gives_ownership(parent)
        if is_owner:
            for i, operand in enumerate(op.operands):
                if is_memref(operand):
                    op.set_operand(i, self._owned(op, operand, block))
        passed = passed_on(op, None) or ()
        owners = self.state.free_at_end(op, passed)
        if owners and not is_owner:
            op.set_operands([*op.operands, *owners])

    def _owned(self, op: Operation, value: Value, block: Block) -> Value:
        """The buffer, or a clone of it when the block may not own it."""
        b, state = Builder.before_op(op), self.state
        buffer, condition = self._unique(b, value, block)
        if constant_number(condition):
            return buffer
        branches = []
        for clone in (False, True):
            branch = Block()
            inner = Builder.at_end(branch)
            given = buffer
            if clone:
                copy: Operation = inner.insert(CloneOp(buffer, output=buffer.type))
                given = copy.results[0]
            inner.insert(scf.YieldOp((given,)))
            branches.append(Region([branch]))
        made: Operation = b.insert(
            scf.IfOp.create((condition,), (buffer.type,), regions=branches, location=op.location)
        )
        found = made.results[0]
        state.update(found, build_bool(b, True))
        state.add_to_free(found, found.parent_block)
        return found

    def _unique(self, b: Builder, value: Value, block: Block) -> tuple[Value, Value]:
        select, state = value.defining_op, self.state
        if isinstance(select, arith.SelectOp) and select.parent is block:
            known = [state.ownership(v, block) for v in select.operands[1:]]
            owners = [k.indicator for k in known if k is not None and k.indicator is not None]
            if len(owners) == 2:
                made: Operation = b.insert(arith.SelectOp(select.condition, *owners))
                return value, made.results[0]
        return state.with_unique_ownership(b, value, block)


def _passes_to_parent(op: Operation) -> bool:
    """Whether an op passes values to the op around it: upstream's RegionBranchTerminator."""
    return isinstance(op, RegionBranchTerminator) or op.has_trait(ReturnLike)


def _has_unstructured_loop(function: FuncOp) -> bool:
    """Whether blocks branch back to earlier blocks."""
    for op in function.walk():
        for region in op.regions:
            if region.first is not None and _leads_back(region.first):
                return True
    return False


def _leads_back(entry: Block) -> bool:
    done: set[Block] = set()
    path: dict[Block, Iterator[Block]] = {entry: _following(entry)}
    while path:
        block = next(reversed(path))
        following = next(path[block], None)
        if following is None:
            done.add(block)
            del path[block]
        elif following in path:
            return True
        elif following not in done:
            path[following] = _following(following)
    return False


def _following(block: Block) -> Iterator[Block]:
    last = block.last
    return iter(last.successors if last is not None else ())


def _blocks_inside_out(op: Operation) -> Iterator[Block]:
    """The blocks inside an op: those that dominate others first, but after all nested in them."""
    around: list[tuple[Block | None, Iterator[Operation]]] = [(None, iter((op,)))]
    while around:
        block, rest = around[-1]
        inner = next(rest, None)
        if inner is not None:
            blocks = [b for region in inner.regions for b in _forward(region)]
            around += [(b, iter(b)) for b in reversed(blocks)]
        else:
            around.pop()
            if block is not None:
                yield block


def _forward(region: Region) -> Sequence[Block]:
    """Blocks in an order in which each comes after all its predecessors."""
    if region.first is None:
        return ()
    order: list[Block] = []
    seen = {region.first}
    stack = [(region.first, _following(region.first))]
    while stack:
        block, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            order.append(block)
            stack.pop()
        elif following not in seen:
            seen.add(following)
            stack.append((following, _following(following)))
    return order[::-1]


def _check(op: Operation, effects: int) -> None:
    """Unsupported IR is an error, with upstream's message."""
    arguments = [a for r in op.regions if r.first is not None for a in r.first.args]
    frees = effects & (UNKNOWN | ALLOCATES | FREES)
    if not frees and not any(map(is_memref, (*op.operands, *op.results, *arguments))):
        return
    if isinstance(op, DeallocOp):
        raise _fail(op, "No deallocation operations must be present when running this pass!")
    is_known = isinstance(op, MemoryEffects) or any(
        op.has_trait(t) for t in (Pure, NoMemoryEffect, Recursive)
    )
    if not is_known and not isinstance(op, CallOp):
        raise _fail(op, "ops with unknown memory side effects are not supported")
    several = len(op.regions) > 1 or (len(op.regions) == 1 and op.results)
    if several and not isinstance(op, RegionBranchOp):
        raise _fail(
            op,
            "All operations with attached regions need to implement the RegionBranchOpInterface.",
        )
    if op.has_trait(NoTerminator):
        raise _fail(op, "NoTerminator trait is not supported")
    if not op.has_trait(Terminator):
        return
    if isinstance(op, BranchOp) is _passes_to_parent(op):
        raise _fail(
            op,
            "Terminators must implement either BranchOpInterface or "
            "RegionBranchTerminatorOpInterface (but not both)!",
        )
    if len(op.successors) > 1:
        raise _fail(op, "Terminators with more than one successor are not supported!")
