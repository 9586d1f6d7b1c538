"""Scales and zero points of blocks that leave smaller errors than the range of the block does:
half-quadratic quantization (Badri and Shaji, 2023), with whole zero points.

    sum over a block of |w - (q - zero) * scale| ** 0.7, q = round(w / scale) + zero

A target is split off for which the sum is a sum of squares: scale and zero point that fit it best
are known, and the target follows from what is left."""

from __future__ import annotations

from typing import Any

from mlirlite.support.tuning import Fixed

_POWER: Fixed[float] = 0.7
"""Of errors: below 1, so that a few large ones do not decide."""
_STEPS: Fixed[int] = 20
_BETA: Fixed[float] = 10.0
"""How much a step's target follows the weights."""
_GROWTH: Fixed[float] = 1.01
_AT_ONCE: Fixed[int] = 1 << 20
"""Numbers whose errors are in memory at once, several times."""


def refined(
    np: Any, parts: Any, scales: Any, zeros: Any, ends: tuple[int, int]
) -> tuple[Any, Any, Any]:
    """The integers of blocks, `[rows, blocks, numbers]`, within the ends, their scales and zero
    points (None if symmetric), from the given ones on. The best of all steps count, block by
    block."""
    some = max(1, _AT_ONCE // max(parts[0].size, 1)) if len(parts) else 1
    numbers = np.empty(parts.shape, np.float32)
    for first in range(0, len(parts), some):
        part = slice(first, first + some)
        given = None if zeros is None else zeros[part]
        found = _some_rows(np, parts[part], scales[part], given, ends)
        numbers[part], scales[part] = found[:2]
        if zeros is not None:
            zeros[part] = found[2]
    return numbers, scales, zeros


def _some_rows(
    np: Any, parts: Any, scales: Any, zeros: Any, ends: tuple[int, int]
) -> tuple[Any, Any, Any]:
    fixed = zeros is None
    zeros = np.zeros_like(scales) if fixed else zeros
    largest = np.abs(parts).max(-1, keepdims=True)
    unit = np.where(largest == 0, 1, largest)

    def integers(scales: Any, zeros: Any) -> Any:
        return np.clip(np.round(parts / scales[..., None]) + zeros[..., None], *ends)

    def error(numbers: Any, scales: Any, zeros: Any) -> Any:
        return parts - (numbers - zeros[..., None]) * scales[..., None]

    def cost(error: Any) -> Any:
        return (np.abs(error) ** _POWER).sum(-1)

    numbers, beta = integers(scales, zeros), _BETA
    rest = error(numbers, scales, zeros)
    found = [numbers, scales, zeros]
    least = cost(rest)
    for _ in range(_STEPS):
        size = np.abs(rest) / unit
        threshold = np.where(size > 0, size, 1) ** (_POWER - 1) / beta
        target = parts - np.sign(rest) * np.maximum(size - threshold, 0) * unit
        if not fixed:
            middle = (numbers - target / scales[..., None]).mean(-1)
            zeros = np.clip(np.round(middle), *ends)
        factors = numbers - zeros[..., None]
        squares = (factors * factors).sum(-1)
        fitted = (factors * target).sum(-1) / np.where(squares > 0, squares, 1)
        scales = np.where(fitted > 0, fitted, scales).astype(np.float32)
        numbers = integers(scales, zeros)
        rest = error(numbers, scales, zeros)
        better = cost(rest)
        is_less = better < least
        least = np.where(is_less, better, least)
        for place, new in enumerate((numbers, scales, zeros)):
            mask = is_less if new.ndim == is_less.ndim else is_less[..., None]
            found[place] = np.where(mask, new, found[place])
        beta *= _GROWTH
    return found[0], found[1], None if fixed else found[2]
