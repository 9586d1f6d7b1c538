"""Terminators of the LLVM dialect: br, cond_br, switch, return, unreachable."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import I32Array
from mlirlite.dialects._switch import Switch
from mlirlite.dialects.llvm.attributes import LoopAnnotationAttr
from mlirlite.dialects.llvm.constraints import AnyLLVM, Bool, LLVMInt
from mlirlite.ir.attributes import DenseArrayAttr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    Successor,
    VarOperand,
    VarSuccessor,
)
from mlirlite.ir.interfaces import BranchOp as BranchInterface, InlinableReturn
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AttrSizedOperandSegments, Pure, ReturnLike, Terminator
from mlirlite.ir.types import VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class BrOp(Op, BranchInterface, name="llvm.br", traits=(Pure, Terminator)):
    """Goes to a block with arguments.

    ```mlir
    llvm.func @f(%a: i32) {
      llvm.br ^bb1(%a : i32)
    ^bb1(%b: i32):
      llvm.return
    }
    ```
    """

    destOperands: VarOperand[AnyLLVM]
    loop_annotation: OptProp[LoopAnnotationAttr]
    dest: Successor
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operand_range(self, index: int) -> range:
        return range(len(self.operands))


class CondBrOp(
    Op,
    BranchInterface,
    name="llvm.cond_br",
    traits=(AttrSizedOperandSegments, Pure, Terminator),
):
    """Goes to one of two blocks."""

    condition: Operand[Bool]
    trueDestOperands: VarOperand[AnyLLVM]
    falseDestOperands: VarOperand[AnyLLVM]
    branch_weights: OptProp[I32Array]
    loop_annotation: OptProp[LoopAnnotationAttr]
    trueDest: Successor
    falseDest: Successor
    assembly_format = (
        "$condition ( `weights` `(` $branch_weights^ `)` )? `,` "
        "$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` "
        "$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )

    def successor_operand_range(self, index: int) -> range:
        middle = 1 + len(self.trueDestOperands)
        return range(middle, len(self.operands)) if index else range(1, middle)

    def verify_op(self) -> Diagnostic | None:
        return _verify_weights(self, self.branch_weights)


def _verify_weights(op: Op, weights: DenseArrayAttr | None) -> Diagnostic | None:
    if weights is None:
        return None
    if len(weights) != len(op.successors):
        return error(
            "expects number of branch weights to match number of successors: "
            f"{len(weights)} vs {len(op.successors)}",
            op.where,
        )
    if not any(weights):
        return error("branch weights cannot all be zero", op.where)
    return None


class SwitchOp(
    Op,
    Switch,
    name="llvm.switch",
    traits=(AttrSizedOperandSegments, Pure, Terminator),
):
    """Goes to the block of the value's case, or to the default one.

    ```mlir
    llvm.func @f(%a: i32) {
      llvm.switch %a : i32, ^bb1 [
        42: ^bb2(%a : i32)
      ]
    ^bb1:
      llvm.return
    ^bb2(%b: i32):
      llvm.return
    }
    ```
    """

    value: Operand[LLVMInt]
    defaultOperands: VarOperand[AnyType]
    caseOperands: VarOperand[AnyType]
    case_values: OptProp[DenseElementsAttr]
    case_operand_segments: Prop[I32Array]
    branch_weights: OptProp[I32Array]
    defaultDestination: Successor
    caseDestinations: VarSuccessor

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        flag = p.operand()
        p.expect(":")
        type = p.type()
        p.expect(",")
        successors: list[Block] = []
        groups: list[list[Value]] = []
        numbers: list[int] = []

        def destination() -> None:
            block, values = p.successor_with_operands()
            successors.append(block)
            groups.append(values)

        def case() -> None:
            numbers.append(p.integer())
            p.expect(":")
            destination()

        destination()
        p.expect("[")
        if not p.accept("]"):
            case()
            while p.accept(","):
                case()
            p.expect("]")
        p.op_attr_dict(state)
        sizes = [len(g) for g in groups]
        state.operands = [p.resolve(flag, type), *(v for group in groups for v in group)]
        state.successors = successors
        state.properties["operandSegmentSizes"] = i32_array([1, sizes[0], sum(sizes[1:])])
        state.properties["case_operand_segments"] = i32_array(sizes[1:])
        if numbers:
            shaped = VectorType((len(numbers),), type)
            state.properties["case_values"] = DenseElementsAttr.of(shaped, numbers)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.operands[0])
        p.text(" : ")
        p.type(self.operands[0].type)
        p.text(", ")
        self._print_destination(p, 0)
        p.text(" [")
        for i, number in enumerate(self.case_numbers):
            p.text("," if i else "")
            p.newline()
            p.text(f"  {number}: ")
            self._print_destination(p, i + 1)
        p.newline()
        p.text("]")
        p.attr_dict(self, ("case_values", "case_operand_segments", "operandSegmentSizes"))

    def _print_destination(self, p: "Printer", index: int) -> None:
        span = self.successor_operand_range(index)
        p.successor(self.successors[index], self.operands[span.start : span.stop])

    def verify_op(self) -> Diagnostic | None:
        count = len(self.case_numbers)
        if count != len(self.successors) - 1:
            return self.error("expects number of case values to match number of case destinations")
        if (wrong := _verify_weights(self, self.branch_weights)) is not None:
            return wrong
        if self.case_values is not None:
            type = self.case_values.type.element_type
            if type is not self.operands[0].type:
                return self.error("expects case value type to match condition value type")
        return None


class ReturnOp(Op, InlinableReturn, name="llvm.return", traits=(Pure, ReturnLike, Terminator)):
    """Ends a function or the initializer of a global."""

    arg: OptOperand[AnyLLVM]
    assembly_format = "attr-dict ($arg^ `:` type($arg))?"

    def branch_to(self, block: Block, values: Sequence[Value]) -> Operation:
        branch: Operation = BrOp.create(values, successors=[block])
        return branch

    def verify_op(self) -> Diagnostic | None:
        parent = self.parent_op
        signature = getattr(parent, "llvm_type", None)
        if parent is None or signature is None:
            return None
        if not signature.results:
            if not self.operands:
                return None
            return self.error("expected no operands").note(
                "when returning from function", parent.where
            )
        if not self.operands:
            return self.error("expected 1 operand").note(
                "when returning from function", parent.where
            )
        if self.operands[0].type is not signature.result:
            return self.error("mismatching result types").note(
                "when returning from function", parent.where
            )
        return None


class UnreachableOp(Op, name="llvm.unreachable", traits=(Terminator,)):
    """Control never comes here."""

    assembly_format = "attr-dict"
