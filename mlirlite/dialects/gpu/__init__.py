"""The gpu dialect: kernels, their launches, and what threads do together."""

from typing import Any

from mlirlite.dialects.gpu.attributes import (
    KernelMetadataAttr as KernelMetadataAttr,
    KernelTableAttr as KernelTableAttr,
    LoopDimMappingAttr as LoopDimMappingAttr,
    MappingMaskAttr as MappingMaskAttr,
    ObjectAttr as ObjectAttr,
    SelectObjectAttr as SelectObjectAttr,
)
from mlirlite.dialects.gpu.enums import (
    AddressSpaceAttr as AddressSpaceAttr,
    AllReduceOperationAttr as AllReduceOperationAttr,
    BlockMappingAttr as BlockMappingAttr,
    BroadcastTypeAttr as BroadcastTypeAttr,
    DimensionAttr as DimensionAttr,
    LaneMappingAttr as LaneMappingAttr,
    MemorySpaceMappingAttr as MemorySpaceMappingAttr,
    MMAElementwiseOpAttr as MMAElementwiseOpAttr,
    Prune2To4SpMatFlagAttr as Prune2To4SpMatFlagAttr,
    ShuffleModeAttr as ShuffleModeAttr,
    SpGEMMKindAttr as SpGEMMKindAttr,
    ThreadMappingAttr as ThreadMappingAttr,
    TransposeModeAttr as TransposeModeAttr,
    WarpgroupMappingAttr as WarpgroupMappingAttr,
    WarpMappingAttr as WarpMappingAttr,
)
from mlirlite.dialects.gpu.ids import (
    BlockDimOp as BlockDimOp,
    BlockIdOp as BlockIdOp,
    ClusterBlockIdOp as ClusterBlockIdOp,
    ClusterDimBlocksOp as ClusterDimBlocksOp,
    ClusterDimOp as ClusterDimOp,
    ClusterIdOp as ClusterIdOp,
    GlobalIdOp as GlobalIdOp,
    GridDimOp as GridDimOp,
    LaneIdOp as LaneIdOp,
    NumSubgroupsOp as NumSubgroupsOp,
    SubgroupIdOp as SubgroupIdOp,
    SubgroupSizeOp as SubgroupSizeOp,
    ThreadIdOp as ThreadIdOp,
)
from mlirlite.dialects.gpu.kernels import (
    BinaryOp as BinaryOp,
    FuncOp as FuncOp,
    ModuleOp as ModuleOp,
    ReturnOp as ReturnOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.gpu.launch import (
    CONTAINER as CONTAINER,
    LaunchFuncOp as LaunchFuncOp,
    LaunchOp as LaunchOp,
    TerminatorOp as TerminatorOp,
)
from mlirlite.dialects.gpu.memory import (
    AllocOp as AllocOp,
    DeallocOp as DeallocOp,
    DynamicSharedMemoryOp as DynamicSharedMemoryOp,
    HostRegisterOp as HostRegisterOp,
    HostUnregisterOp as HostUnregisterOp,
    MemcpyOp as MemcpyOp,
    MemsetOp as MemsetOp,
    SetDefaultDeviceOp as SetDefaultDeviceOp,
    WaitOp as WaitOp,
)
from mlirlite.dialects.gpu.mma import (
    SubgroupMmaComputeOp as SubgroupMmaComputeOp,
    SubgroupMmaConstantMatrixOp as SubgroupMmaConstantMatrixOp,
    SubgroupMmaElementwiseOp as SubgroupMmaElementwiseOp,
    SubgroupMmaExtractThreadLocalOp as SubgroupMmaExtractThreadLocalOp,
    SubgroupMmaInsertThreadLocalOp as SubgroupMmaInsertThreadLocalOp,
    SubgroupMmaLoadMatrixOp as SubgroupMmaLoadMatrixOp,
    SubgroupMmaStoreMatrixOp as SubgroupMmaStoreMatrixOp,
)
from mlirlite.dialects.gpu.sparse import (
    Create2To4SpMatOp as Create2To4SpMatOp,
    CreateBsrOp as CreateBsrOp,
    CreateCooAoSOp as CreateCooAoSOp,
    CreateCooOp as CreateCooOp,
    CreateCscOp as CreateCscOp,
    CreateCsrOp as CreateCsrOp,
    CreateDnTensorOp as CreateDnTensorOp,
    DestroyDnTensorOp as DestroyDnTensorOp,
    DestroySpMatOp as DestroySpMatOp,
    SDDMMBufferSizeOp as SDDMMBufferSizeOp,
    SDDMMOp as SDDMMOp,
    SetCsrPointersOp as SetCsrPointersOp,
    SpGEMMCopyOp as SpGEMMCopyOp,
    SpGEMMCreateDescrOp as SpGEMMCreateDescrOp,
    SpGEMMDestroyDescrOp as SpGEMMDestroyDescrOp,
    SpGEMMWorkEstimationOrComputeOp as SpGEMMWorkEstimationOrComputeOp,
    SpMatGetSizeOp as SpMatGetSizeOp,
    SpMMBufferSizeOp as SpMMBufferSizeOp,
    SpMMOp as SpMMOp,
    SpMVBufferSizeOp as SpMVBufferSizeOp,
    SpMVOp as SpMVOp,
)
from mlirlite.dialects.gpu.subgroup import (
    AllReduceOp as AllReduceOp,
    BarrierOp as BarrierOp,
    PrintfOp as PrintfOp,
    RotateOp as RotateOp,
    ShuffleOp as ShuffleOp,
    SubgroupBroadcastOp as SubgroupBroadcastOp,
    SubgroupReduceOp as SubgroupReduceOp,
    WarpExecuteOnLane0Op as WarpExecuteOnLane0Op,
)
from mlirlite.dialects.gpu.types import (
    AsyncTokenType as AsyncTokenType,
    DnTensorHandleType as DnTensorHandleType,
    MMAMatrixType as MMAMatrixType,
    SpGEMMOpHandleType as SpGEMMOpHandleType,
    SpMatHandleType as SpMatHandleType,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DenseArrayAttr, UnitAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic, error

_SIZES = ("gpu.known_block_size", "gpu.known_cluster_size", "gpu.known_grid_size")


class GPUDialect(Dialect):
    """Checks that the kernels that a module launches exist and fit."""

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        if name in _SIZES:
            if not isinstance(value, DenseArrayAttr) or value.element_type is not I32:
                return op.error(f"{name} must be a dense i32 array")
            return None if len(value) == 3 else op.error(f"{name} must contain exactly 3 elements")
        if name != CONTAINER or not isinstance(value, UnitAttr):
            return None
        if op.name != "builtin.module":
            message = f"expected '{CONTAINER}' attribute to be attached to 'builtin.module'"
            return error(message, op.where)
        tables = SymbolTables()
        for launch in op.walk():
            if not isinstance(launch, LaunchFuncOp) or "kernel" not in launch.properties:
                continue  # its own check says so
            function = launch.parent_op
            if function is not None and function.parent_op is op:
                found = _check_launch(launch, op, tables)
                if found is not None:
                    return found
        return None


def _check_launch(op: LaunchFuncOp, module: Operation, tables: SymbolTables) -> Diagnostic | None:
    """The error of the kernel of a launch."""
    kernel = op.kernel
    container = tables.lookup_in(module, kernel.root)
    if container is None:
        near = tables.nearest(module, kernel.root)
        return op.error(f"kernel container '{kernel.root}' is undefined{near}")
    if isinstance(container, BinaryOp):
        return None
    if not isinstance(container, ModuleOp):
        return op.error(f"kernel module '{kernel.root}' is undefined")
    function: Any = tables.lookup_in(module, kernel)
    if function is None:
        return op.error(f"kernel function '{kernel}' is undefined")
    is_kernel = isinstance(function.attribute("gpu.kernel"), UnitAttr)
    if not isinstance(function, FunctionLike):
        found = op.error(f"referenced kernel '{kernel}' is not a function")
        return found.note("see the kernel definition here", function.where)
    if not is_kernel:
        return op.error("kernel function is missing the 'gpu.kernel' attribute")
    if not isinstance(function, FuncOp):
        return None
    inputs, given = function.signature().inputs, op.kernelOperands
    if len(inputs) != len(given):
        return op.error(f"got {len(given)} kernel operands but expected {len(inputs)}")
    for i, (type, value) in enumerate(zip(inputs, given, strict=True)):
        if type is not value.type:
            return op.error(f"type of function argument {i} does not match")
    return None


DIALECT = GPUDialect("gpu", __name__)
