"""Numbers looked up in a short table, which processors keep in registers."""

from typing import Annotated

from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import F32, I32, VectorType
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.tuning import Fixed

ENTRIES: Fixed[int] = 16
"""Numbers of a table: four bits name one."""

_TABLE = Constraint(
    f"vector of {ENTRIES} f32 values",
    lambda t: isinstance(t, VectorType) and t.shape == (ENTRIES,) and t.element_type is F32,
)
_INDICES = Constraint(
    "1-D vector of i32 values",
    lambda t: isinstance(t, VectorType) and t.rank == 1 and t.element_type is I32,
)
_FOUND = Constraint(
    "1-D vector of f32 values",
    lambda t: isinstance(t, VectorType) and t.rank == 1 and t.element_type is F32,
)


class LookupOp(Op, name="krnl.lookup", traits=(Pure,)):
    """Numbers of a table of 16; of each index, only the lowest four bits count.

    `result[i] = table[indices[i] mod 16]`.

    ```mlir
    %x = krnl.lookup %table[%indices] : vector<16xf32>, vector<8xi32> -> vector<8xf32>
    ```
    """

    table: Operand[Annotated[VectorType, _TABLE]]
    indices: Operand[Annotated[VectorType, _INDICES]]
    result: Result[Annotated[VectorType, _FOUND]]
    assembly_format = (
        "$table `[` $indices `]` attr-dict `:` type($table) `,` type($indices) `->` type($result)"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.indices.type.shape != self.result.type.shape:
            return self.error(
                f"has indices of type '{self.indices.type}', expected as many as in "
                f"'{self.result.type}'"
            )
        return None
