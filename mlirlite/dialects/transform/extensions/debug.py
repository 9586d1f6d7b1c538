"""transform ops that report on a script."""

from mlirlite.dialects.transform.interfaces import Matcher, Reads
from mlirlite.dialects.transform.types import AnyHandle, Handle, Param
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop


class EmitRemarkAtOp(Op, Reads, Matcher, name="transform.debug.emit_remark_at"):
    """Emits a remark at the ops, or at the definitions of values.

    ```mlir
    transform.debug.emit_remark_at %0, "here" : !transform.any_op
    ```
    """

    at: Operand[AnyHandle]
    message: Prop[str]
    assembly_format = "$at `,` $message attr-dict `:` type($at)"


class EmitParamAsRemarkOp(Op, Reads, Matcher, name="transform.debug.emit_param_as_remark"):
    """Emits the value of a parameter as a remark.

    ```mlir
    transform.debug.emit_param_as_remark %0, "size" at %1
        : !transform.param<i64>, !transform.any_op
    ```
    """

    param: Operand[Param]
    anchor: OptOperand[Handle]
    message: OptProp[str]
    assembly_format = (
        "$param (`,` $message^)? (`at` $anchor^)?attr-dict `:` type($param) (`,` type($anchor)^)?"
    )
