"""Choices of asynchronous copies and prefetches."""

import enum

from mlirlite.ir.attributes import EnumAttr


class LoadCacheModifierKind(enum.IntEnum):
    """Where a load is cached."""

    ca = 0
    cg = 1
    cs = 2
    lu = 3
    cv = 4


class LoadCacheModifierKindAttr(
    EnumAttr, name="nvvm.load_cache_modifier", cases=LoadCacheModifierKind
):
    """`#nvvm<load_cache_modifier ca>`."""

    description = "NVVM load cache modifier kind"
    value: LoadCacheModifierKind
    assembly_format = "$value"


class CacheEvictionPriority(enum.IntEnum):
    """How long a line stays in a cache."""

    evict_normal = 0
    evict_first = 1
    evict_last = 2
    evict_unchanged = 3
    no_allocate = 4


class CacheEvictionPriorityAttr(
    EnumAttr, name="nvvm.cache_eviction_priority", cases=CacheEvictionPriority
):
    """`#nvvm<cache_eviction_priority evict_normal>`."""

    description = "NVVM Cache Eviction Priority"
    value: CacheEvictionPriority
    assembly_format = "$value"


class PrefetchCacheLevel(enum.IntEnum):
    """The cache that a prefetch fills."""

    L1 = 0
    L2 = 1


class PrefetchCacheLevelAttr(EnumAttr, name="nvvm.prefetch_cache_level", cases=PrefetchCacheLevel):
    """`#nvvm<prefetch_cache_level L1>`."""

    description = "NVVM Prefetch Cache Level"
    value: PrefetchCacheLevel
    assembly_format = "$value"


class TMALoadMode(enum.IntEnum):
    """How a copy of a tensor reads global memory."""

    tile = 0
    im2col = 1
    im2col_w = 2
    im2col_w_128 = 3
    tile_gather4 = 4


class TMALoadModeAttr(EnumAttr, name="nvvm.tma_load_mode", cases=TMALoadMode):
    """`#nvvm.tma_load_mode<tile>`."""

    description = "List of Load-Modes supported for TMA Tensor Ops"
    value: TMALoadMode


class TMAStoreMode(enum.IntEnum):
    """How a copy of a tensor writes global memory."""

    tile = 0
    im2col = 1
    tile_scatter4 = 2


class TMAStoreModeAttr(EnumAttr, name="nvvm.tma_store_mode", cases=TMAStoreMode):
    """`#nvvm.tma_store_mode<tile>`."""

    description = "NVVM TMA Store Mode"
    value: TMAStoreMode


class TMAReduxKind(enum.IntEnum):
    """How a copy of a tensor combines with the existing content."""

    add = 0
    max = 2
    min = 1
    inc = 3
    dec = 4
    and_ = 5
    or_ = 6
    xor = 7


class TMAReduxKindAttr(EnumAttr, name="nvvm.tma_redux_kind", cases=TMAReduxKind):
    """`#nvvm.tma_redux_kind<add>`."""

    description = "NVVM TMA redux kind"
    value: TMAReduxKind


class CTAGroupKind(enum.IntEnum):
    """One block, or two that work together."""

    cta_1 = 0
    cta_2 = 1


class CTAGroupKindAttr(EnumAttr, name="nvvm.cta_group", cases=CTAGroupKind):
    """`#nvvm.cta_group<cta_1>`."""

    description = "NVVM CTA group kind"
    value: CTAGroupKind
