"""What exceeds the caches, and is therefore prefetched, or written by non-temporal stores: what is
much larger than the L2 cache is evicted before it is read again, and a line that is only written
need not be read first.

A copy of 32 MB takes two thirds of the time, and together with a loop that then reads it four
fifths; after one of 4 MB, which the last-level cache still holds, such a loop waits longer than was
gained.
"""

from __future__ import annotations

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import memory_bits
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import memref
from mlirlite.ir.constants import bit_width
from mlirlite.ir.types import INDEX


def goes_past_caches(b: KrnlBuilder, out: Buffer, lanes: int) -> Scalar | None:
    """Whether a result is stored non-temporally: it is large, and aligned to a vector of so many
    lanes. None if it is known not to be."""
    width = memory_bits(out.element)
    if b.machine is None:
        return None
    least, count = b.tuning.nontemporal_l2s * b.machine.l2_bytes * 8 // width, out.size
    if isinstance(count, int) and count < least:
        return None
    address = b.emit(memref.ExtractAlignedPointerAsIndexOp, (out.value,), type=INDEX)
    past = b.test("eq", b.index_of(address) % (lanes * width // 8), 0)
    return past if isinstance(count, int) else past & b.test("sge", count, least)


def is_beyond_caches(b: KrnlBuilder, x: Buffer) -> bool:
    """True if a buffer exceeds the L2 cache, or may exceed it."""
    if b.machine is None:
        return False
    count = x.size
    return not isinstance(count, int) or count * bit_width(x.element) > b.machine.l2_bytes * 8
