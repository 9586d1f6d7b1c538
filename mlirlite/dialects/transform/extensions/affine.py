"""transform ops on affine."""

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.transform.interfaces import Replaces
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, VarOperand
from mlirlite.support.diagnostics import Diagnostic


class SimplifyBoundedAffineOpsOp(Op, Replaces, name="transform.affine.simplify_bounded_affine_ops"):
    """Replaces affine minima and maxima that are known if the values stay within bounds.

    ```mlir
    transform.affine.simplify_bounded_affine_ops %0 with [%1 : !transform.any_op] within [0] and
        [20]
        : !transform.any_op
    ```
    """

    target: Operand[Handle]
    bounded_values: VarOperand[Handle]
    lower_bounds: Prop[I64Array]
    upper_bounds: Prop[I64Array]
    assembly_format = (
        "$target `with` `[` ($bounded_values^ `:` type($bounded_values))? `]` `within` "
        "$lower_bounds `and` $upper_bounds attr-dict `:` type($target)"
    )

    def verify_op(self) -> Diagnostic | None:
        wanted = len(self.bounded_values)
        for word, bounds in (("lower", self.lower_bounds), ("upper", self.upper_bounds)):
            if len(bounds) != wanted:
                return self.error(
                    f"incorrect number of {word} bounds, expected {wanted} but found {len(bounds)}"
                )
        return None


class SimplifyMinMaxAffineOpsOp(Op, Replaces, name="transform.affine.simplify_min_max_affine_ops"):
    """Replaces affine minima and maxima that are one of their operands.

    ```mlir
    transform.affine.simplify_min_max_affine_ops %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"
