"""Equations of tensor that make no new op: they are part of folding."""

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.tensor.values import BitcastOp, CastOp
from mlirlite.rewriting import folds, rule, terms, variables

x, t = variables("x t")
Bitcast, Cast = terms(BitcastOp, CastOp)

folds(
    rule(Bitcast(x, dest=t), x, where=has_type(x, t)),
    rule(Cast(x, dest=t), x, where=has_type(x, t)),
    rule(Cast(Cast(x), dest=t), x, where=has_type(x, t)),
)
