"""The transforms of Winograd's algorithm F(m, 3): m outputs of a window of 3 from m + 2 inputs, by
as many products.

y = A^T [ (G w) * (B^T x) ], from the interpolation at m + 1 points and infinity
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors
from mlirlite.dialects import arith, vector
from mlirlite.ir.values import Value
from mlirlite.support.tuning import Fixed

Rows = tuple[tuple[float, float, float], ...]


class Transform(ABC):
    """F(`size`, 3) on vectors."""

    size: ClassVar[int]
    """Outputs of a tile along a dimension."""
    weights: ClassVar[Rows]
    """G, a row for each point."""

    def __init__(self, v: Vectors) -> None:
        self.v = v
        self.reach = self.size + 2
        """Inputs of a tile along a dimension."""

    @abstractmethod
    def inputs(self, d: list[Value]) -> list[Value]:
        """B^T d."""

    @abstractmethod
    def outputs(self, m: list[Value]) -> list[Value]:
        """A^T m."""

    def fma(self, factor: float, x: Value, y: Value) -> Value:
        """factor * x + y."""
        return self.v.b.emit(vector.FMAOp, (x, self.v.splat_of(factor), y))

    def add(self, x: Value, y: Value) -> Value:
        """x + y."""
        return self.v.b.emit(arith.AddFOp, (x, y))

    def sub(self, x: Value, y: Value) -> Value:
        """x - y."""
        return self.v.b.emit(arith.SubFOp, (x, y))


class _Two(Transform):
    """Points 0, 1, -1."""

    size: ClassVar[Fixed[int]] = 2
    weights: ClassVar[Fixed[Rows]] = (
        (1, 0, 0),
        (1 / 2, 1 / 2, 1 / 2),
        (1 / 2, -1 / 2, 1 / 2),
        (0, 0, 1),
    )

    def inputs(self, d: list[Value]) -> list[Value]:
        sub = self.sub
        return [sub(d[0], d[2]), self.add(d[1], d[2]), sub(d[2], d[1]), sub(d[1], d[3])]

    def outputs(self, m: list[Value]) -> list[Value]:
        add, sub = self.add, self.sub
        return [add(add(m[0], m[1]), m[2]), sub(sub(m[1], m[2]), m[3])]


class _Three(Transform):
    """Points 0, 1, -1, 2."""

    size: ClassVar[Fixed[int]] = 3
    weights: ClassVar[Fixed[Rows]] = (
        (1 / 2, 0, 0),
        (-1 / 2, -1 / 2, -1 / 2),
        (-1 / 6, 1 / 6, -1 / 6),
        (1 / 6, 1 / 3, 2 / 3),
        (0, 0, 1),
    )

    def inputs(self, d: list[Value]) -> list[Value]:
        fma, sub = self.fma, self.sub
        a = sub(d[3], d[1])
        return [
            fma(2.0, sub(d[0], d[2]), a),
            fma(-2.0, d[1], sub(d[3], d[2])),
            fma(2.0, d[1], fma(-3.0, d[2], d[3])),
            a,
            fma(-2.0, a, sub(d[4], d[2])),
        ]

    def outputs(self, m: list[Value]) -> list[Value]:
        fma, add = self.fma, self.add
        a, c = add(m[1], m[2]), self.sub(m[1], m[2])
        return [add(add(m[0], a), m[3]), fma(2.0, m[3], c), add(fma(4.0, m[3], a), m[4])]


class _Four(Transform):
    """Points 0, 1, -1, 2, -2."""

    size: ClassVar[Fixed[int]] = 4
    weights: ClassVar[Fixed[Rows]] = (
        (1 / 4, 0, 0),
        (-1 / 6, -1 / 6, -1 / 6),
        (-1 / 6, 1 / 6, -1 / 6),
        (1 / 24, 1 / 12, 1 / 6),
        (1 / 24, -1 / 12, 1 / 6),
        (0, 0, 1),
    )

    def inputs(self, d: list[Value]) -> list[Value]:
        fma, sub = self.fma, self.sub
        a, c = fma(-4.0, d[2], d[4]), fma(-4.0, d[1], d[3])
        e, f = sub(d[4], d[2]), sub(d[3], d[1])
        return [
            fma(4.0, d[0], fma(-5.0, d[2], d[4])),
            self.add(a, c),
            sub(a, c),
            fma(2.0, f, e),
            fma(-2.0, f, e),
            fma(4.0, d[1], fma(-5.0, d[3], d[5])),
        ]

    def outputs(self, m: list[Value]) -> list[Value]:
        fma, add, sub = self.fma, self.add, self.sub
        a, c, e, f = add(m[1], m[2]), sub(m[1], m[2]), add(m[3], m[4]), sub(m[3], m[4])
        return [
            add(add(m[0], a), e),
            fma(2.0, f, c),
            fma(4.0, e, a),
            add(fma(8.0, f, c), m[5]),
        ]


TRANSFORMS: dict[int, type[Transform]] = {t.size: t for t in (_Two, _Three, _Four)}
"""By the outputs of a tile along a dimension."""
