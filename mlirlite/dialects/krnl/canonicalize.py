"""Canonical forms of krnl."""

from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.krnl.runtime import RequireOp
from mlirlite.rewriting import Rewriter, canonicalization


@canonicalization
def require_what_holds(op: RequireOp, rw: Rewriter) -> bool | None:
    """krnl.require true --> nothing"""
    if not constant_number(op.condition):
        return rw.fail("the condition is not known to hold")
    rw.erase(op)
    return True
