"""Canonical forms of index: constants gather."""

from typing import Any

from mlirlite.dialects.index.arithmetic import (
    AddOp,
    AndOp,
    MaxSOp,
    MaxUOp,
    MinSOp,
    MinUOp,
    MulOp,
    OrOp,
    XOrOp,
)
from mlirlite.dialects.index.values import ConstantOp
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.rewriting import Rewriter, canonicalization, constant_value


@canonicalization
def constants_gather(
    op: AddOp | MulOp | MaxSOp | MaxUOp | MinSOp | MinUOp | AndOp | OrOp | XOrOp, rw: Rewriter
) -> bool | None:
    """(x + c0) + c1 --> x + (c0 + c1), and so on for what is associative and commutative"""
    inner: Any = op.lhs.defining_op
    outer = constant_value(op.rhs)
    if outer is None or type(inner) is not type(op):
        return rw.fail("not two ops of a kind, the second one with a constant")
    nested = constant_value(inner.rhs)
    folded = op.fold([nested, outer]) if nested is not None else None
    if not isinstance(folded, IntegerAttr):
        return rw.fail("the constants cannot be combined")
    rw.set_before(op)
    rw.replace(op, type(op)(inner.lhs, rw.insert(ConstantOp(folded)).result))
    return True
