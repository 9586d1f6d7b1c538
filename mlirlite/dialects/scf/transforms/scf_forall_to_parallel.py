"""--scf-forall-to-parallel: scf.forall becomes scf.parallel.

scf.forall (%i, %j) in (4, %n) { f }  -->  scf.parallel (%i, %j) = (0, 0) to (4, %n) { f }
"""

from __future__ import annotations

from mlirlite.dialects.scf.forall import ForallOp
from mlirlite.dialects.scf.loops import ParallelOp, ReduceOp
from mlirlite.dialects.scf.transforms._nests import bounds_of
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-forall-to-parallel")
def scf_forall_to_parallel(op: Operation, state: PassState) -> None:
    """Convert SCF forall loops to SCF parallel loops.

    Converts loops without shared tensors; others are an error.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForallOp)]:
        if loop.outputs:
            message = "only fully bufferized scf.forall ops can be lowered to scf.parallel"
            state.emit(loop.error(message))
            return
        b = Builder.before_op(loop)
        b.location = loop.location
        bounds = bounds_of(b, loop)
        body = loop.body
        if body.last is not None:
            body.last.erase()
        body.append(ReduceOp([], reductions=[]))
        region = Region()
        region.take_blocks(loop.regions[0])
        made: Operation = b.insert(ParallelOp(*bounds, [], region, results_=[]))
        if loop.mapping is not None:
            made.attributes["mapping"] = loop.mapping
        loop.erase()
        state.count("num-converted", 1)
