#!/usr/bin/env python3
"""The same as run.c, from Python with only its standard library.

python run_ctypes.py ./model.so 1 3 224 224
"""

import ctypes
import os
import sys
from math import prod


def run(path: str, shape: list[int], data: list[float]) -> list[list[float]]:
    """The outputs of a model with one input of floats."""
    c = ctypes.CDLL(path, use_errno=True)
    pointers = (
        "omTensorCreate omTensorListCreate omTensorListGetOmtByIndex omTensorGetDataPtr "
        "run_main_graph"
    )
    for name in pointers.split():
        getattr(c, name).restype = ctypes.c_void_p
    for name in ("omTensorListGetSize", "omTensorGetNumElems"):
        getattr(c, name).restype = ctypes.c_int64

    values = (ctypes.c_float * len(data))(*data)
    sizes = (ctypes.c_int64 * len(shape))(*shape)
    tensor = c.omTensorCreate(values, sizes, ctypes.c_int64(len(shape)), 1)  # 1: float
    inputs = c.omTensorListCreate(ctypes.byref(ctypes.c_void_p(tensor)), ctypes.c_int64(1))
    outputs = c.run_main_graph(ctypes.c_void_p(inputs))
    if not outputs:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    found = []
    for i in range(c.omTensorListGetSize(ctypes.c_void_p(outputs))):
        output = ctypes.c_void_p(
            c.omTensorListGetOmtByIndex(ctypes.c_void_p(outputs), ctypes.c_int64(i))
        )
        kind = ctypes.c_float * c.omTensorGetNumElems(output)
        found.append(list(kind.from_address(c.omTensorGetDataPtr(output))))
    c.omTensorListDestroy(ctypes.c_void_p(outputs))
    c.omTensorListDestroy(ctypes.c_void_p(inputs))
    return found


def numbers(count: int) -> list[float]:
    """Numbers from 0 to 1."""
    state, found = 12345, []
    for _ in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        found.append((state >> 8) / 16777216)
    return found


if __name__ == "__main__":
    shape = [int(word) for word in sys.argv[2:]]
    for output in run(os.path.abspath(sys.argv[1]), shape, numbers(prod(shape))):
        print("\n".join(f"{value:.9g}" for value in output))
