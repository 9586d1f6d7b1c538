"""scf.parallel → omp: a team of threads that shares the iterations of a loop nest.

scf.parallel (%i) = (%a) to (%b) step (%c) { … }
  -->  omp.parallel { omp.wsloop { omp.loop_nest (%i) : index = (%a) to (%b) step (%c) { … } } }
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_ops import int_constant, load, store
from mlirlite.conversion._reductions import Reduction, neutral_value, reduction_of
from mlirlite.dialects import llvm, memref, omp, scf
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
from mlirlite.ir.types import I1, I32, I64, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError, error


@compiler_pass("convert-scf-to-openmp", anchor="builtin.module", each_function=True)
def convert_scf_to_openmp(module: Operation, state: PassState, *, num_threads: int = 0) -> None:
    """Convert SCF parallel loop to OpenMP parallel + workshare constructs.

    num_threads: threads of a team; 0 leaves it to the OpenMP runtime
    """
    for op in [op for op in module.walk() if isinstance(op, scf.ParallelOp)]:
        _convert(op, num_threads)


def _convert(op: scf.ParallelOp, num_threads: int) -> None:
    b = Builder.before_op(op)
    reduce = op.body.last
    symbols = [_declare(op, region) for region in (reduce.regions if reduce is not None else ())]
    one = int_constant(b, 1, I64)
    variables: list[Value] = []
    for init in op.initVals:
        variables.append(
            create(b, llvm.AllocaOp, (one,), PTR, {"elem_type": init.type})  # one for the team
        )
        store(b, init, variables[-1])
    threads = [int_constant(b, num_threads, I32)] if num_threads else []
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
    """Combine a thread's current value with a new one, in its variable."""
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
    """Declare the reduction of a region beside the function; returns its name. DiagnosticError for
    an unknown one."""
    block = region.block
    type = block.args[0].type
    reduction = reduction_of(block)
    start = neutral_value(reduction, type) if reduction is not None else None
    if reduction is None or start is None:
        raise DiagnosticError(
            error(
                f"failed to legalize operation '{op.name}' that was explicitly marked illegal",
                op.where,
            ).note(
                "a reduction must be one addf, mulf, addi, muli, andi, ori or xori, or the smaller "
                "or larger value by a comparison and a select",
                op.where,
            )
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
    Builder.before_op(top).insert(_declaration(name, type, start, block, reduction))
    return name


def _declaration(
    name: str, type: Type, start: Attribute, block: Block, reduction: Reduction
) -> Operation:
    """omp.declare_reduction that begins with a value and combines as a block does."""
    initial, combined = Block([type]), Block([type, type])
    b = Builder.at_end(initial)
    b.insert(omp.YieldOp.create((create(b, llvm.ConstantOp, (), type, {"value": start}),)))
    b.set_end(combined)
    values: dict[Value, Value] = dict(zip(block.args, combined.args, strict=True))
    for op in block:
        if op is not block.last:
            b.insert(op.clone(values))
        else:
            b.insert(omp.YieldOp.create([values.get(v, v) for v in op.operands]))
    atomic = Region()
    if reduction.atomic is not None and not isinstance(type, VectorType):
        last = atomic.append(Block([PTR, PTR]))
        b.set_end(last)
        loaded = load(b, last.args[1], type)
        rules: dict[str, Attribute] = {
            "bin_op": IntegerAttr(int(reduction.atomic), I64),
            "ordering": IntegerAttr(int(llvm.AtomicOrdering.monotonic), I64),
        }
        create(b, llvm.AtomicRMWOp, (last.args[0], loaded), type, rules)
        b.insert(omp.YieldOp.create())
    regions = (Region(), Region([initial]), Region([combined]), atomic, Region(), Region())
    properties: dict[str, Attribute] = {"sym_name": StringAttr(name), "type": type}
    return omp.DeclareReductionOp.create((), (), properties, None, regions)
