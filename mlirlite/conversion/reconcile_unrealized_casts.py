"""--reconcile-unrealized-casts: `cast(cast(%x : A) : B) : A  -->  %x`."""

from __future__ import annotations

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.casts import is_cast, reconcile_casts
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("reconcile-unrealized-casts", each_function=True)
def reconcile_unrealized_casts(op: Operation, state: PassState) -> None:
    """Simplify and eliminate unrealized conversion casts.

    Chains of casts that lead back to their original types are replaced by the original value;
    unused casts are erased. The others stay, for a later conversion.
    """
    casts = [inner for inner in op.inside() if is_cast(inner)]
    left = reconcile_casts(casts, Rewriter(Block()))
    state.count("erased casts", len(casts) - len(left))
