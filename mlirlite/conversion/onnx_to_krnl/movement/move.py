"""Copies of elements one by one."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix


def move(
    b: KrnlBuilder, out: Buffer, source: Buffer, where: Callable[[list[Ix]], list[Ix]]
) -> None:
    """out[i] = source[where(i)] for all i, bits as they are."""
    with b.loops(*out.shape) as i:
        out.store(source.load(where(i)), i)
