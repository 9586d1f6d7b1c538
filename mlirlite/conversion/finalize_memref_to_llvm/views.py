"""memref.cast, reinterpret_cast, subview, view, transpose … → other descriptors of the same
buffer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    ALIGNED,
    ALLOCATED,
    OFFSET,
    SIZES,
    STRIDES,
    aligned_behind,
    element_pointer,
    layout_of,
    on_stack,
    pack,
    pointers_behind,
    unpack,
)
from mlirlite.conversion._llvm_ops import (
    binary,
    extract_value,
    gep,
    index_constant,
    insert_value,
    load,
    poison,
)
from mlirlite.conversion._llvm_types import LLVMTypes, types_of
from mlirlite.conversion.finalize_memref_to_llvm.table import (
    lower,
    lower_shapes,
    memref_type,
    result_type,
)
from mlirlite.dialects import llvm, memref
from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType, UnrankedMemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(memref.CastOp)
def lower_cast(op: memref.CastOp, rw: ConversionRewriter) -> Any:
    """No code between ranked memrefs; a descriptor on the stack for an unranked one."""
    source, target = op.operands[0].type, op.results[0].type
    value = rw.operand(0)
    types = types_of(rw)
    struct = rw.convert(target)
    match source, target:
        case MemRefType(), MemRefType():
            return (value,) if value.type is struct else rw.fail("the memory spaces differ")
        case MemRefType(), UnrankedMemRefType():
            pointer = on_stack(rw, value, types)
            return (pack(rw, struct, (index_constant(rw, source.rank, types), pointer)),)
        case UnrankedMemRefType(), MemRefType():
            return (load(rw, extract_value(rw, value, 1), struct),)
    return (value,)


@lower(memref.MemorySpaceCastOp)
def lower_memory_space_cast(op: memref.MemorySpaceCastOp, rw: ConversionRewriter) -> Any:
    """Both pointers in the other address space."""
    target = op.results[0].type
    if not isinstance(target, MemRefType):
        return rw.fail("unranked memrefs cannot change their memory space")
    struct = rw.convert(target)
    descriptor = rw.operand(0)
    parts = unpack(rw, descriptor)
    pointer = llvm.element_at(struct, (ALLOCATED,))
    if not isinstance(pointer, LLVMPointerType):
        return rw.fail("it has no pointers")
    for i in (ALLOCATED, ALIGNED):
        if parts[i].type is not pointer:
            parts[i] = create(rw, llvm.AddrSpaceCastOp, (parts[i],), pointer)
    found = poison(rw, struct)
    for i in (ALLOCATED, ALIGNED, OFFSET):
        found = insert_value(rw, found, parts[i], i)
    for i in range(target.rank):
        found = insert_value(rw, found, parts[3 + i], SIZES, i)
        found = insert_value(rw, found, parts[3 + target.rank + i], STRIDES, i)
    return (found,)


def _numbers(
    rw: ConversionRewriter, static: Sequence[int], dynamic: Iterator[Value], types: LLVMTypes
) -> list[Value]:
    """Constants, with operands for the dynamic ones."""
    return [next(dynamic) if n == DYNAMIC else index_constant(rw, n, types) for n in static]


@lower(memref.ReinterpretCastOp)
def lower_reinterpret_cast(op: memref.ReinterpretCastOp, rw: ConversionRewriter) -> Any:
    """The pointers of the source with the op's offset, sizes and strides."""
    target = result_type(op)
    types = types_of(rw)
    source, *rest = rw.operands
    struct = rw.convert(target)
    found = poison(rw, struct)
    if isinstance(op.operands[0].type, UnrankedMemRefType):
        allocated, aligned = pointers_behind(rw, source)
    else:
        allocated, aligned = (
            extract_value(rw, source, ALLOCATED),
            extract_value(rw, source, ALIGNED),
        )
    found = insert_value(rw, found, allocated, ALLOCATED)
    found = insert_value(rw, found, aligned, ALIGNED)
    counts = [len(op.offsets), len(op.sizes), len(op.strides)]
    offsets = iter(rest[: counts[0]])
    sizes = iter(rest[counts[0] : counts[0] + counts[1]])
    strides = iter(rest[counts[0] + counts[1] :])
    [offset] = _numbers(rw, op.static_offsets.value, offsets, types)
    found = insert_value(rw, found, offset, OFFSET)
    for i in range(target.rank):
        [size] = _numbers(rw, op.static_sizes.value[i : i + 1], sizes, types)
        found = insert_value(rw, found, size, SIZES, i)
        [stride] = _numbers(rw, op.static_strides.value[i : i + 1], strides, types)
        found = insert_value(rw, found, stride, STRIDES, i)
    return (found,)


def _rebased(
    rw: ConversionRewriter,
    source: Value,
    target: MemRefType,
    offset: Value,
    sizes: Sequence[Value],
    strides: Sequence[Value],
) -> Value:
    """The pointers of a descriptor with other offset, sizes and strides."""
    found = poison(rw, rw.convert(target))
    found = insert_value(rw, found, extract_value(rw, source, ALLOCATED), ALLOCATED)
    found = insert_value(rw, found, extract_value(rw, source, ALIGNED), ALIGNED)
    found = insert_value(rw, found, offset, OFFSET)
    for i, (size, stride) in enumerate(zip(sizes, strides, strict=True)):
        found = insert_value(rw, found, size, SIZES, i)
        found = insert_value(rw, found, stride, STRIDES, i)
    return found


def _source_strides(
    rw: ConversionRewriter, source: Value, type: MemRefType, types: LLVMTypes
) -> list[Value]:
    strides = layout_of(type)[0]
    return [
        extract_value(rw, source, STRIDES, i) if s == DYNAMIC else index_constant(rw, s, types)
        for i, s in enumerate(strides)
    ]


def _source_offset(
    rw: ConversionRewriter, source: Value, type: MemRefType, types: LLVMTypes
) -> Value:
    offset = layout_of(type)[1]
    return (
        extract_value(rw, source, OFFSET)
        if offset == DYNAMIC
        else index_constant(rw, offset, types)
    )


def _product(rw: ConversionRewriter, a: Value, b: Value) -> Value:
    return binary(rw, llvm.MulOp, a, b)


@lower_shapes(memref.SubViewOp)
def lower_subview(op: memref.SubViewOp, rw: ConversionRewriter) -> Any:
    """offset + Σ offsetᵢ · strideᵢ, and strides times steps; known parts are constants."""
    type, target = memref_type(op.operands[0]), result_type(op)
    types = types_of(rw)
    strides, offset = layout_of(target)
    kept = _kept_dimensions(op, target)
    if kept is None:
        return rw.fail("which dimensions are dropped is not clear")
    source, *rest = rw.operands
    counts = [len(op.offsets), len(op.sizes), len(op.strides)]
    dynamic_offsets = iter(rest[: counts[0]])
    dynamic_sizes = iter(rest[counts[0] : counts[0] + counts[1]])
    dynamic_steps = iter(rest[counts[0] + counts[1] :])
    if offset == DYNAMIC:
        place = _source_offset(rw, source, type, types)
        source_strides = _source_strides(rw, source, type, types)
        for step, stride in zip(op.static_offsets.value, source_strides, strict=True):
            if step == 0:
                continue
            number = next(dynamic_offsets) if step == DYNAMIC else index_constant(rw, step, types)
            place = binary(rw, llvm.AddOp, place, _product(rw, number, stride))
    else:
        place = index_constant(rw, offset, types)
        source_strides = _source_strides(rw, source, type, types) if DYNAMIC in strides else []
    sizes = _numbers(rw, op.static_sizes.value, dynamic_sizes, types)
    found_strides: list[Value] = []
    steps = op.static_strides.value
    for i, step in enumerate(steps):
        moved = next(dynamic_steps) if step == DYNAMIC else None
        if i not in kept:
            continue
        known = strides[kept.index(i)]
        if known != DYNAMIC:
            found_strides.append(index_constant(rw, known, types))
        elif step == 1:
            found_strides.append(source_strides[i])
        else:
            factor = moved if moved is not None else index_constant(rw, step, types)
            found_strides.append(_product(rw, source_strides[i], factor))
    found_sizes = [sizes[i] for i in kept]
    return (_rebased(rw, source, target, place, found_sizes, found_strides),)


def _kept_dimensions(op: memref.SubViewOp, target: MemRefType) -> list[int] | None:
    """The dimensions of the source that the result has: all, or those that are not dropped unit
    dimensions."""
    sizes = op.static_sizes.value
    kept: list[int] = []
    wanted = list(target.shape)
    surplus = len(sizes) - len(wanted)
    for i, size in enumerate(sizes):
        rest = len(sizes) - i
        matches = len(kept) < len(wanted) and wanted[len(kept)] == size
        if matches and not (
            size == 1
            and surplus
            and rest > len(wanted) - len(kept)
            and _stride_says_drop(op, target, i, len(kept))
        ):
            kept.append(i)
        elif size == 1 and surplus:
            surplus -= 1
        else:
            return None
    return kept if len(kept) == len(wanted) else None


def _stride_says_drop(op: memref.SubViewOp, target: MemRefType, i: int, place: int) -> bool:
    """If there are several unit dimensions, the strides tell which one stays."""
    source = layout_of(memref_type(op.operands[0]))[0][i]
    wanted = layout_of(target)[0][place]
    step = op.static_strides.value[i]
    if DYNAMIC in (source, wanted, step):
        return False
    return bool(source * step != wanted)


def _groups(op: Operation) -> list[list[int]]:
    attribute = op.properties["reassociation"]
    groups = attribute if isinstance(attribute, ArrayAttr) else ()
    return [
        [n.value for n in group if isinstance(n, IntegerAttr)]
        for group in groups
        if isinstance(group, ArrayAttr)
    ]


@lower_shapes(memref.ExpandShapeOp)
def lower_expand_shape(op: memref.ExpandShapeOp, rw: ConversionRewriter) -> Any:
    """The last dimension of a group has the source's stride, each one before it stride times
    size."""
    type, target = memref_type(op.operands[0]), result_type(op)
    types = types_of(rw)
    known, _ = layout_of(target)
    source, *dynamic = rw.operands
    rest = iter(dynamic)
    sizes = _numbers(rw, op.static_output_shape.value, rest, types)
    strides: list[Value] = [sizes[0]] * target.rank if sizes else []
    for i, group in enumerate(_groups(op)):
        stride = layout_of(type)[0][i]
        running = (
            extract_value(rw, source, STRIDES, i)
            if stride == DYNAMIC
            else index_constant(rw, stride, types)
        )
        for d in reversed(group):
            strides[d] = running if known[d] == DYNAMIC else index_constant(rw, known[d], types)
            if d != group[0]:
                running = _product(rw, strides[d], sizes[d])
    if not _groups(op):
        strides = [index_constant(rw, s, types) for s in known]
    offset = _source_offset(rw, source, type, types)
    return (_rebased(rw, source, target, offset, sizes, strides),)


@lower_shapes(memref.CollapseShapeOp)
def lower_collapse_shape(op: memref.CollapseShapeOp, rw: ConversionRewriter) -> Any:
    """The size of a group is the product of its sizes, the stride that of its last dimension."""
    type, target = memref_type(op.operands[0]), result_type(op)
    types = types_of(rw)
    known, _ = layout_of(target)
    source = rw.operand(0)
    sizes: list[Value] = []
    strides: list[Value] = []
    for i, group in enumerate(_groups(op)):
        if target.shape[i] != DYNAMIC:
            sizes.append(index_constant(rw, target.shape[i], types))
        else:
            parts = [
                extract_value(rw, source, SIZES, d)
                if type.shape[d] == DYNAMIC
                else index_constant(rw, type.shape[d], types)
                for d in group
            ]
            size = parts[0]
            for part in parts[1:]:
                size = _product(rw, size, part)
            sizes.append(size)
        if known[i] != DYNAMIC:
            strides.append(index_constant(rw, known[i], types))
        else:
            # A trailing dimension of size 1 may have any stride; the last one of another size
            # counts.
            last = next((d for d in reversed(group) if type.shape[d] != 1), group[-1])
            strides.append(extract_value(rw, source, STRIDES, last))
    offset = _source_offset(rw, source, type, types)
    return (_rebased(rw, source, target, offset, sizes, strides),)


@lower(memref.TransposeOp)
def lower_transpose(op: memref.TransposeOp, rw: ConversionRewriter) -> Any:
    """Sizes and strides in another order."""
    target = result_type(op)
    source = rw.operand(0)
    if op.permutation.map.is_identity:
        return (source,)
    found = poison(rw, rw.convert(target))
    for i in (ALLOCATED, ALIGNED, OFFSET):
        found = insert_value(rw, found, extract_value(rw, source, i), i)
    for i, result in enumerate(op.permutation.map.results):
        if not isinstance(result, AffineDim):
            return rw.fail("its map is not a permutation")
        found = insert_value(rw, found, extract_value(rw, source, SIZES, result.position), SIZES, i)
        found = insert_value(
            rw, found, extract_value(rw, source, STRIDES, result.position), STRIDES, i
        )
    return (found,)


@lower(memref.ViewOp)
def lower_view(op: memref.ViewOp, rw: ConversionRewriter) -> Any:
    """Another element type and shape at a byte offset; the allocated pointer stays."""
    target = result_type(op)
    strides, offset = layout_of(target)
    if offset or (strides and strides[-1] != 1):
        return rw.fail("a view with an offset or without contiguous elements")
    types = types_of(rw)
    source, shift, *dynamic = rw.operands
    found = poison(rw, rw.convert(target))
    found = insert_value(rw, found, extract_value(rw, source, ALLOCATED), ALLOCATED)
    pointer = extract_value(rw, source, ALIGNED)
    element = rw.convert(memref_type(op.operands[0]).element_type)
    found = insert_value(rw, found, gep(rw, pointer, element, (shift,)), ALIGNED)
    found = insert_value(rw, found, index_constant(rw, 0, types), OFFSET)
    positions = {d: i for i, d in enumerate(d for d, n in enumerate(target.shape) if n == DYNAMIC)}
    stride: Value | None = None
    next_size: Value | None = None
    for i in reversed(range(target.rank)):
        size = (
            dynamic[positions[i]] if i in positions else index_constant(rw, target.shape[i], types)
        )
        found = insert_value(rw, found, size, SIZES, i)
        if strides[i] != DYNAMIC:
            stride = index_constant(rw, strides[i], types)
        elif next_size is not None:
            stride = next_size if stride is None else _product(rw, stride, next_size)
        else:
            stride = index_constant(rw, 1, types)
        found = insert_value(rw, found, stride, STRIDES, i)
        next_size = size
    return (found,)


@lower(memref.ReshapeOp)
def lower_reshape(op: memref.ReshapeOp, rw: ConversionRewriter) -> Any:
    """Sizes from the elements of the shape, row-major strides."""
    target = op.results[0].type
    if not isinstance(target, MemRefType):
        return rw.fail("a result of unknown rank")
    types = types_of(rw)
    source, shape = rw.operands
    shape_type = memref_type(op.operands[1])
    found = poison(rw, rw.convert(target))
    if isinstance(op.operands[0].type, UnrankedMemRefType):
        allocated, aligned = pointers_behind(rw, source)
    else:
        allocated, aligned = (
            extract_value(rw, source, ALLOCATED),
            extract_value(rw, source, ALIGNED),
        )
    found = insert_value(rw, found, allocated, ALLOCATED)
    found = insert_value(rw, found, aligned, ALIGNED)
    found = insert_value(rw, found, index_constant(rw, 0, types), OFFSET)
    strides, _ = layout_of(target)
    stride: Value | None = None
    for i in reversed(range(target.rank)):
        if strides[i] != DYNAMIC or stride is None:
            stride = index_constant(rw, 1 if strides[i] == DYNAMIC else strides[i], types)
        if target.shape[i] == DYNAMIC:
            place = index_constant(rw, i, types)
            pointer = element_pointer(rw, shape, shape_type, (place,), types)
            size = load(rw, pointer, rw.convert(shape_type.element_type))
        else:
            size = index_constant(rw, target.shape[i], types)
        found = insert_value(rw, found, size, SIZES, i)
        found = insert_value(rw, found, stride, STRIDES, i)
        stride = _product(rw, stride, size)
    return (found,)


@lower(memref.ExtractStridedMetadataOp)
def lower_extract_strided_metadata(
    op: memref.ExtractStridedMetadataOp, rw: ConversionRewriter
) -> Any:
    """The buffer as a memref without dimensions, and the parts of the descriptor."""
    descriptor = rw.operand(0)
    type = memref_type(op.operands[0])
    types = types_of(rw)
    allocated, aligned = (
        extract_value(rw, descriptor, ALLOCATED),
        extract_value(rw, descriptor, ALIGNED),
    )
    base = poison(rw, rw.convert(op.results[0].type))
    base = insert_value(rw, base, allocated, ALLOCATED)
    base = insert_value(rw, base, aligned, ALIGNED)
    base = insert_value(rw, base, index_constant(rw, 0, types), OFFSET)
    found = [base, extract_value(rw, descriptor, OFFSET)]
    found += [extract_value(rw, descriptor, SIZES, i) for i in range(type.rank)]
    return found + [extract_value(rw, descriptor, STRIDES, i) for i in range(type.rank)]


@lower(memref.ExtractAlignedPointerAsIndexOp)
def lower_extract_aligned_pointer(
    op: memref.ExtractAlignedPointerAsIndexOp, rw: ConversionRewriter
) -> Any:
    """The aligned pointer as a number."""
    descriptor = rw.operand(0)
    if isinstance(op.operands[0].type, UnrankedMemRefType):
        pointer = aligned_behind(rw, descriptor)
    else:
        pointer = extract_value(rw, descriptor, ALIGNED)
    return (create(rw, llvm.PtrToIntOp, (pointer,), types_of(rw).index),)
