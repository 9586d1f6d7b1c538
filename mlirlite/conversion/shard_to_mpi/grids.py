"""Grids of devices, seen from the ops that are lowered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import arith, mpi, shard
from mlirlite.dialects._index_values import index_constant
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import I32
from mlirlite.ir.values import Value


def sizes_of(op: Operation) -> list[int] | None:
    """The sizes of the grid that an op names; None if there is no such grid."""
    name: Any = op.properties["grid"]
    found: Any = SymbolTables().lookup(op, name)
    return list(found.shape) if isinstance(found, shard.GridOp) else None


def axes_or_all(axes: Any, sizes: Sequence[int]) -> list[int]:
    """The axes that an op names; all if it names none."""
    return list(axes or ()) or list(range(len(sizes)))


def world(b: Builder) -> Value:
    """The communicator of all ranks."""
    made: Operation = b.insert(mpi.CommWorldOp(comm=mpi.CommType()))
    return made.results[0]


def as_i32(b: Builder, value: Value) -> Value:
    """A number as MPI takes it."""
    made: Operation = b.insert(arith.IndexCastOp(value, out=I32))
    return made.results[0]


def rank_at(b: Builder, position: Sequence[Value], sizes: Sequence[Value]) -> Value:
    """The rank of a device at a position of the grid."""
    rank, stride = index_constant(b, 0), index_constant(b, 1)
    for index, size in zip(reversed(position), reversed(sizes), strict=True):
        offset = b.insert(arith.MulIOp(index, stride)).result
        rank = b.insert(arith.AddIOp(rank, offset)).result
        stride = b.insert(arith.MulIOp(stride, size)).result
    return rank
