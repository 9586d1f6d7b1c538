"""Integers that leave small errors of a product for the inputs that it gets: GPTQ (Frantar and
others, 2022, arXiv 2210.17323).

Numbers of a column are rounded one after the other. What the product of a number and its input
loses is made up for by the numbers that follow, as the moments of the inputs say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.support.tuning import Fixed

_DAMPING: Fixed[float] = 0.01
"""Added to the diagonal of the moments, as a share of its mean: so they have an inverse."""
_AT_ONCE: Fixed[int] = 128
"""Numbers whose errors the rest of a row takes up at once."""


def corrected(
    np: Any,
    rows: Any,
    moments: Any,
    block: int,
    ends: tuple[int, int],
    range_of: Callable[[Any], tuple[Any, Any]],
) -> tuple[Any, Any, Any]:
    """The integers of rows `[columns of the matrix, depth]` within the ends, their scales and zero
    points `[columns, blocks]` (None if symmetric). `moments` are sums of products of inputs,
    `[depth, depth]`; `range_of` gives scales and zero points of blocks `[columns, numbers]`."""
    depth = rows.shape[1]
    factors = _factors(np, moments)
    left = np.where(np.diag(moments) > 0, rows, 0).astype(np.float32)
    found = np.empty(rows.shape, np.float32)
    scales, zeros = [], []
    for first in range(0, depth, some := max(block, _AT_ONCE // block * block)):
        end = min(first + some, depth)
        errors = np.empty((len(rows), end - first), np.float32)
        for place in range(first, end):
            if place % block == 0:
                scale, zero = range_of(left[:, place : place + block])
                scales.append(scale)
                zeros.append(zero)
            point = 0 if zero is None else zero
            integer = np.clip(np.round(left[:, place] / scale) + point, *ends)
            lost = (left[:, place] - (integer - point) * scale) / factors[place, place]
            found[:, place], errors[:, place - first] = integer, lost
            left[:, place + 1 : end] -= np.outer(lost, factors[place, place + 1 : end])
        left[:, end:] -= errors @ factors[first:end, end:]
    together = [np.stack(x, 1) for x in (scales, zeros) if x[0] is not None]
    return found, together[0], together[1] if len(together) > 1 else None


def _factors(np: Any, moments: Any) -> Any:
    """The upper Cholesky factor of the inverse of the moments, f32. An input that is always 0 has
    nothing to do with others."""
    diagonal = np.diag(moments)
    damping = _DAMPING * float(diagonal.mean()) or 1.0
    matrix = moments + np.diag(np.where(diagonal > 0, damping, 1 + damping))
    return np.linalg.cholesky(np.linalg.inv(matrix)).T.astype(np.float32)
