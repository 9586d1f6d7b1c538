"""--scf-for-loop-range-folding: sums and products of the counter become part of the bounds.

for %i = a to b step c { f(%i + x) }  -->  for %i = a + x to b + x step c { f(%i) }
"""

from __future__ import annotations

from mlirlite.dialects.arith.integer import AddIOp, MulIOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-for-loop-range-folding")
def scf_for_loop_range_folding(op: Operation, state: PassState) -> None:
    """Fold add/mul ops into loop range.

    Repeats while the only use of a counter is a sum or product with values from outside the loop.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForOp)]:
        while _fold(loop):
            state.count("num-folded", 1)


def _fold(loop: ForOp) -> bool:
    counter = loop.induction_var
    if not counter.has_one_use:
        return False
    user = counter.users[0]
    if not isinstance(user, (AddIOp, MulIOp)):
        return False
    if not all(v is counter or loop.is_defined_outside(v) for v in user.operands):
        return False
    b = Builder.before_op(loop)
    # A sum moves both bounds; a product also scales the step.
    changed = (0, 1) if isinstance(user, AddIOp) else (0, 1, 2)
    for position in changed:
        moved = b.insert(user.clone({counter: loop.operands[position]}))
        loop.set_operand(position, moved.results[0])
    user.replace_all_uses_with([counter])
    user.erase()
    return True
