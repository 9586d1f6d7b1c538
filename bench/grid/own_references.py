"""Exact results of operators whose other engines compute part of them in f32, or differ by a
rounding that the operator asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grid.arrays import Array, attributes_of
from grid.rows import Row


def _hard_swish(row: Row, x: Array) -> Array:
    """ONNX's function has 1/6 as an f32 attribute."""
    return x * np.clip(x / 6 + 0.5, 0, 1)


def _group_normalization(row: Row, x: Array, scale: Array, bias: Array) -> Array:
    """ONNX's function computes in f32, its default `stash_type`."""
    extra = attributes_of(row)
    groups = x.reshape(x.shape[0], extra["num_groups"], -1)
    centered = groups - groups.mean(-1, keepdims=True)
    variance = np.square(centered).mean(-1, keepdims=True)
    epsilon = np.float64(np.float32(extra.get("epsilon", 1e-5)))
    channel = (1, -1, *[1] * (x.ndim - 2))
    scaled = (centered / np.sqrt(variance + epsilon)).reshape(x.shape)
    result: Array = scaled * scale.reshape(channel) + bias.reshape(channel)
    return result


_COSINES = {
    "HannWindow": (0.5, -0.5),
    "HammingWindow": (25 / 46, -21 / 46),
    "BlackmanWindow": (0.42, -0.5, 0.08),
}
"""Factors of the cosines of 0, 1, 2 times the angle."""


def _window(row: Row, size: Array) -> Array:
    """ONNX's function computes angles in f32. Integers have the largest element, which is 1, where
    rounding leaves a bit less."""
    count = int(size)
    turn = count if attributes_of(row).get("periodic", 1) else count - 1
    angle = 2 * np.pi * np.arange(count) / turn
    sums = sum((f * np.cos(k * angle) for k, f in enumerate(_COSINES[row.op])), np.zeros(count))
    return sums.round(13) if row.type[0] in "iu" else sums


def _dft(row: Row, x: Array, axis: Array) -> Array:
    """onnxruntime's transforms lose digits where the length is no power of two."""
    extra = attributes_of(row)
    values = x[..., 0] if x.shape[-1] == 1 else x[..., 0] + 1j * x[..., 1]
    transform = np.fft.ifft if extra.get("inverse", 0) else np.fft.fft
    found = transform(values, axis=int(axis))
    if extra.get("onesided", 0):
        found = np.take(found, range(found.shape[int(axis)] // 2 + 1), int(axis))
    return np.stack([found.real, found.imag], -1)


OWN: dict[str, Callable[..., Array]] = {
    "HardSwish": _hard_swish,
    "GroupNormalization": _group_normalization,
    **dict.fromkeys(_COSINES, _window),
    "DFT": _dft,
}


def own_results(row: Row, arrays: list[Array | None]) -> list[Array] | None:
    """In f64, None for other operators."""
    function = OWN.get(row.op)
    if function is None:
        return None
    wide = [a.astype(np.float64) for a in arrays if a is not None]
    return [function(row, *wide)]


def with_rounded_points(row: Row, arrays: list[Any]) -> list[Any]:
    """A GridSample's arrays in f64, with the points that an f32 kernel samples at: coordinates are
    rounded to f32 where they are multiplied by the size, and a pixel's difference of 1e-6 is one
    of the result."""
    image, points = arrays
    sizes = np.array(image.shape[2:][::-1], np.float32)  # points are (x, y), sizes (height, width)
    one, two = np.float32(1), np.float32(2)
    if attributes_of(row).get("align_corners", 0):
        at = ((points + one) / two * (sizes - one)).astype(np.float64)
        points = 2 * at / (sizes.astype(np.float64) - 1) - 1
    else:
        at = (((points + one) * sizes - one) / two).astype(np.float64)
        points = (2 * at + 1) / sizes.astype(np.float64) - 1
    return [image.astype(np.float64), points]
