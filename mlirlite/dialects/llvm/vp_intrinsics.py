"""Vector-predicated intrinsics: a mask and a length say which elements are computed."""

from mlirlite.dialects.llvm.constraints import (
    AnyFloat,
    AnyLLVM,
    FloatVector,
    IntVector,
    LLVMInt,
    LLVMVector,
    MaskVector,
    Pointer,
    PointerVector,
)
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp, Overloads
from mlirlite.ir.constraints import Int32
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure


class VPBinaryInt(IntrinsicOp, traits=(Pure,)):
    """Base: two vectors of integers."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPBinaryFloat(IntrinsicOp, traits=(Pure,)):
    """Base: two vectors of floats."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPTernaryFloat(IntrinsicOp, traits=(Pure,)):
    """Base: three vectors of floats."""

    op1: Operand[FloatVector]
    op2: Operand[FloatVector]
    op3: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPCastFloat(IntrinsicOp, traits=(Pure,)):
    """Base: a vector of floats to another type."""

    overloads: Overloads = (-1, 0)
    src: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPCastInt(IntrinsicOp, traits=(Pure,)):
    """Base: a vector of integers to another type."""

    overloads: Overloads = (-1, 0)
    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSelection(IntrinsicOp, traits=(Pure,)):
    """Base: one of two vectors, element by element."""

    cond: Operand[MaskVector]
    true_val: Operand[LLVMVector]
    false_val: Operand[LLVMVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceInt(IntrinsicOp, traits=(Pure,)):
    """Base: a start value and a vector of integers to one integer."""

    overloads: Overloads = (1,)
    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceFloat(IntrinsicOp, traits=(Pure,)):
    """Base: a start value and a vector of floats to one float."""

    overloads: Overloads = (1,)
    satrt_value: Operand[AnyFloat]
    val: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPStridedLoadOp(IntrinsicOp, name="llvm.intr.experimental.vp.strided.load"):
    """`strided.load` of those elements that are on and before `evl`."""

    overloads: Overloads = (-1, 0, 1)
    ptr: Operand[Pointer]
    stride: Operand[LLVMInt]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPStridedStoreOp(IntrinsicOp, name="llvm.intr.experimental.vp.strided.store"):
    """`strided.store` of those elements that are on and before `evl`."""

    overloads: Overloads = (0, 1, 2)
    val: Operand[LLVMVector]
    ptr: Operand[Pointer]
    stride: Operand[LLVMInt]
    mask: Operand[MaskVector]
    evl: Operand[Int32]


class VPAddOp(VPBinaryInt, name="llvm.intr.vp.add"):
    """`add` of those elements that are on and before `evl`."""


class VPAndOp(VPBinaryInt, name="llvm.intr.vp.and"):
    """`and` of those elements that are on and before `evl`."""


class VPAShrOp(VPBinaryInt, name="llvm.intr.vp.ashr"):
    """`ashr` of those elements that are on and before `evl`."""


class VPFAddOp(VPBinaryFloat, name="llvm.intr.vp.fadd"):
    """`fadd` of those elements that are on and before `evl`."""


class VPFDivOp(VPBinaryFloat, name="llvm.intr.vp.fdiv"):
    """`fdiv` of those elements that are on and before `evl`."""


class VPFmaOp(VPTernaryFloat, name="llvm.intr.vp.fma"):
    """`fma` of those elements that are on and before `evl`."""


class VPFMulOp(VPBinaryFloat, name="llvm.intr.vp.fmul"):
    """`fmul` of those elements that are on and before `evl`."""


class VPFMulAddOp(VPTernaryFloat, name="llvm.intr.vp.fmuladd"):
    """`fmuladd` of those elements that are on and before `evl`."""


class VPFNegOp(IntrinsicOp, name="llvm.intr.vp.fneg", traits=(Pure,)):
    """`fneg` of those elements that are on and before `evl`."""

    op_: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFPExtOp(VPCastFloat, name="llvm.intr.vp.fpext"):
    """`fpext` of those elements that are on and before `evl`."""


class VPFPToSIOp(VPCastFloat, name="llvm.intr.vp.fptosi"):
    """`fptosi` of those elements that are on and before `evl`."""


class VPFPToUIOp(VPCastFloat, name="llvm.intr.vp.fptoui"):
    """`fptoui` of those elements that are on and before `evl`."""


class VPFPTruncOp(VPCastFloat, name="llvm.intr.vp.fptrunc"):
    """`fptrunc` of those elements that are on and before `evl`."""


class VPFRemOp(VPBinaryFloat, name="llvm.intr.vp.frem"):
    """`frem` of those elements that are on and before `evl`."""


class VPFSubOp(VPBinaryFloat, name="llvm.intr.vp.fsub"):
    """`fsub` of those elements that are on and before `evl`."""


class VPIntToPtrOp(VPCastInt, name="llvm.intr.vp.inttoptr"):
    """`inttoptr` of those elements that are on and before `evl`."""


class VPLoadOp(IntrinsicOp, name="llvm.intr.vp.load"):
    """`load` of those elements that are on and before `evl`."""

    overloads: Overloads = (-1, 0)
    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPLShrOp(VPBinaryInt, name="llvm.intr.vp.lshr"):
    """`lshr` of those elements that are on and before `evl`."""


class VPMergeMinOp(VPSelection, name="llvm.intr.vp.merge"):
    """`merge` of those elements that are on and before `evl`."""


class VPMulOp(VPBinaryInt, name="llvm.intr.vp.mul"):
    """`mul` of those elements that are on and before `evl`."""


class VPOrOp(VPBinaryInt, name="llvm.intr.vp.or"):
    """`or` of those elements that are on and before `evl`."""


class VPPtrToIntOp(IntrinsicOp, name="llvm.intr.vp.ptrtoint", traits=(Pure,)):
    """`ptrtoint` of those elements that are on and before `evl`."""

    overloads: Overloads = (-1, 0)
    src: Operand[PointerVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceAddOp(VPReduceInt, name="llvm.intr.vp.reduce.add"):
    """`reduce.add` of those elements that are on and before `evl`."""


class VPReduceAndOp(VPReduceInt, name="llvm.intr.vp.reduce.and"):
    """`reduce.and` of those elements that are on and before `evl`."""


class VPReduceFAddOp(VPReduceFloat, name="llvm.intr.vp.reduce.fadd"):
    """`reduce.fadd` of those elements that are on and before `evl`."""


class VPReduceFMaxOp(VPReduceFloat, name="llvm.intr.vp.reduce.fmax"):
    """`reduce.fmax` of those elements that are on and before `evl`."""


class VPReduceFMinOp(VPReduceFloat, name="llvm.intr.vp.reduce.fmin"):
    """`reduce.fmin` of those elements that are on and before `evl`."""


class VPReduceFMulOp(VPReduceFloat, name="llvm.intr.vp.reduce.fmul"):
    """`reduce.fmul` of those elements that are on and before `evl`."""


class VPReduceMulOp(VPReduceInt, name="llvm.intr.vp.reduce.mul"):
    """`reduce.mul` of those elements that are on and before `evl`."""


class VPReduceOrOp(VPReduceInt, name="llvm.intr.vp.reduce.or"):
    """`reduce.or` of those elements that are on and before `evl`."""


class VPReduceSMaxOp(VPReduceInt, name="llvm.intr.vp.reduce.smax"):
    """`reduce.smax` of those elements that are on and before `evl`."""


class VPReduceSMinOp(VPReduceInt, name="llvm.intr.vp.reduce.smin"):
    """`reduce.smin` of those elements that are on and before `evl`."""


class VPReduceUMaxOp(VPReduceInt, name="llvm.intr.vp.reduce.umax"):
    """`reduce.umax` of those elements that are on and before `evl`."""


class VPReduceUMinOp(VPReduceInt, name="llvm.intr.vp.reduce.umin"):
    """`reduce.umin` of those elements that are on and before `evl`."""


class VPReduceXorOp(VPReduceInt, name="llvm.intr.vp.reduce.xor"):
    """`reduce.xor` of those elements that are on and before `evl`."""


class VPSDivOp(VPBinaryInt, name="llvm.intr.vp.sdiv"):
    """`sdiv` of those elements that are on and before `evl`."""


class VPSelectMinOp(VPSelection, name="llvm.intr.vp.select"):
    """`select` of those elements that are on and before `evl`."""


class VPSExtOp(VPCastInt, name="llvm.intr.vp.sext"):
    """`sext` of those elements that are on and before `evl`."""


class VPShlOp(VPBinaryInt, name="llvm.intr.vp.shl"):
    """`shl` of those elements that are on and before `evl`."""


class VPSIToFPOp(VPCastInt, name="llvm.intr.vp.sitofp"):
    """`sitofp` of those elements that are on and before `evl`."""


class VPSMaxOp(VPBinaryInt, name="llvm.intr.vp.smax"):
    """`smax` of those elements that are on and before `evl`."""


class VPSMinOp(VPBinaryInt, name="llvm.intr.vp.smin"):
    """`smin` of those elements that are on and before `evl`."""


class VPSRemOp(VPBinaryInt, name="llvm.intr.vp.srem"):
    """`srem` of those elements that are on and before `evl`."""


class VPStoreOp(IntrinsicOp, name="llvm.intr.vp.store"):
    """`store` of those elements that are on and before `evl`."""

    overloads: Overloads = (0, 1)
    val: Operand[LLVMVector]
    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    evl: Operand[Int32]


class VPSubOp(VPBinaryInt, name="llvm.intr.vp.sub"):
    """`sub` of those elements that are on and before `evl`."""


class VPTruncOp(VPCastInt, name="llvm.intr.vp.trunc"):
    """`trunc` of those elements that are on and before `evl`."""


class VPUDivOp(VPBinaryInt, name="llvm.intr.vp.udiv"):
    """`udiv` of those elements that are on and before `evl`."""


class VPUIToFPOp(VPCastInt, name="llvm.intr.vp.uitofp"):
    """`uitofp` of those elements that are on and before `evl`."""


class VPUMaxOp(VPBinaryInt, name="llvm.intr.vp.umax"):
    """`umax` of those elements that are on and before `evl`."""


class VPUMinOp(VPBinaryInt, name="llvm.intr.vp.umin"):
    """`umin` of those elements that are on and before `evl`."""


class VPURemOp(VPBinaryInt, name="llvm.intr.vp.urem"):
    """`urem` of those elements that are on and before `evl`."""


class VPXorOp(VPBinaryInt, name="llvm.intr.vp.xor"):
    """`xor` of those elements that are on and before `evl`."""


class VPZExtOp(VPCastInt, name="llvm.intr.vp.zext"):
    """`zext` of those elements that are on and before `evl`."""
