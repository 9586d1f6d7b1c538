"""Memref descriptors: how a compiled function sees an array, and how an array is made from its
results.

The layout is MLIR's: `{ allocated*, aligned*, offset, sizes[rank], strides[rank] }`, strides in
elements."""

from __future__ import annotations

import ctypes
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import accumulate
from math import prod
from operator import mul
from typing import Any

import numpy as np

from mlirlite.runtime.large_blocks import LEAST_KEPT, memory_symbols, release
from mlirlite.support.diagnostics import DiagnosticError


@cache
def descriptor_class(rank: int) -> type[ctypes.Structure]:
    """The structure for memrefs of a rank."""
    fields: list[tuple[str, Any]] = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_int64),
    ]
    if rank:
        fields += [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
    return type(f"MemRef{rank}", (ctypes.Structure,), {"_fields_": fields})


def plain(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The array as compiled code reads it: contiguous, aligned and in this machine's byte order; a
    copy if it is not so."""
    return np.require(array, array.dtype.newbyteorder("="), ["C", "ALIGNED"])


def describe(array: np.ndarray[Any, Any]) -> Any:
    """The descriptor of an array, which it keeps alive."""
    descriptor: Any = descriptor_class(array.ndim)()
    descriptor.array = array
    # not __array_interface__: it makes names each time, which Python interns for ever
    descriptor.allocated = descriptor.aligned = array.ctypes.data
    if array.ndim:
        descriptor.sizes[:] = array.shape
        descriptor.strides[:] = _strides(array)
    return descriptor


def _strides(array: np.ndarray[Any, Any]) -> list[int]:
    """Strides in elements; dimensions of size one get those of a contiguous array."""
    if not array.flags.c_contiguous:
        return [s // array.itemsize for s in array.strides]
    sizes = [max(1, n) for n in reversed(array.shape[1:])]
    return [*accumulate(sizes, mul, initial=1)][::-1]


def free(address: int | None) -> None:
    """Free memory that compiled code has allocated."""
    release()(address)


class _Owned:
    """Memory that compiled code has allocated, kept until no array refers to it."""

    __slots__ = ("address", "free")

    def __init__(self, address: int | None) -> None:
        self.address = address
        self.free = release()  # modules may be freed before the last array

    def __del__(self) -> None:
        self.free(self.address)


def empty(shape: Sequence[int], dtype: Any) -> np.ndarray[Any, Any]:
    """An array as `numpy.empty` makes it, in memory that is kept between calls, as that of results
    is: one from 128 KB on has its pages already."""
    size = prod(shape) * np.dtype(dtype).itemsize
    take = memory_symbols().get("malloc")
    if take is None or size < LEAST_KEPT:
        return np.empty(shape, dtype)
    address = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_int64)(take)(size)
    if not address:
        raise MemoryError
    buffer: Any = (ctypes.c_char * size).from_address(address)
    buffer.owned = _Owned(address)
    return np.frombuffer(buffer, dtype).reshape(shape)


@contextmanager
def held_by_numpy(what: str, shape: Sequence[int]) -> Iterator[None]:
    """DiagnosticError where numpy refuses to make an array of a shape that compiled code has, such
    as [0, 2**62]; `what` names it."""
    try:
        yield
    except ValueError as e:
        raise DiagnosticError(f"{what} of shape {list(shape)} is not an array of numpy: {e}") from e


def to_array(
    descriptor: Any, rank: int, dtype: np.dtype[Any], borrowed: Container[int | None]
) -> np.ndarray[Any, Any]:
    """The array that a descriptor describes. Memory in `borrowed` (addresses that belong to inputs,
    constants or an earlier result) is copied; the array owns any other memory and frees it."""
    shape = tuple(descriptor.sizes) if rank else ()
    size = dtype.itemsize
    strides = tuple([s * size for s in descriptor.strides]) if rank else ()
    if 0 in shape or not descriptor.aligned:
        if descriptor.allocated and descriptor.allocated not in borrowed:
            free(descriptor.allocated)
        return np.empty(shape, dtype)
    start = descriptor.aligned + descriptor.offset * size
    extent = sum([(n - 1) * abs(s) for n, s in zip(shape, strides, strict=True)]) + size
    buffer: Any = (ctypes.c_char * extent).from_address(start)
    array: np.ndarray[Any, Any] = np.ndarray(shape, dtype, buffer=buffer, strides=strides)
    if descriptor.allocated in borrowed:
        return array.copy()
    buffer.owned = _Owned(descriptor.allocated)
    return array
