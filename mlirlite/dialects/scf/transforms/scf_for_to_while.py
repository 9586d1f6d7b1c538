"""--scf-for-to-while: a counted loop becomes one with a condition.

for %i = %a to %b step %c { f(%i) }
  -->  while (%i = %a) { condition(%i < %b) } do { f(%i); yield %i + %c }
"""

from __future__ import annotations

from mlirlite.dialects.arith import AddIOp, CmpIOp, CmpIPredicate
from mlirlite.dialects.scf.control import ConditionOp, WhileOp, YieldOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("scf-for-to-while")
def scf_for_to_while(op: Operation, state: PassState) -> None:
    """Convert SCF for loops to SCF while loops."""
    apply_patterns_greedily(op, [for_to_while], top_down=False, count=state.count)


@pattern
def for_to_while(op: ForOp, rw: Rewriter) -> bool | None:
    """for %i = a to b step c --> while (%i = a), condition(%i < b), yield %i + c"""
    types = [argument.type for argument in op.body.args]
    before, after = Block(types), Block(types)
    predicate = CmpIPredicate.ult if op.unsignedCmp else CmpIPredicate.slt
    b = Builder.at_end(before)
    below: Operation = b.insert(CmpIOp(predicate, before.args[0], op.upperBound))
    b.insert(ConditionOp(below.results[0], before.args))
    b = Builder.at_end(after)
    following: Operation = b.insert(AddIOp(after.args[0], op.step))
    for argument, new in zip(op.body.args, after.args, strict=True):
        rw.replace_all_uses_with(argument, new)
    for inner in op.body.ops:
        inner.detach()
        after.append(inner)
    end = after.last
    if isinstance(end, YieldOp):
        end.set_operands([following.results[0], *end.operands])
    rw.set_before(op)
    loop: Operation = rw.insert(
        WhileOp([op.lowerBound, *op.initArgs], Region([before]), Region([after]), results_=types)
    )
    loop.attributes = dict(op.attributes)
    rw.replace(op, loop.results[1:])
    return True
