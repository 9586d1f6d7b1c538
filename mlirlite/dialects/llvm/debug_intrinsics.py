"""Intrinsics that tell a debugger where variables are."""

from mlirlite.dialects.llvm.constraints import AnyLLVM, Pointer
from mlirlite.dialects.llvm.debug_info import DIExpressionAttr, DILabelAttr, DILocalVariableAttr
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp, Overloads
from mlirlite.ir.fields import Operand, Prop

_EMPTY = DIExpressionAttr()


class DbgDeclareOp(IntrinsicOp, name="llvm.intr.dbg.declare"):
    """A variable lives at an address."""

    overloads: Overloads = ()
    addr: Operand[Pointer]
    varInfo: Prop[DILocalVariableAttr]
    locationExpr: Prop[DIExpressionAttr] = _EMPTY  # type: ignore[assignment]
    assembly_format = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) "
        "attr-dict"
    )


class DbgValueOp(IntrinsicOp, name="llvm.intr.dbg.value"):
    """A variable has a value from here on."""

    overloads: Overloads = ()
    value: Operand[AnyLLVM]
    varInfo: Prop[DILocalVariableAttr]
    locationExpr: Prop[DIExpressionAttr] = _EMPTY  # type: ignore[assignment]
    assembly_format = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) "
        "attr-dict"
    )


class DbgLabelOp(IntrinsicOp, name="llvm.intr.dbg.label"):
    """A label stands here."""

    overloads: Overloads = ()
    label: Prop[DILabelAttr]
    assembly_format = "$label attr-dict"
