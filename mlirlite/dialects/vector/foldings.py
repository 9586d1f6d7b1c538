"""What vector ops fold to, beside their own `fold`: where upstream folds, too."""

from mlirlite.dialects.vector import (
    _canonical_elements,
    _canonical_extract,
    _canonical_insert,
    _canonical_masks,
    _canonical_shapes,
    _canonical_slices,
    _canonical_transfers,
)

__all__ = [
    "_canonical_elements",
    "_canonical_extract",
    "_canonical_insert",
    "_canonical_masks",
    "_canonical_shapes",
    "_canonical_slices",
    "_canonical_transfers",
]
