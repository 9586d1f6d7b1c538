"""Matrix products in tensor memory."""

from typing import Any

from mlirlite.dialects.nvvm.copy_enums import CTAGroupKind, CTAGroupKindAttr
from mlirlite.dialects.nvvm.matrix_enums import MMABlockScaleKind, MMABlockScaleKindAttr
from mlirlite.dialects.nvvm.tensor_memory_enums import (
    Tcgen05MMABlockScale,
    Tcgen05MMABlockScaleAttr,
    Tcgen05MMACollectorBBuffer,
    Tcgen05MMACollectorBBufferAttr,
    Tcgen05MMACollectorOp,
    Tcgen05MMACollectorOpAttr,
    Tcgen05MMAKindAttr,
)
from mlirlite.dialects.nvvm.types import LaneMask, RequiresSMa, TensorPointer, TensorPointerOrInt64
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Bool, Int32, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import I64
from mlirlite.support.diagnostics import Diagnostic, error

MMACOLLECTOR_OP_DISCARD: Any = Tcgen05MMACollectorOpAttr(Tcgen05MMACollectorOp.discard)
MMABLOCK_SCALE_DEFAULT: Any = Tcgen05MMABlockScaleAttr(Tcgen05MMABlockScale.default)
MMACOLLECTOR_BBUFFER_B0: Any = Tcgen05MMACollectorBBufferAttr(Tcgen05MMACollectorBBuffer.b0)


def _verify_product(op: "Tcgen05MMAOp | Tcgen05MMASparseOp") -> Diagnostic | None:
    mask = op.disableOutputLane
    if mask is not None:
        lanes = mask.type.num_elements
        if lanes != (4 if op.ctaGroup.value is CTAGroupKind.cta_1 else 8):
            return error(
                f"Disable Output Lane of length {lanes} is incompatible with CtaGroupAttr", op.where
            )
    if op.aShift is None:
        return None
    if op.matrixA.type is I64:
        return error("A-shift can be applied only when matrix A is in tensor memory", op.where)
    if op.collectorOp.value in (Tcgen05MMACollectorOp.fill, Tcgen05MMACollectorOp.use):
        return error("Cannot use collector buffer operation fill or use with ashift", op.where)
    return None


def _verify_scale(op: "Tcgen05MMABlockScaleOp | Tcgen05MMASparseBlockScaleOp") -> Diagnostic | None:
    kind, scale = op.kind.value, op.blockScale.value
    narrow = kind is MMABlockScaleKind.mxf4nvf4
    if narrow and scale is Tcgen05MMABlockScale.default:
        return error("mxf4nvf4 requires block scale attribute", op.where)
    if not narrow and scale is Tcgen05MMABlockScale.block16:
        return error(f"{kind.name} kind does not support block16 attribute", op.where)
    return None


class Tcgen05MMAOp(
    Op, name="nvvm.tcgen05.mma", traits=(AttrSizedOperandSegments, RequiresSMa(100, 110))
):
    """`D = A * B + D` with `D` in tensor memory.

    ```mlir
    nvvm.tcgen05.mma %d, %a, %b, %i, %e
      {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
      : (!llvm.ptr<6>, i64, i64, i32, i1)
    ```
    """

    kind: Prop[Tcgen05MMAKindAttr]
    ctaGroup: Prop[CTAGroupKindAttr]
    collectorOp: Prop[Tcgen05MMACollectorOpAttr] = MMACOLLECTOR_OP_DISCARD
    aShift: OptProp[UnitAttr]
    matrixD: Operand[TensorPointer]
    matrixA: Operand[TensorPointerOrInt64]
    matrixB: Operand[Int64]
    idesc: Operand[Int32]
    enableInputD: Operand[Bool]
    scaleInputD: OptOperand[Int64]
    disableOutputLane: OptOperand[LaneMask]
    assembly_format = (
        "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD (`scale` `=` "
        "$scaleInputD^)? (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` type(operands) "
        "`)`"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_product(self)


class Tcgen05MMASparseOp(
    Op, name="nvvm.tcgen05.mma.sp", traits=(AttrSizedOperandSegments, RequiresSMa(100, 110))
):
    """The same with a sparse `A`.

    ```mlir
    nvvm.tcgen05.mma.sp %d, %a, %b, %i, %e, %m
      {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.tcgen05_mma_kind<f16>}
      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>)
    ```
    """

    kind: Prop[Tcgen05MMAKindAttr]
    ctaGroup: Prop[CTAGroupKindAttr]
    collectorOp: Prop[Tcgen05MMACollectorOpAttr] = MMACOLLECTOR_OP_DISCARD
    aShift: OptProp[UnitAttr]
    matrixD: Operand[TensorPointer]
    matrixA: Operand[TensorPointerOrInt64]
    matrixB: Operand[Int64]
    idesc: Operand[Int32]
    enableInputD: Operand[Bool]
    sparseMetadata: Operand[TensorPointer]
    scaleInputD: OptOperand[Int64]
    disableOutputLane: OptOperand[LaneMask]
    assembly_format = (
        "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata "
        "(`scale` `=` $scaleInputD^)? (`mask` `=` $disableOutputLane^)? attr-dict `:` `(` "
        "type(operands) `)`"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_product(self)


class Tcgen05MMABlockScaleOp(
    Op, name="nvvm.tcgen05.mma.block_scale", traits=(RequiresSMa(100, 110),)
):
    """The same with scales for blocks of `A` and `B`.

    ```mlir
    nvvm.tcgen05.mma.block_scale %d, %a, %b, %i, %e, %s, %s
      {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>}
      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>)
    ```
    """

    kind: Prop[MMABlockScaleKindAttr]
    ctaGroup: Prop[CTAGroupKindAttr]
    blockScale: Prop[Tcgen05MMABlockScaleAttr] = MMABLOCK_SCALE_DEFAULT
    collectorOp: Prop[Tcgen05MMACollectorOpAttr] = MMACOLLECTOR_OP_DISCARD
    matrixD: Operand[TensorPointer]
    matrixA: Operand[TensorPointerOrInt64]
    matrixB: Operand[Int64]
    idesc: Operand[Int32]
    enableInputD: Operand[Bool]
    scaleA: Operand[TensorPointer]
    scaleB: Operand[TensorPointer]
    assembly_format = (
        "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $scaleA `,` "
        "$scaleB attr-dict `:` `(` type(operands) `)`"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_scale(self)


class Tcgen05MMASparseBlockScaleOp(
    Op, name="nvvm.tcgen05.mma.sp.block_scale", traits=(RequiresSMa(100, 110),)
):
    """The same with a sparse `A` and scales.

    ```mlir
    nvvm.tcgen05.mma.sp.block_scale %d, %a, %b, %i, %e, %m, %s, %s
      {ctaGroup = #nvvm.cta_group<cta_1>, kind = #nvvm.block_scale_kind<mxf4>}
      : (!llvm.ptr<6>, i64, i64, i32, i1, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>)
    ```
    """

    kind: Prop[MMABlockScaleKindAttr]
    ctaGroup: Prop[CTAGroupKindAttr]
    blockScale: Prop[Tcgen05MMABlockScaleAttr] = MMABLOCK_SCALE_DEFAULT
    collectorOp: Prop[Tcgen05MMACollectorOpAttr] = MMACOLLECTOR_OP_DISCARD
    matrixD: Operand[TensorPointer]
    matrixA: Operand[TensorPointerOrInt64]
    matrixB: Operand[Int64]
    idesc: Operand[Int32]
    enableInputD: Operand[Bool]
    sparseMetadata: Operand[TensorPointer]
    scaleA: Operand[TensorPointer]
    scaleB: Operand[TensorPointer]
    assembly_format = (
        "$matrixD `,` $matrixA `,` $matrixB `,` $idesc `,` $enableInputD `,` $sparseMetadata "
        "`,` $scaleA `,` $scaleB attr-dict `:` `(` type(operands) `)`"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_scale(self)
