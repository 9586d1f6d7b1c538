"""vector ops that compute: fma, step, vscale."""

from collections.abc import Sequence

from mlirlite.dialects.vector._constraints import FloatVector, IndexVector
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.labels import NamesMultiples
from mlirlite.ir.traits import AllTypesMatch, Pure


class VectorScaleOp(Op, AsmNames, NamesMultiples, name="vector.vscale", traits=(Pure,)):
    """The run-time factor of scalable dimensions.

    ```mlir
    %vscale = vector.vscale
    ```
    """

    res: Result[Index]
    assembly_format = "attr-dict"

    def result_names(self) -> Sequence[str]:
        return ("vscale",)

    def multiple_name(self, factor: int) -> str:
        return f"c{factor}_vscale"


class FMAOp(Op, name="vector.fma", traits=(AllTypesMatch("lhs", "rhs", "acc", "result"), Pure)):
    """`lhs * rhs + acc`, rounded once, element by element.

    ```mlir
    %0 = vector.fma %a, %b, %c : vector<4xf32>
    ```
    """

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    acc: Operand[FloatVector]
    result: Result[FloatVector]
    assembly_format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"


class StepOp(Op, name="vector.step", traits=(Pure,)):
    """`0, 1, 2, …`.

    ```mlir
    %0 = vector.step : vector<4xindex>
    ```
    """

    result: Result[IndexVector]
    assembly_format = "attr-dict `:` type($result)"
