"""--fold-memref-alias-ops: accesses through views become accesses of the viewed buffer.

%0 = subview %m[%i] [4] [2]; load %0[%k]  -->  load %m[%i + %k * 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from mlirlite.dialects import vector
from mlirlite.dialects._index_values import value_of
from mlirlite.dialects._mixed import Mixed, constant_number, split
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.affine.maps import DelinearizeIndexOp, LinearizeIndexOp
from mlirlite.dialects.gpu.mma import SubgroupMmaLoadMatrixOp, SubgroupMmaStoreMatrixOp
from mlirlite.dialects.memref.canonicalize import cast_into_user
from mlirlite.dialects.memref.memory import LoadOp, StoreOp
from mlirlite.dialects.memref.metadata import ExtractStridedMetadataOp
from mlirlite.dialects.memref.reshaping import CollapseShapeOp, ExpandShapeOp
from mlirlite.dialects.memref.views import SubViewOp
from mlirlite.ir.affine import AffineConst, AffineDim, AffineMap, AffineSymbol
from mlirlite.ir.attributes import FALSE, UNIT, AffineMapAttr, IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern

_TRANSFERS = (vector.TransferReadOp, vector.TransferWriteOp)


@compiler_pass("fold-memref-alias-ops")
def fold_memref_alias_ops(op: Operation, state: PassState) -> None:
    """Fold memref alias ops into consumer load/store ops.

    Subviews, expand_shape and collapse_shape; into memref.load, memref.store, the loads, stores and
    transfers of vector, subviews, and the loads and stores of matrices of gpu.
    """
    patterns = [
        access_of_subview,
        access_of_expand,
        access_of_collapse,
        subview_of_subview,
        cast_into_user,
    ]
    apply_patterns_greedily(op, patterns, top_down=False, count=state.count)


def _base(op: Operation) -> tuple[int, Value]:
    """The operand field of the buffer, and the buffer; the indices are the next field."""
    group = 0 if isinstance(op, _LOADS) else 1
    if isinstance(op, vector.MaskedStoreOp):
        group = 0
    definition = op.definition
    if definition is None:
        raise TypeError(f"'{op.name}' is not an access")
    return group, definition.operand_group(op, group)[0]


Access: TypeAlias = (
    LoadOp | StoreOp | vector.LoadOp | vector.StoreOp | vector.MaskedLoadOp | vector.MaskedStoreOp
)
"""Ops that read or write a buffer at given indices."""

_LOADS = (
    LoadOp,
    vector.LoadOp,
    vector.MaskedLoadOp,
    vector.TransferReadOp,
    SubgroupMmaLoadMatrixOp,
)


def _retarget(op: Operation, rw: Rewriter, memref: Value, indices: Sequence[Value]) -> None:
    group, _ = _base(op)
    new = op.clone()
    if new.definition is not None:
        new.definition.set_operand_group(new, group, memref)
        new.definition.set_operand_group(new, group + 1, list(indices))
    if isinstance(new, (LoadOp, StoreOp, vector.LoadOp, vector.StoreOp)):
        new.properties.setdefault("nontemporal", FALSE)  # as upstream's builders
    rw.replace(op, new)


def _through_subview(
    rw: Rewriter, view: SubViewOp, kept: Sequence[int], indices: Sequence[Mixed]
) -> list[Value]:
    """Indices into the source: offset + index * stride; 0 is the index in dropped dimensions."""
    s0, s1, s2 = (AffineSymbol(i) for i in range(3))
    found = []
    for d, (offset, stride) in enumerate(zip(view.mixed_offsets, view.mixed_strides, strict=True)):
        index: Mixed = indices[kept.index(d)] if d in kept else 0
        found.append(value_of(rw, composed_apply(rw, s0 + s1 * s2, (offset, index, stride))))
    return found


@pattern
def access_of_subview(
    op: Access
    | vector.TransferReadOp
    | vector.TransferWriteOp
    | SubgroupMmaLoadMatrixOp
    | SubgroupMmaStoreMatrixOp,
    rw: Rewriter,
) -> bool | None:
    """load(subview(m, offsets, strides), i) --> load(m, offsets + i * strides)"""
    view = _base(op)[1].defining_op
    if not isinstance(view, SubViewOp):
        return rw.fail("the buffer is not a subview")
    kept = view.kept_dims()
    if kept is None:
        return rw.fail("the subview's type does not say which dimensions it keeps")
    if isinstance(op, _TRANSFERS):
        if not all(isinstance(a, IntegerAttr) and a.value for a in op.in_bounds):
            return rw.fail("out of bounds transfer dim")
        if any(stride != 1 for stride in view.mixed_strides):
            return rw.fail("the strides are not 1")
    rw.set_before(op)
    indices = _through_subview(rw, view, kept, op.indices)
    if isinstance(op, _TRANSFERS):
        map = op.permutation_map.map
        dims = [AffineDim(d) for d in kept]
        results = tuple(r.replace(dims, ()) for r in map.results)
        map_over_source: AffineMap = AffineMap(len(view.mixed_offsets), 0, results)
        op.properties["permutation_map"] = AffineMapAttr(map_over_source)
    _retarget(op, rw, view.source, indices)
    return True


@pattern
def access_of_expand(
    op: Access | vector.TransferReadOp,
    rw: Rewriter,
) -> bool | None:
    """load(expand_shape(m), i, j) --> load(m, linearize(i, j))"""
    view = _base(op)[1].defining_op
    if not isinstance(view, ExpandShapeOp):
        return rw.fail("the buffer is not an expand_shape")
    sizes = _output_shape(view)
    if isinstance(op, vector.TransferReadOp):
        rank, vector_type = len(view.groups), op.results[0].type
        width = len(vector_type.shape) if isinstance(vector_type, VectorType) else 0
        if not _is_minor_identity(op.permutation_map.map) or rank < width:
            return rw.fail("the transfer permutes")
    rw.set_before(op)
    indices = op.indices
    found: list[Value] = []
    in_bounds = isinstance(op, (LoadOp, StoreOp))
    for group in view.groups:
        if len(group) == 1:
            found.append(indices[group[0]])
            continue
        basis, dynamic = split(sizes[d] for d in group)
        linear = LinearizeIndexOp(
            [indices[d] for d in group],
            dynamic,
            static_basis=basis,
            disjoint=UNIT if in_bounds else FALSE,
            linear_index=INDEX,
        )
        found.append(rw.insert(linear).results[0])
    if isinstance(op, vector.TransferReadOp):
        first = len(view.groups) - len(op.permutation_map.map.results)
        results = tuple(AffineDim(d) for d in range(first, len(view.groups)))
        op.properties["permutation_map"] = AffineMapAttr(AffineMap(len(view.groups), 0, results))
    _retarget(op, rw, view.src, found)
    return True


def _is_minor_identity(map: AffineMap) -> bool:
    first = map.num_dims - len(map.results)
    return all(r is AffineDim(first + i) for i, r in enumerate(map.results))


def _output_shape(view: ExpandShapeOp) -> list[Mixed]:
    dynamic = iter(view.output_shape)
    return [next(dynamic) if s == DYNAMIC else s for s in view.static_output_shape]


@pattern
def access_of_collapse(
    op: Access,
    rw: Rewriter,
) -> bool | None:
    """load(collapse_shape(m), i) --> load(m, delinearize(i))"""
    view = _base(op)[1].defining_op
    if not isinstance(view, CollapseShapeOp):
        return rw.fail("the buffer is not a collapse_shape")
    source = view.src.type
    rw.set_before(op)
    metadata = rw.insert(ExtractStridedMetadataOp(view.src))
    sizes: list[Mixed] = [
        metadata.sizes[d] if s == DYNAMIC else s for d, s in enumerate(source.shape)
    ]
    found: list[Value] = []
    for index, group in zip(op.indices, view.groups, strict=True):
        if len(group) == 1:
            found.append(index)
            continue
        basis, dynamic = split(sizes[d] for d in group)
        parts = DelinearizeIndexOp(
            index, dynamic, static_basis=basis, multi_index=[INDEX] * len(group)
        )
        found += rw.insert(parts).results
    if not view.groups:
        zero = AffineConst(0)
        found = [value_of(rw, composed_apply(rw, zero, ())) for _ in source.shape]
    _retarget(op, rw, view.src, found)
    return True


@pattern
def subview_of_subview(op: SubViewOp, rw: Rewriter) -> bool | None:
    """subview(subview(m, a), b) --> subview(m, a + b)"""
    inner = op.source.defining_op
    if not isinstance(inner, SubViewOp):
        return rw.fail("the source is not a subview")
    kept = inner.kept_dims()
    strides = (*op.mixed_strides, *inner.mixed_strides)
    if kept is None or any(stride != 1 for stride in strides):
        return rw.fail("requires unit strides")
    rw.set_before(op)
    offsets = _through_subview(rw, inner, kept, op.mixed_offsets)
    numbers = [constant_number(v) for v in offsets]
    mixed: list[Mixed] = [v if n is None else n for v, n in zip(offsets, numbers, strict=True)]
    sizes: list[Mixed] = [
        op.mixed_sizes[kept.index(d)] if d in kept else 1 for d in range(len(inner.mixed_sizes))
    ]
    parts = [split(entries) for entries in (mixed, sizes, inner.mixed_strides)]
    rw.replace(
        op,
        SubViewOp(
            inner.source,
            *(dynamic for _, dynamic in parts),
            static_offsets=parts[0][0],
            static_sizes=parts[1][0],
            static_strides=parts[2][0],
            result=op.result.type,
        ),
    )
    return True
