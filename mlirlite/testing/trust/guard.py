"""Arrays between inaccessible pages: a read or write outside an array ends the process."""

from __future__ import annotations

import ctypes
import mmap
from typing import Any

import numpy as np

from mlirlite.support.diagnostics import DiagnosticError

_PAGE = mmap.PAGESIZE
SIDES = ("before", "after")


def guarded(array: np.ndarray[Any, Any], side: str) -> np.ndarray[Any, Any]:
    """A copy of the array. Its first byte is the first after a page without access (side "before"),
    or its last byte the last before one ("after"). Arrays of objects stay as they are."""
    if array.dtype.hasobject:
        return array
    size = -(-max(array.nbytes, 1) // _PAGE) * _PAGE
    block = mmap.mmap(-1, size + 2 * _PAGE)
    address = ctypes.addressof(ctypes.c_char.from_buffer(block))
    for page in (address, address + _PAGE + size):
        _protect(page)
    first = _PAGE if side == "before" else _PAGE + size - array.nbytes
    copy: np.ndarray[Any, Any] = np.ndarray(array.shape, array.dtype, buffer=block, offset=first)
    copy[...] = array
    return copy


def _protect(page: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mprotect(ctypes.c_void_p(page), ctypes.c_size_t(_PAGE), 0):
        raise DiagnosticError(f"mprotect failed with error {ctypes.get_errno()}")


def guarded_value(value: Any, side: str) -> Any:
    """The same for a list of arrays; anything else stays as it is."""
    if isinstance(value, list):
        return [guarded_value(v, side) for v in value]
    return guarded(value, side) if isinstance(value, np.ndarray) else value
