"""What tensor ops fold to, beside their own `fold`: where upstream folds, too."""

from mlirlite.dialects.tensor import canonicalize

__all__ = ["canonicalize"]
