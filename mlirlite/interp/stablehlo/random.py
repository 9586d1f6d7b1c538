"""Random numbers: bits of an algorithm with a state."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.interp.stablehlo.arrays import native, on, shape_of
from mlirlite.interp.values import Array
from mlirlite.ods.hooks import DataOp

_MASK = np.uint64(0xFFFFFFFF)
_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))


def _rotated(x: Array, by: int) -> Array:
    found: Array = (x << np.uint32(by)) | (x >> np.uint32(32 - by))
    return found


def threefry(keys: tuple[Any, Any], x: Array, y: Array) -> tuple[Array, Array]:
    """Threefry-2x32 of 20 rounds on pairs of 32 bits."""
    third = keys[0] ^ keys[1] ^ np.uint32(0x1BD11BDA)
    schedule = (keys[0], keys[1], third)
    x, y = x + schedule[0], y + schedule[1]
    for i in range(5):
        for by in _ROTATIONS[i % 2]:
            x = x + y
            y = _rotated(y, by) ^ x
        x = x + schedule[(i + 1) % 3]
        y = y + schedule[(i + 2) % 3] + np.uint32(i + 1)
    return x, y


def philox(counter: list[Array], keys: list[Any]) -> list[Array]:
    """Philox-4x32 of 10 rounds."""
    for _ in range(10):
        a = counter[0].astype(np.uint64) * np.uint64(0xD2511F53)
        b = counter[2].astype(np.uint64) * np.uint64(0xCD9E8D57)
        high_a, low_a = (a >> np.uint64(32)).astype(np.uint32), (a & _MASK).astype(np.uint32)
        high_b, low_b = (b >> np.uint64(32)).astype(np.uint32), (b & _MASK).astype(np.uint32)
        counter = [high_b ^ counter[1] ^ keys[0], low_b, high_a ^ counter[3] ^ keys[1], low_a]
        keys = [keys[0] + np.uint32(0x9E3779B9), keys[1] + np.uint32(0xBB67AE85)]
    return counter


@on("rng_bit_generator")
def run_rng_bit_generator(op: DataOp, state: Array) -> list[Any]:
    """The state afterwards, and random bits."""
    shape, dtype = shape_of(op, 1), native(op.results[1].type)
    width = 8 * dtype.itemsize
    count = int(np.prod(shape, dtype=int))
    name = op.properties["rng_algorithm"].value.name
    words = state.astype(np.uint64) if state.dtype == np.uint64 else None
    if words is None:
        pairs = state.astype(np.uint64).reshape(-1, 2)
        words = pairs[:, 0] | pairs[:, 1] << np.uint64(32)
    key, start = words[0], words[1]
    keys = [np.uint32(key & _MASK), np.uint32(key >> np.uint64(32))]
    with np.errstate(over="ignore"):
        if name == "THREE_FRY":
            used, bits = _threefry_bits(keys, start, count, width)
            after = [key, start + np.uint64(used)]
        else:
            # Without a second word the key is the upper half of the counter, as XLA has it.
            high = words[2] if len(words) > 2 else key
            used, bits = _philox_bits(keys, start, high, count, width)
            after = [key, start + np.uint64(used), *words[2:]]
    made = np.array(after, np.uint64)
    if state.dtype != np.uint64:
        made = np.stack([made & _MASK, made >> np.uint64(32)], axis=1).reshape(-1)
    return [
        made.astype(state.dtype).reshape(state.shape),
        bits[:count].astype(dtype).reshape(shape),
    ]


def _threefry_bits(keys: list[Any], start: Any, count: int, width: int) -> tuple[int, Array]:
    pairs = count if width == 64 else -(-count // 2)
    counter = start + np.arange(pairs, dtype=np.uint64)
    low, high = (counter & _MASK).astype(np.uint32), (counter >> np.uint64(32)).astype(np.uint32)
    x, y = threefry((keys[0], keys[1]), low, high)
    if width == 64:
        return pairs, x.astype(np.uint64) | y.astype(np.uint64) << np.uint64(32)
    return pairs, np.stack([x, y], axis=1).reshape(-1)


def _philox_bits(
    keys: list[Any], start: Any, high: Any, count: int, width: int
) -> tuple[int, Array]:
    each = 2 if width == 64 else 4
    blocks = -(-count // each)
    counter = start + np.arange(blocks, dtype=np.uint64)
    carry = (counter < start).astype(np.uint64)
    upper = high + carry
    parts = [counter & _MASK, counter >> np.uint64(32), upper & _MASK, upper >> np.uint64(32)]
    found = philox([p.astype(np.uint32) for p in parts], keys)
    rows = np.stack(found, axis=1)
    if width == 64:
        wide = rows.astype(np.uint64)
        bits = np.stack(
            [wide[:, 0] | wide[:, 1] << np.uint64(32), wide[:, 2] | wide[:, 3] << np.uint64(32)],
            axis=1,
        )
        return blocks, bits.reshape(-1)
    return blocks, rows.reshape(-1)
