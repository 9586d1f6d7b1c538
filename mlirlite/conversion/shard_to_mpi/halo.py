"""shard.update_halo: each device sends the edges of what it owns to its neighbors.

A dimension has two halos: its low one is a copy of the high edge of the device before, its high
one of the low edge of the device after. Dimensions are exchanged from the last to the first, each
with the halos of those that were exchanged before, so that corners are right, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.shard_to_mpi.grids import as_i32, sizes_of, world
from mlirlite.dialects import arith, bufferization, memref, mpi, scf, shard
from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects.shard.sharding import axes_array, axes_of
from mlirlite.dialects.tensor._canonical_slices import build_slice
from mlirlite.ir.attributes import UNIT, IntegerAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, I32, INDEX, MemRefType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-shard-to-mpi")
_TAG = 91
"""The tag of all messages, as upstream."""


@lower(shard.UpdateHaloOp)
def lower_update_halo(op: shard.UpdateHaloOp, rw: ConversionRewriter) -> Any:
    """update_halo --> sends and receives, in the destination"""
    destination = rw.operands[0]
    sizes = sizes_of(op)
    if sizes is None:
        return rw.fail("there is no such grid")
    halos = merge(op.static_halo_sizes, op.halo_sizes)
    if not halos:
        return (destination,)
    split = axes_of(op.split_axes)
    if any(len(axes) > 1 for axes in split):
        return rw.fail("a dimension is divided along several axes")
    type: Any = destination.type
    buffer = destination
    if isinstance(type, RankedTensorType):
        made = MemRefType(type.shape, type.element_type)
        buffer = rw.insert(bufferization.ToBufferOp(destination, buffer=made)).results[0]
    halos = [_as_index(rw, halo) for halo in halos]
    _Exchange(rw, op.grid, len(sizes), buffer, split, halos).run()
    result = op.results[0].type
    if isinstance(result, RankedTensorType):
        return rw.insert(bufferization.ToTensorOp(buffer, UNIT, UNIT, result=result)).results
    return (buffer,)


def _as_index(b: Builder, halo: Mixed) -> Mixed:
    if not isinstance(halo, Value):
        return halo
    made: Operation = b.insert(arith.IndexCastOp(halo, out=INDEX))
    return made.results[0]


def _i32(b: Builder, number: int) -> Value:
    made: Operation = b.insert(arith.ConstantOp(IntegerAttr(number, I32)))
    return made.results[0]


def _subview(b: Builder, buffer: Value, offsets: list[Mixed], sizes: list[Mixed]) -> Value:
    """A box of a buffer."""
    parts = (offsets, sizes, [1] * len(sizes))
    static = [[DYNAMIC if isinstance(m, Value) else m for m in mixed] for mixed in parts]
    source: Any = buffer.type
    type = memref.SubViewOp.infer_result_type(source, *static)
    return b.insert(build_slice(memref.SubViewOp, (buffer,), parts, (type,))).results[0]


def _if(b: Builder, condition: Value, body: Callable[[Builder], None]) -> None:
    block = Block()
    body(Builder(block, location=b.location))
    block.append(scf.YieldOp())
    regions = (Region([block]), Region())
    b.insert(scf.IfOp.create((condition,), (), None, None, regions))


class _Exchange:
    """The exchange of all halos of one buffer."""

    def __init__(
        self,
        rw: ConversionRewriter,
        grid: Any,
        rank: int,
        buffer: Value,
        split: tuple[tuple[int, ...], ...],
        halos: list[Mixed],
    ) -> None:
        self.rw = rw
        self.grid = grid
        self.rank = rank
        self.buffer = buffer
        self.split = split
        self.halos = halos
        type: Any = buffer.type
        self.shape: list[Mixed] = []
        self.offsets: list[Mixed] = [0] * len(type.shape)
        self.sizes: list[Mixed] = []
        """The box of the buffer that is exchanged, as it is for lower dimensions."""
        self.numbers: dict[int, int] = {}
        """The place of each divided dimension among the halos."""
        for dimension, size in enumerate(type.shape):
            whole: Mixed = size
            if size == DYNAMIC:
                # MLIR differs: upstream asks for the size along dimension -2^63.
                at = index_constant(rw, dimension)
                whole = rw.insert(memref.DimOp(buffer, at)).results[0]
            self.shape.append(whole)
            if dimension < len(split) and split[dimension]:
                self.sizes.append(self._own_part(dimension, whole))
            else:
                self.sizes.append(whole)

    def _own_part(self, dimension: int, whole: Mixed) -> Value:
        """The size without halos."""
        rw, number = self.rw, len(self.numbers)
        self.numbers[dimension] = number
        low, high = self.halos[2 * number : 2 * number + 2]
        self.offsets[dimension] = low
        both = rw.insert(arith.AddIOp(value_of(rw, low), value_of(rw, high))).result
        made: Value = rw.insert(arith.SubIOp(value_of(rw, whole), both)).result
        return made

    def run(self) -> None:
        rw = self.rw
        self.tag, self.zero = _i32(rw, _TAG), _i32(rw, 0)
        position = rw.insert(
            shard.ProcessMultiIndexOp(self.grid, axes_array(()), result=[INDEX] * self.rank)
        ).results
        for dimension, number in reversed(self.numbers.items()):
            neighbors = rw.insert(
                shard.NeighborsLinearIndicesOp(
                    self.grid,
                    position,
                    split_axes=axes_array(self.split[dimension]),
                    neighbor_down=INDEX,
                    neighbor_up=INDEX,
                )
            ).results
            down, up = as_i32(rw, neighbors[0]), as_i32(rw, neighbors[1])
            low, high = self.halos[2 * number : 2 * number + 2]
            self._dimension(dimension, low, high, down, up)
            self.sizes[dimension] = self.shape[dimension]
            self.offsets[dimension] = 0

    def _dimension(self, dimension: int, low: Mixed, high: Mixed, down: Value, up: Value) -> None:
        rw = self.rw
        low_edge = value_of(rw, low)
        whole = value_of(rw, self.shape[dimension])
        high_halo = rw.insert(arith.SubIOp(whole, value_of(rw, high))).result
        high_edge = rw.insert(arith.SubIOp(high_halo, value_of(rw, low))).result
        communicator = world(rw)
        for size, send, receive, to, source in (
            (low, high_edge, 0, up, down),
            (high, low_edge, high_halo, down, up),
        ):
            self._send_and_receive(dimension, size, (send, receive), (to, source), communicator)

    def _send_and_receive(
        self,
        dimension: int,
        size: Mixed,
        places: tuple[Mixed, Mixed],
        ranks: tuple[Value, Value],
        communicator: Value,
    ) -> None:
        """One edge goes to one neighbor, and that of the other one comes."""
        rw, to, source = self.rw, *ranks
        sizes = [*self.sizes[:dimension], size, *self.sizes[dimension + 1 :]]

        def box(b: Builder, start: Mixed) -> Value:
            starts = [*self.offsets[:dimension], start, *self.offsets[dimension + 1 :]]
            return _subview(b, self.buffer, starts, sizes)

        def exchange(b: Builder) -> None:
            receives = b.insert(arith.CmpIOp(arith.CmpIPredicate.sge, source, self.zero)).result
            sends = b.insert(arith.CmpIOp(arith.CmpIPredicate.sge, to, self.zero)).result
            type: Any = self.buffer.type
            shape = tuple([s if isinstance(s, int) else DYNAMIC for s in sizes])
            dynamic = [s for s in sizes if isinstance(s, Value)]
            made = MemRefType(shape, type.element_type)
            edge = b.insert(memref.AllocOp(dynamic, memref=made)).results[0]

            def send(b: Builder) -> None:
                b.insert(memref.CopyOp(box(b, places[0]), edge))
                b.insert(mpi.SendOp(edge, self.tag, to, communicator))

            def receive(b: Builder) -> None:
                b.insert(mpi.RecvOp(edge, self.tag, source, communicator))
                b.insert(memref.CopyOp(edge, box(b, places[1])))

            _if(b, sends, send)
            _if(b, receives, receive)
            b.insert(memref.DeallocOp(edge))

        halo = size if isinstance(size, Value) else _i32(rw, size)
        # MLIR differs: upstream compares a halo of type index with an i32.
        none = index_constant(rw, 0) if isinstance(size, Value) else self.zero
        wanted = rw.insert(arith.CmpIOp(arith.CmpIPredicate.sgt, halo, none)).result
        _if(rw, wanted, exchange)
