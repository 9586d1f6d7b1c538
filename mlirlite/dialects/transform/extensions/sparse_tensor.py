"""transform ops on sparse tensors."""

from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.interfaces import Matcher, Reads
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result


class MatchSparseInOutOp(Op, Reads, Matcher, name="transform.sparse_tensor.match.sparse_inout"):
    """Succeeds for ops with sparse operands or results.

    ```mlir
    %1 = transform.sparse_tensor.match.sparse_inout %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    result_: Result[Handle]
    assembly_format = (
        '$target attr-dict `:` custom<SemiFunctionType>(type($target), type($result), "false")'
    )
