"""The steps before the conversion: vector ops of several dimensions, masks, contractions and
transfers become ops with LLVM counterparts."""

from __future__ import annotations

from functools import cache

from mlirlite.conversion.vector_to_llvm import contract, reshape, slices, unroll
from mlirlite.conversion.vector_to_llvm.masks import (
    MASK_PATTERNS,
    create_mask_patterns,
    lower_step,
    mask_transfer,
    select_of_one_lane,
)
from mlirlite.conversion.vector_to_llvm.transfers import transfer_patterns
from mlirlite.dialects import vector
from mlirlite.dialects.vector import canonicalize  # noqa: F401  (fills the set)
from mlirlite.rewriting.pattern import CANONICAL, PatternSet

_FOLDED = (
    vector.ExtractOp,
    vector.CreateMaskOp,
    vector.MaskedLoadOp,
    vector.MaskedStoreOp,
    vector.GatherOp,
    vector.ScatterOp,
    vector.ExpandLoadOp,
    vector.CompressStoreOp,
)
"""Ops whose canonical forms leave less to lower."""


@cache
def progressive_patterns(index_width: int) -> PatternSet:
    """All of them; lanes of masks are numbered by integers of this width."""
    folded = [
        p
        for cls in _FOLDED
        for p in CANONICAL.for_class(cls)
        if p.name != "contiguous_gather_or_scatter"  # as upstream, a canonical form only
    ]
    return PatternSet(
        dict.fromkeys(
            (
                *folded,
                *unroll.PATTERNS[:2],
                *contract.PATTERNS,
                *MASK_PATTERNS,
                *reshape.SHAPE_CAST_PATTERNS,
                *unroll.PATTERNS[2:],
                *reshape.TRANSPOSE_PATTERNS,
                *transfer_patterns(1),
                *create_mask_patterns(index_width),
                mask_transfer,
                select_of_one_lane,
                *slices.PATTERNS,
                lower_step,
            )
        )
    )
