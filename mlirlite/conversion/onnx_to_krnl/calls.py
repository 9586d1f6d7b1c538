"""Operators that a library computes instead of loops.

--convert-onnx-to-krnl=ops-for-call=MatMul:product
"onnx.MatMul"(%x, %y)  -->  "krnl.call"(%out, %x, %y) <{funcName = "product", numOfOutput = 1}>
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.dialects import krnl, onnx
from mlirlite.dialects.krnl.runtime import SI64
from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.schedules.schedule import SCHEDULE
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.support.diagnostics import DiagnosticError

_OURS = (FUSED, SCHEDULE, NODE_NAME)


def parse_calls(text: str) -> dict[str, str]:
    """Functions by operator: `MatMul:product,Conv`; the default name of a function is that of the
    operator. DiagnosticError for an unknown operator."""
    found = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        op, _, function = part.partition(":")
        if onnx.DIALECT.op_class(f"onnx.{op}") is None:
            domain = (
                ", and nothing tells the shapes of results of other operators" if "." in op else ""
            )
            raise DiagnosticError(
                f"ops-for-call names '{op}', which is not an operator of onnx{domain}"
            )
        found[op] = function or op
    return found


def with_calls(base: Lowerings, calls: Mapping[str, str]) -> Lowerings:
    """Lowerings where these operators become calls."""
    called = {onnx.DIALECT.op_class(f"onnx.{op}"): function for op, function in calls.items()}
    made = Lowerings(base.name, base.types)
    for cls in base.table:
        function = called.get(cls)
        lowering = base.table.get(cls) if function is None else _calling(function)
        if lowering is not None:
            made.add(cls, lowering)
    return made


def _calling(function: str) -> Any:
    def run(op: Operation, rewriter: Any) -> list[Any]:
        b = KrnlBuilder(op, rewriter)
        outs = [_result(b, i) for i in range(len(op.results))]
        operands = [*(out.value for out in outs), *rewriter.operands]
        properties = {
            "funcName": StringAttr(function),
            "numOfOutput": IntegerAttr(len(outs), SI64),
        }
        attributes = {n: a for n, a in {**op.properties, **op.attributes}.items() if n not in _OURS}
        b.insert(krnl.CallOp.create(operands, (), properties, attributes))
        return [out.value for out in outs]

    return run


def _result(b: KrnlBuilder, index: int) -> Buffer:
    """The buffer that the function fills."""
    type = b.result_type(index)
    if DYNAMIC in type.shape:
        raise b.error(
            f"result #{index} has type {type}: an operator that is called needs results of known "
            "shapes"
        )
    return b.alloc_type(type, list(type.shape))
