"""Canonical forms of omp's ops: atomic updates that compute nothing."""

from mlirlite.dialects.omp.atomics import AtomicUpdateOp, AtomicWriteOp
from mlirlite.ir.attribute import Attribute
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def update_without_computation(op: AtomicUpdateOp, rw: Rewriter) -> bool | None:
    """update x { yield old } --> nothing; update x { yield %v } --> write x = %v"""
    block = op.region.entry
    last = block.last
    if last is None or block.first is not last or not last.operands:
        return rw.fail("it computes something")
    value = last.operands[0]
    if value is block.args[0]:
        rw.erase(op)
        return True
    kept: dict[str, Attribute] = {
        n: op.properties[n] for n in ("hint", "memory_order") if n in op.properties
    }
    rw.replace(op, AtomicWriteOp.create((op.x, value), (), kept))
    return True
