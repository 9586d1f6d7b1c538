"""gpu: dense and sparse matrices of a library on the device, and products of them."""

from typing import Annotated, Any

from mlirlite.dialects.gpu import syntax as _syntax  # noqa: F401
from mlirlite.dialects.gpu.enums import (
    Prune2To4SpMatFlag,
    Prune2To4SpMatFlagAttr,
    SpGEMMKindAttr,
    TransposeMode,
    TransposeModeAttr,
)
from mlirlite.dialects.gpu.types import AsyncToken, DnTensor, SpGEMM, SpMat
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyMemRef, Index, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptResult, Prop, Result, VarOperand, VarResult
from mlirlite.ir.traits import AttrSizedOperandSegments, AttrSizedResultSegments

_ASYNC = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
NON_TRANSPOSE: Any = TransposeModeAttr(TransposeMode.NON_TRANSPOSE)
PRUNE_AND_CHECK: Any = Prune2To4SpMatFlagAttr(Prune2To4SpMatFlag.PRUNE_AND_CHECK)
TypeAttr = Annotated[Type, is_a(Type, summary="any type attribute")]


class CreateDnTensorOp(Op, name="gpu.create_dn_tensor", traits=(AttrSizedOperandSegments,)):
    """A dense tensor for the library.

    ```mlir
    %0 = gpu.create_dn_tensor %m, %n, %n : index, index into memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    memref: Operand[AnyMemRef]
    dims: VarOperand[Index]
    dnTensor: Result[DnTensor]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$memref `,` $dims attr-dict `:` type($dims) `into` type($memref)"


class DestroyDnTensorOp(Op, name="gpu.destroy_dn_tensor"):
    """Destroys the library's handle of a dense tensor.

    ```mlir
    gpu.destroy_dn_tensor %d
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    dnTensor: Operand[DnTensor]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$dnTensor attr-dict"


class CreateCooOp(Op, name="gpu.create_coo"):
    """A sparse matrix in coordinate format, with the indices in arrays of their own.

    ```mlir
    %0 = gpu.create_coo %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    rows: Operand[Index]
    cols: Operand[Index]
    nnz: Operand[Index]
    rowIdxs: Operand[AnyMemRef]
    colIdxs: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    spmat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$rows `,` $cols `,` $nnz `,` $rowIdxs `,` $colIdxs `,` $values attr-dict `:` "
        "type($rowIdxs) `,` type($colIdxs) `,` type($values)"
    )


class CreateCooAoSOp(Op, name="gpu.create_coo_aos"):
    """A sparse matrix in coordinate format, with the indices in one array.

    ```mlir
    %0 = gpu.create_coo_aos %n, %n, %n, %i, %m : memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    rows: Operand[Index]
    cols: Operand[Index]
    nnz: Operand[Index]
    idxs: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    spmat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$rows `,` $cols `,` $nnz `,` $idxs `,` $values attr-dict `:` type($idxs) `,` "
        "type($values)"
    )


class CreateCsrOp(Op, name="gpu.create_csr"):
    """A sparse matrix in compressed rows.

    ```mlir
    %0 = gpu.create_csr %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    rows: Operand[Index]
    cols: Operand[Index]
    nnz: Operand[Index]
    rowPos: Operand[AnyMemRef]
    colIdxs: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    spmat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$rows `,` $cols `,` $nnz `,` $rowPos `,` $colIdxs `,` $values attr-dict `:` "
        "type($rowPos) `,` type($colIdxs) `,` type($values)"
    )


class CreateCscOp(Op, name="gpu.create_csc"):
    """A sparse matrix in compressed columns.

    ```mlir
    %0 = gpu.create_csc %n, %n, %n, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    rows: Operand[Index]
    cols: Operand[Index]
    nnz: Operand[Index]
    colPos: Operand[AnyMemRef]
    rowIdxs: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    spmat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$rows `,` $cols `,` $nnz `,` $colPos `,` $rowIdxs `,` $values attr-dict `:` "
        "type($colPos) `,` type($rowIdxs) `,` type($values)"
    )


class CreateBsrOp(Op, name="gpu.create_bsr"):
    """A sparse matrix of dense blocks.

    ```mlir
    %0 = gpu.create_bsr %n, %n, %n, %n, %n, %i, %i, %m
      : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    brows: Operand[Index]
    bcols: Operand[Index]
    bnnz: Operand[Index]
    rBlockSize: Operand[Index]
    cBlockSize: Operand[Index]
    bRowPos: Operand[AnyMemRef]
    bColIdxs: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    spmat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$brows `,` $bcols `,` $bnnz `,` $rBlockSize `,` $cBlockSize `,` $bRowPos `,` "
        "$bColIdxs `,` $values attr-dict `:` type($bRowPos) `,` type($bColIdxs) `,` "
        "type($values)"
    )


class Create2To4SpMatOp(Op, name="gpu.create_2to4_spmat"):
    """A sparse matrix with at most two nonzeros in four.

    ```mlir
    %0 = gpu.create_2to4_spmat {PRUNE_AND_CHECK} %n, %n, %m : memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    rows: Operand[Index]
    cols: Operand[Index]
    pruneFlag: Prop[Prune2To4SpMatFlagAttr] = PRUNE_AND_CHECK
    memref: Operand[AnyMemRef]
    spMat: Result[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "`{` $pruneFlag `}` $rows `,` $cols `,` $memref attr-dict `:` type($memref)"
    )


class DestroySpMatOp(Op, name="gpu.destroy_sp_mat"):
    """Destroys the library's handle of a sparse matrix.

    ```mlir
    gpu.destroy_sp_mat %s
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    spmat: Operand[SpMat]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$spmat attr-dict"


class SpMVBufferSizeOp(Op, name="gpu.spmv_buffer_size"):
    """The size of the buffer that a sparse matrix times a vector needs.

    ```mlir
    %0 = gpu.spmv_buffer_size %s {TRANSPOSE}, %d, %d into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    dnX: Operand[DnTensor]
    dnY: Operand[DnTensor]
    computeType: Prop[TypeAttr]
    bufferSz: Result[Index]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY attr-dict `into` $computeType"
    )


class SpMVOp(Op, name="gpu.spmv"):
    """A sparse matrix times a vector.

    ```mlir
    gpu.spmv %s, %d, %d, %m : memref<?xf64> into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    dnX: Operand[DnTensor]
    dnY: Operand[DnTensor]
    computeType: Prop[TypeAttr]
    buffer: Operand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "$spmatA (`{` $modeA^ `}`)? `,` $dnX `,` $dnY `,` $buffer attr-dict `:` type($buffer) "
        "`into` $computeType"
    )


class SpMMBufferSizeOp(Op, name="gpu.spmm_buffer_size", traits=(AttrSizedResultSegments,)):
    """The sizes of the buffers that a sparse matrix times a dense one needs.

    ```mlir
    %0 = gpu.spmm_buffer_size %s, %d {TRANSPOSE}, %d : index into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    dnmatB: Operand[DnTensor]
    dnmatC: Operand[DnTensor]
    computeType: Prop[TypeAttr]
    bufferSzs: VarResult[Index]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC attr-dict `:` "
        "type($bufferSzs) `into` $computeType"
    )


class SpMMOp(Op, name="gpu.spmm", traits=(AttrSizedOperandSegments,)):
    """A sparse matrix times a dense one.

    ```mlir
    gpu.spmm %s, %d, %d, %m : memref<?xf64> into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    dnmatB: Operand[DnTensor]
    dnmatC: Operand[DnTensor]
    computeType: Prop[TypeAttr]
    buffers: VarOperand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "$spmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $dnmatC `,` $buffers "
        "attr-dict `:` type($buffers) `into` $computeType"
    )


class SDDMMBufferSizeOp(Op, name="gpu.sddmm_buffer_size"):
    """The size of the buffer that a sampled product of dense matrices needs.

    ```mlir
    %0 = gpu.sddmm_buffer_size %d, %d, %s into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    dnmatA: Operand[DnTensor]
    dnmatB: Operand[DnTensor]
    spmatC: Operand[SpMat]
    computeType: Prop[TypeAttr]
    bufferSz: Result[Index]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC attr-dict "
        "`into` $computeType"
    )


class SDDMMOp(Op, name="gpu.sddmm"):
    """A product of dense matrices where a sparse one has elements.

    ```mlir
    gpu.sddmm %d, %d, %s, %m : memref<?xf64> into f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    dnmatA: Operand[DnTensor]
    dnmatB: Operand[DnTensor]
    spmatC: Operand[SpMat]
    computeType: Prop[TypeAttr]
    buffer: Operand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "$dnmatA (`{` $modeA^ `}`)? `,` $dnmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $buffer "
        "attr-dict `:` type($buffer) `into` $computeType"
    )


class SpGEMMCreateDescrOp(Op, name="gpu.spgemm_create_descr"):
    """Begins a product of sparse matrices.

    ```mlir
    %0 = gpu.spgemm_create_descr
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    desc: Result[SpGEMM]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "attr-dict"


class SpGEMMDestroyDescrOp(Op, name="gpu.spgemm_destroy_descr"):
    """Ends a product of sparse matrices.

    ```mlir
    gpu.spgemm_destroy_descr %p
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    desc: Operand[SpGEMM]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$desc attr-dict"


class SpGEMMWorkEstimationOrComputeOp(Op, name="gpu.spgemm_work_estimation_or_compute"):
    """One of the two steps of a product of sparse matrices.

    ```mlir
    %0 = gpu.spgemm_work_estimation_or_compute {COMPUTE} %s, %s, %s, %p, %n, %m
      : f32 into memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    desc: Operand[SpGEMM]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    spmatB: Operand[SpMat]
    spmatC: Operand[SpMat]
    computeType: Prop[TypeAttr]
    bufferSz: Operand[Index]
    buffer: Operand[AnyMemRef]
    kind: Prop[SpGEMMKindAttr]
    bufferSzNew: Result[Index]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "`{` $kind `}` $spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC "
        "`,` $desc `,` $bufferSz `,` $buffer attr-dict `:` $computeType `into` type($buffer)"
    )


class SpGEMMCopyOp(Op, name="gpu.spgemm_copy"):
    """Puts the product of sparse matrices into the last one.

    ```mlir
    gpu.spgemm_copy %s, %s, %s, %p : f32
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    desc: Operand[SpGEMM]
    modeA: Prop[TransposeModeAttr] = NON_TRANSPOSE
    modeB: Prop[TransposeModeAttr] = NON_TRANSPOSE
    spmatA: Operand[SpMat]
    spmatB: Operand[SpMat]
    spmatC: Operand[SpMat]
    computeType: Prop[TypeAttr]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC + "$spmatA (`{` $modeA^ `}`)? `,` $spmatB (`{` $modeB^ `}`)? `,` $spmatC `,` $desc "
        "attr-dict `:` $computeType"
    )


class SpMatGetSizeOp(Op, name="gpu.spmat_get_size"):
    """Rows, columns and nonzeros of a sparse matrix.

    ```mlir
    %0, %1, %2 = gpu.spmat_get_size %s
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    spmat: Operand[SpMat]
    rows: Result[Index]
    cols: Result[Index]
    nnz: Result[Index]
    asyncToken: OptResult[AsyncToken]
    assembly_format = _ASYNC + "$spmat attr-dict"


class SetCsrPointersOp(Op, name="gpu.set_csr_pointers"):
    """Gives a matrix in compressed rows its arrays.

    ```mlir
    gpu.set_csr_pointers %s, %i, %i, %m : memref<?xindex>, memref<?xindex>, memref<?xf64>
    ```
    """

    asyncDependencies: VarOperand[AsyncToken]
    spmat: Operand[SpMat]
    positions: Operand[AnyMemRef]
    coordinates: Operand[AnyMemRef]
    values: Operand[AnyMemRef]
    asyncToken: OptResult[AsyncToken]
    assembly_format = (
        _ASYNC
        + "$spmat `,` $positions `,` $coordinates `,` $values attr-dict `:` type($positions) "
        "`,` type($coordinates) `,` type($values)"
    )
