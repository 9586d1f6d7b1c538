"""--convert-onnx-to-krnl: ONNX operators on tensors become loops over buffers.

    %y = "onnx.Relu"(%x) : (tensor<8xf32>) -> tensor<8xf32>
    -->  a memref.alloc, and a krnl.iterate that loads, takes the maximum and stores

Lowerings are in a folder per family of operators; `@kernel` (emit/table.py) adds to the table. They
write IR with `emit/`, compute in vector registers with `registers/`, and fuse following operators
with `epilogue/`.
"""

from __future__ import annotations

import pkgutil
from functools import cache

from mlirlite.conversion.onnx_to_krnl.calls import parse_calls, with_calls
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel, lower
from mlirlite.conversion.onnx_to_krnl.emit.types import TYPES, BufferTypes
from mlirlite.conversion.onnx_to_krnl.graph import finish
from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.own_operators import OnnxOperator
from mlirlite.dialects.onnx.region_types import Repeats, ranks_of_branches
from mlirlite.dialects.onnx.transforms.decompose_onnx import why_kept
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.refinement import contradiction
from mlirlite.ir.types import UnrankedTensorType
from mlirlite.passes import PassState, compiler_pass
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.late import import_module
from mlirlite.support.limits import VARYING_RANK_OPS
from mlirlite.support.machine import machine
from mlirlite.support.once import single

__all__ = ["ROOMS", "convert_onnx_to_krnl", "kernel", "load_lowerings", "lower"]

ROOMS = (
    "elementwise",
    "movement",
    "reduce",
    "matmul",
    "conv",
    "pool",
    "quantized",
    "packed",
    "recurrent",
    "control",
    "text",
    "casts",
    "vision",
    "ml",
    "signal",
)
"""Folders of lowerings, by families of operators."""


@single
def load_lowerings() -> None:
    """Fill the table, once."""
    for room in ROOMS:
        package = import_module(f"{__name__}.{room}")
        for file in pkgutil.iter_modules(package.__path__):
            import_module(f"{package.__name__}.{file.name}")


@compiler_pass("convert-onnx-to-krnl", anchor="builtin.module")
def convert_onnx_to_krnl(
    op: Operation,
    state: PassState,
    *,
    target: str = "",
    threads: int = 1,
    ops_for_call: str = "",
    checks: bool = True,
) -> None:
    """Lower the onnx dialect to krnl loops over buffers.

    Every tensor must have a rank: run --shape-inference first. Operators without a lowering are
    reported all together.

    target: the processor that products are tiled and vectorized for; plain loops without one
    threads: how many share loops: sequential work is split into at least this many parts
    ops_for_call: operators that become calls of functions of a library, `MatMul:product,Conv`; the
    default name of a function is that of the operator checks: the code checks what operators
    require of sizes and values that are known only at run time
    """
    load_lowerings()
    calls = parse_calls(ops_for_call)
    missing = [m for nested in op.walk() if (m := _problem(nested)) is not None]
    if missing:
        raise DiagnosticError(missing)
    lowerings = _lowerings(target, threads, checks)
    if calls:
        lowerings = with_calls(lowerings, calls)
    lowerings.convert(op, illegal=("onnx",), fold=False)
    finish(op)


@cache
def _lowerings(target: str, threads: int, checks: bool) -> Lowerings:
    types = BufferTypes(TYPES, machine(target) if target else None, threads, checks)
    return Lowerings(lower.name, types, include=[lower])


def _problem(op: Operation) -> Diagnostic | None:
    """Why an op cannot be lowered, as far as its class and its types show."""
    if isinstance(op, OnnxOperator) and type(op) not in lower.table:
        return error(f"no lowering for {op.operator}: {type(op).__name__} has no @kernel", op.where)
    if op.dialect_name != "onnx" or isinstance(op, onnx.YieldOp):
        return None
    name = node_name(op)
    node = f" (node '{name}')" if name else ""
    if isinstance(op, onnx.CustomOp):
        domain = getattr(op.attribute("domain_name"), "value", "")
        custom = f"{domain}.{op.function_name}" if domain else f"{op.name}, '{op.function_name}'"
        reason = why_kept(op)
        if reason:
            return error(f"no lowering for {custom}{node}: {reason}", op.where)
        return error(
            f"no lowering for {custom}{node}, an operator that ONNX does not "
            "define; give the model a function of that name, use operators of ONNX, or load a "
            "plugin that has an OnnxOperator for it",
            op.where,
        )
    if type(op) not in lower.table:
        return error(f"no lowering for {op.name}{node}", op.where)
    for i, result in enumerate(op.results):
        if isinstance(result.type, UnrankedTensorType) and result.has_uses:
            return op.error(f"result #{i} {_why_unranked(op, i)}")
    return _contradiction(op) if isinstance(op, OnnxOp) else None


def _why_unranked(op: Operation, index: int) -> str:
    """What is wrong with a result of unknown rank."""
    name = node_name(op)
    node = f" (node '{name}')" if name else ""
    ranks = sorted(r for r in ranks_of_branches(op.results[index]) if r is not None)
    if len(ranks) < 2:
        if isinstance(op, Repeats) and index < len(op.carried()):
            return (
                f"must be a ranked tensor, but is '{op.results[index].type}'{node}: the rank of a "
                "value that iterations carry changes, or is not known; reshape it in the subgraph "
                "to one rank"
            )
        return (
            f"must be a ranked tensor, but is '{op.results[index].type}'{node}; "
            "run --shape-inference first, or tell the shapes of the inputs"
        )
    size, limit = sum(1 for _ in op.walk()), VARYING_RANK_OPS
    too_much = f"; there are {limit.error(size)}" if size > limit.get() else ""
    return (
        f"has rank {' or '.join(map(str, ranks))}, depending on the branch{node}, "
        f"where one rank is expected{too_much or f'; {limit.advice}'}"
    )


def _contradiction(op: OnnxOp) -> Diagnostic | None:
    """The error for an op whose operands admit no result, or none of the types it has."""
    try:
        return contradiction(op, op.infer_shapes())
    except ValueError as e:
        return op.error(str(e))
