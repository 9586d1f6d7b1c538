"""--convert-vector-to-scf: transfers of vectors of several dimensions become loops over their rows.

%v = vector.transfer_read %m[%i, %j] : vector<3x15xf32>
  -->  scf.for %r = 0 to 3 { if %i + %r is inside { store(read row %i + %r), buffer[%r] } }
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mlirlite.dialects import arith, memref, scf, vector
from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects._mixed import Mixed, constant_number
from mlirlite.dialects.affine._build import composed_apply
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.vector.transfers import mask_type, minor_identity
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import (
    FALSE,
    TRUE,
    AffineMapAttr,
    ArrayAttr,
    StridedLayoutAttr,
    i64_array,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, MemRefType, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("convert-vector-to-scf")
def convert_vector_to_scf(op: Operation, state: PassState, *, target_rank: int = 1) -> None:
    """Lower the operations from the vector dialect into the SCF dialect.

    Transfers of vectors with more dimensions than wanted go through a buffer on the stack, row by
    row; those of one dimension that permute, repeat or stride go element by element. Transfers of
    tensors stay.

    target_rank: dimensions of the vectors that transfers keep
    """

    @pattern
    def lower_transfer(op: vector.TransferReadOp | vector.TransferWriteOp, rw: Rewriter) -> bool:
        """transfer of a matrix --> loop over transfers of its rows"""
        return _lower(op, target_rank, rw)

    apply_patterns_greedily(op, [lower_transfer], count=state.count)


@dataclass(frozen=True)
class _Transfer:
    """What is left of a transfer once some leading dimensions are loops."""

    base: Value
    indices: tuple[Mixed, ...]
    map: AffineMap
    inside: tuple[bool, ...]
    type: VectorType
    padding: Value | None
    """What stands for elements outside; None for a write."""
    mask: Value | None
    """A buffer with the mask, or the mask itself where no dimension is a loop yet."""

    @property
    def dim(self) -> int | None:
        """The dimension of the base that the first of the vector goes along; None: repeated."""
        first = self.map.results[0]
        return first.position if isinstance(first, AffineDim) else None

    @property
    def rest(self) -> VectorType:
        """The type of a row."""
        found: VectorType = VectorType(
            self.type.shape[1:], self.type.element_type, self.type.scalable_dims[1:]
        )
        return found

    def at(self, b: Builder, counter: Value) -> _Transfer:
        """The transfer of the row that a counter names."""
        indices = list(self.indices)
        if self.dim is not None:
            indices[self.dim] = self.index(b, counter)
        map = AffineMap(self.map.num_dims, 0, self.map.results[1:])
        return replace(
            self, indices=tuple(indices), map=map, inside=self.inside[1:], type=self.rest
        )

    def index(self, b: Builder, counter: Value) -> Mixed:
        """The index of the base that a counter of the first dimension stands for."""
        if self.dim is None:
            return 0
        sum = AffineDim(0) + AffineDim(1)
        return composed_apply(b, AffineMap(2, 0, (sum,)), (self.indices[self.dim], counter))

    def values(self, b: Builder) -> list[Value]:
        """The indices as values."""
        return [value_of(b, i) for i in self.indices]


_NEAR = {"nontemporal": FALSE}
"""What upstream writes at accesses with indices."""

Body = Callable[[Builder], Sequence[Value]]


def _lower(
    op: vector.TransferReadOp | vector.TransferWriteOp, target_rank: int, b: Rewriter
) -> bool:
    type = op.vector_value.type
    base = op.base.type
    if not isinstance(type, VectorType) or not isinstance(base, MemRefType):
        return False
    if isinstance(base.element_type, VectorType):
        return False
    reads = isinstance(op, vector.TransferReadOp)
    transfer = _Transfer(
        op.base,
        tuple(op.indices),
        op.map,
        _inside(op, base, type),
        type,
        op.padding if isinstance(op, vector.TransferReadOp) else None,
        op.mask,
    )
    found: Value | None
    if type.rank > target_rank:
        if not _may_unpack(transfer, target_rank):
            return False
        found = _through_buffer(b, op, transfer, target_rank)
    elif type.rank == 1 and not _is_plain(transfer, base):
        if transfer.mask is not None or type.is_scalable:
            return False
        found = _element_loop(b, transfer, None if reads else op.operands[0])
    else:
        return False
    if found is None:
        b.erase(op)
    else:
        b.replace(op, [found])
    return True


def _inside(
    op: vector.TransferReadOp | vector.TransferWriteOp, base: MemRefType, type: VectorType
) -> tuple[bool, ...]:
    """For each dimension of the vector whether it is in the base: as was promised, or because the
    index and the sizes are known."""
    found = []
    for i, (flag, result) in enumerate(zip(op.in_bounds_flags, op.map.results, strict=True)):
        if not flag and isinstance(result, AffineDim) and not any(type.scalable_dims[i : i + 1]):
            start = constant_number(op.indices[result.position])
            size = base.shape[result.position]
            flag = start is not None and size != DYNAMIC and start + type.shape[i] <= size
        found.append(flag)
    return tuple(found)


def _may_unpack(transfer: _Transfer, target_rank: int) -> bool:
    """True when each dimension that becomes a loop has a known size and is the mask's first."""
    step = transfer
    while step.type.rank > target_rank:
        if any(step.type.scalable_dims[:1]):
            return False
        dims = sorted(r.position for r in step.map.results if isinstance(r, AffineDim))
        if step.mask is not None and (
            len(dims) < 2 or (step.dim is not None and step.dim != dims[0])
        ):
            return False
        map = AffineMap(step.map.num_dims, 0, step.map.results[1:])
        step = replace(step, map=map, inside=step.inside[1:], type=step.rest)
    return True


def _is_plain(transfer: _Transfer, base: MemRefType) -> bool:
    """True for neighbours in memory in their order."""
    if transfer.map is not minor_identity(base, transfer.type):
        return False
    layout = base.layout
    if layout is None:
        return True
    return isinstance(layout, StridedLayoutAttr) and tuple(layout.strides)[-1:] == (1,)


# Through a buffer, row by row


def _buffer(b: Builder, type: Type) -> Value:
    made: MemRefType = MemRefType((), type)
    return b.insert(memref.AllocaOp([], [], memref=made)).results[0]


def _through_buffer(
    b: Builder,
    op: vector.TransferReadOp | vector.TransferWriteOp,
    transfer: _Transfer,
    target_rank: int,
) -> Value | None:
    buffer = _buffer(b, transfer.type)
    if op.mask is not None:
        masks = _buffer(b, op.mask.type)
        b.insert(memref.StoreOp.create((op.mask, masks)))
        transfer = replace(transfer, mask=masks)
    if isinstance(op, vector.TransferWriteOp):
        b.insert(memref.StoreOp.create((op.valueToStore, buffer)))
    _unpack(b, transfer, buffer, (), (), target_rank)
    if isinstance(op, vector.TransferReadOp):
        return b.insert(memref.LoadOp.create((buffer,), (transfer.type,))).results[0]
    return None


def _unpacked(b: Builder, buffer: Value) -> Value:
    """A buffer of vectors as one of their rows."""
    type = buffer.type
    if not isinstance(type, MemRefType) or not isinstance(type.element_type, VectorType):
        raise TypeError(f"'{type}' is no buffer of vectors")
    inner = type.element_type
    row: VectorType = VectorType(inner.shape[1:], inner.element_type, inner.scalable_dims[1:])
    made: MemRefType = MemRefType((*type.shape, inner.shape[0]), row)
    return b.insert(vector.TypeCastOp(buffer, result=made)).results[0]


def _unpack(
    b: Builder,
    transfer: _Transfer,
    buffer: Value,
    counters: tuple[Value, ...],
    mask_counters: tuple[Value, ...],
    target_rank: int,
) -> None:
    """A loop over the first dimension; `buffer[counters]` has the vector."""
    rows = _unpacked(b, buffer)
    along_mask = transfer.mask is not None and transfer.dim is not None
    masks = _unpacked(b, transfer.mask) if along_mask and transfer.mask else transfer.mask

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        here = (*counters, counter)
        mask_here = (*mask_counters, counter) if along_mask else mask_counters

        def inside(b: Builder) -> Sequence[Value]:
            row = replace(transfer.at(b, counter), mask=masks)
            if row.type.rank > target_rank:
                _unpack(b, row, rows, here, mask_here, target_rank)
            elif row.padding is not None:
                read = _row_read(b, row, mask_here)
                b.insert(memref.StoreOp.create((read, rows, *here), (), dict(_NEAR)))
            else:
                value = b.insert(
                    memref.LoadOp.create((rows, *here), (row.type,), dict(_NEAR))
                ).results[0]
                _row_write(b, row, value, mask_here)
            return ()

        def outside(b: Builder) -> Sequence[Value]:
            if transfer.padding is not None:
                padding = _spread(b, transfer.padding, transfer.rest)
                b.insert(memref.StoreOp.create((padding, rows, *here), (), dict(_NEAR)))
            return ()

        _if_inside(b, transfer, counter, inside, outside, ())
        return ()

    _loop(b, _bounds(b, transfer.type.shape[0]), (), body)


def _row_mask(b: Builder, row: _Transfer, counters: Sequence[Value]) -> Value | None:
    if row.mask is None:
        return None
    type = mask_type(row.type, row.map)
    return b.insert(memref.LoadOp.create((row.mask, *counters), (type,), dict(_NEAR))).results[0]


def _flags(row: _Transfer) -> ArrayAttr:
    return ArrayAttr(tuple(TRUE if flag else FALSE for flag in row.inside))


def _row_read(b: Builder, row: _Transfer, counters: Sequence[Value]) -> Value:
    permuted = _needs_elements(row)
    if permuted:
        found = _element_loop(b, row, None)
        if found is not None:
            return found
    indices = row.values(b)
    mask = _row_mask(b, row, counters)
    made = vector.TransferReadOp(
        base=row.base,
        indices=indices,
        padding=row.padding,
        mask=mask,
        permutation_map=AffineMapAttr(row.map),
        in_bounds=_flags(row),
        vector=row.type,
    )
    return b.insert(made).results[0]


def _row_write(b: Builder, row: _Transfer, value: Value, counters: Sequence[Value]) -> None:
    if _needs_elements(row):
        _element_loop(b, row, value)
        return
    indices = row.values(b)
    mask = _row_mask(b, row, counters)
    b.insert(
        vector.TransferWriteOp(
            valueToStore=value,
            base=row.base,
            indices=indices,
            mask=mask,
            permutation_map=AffineMapAttr(row.map),
            in_bounds=_flags(row),
            result=None,
        )
    )


def _needs_elements(row: _Transfer) -> bool:
    base = row.base.type
    return (
        isinstance(base, MemRefType)
        and row.type.rank == 1
        and row.mask is None
        and not row.type.is_scalable
        and not _is_plain(row, base)
    )


# One dimension, element by element


def _element_loop(b: Builder, transfer: _Transfer, written: Value | None) -> Value | None:
    """Load or store each element; the vector that was read, None for a write."""
    element = transfer.type.element_type

    def places(b: Builder, counter: Value) -> list[Value]:
        found: list[Mixed] = list(transfer.indices)
        if transfer.dim is not None:
            found[transfer.dim] = transfer.index(b, counter)
        return [value_of(b, i) for i in found]

    def body(b: Builder, counter: Value, carried: Sequence[Value]) -> Sequence[Value]:
        at = places(b, counter)

        def inside(b: Builder) -> Sequence[Value]:
            if written is not None:
                taken = b.insert(
                    vector.ExtractOp(
                        written, [counter], static_position=i64_array((DYNAMIC,)), result=element
                    )
                )
                b.insert(
                    memref.StoreOp.create((taken.results[0], transfer.base, *at), (), dict(_NEAR))
                )
                return ()
            loaded = b.insert(
                memref.LoadOp.create((transfer.base, *at), (element,), dict(_NEAR))
            ).results[0]
            made = vector.InsertOp(
                loaded,
                carried[0],
                [counter],
                static_position=i64_array((DYNAMIC,)),
                result=transfer.type,
            )
            return b.insert(made).results

        return _if_inside(b, transfer, counter, inside, lambda b: carried, carried)

    bounds = _bounds(b, transfer.type.shape[0])
    if transfer.padding is None:
        _loop(b, bounds, (), body)
        return None
    start = _spread(b, transfer.padding, transfer.type)
    return _loop(b, bounds, (start,), body)[0]


# Building blocks


def _spread(b: Builder, scalar: Value, type: VectorType) -> Value:
    return b.insert(vector.BroadcastOp(scalar, vector=type)).results[0]


def _bounds(b: Builder, count: int) -> list[Value]:
    return [index_constant(b, n) for n in (0, count, 1)]


def _loop(
    b: Builder,
    bounds: Sequence[Value],
    carried: Sequence[Value],
    body: Callable[[Builder, Value, Sequence[Value]], Sequence[Value]],
) -> Sequence[Value]:
    """A loop that carries values."""
    block = Block((INDEX, *(v.type for v in carried)))
    inner = Builder.at_end(block)
    inner.location = b.location
    results = body(inner, block.args[0], block.args[1:])
    inner.insert(scf.YieldOp.create(tuple(results)))
    types = tuple(v.type for v in carried)
    made = scf.ForOp.create((*bounds, *carried), types, None, None, (Region([block]),))
    return b.insert(made).results


def _if_inside(
    b: Builder,
    transfer: _Transfer,
    counter: Value,
    inside: Body,
    outside: Body,
    results: Sequence[Value],
) -> Sequence[Value]:
    """`inside` where the first dimension of the transfer lies in the base, else `outside`."""
    dim, base = transfer.dim, transfer.base.type
    if transfer.inside[0] or dim is None or not isinstance(base, MemRefType):
        return inside(b)
    size: Value
    if base.shape[dim] == DYNAMIC:
        position = index_constant(b, dim)
        size = b.insert(memref.DimOp(transfer.base, position)).results[0]
    else:
        size = index_constant(b, base.shape[dim])
    place = value_of(b, transfer.index(b, counter))
    holds = b.insert(arith.CmpIOp(CmpIPredicate.sgt, size, place)).results[0]
    regions = []
    for build in (inside, outside):
        block = Block()
        inner = Builder.at_end(block)
        inner.location = b.location
        inner.insert(scf.YieldOp.create(tuple(build(inner))))
        regions.append(Region([block]))
    types = tuple(v.type for v in results)
    return b.insert(scf.IfOp.create((holds,), types, None, None, tuple(regions))).results
