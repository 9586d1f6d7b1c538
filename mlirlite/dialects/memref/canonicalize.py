"""Canonical forms of memref: constant sizes become static, casts are folded into their users, dead
buffers are removed."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import Mixed, constant_number, number_of, split
from mlirlite.dialects.memref import _canonical_reshapes, _canonical_views
from mlirlite.dialects.memref._canonical_views import replace_view
from mlirlite.dialects.memref._layout import type_of_dims
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp, DeallocOp, ReallocOp
from mlirlite.dialects.memref.atomic import (
    AllocaScopeOp,
    AtomicRMWOp,
    DmaStartOp,
    DmaWaitOp,
    GenericAtomicRMWOp,
)
from mlirlite.dialects.memref.casts import (
    CastOp,
    ReinterpretCastOp,
    cast_compatible,
    cast_source,
)
from mlirlite.dialects.memref.memory import CopyOp, LoadOp, StoreOp
from mlirlite.dialects.memref.metadata import ExtractStridedMetadataOp
from mlirlite.dialects.memref.prefetch import PrefetchOp
from mlirlite.dialects.memref.views import DimOp, SubViewOp, ViewOp
from mlirlite.ir.interfaces import MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AutomaticAllocationScope,
    NoMemoryEffect,
    Pure,
    RecursiveMemoryEffects,
    Terminator,
)
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, folding

__all__ = ["_canonical_reshapes", "_canonical_views"]


def _known(mixed: Sequence[Mixed], least: int) -> list[Mixed]:
    """Values that are constants, no smaller than `least`, as numbers."""
    found: list[Mixed] = []
    for entry in mixed:
        number = constant_number(entry) if isinstance(entry, Value) else None
        found.append(entry if number is None or number < least else number)
    return found


# Casts


@folding
def cast_into_user(
    op: (
        LoadOp
        | StoreOp
        | DeallocOp
        | PrefetchOp
        | DimOp
        | AtomicRMWOp
        | DmaStartOp
        | DmaWaitOp
        | CastOp
    ),
    rw: Rewriter,
) -> bool | None:
    """load(cast(m)) --> load(m), for every op that takes any layout"""
    changed = False
    for i, operand in enumerate(op.operands):
        source = cast_source(operand)
        if source is None or (isinstance(op, StoreOp) and i == 0):
            continue
        if isinstance(op, CastOp) and not cast_compatible(source.type, op.dest.type):
            continue
        with rw.modify(op):
            op.set_operand(i, source)
        changed = True
    return changed or rw.fail("no operand is a cast of a ranked memref")


@canonicalization
def update_of_cast(op: GenericAtomicRMWOp, rw: Rewriter) -> bool | None:
    """generic_atomic_rmw(cast(m)) --> generic_atomic_rmw(m)"""
    source = cast_source(op.memref)
    if source is None:
        return rw.fail("it is not a cast of a ranked memref")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@folding
def copy_of_cast(op: CopyOp, rw: Rewriter) -> bool | None:
    """copy(cast(a), cast(b)) --> copy(a, b)"""
    changed = False
    for i, other in ((0, 1), (1, 0)):
        cast = op.operands[i].defining_op
        if not isinstance(cast, CastOp):
            continue
        before, across = cast.source.type, op.operands[other].type
        if not isinstance(before, MemRefType) or not isinstance(across, MemRefType):
            continue
        if before.element_type is not across.element_type or len(before.shape) != len(across.shape):
            continue
        with rw.modify(op):
            op.set_operand(i, cast.source)
        changed = True
    return changed or rw.fail("no operand is a cast of a ranked memref")


# Allocation


def _with_constant_sizes(
    type: MemRefType, sizes: Sequence[Value]
) -> tuple[MemRefType, list[Value]]:
    """The type with the sizes that are constants, and those that are not."""
    given = iter(sizes)
    shape, kept = [], []
    for size in type.shape:
        if size == DYNAMIC:
            value = next(given)
            number = constant_number(value)
            if number is not None and number >= 0:
                size = number
            else:
                kept.append(value)
        shape.append(size)
    return MemRefType(tuple(shape), type.element_type, type.layout, type.memory_space), kept


@canonicalization
def alloc_of_constant_size(op: AllocOp | AllocaOp, rw: Rewriter) -> bool | None:
    """alloc(%c4) : memref<?xf32> --> cast(alloc() : memref<4xf32>)"""
    type = op.memref.type
    static, kept = _with_constant_sizes(type, op.dynamicSizes)
    if static is type:
        return rw.fail("no size is a constant")
    rw.set_before(op)
    cls: Any = op.__class__
    new = rw.insert(cls(kept, op.symbolOperands, op.alignment, memref=static))
    rw.replace(op, CastOp(new.result, dest=type))
    return True


@canonicalization
def alloc_without_readers(op: AllocOp | AllocaOp | ReallocOp, rw: Rewriter) -> bool | None:
    """A buffer that is only written and freed -->"""
    users = op.result.users
    for user in users:
        if isinstance(user, StoreOp) and user.value is not op.result:
            continue
        if not isinstance(user, DeallocOp):
            return rw.fail("the buffer is read or handed on")
    for user in users:
        rw.erase(user)
    rw.erase(op)
    return True


@canonicalization
def copy_of_nothing(op: CopyOp, rw: Rewriter) -> bool | None:
    """copy(a, a) and copies of no elements -->"""
    sizes = [d for v in op.operands if isinstance(v.type, MemRefType) for d in v.type.shape]
    if op.source is not op.target and 0 not in sizes:
        return rw.fail("there is something to copy")
    rw.erase(op)
    return True


# Views


@canonicalization
def subview_of_constants(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview m[%c0] [%c4] [%c1] --> cast(subview m[0] [4] [1])"""
    offsets = _known(op.mixed_offsets, 0)
    sizes = _known(op.mixed_sizes, 0)
    strides: list[Mixed] = [m if not (n := number_of(m)) else n for m in op.mixed_strides]
    if (offsets, sizes, strides) == (op.mixed_offsets, op.mixed_sizes, op.mixed_strides):
        return rw.fail("no entry is a constant")
    source, result = op.source.type, op.result.type
    kept = op.kept_dims()
    if kept is None or not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
        return rw.fail("the result does not fit")
    parts = [split(entries) for entries in (offsets, sizes, strides)]
    full = SubViewOp.infer_result_type(source, *(static.value for static, _ in parts))
    kept_type = type_of_dims(full, kept)
    if kept_type is None:
        return rw.fail("the result is not strided")
    replace_view(op, parts, kept_type, rw)
    return True


@canonicalization
def subview_of_everything(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview m[0, 0] [sizes of m] [1, 1] --> m"""
    source, result = op.source.type, op.result.type
    if (
        source.rank != result.rank
        or any(op.static_offsets)
        or any(s != 1 for s in op.static_strides)
    ):
        return rw.fail("a part is taken")
    if op.static_sizes.value != source.shape or DYNAMIC in source.shape:
        return rw.fail("a part is taken")
    rw.replace(op, op.source if source is result else CastOp(op.source, dest=result))
    return True


@canonicalization
def view_of_constants(op: ViewOp, rw: Rewriter) -> bool | None:
    """view m[o][%c4] : memref<?xf32> --> cast(view m[o][] : memref<4xf32>)"""
    type = op.result.type
    static, kept = _with_constant_sizes(type, op.sizes)
    if static is type:
        return rw.fail("no size is a constant")
    rw.set_before(op)
    new = rw.insert(ViewOp(op.source, op.byte_shift, kept, result=static))
    rw.replace(op, CastOp(new.result, dest=type))
    return True


@canonicalization
def view_of_cast(op: ViewOp, rw: Rewriter) -> bool | None:
    """view(cast(m)) --> view(m)"""
    source = cast_source(op.source)
    if source is None:
        return rw.fail("the source is not a cast")
    if isinstance(source.type, MemRefType) and source.type.layout is not None:
        return rw.fail("the source has a layout")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@folding
def metadata_of_cast(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(cast(m)) --> extract_strided_metadata(m)"""
    source = cast_source(op.source)
    if source is None:
        return rw.fail("the source is not a cast")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@folding
def reinterpret_cast_of_view(op: ReinterpretCastOp, rw: Rewriter) -> bool | None:
    """reinterpret_cast(reinterpret_cast(m)) --> reinterpret_cast(m), and of casts and whole
    subviews"""
    inner = op.source.defining_op
    from_start = isinstance(inner, SubViewOp) and not any(inner.static_offsets)
    if not isinstance(inner, (ReinterpretCastOp, CastOp, SubViewOp)):
        return rw.fail("the source is not a view")
    if isinstance(inner, SubViewOp) and not from_start:
        return rw.fail("the source is not a view from the start")
    source = inner.source
    with rw.modify(op):
        op.set_operand(0, source)
    return True


# Scopes


@canonicalization
def scope_without_allocation(op: AllocaScopeOp, rw: Rewriter) -> bool | None:
    """alloca_scope { A } --> A, where nothing is allocated on the stack or its end is that of the
    scope around it"""
    parent, last = op.parent_op, op.bodyRegion.block.last
    if parent is None or last is None or op.parent is None:
        return rw.fail("it stands in no op")
    if _may_allocate(op):
        after = op.next
        if not parent.has_trait(AutomaticAllocationScope):
            return rw.fail("the op around it is not a scope of allocations")
        if after is None or after.next is not None or not after.has_trait(Terminator):
            return rw.fail("other ops follow it")
    results = list(last.operands)
    rw.erase(last)
    rw.inline_block_before(op.bodyRegion.block, op)
    rw.replace(op, results)
    return True


def _may_allocate(scope: Operation) -> bool:
    """True when an op of this scope itself may allocate on the stack."""
    todo = [op for block in scope.regions[0] for op in block]
    while todo:
        op = todo.pop()
        if isinstance(op, AllocaOp) or not _says_what_it_does(op):
            return True
        if not op.has_trait(AutomaticAllocationScope):
            todo += [inner for r in op.regions for block in r for inner in block]
    return False


def _says_what_it_does(op: Operation) -> bool:
    traits = (RecursiveMemoryEffects, Pure, NoMemoryEffect)
    return isinstance(op, MemoryEffects) or any(op.has_trait(t) for t in traits)
