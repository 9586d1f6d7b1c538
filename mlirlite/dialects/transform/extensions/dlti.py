"""transform.dlti: what is known of the target."""

from mlirlite.dialects.transform.interfaces import Reads
from mlirlite.dialects.transform.types import Handle, Param
from mlirlite.ir.attributes import ArrayAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result


class QueryOp(Op, Reads, name="transform.dlti.query"):
    """The entry for the keys in the data layout or target description around an op.

    ```mlir
    %1 = transform.dlti.query ["CPU", "cache_size"] at %0
        : (!transform.any_op) -> !transform.any_param
    ```
    """

    target: Operand[Handle]
    keys: Prop[ArrayAttr]
    associated_attr: Result[Param]
    assembly_format = "$keys `at` $target attr-dict `:` functional-type(operands, results)"
