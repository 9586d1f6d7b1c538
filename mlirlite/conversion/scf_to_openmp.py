"""scf.parallel → omp: a team of threads that shares the iterations of a loop nest.

scf.parallel (%i) = (%a) to (%b) step (%c) { … }
  -->  omp.parallel { omp.wsloop { omp.loop_nest (%i) : index = (%a) to (%b) step (%c) { … } } }
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.conversion._llvm import integer, load, make, number, store
from mlirlite.dialects import arith, llvm, memref, omp, scf
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    dense_array,
    i32_array,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import I1, I32, I64, FloatType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError, error


class _Reducer(NamedTuple):
    """How values of a type become one: the neutral value, and the atomic op where there is one."""

    start: float
    atomic: llvm.AtomicBinOp | None


_REDUCERS: dict[type[Operation], _Reducer] = {
    arith.AddFOp: _Reducer(0.0, llvm.AtomicBinOp.fadd),
    arith.MulFOp: _Reducer(1.0, None),
    arith.AddIOp: _Reducer(0, llvm.AtomicBinOp.add),
    arith.OrIOp: _Reducer(0, llvm.AtomicBinOp._or),
    arith.XOrIOp: _Reducer(0, llvm.AtomicBinOp._xor),
    arith.MulIOp: _Reducer(1, None),
    arith.AndIOp: _Reducer(-1, llvm.AtomicBinOp._and),
}


@compiler_pass("convert-scf-to-openmp", anchor="builtin.module")
def convert_scf_to_openmp(module: Operation, state: PassState, *, num_threads: int = 0) -> None:
    """Convert SCF parallel loop to OpenMP parallel + workshare constructs.

    num_threads: threads of a team; 0 leaves it to the OpenMP runtime
    """
    for op in module.walk():
        if isinstance(op, scf.ParallelOp):
            _convert(op, num_threads)


def _convert(op: scf.ParallelOp, num_threads: int) -> None:
    b = Builder.before_op(op)
    reduce = op.body.last
    symbols = [_declare(op, region) for region in (reduce.regions if reduce is not None else ())]
    one = integer(b, 1, I64)
    variables: list[Value] = []
    for init in op.initVals:
        variables.append(
            make(b, llvm.AllocaOp, (one,), PTR, {"elem_type": init.type})  # one for the team
        )
        store(b, init, variables[-1])
    threads = [integer(b, num_threads, I32)] if num_threads else []
    team = b.insert(
        omp.ParallelOp.create(
            threads,
            (),
            {"operandSegmentSizes": i32_array((0, 0, 0, len(threads), 0, 0))},
            None,
            (Region([Block()]),),
        )
    )
    inner = Builder.at_end(team.regions[0].block)
    inner.location = op.location
    inner.insert(_shared_loop(op, variables, symbols))
    inner.insert(omp.TerminatorOp.create())
    results = [load(b, v, r.type) for v, r in zip(variables, op.results, strict=True)]
    op.replace_all_uses_with(results)
    op.erase()


def _shared_loop(
    op: scf.ParallelOp, variables: Sequence[Value], symbols: Sequence[str]
) -> Operation:
    """The omp.wsloop with the nest in it; the body moves there."""
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": i32_array((0, 0, 0, 0, 0, len(variables), 0))
    }
    if variables:
        properties["reduction_byref"] = dense_array(I1, [False] * len(variables))
        properties["reduction_syms"] = ArrayAttr(tuple(SymbolRefAttr(s) for s in symbols))
    frame = Block([v.type for v in variables])
    shared = omp.WsloopOp.create(variables, (), properties, None, (Region([frame]),))
    body = op.body
    reduce = body.last
    if reduce is None:
        raise ValueError("the loop has no terminator")
    b = Builder.before_op(reduce)
    for value, region, mine in zip(reduce.operands, reduce.regions, frame.args, strict=True):
        _combine(region.block, load(b, mine, value.type), value, mine, b)
    b.insert(memref.AllocaScopeReturnOp.create())
    reduce.erase()
    loop = Block([a.type for a in body.args])
    for old, new in zip(body.args, loop.args, strict=True):
        old.replace_all_uses_with(new)
    while body.args:
        body.erase_argument(0)
    body.detach()
    loop.append(memref.AllocaScopeOp.create((), (), None, None, (Region([body]),)))
    loop.append(omp.YieldOp.create())
    bounds = (*op.lowerBound, *op.upperBound, *op.step)
    collapse: dict[str, Attribute] = {"collapse_num_loops": i64_attr(len(loop.args))}
    frame.append(omp.LoopNestOp.create(bounds, (), collapse, None, (Region([loop]),)))
    return shared


def _combine(block: Block, mine: Value, value: Value, place: Value, b: Builder) -> None:
    """What a thread has so far and a new value, into its variable."""
    last = block.last
    if last is None:
        raise ValueError("the reduction is empty")
    for argument, new in zip(block.args, (mine, value), strict=True):
        argument.replace_all_uses_with(new)
    result = last.operands[0]
    for op in block:
        if op is not last:
            op.detach()
            b.insert(op)
    store(b, result, place)


def _declare(op: scf.ParallelOp, region: Region) -> str:
    """Declare the reduction of a region beside the function; its name. DiagnosticError for one
    that is not a single known op on its arguments."""
    block = region.block
    body = [o for o in block if o is not block.last]
    last = block.last
    kind = _REDUCERS.get(type(body[0])) if len(body) == 1 else None
    type_ = block.args[0].type
    if (
        kind is None
        or last is None
        or set(body[0].operands) != set(block.args)
        or list(last.operands) != list(body[0].results)
        or not isinstance(type_, (IntegerType, FloatType))
    ):
        raise DiagnosticError(
            error(
                f"failed to legalize operation '{op.name}' that was explicitly marked illegal",
                op.where,
            ).note("a reduction must be one addf, mulf, addi, muli, andi, ori or xori", op.where)
        )
    table: Operation | None = op.parent_op
    top: Operation = op
    while table is not None and not table.has_trait(SymbolTable):
        top, table = table, table.parent_op
    if table is None:
        raise DiagnosticError(op.error("stands in no module"))
    name = base = "__scf_reduction"
    taken = {symbol_name(o) for o in symbol_ops(table)}
    count = 0
    while name in taken:
        name = f"{base}_{count}"
        count += 1
    Builder.before_op(top).insert(_declaration(name, type_, type(body[0]), kind))
    return name


def _declaration(name: str, type: Type, cls: type[Operation], kind: _Reducer) -> Operation:
    start, combined = Block([type]), Block([type, type])
    b = Builder.at_end(start)
    if isinstance(type, FloatType):
        value = number(b, kind.start, type)
    else:
        value = integer(b, int(kind.start), type)
    b.insert(omp.YieldOp.create((value,)))
    b.set_end(combined)
    made = b.insert(cls(*combined.args))
    b.insert(omp.YieldOp.create(made.results))
    atomic = Region()
    if kind.atomic is not None:
        block = atomic.append(Block([PTR, PTR]))
        b.set_end(block)
        loaded = load(b, block.args[1], type)
        rules: dict[str, Attribute] = {
            "bin_op": IntegerAttr(int(kind.atomic), I64),
            "ordering": IntegerAttr(int(llvm.AtomicOrdering.monotonic), I64),
        }
        make(b, llvm.AtomicRMWOp, (block.args[0], loaded), type, rules)
        b.insert(omp.YieldOp.create())
    regions = (Region(), Region([start]), Region([combined]), atomic, Region(), Region())
    properties: dict[str, Attribute] = {"sym_name": StringAttr(name), "type": type}
    return omp.DeclareReductionOp.create((), (), properties, None, regions)
