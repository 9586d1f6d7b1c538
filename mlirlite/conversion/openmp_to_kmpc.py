"""omp in the llvm dialect → calls of the OpenMP runtime's entry points, which LLVM's libomp and
Intel's libiomp5 have (and mlirlite/runtime/openmp.py gives for libgomp).

omp.parallel { … }  -->  llvm.call @__kmpc_fork_call(@ident, 1, @f..omp_par, captured values)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from mlirlite.conversion._captures import known_of, ops_inside, sink
from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._kmpc_loops import (
    DYNAMIC,
    STATIC,
    Work,
    counts,
    dynamic_parts,
    fill,
    slot,
    static_part,
)
from mlirlite.conversion._llvm_memref import call_void, declared
from mlirlite.conversion._llvm_ops import (
    NSW,
    binary,
    constant,
    gep,
    insert_value,
    int_constant,
    load,
    store,
)
from mlirlite.dialects import llvm, omp
from mlirlite.dialects.llvm.attributes import LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage
from mlirlite.dialects.llvm.types import PTR, VOID, LLVMArrayType, LLVMFunctionType, LLVMStructType
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.types import I8, I32
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError

IDENT = "__omp_ident"
"""The source location for the runtime: unknown."""
_INTERNAL = LinkageAttr(Linkage.internal)
_FORK = LLVMFunctionType(VOID, (PTR, I32, PTR), True)
_NOINLINE = ArrayAttr((StringAttr("noinline"),))


@compiler_pass("convert-openmp-to-kmpc", anchor="builtin.module", each_function=True)
def convert_openmp_to_kmpc(module: Operation, state: PassState) -> None:
    """Outline OpenMP's parallel regions and call the OpenMP runtime.

    Supported are omp.parallel with num_threads, omp.wsloop (static, or dynamic and guided without
    chunk) with reductions, omp.barrier, and omp.flush.
    """
    teams = [op for op in module.walk_post_order() if isinstance(op, omp.ParallelOp)]
    lowering = _Lowering(module)
    for team in teams:
        lowering.parallel(team)
        state.count("parallel regions")
    for op in list(symbol_ops(module)):
        if isinstance(op, omp.DeclareReductionOp):
            op.erase()
    for op in module.walk():
        if op.dialect_name == "omp":
            raise DiagnosticError(op.error("has no lowering to the OpenMP runtime here"))


class _Lowering:
    """What the parallel regions of a module share."""

    def __init__(self, module: Operation) -> None:
        self.module = module
        self._taken = {symbol_name(op) for op in symbol_ops(module)}

    def parallel(self, op: omp.ParallelOp) -> None:
        """Remove an omp.parallel: its region becomes two functions, one that the runtime calls and
        one with the captured values as arguments, which keep their attributes."""
        for clause in ("if_expr", "allocate_vars", "private_vars", "reduction_vars"):
            if getattr(op, clause):
                raise DiagnosticError(op.error(f"has '{clause}', which has no lowering here"))
        if op.proc_bind_kind is not None:
            raise DiagnosticError(op.error("has 'proc_bind', which has no lowering here"))
        function = op.parent_of_type(llvm.LLVMFuncOp)
        if function is None:
            raise DiagnosticError(op.error("stands in no llvm.func; convert func to llvm first"))
        name = self._name(f"{symbol_name(function)}..omp_par")
        captured = sink(op)
        body = self._body(op, f"{name}.body", captured, function)
        record = LLVMStructType(tuple(v.type for v in captured))
        self._entry(name, body, captured, record)
        around = op.parent_of_type(omp.ParallelOp)
        region = around.regions[0] if around is not None else function.body
        b = Builder.at_start(region.entry)
        b.location = op.location
        data = slot(b, record) if captured else create(b, llvm.ZeroOp, (), PTR)
        b = Builder.before_op(op)
        for i, value in enumerate(captured):
            store(b, value, gep(b, data, record, (0, i), "inbounds"))
        ident = self._ident(b)
        if op.num_threads is not None:
            declared(b, op, "__kmpc_global_thread_num", [PTR], I32)
            thread = b.insert(llvm.CallOp.of("__kmpc_global_thread_num", (ident,), (I32,)))
            arguments = (ident, thread.results[0], op.num_threads)
            call_void(b, op, "__kmpc_push_num_threads", arguments)
        self._declare("__kmpc_fork_call", _FORK)
        called = create(b, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)})
        operands = (ident, int_constant(b, 1, I32), called, data)
        b.insert(llvm.CallOp.of("__kmpc_fork_call", operands, variadic=_FORK))
        op.erase()

    def _name(self, base: str) -> str:
        name, count = base, 0
        while name in self._taken:
            count += 1
            name = f"{base}.{count}"
        self._taken.add(name)
        return name

    def _declare(self, name: str, type: LLVMFunctionType) -> None:
        if name not in self._taken:
            self._taken.add(name)
            self.module.regions[0].block.prepend(llvm.LLVMFuncOp.of(name, type))

    def _ident(self, b: Builder) -> Value:
        if IDENT not in self._taken:
            self._taken.add(IDENT)
            _add_ident(self.module.regions[0].block)
        return create(b, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(IDENT)})

    def _body(
        self,
        op: omp.ParallelOp,
        name: str,
        captured: Sequence[Value],
        parent: llvm.LLVMFuncOp,
    ) -> Operation:
        """The function with the region of a team: the thread's number, then the captured."""
        types = (I32, *(v.type for v in captured))
        entry = Block(types)
        region = Region([entry])
        function = llvm.LLVMFuncOp.of(
            name, LLVMFunctionType(VOID, types), linkage=_INTERNAL, body=region
        )
        known = [EMPTY_DICT, *(known_of(v, parent) for v in captured)]
        if any(a is not EMPTY_DICT for a in known):
            function.properties["arg_attrs"] = ArrayAttr(tuple(known))
        function.properties["passthrough"] = _NOINLINE
        self.module.regions[0].block.append(function)
        values: dict[Value, Value] = dict(zip(captured, entry.args[1:], strict=True))
        for inner in ops_inside(op):
            for old in set(inner.operands):
                if old in values:
                    inner.replace_uses_of(old, values[old])
        first = op.regions[0].entry
        region.take_blocks(op.regions[0])
        b = Builder.at_end(entry)
        b.location = op.location
        b.insert(llvm.BrOp.create((), (), None, None, (), (first,)))
        for inner in list(function.walk()):
            if isinstance(inner, omp.WsloopOp):
                self._loop(inner, entry)
            elif isinstance(inner, omp.BarrierOp):
                b = Builder.before_op(inner)
                call_void(b, inner, "__kmpc_barrier", (self._ident(b), entry.args[0]))
                inner.erase()
            elif isinstance(inner, omp.FlushOp):
                b = Builder.before_op(inner)
                call_void(b, inner, "__kmpc_flush", (self._ident(b),))
                inner.erase()
            elif isinstance(inner, omp.TerminatorOp):
                Builder.before_op(inner).insert(llvm.ReturnOp.create(()))
                inner.erase()
        return function

    def _entry(
        self, name: str, body: Operation, captured: Sequence[Value], record: LLVMStructType
    ) -> None:
        """The function that the runtime calls, with pointers to the numbers of the thread, and the
        data."""
        entry = Block((PTR, PTR, PTR))
        b = Builder.at_end(entry)
        arguments = [load(b, entry.args[0], I32)]
        for i, value in enumerate(captured):
            place = gep(b, entry.args[2], record, (0, i), "inbounds")
            arguments.append(load(b, place, value.type))
        b.insert(llvm.CallOp.of(symbol_name(body) or "", arguments))
        b.insert(llvm.ReturnOp.create(()))
        type = LLVMFunctionType(VOID, (PTR, PTR, PTR))
        made = llvm.LLVMFuncOp.of(name, type, linkage=_INTERNAL, body=Region([entry]))
        self.module.regions[0].block.append(made)

    def _loop(self, op: omp.WsloopOp, entry: Block) -> None:
        """Remove an omp.wsloop: each thread asks the runtime for its iterations.

        The loops are one loop over all their iterations. Threads wait for each other at its end,
        unless it is `nowait` or only the end of the team follows."""
        nest = op.region.entry.first
        if not isinstance(nest, omp.LoopNestOp) or nest.tile_sizes is not None:
            raise DiagnosticError(op.error("wraps something that has no lowering here"))
        for clause in ("linear_vars", "ordered", "private_vars", "allocate_vars"):
            if getattr(op, clause):
                raise DiagnosticError(op.error(f"has '{clause}', which has no lowering here"))
        if op.schedule_chunk is not None or op.schedule_mod is not None:
            raise DiagnosticError(op.error("has a chunk or modifier of its schedule"))
        variables = self._private(op, entry)
        before = op.parent
        if before is None or before.parent is None:
            raise DiagnosticError(op.error("stands in no block"))
        after = before.split_before(op)
        region = before.parent
        b = Builder.at_end(before)
        b.location = op.location
        thread = entry.args[0]
        trips = counts(b, nest)
        total = reduce(lambda x, y: binary(b, llvm.MulOp, x, y, NSW), trips)
        kind = op.schedule_kind
        dynamic = DYNAMIC.get(omp.ScheduleKind(kind.value).name) if kind is not None else None
        runs = dynamic_parts if dynamic is not None else static_part
        work = Work(self._ident, thread, total, dynamic or STATIC)
        fill(b, nest, trips, runs(b, op, work, entry, after), region)
        b.set_before(op)
        if dynamic is None:
            call_void(b, op, "__kmpc_for_static_fini", (self._ident(b), thread))
        for symbol, shared, mine in variables:
            self._reduce(b, op, symbol, shared, mine, thread)
        waits = op.nowait is None and not isinstance(op.next, omp.TerminatorOp)
        if waits or (variables and not isinstance(op.next, omp.TerminatorOp)):
            call_void(b, op, "__kmpc_barrier", (self._ident(b), thread))
        op.erase()

    def _private(
        self, op: omp.WsloopOp, entry: Block
    ) -> list[tuple[omp.DeclareReductionOp, Value, Value]]:
        """A variable of the thread for each reduction, with its start value."""
        found = []
        symbols = op.reduction_syms or ()
        known = {symbol_name(s): s for s in symbol_ops(self.module)}
        for shared, symbol, argument in zip(
            op.reduction_vars, symbols, op.region.entry.args, strict=True
        ):
            declaration = known.get(getattr(symbol, "root", ""))
            if not isinstance(declaration, omp.DeclareReductionOp):
                raise DiagnosticError(op.error(f"reduces with {symbol}, which is not declared"))
            start = declaration.initializerRegion
            combiner = declaration.reductionRegion
            if not (start.has_one_block and combiner.has_one_block):
                raise DiagnosticError(
                    declaration.error("has branches, which have no lowering here")
                )
            b = Builder.at_start(entry)
            mine = slot(b, declaration.type_)
            b.set_before(op)
            store(b, _copied(b, start.block, ())[0], mine)
            argument.replace_all_uses_with(mine)
            found.append((declaration, shared, mine))
        return found

    def _reduce(
        self,
        b: Builder,
        op: Operation,
        declaration: omp.DeclareReductionOp,
        shared: Value,
        mine: Value,
        thread: Value,
    ) -> None:
        """Combine a thread's value into the team's, one thread at a time."""
        lock = self._lock()
        place = create(b, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(lock)})
        arguments = (self._ident(b), thread, place)
        call_void(b, op, "__kmpc_critical", arguments)
        type = declaration.type_
        values = (load(b, shared, type), load(b, mine, type))
        store(b, _copied(b, declaration.reductionRegion.block, values)[0], shared)
        call_void(b, op, "__kmpc_end_critical", arguments)

    def _lock(self) -> str:
        name = "__omp_reduction_lock"
        if name not in self._taken:
            self._taken.add(name)
            type = LLVMArrayType(8, I32)
            body = Block()
            b = Builder.at_end(body)
            b.insert(llvm.ReturnOp.create((create(b, llvm.ZeroOp, (), type),)))
            made = llvm.GlobalOp.of(name, type, linkage=_INTERNAL, body=Region([body]))
            self.module.regions[0].block.prepend(made)
        return name


def _copied(b: Builder, block: Block, arguments: Sequence[Value]) -> list[Value]:
    """Copies of a block's ops; what it yields."""
    values: dict[Value, Value] = dict(zip(block.args, arguments, strict=False))
    for op in block:
        if op is not block.last:
            b.insert(op.clone(values))
    last = block.last
    return [values.get(v, v) for v in last.operands] if last is not None else []


def _add_ident(block: Block) -> None:
    """The runtime's description of an unknown source location."""
    text = ";unknown;unknown;0;0;;\0"
    name = f"{IDENT}.text"
    array = LLVMArrayType(len(text), I8)
    record = LLVMStructType((I32, I32, I32, I32, PTR))
    body = Block()
    b = Builder.at_end(body)
    value = create(b, llvm.PoisonOp, (), record)
    parts = [
        *(constant(b, IntegerAttr(n, I32), I32) for n in (0, 2, 0, len(text) - 1)),
        create(b, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)}),
    ]
    for i, part in enumerate(parts):
        value = insert_value(b, value, part, i)
    create_void(b, llvm.ReturnOp, (value,))
    block.prepend(
        llvm.GlobalOp.of(
            IDENT, record, linkage=_INTERNAL, constant=True, alignment=8, body=Region([body])
        )
    )
    block.prepend(
        llvm.GlobalOp.of(
            name, array, value=StringAttr(text), linkage=_INTERNAL, constant=True, alignment=1
        )
    )
