"""Evaluation of the ops of memref."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from mlirlite.dialects import memref
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.interp.combine import combine_atomic
from mlirlite.interp.machine import Enter, Leave, Machine, evaluate
from mlirlite.interp.memory import MemRef, bytes_of, row_major
from mlirlite.interp.values import POISON, Undefined, check_index, constant
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.support.diagnostics import DiagnosticError

Steps = Generator[Enter, Leave, Any]


@evaluate(memref.AllocOp, memref.AllocaOp)
def run_alloc(m: Machine, op: memref.AllocOp | memref.AllocaOp) -> MemRef:
    """New memory."""
    type = op.memref.type
    return allocate(type, m.all(op.dynamicSizes), op)


def allocate(type: MemRefType, dynamic: Sequence[int], op: Operation) -> MemRef:
    """New memory of a memref type whose unknown sizes are these."""
    given = iter(dynamic)
    sizes = [next(given) if n == DYNAMIC else n for n in type.shape]
    layout = strides_and_offset(type)
    if type.layout is None:
        return MemRef.allocate(sizes, type.element_type)
    if layout is None or DYNAMIC in layout[0] or layout[1] == DYNAMIC:
        raise DiagnosticError(op.error("with a layout that is not strided cannot be evaluated"))
    if layout[1]:
        raise DiagnosticError(op.error("with an offset in its layout cannot be evaluated"))
    return MemRef.allocate(sizes, type.element_type, layout[0])


@evaluate(memref.DeallocOp)
def run_dealloc(m: Machine, op: memref.DeallocOp) -> None:
    """The memory is freed; using it is undefined behavior."""
    buffer = m[op.memref].buffer
    if buffer.freed:
        raise Undefined("frees a buffer that was freed")
    buffer.freed = True


@evaluate(memref.ReallocOp)
def run_realloc(m: Machine, op: memref.ReallocOp) -> MemRef:
    """Memory of another size with the same first elements; the old memory is freed."""
    old = m[op.source]
    dynamic = [] if op.dynamicResultSize is None else [m[op.dynamicResultSize]]
    new = allocate(op.result.type, dynamic, op)
    for i in range(min(old.sizes[0], new.sizes[0])):
        new.store((i,), old.load((i,)))
    old.buffer.freed = True
    return new


@evaluate(memref.LoadOp)
def run_load(m: Machine, op: memref.LoadOp) -> Any:
    """An element."""
    return m[op.memref].load(m.all(op.indices))


@evaluate(memref.StoreOp)
def run_store(m: Machine, op: memref.StoreOp) -> None:
    """An element is written."""
    m[op.memref].store(m.all(op.indices), m.raw(op.value))


@evaluate(memref.CopyOp)
def run_copy(m: Machine, op: memref.CopyOp) -> None:
    """All elements are written."""
    m[op.target].copy_from(m[op.source])


@evaluate(memref.PrefetchOp)
def run_prefetch(m: Machine, op: memref.PrefetchOp) -> None:
    """Nothing."""


@evaluate(memref.GetGlobalOp)
def run_get_global(m: Machine, op: memref.GetGlobalOp) -> MemRef:
    """The memory of a global, the same every time."""
    name = op.name_.root
    key = ("memref.global", name)
    if key not in m.globals:
        known: Any = m.symbol(name)
        memory = MemRef.allocate(known.type.shape, known.type.element_type)
        if known.initial_value is not None and not isinstance(known.initial_value, UnitAttr):
            array = constant(known.initial_value, known.type)
            memory = MemRef.of(array, known.type.element_type)
        m.globals[key] = memory
    found: MemRef = m.globals[key]
    return found


@evaluate(memref.AtomicRMWOp)
def run_atomic_rmw(m: Machine, op: memref.AtomicRMWOp) -> Any:
    """An element is combined with a value; the op's result is the old value."""
    memory, indices = m[op.memref], m.all(op.indices)
    old = memory.load(indices)
    memory.store(indices, combine_atomic(op.kind.name, old, m[op.value], op.result.type))
    return old


@evaluate(memref.GenericAtomicRMWOp)
def run_generic_atomic_rmw(m: Machine, op: memref.GenericAtomicRMWOp) -> Steps:
    """An element is replaced by the result of a region; the op's result is the old value."""
    memory, indices = m[op.memref], m.all(op.indices)
    old = memory.load(indices)
    done = yield Enter(op.atomic_body, [old])
    memory.store(indices, done.values[0])
    return [old]


@evaluate(memref.AllocaScopeOp)
def run_alloca_scope(m: Machine, op: memref.AllocaScopeOp) -> Steps:
    """The region, once."""
    done = yield Enter(op.bodyRegion)
    return done.values


@evaluate(memref.CastOp)
def run_cast(m: Machine, op: memref.CastOp) -> MemRef:
    """The same memory; undefined behavior if it does not match the type."""
    found: MemRef = m[op.source]
    check_type(found, op.dest.type)
    return found


def check_type(found: MemRef, type: Any) -> None:
    """Undefined behavior unless a memref has the sizes, strides and offset of a type."""
    if not isinstance(type, MemRefType):
        return
    if len(found.sizes) != type.rank:
        raise Undefined(f"casts a memref of rank {len(found.sizes)} to '{type}'")
    layout = strides_and_offset(type)
    pairs = list(zip(type.shape, found.sizes, strict=True))
    if layout is not None and 0 not in found.sizes:
        strides = zip(layout[0], found.strides, found.sizes, strict=True)
        pairs += [(w, h) for w, h, size in strides if size != 1]
        pairs.append((layout[1], found.offset))
    if any(want not in (DYNAMIC, have) for want, have in pairs):
        raise Undefined(
            f"casts a memref of sizes {list(found.sizes)}, strides {list(found.strides)} and "
            f"offset {found.offset} to '{type}'"
        )


@evaluate(memref.MemorySpaceCastOp)
def run_memory_space_cast(m: Machine, op: memref.MemorySpaceCastOp) -> Any:
    """The same memory."""
    return m[op.source]


@evaluate(memref.AssumeAlignmentOp)
def run_assume_alignment(m: Machine, op: memref.AssumeAlignmentOp) -> Any:
    """The same memory."""
    return m[op.memref]


@evaluate(memref.DistinctObjectsOp)
def run_distinct_objects(m: Machine, op: memref.DistinctObjectsOp) -> Any:
    """The same memrefs; undefined behavior when two are the same memory."""
    found = m.all(op.operands)
    if len({id(v.buffer) for v in found}) != len(found):
        raise Undefined("is given the same memory twice")
    return found[0] if len(found) == 1 else found


@evaluate(memref.DimOp)
def run_dim(m: Machine, op: memref.DimOp) -> int:
    """A size."""
    sizes, at = m[op.source].sizes, m[op.index]
    check_index(at, len(sizes), 0)
    return int(sizes[at])


@evaluate(memref.RankOp)
def run_rank(m: Machine, op: memref.RankOp) -> int:
    """The number of sizes."""
    return len(m[op.memref].sizes)


@evaluate(memref.ReinterpretCastOp)
def run_reinterpret_cast(m: Machine, op: memref.ReinterpretCastOp) -> MemRef:
    """The same buffer with another offset, sizes and strides."""
    offset, sizes, strides = map(
        m.numbers, (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    )  # fmt: skip
    found: MemRef = m[op.source]
    return found.with_view(offset[0], sizes, strides)


@evaluate(memref.SubViewOp)
def run_subview(m: Machine, op: memref.SubViewOp) -> MemRef:
    """A part of a memref; undefined behavior when it is not inside."""
    found: MemRef = m[op.source]
    offsets, sizes, strides = map(
        m.numbers, (op.mixed_offsets, op.mixed_sizes, op.mixed_strides)
    )  # fmt: skip
    for d, (start, count, step) in enumerate(zip(offsets, sizes, strides, strict=True)):
        if count > 0:
            check_index(start, found.sizes[d], d)
            check_index(start + (count - 1) * step, found.sizes[d], d)
    where = found.offset + sum(map(math.prod, zip(offsets, found.strides, strict=True)))
    scaled = list(map(math.prod, zip(strides, found.strides, strict=True)))
    dims = op.kept_dims()
    kept = range(len(sizes)) if dims is None else dims
    return found.with_view(where, [sizes[d] for d in kept], [scaled[d] for d in kept])


@evaluate(memref.ReshapeOp)
def run_reshape(m: Machine, op: memref.ReshapeOp) -> MemRef:
    """The same contiguous memory with the sizes of a buffer."""
    shape, found = m[op.shape], m[op.source]
    sizes = [shape.load((i,)) for i in range(shape.sizes[0])]
    if POISON in sizes or math.prod(sizes) != math.prod(found.sizes):
        raise Undefined(f"reshapes sizes {list(found.sizes)} to {sizes}")
    view: MemRef = found.with_view(found.offset, sizes, row_major(sizes))
    return view


@evaluate(memref.ExpandShapeOp)
def run_expand_shape(m: Machine, op: memref.ExpandShapeOp) -> MemRef:
    """Dimensions are split."""
    found: MemRef = m[op.src]
    given = iter(m.all(op.output_shape))
    sizes = [next(given) if n == DYNAMIC else n for n in op.static_output_shape]
    strides = [0] * len(sizes)
    for d, group in enumerate(op.groups):
        step = found.strides[d]
        for i in reversed(group):
            strides[i] = step
            step *= sizes[i]
        if math.prod(sizes[i] for i in group) != found.sizes[d]:
            raise Undefined(f"expands size {found.sizes[d]} to {[sizes[i] for i in group]}")
    return found.with_view(found.offset, sizes, strides)


@evaluate(memref.CollapseShapeOp)
def run_collapse_shape(m: Machine, op: memref.CollapseShapeOp) -> MemRef:
    """Dimensions that follow each other in memory become one."""
    found: MemRef = m[op.src]
    sizes, strides = [], []
    for group in op.groups:
        kept = [d for d in group if found.sizes[d] != 1] or list(group[-1:])
        for a, b in pairwise(kept):
            if found.strides[a] != found.strides[b] * found.sizes[b]:
                raise Undefined(f"collapses dimensions {a} and {b}, which are not contiguous")
        sizes.append(math.prod(found.sizes[d] for d in group))
        strides.append(found.strides[kept[-1]])
    return found.with_view(found.offset, sizes, strides)


@evaluate(memref.TransposeOp)
def run_transpose(m: Machine, op: memref.TransposeOp) -> MemRef:
    """The dimensions in another order."""
    found: MemRef = m[op.in_]
    order = [r.position for r in op.permutation.map.results if isinstance(r, AffineDim)]
    return found.with_view(
        found.offset, [found.sizes[d] for d in order], [found.strides[d] for d in order]
    )


@evaluate(memref.ViewOp)
def run_view(m: Machine, op: memref.ViewOp) -> MemRef:
    """Bytes as elements of another type."""
    found, type = m[op.source], op.result.type
    given = iter(m.all(op.sizes))
    sizes = [next(given) if n == DYNAMIC else n for n in type.shape]
    shift = m[op.byte_shift]
    if shift < 0 or shift + math.prod(sizes) * bytes_of(type.element_type) > found.sizes[0]:
        raise Undefined(f"views {sizes} elements at byte {shift} of {found.sizes[0]}")
    view: MemRef = replace(
        found,
        element_type=type.element_type,
        sizes=tuple(sizes),
        strides=row_major(sizes),
        offset=0,
        start=found.start + found.offset + shift,
    )
    return view


@evaluate(memref.ExtractStridedMetadataOp)
def run_extract_strided_metadata(m: Machine, op: memref.ExtractStridedMetadataOp) -> list[Any]:
    """The buffer, offset, sizes and strides."""
    found: MemRef = m[op.source]
    return [found.with_view(0, (), ()), found.offset, *found.sizes, *found.strides]


@evaluate(memref.ExtractAlignedPointerAsIndexOp)
def run_extract_aligned_pointer(m: Machine, op: memref.ExtractAlignedPointerAsIndexOp) -> Any:
    """Memory of the evaluator has no address."""
    raise DiagnosticError(op.error("cannot be evaluated: memory has no address here"))
