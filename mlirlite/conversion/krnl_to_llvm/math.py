"""Scalar functions: calls of the C library where LLVM has no intrinsic.

"krnl.erf"(%x) : (f32) -> f32  -->  llvm.call @erff(%x)
"""

from __future__ import annotations

import math

from mlirlite.conversion._llvm import constant, elementwise, fastmath, make, plain
from mlirlite.conversion._llvm_memref import call
from mlirlite.conversion.krnl_to_llvm.table import lower
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.ir.attributes import FloatAttr, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64, I1
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

_FUNCTIONS: dict[type[Operation], str] = {
    krnl.ErfOp: "erf",
    krnl.AcosOp: "acos",
    krnl.AcoshOp: "acosh",
    krnl.AsinOp: "asin",
    krnl.AsinhOp: "asinh",
    krnl.AtanOp: "atan",
    krnl.AtanhOp: "atanh",
    krnl.TanOp: "tan",
}


@lower(*_FUNCTIONS)
def lower_function(op: Operation, rw: ConversionRewriter) -> Value | bool:
    """A function of the C library, in f32 for narrower floats."""
    (x,) = rw.operands
    given = op.operands[0].type
    if x.type is not given:
        return rw.fail(f"LLVM has no type '{given}'")
    name = _FUNCTIONS[type(op)]
    if given is F64:
        return call(rw, op, name, (x,), F64)
    if given is F32:
        return call(rw, op, name + "f", (x,), F32)
    wide = make(rw, llvm.FPExtOp, (x,), F32)
    return make(rw, llvm.FPTruncOp, (call(rw, op, name + "f", (wide,), F32),), given)


lower(krnl.RoundEvenOp)(elementwise(llvm.RoundEvenOp, lambda op: {"fastmathFlags": fastmath(None)}))


@lower(krnl.IsNaNOp)
def lower_isnan(op: krnl.IsNaNOp, rw: ConversionRewriter) -> Value:
    """x is unordered with itself"""
    (x,) = rw.operands
    return _compare(rw, llvm.FCmpPredicate.uno, x, x)


@lower(krnl.IsInfOp)
def lower_isinf(op: krnl.IsInfOp, rw: ConversionRewriter) -> Value:
    """|x| is infinity"""
    (x,) = rw.operands
    size = plain(rw, llvm.FAbsOp, x)
    infinity = constant(rw, FloatAttr(math.inf, op.in_.type), x.type)
    return _compare(rw, llvm.FCmpPredicate.oeq, size, infinity)


def _compare(rw: ConversionRewriter, predicate: llvm.FCmpPredicate, a: Value, b: Value) -> Value:
    properties = {"predicate": i64_attr(int(predicate)), "fastmathFlags": NO_FASTMATH}
    return make(rw, llvm.FCmpOp, (a, b), I1, properties)
