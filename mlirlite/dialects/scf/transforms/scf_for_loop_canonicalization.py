"""--scf-for-loop-canonicalization: simplifies ops in loops by the ranges of the counters.

for %i = 0 to 16 step 4 { affine.min(4, 16 - %i) }  -->  for %i = 0 to 16 step 4 { 4 }
"""

from __future__ import annotations

from mlirlite.dialects.affine.maps import ApplyOp, MaxOp, MinOp
from mlirlite.dialects.memref.views import DimOp as MemRefDimOp
from mlirlite.dialects.scf.loops import ForOp
from mlirlite.dialects.scf.transforms._ranges import simplify_in_loops
from mlirlite.dialects.tensor.values import DimOp as TensorDimOp
from mlirlite.ir.attributes import AffineMapAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting import Rewriter, apply_patterns_greedily, pattern


@compiler_pass("scf-for-loop-canonicalization")
def scf_for_loop_canonicalization(op: Operation, state: PassState) -> None:
    """Canonicalize operations within scf.for loop bodies.

    Simplifies affine.min and affine.max whose result follows from the ranges of counters, and sizes
    of values that a loop carries without changing their shape.
    """
    patterns = [extreme_in_loop, dim_of_iter_arg, dim_of_result]
    apply_patterns_greedily(op, patterns, top_down=False, count=state.count)


@pattern
def extreme_in_loop(op: MinOp | MaxOp, rw: Rewriter) -> bool | None:
    """min(f(%i), g(%i)) --> f(%i), where f is the smaller one for all %i"""
    found = simplify_in_loops(op)
    if found is None:
        return rw.fail("the ranges do not decide")
    rw.replace(op, ApplyOp(AffineMapAttr(found[0]), found[1]))
    return True


@pattern
def dim_of_iter_arg(op: MemRefDimOp | TensorDimOp, rw: Rewriter) -> bool | None:
    """dim of a carried value --> dim of its initial value"""
    source = op.source
    loop = source.owner.parent_op if isinstance(source, BlockArgument) else None
    if not isinstance(source, BlockArgument) or not isinstance(loop, ForOp):
        return rw.fail("the source is not carried by a loop")
    if source.index == 0 or not _keeps_shape(loop, source.index - 1):
        return rw.fail("the shape may change")
    with rw.modify(op):
        op.set_operand(0, loop.initArgs[source.index - 1])
    return True


@pattern
def dim_of_result(op: MemRefDimOp | TensorDimOp, rw: Rewriter) -> bool | None:
    """dim of a loop's result --> dim of its initial value"""
    source = op.source
    loop = source.defining_op
    if not isinstance(source, OpResult) or not isinstance(loop, ForOp):
        return rw.fail("the source is not a result of a loop")
    if not _keeps_shape(loop, source.index):
        return rw.fail("the shape may change")
    with rw.modify(op):
        op.set_operand(0, loop.initArgs[source.index])
    return True


def _keeps_shape(loop: ForOp, index: int) -> bool:
    """True when the yielded value comes from the carried one by insertions only."""
    last = loop.body.last
    value: Value | None = last.operands[index] if last is not None else None
    while value is not None and value is not loop.iter_args[index]:
        maker = value.defining_op
        if maker is not None and maker.name == "tensor.insert_slice":
            value = maker.operands[1]
        elif isinstance(maker, ForOp) and isinstance(value, OpResult):
            kept = _keeps_shape(maker, value.index)
            value = maker.initArgs[value.index] if kept else None
        else:
            value = None
    return value is not None
