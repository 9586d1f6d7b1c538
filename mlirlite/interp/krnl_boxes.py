"""Values other than tensors in krnl: a string is Python `bytes` without the final zero, a box is a
separate memref."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.dialects import krnl
from mlirlite.dialects.krnl.boxes import UI8
from mlirlite.interp.machine import Machine, evaluate
from mlirlite.interp.memory import MemRef
from mlirlite.interp.values import POISON, Undefined
from mlirlite.ir.types import I64


@evaluate(krnl.ArenaOp)
def run_arena(m: Machine, op: krnl.ArenaOp) -> MemRef:
    """The head of an empty list. Memory of an arena lives as long as it is referred to."""
    arena = MemRef.allocate((1,), I64)
    arena.store((0,), 0)
    return arena


@evaluate(krnl.ArenaFreeOp)
def run_arena_free(m: Machine, op: krnl.ArenaFreeOp) -> None:
    """Free the arena."""
    arena = m[op.arena]
    arena.at((0,))
    arena.buffer.freed = True


@evaluate(krnl.ArenaAllocOp)
def run_arena_alloc(m: Machine, op: krnl.ArenaAllocOp) -> MemRef:
    """Bytes that were not written yet."""
    m[op.arena].at((0,))
    return MemRef.allocate((m[op.size],), UI8)


@evaluate(krnl.StringOfOp)
def run_string_of(m: Machine, op: krnl.StringOfOp) -> bytes:
    """The bytes up to the zero."""
    memory = m[op.bytes]
    found = bytearray()
    for i in range(m[op.offset], memory.sizes[0] + 1):
        byte = memory.load((i,))
        if byte is POISON:
            raise Undefined(f"reads byte {i} of a string, which was never written")
        if byte == 0:
            break
        found.append(byte)
    return bytes(found)


@evaluate(krnl.StringBytesOp)
def run_string_bytes(m: Machine, op: krnl.StringBytesOp) -> MemRef:
    """The bytes as memory."""
    return MemRef.of(np.frombuffer(m[op.str], np.uint8), UI8)


@evaluate(krnl.BoxOp)
def run_box(m: Machine, op: krnl.BoxOp) -> MemRef:
    """A copy."""
    m[op.arena].at((0,))
    source = m[op.input]
    copy = MemRef.allocate(source.sizes, source.element_type)
    copy.copy_from(source)
    return copy


@evaluate(krnl.UnboxOp)
def run_unbox(m: Machine, op: krnl.UnboxOp) -> MemRef:
    """The value in the box; sizes of zero for another rank."""
    found: MemRef = m[op.box]
    rank = len(op.output.type.shape)
    return found if len(found.sizes) == rank else found.with_view(0, (0,) * rank, (1,) * rank)


@evaluate(krnl.MayOverwriteOp)
def run_may_overwrite(m: Machine, op: krnl.MayOverwriteOp) -> int:
    """No caller of the interpreter wants it."""
    return 0


@evaluate(krnl.OwnedOp)
def run_owned(m: Machine, op: krnl.OwnedOp) -> Any:
    """The same buffer."""
    return m.raw(op.buffer)
