"""The choices that gpu's ops offer, and the attributes that hold them."""

import enum

from mlirlite.ir.attributes import EnumAttr


class Dimension(enum.IntEnum):
    """A dimension of a grid."""

    x = 0
    y = 1
    z = 2


class DimensionAttr(EnumAttr, name="gpu.dim", cases=Dimension):
    """`#gpu<dim x>`."""

    description = "a dimension, either 'x', 'y', or 'z'"
    value: Dimension
    assembly_format = "$value"


class AddressSpace(enum.IntEnum):
    """Who shares a memory: all, a workgroup, or nobody."""

    global_ = 1
    workgroup = 2
    private = 3


class AddressSpaceAttr(EnumAttr, name="gpu.address_space", cases=AddressSpace):
    """`#gpu.address_space<workgroup>`: the memory space of a memref."""

    description = "GPU address space"
    value: AddressSpace


class AllReduceOperation(enum.IntEnum):
    """How values of several threads are combined."""

    add = 0
    mul = 1
    minui = 2
    minsi = 3
    minnumf = 4
    maxui = 5
    maxsi = 6
    maxnumf = 7
    and_ = 8
    or_ = 9
    xor = 10
    minimumf = 11
    maximumf = 12


class AllReduceOperationAttr(EnumAttr, name="gpu.all_reduce_op", cases=AllReduceOperation):
    """`#gpu<all_reduce_op add>`."""

    description = "built-in reduction operations supported by gpu.allreduce."
    value: AllReduceOperation
    assembly_format = "$value"


class ShuffleMode(enum.IntEnum):
    """Which other lane a shuffle reads."""

    xor = 0
    up = 2
    down = 1
    idx = 3


class ShuffleModeAttr(EnumAttr, name="gpu.shuffle_mode", cases=ShuffleMode):
    """`#gpu<shuffle_mode xor>`."""

    description = "Indexing modes supported by gpu.shuffle."
    value: ShuffleMode
    assembly_format = "$value"


class MMAElementwiseOp(enum.IntEnum):
    """What is done to each element of a matrix."""

    addf = 0
    mulf = 1
    subf = 2
    maxf = 3
    minf = 4
    divf = 5
    addi = 6
    muli = 7
    subi = 8
    divs = 9
    divu = 10
    negatef = 11
    negates = 12
    extf = 13


class MMAElementwiseOpAttr(EnumAttr, name="gpu.mma_element_wise", cases=MMAElementwiseOp):
    """`#gpu<mma_element_wise addf>`."""

    description = "elementwise operation to apply to mma matrix"
    value: MMAElementwiseOp
    assembly_format = "$value"


class BroadcastType(enum.IntEnum):
    """Which lane a broadcast reads."""

    first_active_lane = 0
    specific_lane = 1


class BroadcastTypeAttr(EnumAttr, name="gpu.broadcast", cases=BroadcastType):
    """`#gpu<broadcast first_active_lane>`."""

    description = "a lane to broadcast from"
    value: BroadcastType
    assembly_format = "$value"


class Prune2To4SpMatFlag(enum.IntEnum):
    """How a matrix gets at most two nonzeros in four."""

    NONE = 0
    PRUNE_ONLY = 1
    PRUNE_AND_CHECK = 2


class Prune2To4SpMatFlagAttr(EnumAttr, name="gpu.prune_2to4_spmat_flag", cases=Prune2To4SpMatFlag):
    """`#gpu<prune_2to4_spmat_flag PRUNE_AND_CHECK>`."""

    description = "pruning strategy for 2:4 sparse matrix"
    value: Prune2To4SpMatFlag
    assembly_format = "$value"


class TransposeMode(enum.IntEnum):
    """How a matrix is read."""

    NON_TRANSPOSE = 0
    TRANSPOSE = 1
    CONJUGATE_TRANSPOSE = 2


class TransposeModeAttr(EnumAttr, name="gpu.mat_transpose_mode", cases=TransposeMode):
    """`#gpu<mat_transpose_mode TRANSPOSE>`."""

    description = "transpose mode of sparse matrix supported by sparse tensor ops"
    value: TransposeMode
    assembly_format = "$value"


class SpGEMMKind(enum.IntEnum):
    """Which of the two steps of a sparse product."""

    WORK_ESTIMATION = 0
    COMPUTE = 1


class SpGEMMKindAttr(EnumAttr, name="gpu.spgemm_work_estimation_or_compute_kind", cases=SpGEMMKind):
    """`#gpu<spgemm_work_estimation_or_compute_kind COMPUTE>`."""

    description = "choose whether spgemm_work_estimation_or_compute does work estimation or compute"
    value: SpGEMMKind
    assembly_format = "$value"


class MappingId(enum.IntEnum):
    """A dimension, or a position in a linear numbering of several."""

    x = 0
    y = 1
    z = 2
    linear_dim_0 = 3
    linear_dim_1 = 4
    linear_dim_2 = 5
    linear_dim_3 = 6
    linear_dim_4 = 7
    linear_dim_5 = 8
    linear_dim_6 = 9
    linear_dim_7 = 10
    linear_dim_8 = 11
    linear_dim_9 = 12


class BlockMappingAttr(EnumAttr, name="gpu.block", cases=MappingId):
    """`#gpu.block<x>`: a loop whose iterations are blocks."""

    value: MappingId


class WarpgroupMappingAttr(EnumAttr, name="gpu.warpgroup", cases=MappingId):
    """`#gpu.warpgroup<x>`: a loop whose iterations are groups of warps."""

    value: MappingId


class WarpMappingAttr(EnumAttr, name="gpu.warp", cases=MappingId):
    """`#gpu.warp<x>`: a loop whose iterations are warps."""

    value: MappingId


class ThreadMappingAttr(EnumAttr, name="gpu.thread", cases=MappingId):
    """`#gpu.thread<x>`: a loop whose iterations are threads."""

    value: MappingId


class LaneMappingAttr(EnumAttr, name="gpu.lane", cases=MappingId):
    """`#gpu.lane<x>`: a loop whose iterations are lanes of a warp."""

    value: MappingId


class MemorySpaceMappingAttr(EnumAttr, name="gpu.memory_space", cases=AddressSpace):
    """`#gpu.memory_space<workgroup>`: where a mapped buffer lies."""

    value: AddressSpace


class Processor(enum.IntEnum):
    """What runs the iterations of a loop."""

    block_x = 0
    block_y = 1
    block_z = 2
    thread_x = 3
    thread_y = 4
    thread_z = 5
    sequential = 6
