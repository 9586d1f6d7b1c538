"""Canonical forms of bufferization ops: conversions from tensor to buffer and back, needless clones
and deallocations."""

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import memref, tensor
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.arith.integer import OrIOp
from mlirlite.dialects.bufferization.ops import (
    AllocTensorOp,
    CloneOp,
    DeallocOp,
    ToBufferOp,
    ToTensorOp,
)
from mlirlite.dialects.memref._alias import root_of
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.dialects.memref.casts import cast_compatible, cast_source as memref_cast_source
from mlirlite.ir.attributes import bool_attr
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I1, BaseMemRefType, MemRefType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, canonicalizations, rule, terms, variables


def _effects(op: Operation | None) -> Sequence[Effect]:
    """The effects of an op that declares them."""
    return op.effects() if isinstance(op, MemoryEffects) else ()


def _effects_on(op: Operation | None, value: Value) -> list[EffectKind]:
    return [e.kind for e in _effects(op) if e.value is value]


# Tensors


@canonicalization
def constant_tensor_sizes(op: AllocTensorOp, rw: Rewriter) -> bool | None:
    """alloc_tensor(%c4) : tensor<?xf32> --> cast(alloc_tensor() : tensor<4xf32>)"""
    type = op.result.type
    if op.copy is not None or not isinstance(type, RankedTensorType):
        return rw.fail("the sizes are those of another tensor")
    rest = iter(op.dynamic_sizes)
    shape: list[int] = []
    kept: list[Value] = []
    for size in type.shape:
        if size == DYNAMIC:
            value = next(rest)
            number = constant_number(value)
            if number is None or number < 0:
                kept.append(value)
            else:
                size = number
        shape.append(size)
    if len(kept) == len(op.dynamic_sizes):
        return rw.fail("no size is a constant")
    static = rw.insert(AllocTensorOp(kept, result=type.replace(shape=tuple(shape))))
    rw.replace(op, tensor.CastOp(static.result, dest=type))
    return True


@canonicalization
def dim_of_tensor(op: tensor.DimOp, rw: Rewriter) -> bool | None:
    """dim(alloc_tensor(%n))[0] --> %n; tensor.dim(to_tensor(m)) --> memref.dim(m)"""
    maker = op.source.defining_op
    if isinstance(maker, ToTensorOp):
        rw.replace(op, memref.DimOp(maker.buffer, op.index))
        return True
    dim, type = constant_number(op.index), op.source.type
    if not isinstance(maker, AllocTensorOp) or not isinstance(type, RankedTensorType):
        return rw.fail("the tensor is not made here")
    if dim is None or not 0 <= dim < type.rank or type.shape[dim] != DYNAMIC:
        return rw.fail("the dimension is not known, or its size is")
    if maker.copy is not None:
        rw.replace(op, tensor.DimOp(maker.copy, op.index))
    else:
        rw.replace(op, maker.dynamic_sizes[type.shape[:dim].count(DYNAMIC)])
    return True


x, i = variables("x i")
ToBuffer, MemDim, Dim, Load, Extract = terms(
    ToBufferOp, memref.DimOp, tensor.DimOp, memref.LoadOp, tensor.ExtractOp
)

canonicalizations(
    dim_of_buffer=rule(MemDim(ToBuffer(x), i), Dim(x, i)),
    load_of_buffer=rule(Load(ToBuffer(x), i), Extract(x, i)),
)


@canonicalization
def buffer_of_cast(op: ToBufferOp, rw: Rewriter) -> bool | None:
    """to_buffer(tensor.cast(t)) --> memref.cast(to_buffer(t))"""
    cast, type = op.tensor.defining_op, op.buffer.type
    if not isinstance(cast, tensor.CastOp) or not isinstance(type, BaseMemRefType):
        return rw.fail("the tensor is not a cast")
    given = cast.source.type
    if not isinstance(given, RankedTensorType):
        return rw.fail("the source of the cast has no rank")
    if isinstance(type, MemRefType):
        whole = type.replace(shape=given.shape)
    else:
        whole = MemRefType(given.shape, type.element_type, None, type.memory_space)
    buffer = rw.insert(ToBufferOp(cast.source, read_only=op.read_only, buffer=whole))
    rw.replace(op, memref.CastOp(buffer.buffer, dest=type))
    return True


@canonicalization
def buffer_of_tensor_of_buffer(op: ToBufferOp, rw: Rewriter) -> bool | None:
    """to_buffer(to_tensor(m)) --> cast(m), or a copy of m where a cast could go wrong"""
    maker, wanted = op.tensor.defining_op, op.buffer.type
    if not isinstance(maker, ToTensorOp):
        return rw.fail("the tensor does not come from a buffer")
    buffer = maker.buffer
    given = buffer.type
    if not isinstance(wanted, MemRefType):
        rw.replace(op, memref.CastOp(buffer, dest=wanted))
        return True
    if not isinstance(given, MemRefType):
        return rw.fail("the buffer has no rank")
    if given.element_type is not wanted.element_type or given.rank != wanted.rank:
        return rw.fail("the buffers differ in elements or rank")
    if cast_compatible(given, wanted) and _promises_no_more(given, wanted):
        rw.replace(op, memref.CastOp(buffer, dest=wanted))
        return True
    sizes = [
        rw.insert(memref.DimOp(buffer, index_constant(rw, d))).result
        for d, size in enumerate(wanted.shape)
        if size == DYNAMIC
    ]
    copy = rw.insert(memref.AllocOp(sizes, memref=wanted))
    rw.insert(memref.CopyOp(buffer, copy.memref))
    rw.replace(op, copy)
    return True


def _promises_no_more(given: MemRefType, wanted: MemRefType) -> bool:
    """True when strides and offset that are static in the wanted type are also static in the given
    one."""
    layout, goal = strides_and_offset(given), strides_and_offset(wanted)
    if layout is None or goal is None:
        return False
    pairs = [(layout[1], goal[1]), *zip(layout[0], goal[0], strict=True)]
    return all(a != DYNAMIC or b == DYNAMIC for a, b in pairs)


# Clones


@canonicalization
def clone_of_cast(op: CloneOp, rw: Rewriter) -> bool | None:
    """clone(cast(m)) --> clone(m)"""
    source = memref_cast_source(op.input)
    if source is None:
        return rw.fail("the buffer is not a cast")
    with rw.modify(op):
        op.set_operand(0, source)
    return True


@canonicalization
def clone_in_place(op: CloneOp, rw: Rewriter) -> bool | None:
    """clone(m), where one of the two is freed right after --> m, which is not freed"""
    if not op.output.has_uses:
        rw.erase(op)
        return True
    source, result = op.input, op.output.type
    if source.type is not result and not cast_compatible(source.type, result):
        return rw.fail("the clone's type is another one")
    frees = [_frees_of(value) for value in (op.output, root_of(source))]
    for found in frees:
        if len(found) > 1 or any(isinstance(f, memref.ReallocOp) for f in found):
            return rw.fail("a buffer is freed at several places, or gets another size")
    blocks = [found[0].parent if found else None for found in frees]
    if blocks[0] is not None and blocks[0] is blocks[1]:
        return rw.fail("it is not known which of the buffers lives longer")
    here = [found[0] for found, b in zip(frees, blocks, strict=True) if b is op.parent]
    if not here:
        return rw.fail("neither buffer is freed here")
    between = op.next
    while between is not None and between is not here[0]:
        if any(e.kind is EffectKind.FREE for e in _effects(between)):
            return rw.fail("something else is freed before")
        between = between.next
    if between is None:
        return rw.fail("the buffer is freed before it is cloned")
    if source.type is not result:
        source = rw.insert(memref.CastOp(source, dest=result)).dest
    rw.replace(op, source)
    rw.erase(here[0])
    return True


def _frees_of(value: Value) -> list[Operation]:
    return [user for user in value.users if EffectKind.FREE in _effects_on(user, value)]


# Deallocations


def _deallocate(
    op: DeallocOp, rw: Rewriter, memrefs: Sequence[Value], conditions: Sequence[Value]
) -> bool:
    """Make the op free these buffers instead."""
    if tuple(memrefs) == tuple(op.memrefs) and tuple(conditions) == tuple(op.conditions):
        return rw.fail("no buffer can be left out")
    with rw.modify(op):
        op.memrefs = memrefs
        op.conditions = conditions
    return True


def _deallocate_only(op: DeallocOp, rw: Rewriter, wanted: Callable[[Value, Value], bool]) -> bool:
    """Deallocate only the buffers that are `wanted`, a function of buffer and condition."""
    pairs = [p for p in zip(op.memrefs, op.conditions, strict=True) if wanted(*p)]
    return _deallocate(op, rw, [m for m, _ in pairs], [c for _, c in pairs])


@canonicalization
def deallocated_twice(op: DeallocOp, rw: Rewriter) -> bool | None:
    """dealloc (m, m) if (%a, %b) --> dealloc (m) if (%a or %b)"""
    conditions: dict[Value, Value] = {}
    if len(set(op.memrefs)) == len(op.memrefs):
        return rw.fail("no buffer occurs twice")
    for buffer, condition in zip(op.memrefs, op.conditions, strict=True):
        known = conditions.setdefault(buffer, condition)
        if known is not condition:
            conditions[buffer] = rw.insert(OrIOp(known, condition)).result
    return _deallocate(op, rw, list(conditions), list(conditions.values()))


@canonicalization
def retained_twice(op: DeallocOp, rw: Rewriter) -> bool | None:
    """%0:2 = dealloc retain (m, m) --> %0 = dealloc retain (m)"""
    places = {value: i for i, value in enumerate(dict.fromkeys(op.retained))}
    if len(places) == len(op.retained):
        return rw.fail("no buffer occurs twice")
    new = rw.insert(
        DeallocOp(op.memrefs, op.conditions, list(places), updatedConditions=[I1] * len(places))
    )
    rw.replace(op, [new.results[places[value]] for value in op.retained])
    return True


@canonicalization
def nothing_deallocated(op: DeallocOp, rw: Rewriter) -> bool | None:
    """dealloc retain (m) --> false"""
    if op.memrefs:
        return rw.fail("there are buffers to free")
    false: Any = rw.insert(ConstantOp(bool_attr(False), result=I1))
    rw.replace(op, [false.result] * len(op.results))
    return True


@canonicalization
def never_deallocated(op: DeallocOp, rw: Rewriter) -> bool | None:
    """dealloc (m, n) if (%false, %c) --> dealloc (n) if (%c)"""
    return _deallocate_only(op, rw, lambda _, condition: constant_number(condition) != 0)


@canonicalization
def deallocated_base(op: DeallocOp, rw: Rewriter) -> bool | None:
    """dealloc (extract_strided_metadata(alloc)) --> dealloc (alloc)"""
    found = []
    for buffer in op.memrefs:
        maker = buffer.defining_op
        if isinstance(maker, memref.ExtractStridedMetadataOp):
            source = maker.source
            if EffectKind.ALLOCATE in _effects_on(source.defining_op, source):
                buffer = source
        found.append(buffer)
    return _deallocate(op, rw, found, op.conditions)


@canonicalization
def allocated_for_nothing(op: DeallocOp, rw: Rewriter) -> bool | None:
    """dealloc (alloc, n), the only use of the buffer --> dealloc (n)"""
    dead = [m for m in op.memrefs if _only_allocates(m) and m.has_one_use]
    if not dead:
        return rw.fail("the buffers are used")
    _deallocate_only(op, rw, lambda buffer, _: buffer not in dead)
    for buffer in dead:
        maker = buffer.defining_op
        if maker is not None:
            rw.erase(maker)
    return True


def _only_allocates(value: Value) -> bool:
    """True when the op that made the buffer has no other effect."""
    return list(_effects(value.defining_op)) == [Effect(EffectKind.ALLOCATE, value)]
