"""Canonical forms of mpi's ops."""

from typing import Any

from mlirlite.dialects import memref, mpi
from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.mpi.stated import stated
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.types import DYNAMIC, I32, MemRefType
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def known_rank(op: mpi.CommRankOp, rw: Rewriter) -> bool | None:
    """comm_rank(comm_world) where dlti says the rank --> the rank"""
    if not isinstance(op.comm.defining_op, mpi.CommWorldOp):
        return rw.fail("it may be another communicator")
    rank = stated(op, "MPI:comm_world_rank")
    if not isinstance(rank, IntegerAttr):
        return rw.fail("the rank is not stated")
    constant = rw.insert(ConstantOp(IntegerAttr(rank.value, I32))).result
    # MLIR differs: upstream gives the rank for the error code, too, where that is used.
    if op.retval is not None and op.retval.has_uses:
        op.rank.replace_all_uses_with(constant)
        rw.notify_modified(op)
    else:
        rw.replace(op, [None, constant] if op.retval is not None else [constant])
    return True


@canonicalization
def message_of_known_size(
    op: mpi.SendOp | mpi.RecvOp | mpi.ISendOp | mpi.IRecvOp, rw: Rewriter
) -> bool | None:
    """send(cast(x : memref<4xf32>) : memref<?xf32>) --> send(x)"""
    cast: Any = op.ref.defining_op
    if not isinstance(cast, memref.CastOp) or _is_static(op.ref.type):
        return rw.fail("the message is no cast, or its size is known")
    if not _is_static(cast.source.type):
        return rw.fail("the size is not known")
    with rw.modify(op):
        op.set_operand(0, cast.source)
    return True


def _is_static(type: Any) -> bool:
    return isinstance(type, MemRefType) and DYNAMIC not in type.shape
