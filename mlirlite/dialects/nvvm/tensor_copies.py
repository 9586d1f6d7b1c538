"""Asynchronous copies of tiles of tensors (TMA)."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.llvm.constraints import Pointer
from mlirlite.dialects.nvvm.copy_enums import (
    CTAGroupKindAttr,
    TMALoadMode,
    TMALoadModeAttr,
    TMAReduxKindAttr,
    TMAStoreMode,
    TMAStoreModeAttr,
)
from mlirlite.dialects.nvvm.types import (
    CLUSTER,
    OFF,
    SHARED,
    GenericPointer,
    Int16,
    RequiresSM,
    SharedOrClusterPointer,
    SharedPointer,
    space_of,
)
from mlirlite.ir.constraints import Bool, Int32, Int64
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, VarOperand
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

TMALOAD_MODE_TILE: Any = TMALoadModeAttr(TMALoadMode.tile)
TMASTORE_MODE_TILE: Any = TMAStoreModeAttr(TMAStoreMode.tile)


def _misfit_of_store(coordinates: Sequence[Value], im2col: bool) -> str | None:
    if not 1 <= len(coordinates) <= 5:
        return "expects coordinates between 1 to 5 dimension"
    if im2col and len(coordinates) < 3:
        return "to use im2col mode, the tensor has to be at least 3-dimensional"
    return None


def _misfit_of_load(
    coordinates: Sequence[Value], offsets: Sequence[Value], mode: TMALoadMode
) -> str | None:
    rank = len(coordinates)
    if not 1 <= rank <= 5:
        return "expects coordinates between 1 to 5 dimension"
    if mode is TMALoadMode.tile_gather4 and rank != 5:
        return "Gather4 mode expects 5 coordinates"
    if mode is TMALoadMode.im2col:
        expected = rank - 2
    else:
        expected = 2 if mode in (TMALoadMode.im2col_w, TMALoadMode.im2col_w_128) else 0
    if mode not in (TMALoadMode.tile, TMALoadMode.tile_gather4) and rank < 3:
        return f"to use {mode.name} mode, the tensor has to be at least 3-dimensional"
    if len(offsets) != expected:
        return f" im2col offsets expected {expected} (provided {len(offsets)})"
    return None


class CpAsyncBulkTensorGlobalToSharedClusterOp(
    Op,
    name="nvvm.cp.async.bulk.tensor.shared.cluster.global",
    traits=(AttrSizedOperandSegments, RequiresSM(90)),
):
    """Copies a tile of a tensor to shared memory; a barrier counts its bytes.

    ```mlir
    nvvm.cp.async.bulk.tensor.shared.cluster.global %c, %d, %b, box[%i, %i]
      : !llvm.ptr<7>, !llvm.ptr
    ```
    """

    dstMem: Operand[SharedOrClusterPointer]
    tmaDescriptor: Operand[GenericPointer]
    coordinates: VarOperand[Int32]
    mbar: Operand[SharedPointer]
    im2colOffsets: VarOperand[Int16]
    multicastMask: OptOperand[Int16]
    l2CacheHint: OptOperand[Int64]
    mode: Prop[TMALoadModeAttr] = TMALOAD_MODE_TILE
    isCTAOnly: Prop[bool] = OFF
    group: OptProp[CTAGroupKindAttr]
    predicate: OptOperand[Bool]
    assembly_format = (
        "$dstMem `,` $tmaDescriptor `,` $mbar `,` `box` `[`$coordinates `]` (`im2col` `[` "
        "$im2colOffsets^ `]` )? (`multicast_mask` `=` $multicastMask^)? (`l2_cache_hint` `=` "
        "$l2CacheHint^)? (`predicate` `=` $predicate^)? attr-dict `:` type($dstMem) `,` "
        "type($tmaDescriptor)"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misuse() or _misfit_of_load(
            self.coordinates, self.im2colOffsets, self.mode.value
        )
        return None if wrong is None else error(wrong, self.where)

    def _misuse(self) -> str | None:
        if self.predicate is not None:  # it becomes PTX text, which cannot express everything
            if self.isCTAOnly:
                return "Predicate is supported only for shared::cluster mode."
            if self.mode.value not in (TMALoadMode.tile, TMALoadMode.im2col):
                return "Predicate is supported only for Tile and Im2col modes."
            return None
        space = space_of(self.dstMem)
        if not self.isCTAOnly:
            if space != CLUSTER:
                return "Shared::cluster destination requires address-space 7."
            return None
        if space != SHARED:
            return "Shared::cta destination requires address-space 3."
        if self.multicastMask is not None:
            return "Multicast is not supported with shared::cta mode."
        if self.group is not None:
            return "CTAGroup is not supported with shared::cta mode."
        return None


class CpAsyncBulkTensorSharedCTAToGlobalOp(
    Op, name="nvvm.cp.async.bulk.tensor.global.shared.cta", traits=(AttrSizedOperandSegments,)
):
    """Copies a tile of a tensor from shared memory.

    ```mlir
    nvvm.cp.async.bulk.tensor.global.shared.cta %d, %s, box[%i] : !llvm.ptr, !llvm.ptr<3>
    ```
    """

    tmaDescriptor: Operand[GenericPointer]
    srcMem: Operand[SharedPointer]
    coordinates: VarOperand[Int32]
    l2CacheHint: OptOperand[Int64]
    mode: Prop[TMAStoreModeAttr] = TMASTORE_MODE_TILE
    predicate: OptOperand[Bool]
    assembly_format = (
        "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` "
        "$l2CacheHint^)? (`,` `predicate` `=` $predicate^)? attr-dict `:` "
        "type($tmaDescriptor) `,` type($srcMem)"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = self._misuse()
        return None if wrong is None else error(wrong, self.where)

    def _misuse(self) -> str | None:
        mode = self.mode.value
        if self.predicate is not None:  # it becomes PTX text, which cannot express everything
            if mode is not TMAStoreMode.tile:
                return "Inline-ptx lowering supported only for Tile mode."
            if self.l2CacheHint is not None:
                return "Inline-ptx lowering unsupported with L2 cache-hint."
        if mode is TMAStoreMode.tile_scatter4:
            return None if len(self.coordinates) == 5 else "Scatter4 mode expects 5 coordinates"
        return _misfit_of_store(self.coordinates, mode is TMAStoreMode.im2col)


class CpAsyncBulkTensorPrefetchOp(
    Op, name="nvvm.cp.async.bulk.tensor.prefetch", traits=(AttrSizedOperandSegments,)
):
    """Prefetches a tile of a tensor into the L2 cache.

    ```mlir
    nvvm.cp.async.bulk.tensor.prefetch %d, box[%i] : !llvm.ptr
    ```
    """

    tmaDescriptor: Operand[GenericPointer]
    coordinates: VarOperand[Int32]
    im2colOffsets: VarOperand[Int16]
    mode: Prop[TMALoadModeAttr] = TMALOAD_MODE_TILE
    l2CacheHint: OptOperand[Int64]
    assembly_format = (
        "$tmaDescriptor `,` `box` `[`$coordinates `]` (`im2col` `[` $im2colOffsets^ `]` )? "
        "(`l2_cache_hint` `=` $l2CacheHint^)? attr-dict `:` type($tmaDescriptor)"
    )

    def verify_op(self) -> Diagnostic | None:
        wrong = _misfit_of_load(self.coordinates, self.im2colOffsets, self.mode.value)
        return None if wrong is None else error(wrong, self.where)


class CpAsyncBulkTensorReduceOp(
    Op, name="nvvm.cp.async.bulk.tensor.reduce", traits=(AttrSizedOperandSegments,)
):
    """Combines a tile in shared memory with a tensor in global memory.

    ```mlir
    nvvm.cp.async.bulk.tensor.reduce %d, %s, box[%i] {redKind = #nvvm.tma_redux_kind<add>}
      : !llvm.ptr, !llvm.ptr<3>
    ```
    """

    tmaDescriptor: Operand[Pointer]
    srcMem: Operand[SharedPointer]
    redKind: Prop[TMAReduxKindAttr]
    mode: Prop[TMAStoreModeAttr] = TMASTORE_MODE_TILE
    coordinates: VarOperand[Int32]
    l2CacheHint: OptOperand[Int64]
    assembly_format = (
        "$tmaDescriptor `,` $srcMem `,` `box` `[`$coordinates `]` (`l2_cache_hint` `=` "
        "$l2CacheHint^)? attr-dict `:` type($tmaDescriptor) `,` type($srcMem)"
    )

    def verify_op(self) -> Diagnostic | None:
        mode = self.mode.value
        if mode is TMAStoreMode.tile_scatter4:
            wrong: str | None = "Scatter mode unsupported for CpAsyncBulkTensorReduceOp"
        else:
            wrong = _misfit_of_store(self.coordinates, mode is TMAStoreMode.im2col)
        return None if wrong is None else error(wrong, self.where)
