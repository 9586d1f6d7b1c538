"""vector.reduction → LLVM's reductions, predicated ones in vector.mask."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_ops import binary, float_constant, icmp, int_constant, select
from mlirlite.conversion._vector import vector_type
from mlirlite.conversion.vector_to_llvm.contract import kind_name
from mlirlite.conversion.vector_to_llvm.elements import flags_of
from mlirlite.conversion.vector_to_llvm.table import (
    is_set,
    lower,
)
from mlirlite.dialects import arith, llvm, vector
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.enums import FastmathFlags
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, INDEX, FloatType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

_INTEGERS: dict[str, type[Operation]] = {
    "add": llvm.vector_reduce_add,
    "mul": llvm.vector_reduce_mul,
    "minui": llvm.vector_reduce_umin,
    "minsi": llvm.vector_reduce_smin,
    "maxui": llvm.vector_reduce_umax,
    "maxsi": llvm.vector_reduce_smax,
    "and": llvm.vector_reduce_and,
    "or": llvm.vector_reduce_or,
    "xor": llvm.vector_reduce_xor,
}
_ORDER = {"minui": "ule", "minsi": "sle", "maxui": "uge", "maxsi": "sge"}
_BITS: dict[str, type[Operation]] = {
    "and": llvm.AndOp,
    "or": llvm.OrOp,
    "xor": llvm.XOrOp,
}
_FLOATS: dict[str, tuple[type[Operation], type[Operation]]] = {
    "minnumf": (llvm.vector_reduce_fmin, llvm.MinNumOp),
    "maxnumf": (llvm.vector_reduce_fmax, llvm.MaxNumOp),
    "minimumf": (llvm.vector_reduce_fminimum, llvm.MinimumOp),
    "maximumf": (llvm.vector_reduce_fmaximum, llvm.MaximumOp),
}
_STARTED: dict[str, tuple[type[Operation], float]] = {
    "add": (llvm.vector_reduce_fadd, 0.0),
    "mul": (llvm.vector_reduce_fmul, 1.0),
}


@lower(vector.ReductionOp)
def lower_reduction(op: vector.ReductionOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.vector.reduce.*`, then the accumulator."""
    if isinstance(op.parent_op, vector.MaskOp):
        return rw.fail("it goes with the mask around it")
    source, *rest = rw.operands
    accumulator = rest[0] if rest else None
    kind = kind_name(op)
    result = rw.convert(op.results[0].type)
    if isinstance(result, FloatType):
        return _reduce_floats(op, rw, kind, source, accumulator)
    cls = _INTEGERS.get(kind)
    if cls is None:
        return rw.fail(f"integers have no reduction '{kind}'")
    reduced = create(rw, cls, (source,), result)
    if accumulator is None:
        return (reduced,)
    if kind in ("add", "mul"):
        return (binary(rw, llvm.AddOp if kind == "add" else llvm.MulOp, accumulator, reduced),)
    if kind in _BITS:
        return (create(rw, _BITS[kind], (accumulator, reduced)),)
    condition = icmp(rw, _ORDER[kind], accumulator, reduced)
    return (select(rw, condition, accumulator, reduced),)


def _reduce_floats(
    op: Operation, rw: ConversionRewriter, kind: str, source: Value, accumulator: Value | None
) -> Any:
    flags = flags_of(op)
    if is_set(rw, "reassociate") and isinstance(flags, FastmathFlagsAttr):
        flags = FastmathFlagsAttr(flags.value | FastmathFlags.reassoc)
    type = vector_type(source).element_type
    properties: dict[str, Attribute] = {"fastmathFlags": flags}
    if kind in _STARTED:
        cls, neutral = _STARTED[kind]
        start = accumulator if accumulator is not None else float_constant(rw, neutral, type)
        return (create(rw, cls, (start, source), type, properties),)
    if kind not in _FLOATS:
        return rw.fail(f"floats have no reduction '{kind}'")
    reduce, combine = _FLOATS[kind]
    reduced = create(rw, reduce, (source,), type, properties)
    if accumulator is None:
        return (reduced,)
    return (create(rw, combine, (reduced, accumulator), type, {"fastmathFlags": NO_FASTMATH}),)


Neutral = Callable[[int], int]
"""The neutral number, by the width of its type."""

_PREDICATED: dict[str, tuple[type[Operation], Neutral]] = {
    "add": (llvm.VPReduceAddOp, lambda width: 0),
    "mul": (llvm.VPReduceMulOp, lambda width: 1),
    "minui": (llvm.VPReduceUMinOp, lambda width: -1),
    "minsi": (llvm.VPReduceSMinOp, lambda width: (1 << width - 1) - 1),
    "maxui": (llvm.VPReduceUMaxOp, lambda width: 0),
    "maxsi": (llvm.VPReduceSMaxOp, lambda width: -(1 << width - 1)),
    "and": (llvm.VPReduceAndOp, lambda width: -1),
    "or": (llvm.VPReduceOrOp, lambda width: 0),
    "xor": (llvm.VPReduceXorOp, lambda width: 0),
}
_PREDICATED_FLOATS: dict[str, tuple[type[Operation], float]] = {
    "add": (llvm.VPReduceFAddOp, 0.0),
    "mul": (llvm.VPReduceFMulOp, 1.0),
    "minnumf": (llvm.VPReduceFMinOp, math.copysign(math.nan, -1.0)),
    "maxnumf": (llvm.VPReduceFMaxOp, math.nan),
}
# MLIR differs: it fills with the negative number nearest to zero and with the largest number, which
# are greater than some elements and less than infinity.
_FILLED = {"maximumf": -math.inf, "minimumf": math.inf}


@lower(vector.MaskOp)
def lower_masked_reduction(op: vector.MaskOp, rw: ConversionRewriter) -> Any:
    """mask %m { reduction <add>, %v } --> `llvm.intr.vp.reduce.add(0, %v, %m, length)`"""
    inner = op.masked_op
    if not isinstance(inner, vector.ReductionOp):
        return rw.fail("only reductions have predicated counterparts")
    kind = kind_name(inner)
    result = rw.convert(inner.results[0].type)
    operands = rw.converted_all(inner.operands)
    source, start = operands[0], operands[1] if len(operands) > 1 else None
    mask = rw.operand(0)
    if kind in _FILLED:
        fill = float_constant(rw, _FILLED[kind], source.type)
        chosen = select(rw, mask, source, fill)
        return _reduce_floats(inner, rw, kind, chosen, start)
    if isinstance(result, FloatType):
        found = _PREDICATED_FLOATS.get(kind)
        if found is None:
            return rw.fail(f"floats have no reduction '{kind}'")
        cls, neutral = found
        start = start if start is not None else float_constant(rw, neutral, result)
    else:
        if kind not in _PREDICATED or not isinstance(result, IntegerType):
            return rw.fail(f"integers have no reduction '{kind}'")
        cls, of_width = _PREDICATED[kind]
        start = start if start is not None else int_constant(rw, of_width(result.width), result)
    return (create(rw, cls, (start, source, mask, _length(rw, source)), result),)


def _length(rw: ConversionRewriter, vector_value: Value) -> Value:
    """How many elements a vector has, as i32."""
    type = vector_type(vector_value)
    count = int_constant(rw, type.shape[0], I32)
    if not type.is_scalable:
        return count
    scale = rw.insert(vector.VectorScaleOp.create((), (INDEX,))).results[0]
    scale = rw.insert(arith.IndexCastOp.create((scale,), (I32,))).results[0]
    return rw.insert(arith.MulIOp(count, scale)).results[0]
