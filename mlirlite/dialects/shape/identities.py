"""Equations of shape that make no new op: they are part of folding."""

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.shape.ops import ToExtentTensorOp
from mlirlite.dialects.shape.sizes import AddOp, IndexToSizeOp, MaxOp, MinOp, SizeToIndexOp
from mlirlite.rewriting import folds, rule, terms, variables

x, t = variables("x t")
Add, Max, Min, ToExtentTensor = terms(AddOp, MaxOp, MinOp, ToExtentTensorOp)
IndexToSize, SizeToIndex = terms(IndexToSizeOp, SizeToIndexOp)

folds(
    rule(Add(x, 0, result=t), x, where=has_type(x, t)),
    rule(Max(x, x), x),
    rule(Min(x, x), x),
    rule(IndexToSize(SizeToIndex(x), result=t), x, where=has_type(x, t)),
    rule(SizeToIndex(IndexToSize(x)), x),
    rule(SizeToIndex(x, result=t), x, where=has_type(x, t)),
    rule(ToExtentTensor(x, result=t), x, where=has_type(x, t)),
)
