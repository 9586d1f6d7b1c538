"""Run-time checks that a lowering's builder writes: an op's requirements, and memory sizes as a
safety net. A run that fails one ends (`krnl.require`)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.index import IndexExpr, Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Numbers, Scalar
from mlirlite.dialects import krnl, onnx
from mlirlite.dialects.onnx.requirements import MOST_SIZE
from mlirlite.ir.affine import AffineExpr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, F64, I64, MemRefType
from mlirlite.support.tuning import Fixed

_MOST_BYTES = float(MOST_SIZE)
"""More than any process can have."""
_LARGEST_ELEMENT: Fixed[int] = 16
"""Bytes of a complex number."""


class Checks(Numbers):
    """An emitter of checks that may end a run."""

    def __init__(self, op: Operation, rewriter: Any) -> None:
        super().__init__(op, rewriter)
        self._given: list[list[Ix]] = []
        """The shapes of operands."""

    def require(self, condition: Scalar, message: str, *values: Ix) -> None:
        """End the run unless a condition holds, with a message in which `%lld` stands for the next
        value, and which names the op and its node. No effect if checks are switched off."""
        if not self.checks:
            return
        node = self.node.replace("%", "%%")
        name = self.op.operator if isinstance(self.op, onnx.RequireOp) else self.op.name
        text = f"'{name}' op {message}{node}"
        operands = [self.value(v) for v in values]
        self.insert(krnl.RequireOp(condition.value, operands, message=text))

    def _settled(self, type: MemRefType, sizes: Sequence[Ix]) -> list[Ix]:
        """The sizes of a buffer of a type, taken from the type where they are static."""
        found: list[Ix] = []
        for dim, (size, known) in enumerate(zip(sizes, type.shape, strict=True)):
            found.append(size if known == DYNAMIC else known)
            if known != DYNAMIC and isinstance(size, IndexExpr) and not self._loops:
                fits = self.test("eq", size, known)
                what = f"has a result of size %lld in dimension {dim}, expected %lld"
                self.require(fits, what, size, known)
        return found

    def _require_count(self, shape: Sequence[Ix], sizes: Sequence[Ix]) -> None:
        """End the run unless memory viewed in another shape has as many elements."""
        if (
            not self.checks
            or self._loops
            or Counter(map(_factor, shape)) == Counter(map(_factor, sizes))
        ):
            return
        old, new = product(shape), product(sizes)
        if not isinstance(old, int) or not isinstance(new, int):
            fits = self.test("eq", old, new)
            self.require(fits, "has %lld elements for a shape of %lld", old, new)
            self._require_fits(sizes)

    def require_memory(self, condition: Scalar) -> None:
        """End the run as out of memory unless a condition holds."""
        if self.checks:
            self.insert(krnl.RequireOp(condition.value, (), message=""))

    def _require_fits(self, sizes: Sequence[Ix]) -> None:
        """End the run when a buffer's sizes are negative, or its bytes exceed the address space.
        Sizes of an operand fit, since it exists."""
        dynamic = [s for s in sizes if not isinstance(s, int)]
        given = [{id(s) for s in shape} for shape in self._given]
        known = _LARGEST_ELEMENT * float(math.prod(s for s in sizes if isinstance(s, int)))
        if known < _MOST_BYTES and any(all(id(s) in x for s in dynamic) for x in (*given, set())):
            return
        signs, room = self.scalar(0, I64), self.scalar(known, F64)
        for size in dynamic:
            count = self.number(size)
            signs, room = signs | count, room * count.cast(F64)
        self.require_memory((signs >= 0) & (room < _MOST_BYTES))

    def times(self, size: Ix, count: Ix) -> Ix:
        """The product of a size and a count that are not negative; the run ends as out of memory
        when it is not a valid size."""
        if isinstance(size, int) and isinstance(count, int):
            return size * count
        if self.checks:
            room = self.number(size).cast(F64) * self.number(count).cast(F64)
            self.require_memory(room < _MOST_BYTES)
        return size * count


def _factor(size: Ix) -> AffineExpr | int:
    return size if isinstance(size, int) else size.expr
