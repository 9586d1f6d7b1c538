"""What memref ops fold to, beside their own `fold`: where upstream folds, too."""

from mlirlite.dialects.memref import canonicalize

__all__ = ["canonicalize"]
