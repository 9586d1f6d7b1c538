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
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp
from mlirlite.ir.constraints import Int32
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure


class VPStridedLoadOp(IntrinsicOp, name="llvm.intr.experimental.vp.strided.load"):
    """`strided.load` of those elements that are on and before `evl`."""

    ptr: Operand[Pointer]
    stride: Operand[LLVMInt]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPStridedStoreOp(IntrinsicOp, name="llvm.intr.experimental.vp.strided.store"):
    """`strided.store` of those elements that are on and before `evl`."""

    val: Operand[LLVMVector]
    ptr: Operand[Pointer]
    stride: Operand[LLVMInt]
    mask: Operand[MaskVector]
    evl: Operand[Int32]


class VPAddOp(IntrinsicOp, name="llvm.intr.vp.add", traits=(Pure,)):
    """`add` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPAndOp(IntrinsicOp, name="llvm.intr.vp.and", traits=(Pure,)):
    """`and` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPAShrOp(IntrinsicOp, name="llvm.intr.vp.ashr", traits=(Pure,)):
    """`ashr` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFAddOp(IntrinsicOp, name="llvm.intr.vp.fadd", traits=(Pure,)):
    """`fadd` of those elements that are on and before `evl`."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFDivOp(IntrinsicOp, name="llvm.intr.vp.fdiv", traits=(Pure,)):
    """`fdiv` of those elements that are on and before `evl`."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFmaOp(IntrinsicOp, name="llvm.intr.vp.fma", traits=(Pure,)):
    """`fma` of those elements that are on and before `evl`."""

    op1: Operand[FloatVector]
    op2: Operand[FloatVector]
    op3: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFMulOp(IntrinsicOp, name="llvm.intr.vp.fmul", traits=(Pure,)):
    """`fmul` of those elements that are on and before `evl`."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFMulAddOp(IntrinsicOp, name="llvm.intr.vp.fmuladd", traits=(Pure,)):
    """`fmuladd` of those elements that are on and before `evl`."""

    op1: Operand[FloatVector]
    op2: Operand[FloatVector]
    op3: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFNegOp(IntrinsicOp, name="llvm.intr.vp.fneg", traits=(Pure,)):
    """`fneg` of those elements that are on and before `evl`."""

    op_: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFPExtOp(IntrinsicOp, name="llvm.intr.vp.fpext", traits=(Pure,)):
    """`fpext` of those elements that are on and before `evl`."""

    src: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFPToSIOp(IntrinsicOp, name="llvm.intr.vp.fptosi", traits=(Pure,)):
    """`fptosi` of those elements that are on and before `evl`."""

    src: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFPToUIOp(IntrinsicOp, name="llvm.intr.vp.fptoui", traits=(Pure,)):
    """`fptoui` of those elements that are on and before `evl`."""

    src: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFPTruncOp(IntrinsicOp, name="llvm.intr.vp.fptrunc", traits=(Pure,)):
    """`fptrunc` of those elements that are on and before `evl`."""

    src: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFRemOp(IntrinsicOp, name="llvm.intr.vp.frem", traits=(Pure,)):
    """`frem` of those elements that are on and before `evl`."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPFSubOp(IntrinsicOp, name="llvm.intr.vp.fsub", traits=(Pure,)):
    """`fsub` of those elements that are on and before `evl`."""

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPIntToPtrOp(IntrinsicOp, name="llvm.intr.vp.inttoptr", traits=(Pure,)):
    """`inttoptr` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPLoadOp(IntrinsicOp, name="llvm.intr.vp.load"):
    """`load` of those elements that are on and before `evl`."""

    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPLShrOp(IntrinsicOp, name="llvm.intr.vp.lshr", traits=(Pure,)):
    """`lshr` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPMergeMinOp(IntrinsicOp, name="llvm.intr.vp.merge", traits=(Pure,)):
    """`merge` of those elements that are on and before `evl`."""

    cond: Operand[MaskVector]
    true_val: Operand[LLVMVector]
    false_val: Operand[LLVMVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPMulOp(IntrinsicOp, name="llvm.intr.vp.mul", traits=(Pure,)):
    """`mul` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPOrOp(IntrinsicOp, name="llvm.intr.vp.or", traits=(Pure,)):
    """`or` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPPtrToIntOp(IntrinsicOp, name="llvm.intr.vp.ptrtoint", traits=(Pure,)):
    """`ptrtoint` of those elements that are on and before `evl`."""

    src: Operand[PointerVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceAddOp(IntrinsicOp, name="llvm.intr.vp.reduce.add", traits=(Pure,)):
    """`reduce.add` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceAndOp(IntrinsicOp, name="llvm.intr.vp.reduce.and", traits=(Pure,)):
    """`reduce.and` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceFAddOp(IntrinsicOp, name="llvm.intr.vp.reduce.fadd", traits=(Pure,)):
    """`reduce.fadd` of those elements that are on and before `evl`."""

    satrt_value: Operand[AnyFloat]
    val: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceFMaxOp(IntrinsicOp, name="llvm.intr.vp.reduce.fmax", traits=(Pure,)):
    """`reduce.fmax` of those elements that are on and before `evl`."""

    satrt_value: Operand[AnyFloat]
    val: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceFMinOp(IntrinsicOp, name="llvm.intr.vp.reduce.fmin", traits=(Pure,)):
    """`reduce.fmin` of those elements that are on and before `evl`."""

    satrt_value: Operand[AnyFloat]
    val: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceFMulOp(IntrinsicOp, name="llvm.intr.vp.reduce.fmul", traits=(Pure,)):
    """`reduce.fmul` of those elements that are on and before `evl`."""

    satrt_value: Operand[AnyFloat]
    val: Operand[FloatVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceMulOp(IntrinsicOp, name="llvm.intr.vp.reduce.mul", traits=(Pure,)):
    """`reduce.mul` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceOrOp(IntrinsicOp, name="llvm.intr.vp.reduce.or", traits=(Pure,)):
    """`reduce.or` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceSMaxOp(IntrinsicOp, name="llvm.intr.vp.reduce.smax", traits=(Pure,)):
    """`reduce.smax` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceSMinOp(IntrinsicOp, name="llvm.intr.vp.reduce.smin", traits=(Pure,)):
    """`reduce.smin` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceUMaxOp(IntrinsicOp, name="llvm.intr.vp.reduce.umax", traits=(Pure,)):
    """`reduce.umax` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceUMinOp(IntrinsicOp, name="llvm.intr.vp.reduce.umin", traits=(Pure,)):
    """`reduce.umin` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPReduceXorOp(IntrinsicOp, name="llvm.intr.vp.reduce.xor", traits=(Pure,)):
    """`reduce.xor` of those elements that are on and before `evl`."""

    satrt_value: Operand[LLVMInt]
    val: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSDivOp(IntrinsicOp, name="llvm.intr.vp.sdiv", traits=(Pure,)):
    """`sdiv` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSelectMinOp(IntrinsicOp, name="llvm.intr.vp.select", traits=(Pure,)):
    """`select` of those elements that are on and before `evl`."""

    cond: Operand[MaskVector]
    true_val: Operand[LLVMVector]
    false_val: Operand[LLVMVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSExtOp(IntrinsicOp, name="llvm.intr.vp.sext", traits=(Pure,)):
    """`sext` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPShlOp(IntrinsicOp, name="llvm.intr.vp.shl", traits=(Pure,)):
    """`shl` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSIToFPOp(IntrinsicOp, name="llvm.intr.vp.sitofp", traits=(Pure,)):
    """`sitofp` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSMaxOp(IntrinsicOp, name="llvm.intr.vp.smax", traits=(Pure,)):
    """`smax` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSMinOp(IntrinsicOp, name="llvm.intr.vp.smin", traits=(Pure,)):
    """`smin` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPSRemOp(IntrinsicOp, name="llvm.intr.vp.srem", traits=(Pure,)):
    """`srem` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPStoreOp(IntrinsicOp, name="llvm.intr.vp.store"):
    """`store` of those elements that are on and before `evl`."""

    val: Operand[LLVMVector]
    ptr: Operand[Pointer]
    mask: Operand[MaskVector]
    evl: Operand[Int32]


class VPSubOp(IntrinsicOp, name="llvm.intr.vp.sub", traits=(Pure,)):
    """`sub` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPTruncOp(IntrinsicOp, name="llvm.intr.vp.trunc", traits=(Pure,)):
    """`trunc` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPUDivOp(IntrinsicOp, name="llvm.intr.vp.udiv", traits=(Pure,)):
    """`udiv` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPUIToFPOp(IntrinsicOp, name="llvm.intr.vp.uitofp", traits=(Pure,)):
    """`uitofp` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPUMaxOp(IntrinsicOp, name="llvm.intr.vp.umax", traits=(Pure,)):
    """`umax` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPUMinOp(IntrinsicOp, name="llvm.intr.vp.umin", traits=(Pure,)):
    """`umin` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPURemOp(IntrinsicOp, name="llvm.intr.vp.urem", traits=(Pure,)):
    """`urem` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPXorOp(IntrinsicOp, name="llvm.intr.vp.xor", traits=(Pure,)):
    """`xor` of those elements that are on and before `evl`."""

    lhs: Operand[IntVector]
    rhs: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]


class VPZExtOp(IntrinsicOp, name="llvm.intr.vp.zext", traits=(Pure,)):
    """`zext` of those elements that are on and before `evl`."""

    src: Operand[IntVector]
    mask: Operand[MaskVector]
    evl: Operand[Int32]
    res: Result[AnyLLVM]
