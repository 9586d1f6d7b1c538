"""math → llvm's intrinsics. `math.exp %x : f32` --> `llvm.intr.exp(%x) : (f32) -> f32`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import elementwise, has_emulated_float, unrolled
from mlirlite.conversion._llvm_ops import extract_value, fastmath, float_constant
from mlirlite.conversion._llvm_types import llvm_types, run
from mlirlite.dialects import llvm, math
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FALSE, i32_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowering, Lowerings

lower = Lowerings("convert-math-to-llvm", llvm_types())


def _fastmath(op: Operation) -> dict[str, Attribute]:
    return {"fastmathFlags": fastmath(op.properties.get("fastmath"))}


for _source, _target in (
    (math.AbsFOp, llvm.FAbsOp),
    (math.AcosOp, llvm.ACosOp),
    (math.AsinOp, llvm.ASinOp),
    (math.AtanOp, llvm.ATanOp),
    (math.Atan2Op, llvm.ATan2Op),
    (math.CeilOp, llvm.FCeilOp),
    (math.CopySignOp, llvm.CopySignOp),
    (math.CosOp, llvm.CosOp),
    (math.CoshOp, llvm.CoshOp),
    (math.Exp2Op, llvm.Exp2Op),
    (math.ExpOp, llvm.ExpOp),
    (math.FPowIOp, llvm.PowIOp),
    (math.FloorOp, llvm.FFloorOp),
    (math.FmaOp, llvm.FMAOp),
    (math.Log10Op, llvm.Log10Op),
    (math.Log2Op, llvm.Log2Op),
    (math.LogOp, llvm.LogOp),
    (math.PowFOp, llvm.PowOp),
    (math.RoundEvenOp, llvm.RoundEvenOp),
    (math.RoundOp, llvm.RoundOp),
    (math.SinOp, llvm.SinOp),
    (math.SinhOp, llvm.SinhOp),
    (math.SqrtOp, llvm.SqrtOp),
    (math.TanOp, llvm.TanOp),
    (math.TanhOp, llvm.TanhOp),
    (math.TruncOp, llvm.FTruncOp),
):
    lower(_source)(elementwise(_target, _fastmath))
lower(math.CtPopOp)(elementwise(llvm.CtPopOp))


def _flagged(cls: type[Operation], flag: str) -> Lowering:
    """ctlz, cttz, abs: nothing is poison."""
    made = elementwise(cls, lambda op: {flag: FALSE})

    def lower_flagged(op: Operation, rw: ConversionRewriter) -> Any:
        if isinstance(rw.convert(op.results[0].type), LLVMArrayType):
            return rw.fail("vectors of several dimensions are to be unrolled before")
        return made(op, rw)

    return lower_flagged


lower(math.AbsIOp)(_flagged(llvm.AbsOp, "is_int_min_poison"))
lower(math.CountLeadingZerosOp)(_flagged(llvm.CountLeadingZerosOp, "is_zero_poison"))
lower(math.CountTrailingZerosOp)(_flagged(llvm.CountTrailingZerosOp, "is_zero_poison"))

# llvm.is.fpclass: bits for signaling and quiet NaN, -inf, -normal, -subnormal, -0, +0, +subnormal,
# +normal, +inf.
_NAN, _FINITE, _INFINITE, _NORMAL = 0b11, 0b0111111000, 0b1000000100, 0b0100001000


def _class_test(bits: int) -> Lowering:
    attribute = i32_attr(bits)
    return elementwise(llvm.IsFPClass, lambda op: {"bit": attribute})


lower(math.IsNaNOp)(_class_test(_NAN))
lower(math.IsFiniteOp)(_class_test(_FINITE))

Expansion = Callable[[ConversionRewriter, Value, dict[str, Attribute]], Value]


def _expanded(expand: Expansion) -> Lowering:
    """A function of one operand made of several ops, with the same fast-math flags."""

    def lower_expanded(op: Operation, rw: ConversionRewriter) -> Any:
        if has_emulated_float(op):
            return rw.fail("it has a float type that LLVM does not have")
        result = rw.convert(op.results[0].type)
        flags = _fastmath(op)
        operand = rw.operand(0)
        if not isinstance(result, LLVMArrayType):
            return (expand(rw, operand, flags),)

        def one(parts: Sequence[Value], type: Type) -> Value:
            return expand(rw, parts[0], flags)

        return (unrolled(rw, (operand,), result, one),)

    return lower_expanded


def _float(
    rw: ConversionRewriter, cls: type[Operation], flags: dict[str, Attribute], *operands: Value
) -> Value:
    return create(rw, cls, operands, operands[0].type, dict(flags))


def _expm1(rw: ConversionRewriter, x: Value, flags: dict[str, Attribute]) -> Value:
    """exp(x) - 1"""
    one = float_constant(rw, 1.0, x.type)
    return _float(rw, llvm.FSubOp, flags, _float(rw, llvm.ExpOp, flags, x), one)


def _log1p(rw: ConversionRewriter, x: Value, flags: dict[str, Attribute]) -> Value:
    """log(1 + x)"""
    one = float_constant(rw, 1.0, x.type)
    return _float(rw, llvm.LogOp, flags, _float(rw, llvm.FAddOp, flags, one, x))


def _rsqrt(rw: ConversionRewriter, x: Value, flags: dict[str, Attribute]) -> Value:
    """1 / sqrt(x)"""
    one = float_constant(rw, 1.0, x.type)
    return _float(rw, llvm.FDivOp, flags, one, _float(rw, llvm.SqrtOp, flags, x))


lower(math.ExpM1Op)(_expanded(_expm1))
lower(math.RsqrtOp)(_expanded(_rsqrt))
lower_without_log1p = Lowerings(lower.name, lower.types, include=[lower])
lower(math.Log1pOp)(_expanded(_log1p))


def _sincos(op: math.SincosOp, rw: ConversionRewriter) -> Any:
    """Both parts of LLVM's struct."""
    if has_emulated_float(op):
        return rw.fail("it has a float type that LLVM does not have")
    type = rw.convert(op.results[0].type)
    if isinstance(type, LLVMArrayType):
        return rw.fail("vectors of several dimensions are to be unrolled before")
    struct = LLVMStructType((type, type))
    both = create(rw, llvm.SinCosOp, (rw.operand(0),), struct, _fastmath(op))
    return extract_value(rw, both, 0), extract_value(rw, both, 1)


for _table in (lower, lower_without_log1p):
    _table(math.SincosOp)(_sincos)


@cache
def lowerings(approximate_log1p: bool = True, lower_float_tests: bool = False) -> Lowerings:
    """The lowerings for the options of the pass."""
    table = lower if approximate_log1p else lower_without_log1p
    if not lower_float_tests:
        return table
    more = Lowerings(table.name, table.types, include=[table])
    more(math.IsInfOp)(_class_test(_INFINITE))
    more(math.IsNormalOp)(_class_test(_NORMAL))
    return more


@compiler_pass("convert-math-to-llvm", each_function=True)
def convert_math_to_llvm(
    op: Operation,
    state: PassState,
    *,
    approximate_log1p: bool = True,
    lower_float_tests: bool = False,
) -> None:
    """Lower the math dialect to the llvm dialect, where LLVM has intrinsics.

    approximate_log1p: make log1p(x) log(1 + x), which is inexact near zero
    lower_float_tests: also isinf and isnormal, which upstream leaves as they are
    """
    run(lowerings(approximate_log1p, lower_float_tests), op)
