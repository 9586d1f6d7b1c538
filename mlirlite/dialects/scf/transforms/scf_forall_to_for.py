"""--scf-forall-to-for: independent iterations run one after the other.

scf.forall (%i, %j) in (4, %n) { f }  -->  scf.for %i = 0 to 4 { scf.for %j = 0 to %n { f } }
"""

from __future__ import annotations

from mlirlite.dialects.scf.forall import ForallOp
from mlirlite.dialects.scf.transforms._nests import bounds_of, move_into_nest
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass


@compiler_pass("scf-forall-to-for")
def scf_forall_to_for(op: Operation, state: PassState) -> None:
    """Convert SCF forall loops to SCF for loops.

    Converts loops without shared tensors; others are an error.
    """
    for loop in [inner for inner in op.walk_post_order() if isinstance(inner, ForallOp)]:
        if loop.outputs:
            message = "only fully bufferized scf.forall ops can be lowered to scf.for"
            state.emit(loop.error(message))
            return
        b = Builder.before_op(loop)
        b.location = loop.location
        move_into_nest(b, loop, loop.body, bounds_of(b, loop))
        state.count("num-converted", 1)
