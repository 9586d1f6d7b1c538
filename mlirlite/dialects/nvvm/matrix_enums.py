"""Choices of matrix products on warps and warpgroups."""

import enum
from typing import ClassVar

from mlirlite.ir.attributes import EnumAttr


class MMALayout(enum.IntEnum):
    """Whether a matrix lies by rows or by columns."""

    row = 0
    col = 1


class MMALayoutAttr(EnumAttr, name="nvvm.mma_layout", cases=MMALayout):
    """`#nvvm.mma_layout<row>`."""

    description = "NVVM MMA layout"
    value: MMALayout


class MMATypes(enum.IntEnum):
    """Element types of warp-level matrix products."""

    f16 = 0
    f32 = 1
    tf32 = 2
    bf16 = 9
    s8 = 4
    u8 = 3
    s32 = 5
    s4 = 8
    u4 = 7
    b1 = 6
    f64 = 10
    e4m3 = 11
    e5m2 = 12
    e3m2 = 13
    e2m3 = 14
    e2m1 = 15


class MMATypesAttr(EnumAttr, name="nvvm.mma_type", cases=MMATypes):
    """`#nvvm.mma_type<f16>`."""

    description = "NVVM MMA types"
    value: MMATypes


class MMAFrag(enum.IntEnum):
    """Which of the three matrices of a product a fragment is of."""

    a = 0
    b = 1
    c = 2


class MMAFragAttr(EnumAttr, name="nvvm.mma_frag", cases=MMAFrag):
    """`#nvvm.mma_frag<a>`."""

    description = "NVVM MMA frag type"
    value: MMAFrag


class MMAB1Op(enum.IntEnum):
    """How single bits are multiplied."""

    none = 0
    xor_popc = 1
    and_popc = 2


class MMAB1OpAttr(EnumAttr, name="nvvm.mma_b1op", cases=MMAB1Op):
    """`#nvvm.mma_b1op<none>`."""

    description = "MMA binary operations"
    value: MMAB1Op


class MMAIntOverflow(enum.IntEnum):
    """What an integer accumulator does when it overflows."""

    satfinite = 1
    wrapped = 0


class MMAIntOverflowAttr(EnumAttr, name="nvvm.mma_int_overflow", cases=MMAIntOverflow):
    """`#nvvm.mma_int_overflow<satfinite>`."""

    description = "MMA overflow options"
    value: MMAIntOverflow


class MMAKind(enum.IntEnum):
    """The family of narrow element types of a sparse product."""

    f8f6f4 = 0


class MMAKindAttr(EnumAttr, name="nvvm.mma_kind", cases=MMAKind):
    """`#nvvm.mma_kind<f8f6f4>`."""

    description = "MMA operation kind"
    value: MMAKind


class MMABlockScaleKind(enum.IntEnum):
    """The family of element types of a product with scales."""

    mxf8f6f4 = 0
    mxf4 = 1
    mxf4nvf4 = 2


class MMABlockScaleKindAttr(EnumAttr, name="nvvm.block_scale_kind", cases=MMABlockScaleKind):
    """`#nvvm.block_scale_kind<mxf8f6f4>`."""

    description = "Block Scale Kind"
    value: MMABlockScaleKind


class ScaleVecSize(enum.IntEnum):
    """How many scales a row has."""

    x1 = 0
    x2 = 1
    x4 = 2


class ScaleVecSizeAttr(EnumAttr, name="nvvm.scale_vec_size", cases=ScaleVecSize):
    """`#nvvm.scale_vec_size<x1>`."""

    description = "MMA Scale Vector Sizes"
    value: ScaleVecSize


class BlockScaleFormat(enum.IntEnum):
    """The type of the scales of a product."""

    ue8m0 = 0
    ue4m3 = 1


class BlockScaleFormatAttr(EnumAttr, name="nvvm.block_scale_format", cases=BlockScaleFormat):
    """`#nvvm.block_scale_format<ue8m0>`."""

    description = "MMA Block Scale Format"
    value: BlockScaleFormat


class LdStMatrixEltType(enum.IntEnum):
    """Elements that whole warps load and store."""

    b16 = 0
    b8 = 1
    B8X16_B6X16_P32 = 2
    B8X16_B4X16_P64 = 3

    __keywords__: ClassVar[dict[str, str]] = {
        "B8X16_B6X16_P32": "b8x16.b6x16_p32",
        "B8X16_B4X16_P64": "b8x16.b4x16_p64",
    }


class LdStMatrixEltTypeAttr(EnumAttr, name="nvvm.ld_st_matrix_elt_type", cases=LdStMatrixEltType):
    """`#nvvm.ld_st_matrix_elt_type<b16>`."""

    description = "Element type for ldmatrix and stmatrix"
    value: LdStMatrixEltType


class WGMMATypes(enum.IntEnum):
    """Element types of warpgroup-level products."""

    f16 = 0
    tf32 = 1
    u8 = 2
    s8 = 3
    b1 = 4
    bf16 = 5
    e4m3 = 6
    e5m2 = 7
    f32 = 8
    s32 = 9


class WGMMATypesAttr(EnumAttr, name="nvvm.wgmma_type", cases=WGMMATypes):
    """`#nvvm.wgmma_type<f16>`."""

    description = "NVVM WGMMA types"
    value: WGMMATypes


class WGMMAScaleIn(enum.IntEnum):
    """Whether a factor is negated."""

    one = 1
    neg = -1


class WGMMAScaleInAttr(EnumAttr, name="nvvm.wgmma_scale_in", cases=WGMMAScaleIn):
    """`#nvvm.wgmma_scale_in<one>`."""

    description = "WGMMA overflow options"
    value: WGMMAScaleIn


class WGMMAScaleOut(enum.IntEnum):
    """Whether the accumulator counts, or is taken as zero."""

    zero = 0
    one = 1


class WGMMAScaleOutAttr(EnumAttr, name="nvvm.wgmma_scale_out", cases=WGMMAScaleOut):
    """`#nvvm.wgmma_scale_out<zero>`."""

    description = "WGMMA input predicate"
    value: WGMMAScaleOut
