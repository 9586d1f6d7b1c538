"""Rounding, and tests of floats.

"krnl.isnan"(%x) : (f32) -> i1  -->  llvm.fcmp "uno" %x, %x
"""

from __future__ import annotations

import math

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import elementwise
from mlirlite.conversion._llvm_ops import constant, fastmath
from mlirlite.conversion.krnl_to_llvm.table import lower
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.ir.attributes import FloatAttr, i64_attr
from mlirlite.ir.types import I1
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

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
    size = create(rw, llvm.FAbsOp, (x,))
    infinity = constant(rw, FloatAttr(math.inf, op.in_.type), x.type)
    return _compare(rw, llvm.FCmpPredicate.oeq, size, infinity)


def _compare(rw: ConversionRewriter, predicate: llvm.FCmpPredicate, a: Value, b: Value) -> Value:
    properties = {"predicate": i64_attr(int(predicate)), "fastmathFlags": NO_FASTMATH}
    return create(rw, llvm.FCmpOp, (a, b), I1, properties)
