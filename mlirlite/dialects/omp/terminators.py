"""Terminators of the regions of omp ops."""

from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import VarOperand
from mlirlite.ir.traits import HasParent, Pure, ReturnLike, Terminator


class TerminatorOp(Op, name="omp.terminator", traits=(Pure, ReturnLike, Terminator)):
    """Ends the region of an omp op without results.

    ```mlir
    omp.terminator
    ```
    """

    assembly_format = "attr-dict"


class YieldOp(
    Op,
    name="omp.yield",
    traits=(
        HasParent("omp.atomic.update", "omp.declare_reduction", "omp.loop_nest", "omp.private"),
        Pure,
        ReturnLike,
        Terminator,
    ),
):
    """Ends a region that may give values.

    ```mlir
    omp.yield(%0 : f32)
    ```
    """

    results_: VarOperand[AnyType]
    assembly_format = "(`(` $results^ `:` type($results) `)`)? attr-dict"
