"""Intrinsics on integers: bits, extremes, saturation, overflow."""

from collections.abc import Sequence
from typing import Annotated

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.llvm.constraints import AnyLLVM, IntLike
from mlirlite.dialects.llvm.intrinsic import (
    CALL,
    BinaryIntIntrinsic,
    Immediates,
    IntrinsicOp,
    Overloads,
    TernaryIntIntrinsic,
    UnaryIntIntrinsic,
)
from mlirlite.dialects.llvm.types import LLVMStructType
from mlirlite.ir.attribute import Type
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure, SameOperandsAndResultType, SameTypeOperands
from mlirlite.ir.types import I1


class BitReverseOp(UnaryIntIntrinsic, name="llvm.intr.bitreverse"):
    """The bits in reverse order."""


class ByteSwapOp(UnaryIntIntrinsic, name="llvm.intr.bswap"):
    """The bytes in reverse order."""


class CtPopOp(UnaryIntIntrinsic, name="llvm.intr.ctpop"):
    """How many bits are set."""


class _Flagged(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: an integer and a flag that says what is poison."""


class AbsOp(_Flagged, name="llvm.intr.abs"):
    """Absolute value; the flag says that the smallest integer gives poison."""

    immediates: Immediates = ((1, "is_int_min_poison"),)
    in_: Operand[IntLike]
    is_int_min_poison: Prop[Annotated[bool, I1]]
    res: Result[AnyLLVM]


class CountLeadingZerosOp(_Flagged, name="llvm.intr.ctlz"):
    """How many of the highest bits are 0; the flag says that zero gives poison."""

    immediates: Immediates = ((1, "is_zero_poison"),)
    in_: Operand[IntLike]
    is_zero_poison: Prop[Annotated[bool, I1]]
    res: Result[AnyLLVM]


class CountTrailingZerosOp(_Flagged, name="llvm.intr.cttz"):
    """How many of the lowest bits are 0; the flag says that zero gives poison."""

    immediates: Immediates = ((1, "is_zero_poison"),)
    in_: Operand[IntLike]
    is_zero_poison: Prop[Annotated[bool, I1]]
    res: Result[AnyLLVM]


class SMaxOp(BinaryIntIntrinsic, name="llvm.intr.smax"):
    """The larger signed integer."""


class SMinOp(BinaryIntIntrinsic, name="llvm.intr.smin"):
    """The smaller signed integer."""


class UMaxOp(BinaryIntIntrinsic, name="llvm.intr.umax"):
    """The larger unsigned integer."""


class UMinOp(BinaryIntIntrinsic, name="llvm.intr.umin"):
    """The smaller unsigned integer."""


class SAddSat(BinaryIntIntrinsic, name="llvm.intr.sadd.sat"):
    """Signed sum that stops at the ends."""


class UAddSat(BinaryIntIntrinsic, name="llvm.intr.uadd.sat"):
    """Unsigned sum that stops at the end."""


class SSubSat(BinaryIntIntrinsic, name="llvm.intr.ssub.sat"):
    """Signed difference that stops at the ends."""


class USubSat(BinaryIntIntrinsic, name="llvm.intr.usub.sat"):
    """Unsigned difference that stops at zero."""


class SSHLSat(BinaryIntIntrinsic, name="llvm.intr.sshl.sat"):
    """Signed left shift that stops at the ends."""


class USHLSat(BinaryIntIntrinsic, name="llvm.intr.ushl.sat"):
    """Unsigned left shift that stops at the end."""


class FshlOp(TernaryIntIntrinsic, name="llvm.intr.fshl"):
    """The high half of a:b shifted left by c."""


class FshrOp(TernaryIntIntrinsic, name="llvm.intr.fshr"):
    """The low half of a:b shifted right by c."""


class _ThreeWay(IntrinsicOp, traits=(Pure, SameTypeOperands)):
    """Base: -1, 0 or 1."""

    overloads: Overloads = (-1, 0)
    a: Operand[IntLike]
    b: Operand[IntLike]
    res: Result[IntLike]
    assembly_format = CALL


class SCmpOp(_ThreeWay, name="llvm.intr.scmp"):
    """Compares signed integers."""


class UCmpOp(_ThreeWay, name="llvm.intr.ucmp"):
    """Compares unsigned integers."""


class _WithOverflow(IntrinsicOp, traits=(Pure, SameTypeOperands)):
    """Base: result and whether it overflowed, as a struct."""

    overloads: Overloads = (0,)
    lhs: Operand[IntLike]
    rhs: Operand[IntLike]
    res: Result[AnyLLVM]

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return (LLVMStructType((type, i1_like(type))),)


class SAddWithOverflowOp(_WithOverflow, name="llvm.intr.sadd.with.overflow"):
    """Signed sum."""


class SSubWithOverflowOp(_WithOverflow, name="llvm.intr.ssub.with.overflow"):
    """Signed difference."""


class SMulWithOverflowOp(_WithOverflow, name="llvm.intr.smul.with.overflow"):
    """Signed product."""


class UAddWithOverflowOp(_WithOverflow, name="llvm.intr.uadd.with.overflow"):
    """Unsigned sum."""


class USubWithOverflowOp(_WithOverflow, name="llvm.intr.usub.with.overflow"):
    """Unsigned difference."""


class UMulWithOverflowOp(_WithOverflow, name="llvm.intr.umul.with.overflow"):
    """Unsigned product."""
