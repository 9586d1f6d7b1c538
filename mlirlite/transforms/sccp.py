"""--sccp: constants are propagated only along branches that can be taken.

cond_br %true, ^a(%c1), ^b; ^a(%x): use %x  -->  ^a(%x): use %c1
"""

from __future__ import annotations

from mlirlite.dataflow.analyses.constants import Constants
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import ConstantPool
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("sccp")
def sccp(op: Operation, state: PassState) -> None:
    """Sparse Conditional Constant Propagation.

    Finds values that are constant on every path that can be taken, through blocks, regions and
    calls of private functions, and replaces them by constants. Blocks stay, even unreachable ones.
    """
    _replace(op, Constants(op), state)


def _replace(root: Operation, analysis: Constants, state: PassState) -> None:
    """Replace values by constants, block by block, in upstream's order."""
    effects = Effects()
    rw = Rewriter(Block())
    pool = ConstantPool(rw)

    def replace(value: Value, place: Block) -> bool:
        known = analysis.fact(value)
        if known is None or known.value is None or known.dialect is None:
            return False
        constant = known.dialect.materialize_constant(known.value, value.type, None)
        if constant is None:
            return False
        value.replace_all_uses_with(pool.make(constant, place).results[0])
        return True

    blocks = [b for region in root.regions for b in reversed(region.blocks)]
    while blocks:
        block = blocks.pop()
        for op in block:
            replaced = bool(op.results)
            for result in op.results:
                replaced = replace(result, block) and replaced
            if replaced and effects.is_droppable(op):
                op.erase()
                state.count("num-folded")
                continue
            blocks += [b for region in op.regions for b in reversed(region.blocks)]
        for argument in block.args:
            replace(argument, block)
