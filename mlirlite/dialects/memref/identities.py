"""Equations of memref that make no new op: they are part of folding."""

from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.memref.casts import CastOp, MemorySpaceCastOp
from mlirlite.dialects.memref.views import TransposeOp
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.rewriting import computed, folds, rule, terms, variables

x, p, t = variables("x p t")
Cast, MemorySpaceCast, Transpose = terms(CastOp, MemorySpaceCastOp, TransposeOp)


@computed
def identity(permutation: AffineMapAttr) -> bool:
    """Whether a permutation moves nothing."""
    return permutation.map.is_identity


folds(
    rule(Cast(x, dest=t), x, where=has_type(x, t)),
    rule(Cast(Cast(x), dest=t), x, where=has_type(x, t)),
    rule(MemorySpaceCast(x, dest=t), x, where=has_type(x, t)),
    rule(MemorySpaceCast(MemorySpaceCast(x)), MemorySpaceCast(x)),
    rule(Transpose(x, p, result=t), x, where=(identity(p), has_type(x, t))),
)
