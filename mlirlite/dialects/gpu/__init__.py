# ruff: noqa: F401
"""The gpu dialect: kernels, their launches, and what threads do together."""

from typing import Any

from mlirlite.dialects.gpu.attributes import (
    KernelMetadataAttr,
    KernelTableAttr,
    LoopDimMappingAttr,
    MappingMaskAttr,
    ObjectAttr,
    SelectObjectAttr,
)
from mlirlite.dialects.gpu.enums import (
    AddressSpaceAttr,
    AllReduceOperationAttr,
    BlockMappingAttr,
    BroadcastTypeAttr,
    DimensionAttr,
    LaneMappingAttr,
    MemorySpaceMappingAttr,
    MMAElementwiseOpAttr,
    Prune2To4SpMatFlagAttr,
    ShuffleModeAttr,
    SpGEMMKindAttr,
    ThreadMappingAttr,
    TransposeModeAttr,
    WarpgroupMappingAttr,
    WarpMappingAttr,
)
from mlirlite.dialects.gpu.ids import (
    BlockDimOp,
    BlockIdOp,
    ClusterBlockIdOp,
    ClusterDimBlocksOp,
    ClusterDimOp,
    ClusterIdOp,
    GlobalIdOp,
    GridDimOp,
    LaneIdOp,
    NumSubgroupsOp,
    SubgroupIdOp,
    SubgroupSizeOp,
    ThreadIdOp,
)
from mlirlite.dialects.gpu.kernels import BinaryOp, FuncOp, ModuleOp, ReturnOp, YieldOp
from mlirlite.dialects.gpu.launch import CONTAINER, LaunchFuncOp, LaunchOp, TerminatorOp
from mlirlite.dialects.gpu.memory import (
    AllocOp,
    DeallocOp,
    DynamicSharedMemoryOp,
    HostRegisterOp,
    HostUnregisterOp,
    MemcpyOp,
    MemsetOp,
    SetDefaultDeviceOp,
    WaitOp,
)
from mlirlite.dialects.gpu.mma import (
    SubgroupMmaComputeOp,
    SubgroupMmaConstantMatrixOp,
    SubgroupMmaElementwiseOp,
    SubgroupMmaExtractThreadLocalOp,
    SubgroupMmaInsertThreadLocalOp,
    SubgroupMmaLoadMatrixOp,
    SubgroupMmaStoreMatrixOp,
)
from mlirlite.dialects.gpu.sparse import (
    Create2To4SpMatOp,
    CreateBsrOp,
    CreateCooAoSOp,
    CreateCooOp,
    CreateCscOp,
    CreateCsrOp,
    CreateDnTensorOp,
    DestroyDnTensorOp,
    DestroySpMatOp,
    SDDMMBufferSizeOp,
    SDDMMOp,
    SetCsrPointersOp,
    SpGEMMCopyOp,
    SpGEMMCreateDescrOp,
    SpGEMMDestroyDescrOp,
    SpGEMMWorkEstimationOrComputeOp,
    SpMatGetSizeOp,
    SpMMBufferSizeOp,
    SpMMOp,
    SpMVBufferSizeOp,
    SpMVOp,
)
from mlirlite.dialects.gpu.subgroup import (
    AllReduceOp,
    BarrierOp,
    PrintfOp,
    RotateOp,
    ShuffleOp,
    SubgroupBroadcastOp,
    SubgroupReduceOp,
    WarpExecuteOnLane0Op,
)
from mlirlite.dialects.gpu.types import (
    AsyncTokenType,
    DnTensorHandleType,
    MMAMatrixType,
    SpGEMMOpHandleType,
    SpMatHandleType,
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
    """Checks that the kernels that a module launches are there and fit."""

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
    """What is wrong with the kernel of a launch."""
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
