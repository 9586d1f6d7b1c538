"""Equations of index that make no new op: they are part of folding."""

from mlirlite.dialects.index.arithmetic import AddOp, MulOp, SubOp
from mlirlite.dialects.index.values import CmpOp, CmpPredicateAttr, IndexCmpPredicate
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import bool_attr
from mlirlite.rewriting import computed, folds, rule, terms, variables

x, p = variables("x p")
Add, Sub, Mul, Cmp = terms(AddOp, SubOp, MulOp, CmpOp)


@computed
def of_equals(predicate: CmpPredicateAttr) -> Attribute:
    """The result of comparing a number with itself."""
    return bool_attr(IndexCmpPredicate(predicate.value).name in ("eq", "sle", "sge", "ule", "uge"))


folds(
    rule(Add(x, 0), x),
    rule(Sub(x, 0), x),
    rule(Mul(x, 0), 0),
    rule(Mul(x, 1), x),
    rule(Cmp(p, x, x), of_equals(p)),
)
