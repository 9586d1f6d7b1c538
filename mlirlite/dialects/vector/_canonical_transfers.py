"""Canonical forms of transfers: known bounds and masks, writes that are read back or overwritten,
casts of the base."""

from typing import Any

from mlirlite.dialects import tensor
from mlirlite.dialects._mixed import constant_number, number_of
from mlirlite.dialects.memref.casts import cast_source as memref_cast_source
from mlirlite.dialects.tensor._casts import cast_source as tensor_cast_source
from mlirlite.dialects.vector._constraints import scalable_flags
from mlirlite.dialects.vector._known import shape_of, uniform_mask
from mlirlite.dialects.vector.memory import LoadOp, MaskedLoadOp, MaskedStoreOp, StoreOp
from mlirlite.dialects.vector.shapes import BroadcastOp, TransposeOp
from mlirlite.dialects.vector.transfers import TransferReadOp, TransferWriteOp
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, bool_attr, i64_array
from mlirlite.ir.dense import DenseElementsAttr, pack_elements
from mlirlite.ir.types import DYNAMIC, RankedTensorType, ShapedType, VectorType
from mlirlite.rewriting import Rewriter, canonicalization, constant_value, folding

Transfer = TransferReadOp | TransferWriteOp


def _disjoint(a: Transfer, b: Transfer) -> bool:
    """True when two transfers of vectors of one type certainly move different elements."""
    if a.vector_value.type is not b.vector_value.type:
        return False
    chunks = a.chunk, b.chunk
    for d, indices in enumerate(zip(a.indices, b.indices, strict=True)):
        i, j = map(constant_number, indices)
        if i is None or j is None:
            continue
        if abs(i - j) >= chunks[0 if i < j else 1][d]:
            return True
    return False


def _same_place(a: Transfer, b: Transfer) -> bool:
    """True when two transfers move vectors of one type at the same indices through one map."""
    return (
        tuple(a.indices) == tuple(b.indices)
        and a.vector_value.type is b.vector_value.type
        and a.map is b.map
    )


@folding
def read_of_written(op: TransferReadOp, rw: Rewriter) -> bool | None:
    """transfer_read(transfer_write(v, t)) at the same indices --> v"""
    maker: Any = op.base.defining_op
    while isinstance(maker, TransferWriteOp) and isinstance(maker.base.type, RankedTensorType):
        if (
            all(maker.in_bounds_flags)
            and _same_place(op, maker)
            and ((maker.mask is None and op.mask is None) or _reads_splat(op, maker))
        ):
            rw.replace(op, maker.valueToStore)
            return True
        if not _disjoint(op, maker):
            break
        maker = maker.base.defining_op
    return rw.fail("what is read was not written right before")


def _reads_splat(read: TransferReadOp, write: TransferWriteOp) -> bool:
    """True when a write stores one number everywhere, and a read under a mask pads with it."""
    if read.mask is None or write.mask not in (None, read.mask):
        return False
    splat, padding = constant_value(write.valueToStore), constant_value(read.padding)
    if not isinstance(splat, DenseElementsAttr) or not splat.is_splat:
        return False
    if not isinstance(padding, (IntegerAttr, FloatAttr)):
        return False
    return bytes(splat.raw) == pack_elements([padding.value], padding.type)


@folding
def whole_tensor_put_back(op: TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write(transfer_read(t), u), where the vector is all of both tensors --> t"""
    read, type = op.valueToStore.defining_op, op.base.type
    if not isinstance(read, TransferReadOp) or not isinstance(type, RankedTensorType):
        return rw.fail("no tensor is read and written")
    for transfer in (read, op):
        if (
            not transfer.map.results
            or transfer.mask is not None
            or not all(transfer.in_bounds_flags)
            or not transfer.is_minor_identity
            or any(constant_number(i) != 0 for i in transfer.indices)
        ):
            return rw.fail("not all of a tensor is moved")
    if read.base.type is not type or shape_of(op.valueToStore) != type.shape:
        return rw.fail("not all of the tensor is moved")
    rw.replace(op, read.base)
    return True


@folding
def written_back(op: TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write(transfer_read(t), t) at the same indices --> t"""
    read = op.valueToStore.defining_op
    if not isinstance(op.base.type, RankedTensorType) or not isinstance(read, TransferReadOp):
        return rw.fail("no tensor is read and written")
    if (
        read.base is not op.base
        or not _same_place(read, op)
        or read.mask is not None
        or op.mask is not None
    ):
        return rw.fail("the vector was read elsewhere")
    rw.replace(op, read.base)
    return True


@folding
def transfer_in_bounds(op: TransferReadOp | TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer at constant indices that stays in bounds --> in_bounds is set"""
    base, vector, results = op.base.type, op.vector_value.type, op.map.results
    if not isinstance(base, ShapedType) or not isinstance(vector, VectorType):
        return rw.fail("there is no vector")
    flags = op.in_bounds_flags
    found = list(flags)
    for i, result in enumerate(results):
        if isinstance(result, AffineDim) and not found[i]:
            size, start = (
                base.shape[result.position],
                constant_number(op.indices[result.position]),
            )
            known = size != DYNAMIC and start is not None and not scalable_flags(vector)[i]
            found[i] = known and (start or 0) + vector.shape[i] <= size
    moved = [f for f, result in zip(found, results, strict=True) if isinstance(result, AffineDim)]
    if all(moved):
        found = [True] * len(found)
    if found == flags:
        return rw.fail("the bounds are known, or nothing is known of them")
    with rw.modify(op):
        op.properties["in_bounds"] = ArrayAttr(tuple([bool_attr(b) for b in found]))
    return True


@folding
def transfer_under_true(op: TransferReadOp | TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer under a mask of true --> transfer without a mask"""
    if op.mask is None or uniform_mask(op.mask) is not True:
        return rw.fail("the mask is not known to be true")
    with rw.modify(op):
        op.mask = None
    return True


@folding
def access_of_cast(
    op: LoadOp | StoreOp | MaskedLoadOp | MaskedStoreOp | TransferReadOp | TransferWriteOp,
    rw: Rewriter,
) -> bool | None:
    """load(cast(m)) --> load(m); transfer_read(tensor.cast(t)) --> transfer_read(t)"""
    source = memref_cast_source(op.base)
    if source is None and isinstance(op, TransferReadOp):
        source = tensor_cast_source(op.base)
    if source is None:
        return rw.fail("the base is not a cast that loses what is known of its sizes")
    with rw.modify(op):
        op.replace_uses_of(op.base, source)
    return True


@canonicalization
def read_of_write_through_maps(op: TransferReadOp, rw: Rewriter) -> bool | None:
    """transfer_read(transfer_write(v, t)) of the same elements through another map -->
    transpose(broadcast(v))"""
    write, type = op.base.defining_op, op.vector.type
    if not isinstance(write, TransferWriteOp) or not isinstance(type, VectorType):
        return rw.fail("the tensor was not written to")
    if op.mask is not None or write.mask is not None:
        return rw.fail("a mask decides what is moved")
    if tuple(op.indices) != tuple(write.indices) or op.chunk != write.chunk:
        return rw.fail("other elements are read than were written")
    if not all(op.in_bounds_flags) or not all(write.in_bounds_flags):
        return rw.fail("elements may lie outside")
    written = {r.position: i for i, r in enumerate(write.map.results) if isinstance(r, AffineDim)}
    # For each dimension of what is read, that of what was written; None where it is repeated.
    places = [written.get(r.position) if isinstance(r, AffineDim) else None for r in op.map.results]
    if not set(written.values()) <= set(places):
        return rw.fail("a dimension that was written is not read")
    repeated = [i for i, place in enumerate(places) if place is None]
    order = repeated + [places.index(place) for place in range(len(written))]
    flags = scalable_flags(type)
    wide = type.replace(
        shape=tuple([type.shape[i] for i in order]), scalable_dims=tuple([flags[i] for i in order])
    )
    broadcast = rw.insert(BroadcastOp.create((write.valueToStore,), (wide,)))
    properties: dict[str, Any] = {
        "permutation": i64_array([order.index(i) for i in range(len(order))])
    }
    rw.replace(op, TransposeOp.create(broadcast.results, (type,), properties))
    return True


@canonicalization
def overwritten(op: TransferWriteOp, rw: Rewriter) -> bool | None:
    """transfer_write(b, transfer_write(a, t)) at the same indices --> transfer_write(b, t)"""
    later: TransferWriteOp = op
    maker: Any = op.base.defining_op
    while isinstance(maker, TransferWriteOp) and isinstance(op.base.type, RankedTensorType):
        if _same_place(op, maker) and maker.mask is op.mask:
            with rw.modify(later):
                later.set_operand(1, maker.base)
            return True
        if not _disjoint(op, maker) or not maker.results[0].has_one_use:
            break
        later, maker = maker, maker.base.defining_op
    return rw.fail("nothing was written there right before")


@canonicalization
def slice_of_write_into_slice(op: tensor.InsertSliceOp, rw: Rewriter) -> bool | None:
    """insert_slice(extract_slice(transfer_write(v, t)), u) --> insert_slice(transfer_write(v,
    extract_slice(u)), u), so that all work on one slice"""
    slice = op.source.defining_op
    if not isinstance(slice, tensor.ExtractSliceOp) or not slice.result.has_one_use:
        return rw.fail("no slice is inserted")
    write = slice.source.defining_op
    if not isinstance(write, TransferWriteOp) or not write.results[0].has_one_use:
        return rw.fail("no tensor that was written to is sliced")
    whole, type = write.base.type, op.source.type
    if not isinstance(whole, RankedTensorType) or not isinstance(type, RankedTensorType):
        return rw.fail("a tensor has no rank")
    if any(s != 1 for s in (*op.mixed_strides, *slice.mixed_strides)):
        return rw.fail("elements are left out")
    if type.rank != len(write.map.results):
        return rw.fail("a rank is reduced")
    if any(number_of(m) != 0 for m in (*slice.mixed_offsets, *write.indices)):
        return rw.fail("the slice does not begin at 0")
    sizes = op.mixed_sizes, slice.mixed_sizes
    if len(sizes[0]) != len(sizes[1]) or any(
        a != b and (number_of(a) is None or number_of(a) != number_of(b))
        for a, b in zip(*sizes, strict=True)
    ):
        return rw.fail("the sizes of the slices differ")
    named = [whole.shape[r.position] for r in write.map.results if isinstance(r, AffineDim)]
    if write.mask is not None or shape_of(write.valueToStore) != tuple(named):
        return rw.fail("not all of the tensor is written")
    moved = tensor.ExtractSliceOp(
        op.dest,
        op.offsets,
        op.sizes,
        op.strides,
        static_offsets=op.static_offsets,
        static_sizes=op.static_sizes,
        static_strides=op.static_strides,
        result=type,
    )
    rw.insert(moved)
    outside: ArrayAttr = ArrayAttr((bool_attr(False),) * len(write.map.results))
    new = TransferWriteOp(
        write.valueToStore,
        moved.result,
        write.indices,
        permutation_map=write.permutation_map,
        in_bounds=outside,
        result=type,
    )
    rw.insert(new)
    with rw.modify(op):
        op.set_operand(0, new.results[0])
    return True
