"""Matrix products of a subgroup."""

from mlirlite.dialects.xevm.attributes import MMAShapeAttr, MMATypesAttr
from mlirlite.dialects.xevm.types import Matrix
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, Result
from mlirlite.support.diagnostics import Diagnostic


class MMAOp(Op, name="xevm.mma"):
    """`d = a * b + c`.

    ```mlir
    %0 = xevm.mma %a, %b, %c {shape = <m = 8, n = 16, k = 16>,
                              types = <d = f32, a = f16, b = f16, c = f32>}
      : (vector<8xi16>, vector<8xi32>, vector<8xf32>) -> vector<8xf32>
    ```
    """

    a: Operand[Matrix]
    b: Operand[Matrix]
    c: OptOperand[Matrix]
    shape: Prop[MMAShapeAttr]
    types: Prop[MMATypesAttr]
    d: Result[Matrix]
    assembly_format = (
        "$a `,` $b (`,` $c^)? ` ` `{` `shape` `=` $shape `,` `types` `=` $types `}` attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.c is not None and self.c.type is not self.d.type:
            return self.error("type of C operand must match result type")
        return None
