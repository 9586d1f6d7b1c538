"""What upstream's runner gives to compiled code for printing: `printF32`, `printNewline`,
`printMemrefF32` …"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import partial
from typing import Any

from mlirlite.interp.printing import PRINTED, memref_text, number_text, shape_text
from mlirlite.interp.values import array_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import element_size, unpack_elements
from mlirlite.ir.types import BF16, F16, F32, F64
from mlirlite.runtime.memref import descriptor_class

Write = Callable[[str], object]


def print_functions(write: Write) -> dict[str, Any]:
    """C functions by name, as ctypes callbacks that pass their text to `write`. Whoever passes on
    their addresses must keep them alive."""
    fixed = {"Open": "( ", "Close": " )", "Comma": ", ", "Newline": "\n"}
    found = {f"print{n}": _function(write, lambda t=t: t) for n, t in fixed.items()}
    found["printI64"] = _function(write, str, ctypes.c_int64)
    found["printU64"] = _function(write, str, ctypes.c_uint64)
    found["printF32"] = _function(write, partial(number_text, type=F32), ctypes.c_float)
    found["printF64"] = _function(write, partial(number_text, type=F64), ctypes.c_double)
    narrow: tuple[tuple[str, Type], ...] = (("printF16", F16), ("printBF16", BF16))
    for name, type in narrow:
        found[name] = _function(write, partial(_narrow, type=type), ctypes.c_uint16)
    found["printString"] = _function(write, _string, ctypes.c_char_p)
    for name, type in PRINTED.items():
        for word, only_shape in (("", False), ("Shape", True)):
            text = partial(_memref, type=type, only_shape=only_shape)
            full = f"printMemref{word}{name}"
            found[full] = _function(write, text, ctypes.c_int64, ctypes.c_void_p)
            found[f"_mlir_ciface_{full}"] = _function(
                write, partial(_through_pointer, text), ctypes.c_void_p
            )
    return found


def _function(write: Write, text: Callable[..., str], *types: Any) -> Any:
    def run(*values: Any) -> None:
        write(text(*values))

    return ctypes.CFUNCTYPE(None, *types)(run)


def _narrow(bits: int, type: Type) -> str:
    [value] = unpack_elements(bits.to_bytes(2, "little"), type)
    return number_text(value, F32)


def _string(text: bytes) -> str:
    return text.decode("utf-8", "replace")


def _through_pointer(text: Callable[[int, int], str], address: int) -> str:
    rank, descriptor = (ctypes.c_int64 * 2).from_address(address)
    return text(rank, descriptor)


def _memref(rank: int, address: int, type: Type, only_shape: bool) -> str:
    """The text of a memref, given its rank and the address of its descriptor."""
    import numpy as np

    found: Any = descriptor_class(rank).from_address(address)
    sizes = list(found.sizes) if rank else []
    strides = list(found.strides) if rank else []
    if only_shape:
        return shape_text(found.aligned or 0, found.offset, sizes, strides) + "\n"
    size = element_size(type)
    values = []
    for point in np.ndindex(*sizes):
        at = found.offset + sum(i * s for i, s in zip(point, strides, strict=True))
        values += unpack_elements(ctypes.string_at(found.aligned + at * size, size), type)
    array = array_of(values, sizes, type)
    return memref_text(found.aligned or 0, found.offset, strides, array, type)
