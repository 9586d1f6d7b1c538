"""Loops over all elements of a result, in the order of memory.

for i in size: …  -->  for each block of it: prefetch what is read some blocks later
                                             for i in the block: …
                                             prefetch what is written some blocks later

A function of an element is a long chain of operations, and a processor overlaps only a few vectors:
without prefetching, data from memory comes too late.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import memory_bits
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.registers.tile import NO_UNROLLING, prefetch
from mlirlite.dialects.llvm.attributes import (
    LoopAnnotationAttr,
    LoopInterleaveAttr,
    LoopVectorizeAttr,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.types import F16, I32

Ways = Callable[[Sequence[Any], list[Ix]], Iterator[None]]
"""Makes the insertion points for loops over a block: `ways(bounds, the indices before them)`."""


def sweep(
    b: KrnlBuilder,
    out: Buffer,
    inputs: Sequence[Buffer],
    computes: bool = False,
    ways: Ways | None = None,
) -> Iterator[list[Ix]]:
    """The indices of each element of a buffer; ops emitted in the context are the body. Inputs of
    its shape are read at the same indices. If the body `computes` functions, the arithmetic hides
    the stores, but too many prefetches at once would stall it: all inputs together then prefetch as
    much as one input does otherwise. There is a body for each of the `ways` to process a block."""
    sizes = out.shape
    hints = _hints(b, sizes, [out, *inputs])
    streams = [x for x in inputs if _same_shape(x, out)]
    if not streams or not _is_long(b, out, streams):
        yield from _nest(b, sizes, [], hints, ways)
        return
    d = _blocked_dimension(b, sizes)
    size, inside = sizes[d], product(sizes[d + 1 :])
    most = b.tuning.prefetch_block
    block = most >> (len(streams) - 1).bit_length() if computes else most
    block = max(block, most // 4, inside if isinstance(inside, int) else 1)
    step = block // inside if isinstance(inside, int) else block
    ahead = b.tuning.prefetch_elements // block * step
    rest: list[Ix] = [0] * (len(sizes) - d - 1)
    with b.loops(*sizes[:d], ceildiv(size, step)) as (*row, number):
        first = number * step
        for x in streams:
            _prefetch_block(b, x, [*row, first + ahead, *rest], block)
        whole = isinstance(size, int) and size % step == 0
        end = first + step
        bounds = (first, end if whole else [end, size]), *sizes[d + 1 :]
        yield from _nest(b, bounds, row, hints, ways)
        if not computes:
            _prefetch_block(b, out, [*row, end + ahead, *rest], block, write=True)


@contextmanager
def interleaved_run(b: KrnlBuilder, size: Ix, buffers: Sequence[Buffer]) -> Iterator[Ix]:
    """A loop over neighboring elements of buffers, with interleaved vectors if it may be long."""
    b.hints = _hints(b, [size], buffers)
    with b.loops(size) as (at,):
        b.hints = {}
        yield at


def _nest(
    b: KrnlBuilder,
    bounds: Sequence[Any],
    before: list[Ix],
    hints: dict[str, Attribute],
    ways: Ways | None,
) -> Iterator[list[Ix]]:
    for _ in (None,) if ways is None else ways(bounds, before):
        b.hints = hints
        with b.loops(*bounds) as at:
            b.hints = {}
            yield [*before, *at]


def _blocked_dimension(b: KrnlBuilder, sizes: Sequence[Ix]) -> int:
    """The dimension that is processed in blocks: the last one, or the one before it if the last has
    few elements, as in blocks of channels."""
    last, block = sizes[-1], b.tuning.prefetch_block
    few = isinstance(last, int) and 0 < last < block and block % last == 0
    return len(sizes) - 1 - (few and len(sizes) > 1)


def _prefetch_block(
    b: KrnlBuilder, x: Buffer, at: Sequence[Ix], size: int, write: bool = False
) -> None:
    if b.machine is None:
        return
    step = b.machine.line_bytes * 8 // memory_bits(x.element)
    with b.loops(size // step) as (line,):
        prefetch(b, x, [*at[:-1], at[-1] + line * step], write=write)


def _same_shape(x: Buffer, out: Buffer) -> bool:
    return x.rank == out.rank and all(
        p is q or (isinstance(p, int) and p == q) for p, q in zip(x.shape, out.shape, strict=True)
    )


def _is_long(b: KrnlBuilder, out: Buffer, streams: Sequence[Buffer]) -> bool:
    """False for rows that have, or may have, few blocks, and if the L2 cache holds everything that
    is read and written; an array of one unknown dimension counts as long."""
    if b.machine is None or not out.rank:
        return False
    size, count = product(out.shape[_blocked_dimension(b, out.shape) :]), out.size
    if size < 2 * b.tuning.prefetch_elements if isinstance(size, int) else out.rank > 1:
        return False
    bits = sum(memory_bits(x.element) for x in (out, *streams))
    return not isinstance(count, int) or count * bits > b.machine.l2_bytes * 8


def _hints(b: KrnlBuilder, sizes: Sequence[Ix], buffers: Sequence[Buffer]) -> dict[str, Attribute]:
    """Request interleaved vectors in a long loop: functions are long chains of dependent
    operations, and a processor looks ahead only so far. A loop of a single vector must not be
    unrolled before it is vectorized: otherwise the loop around it would be, which has strided
    accesses. For f16, LLVM does not see how cheap vectors are: it is told how many lanes to use."""
    if b.machine is None or not sizes:
        return {}
    last, lanes, together = sizes[-1], b.machine.lanes(32), b.tuning.chains
    if isinstance(last, int) and last < 4 * together * lanes:
        return NO_UNROLLING if len(sizes) > 1 and last == lanes else {}
    count = LoopInterleaveAttr(IntegerAttr(together, I32))
    narrow = any(x.element is F16 for x in buffers)
    width = LoopVectorizeAttr(width=IntegerAttr(lanes, I32)) if narrow else None
    return {"llvm.loop_annotation": LoopAnnotationAttr(vectorize=width, interleave=count)}
