"""--control-flow-sink: ops that only one branch of a conditional uses move into it.

%1 = add %a, %b; if %c { use %1 }  -->  if %c { %1 = add %a, %b; use %1 }
"""

from __future__ import annotations

from mlirlite.ir.block import Region
from mlirlite.ir.dominance import DominanceInfo
from mlirlite.ir.interfaces import RegionBranchOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import OpResult
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.effects import Effects
from mlirlite.rewriting.folding import constant_value


@compiler_pass("control-flow-sink")
def control_flow_sink(op: Operation, state: PassState) -> None:
    """Sink operations into conditional blocks.

    An op moves to the top of a region that runs at most once when nothing else uses it and it
    neither reads nor changes memory.
    """
    sinker = _Sinker(state)
    for branch in [inner for inner in op.walk_post_order() if isinstance(inner, RegionBranchOp)]:
        if isinstance(branch, Operation):
            constants = [constant_value(v) for v in branch.operands]
            once = branch.runs_at_most_once(constants)
            for region, chosen in zip(branch.regions, once, strict=True):
                if chosen:
                    sinker.sink_into(region)


class _Sinker:
    def __init__(self, state: PassState) -> None:
        self.state = state
        self.effects = Effects()
        self.dominance = DominanceInfo()

    def sink_into(self, region: Region) -> None:
        """Move ops that only the region uses to its top; their operands may follow."""
        stack = [op for block in region for op in block]
        while stack:
            for value in stack.pop().operands:
                if not isinstance(value, OpResult):
                    continue
                op = value.owner
                if op.parent_region is region or not self._may_move(op, region):
                    continue
                op.detach()
                region.entry.prepend(op)
                self.state.count("num-sunk")
                stack.append(op)

    def _may_move(self, op: Operation, region: Region) -> bool:
        if not self.effects.is_free(op):
            return False
        entry = region.entry
        for result in op.results:
            for user in result.users:
                step = user
                while step.parent_region is not region:
                    outer = step.parent_op
                    if outer is None:
                        return False
                    step = outer
                if step.parent is None or not self.dominance.block_dominates(entry, step.parent):
                    return False
        return True
