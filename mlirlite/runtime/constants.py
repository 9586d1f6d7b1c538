"""Constants of a lowered module: the arrays behind the external symbols that generated code reads.

A constant is `llvm.mlir.global external constant @name` with the discardable attribute
`krnl.value`, its data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlirlite.ir.aligned import ALIGNMENT
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops

DATA = "krnl.value"


Value = DenseElementsAttr | DenseResourceAttr


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant: its symbol, its alignment in bytes, and its data."""

    name: str
    alignment: int
    value: Value

    @property
    def size(self) -> int:
        """Bytes; loads nothing."""
        if isinstance(self.value, DenseResourceAttr):
            return self.value.resource.size
        count = self.value.type.num_elements if self.value.is_splat else 1
        return len(self.value.raw) * count

    def pieces(self) -> Iterator[memoryview | bytes]:
        """The bytes. What is not in memory is not kept."""
        if isinstance(self.value, DenseResourceAttr):
            return self.value.resource.pieces()
        count = self.value.type.num_elements if self.value.is_splat else 1
        return iter((bytes(self.value.raw) * count,))

    def array(self) -> np.ndarray[Any, Any]:
        """The bytes, aligned. Aligned data that is in memory is used in place."""
        if isinstance(self.value, DenseResourceAttr) and self.value.resource.is_loaded:
            return aligned(np.frombuffer(self.value.resource.data, np.uint8), self.alignment)
        room, at = room_of(self.size, self.alignment), 0
        for piece in self.pieces():
            room[at : at + len(piece)] = np.frombuffer(piece, np.uint8)
            at += len(piece)
        return room


def constants_in(module: Operation) -> Iterator[tuple[Operation, Constant]]:
    """The constants, and the ops that have them."""
    for op in symbol_ops(module):
        value = op.attribute(DATA)
        if isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
            stated = op.attribute("alignment")
            alignment = stated.value if isinstance(stated, IntegerAttr) else ALIGNMENT
            yield op, Constant(symbol_name(op) or "", alignment, value)


def constants_of(module: Operation) -> dict[str, np.ndarray[Any, Any]]:
    """Bytes by symbol, each aligned as its global says."""
    return in_memory(constant for _, constant in constants_in(module))


def taken_constants(module: Operation) -> Iterator[Constant]:
    """The constants. They leave the module at once, and each is released when the caller asks for
    the next: so memory is freed while they are stored elsewhere."""
    taken = []
    for op, constant in constants_in(module):
        del op.attributes[DATA]
        taken.append(constant)
    taken.reverse()
    return _let_go(taken)


def _let_go(taken: list[Constant]) -> Iterator[Constant]:
    while taken:
        yield taken.pop()


def in_memory(given: Iterable[Constant]) -> dict[str, np.ndarray[Any, Any]]:
    """Bytes by symbol, each aligned."""
    return {constant.name: constant.array() for constant in given}


def aligned(data: np.ndarray[Any, Any], alignment: int) -> np.ndarray[Any, Any]:
    """The bytes at an address that is a multiple of the alignment."""
    if data.ctypes.data % alignment == 0 and data.size:
        return data
    copy = room_of(data.size, alignment)
    copy[: data.size] = data
    return copy


def room_of(size: int, alignment: int) -> np.ndarray[Any, Any]:
    """Memory for this many bytes, at least one, at a multiple of the alignment."""
    room = np.empty(size + alignment, np.uint8)
    start = -room.ctypes.data % alignment
    return room[start : start + max(size, 1)]
