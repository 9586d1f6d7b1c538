"""complex → llvm. `complex.re %z : complex<f32>` --> `llvm.extractvalue %z[0]`; a number is a
struct of its parts.

Functions beyond arithmetic need --convert-complex-to-standard first.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mlirlite.conversion._complex_division import ComplexRange, FloatOps, Pair, quotient
from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_ops import (
    constant,
    extract_value,
    fastmath,
    float_constant,
    insert_value,
    poison,
    select,
)
from mlirlite.conversion._llvm_types import LLVMTypes, llvm_types
from mlirlite.dialects import complex as complex_dialect, llvm
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.dialects.llvm.enums import FCmpPredicate
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I64, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-complex-to-llvm", llvm_types())


class ComplexTypes(LLVMTypes):
    """The types, and the algorithm for quotients."""

    def __init__(self, range: ComplexRange) -> None:
        super().__init__()
        self.range = range


class _LLVMFloats(FloatOps):
    """Floats by ops of the llvm dialect, with the flags of an op."""

    def __init__(self, rw: ConversionRewriter, op: Operation, type: Type) -> None:
        self.rw = rw
        self.type = type
        self.flags = fastmath(op.properties.get("fastmath"))

    def made(self, cls: type[Operation], *operands: Value, flags: Attribute | None = None) -> Value:
        """An op whose result has the type of its first operand."""
        chosen = {"fastmathFlags": self.flags if flags is None else flags}
        return create(self.rw, cls, operands, operands[0].type, chosen)

    def number(self, value: float) -> Value:
        return float_constant(self.rw, value, self.type)

    def add(self, a: Value, b: Value) -> Value:
        return self.made(llvm.FAddOp, a, b)

    def sub(self, a: Value, b: Value) -> Value:
        return self.made(llvm.FSubOp, a, b)

    def mul(self, a: Value, b: Value) -> Value:
        return self.made(llvm.FMulOp, a, b)

    def div(self, a: Value, b: Value) -> Value:
        return self.made(llvm.FDivOp, a, b)

    def abs(self, a: Value) -> Value:
        return self.made(llvm.FAbsOp, a)

    def copysign(self, a: Value, sign: Value) -> Value:
        return self.made(llvm.CopySignOp, a, sign, flags=NO_FASTMATH)

    def compare(self, predicate: str, a: Value, b: Value) -> Value:
        found = IntegerAttr(int(FCmpPredicate[predicate]), I64)
        properties: dict[str, Attribute] = {"fastmathFlags": NO_FASTMATH, "predicate": found}
        return create(self.rw, llvm.FCmpOp, (a, b), I1, properties)

    def both(self, a: Value, b: Value) -> Value:
        return create(self.rw, llvm.AndOp, (a, b))

    def either(self, a: Value, b: Value) -> Value:
        return create(self.rw, llvm.OrOp, (a, b))

    def select(self, condition: Value, a: Value, b: Value) -> Value:
        return select(self.rw, condition, a, b)


def _parts(rw: ConversionRewriter, value: Value) -> Pair:
    return extract_value(rw, value, 0), extract_value(rw, value, 1)


def _joined(rw: ConversionRewriter, empty: Value, parts: Pair) -> Value:
    return insert_value(rw, insert_value(rw, empty, parts[0], 0), parts[1], 1)


@lower(complex_dialect.ConstantOp)
def lower_constant(op: complex_dialect.ConstantOp, rw: ConversionRewriter) -> Any:
    """A constant struct."""
    return (constant(rw, op.value, rw.convert(op.results[0].type)),)


@lower(complex_dialect.CreateOp)
def lower_create(op: complex_dialect.CreateOp, rw: ConversionRewriter) -> Any:
    """Both parts are inserted into a struct."""
    real, imaginary = rw.operands
    return (_joined(rw, poison(rw, rw.convert(op.results[0].type)), (real, imaginary)),)


@lower(complex_dialect.ReOp)
def lower_re(op: complex_dialect.ReOp, rw: ConversionRewriter) -> Any:
    """The first of the struct."""
    return (extract_value(rw, rw.operand(0), 0),)


@lower(complex_dialect.ImOp)
def lower_im(op: complex_dialect.ImOp, rw: ConversionRewriter) -> Any:
    """The second of the struct."""
    return (extract_value(rw, rw.operand(0), 1),)


@lower(complex_dialect.AbsOp)
def lower_abs(op: complex_dialect.AbsOp, rw: ConversionRewriter) -> Any:
    """sqrt(re² + im²)"""
    real, imaginary = _parts(rw, rw.operand(0))
    f = _LLVMFloats(rw, op, real.type)
    square = f.add(f.mul(real, real), f.mul(imaginary, imaginary))
    return (f.made(llvm.SqrtOp, square, flags=NO_FASTMATH),)


@lower(complex_dialect.AddOp, complex_dialect.SubOp, complex_dialect.MulOp, complex_dialect.DivOp)
def lower_arithmetic(op: Operation, rw: ConversionRewriter) -> Any:
    """Arithmetic on the parts."""
    lhs, rhs = (_parts(rw, value) for value in rw.operands)
    type = rw.convert(op.results[0].type)
    empty = poison(rw, type)
    f = _LLVMFloats(rw, op, element_type_of(lhs[0].type))
    if isinstance(op, complex_dialect.DivOp):
        range = getattr(rw.types, "range", ComplexRange.BASIC)
        return (_joined(rw, empty, quotient(f, lhs, rhs, range)),)
    if isinstance(op, complex_dialect.MulOp):
        real = f.sub(f.mul(rhs[0], lhs[0]), f.mul(rhs[1], lhs[1]))
        imaginary = f.add(f.mul(lhs[1], rhs[0]), f.mul(lhs[0], rhs[1]))
        return (_joined(rw, empty, (real, imaginary)),)
    step = f.add if isinstance(op, complex_dialect.AddOp) else f.sub
    return (_joined(rw, empty, (step(lhs[0], rhs[0]), step(lhs[1], rhs[1]))),)


@cache
def _lowerings(range: ComplexRange) -> Lowerings:
    return Lowerings(lower.name, ComplexTypes(range), include=[lower])


@compiler_pass("convert-complex-to-llvm")
def convert_complex_to_llvm(
    op: Operation, state: PassState, *, complex_range: ComplexRange = ComplexRange.BASIC
) -> None:
    """Convert Complex dialect to LLVM dialect.

    complex_range: how quotients treat parts that are too large, too small or not finite
    """
    _lowerings(complex_range).convert(op, legal=("llvm",), illegal=("complex",))
