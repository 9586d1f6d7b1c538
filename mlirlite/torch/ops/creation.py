"""Rules of ops that make tensors of numbers."""

from __future__ import annotations

from typing import Any

import torch

from mlirlite.torch.builder import Builder
from mlirlite.torch.table import Rule, add
from mlirlite.torch.types import Unsupported


def filled(number: float) -> Rule:
    """A tensor of one number, of the result's shape."""
    return lambda b, *_: b.filled(number, b.shape, b.dtype)


def _full(b: Builder, size: Any, value: Any) -> Any:
    return b.filled(value, b.shape, b.dtype)


def _new_full(b: Builder, x: Any, size: Any, value: Any) -> Any:
    return b.filled(value, b.shape, b.dtype)


def _arange(b: Builder, start: Any, end: Any, step: Any = 1) -> Any:
    if all(isinstance(n, (int, float)) for n in (start, end, step)):
        return b.constant(torch.arange(start, end, step, dtype=b.dtype))
    dtype = b.dtype if b.dtype in (torch.float32, torch.float64) else torch.int64
    if not b.dtype.is_floating_point and any(isinstance(n, float) for n in (start, end, step)):
        raise Unsupported("whole numbers from floats")
    given = [b.operand(n, dtype) for n in (start, end, step)]
    return b("Range", *given).to(b.dtype)


def _iota(b: Builder, length: Any, start: Any, step: Any, *_: Any) -> Any:
    return _arange(b, start, start + length * step, step)


def _scalar(b: Builder, value: Any) -> Any:
    return b.operand(value, b.dtype)


add({
    "arange": lambda b, end: _arange(b, 0, end),
    "arange.start": _arange,
    "arange.start_step": _arange,
    "empty": filled(0),
    "empty_like": filled(0),
    "empty_permuted": filled(0),
    "empty_strided": filled(0),
    "fill": lambda b, x, value: b.filled(value, b.shape, b.dtype),
    "full": _full,
    "full_like": lambda b, x, value: b.filled(value, b.shape, b.dtype),
    "iota": _iota,
    "new_empty": filled(0),
    "new_empty_strided": filled(0),
    "new_full": _new_full,
    "new_ones": filled(1),
    "new_zeros": filled(0),
    "ones": filled(1),
    "ones_like": filled(1),
    "scalar_tensor": _scalar,
    "zeros": filled(0),
    "_efficientzerotensor": filled(0),
    "zeros_like": filled(0),
})  # fmt: skip
