"""Constants of a lowered module: the arrays behind the external symbols that generated code reads.

A constant is `llvm.mlir.global external constant @name` with the discardable attribute
`krnl.value`, its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from mlirlite.ir.aligned import ALIGNMENT
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops

DATA = "krnl.value"


def constants_of(module: Operation) -> dict[str, np.ndarray[Any, Any]]:
    """Bytes by symbol, each aligned as its global says. Aligned data is used in place, other data
    is copied."""
    return in_memory((name, n, data) for _, name, n, data in constants_in(module))


def constants_in(
    module: Operation,
) -> Iterator[tuple[Operation, str, int, np.ndarray[Any, Any]]]:
    """Op, symbol, alignment and bytes of each constant."""
    for op, name, alignment, value in _values_in(module):
        yield op, name, alignment, _bytes(value)


def _values_in(
    module: Operation,
) -> Iterator[tuple[Operation, str, int, DenseElementsAttr | DenseResourceAttr]]:
    for op in symbol_ops(module):
        value = op.attribute(DATA)
        if isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
            stated = op.attribute("alignment")
            alignment = stated.value if isinstance(stated, IntegerAttr) else ALIGNMENT
            yield op, symbol_name(op) or "", alignment, value


def taken_constants(module: Operation) -> Iterator[tuple[str, int, np.ndarray[Any, Any]]]:
    """Symbol, alignment and bytes of each constant. They leave the module at once, and each is
    released when the caller asks for the next: so memory is freed while they are stored
    elsewhere."""
    taken = []
    for op, name, alignment, value in _values_in(module):
        del op.attributes[DATA]
        taken.append((name, alignment, value))
    taken.reverse()
    return _let_go(taken)


def _let_go(
    taken: list[tuple[str, int, DenseElementsAttr | DenseResourceAttr]],
) -> Iterator[tuple[str, int, np.ndarray[Any, Any]]]:
    while taken:
        name, alignment, value = taken.pop()
        yield name, alignment, _bytes(value)


def in_memory(
    given: Iterable[tuple[str, int, np.ndarray[Any, Any]]],
) -> dict[str, np.ndarray[Any, Any]]:
    """Constants by symbol, each aligned."""
    return {name: aligned(data, alignment) for name, alignment, data in given}


def _bytes(value: DenseElementsAttr | DenseResourceAttr) -> np.ndarray[Any, Any]:
    if isinstance(value, DenseResourceAttr):
        return np.frombuffer(value.resource.data, np.uint8)
    if value.is_splat and value.type.num_elements > 1:
        return np.frombuffer(bytes(value.raw) * value.type.num_elements, np.uint8)
    return np.frombuffer(value.raw, np.uint8)


def aligned(data: np.ndarray[Any, Any], alignment: int) -> np.ndarray[Any, Any]:
    """The bytes at an address that is a multiple of the alignment."""
    if data.ctypes.data % alignment == 0 and data.size:
        return data
    room = np.empty(data.size + alignment, np.uint8)
    start = -room.ctypes.data % alignment
    copy = room[start : start + max(data.size, 1)]
    copy[: data.size] = data
    return copy
