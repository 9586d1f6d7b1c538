"""Tells a profiler when each operator of a model begins and ends.

%y = onnx.Relu(%x)
  -->  krnl.runtime_instrument {5, "relu1"}; %y = onnx.Relu(%x); krnl.runtime_instrument {6, …}
"""

from __future__ import annotations

from mlirlite.dialects import krnl
from mlirlite.dialects.onnx.costs import bytes_of, flops_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr, StringAttr, i64_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Terminator
from mlirlite.ir.types import F32, F64
from mlirlite.passes.compiler_pass import PassState, compiler_pass

BEFORE, AFTER = 5, 6
"""Tags as in onnx-mlir's runtime: before or after an op, and report the time."""
FLOPS, BYTES, SCHEDULE = "krnl.flops", "krnl.bytes", "krnl.schedule"
"""Discardable attributes of the instrument op before an operator: what it computes and moves."""
ARITHMETIC = "krnl.arithmetic"
"""How its products are computed if not by multiply-adds of floats, by which the peak is measured:
"winograd", which needs fewer, or the type that a special instruction multiplies."""
_PRODUCTS = ("Conv", "ConvInteger", "ConvTranspose", "Gemm", "MatMul", "MatMulInteger")


@compiler_pass("instrument-onnx", anchor="func.func")
def instrument_onnx(function: Operation, state: PassState) -> None:
    """Put krnl.runtime_instrument around each operator that computes something.

    Operators are named by `onnx_node_name`: run --set-onnx-node-name before. The first of the two
    carries the floating point operations and the bytes that follow from the operator's types. A
    chain that is one loop (--fuse-elementwise-onnx) stays together: all of it is between the two
    points of its first operator, and those of the others come after it.
    """
    end: Operation | None = None
    for op in list(function.walk()):
        if not isinstance(op, OnnxOp) or _is_free(op):
            continue
        node = node_name(op) or op.name
        before = _point(op, BEFORE, node)
        for key, number in ((FLOPS, flops_of(op)), (BYTES, bytes_of(op))):
            if number:
                before.attributes[key] = i64_attr(number)
        schedule = op.attribute("schedule")
        if schedule is not None:
            before.attributes[SCHEDULE] = StringAttr(str(schedule))
        arithmetic = _arithmetic(op, schedule)
        if arithmetic:
            before.attributes[ARITHMETIC] = StringAttr(arithmetic)
        after = _point(op, AFTER, node)
        if end is not None and _are_one_loop(op.prev, op):
            Builder.after_op(end).insert(before)
            Builder.after_op(before).insert(after)
        else:
            last: Operation = op
            while last.next is not None and _are_one_loop(last, last.next):
                last = last.next
            Builder.before_op(op).insert(before)
            Builder.after_op(last).insert(after)
        end = after
        state.count("operators")


def _are_one_loop(op: Operation | None, following: Operation) -> bool:
    mark = following.attribute(FUSED)
    return mark is not None and op is not None and op.attribute(FUSED) is mark


def _arithmetic(op: OnnxOp, schedule: Attribute | None) -> str:
    if isinstance(schedule, DictionaryAttr) and schedule.get("algorithm") == StringAttr("winograd"):
        return "winograd"
    element = element_of(op.operands[0]) if op.schema.name in _PRODUCTS else None
    return "" if element in (None, F32, F64) else str(element)


def _is_free(op: Operation) -> bool:
    return op.has_trait(Terminator) or op.has_trait(ConstantLike) or op.name == "onnx.NoValue"


def _point(op: Operation, tag: int, node: str) -> Operation:
    return krnl.InstrumentOp(opName=op.name, tag=tag, nodeName=node, loc=op.location)
