"""Element types and shapes of torch's tensors as types of the IR."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import torch

from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    IntegerType,
    RankedTensorType,
    Signedness,
)

Size: TypeAlias = Any
"""A size of a dimension: an int, or a SymInt where it is known at run time only."""


class Unsupported(Exception):
    """An op that has no counterpart here; torch computes it. The text says why."""


TYPES: dict[torch.dtype, Type] = {
    torch.float16: F16,
    torch.bfloat16: BF16,
    torch.float32: F32,
    torch.float64: F64,
    torch.bool: I1,
    torch.int8: I8,
    torch.int16: I16,
    torch.int32: I32,
    torch.int64: I64,
    torch.uint8: IntegerType(8, Signedness.UNSIGNED),
    torch.uint16: IntegerType(16, Signedness.UNSIGNED),
    torch.uint32: IntegerType(32, Signedness.UNSIGNED),
    torch.uint64: IntegerType(64, Signedness.UNSIGNED),
}
DTYPES = {type: dtype for dtype, type in TYPES.items()}
HALVES = (torch.float16, torch.bfloat16)


def element_type(dtype: torch.dtype) -> Type:
    """The type of elements. Unsupported for complex numbers and the like."""
    found = TYPES.get(dtype)
    if found is None:
        raise Unsupported(f"elements of type {dtype}")
    return found


def dimension(size: Size) -> int:
    """A dimension of a tensor type."""
    return size if isinstance(size, int) else DYNAMIC


def tensor_type(sizes: Sequence[Size], dtype: torch.dtype) -> RankedTensorType:
    """The type of tensors of these sizes."""
    return RankedTensorType(tuple(map(dimension, sizes)), element_type(dtype))


def type_of(fake: Any) -> RankedTensorType:
    """The type of a (fake) tensor. Unsupported for tensors that are not dense and on the CPU."""
    if fake.layout != torch.strided or fake.device.type != "cpu":
        raise Unsupported(f"tensors of layout {fake.layout} on {fake.device}")
    return tensor_type(fake.shape, fake.dtype)
