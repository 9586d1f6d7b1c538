"""Intrinsics on floats: functions, roundings, casts in a stated environment."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.constraints import AnyLLVM, FloatLike, LLVMFloat, LLVMInt
from mlirlite.dialects.llvm.enums import FPExceptionBehavior, RoundingMode
from mlirlite.dialects.llvm.intrinsic import (
    CALL,
    BinaryFloatIntrinsic,
    Immediates,
    IntrinsicOp,
    Overloads,
    TernaryFloatIntrinsic,
    UnaryFloatIntrinsic,
)
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Pure
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic


class ACosOp(UnaryFloatIntrinsic, name="llvm.intr.acos"):
    """Arc cosine."""


class ASinOp(UnaryFloatIntrinsic, name="llvm.intr.asin"):
    """Arc sine."""


class ATanOp(UnaryFloatIntrinsic, name="llvm.intr.atan"):
    """Arc tangent."""


class FCeilOp(UnaryFloatIntrinsic, name="llvm.intr.ceil"):
    """Rounds up to an integer."""


class CosOp(UnaryFloatIntrinsic, name="llvm.intr.cos"):
    """Cosine."""


class CoshOp(UnaryFloatIntrinsic, name="llvm.intr.cosh"):
    """Hyperbolic cosine."""


class ExpOp(UnaryFloatIntrinsic, name="llvm.intr.exp"):
    """e to the power."""


class Exp10Op(UnaryFloatIntrinsic, name="llvm.intr.exp10"):
    """10 to the power."""


class Exp2Op(UnaryFloatIntrinsic, name="llvm.intr.exp2"):
    """2 to the power."""


class FAbsOp(UnaryFloatIntrinsic, name="llvm.intr.fabs"):
    """Absolute value."""


class FFloorOp(UnaryFloatIntrinsic, name="llvm.intr.floor"):
    """Rounds down to an integer."""


class LogOp(UnaryFloatIntrinsic, name="llvm.intr.log"):
    """Natural logarithm."""


class Log10Op(UnaryFloatIntrinsic, name="llvm.intr.log10"):
    """Logarithm to base 10."""


class Log2Op(UnaryFloatIntrinsic, name="llvm.intr.log2"):
    """Logarithm to base 2."""


class NearbyintOp(UnaryFloatIntrinsic, name="llvm.intr.nearbyint"):
    """Rounds to an integer in the current rounding mode, without the inexact exception."""


class RintOp(UnaryFloatIntrinsic, name="llvm.intr.rint"):
    """Rounds to an integer in the current rounding mode."""


class RoundOp(UnaryFloatIntrinsic, name="llvm.intr.round"):
    """Rounds to the nearest integer, halves away from zero."""


class RoundEvenOp(UnaryFloatIntrinsic, name="llvm.intr.roundeven"):
    """Rounds to the nearest integer, halves to even."""


class SinOp(UnaryFloatIntrinsic, name="llvm.intr.sin"):
    """Sine."""


class SinhOp(UnaryFloatIntrinsic, name="llvm.intr.sinh"):
    """Hyperbolic sine."""


class SqrtOp(UnaryFloatIntrinsic, name="llvm.intr.sqrt"):
    """Square root."""


class TanOp(UnaryFloatIntrinsic, name="llvm.intr.tan"):
    """Tangent."""


class TanhOp(UnaryFloatIntrinsic, name="llvm.intr.tanh"):
    """Hyperbolic tangent."""


class FTruncOp(UnaryFloatIntrinsic, name="llvm.intr.trunc"):
    """Rounds toward zero to an integer."""


class ATan2Op(BinaryFloatIntrinsic, name="llvm.intr.atan2"):
    """Angle of the point (b, a)."""


class CopySignOp(BinaryFloatIntrinsic, name="llvm.intr.copysign"):
    """The first with the sign of the second."""


class MaxNumOp(BinaryFloatIntrinsic, name="llvm.intr.maxnum"):
    """The larger one; a NaN loses."""


class MinNumOp(BinaryFloatIntrinsic, name="llvm.intr.minnum"):
    """The smaller one; a NaN loses."""


class MaximumOp(BinaryFloatIntrinsic, name="llvm.intr.maximum"):
    """The larger one; a NaN wins."""


class MinimumOp(BinaryFloatIntrinsic, name="llvm.intr.minimum"):
    """The smaller one; a NaN wins."""


class PowOp(BinaryFloatIntrinsic, name="llvm.intr.pow"):
    """The first to the power of the second."""


class FMAOp(TernaryFloatIntrinsic, name="llvm.intr.fma"):
    """a * b + c, rounded once."""


class FMulAddOp(TernaryFloatIntrinsic, name="llvm.intr.fmuladd"):
    """a * b + c, rounded once or twice, whatever is faster."""


class PowIOp(IntrinsicOp, name="llvm.intr.powi", traits=(Pure, AllTypesMatch("val", "res"))):
    """A float to an integer power."""

    overloads: Overloads = (-1, 1)
    val: Operand[FloatLike]
    power: Operand[LLVMInt]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class LoadExpOp(IntrinsicOp, name="llvm.intr.ldexp", traits=(Pure, AllTypesMatch("val", "res"))):
    """A float times 2 to an integer power."""

    overloads: Overloads = (-1, 1)
    val: Operand[FloatLike]
    power: Operand[LLVMInt]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class FractionExpOp(IntrinsicOp, name="llvm.intr.frexp", traits=(Pure,)):
    """Fraction and exponent of a float, as a struct."""

    overloads: Overloads = (0, (-1, 1))
    val: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class SinCosOp(IntrinsicOp, name="llvm.intr.sincos", traits=(Pure,)):
    """Sine and cosine, as a struct."""

    overloads: Overloads = (0,)
    val: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL

    def verify_op(self) -> Diagnostic | None:
        given, result = self.val.type, self.res.type
        if isinstance(result, LLVMStructType) and result.body == (given, given):
            return None
        return self.error(
            "expected result type to be an homogeneous struct with two elements matching the "
            f"operand type, but got '{result}'"
        )


class _RoundToInt(IntrinsicOp, traits=(Pure,)):
    """Base: an integer of a float."""

    overloads: Overloads = (-1, 0)
    val: Operand[FloatLike]
    res: Result[AnyLLVM]
    assembly_format = CALL


class LroundOp(_RoundToInt, name="llvm.intr.lround"):
    """The nearest integer, halves away from zero."""


class LlroundOp(IntrinsicOp, name="llvm.intr.llround", traits=(Pure,)):
    """The nearest integer, halves away from zero."""

    overloads: Overloads = (-1, 0)
    val: Operand[LLVMFloat]
    res: Result[AnyLLVM]
    assembly_format = CALL


class LrintOp(_RoundToInt, name="llvm.intr.lrint"):
    """The nearest integer in the current rounding mode."""


class LlrintOp(_RoundToInt, name="llvm.intr.llrint"):
    """The nearest integer in the current rounding mode."""


class IsFPClass(IntrinsicOp, name="llvm.intr.is.fpclass", traits=(Pure,)):
    """Whether a float is in one of the classes whose bits are set (NaN, infinity, zero …)."""

    overloads: Overloads = (0,)
    immediates: Immediates = ((1, "bit"),)
    in_: Operand[FloatLike]
    bit: Prop[Annotated[int, I32]]
    res: Result[AnyLLVM]

    def infer_types(self) -> Sequence[Type] | None:
        return (i1_like(self.operands[0].type),)


# Casts in a stated floating-point environment


class ConstrainedIntrinsic(IntrinsicOp, traits=(Pure,)):
    """Base: LLVM gets rounding mode and exception behavior as metadata."""

    overloads: Overloads = (-1, 0)


_ROUNDED = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)"


class ConstrainedFPTruncIntr(
    ConstrainedIntrinsic, name="llvm.intr.experimental.constrained.fptrunc"
):
    """A float in a narrower format, rounded as stated."""

    arg_0: Operand[AnyLLVM]
    roundingmode: Prop[RoundingMode]
    fpExceptionBehavior: Prop[FPExceptionBehavior]
    res: Result[AnyLLVM]
    assembly_format = _ROUNDED


class ConstrainedSIToFP(ConstrainedIntrinsic, name="llvm.intr.experimental.constrained.sitofp"):
    """Float of a signed integer, rounded as stated."""

    arg_0: Operand[AnyLLVM]
    roundingmode: Prop[RoundingMode]
    fpExceptionBehavior: Prop[FPExceptionBehavior]
    res: Result[AnyLLVM]
    assembly_format = _ROUNDED


class ConstrainedUIToFP(ConstrainedIntrinsic, name="llvm.intr.experimental.constrained.uitofp"):
    """Float of an unsigned integer, rounded as stated."""

    arg_0: Operand[AnyLLVM]
    roundingmode: Prop[RoundingMode]
    fpExceptionBehavior: Prop[FPExceptionBehavior]
    res: Result[AnyLLVM]
    assembly_format = _ROUNDED


class ConstrainedFPExtIntr(ConstrainedIntrinsic, name="llvm.intr.experimental.constrained.fpext"):
    """A float in a wider format."""

    arg_0: Operand[AnyLLVM]
    fpExceptionBehavior: Prop[FPExceptionBehavior]
    res: Result[AnyLLVM]
    assembly_format = "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type(results)"
