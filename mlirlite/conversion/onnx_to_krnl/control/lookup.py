"""Look-ups in tables that are known when compiling: sorted keys, found by bisection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.control.control_flow import while_
from mlirlite.conversion.onnx_to_krnl.emit.boxes import texts
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar, compare_texts
from mlirlite.dialects import krnl
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import I1
from mlirlite.ir.values import Value


class Keys:
    """Keys of a type (krnl.STRING or that of numbers) as a constant buffer. `order[i]` is the
    original position of key i of the buffer; NaN can be a key, too."""

    def __init__(self, b: KrnlBuilder, keys: Sequence[Any], type: Type) -> None:
        self.b, self.type = b, type
        self.text = type is krnl.STRING
        first: dict[Any, int] = {}
        self.nan = -1
        for place, key in enumerate(keys):
            if key != key:
                self.nan = place if self.nan < 0 else self.nan
            else:
                first.setdefault(key, place)
        known = sorted(
            first, key=(lambda k: k.encode("utf-8", "surrogateescape")) if self.text else None
        )
        self.order = [first[k] for k in known]
        self.size = len(known)
        if known:
            self.table = texts(b, known) if self.text else b.table(known, type)
        if self.nan >= 0:
            self.order.append(self.nan)

    def find(self, key: Scalar) -> tuple[Scalar, Ix]:
        """Whether the key is present, and its index in the buffer (some valid one if it is not)."""
        b = self.b
        found = b.scalar(0, I1)
        place: Ix = b.index_of(b.value(0))
        if self.size:
            place = self._bisect(key)
            place = b.index_min(place, self.size - 1)
            found = self._equal(place, key)
        if self.nan >= 0:
            place = b.index_select(key.is_nan(), self.size, place)
            found = found | key.is_nan()
        return found, place

    def _bisect(self, key: Scalar) -> Ix:
        b = self.b

        def step(_: Ix, values: list[Value]) -> tuple[Scalar, list[Value]]:
            low: Ix = b.index_of(values[0])
            high: Ix = b.index_of(values[1])
            middle = (low + high) // 2
            less = self._less(middle, key)
            low = b.index_select(less, middle + 1, low)
            high = b.index_select(less, high, middle)
            return b.test("slt", low, high), [b.value(low), b.value(high)]

        ends = [b.value(0), b.value(self.size)]
        return b.index_of(while_(b, None, b.scalar(1, I1), ends, step)[0])

    def _less(self, place: Ix, key: Scalar) -> Scalar:
        if self.text:
            return compare_texts(self.b, self.table.load([place]), key.value) < 0
        return self.table[place] < key

    def _equal(self, place: Ix, key: Scalar) -> Scalar:
        if self.text:
            return compare_texts(self.b, self.table.load([place]), key.value).eq(0)
        return self.table[place].eq(key)
