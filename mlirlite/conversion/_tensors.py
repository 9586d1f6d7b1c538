"""Sizes of tensors as values."""

from __future__ import annotations

from mlirlite.dialects import tensor
from mlirlite.dialects._index_values import index_constant
from mlirlite.ir.builder import Builder
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value


def size_of(b: Builder, value: Value, dim: int) -> Value:
    """The size along a dimension: a constant if it is static, else a `tensor.dim`. The number of
    the dimension is a constant before it, even if it is not needed, as upstream."""
    position = index_constant(b, dim)
    type = value.type
    if isinstance(type, RankedTensorType) and type.shape[dim] != DYNAMIC:
        return index_constant(b, type.shape[dim])
    made: Value = b.insert(tensor.DimOp(value, position)).result
    return made
