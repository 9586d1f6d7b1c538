"""--expand-strided-metadata: the offset, sizes and strides of views become arithmetic.

subview %m[%i] [4] [2]  -->  %b, %o, … = extract_strided_metadata %m
                             reinterpret_cast %b to offset: [%o + %i], sizes: [4], strides: [2]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._mixed import Mixed, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.dialects.memref.casts import CastOp, MemorySpaceCastOp, ReinterpretCastOp
from mlirlite.dialects.memref.globals import GetGlobalOp
from mlirlite.dialects.memref.metadata import (
    AssumeAlignmentOp,
    ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp,
)
from mlirlite.dialects.memref.reshaping import CollapseShapeOp, ExpandShapeOp
from mlirlite.dialects.memref.views import SubViewOp
from mlirlite.ir.affine import AffineConst, AffineExpr, AffineSymbol
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, MemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("expand-strided-metadata")
def expand_strided_metadata(op: Operation, state: PassState) -> None:
    """Expand memref operations into easier to analyze constructs.

    Subviews, expand_shape and collapse_shape become reinterpret_cast; the metadata of allocations,
    globals and casts is taken from their operands and types.
    """
    patterns = [
        subview_to_cast,
        expand_to_cast,
        collapse_to_cast,
        metadata_of_allocation,
        metadata_of_global,
        pointer_of_view,
        metadata_of_reinterpret_cast,
        metadata_of_subview,
        metadata_of_reshape,
        metadata_of_memory_space_cast,
        metadata_of_assumption,
        metadata_of_metadata,
        metadata_of_cast,
    ]
    apply_patterns_greedily(op, patterns, top_down=False, count=state.count)


_S = [AffineSymbol(i) for i in range(2)]


class _Source:
    """A buffer's metadata: numbers if static in its type, else values."""

    def __init__(self, rw: Rewriter, memref: Value, strides: Sequence[int], offset: int) -> None:
        made = rw.insert(ExtractStridedMetadataOp(memref))
        self.base: Value = made.base_buffer
        self.offset: Mixed = made.offset if offset == DYNAMIC else offset
        self.sizes: list[Mixed] = list(made.sizes)
        self.strides: list[Mixed] = [
            value if known == DYNAMIC else known
            for known, value in zip(strides, made.strides, strict=True)
        ]


class _Metadata(NamedTuple):
    """The metadata of a view, from its source's."""

    base: Value
    offset: Mixed
    sizes: Sequence[Mixed]
    strides: Sequence[Mixed]


def _reinterpret(type: MemRefType, metadata: _Metadata) -> ReinterpretCastOp:
    offset, sizes, strides = metadata.offset, metadata.sizes, metadata.strides
    parts = [split(entries) for entries in ((offset,), sizes, strides)]
    made: ReinterpretCastOp = ReinterpretCastOp(
        metadata.base,
        *(dynamic for _, dynamic in parts),
        static_offsets=parts[0][0],
        static_sizes=parts[1][0],
        static_strides=parts[2][0],
        result=type,
    )
    return made


def _metadata_of_subview(op: SubViewOp, rw: Rewriter) -> _Metadata | None:
    """The offset moves by the subview's offsets times the strides, which are multiplied."""
    type, kept = op.source.type, op.kept_dims()
    layout = strides_and_offset(type) if isinstance(type, MemRefType) else None
    if layout is None or kept is None:
        return None
    source = _Source(rw, op.source, *layout)
    strides: list[Mixed] = []
    values: list[Mixed] = [source.offset]
    expr: AffineExpr = AffineSymbol(0)
    for d, (sub_stride, stride) in enumerate(zip(op.mixed_strides, source.strides, strict=True)):
        strides.append(composed_apply(rw, _S[0] * _S[1], (sub_stride, stride)))
        expr = expr + AffineSymbol(1 + 2 * d) * AffineSymbol(2 + 2 * d)
        values += (op.mixed_offsets[d], stride)
    offset = composed_apply(rw, expr, values)
    sizes = [op.mixed_sizes[d] for d in kept]
    return _Metadata(source.base, offset, sizes, [strides[d] for d in kept])


@pattern
def subview_to_cast(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview(m) --> reinterpret_cast(base of m, offset + sum(offsets * strides), …)"""
    rw.set_before(op)
    return _to_cast(op, rw, _metadata_of_subview(op, rw))


@pattern
def expand_to_cast(op: ExpandShapeOp, rw: Rewriter) -> bool | None:
    """expand_shape(m) --> reinterpret_cast(base of m, …)"""
    rw.set_before(op)
    return _to_cast(op, rw, _metadata_of_reshape(op, rw))


@pattern
def collapse_to_cast(op: CollapseShapeOp, rw: Rewriter) -> bool | None:
    """collapse_shape(m) --> reinterpret_cast(base of m, …)"""
    rw.set_before(op)
    return _to_cast(op, rw, _metadata_of_reshape(op, rw))


def _to_cast(op: Operation, rw: Rewriter, metadata: _Metadata | None) -> bool:
    type = op.results[0].type
    if metadata is None or not isinstance(type, MemRefType):
        return rw.fail("failed to get strides and offset")
    rw.replace(op, _reinterpret(type, metadata))
    return True


def _metadata_of_reshape(op: ExpandShapeOp | CollapseShapeOp, rw: Rewriter) -> _Metadata | None:
    type, result = op.src.type, op.result.type
    layout = strides_and_offset(type) if isinstance(type, MemRefType) else None
    if layout is None or not isinstance(result, MemRefType):
        return None
    source = _Source(rw, op.src, *layout)
    sizes: list[Mixed] = []
    strides: list[Mixed] = []
    if not layout[0]:
        sizes, strides = [1] * result.rank, [1] * result.rank
    for i in range(len(op.groups) if layout[0] else 0):
        if isinstance(op, ExpandShapeOp):
            more_sizes, more_strides = _expanded(op, rw, source, i)
        else:
            more_sizes, more_strides = _collapsed(op, rw, source, i)
        sizes += more_sizes
        strides += more_strides
    return _Metadata(source.base, source.offset, sizes, strides)


def _expanded(
    op: ExpandShapeOp, rw: Rewriter, source: _Source, i: int
) -> tuple[list[Mixed], list[Mixed]]:
    result, group = op.result.type, op.groups[i]
    shape = result.shape if isinstance(result, MemRefType) else ()
    sizes: list[Mixed] = [shape[d] for d in group]
    unknown = next((k for k, s in enumerate(sizes) if s == DYNAMIC), None)
    known = 1
    for size in sizes:
        known *= size if isinstance(size, int) and size != DYNAMIC else 1
    if unknown is not None:
        sizes[unknown] = composed_apply(rw, _S[0] // known, (source.sizes[i],))
    factors: list[int] = []
    step = 1
    for d in reversed(group):
        factors.insert(0, step)
        step *= shape[d] if shape[d] != DYNAMIC else 1
    strides: list[Mixed] = []
    for k, factor in enumerate(factors):
        if unknown is not None and k < unknown:
            expr = (_S[0] * factor) // known * _S[1]
            strides.append(composed_apply(rw, expr, (source.sizes[i], source.strides[i])))
        else:
            strides.append(composed_apply(rw, _S[0] * factor, (source.strides[i],)))
    return sizes, strides


def _collapsed(
    op: CollapseShapeOp, rw: Rewriter, source: _Source, i: int
) -> tuple[list[Mixed], list[Mixed]]:
    result, type, group = op.result.type, op.src.type, op.groups[i]
    if not isinstance(result, MemRefType) or not isinstance(type, MemRefType):
        raise TypeError("collapse_shape of unranked memrefs")
    size: Mixed = result.shape[i]
    if size == DYNAMIC:
        expr: AffineExpr = AffineConst(1)
        for k in range(len(group)):
            expr = expr * AffineSymbol(k)
        parts = [source.sizes[d] if type.shape[d] == DYNAMIC else type.shape[d] for d in group]
        size = composed_apply(rw, expr, parts)
    steps = [source.strides[d] for d in group if type.shape[d] != 1]
    if not steps:
        layout = strides_and_offset(result)
        stride: Mixed = layout[0][i] if layout is not None else 1
        if stride == DYNAMIC:
            stride = next(s for d in group if isinstance(s := source.strides[d], Value))
        return [size], [stride]
    # The dimensions are contiguous: the innermost one has the stride of them all.
    return [size], [steps[-1]]


def _replace_metadata(
    op: ExtractStridedMetadataOp, rw: Rewriter, base: Value, rest: Sequence[Mixed]
) -> bool:
    rw.replace(op, [base, *[value_of(rw, entry) for entry in rest]])
    return True


def _flat(op: ExtractStridedMetadataOp, rw: Rewriter, memref: Value) -> Value:
    type = op.base_buffer.type
    if memref.type is type or not isinstance(type, MemRefType):
        return memref
    found: Value = rw.insert(_reinterpret(type, _Metadata(memref, 0, (), ()))).results[0]
    return found


@pattern
def metadata_of_allocation(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(alloc(sizes)) --> the alloc, 0, sizes, products of sizes"""
    alloc = op.source.defining_op
    type = op.source.type
    if not isinstance(alloc, (AllocOp, AllocaOp)) or not isinstance(type, MemRefType):
        return rw.fail("the source is not an allocation")
    if type.layout is not None:
        return rw.fail("alloc-like operations should have been normalized")
    rw.set_before(op)
    dynamic = iter(alloc.dynamicSizes)
    sizes: list[Mixed] = [next(dynamic) if s == DYNAMIC else s for s in type.shape]
    strides: list[Mixed] = [1] * type.rank
    expr: AffineExpr = AffineConst(1)
    for d in range(type.rank - 2, -1, -1):
        expr = expr * AffineSymbol(type.rank - 2 - d)
        strides[d] = composed_apply(rw, expr, sizes[d + 1 :])
    return _replace_metadata(op, rw, _flat(op, rw, op.source), (0, *sizes, *strides))


@pattern
def metadata_of_global(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(get_global) --> the global, 0, and what its type says"""
    type = op.source.type
    if not isinstance(op.source.defining_op, GetGlobalOp) or not isinstance(type, MemRefType):
        return rw.fail("the source is not a global")
    if type.layout is not None:
        return rw.fail("the global has a layout")
    rw.set_before(op)
    strides = type.row_major_strides()
    return _replace_metadata(op, rw, _flat(op, rw, op.source), (0, *type.shape, *strides))


@pattern
def pointer_of_view(op: ExtractAlignedPointerAsIndexOp, rw: Rewriter) -> bool | None:
    """extract_aligned_pointer_as_index(subview(m)) --> extract_aligned_pointer_as_index(m)"""
    view = op.source.defining_op
    if not isinstance(view, (SubViewOp, ReinterpretCastOp)):
        return rw.fail("not a ViewLike source")
    with rw.modify(op):
        op.set_operand(0, view.operands[0])
    return True


@pattern
def metadata_of_reinterpret_cast(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(reinterpret_cast(m, …)) --> base of m and what was given"""
    cast = op.source.defining_op
    if not isinstance(cast, ReinterpretCastOp):
        return rw.fail("the source is not a reinterpret_cast")
    if not isinstance(cast.source.type, MemRefType):
        return rw.fail("reinterpret_cast source's type is incompatible")
    rw.set_before(op)
    base = rw.insert(ExtractStridedMetadataOp(cast.source)).base_buffer
    rest = (cast.mixed_offsets[0], *cast.mixed_sizes, *cast.mixed_strides)
    return _replace_metadata(op, rw, base, rest)


@pattern
def metadata_of_subview(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(subview(m)) --> base of m and what the subview makes of the rest"""
    view = op.source.defining_op
    if not isinstance(view, SubViewOp):
        return rw.fail("the source is not a subview")
    rw.set_before(op)
    return _replace_by(op, rw, _metadata_of_subview(view, rw))


@pattern
def metadata_of_reshape(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(collapse_shape(m)) --> base of m and what becomes of the rest"""
    view = op.source.defining_op
    if not isinstance(view, (ExpandShapeOp, CollapseShapeOp)):
        return rw.fail("the source is not an expand_shape or collapse_shape")
    rw.set_before(op)
    return _replace_by(op, rw, _metadata_of_reshape(view, rw))


def _replace_by(op: ExtractStridedMetadataOp, rw: Rewriter, metadata: _Metadata | None) -> bool:
    if metadata is None:
        return rw.fail("failed to get strides and offset")
    rest = (metadata.offset, *metadata.sizes, *metadata.strides)
    return _replace_metadata(op, rw, metadata.base, rest)


@pattern
def metadata_of_memory_space_cast(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(memory_space_cast(m)) --> metadata of m, its base cast"""
    cast = op.source.defining_op
    if not isinstance(cast, MemorySpaceCastOp) or not isinstance(cast.operands[0].type, MemRefType):
        return rw.fail("the source is not a memory_space_cast")
    rw.set_before(op)
    made = rw.insert(ExtractStridedMetadataOp(cast.operands[0]))
    base: Value = made.base_buffer
    if op.base_buffer.has_uses:
        base = rw.insert(MemorySpaceCastOp(base, dest=op.base_buffer.type)).results[0]
    rw.replace(op, [base, *made.results[1:]])
    return True


@pattern
def metadata_of_assumption(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(assume_alignment(m)) --> extract_strided_metadata(m)"""
    assumption = op.source.defining_op
    if not isinstance(assumption, AssumeAlignmentOp):
        return rw.fail("the source is not an assume_alignment")
    rw.replace(op, ExtractStridedMetadataOp(assumption.operands[0]))
    return True


@pattern
def metadata_of_metadata(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(base of m) --> base of m, 0"""
    inner = op.source.defining_op
    if not isinstance(inner, ExtractStridedMetadataOp):
        return rw.fail("the source is not a base buffer")
    rw.set_before(op)
    return _replace_metadata(op, rw, inner.base_buffer, (0,))


@pattern
def metadata_of_cast(op: ExtractStridedMetadataOp, rw: Rewriter) -> bool | None:
    """extract_strided_metadata(cast(m)) --> metadata of m, numbers where the types have them"""
    cast = op.source.defining_op
    source, type = (op.source.type, cast.source.type) if isinstance(cast, CastOp) else (None, None)
    if not isinstance(source, MemRefType) or not isinstance(type, MemRefType):
        return rw.fail("the source is not a cast of a ranked memref")
    before, after = strides_and_offset(type), strides_and_offset(source)
    if before is None or after is None or not isinstance(cast, CastOp):
        return rw.fail("failed to get strides and offset")
    rw.set_before(op)
    made = rw.insert(ExtractStridedMetadataOp(cast.source))
    known = (before[1], *type.shape, *before[0])
    expected = (after[1], *source.shape, *after[0])
    rest: list[Mixed] = []
    for a, b, value in zip(known, expected, made.results[1:], strict=True):
        rest.append(a if a != DYNAMIC else b if b != DYNAMIC else value)
    return _replace_metadata(op, rw, made.base_buffer, rest)
