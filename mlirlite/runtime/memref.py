"""Memref descriptors: how a compiled function sees an array, and how an array is made of what it
returns.

The layout is MLIR's: `{ allocated*, aligned*, offset, sizes[rank], strides[rank] }`, strides in
elements."""

from __future__ import annotations

import ctypes
from collections.abc import Container
from functools import cache
from typing import Any

import numpy as np


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


def describe(array: np.ndarray[Any, Any]) -> ctypes.Structure:
    """The descriptor of an array; the array must stay alive while the descriptor is used."""
    descriptor: Any = descriptor_class(array.ndim)()
    descriptor.allocated = descriptor.aligned = array.__array_interface__["data"][0]
    if array.ndim:
        size = array.itemsize
        descriptor.sizes[:] = array.shape
        descriptor.strides[:] = [s // size for s in array.strides]
    return descriptor


_libc = ctypes.CDLL(None)
free = _libc.free
"""C's free, for memory that compiled code has allocated."""
free.argtypes, free.restype = [ctypes.c_void_p], None


class _Owned:
    """Memory that compiled code has allocated, until nobody shows it any more."""

    __slots__ = ("address",)

    def __init__(self, address: int | None) -> None:
        self.address = address

    def __del__(self, free: Any = free) -> None:
        free(self.address)


def to_array(
    descriptor: Any, rank: int, dtype: np.dtype[Any], borrowed: Container[int | None]
) -> np.ndarray[Any, Any]:
    """The array that a descriptor describes. Memory in `borrowed` (addresses that belong to inputs,
    constants or an earlier result) is copied; any other is taken over and freed with the array."""
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


class Fixed:
    """Arrays of one shape and type, row-major: their descriptors, and arrays of descriptors, made
    without looking at each dimension again."""

    __slots__ = ("_bytes", "_class", "_like", "dtype", "shape")

    def __init__(self, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self.shape, self.dtype = shape, dtype
        like = np.empty(shape, dtype)
        self._class = descriptor_class(len(shape))
        self._like = bytes(describe(like))
        self._bytes: Any = ctypes.c_char * like.nbytes

    def describe(self, array: Any) -> ctypes.Structure | None:
        """The descriptor of an array; None for anything else."""
        if (
            type(array) is not np.ndarray
            or array.shape != self.shape
            or array.dtype != self.dtype
            or not array.flags.c_contiguous
        ):
            return None
        made: Any = self._class.from_buffer_copy(self._like)
        made.allocated = made.aligned = array.__array_interface__["data"][0]
        return made

    def to_array(self, descriptor: Any, borrowed: Container[int | None]) -> np.ndarray[Any, Any]:
        """As the function `to_array`."""
        start = descriptor.aligned + descriptor.offset * self.dtype.itemsize
        buffer = self._bytes.from_address(start)
        array: np.ndarray[Any, Any] = np.ndarray(self.shape, self.dtype, buffer)
        if descriptor.allocated in borrowed:
            return array.copy()
        buffer.owned = _Owned(descriptor.allocated)
        return array
