"""Batches of matrices: what the algorithms of linear algebra share. Each matrix is real or complex,
and all are of rank 3: (batch, row, column)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Tensor
from mlirlite.conversion.stablehlo_to_onnx.complex_numbers import Complex
from mlirlite.conversion.stablehlo_to_onnx.control import counted

Matrix = Tensor | Complex
Step = Callable[[Tensor, list[Any]], Sequence[Any]]


def batched(x: Matrix, rank: int) -> Any:
    """Matrices (rank 2) or vectors (rank 1) with all dimensions before them in one."""
    outer = x.shape[: x.rank - rank]
    return x.reshape([prod(outer), *x.shape[x.rank - rank :]])


def loop(b: Builder, count: int | Tensor, start: Sequence[Any], body: Step) -> list[Any]:
    """`body(index, values)` a number of times; values may be complex."""
    if isinstance(count, int) and count == 0:
        return list(start)
    if isinstance(count, int) and count == 1:
        return list(body(b.integers(0).reshape([]), list(start)))

    def run(index: Tensor, values: Sequence[Tensor]) -> list[Tensor]:
        return parts(body(index, together(values, start)))

    return together(counted(b, count, parts(start), run), start)


def parts(values: Sequence[Any]) -> list[Tensor]:
    """Values without complex ones: their parts, one after the other."""
    found: list[Tensor] = []
    for value in values:
        found += [value.re, value.im] if isinstance(value, Complex) else [value]
    return found


def together(values: Sequence[Tensor], like: Sequence[Any]) -> list[Any]:
    """The parts as values that are complex where others are."""
    rest = iter(values)
    return [Complex(next(rest), next(rest)) if isinstance(v, Complex) else next(rest) for v in like]


def conj(x: Any) -> Any:
    """The conjugate."""
    return x.conj() if isinstance(x, Complex) else x


def adjoint(x: Any) -> Any:
    """The conjugate, transposed."""
    return conj(x).transpose([0, 2, 1])


def real(x: Any) -> Tensor:
    """The real part."""
    found: Tensor = x.re if isinstance(x, Complex) else x
    return found


def pick(x: Any, axis: int, index: Tensor) -> Any:
    """The row or column of a number, as matrices of size 1 along the axis."""
    return x("Gather", index.reshape([1]), axis=axis)


def total(x: Any, axis: int) -> Any:
    """The sum along a dimension, which stays with a size of 1."""
    return x("ReduceSum", x.b.integers(axis), keepdims=1)


def most(x: Tensor, axis: int) -> Tensor:
    """The largest number along a dimension, which stays with a size of 1."""
    return x("ReduceMax", x.b.integers(axis), keepdims=1)


def rows(b: Builder, size: int) -> Tensor:
    """The number of each row."""
    return b.counts(size).reshape([1, size, 1])


def columns(b: Builder, size: int) -> Tensor:
    """The number of each column."""
    return b.counts(size).reshape([1, 1, size])


def zeros_like(x: Any) -> Any:
    """Zeros of the shape and kind."""
    if isinstance(x, Complex):
        return Complex(zeros_like(x.re), zeros_like(x.im))
    return x.b.number(0.0, x.element).expand(x.shape)


def identity(x: Any, size: int) -> Any:
    """For each matrix the one with ones on its diagonal, of the kind of the elements."""
    b = x.b
    count = x.shape[0]
    if isinstance(x, Complex):
        one = identity(x.re, size)
        return Complex(one, zeros_like(one))
    found = rows(b, size).equal(columns(b, size)).to(x.element)
    return found.expand([count, size, size])


def product(x: Any, y: Any) -> Any:
    """The product of matrices."""
    if not isinstance(x, Complex):
        return x("MatMul", y)
    re = x.re("MatMul", y.re) - x.im("MatMul", y.im)
    return Complex(re, x.re("MatMul", y.im) + x.im("MatMul", y.re))
