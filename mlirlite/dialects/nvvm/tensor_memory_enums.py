"""Choices of ops on tensor memory."""

import enum

from mlirlite.ir.attributes import EnumAttr


class Tcgen05CpShape(enum.IntEnum):
    """The shape of a copy to tensor memory."""

    shape_128x256b = 0
    shape_4x256b = 1
    shape_128x128b = 2
    shape_64x128b = 3
    shape_32x128b = 4


class Tcgen05CpShapeAttr(EnumAttr, name="nvvm.tcgen05_cp_shape", cases=Tcgen05CpShape):
    """`#nvvm.tcgen05_cp_shape<shape_128x256b>`."""

    description = "tcgen05 cp shapes"
    value: Tcgen05CpShape


class Tcgen05CpMulticast(enum.IntEnum):
    """Which warps a copy to tensor memory reaches."""

    none = 0
    warpx2_02_13 = 1
    warpx2_01_23 = 2
    warpx4 = 3


class Tcgen05CpMulticastAttr(EnumAttr, name="nvvm.tcgen05_cp_multicast", cases=Tcgen05CpMulticast):
    """`#nvvm.tcgen05_cp_multicast<none>`."""

    description = "tcgen05 cp multicast"
    value: Tcgen05CpMulticast


class Tcgen05CpSrcFormat(enum.IntEnum):
    """How narrow elements are packed in shared memory."""

    b6x16_p32 = 0
    b4x16_p64 = 1


class Tcgen05CpSrcFormatAttr(EnumAttr, name="nvvm.tcgen05_cp_src_fmt", cases=Tcgen05CpSrcFormat):
    """`#nvvm.tcgen05_cp_src_fmt<b6x16_p32>`."""

    description = "tcgen05 cp source format"
    value: Tcgen05CpSrcFormat


class Tcgen05FenceKind(enum.IntEnum):
    """The side of a synchronization that a fence is on."""

    before = 0
    after = 1


class Tcgen05FenceKindAttr(EnumAttr, name="nvvm.tcgen05_fence", cases=Tcgen05FenceKind):
    """`#nvvm.tcgen05_fence<before>`."""

    description = "NVVM Tcgen05 fence kind"
    value: Tcgen05FenceKind


class Tcgen05WaitKind(enum.IntEnum):
    """What is waited for."""

    load = 0
    store = 1


class Tcgen05WaitKindAttr(EnumAttr, name="nvvm.tcgen05_wait", cases=Tcgen05WaitKind):
    """`#nvvm.tcgen05_wait<load>`."""

    description = "NVVM Tcgen05 wait kind"
    value: Tcgen05WaitKind


class Tcgen05LdStShape(enum.IntEnum):
    """The shape of a load from tensor memory or a store to it."""

    shape_16x64b = 0
    shape_16x128b = 1
    shape_16x256b = 2
    shape_32x32b = 3
    shape_16x32bx2 = 4


class Tcgen05LdStShapeAttr(EnumAttr, name="nvvm.tcgen05_ldst_shape", cases=Tcgen05LdStShape):
    """`#nvvm.tcgen05_ldst_shape<shape_16x64b>`."""

    description = "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4"
    value: Tcgen05LdStShape


class Tcgen05MMAKind(enum.IntEnum):
    """Element types of products in tensor memory."""

    f8f6f4 = 2
    i8 = 3
    f16 = 0
    tf32 = 1


class Tcgen05MMAKindAttr(EnumAttr, name="nvvm.tcgen05_mma_kind", cases=Tcgen05MMAKind):
    """`#nvvm.tcgen05_mma_kind<f8f6f4>`."""

    description = "tcgen05 MMA Supported Types"
    value: Tcgen05MMAKind


class Tcgen05MMACollectorOp(enum.IntEnum):
    """What happens to the buffer of the first factor."""

    discard = 0
    lastuse = 1
    fill = 2
    use = 3


class Tcgen05MMACollectorOpAttr(
    EnumAttr, name="nvvm.tcgen05_mma_collectorop", cases=Tcgen05MMACollectorOp
):
    """`#nvvm.tcgen05_mma_collectorop<discard>`."""

    description = "tcgen05.mma Collector Buffer Operation"
    value: Tcgen05MMACollectorOp


class Tcgen05MMACollectorBBuffer(enum.IntEnum):
    """The buffer of the second factor."""

    b0 = 0
    b1 = 1
    b2 = 2
    b3 = 3


class Tcgen05MMACollectorBBufferAttr(
    EnumAttr, name="nvvm.tcgen05_mma_collectorb", cases=Tcgen05MMACollectorBBuffer
):
    """`#nvvm.tcgen05_mma_collectorb<b0>`."""

    description = "tcgen05 MMA Collector Buffer B Attribute"
    value: Tcgen05MMACollectorBBuffer


class Tcgen05MMABlockScale(enum.IntEnum):
    """How many elements share a scale."""

    default = 0
    block16 = 1
    block32 = 2


class Tcgen05MMABlockScaleAttr(
    EnumAttr, name="nvvm.tcgen05_mma_block_scale", cases=Tcgen05MMABlockScale
):
    """`#nvvm.tcgen05_mma_block_scale<default>`."""

    description = "tcgen05.mma block scale attribute"
    value: Tcgen05MMABlockScale
