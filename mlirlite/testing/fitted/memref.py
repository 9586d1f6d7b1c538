"""Views, allocations, globals and atomic updates of buffers."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.memref.reshaping import collapsed_layout, expanded_type
from mlirlite.dialects.memref.views import SubViewOp, TransposeOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    IntegerAttr,
    StridedLayoutAttr,
    SymbolRefAttr,
    i32_array,
    i64_array,
)
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.types import (
    DYNAMIC,
    I32,
    I64,
    INDEX,
    FloatType,
    IntegerType,
    MemRefType,
    UnrankedMemRefType,
    VectorType,
)
from mlirlite.testing.fitted import Parts, Program, fits
from mlirlite.testing.shapes import groups_of, loosened, split_sizes


@fits("memref.subview")
def _subview(p: Program) -> Parts | None:
    source = p.pick(MemRefType, 1)
    if source is None:
        return None
    (offsets, starts), (sizes, shape), (strides, steps) = p.box(source.shape)
    result = SubViewOp.infer_result_type(source, starts, shape, steps)
    layout = result.layout
    if p.rng.random() < 0.3 and isinstance(layout, StridedLayoutAttr):
        kept = [d for d, size in enumerate(shape) if size != 1 or p.rng.random() < 0.5]
        layout = StridedLayoutAttr(tuple(layout.strides[d] for d in kept), layout.offset)
        kept_shape = tuple(shape[d] for d in kept)
        result = MemRefType(kept_shape, source.element_type, layout, source.memory_space)
    return Parts(
        (p.value(source), *offsets, *sizes, *strides),
        (result,),
        {
            "static_offsets": i64_array(starts),
            "static_sizes": i64_array(shape),
            "static_strides": i64_array(steps),
            OPERAND_SEGMENTS: i32_array((1, len(offsets), len(sizes), len(strides))),
        },
    )


@fits("memref.reinterpret_cast")
def _reinterpret_cast(p: Program) -> Parts | None:
    source = p.pick(MemRefType)
    if source is None:
        return None
    rank = p.rng.randrange(4)
    offset = p.mixed([p.rng.choice((0, 0, 1, 3))])
    sizes = p.mixed([p.rng.choice((1, 2, 4)) for _ in range(rank)])
    strides = p.mixed([p.rng.choice((1, 1, 2, 4)) for _ in range(rank)])
    layout = StridedLayoutAttr(tuple(strides[1]), offset[1][0])
    result = MemRefType(tuple(sizes[1]), source.element_type, layout, source.memory_space)
    return Parts(
        (p.value(source), *offset[0], *sizes[0], *strides[0]),
        (result,),
        {
            "static_offsets": i64_array(offset[1]),
            "static_sizes": i64_array(sizes[1]),
            "static_strides": i64_array(strides[1]),
            OPERAND_SEGMENTS: i32_array((1, len(offset[0]), len(sizes[0]), len(strides[0]))),
        },
    )


@fits("memref.transpose")
def _transpose(p: Program) -> Parts | None:
    source = p.pick(MemRefType, 1)
    if source is None:
        return None
    order = p.rng.sample(range(source.rank), source.rank)
    map = AffineMap(source.rank, 0, tuple(AffineDim(d) for d in order))
    result = TransposeOp.infer_result_type(source, map)
    return Parts((p.value(source),), (result,), {"permutation": AffineMapAttr(map)})


@fits("memref.cast")
def _cast(p: Program) -> Parts | None:
    source = p.pick(MemRefType)
    if source is None:
        return None
    unranked = UnrankedMemRefType(source.element_type, source.memory_space)
    other: Any = unranked if p.rng.random() < 0.2 else loosened(p.rng, source)
    first, second = p.rng.sample((source, other), 2)
    return Parts((p.value(first),), (second,))


@fits("memref.collapse_shape")
def _collapse_shape(p: Program) -> Parts | None:
    source = p.pick(MemRefType, 1)
    if source is None:
        return None
    groups = groups_of(p.rng, source.rank)
    shape = p.merged(source.shape, groups)
    layout = None if source.layout is None else collapsed_layout(source, groups)
    result = MemRefType(shape, source.element_type, layout, source.memory_space)
    return Parts((p.value(source),), (result,), {"reassociation": _groups(groups)})


@fits("memref.expand_shape")
def _expand_shape(p: Program) -> Parts | None:
    source = p.pick(MemRefType)
    if source is None:
        return None
    groups, shape = p.divided([split_sizes(p.rng, size) for size in source.shape])
    result = expanded_type(source, shape, groups)
    given = [p.value(INDEX) for size in shape if size == DYNAMIC]
    return Parts(
        (p.value(source), *given),
        (result,),
        {"reassociation": _groups(groups), "static_output_shape": i64_array(shape)},
    )


def _groups(groups: list[list[int]]) -> ArrayAttr:
    return ArrayAttr(tuple(ArrayAttr(tuple(IntegerAttr(d, I64) for d in g)) for g in groups))


@fits("memref.alloc", "memref.alloca")
def _allocation(p: Program) -> Parts | None:
    type = p.pick(MemRefType, where=lambda t: t.layout is None)
    if type is None:
        return None
    sizes = [p.value(INDEX) for size in type.shape if size == DYNAMIC]
    properties: dict[str, Any] = {OPERAND_SEGMENTS: i32_array((len(sizes), 0))}
    if p.rng.random() < 0.3:
        properties["alignment"] = IntegerAttr(p.rng.choice((8, 16, 64)), I64)
    return Parts(sizes, (type,), properties)


@fits("memref.get_global")
def _get_global(p: Program) -> Parts | None:
    type = p.pick(MemRefType, where=lambda t: t.has_static_shape and t.layout is None)
    if type is None or isinstance(type.element_type, VectorType):
        return None
    return Parts((), (type,), {"name": SymbolRefAttr(p.global_of(type))})


def _is_number(type: MemRefType) -> bool:
    return isinstance(type.element_type, (IntegerType, FloatType))


@fits("memref.load")
def _load(p: Program) -> Parts | None:
    type = p.pick(MemRefType)
    if type is None:
        return None
    return Parts((p.value(type), *p.indices(type.rank)), (type.element_type,))


@fits("memref.store")
def _store(p: Program) -> Parts | None:
    type = p.pick(MemRefType)
    if type is None:
        return None
    return Parts((p.value(type.element_type), p.value(type), *p.indices(type.rank)))


@fits("memref.generic_atomic_rmw")
def _generic_atomic_rmw(p: Program) -> Parts | None:
    type = p.pick(MemRefType, where=_is_number)
    if type is None:
        return None
    element = type.element_type
    operands = (p.value(type), *p.indices(type.rank))
    body = p.computes((element,), element, "memref.atomic_yield")
    return Parts(operands, (element,), {}, (body,))


@fits("memref.alloca_scope")
def _alloca_scope(p: Program) -> Parts | None:
    types = [p.rng.choice((INDEX, I32)) for _ in range(p.rng.randrange(3))]

    def fill(arguments: Any) -> None:
        p.some_ops("memref")
        p.append(p.op("memref.alloca_scope.return"), [p.value(t) for t in types])

    return Parts((), types, {}, (p.inside((), fill),))


@fits("memref.dma_start")
def _dma_start(p: Program) -> Parts | None:
    source = p.pick(MemRefType)
    if source is None:
        return None
    target = MemRefType(source.shape, source.element_type, source.layout, IntegerAttr(2, I64))
    tag: Any = MemRefType((1,), I32)
    operands = [p.value(source), *p.indices(source.rank), p.value(target)]
    operands += [*p.indices(target.rank), p.value(INDEX), p.value(tag), *p.indices(1)]
    return Parts(operands)
