"""shard → mpi: positions in a grid of devices become ranks, collectives become calls of MPI.

%0 = shard.process_linear_index on @grid : index  -->
%r = mpi.comm_rank(%world) : i32; %0 = arith.index_cast %r : i32 to index
"""

from __future__ import annotations

from itertools import chain

from mlirlite.conversion.shard_to_mpi import all_reduce, halo, processes, shardings
from mlirlite.conversion.shard_to_mpi.grids import axes_or_all, sizes_of
from mlirlite.conversion.shard_to_mpi.shardings import types
from mlirlite.dialects import func, shard
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.shard.sharding import axes_array
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern
from mlirlite.rewriting.conversion import Lowerings
from mlirlite.rewriting.retyping import convert_function

lower = Lowerings(
    "convert-shard-to-mpi",
    types,
    include=(processes.lower, shardings.lower, all_reduce.lower, halo.lower),
)
lower(func.FuncOp)(convert_function)
lower.one_to_one({func.CallOp: func.CallOp, func.ReturnOp: func.ReturnOp})
_TARGETS = ("affine", "arith", "bufferization", "linalg", "memref", "mpi", "scf", "tensor")
"""The dialects that lowerings make ops of."""


@compiler_pass("convert-shard-to-mpi")
def convert_shard_to_mpi(op: Operation, state: PassState) -> None:
    """Convert Shard dialect to MPI dialect.

    A device of a grid is the rank of its number in row-major order. Shardings that functions pass
    on become tensors of their axes, halos and offsets.
    """
    shardings.lower_users.convert(op)
    lower.convert(
        op,
        illegal=("shard",),
        legal={
            **dict.fromkeys(_TARGETS, True),
            shard.GridOp: True,
            shard.GridShapeOp: True,
            func.FuncOp: lambda op: types.is_legal(*_signature(op)),
            func.CallOp: _has_legal_types,
            func.ReturnOp: _has_legal_types,
        },
    )
    apply_patterns_greedily(op, (grid_shape,))


def _signature(op: func.FuncOp) -> list[Type]:
    return [*op.signature().inputs, *op.signature().results]


def _has_legal_types(op: Operation) -> bool:
    return types.is_legal(*chain(op.operand_types, op.result_types))


@pattern
def grid_shape(op: shard.GridShapeOp, rw: Rewriter) -> bool | None:
    """grid_shape @grid(2x?) --> 2, grid_shape @grid axes = [1]"""
    sizes = sizes_of(op)
    if sizes is None:
        return rw.fail("there is no such grid")
    axes = axes_or_all(op.axes, sizes)
    if all(sizes[axis] == DYNAMIC for axis in axes):
        return rw.fail("no size is known")
    known = [None if sizes[axis] == DYNAMIC else index_constant(rw, sizes[axis]) for axis in axes]
    rest = [axis for axis in axes if sizes[axis] == DYNAMIC]
    if rest:
        made = rw.insert(shard.GridShapeOp(op.grid, axes_array(rest), result=[INDEX] * len(rest)))
        unknown = iter(made.results)
        rw.replace(op, [next(unknown) if value is None else value for value in known])
    else:
        rw.replace(op, [value for value in known if value is not None])
    return True
