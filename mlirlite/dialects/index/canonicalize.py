"""Canonical forms of index: constants are combined."""

from mlirlite.dialects.index.arithmetic import (
    AddOp,
    AndOp,
    IndexBinaryOp,
    MaxSOp,
    MaxUOp,
    MinSOp,
    MinUOp,
    MulOp,
    OrOp,
    XOrOp,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.rewriting import OP, canonicalizations, computed, constants, rule, terms, variables

(x,) = variables("x")
a, b = constants("a b")


@computed
def fold(op: IndexBinaryOp, a: Attribute, b: Attribute) -> Attribute | None:
    """The op of two constants, where 32 and 64 bits agree."""
    folded: Attribute | None = op.fold([a, b])
    return folded


canonicalizations(
    constants_gather=(
        rule(op(op(x, a), b), op(x, fold(OP, a, b)))
        for op in terms(AddOp, MulOp, MaxSOp, MaxUOp, MinSOp, MinUOp, AndOp, OrOp, XOrOp)
    )
)
