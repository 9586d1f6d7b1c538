"""Intrinsics that tell a debugger where variables are."""

from mlirlite.dialects.llvm.constraints import AnyLLVM, Pointer
from mlirlite.dialects.llvm.debug_info import DIExpressionAttr, DILabelAttr, DILocalVariableAttr
from mlirlite.dialects.llvm.intrinsic import IntrinsicOp, Overloads
from mlirlite.dialects.llvm.values import UndefOp
from mlirlite.ir.builder import Builder
from mlirlite.ir.fields import Operand, Prop, default
from mlirlite.ir.interfaces import SlotUser, SlotWatcher
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value

_EMPTY = DIExpressionAttr()


class DbgDeclareOp(IntrinsicOp, SlotWatcher, name="llvm.intr.dbg.declare"):
    """A variable lives at an address."""

    overloads: Overloads = ()
    addr: Operand[Pointer]
    varInfo: Prop[DILocalVariableAttr]
    locationExpr: Prop[DIExpressionAttr] = default(_EMPTY)
    assembly_format = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $addr `:` qualified(type($addr)) "
        "attr-dict"
    )

    def slot_set(self, value: Value, b: Builder) -> None:
        b.insert(DbgValueOp(value, self.varInfo, self.locationExpr))


class DbgValueOp(IntrinsicOp, SlotUser, name="llvm.intr.dbg.value"):
    """A variable has a value from here on."""

    overloads: Overloads = ()
    value: Operand[AnyLLVM]
    varInfo: Prop[DILocalVariableAttr]
    locationExpr: Prop[DIExpressionAttr] = default(_EMPTY)
    assembly_format = (
        "qualified($varInfo) (qualified($locationExpr)^)? `=` $value `:` qualified(type($value)) "
        "attr-dict"
    )

    def drop_slot(self, b: Builder) -> None:
        """The pointer is no longer known."""
        undefined: Operation = b.insert(UndefOp(res=self.operands[0].type))
        self.set_operand(0, undefined.results[0])


class DbgLabelOp(IntrinsicOp, name="llvm.intr.dbg.label"):
    """The position of a label."""

    overloads: Overloads = ()
    label: Prop[DILabelAttr]
    assembly_format = "$label attr-dict"
