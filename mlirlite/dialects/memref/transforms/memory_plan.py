"""Puts buffers into one arena; buffers that are not live at the same time share memory.

%a = memref.alloc() : memref<8xf32> … memref.dealloc %a
-->  %arena = memref.alloc() : memref<64xi8>; %a = memref.view %arena[%c0][] …
"""

from __future__ import annotations

from dataclasses import dataclass

from mlirlite.dialects import arith
from mlirlite.dialects.memref.allocation import AllocOp, DeallocOp
from mlirlite.dialects.memref.views import ViewOp
from mlirlite.ir.attributes import IntegerAttr, i64_attr
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import element_size
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I8, INDEX, FloatType, IntegerType, MemRefType
from mlirlite.passes.compiler_pass import PassState, compiler_pass

ALIGNMENT = 64
"""The alignment of offsets in the arena, unless a buffer needs more."""
_MOST_BYTES = 1 << 47
"""The address space of a process. A larger buffer stays an allocation of its own, which fails when
it is reached; an arena with it would have a size that wraps around."""


@dataclass(slots=True)
class _Buffer:
    alloc: Operation
    dealloc: Operation
    size: int
    begin: int
    end: int
    offset: int = 0


@compiler_pass("memory-plan", anchor="func.func")
def memory_plan(function: Operation, state: PassState, *, least_buffers: int = 16) -> None:
    """Allocate the buffers of a function as one arena.

    It applies to buffers of constant size that a function allocates and frees in its entry block;
    two that are not live at the same time may share memory. Run it after deallocations are
    inserted, and after passes that assume that allocations are disjoint.

    least_buffers: leave functions with fewer buffers as they are
    """
    if not isinstance(function, FunctionLike) or function.is_declaration:
        return
    block = function.regions[0].entry
    buffers = _buffers(block) if block is not None else []
    if block is None or len(buffers) < max(least_buffers, 1):
        return
    size = _place(buffers)
    state.count("buffers", len(buffers))
    state.count("bytes of the arenas", size)
    state.count("bytes of all buffers", sum(b.size for b in buffers))
    _replace(buffers, size)


def planned_buffers(function: Operation) -> list[tuple[Operation, int, int, int, int]]:
    """The buffers that the pass would move to the arena: the allocation, its bytes, its offset, and
    the numbers of the ops between which it is live."""
    if not isinstance(function, FunctionLike) or function.is_declaration:
        return []
    buffers = _buffers(function.regions[0].entry)
    if buffers:
        _place(buffers)
    return [(b.alloc, b.size, b.offset, b.begin, b.end) for b in buffers]


def _buffers(block: Block) -> list[_Buffer]:
    order = {op: n for n, op in enumerate(block)}
    found = []
    for op in block:
        if not isinstance(op, AllocOp) or static_bytes(op) is None:
            continue
        frees = [u for u in op.results[0].users if isinstance(u, DeallocOp)]
        if len(frees) == 1 and frees[0].parent is block:
            size = static_bytes(op) or 0
            found.append(_Buffer(op, frees[0], size, order[op], order[frees[0]]))
    return found


def static_bytes(op: AllocOp) -> int | None:
    """Bytes to set aside for a buffer, a multiple of ALIGNMENT; None for what cannot be part of an
    arena."""
    type = op.memref.type
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        return None
    if type.layout is not None or type.memory_space is not None:
        return None
    element = type.element_type
    if not isinstance(element, (IntegerType, FloatType)) and element is not INDEX:
        return None
    stated = op.attribute("alignment")
    if isinstance(stated, IntegerAttr) and stated.value > ALIGNMENT:
        return None
    size = type.num_elements * element_size(element)
    return -(-size // ALIGNMENT) * ALIGNMENT if size < _MOST_BYTES else None


def planned_bytes(module: Operation) -> int:
    """Bytes of constant size that the functions of a module allocate and free: after memory-plan,
    those of the arenas."""
    return sum(
        static_bytes(op) or 0
        for op in module.walk()
        if isinstance(op, AllocOp) and any(isinstance(u, DeallocOp) for u in op.results[0].users)
    )


def _place(buffers: list[_Buffer]) -> int:
    """Give each buffer its offset, large ones first, each as low as possible; returns the total
    size."""
    placed: list[_Buffer] = []
    for buffer in sorted(buffers, key=lambda b: (-b.size, b.begin)):
        others = [o for o in placed if o.begin < buffer.end and buffer.begin < o.end]
        at = 0
        for other in sorted(others, key=lambda o: o.offset):
            if other.offset - at >= buffer.size:
                break
            at = max(at, other.offset + other.size)
        buffer.offset = at
        placed.append(buffer)
    return max(b.offset + b.size for b in buffers)


def _replace(buffers: list[_Buffer], size: int) -> None:
    first = min(buffers, key=lambda b: b.begin).alloc
    last = max(buffers, key=lambda b: b.end).dealloc
    b = Builder.before_op(first)
    type = MemRefType((max(size, 1),), I8)
    arena = b.insert(AllocOp((), (), memref=type, alignment=i64_attr(ALIGNMENT))).results[0]
    for buffer in buffers:
        b = Builder.before_op(buffer.alloc)
        shift = b.insert(arith.ConstantOp(IntegerAttr(buffer.offset, INDEX))).results[0]
        old = buffer.alloc.results[0]
        view = b.insert(ViewOp.create((arena, shift), (old.type,))).results[0]
        if buffer.dealloc is last:
            Builder.before_op(last).insert(DeallocOp.create((arena,)))
        buffer.dealloc.erase()
        old.replace_all_uses_with(view)
        buffer.alloc.erase()
