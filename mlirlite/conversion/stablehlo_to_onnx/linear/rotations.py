"""Eigenvalues of Hermitian matrices and singular values, by Jacobi's rotations.

A step rotates pairs of columns i and i + n / 2, all at once. Then columns change places so that
after n - 1 steps, a sweep, each pair has met, and all are where they were (Brent and Luk, 1985)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import (
    Complex,
    absolute,
    chosen,
    square,
)
from mlirlite.conversion.stablehlo_to_onnx.control import CONDITION, SCALAR
from mlirlite.conversion.stablehlo_to_onnx.elementwise import is_negative
from mlirlite.conversion.stablehlo_to_onnx.linear.factors import orthogonal
from mlirlite.conversion.stablehlo_to_onnx.linear.matrices import (
    adjoint,
    columns,
    conj,
    identity,
    loop,
    most,
    parts,
    product,
    real,
    rows,
    together,
    total,
)
from mlirlite.ir.block import Block
from mlirlite.ir.types import I1, I64, RankedTensorType
from mlirlite.support.tuning import Fixed

_SWEEPS: Fixed[int] = 40
"""Sweeps at most; ten are usual."""


def _next_places(size: int) -> list[int]:
    """Which column comes to each place after a step: as on two rows that turn about the first."""
    half = size // 2
    if half == 1:
        return [0, 1]
    top = [0, half, *range(1, half - 1)]
    bottom = [*range(half + 1, size), half - 1]
    return [*top, *bottom]


def _sweeps(b: Builder, size: int, start: Sequence[Any], step: Callable[..., Any]) -> list[Any]:
    """Sweeps until one finds no angle. `step(values)` gives values and the largest angle."""
    first = parts(start)
    block = Block([SCALAR, CONDITION, *(v.type for v in first)])
    element = first[0].element
    with b.inside(block):
        given = together([Tensor(b, a) for a in block.args[2:]], start)

        def once(index: Tensor, values: list[Any]) -> list[Any]:
            *before, largest = values
            after, angle = step(before)
            return [*after, b("Max", [largest, angle])]

        *values, largest = loop(b, size - 1, [*given, b.number(0.0, element)], once)
        going = largest > 0
        region = b.yielded([going, *parts(values)])
    begin = [b.number(_SWEEPS, I64), b.number(True, I1), first]
    found = b.all("Loop", begin, [v.type for v in first], [region])
    return together(found, start)


class _Rotation:
    """The rotations that make products of pairs of columns zero: `low` and `high` are the squares
    of both columns, `inner` is their product."""

    def __init__(self, low: Tensor, high: Tensor, inner: Any) -> None:
        size = absolute(inner) if isinstance(inner, Complex) else inner("Abs")
        tiny = 2.0 ** -(23 if size.width <= 32 else 52)
        bound = (low("Abs")("Sqrt") * high("Abs")("Sqrt")) * tiny
        self.small = (size <= bound) | size.equal(0)
        safe = self.small.where(size * 0 + 1.0, size)
        slope = (high - low) * 0.5 / safe
        plain = slope("Abs")
        tangent = (plain + _hypotenuse(plain))("Reciprocal")
        tangent = is_negative(slope).where(-tangent, tangent)
        tangent = self.small.where(0.0, tangent)
        self.cosine = (tangent * tangent + 1)("Sqrt")("Reciprocal")
        self.sine = tangent * self.cosine
        turn = inner / safe
        self.turn = (
            chosen(self.small, 1.0, turn)
            if isinstance(turn, Complex)
            else (self.small | (turn > 0)).where(turn * 0 + 1.0, -1.0)
        )
        self.angle = self.small.where(size * 0, size * 0 + 1.0)("ReduceMax", None, keepdims=0)

    def apply(self, x: Any, axis: int) -> Any:
        """The rotations of columns (axis 2), or the adjoint ones of rows (axis 1)."""
        half = x.shape[axis] // 2
        shape = [-1 if d == axis else 1 for d in range(3)]
        count = self.cosine.shape[0]
        shape = [count, *(half if d == axis else 1 for d in (1, 2))]
        c, s, turn = (v.reshape(shape) for v in (self.cosine, self.sine, self.turn))
        turn = conj(turn) if axis == 2 else turn
        p, q = x.slice(axis, 0, half), x.slice(axis, half, 2 * half)
        q = q * turn
        return _joined(p * c - q * s, p * s + q * c, axis)


def _hypotenuse(x: Tensor) -> Tensor:
    """sqrt(x * x + 1), for large numbers too."""
    large = x > 1e8
    return large.where(x, (large.where(0.0, x) * large.where(0.0, x) + 1)("Sqrt"))


def _joined(x: Any, y: Any, axis: int) -> Any:
    b = x.b
    if isinstance(x, Complex):
        return Complex(b.concat([x.re, y.re], axis), b.concat([x.im, y.im], axis))
    return b.concat([x, y], axis)


def _filled(x: Any, axes: Sequence[int]) -> Any:
    """The matrix with a row or column of zeros more."""
    b = x.b
    pads = [0] * 6
    for axis in axes:
        pads[3 + axis] = 1
    zero = b.number(0.0, x.element)
    return x("Pad", b.integers(*pads), zero, None)


def hermitian(b: Builder, a: Any) -> tuple[Tensor, Any]:
    """The eigenvalues in ascending order, and the vectors in columns. The lower half counts."""
    size = a.shape[1]
    low = rows(b, size) > columns(b, size)
    half = chosen(low, a, 0.0)
    diagonal = rows(b, size).equal(columns(b, size)).where(real(a), 0.0)
    a = half + adjoint(half) + diagonal
    if size == 1:
        return real(a).reshape([a.shape[0], 1]), identity(a, 1)
    # Of finite numbers, so that the loop ends; others give NaN.
    wrong = most(most((real(a * 0)).equal(0).where(0.0, real(a) * 0 + 1.0), 1), 2) > 0
    odd = size % 2
    if odd:
        a = _filled(a, [1, 2])
    whole, pairs = size + odd, (size + odd) // 2
    a = chosen(wrong, 0.0, a)
    vectors = identity(a, whole)
    order = b.integers(*_next_places(whole))
    on = rows(b, whole).equal(columns(b, whole))

    def step(values: list[Any]) -> tuple[list[Any], Tensor]:
        a, vectors = values
        squares = total(on.where(real(a), 0.0), 1)
        across = a.slice(1, 0, pairs).slice(2, pairs, whole)
        corner = rows(b, pairs).equal(columns(b, pairs))
        inner = total(chosen(corner, across, 0.0), 1)
        turn = _Rotation(squares.slice(2, 0, pairs), squares.slice(2, pairs, whole), inner)
        a = turn.apply(turn.apply(a, 2), 1)
        a = a("Gather", order, axis=1)("Gather", order, axis=2)
        return [a, turn.apply(vectors, 2)("Gather", order, axis=2)], turn.angle

    a, vectors = _sweeps(b, whole, [a, vectors], step)
    found = total(on.where(real(a), 0.0), 1).slice(2, 0, size)
    vectors = vectors.slice(1, 0, size).slice(2, 0, size)
    found, vectors = _sorted(b, found, vectors, False)
    nan = float("nan")
    count = a.shape[0]
    return wrong.where(nan, found).reshape([count, size]), chosen(wrong, nan, vectors)


def _sorted(b: Builder, values: Tensor, vectors: Any, largest: bool) -> tuple[Tensor, Any]:
    """Values (batch, 1, n) in order, and columns with them."""
    size = values.shape[2]
    types = [values.type, RankedTensorType(values.shape, I64)]
    values, index = b.all(
        "TopK", [values, b.integers(size)], types, axis=2, largest=int(largest), sorted=1
    )
    wide = index.expand([index.shape[0], vectors.shape[1], size])
    return values, vectors("GatherElements", wide, axis=2)


def singular(b: Builder, a: Any) -> tuple[Any, Tensor, Any]:
    """Both whole bases and the singular values in descending order: a = u * s * adjoint(v)."""
    _, height, width = a.shape
    if height < width:
        v, s, u = singular(b, adjoint(a))
        return u, s, v
    wrong = most(most((real(a * 0)).equal(0).where(0.0, real(a) * 0 + 1.0), 1), 2) > 0
    a = chosen(wrong, 0.0, a)
    q, r = orthogonal(b, a)
    r = r.slice(1, 0, width)
    odd = width % 2 if width > 1 else 1
    work = _filled(r, [2]) if odd else r
    whole, pairs = width + odd, (width + odd) // 2
    vectors = identity(a, whole)
    order = b.integers(*_next_places(whole))

    def step(values: list[Any]) -> tuple[list[Any], Tensor]:
        work, vectors = values
        squares = total(square(work), 1)
        first, second = work.slice(2, 0, pairs), work.slice(2, pairs, whole)
        inner = total(conj(first) * second, 1)
        turn = _Rotation(squares.slice(2, 0, pairs), squares.slice(2, pairs, whole), inner)
        made = [turn.apply(x, 2)("Gather", order, axis=2) for x in (work, vectors)]
        return made, turn.angle

    work, vectors = _sweeps(b, whole, [work, vectors], step)
    work, vectors = work.slice(2, 0, width), vectors.slice(1, 0, width).slice(2, 0, width)
    lengths = total(square(work), 1)("Sqrt")
    count = a.shape[0]
    _, both = _sorted(b, lengths, _stacked(work, vectors), True)
    work, vectors = both.slice(1, 0, width), both.slice(1, width, 2 * width)
    basis, diagonal = orthogonal(b, work)
    on = rows(b, width).equal(columns(b, width))
    diagonal = total(chosen(on, diagonal, 0.0), 1)
    size = absolute(diagonal) if isinstance(diagonal, Complex) else diagonal("Abs")
    zero = size.equal(0)
    turned = diagonal / zero.where(1.0, size)
    turned = chosen(zero, 1.0, turned) if isinstance(turned, Complex) else zero.where(1.0, turned)
    left = product(q.slice(2, 0, width), basis * turned)
    if height > width:
        left = _joined(left, q.slice(2, width, height), 2)
    nan = float("nan")
    values = wrong.where(nan, size).reshape([count, width])
    return chosen(wrong, nan, left), values, chosen(wrong, nan, vectors)


def _stacked(x: Any, y: Any) -> Any:
    return _joined(x, y, 1)
