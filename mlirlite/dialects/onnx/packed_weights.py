"""Weights of few bits, as MatMulNBits holds them: blocks of a column, each with a scale and a zero
point. What the op stands for, in numpy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.support.tuning import Fixed

LEAST_BLOCK: Fixed[int] = 16
"""Numbers of a block at least."""


@dataclass(frozen=True, slots=True)
class Blocks:
    """The layout of packed weights."""

    columns: int
    depth: int
    bits: int
    size: int
    """Numbers of a block, of which the last one of a column may have more than there are."""
    book: tuple[float, ...] = ()
    """What each number of 4 bits stands for, before its scale; empty for the numbers themselves."""

    @classmethod
    def of(cls, op: OnnxOp) -> Blocks:
        """The layout of an op's weights."""
        sizes = op.get("N", 0), op.get("K", 0), op.get("bits", 4), op.get("block_size", 32)
        return cls(*sizes, tuple(op.get("code_book", None) or ()))

    @property
    def is_valid(self) -> bool:
        """Whether blocks have a size that MatMulNBits allows: a power of two."""
        return self.size >= LEAST_BLOCK and not self.size & (self.size - 1)

    @property
    def count(self) -> int:
        """Blocks of a column."""
        return -(-self.depth // self.size)

    @property
    def usual_zero(self) -> int:
        """The zero point where none is given."""
        return 0 if self.book else 1 << self.bits >> 1

    def zeros(self, np: Any, given: Any) -> Any:
        """Zero points as numbers, `[…, columns, blocks]`: they are packed as the weights are, or
        one float each. `given` has a row for each column."""
        if given.dtype.kind not in "iu":
            return given
        return unpacked(np, given, self.bits)[..., : self.count]

    def weights(self, np: Any, packed: Any, scales: Any, zeros: Any = None) -> Any:
        """The matrix that packed weights stand for: `[depth, columns]`, f32."""
        numbers = unpacked(np, packed.reshape(self.columns, -1), self.bits)
        numbers = numbers.reshape(self.columns, self.count, self.size)
        if self.book:
            numbers = np.array(self.book, np.float32)[numbers]
        numbers = numbers.astype(np.float32)
        zero: Any = np.float32(self.usual_zero)
        if zeros is not None:
            zero = self.zeros(np, zeros.reshape(self.columns, -1)).astype(np.float32)[..., None]
        scale = scales.astype(np.float32).reshape(self.columns, self.count, 1)
        return ((numbers - zero) * scale).reshape(self.columns, -1)[:, : self.depth].T


def unpacked(np: Any, array: Any, bits: int) -> Any:
    """Numbers of a few bits each, low bits first, as bytes: more of them in the last dimension."""
    if bits == 8:
        return array
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    found = array[..., None] >> shifts & np.uint8((1 << bits) - 1)
    return found.reshape(*array.shape[:-1], -1)


def packed(np: Any, numbers: Any, bits: int) -> Any:
    """The inverse of `unpacked`; the last dimension is filled up with zeros to whole bytes."""
    each = 8 // bits
    rest = -numbers.shape[-1] % each
    if rest:
        numbers = np.pad(numbers, [(0, 0)] * (numbers.ndim - 1) + [(0, rest)])
    parts = numbers.astype(np.uint8).reshape(*numbers.shape[:-1], -1, each)
    found = parts[..., 0].copy()
    for i in range(1, each):
        found |= parts[..., i] << np.uint8(bits * i)
    return found
