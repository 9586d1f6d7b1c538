"""The cf dialect: branches between blocks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from mlirlite.dialects._constraints import I32Array
from mlirlite.dialects._switch import Switch
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, i32_array
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyInteger, AnyType, Bool, Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, OptProp, Prop, Successor, VarOperand, VarSuccessor
from mlirlite.ir.interfaces import BranchOp as BranchInterface, Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import AttrSizedOperandSegments, Pure, Terminator
from mlirlite.ir.types import IntegerType, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class AssertOp(Op, MemoryEffects, name="cf.assert"):
    """Stops the program with a message when the condition is false.

    ```mlir
    cf.assert %cond, "shapes agree"
    ```
    """

    arg: Operand[Bool]
    msg: Prop[str]
    assembly_format = "$arg `,` $msg attr-dict"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE),)


class BranchOp(Op, BranchInterface, name="cf.br", traits=(Pure, Terminator)):
    """Goes to a block with arguments.

    ```mlir
    func.func @f(%x: i32) -> i32 {
      cf.br ^bb1(%x : i32)
    ^bb1(%y: i32):
      return %y : i32
    }
    ```
    """

    destOperands: VarOperand[AnyType]
    dest: Successor
    assembly_format = "$dest (`(` $destOperands^ `:` type($destOperands) `)`)? attr-dict"

    def successor_operand_range(self, index: int) -> range:
        return range(len(self.operands))


class CondBranchOp(
    Op,
    BranchInterface,
    name="cf.cond_br",
    traits=(AttrSizedOperandSegments, Pure, Terminator),
):
    """Goes to one of two blocks.

    ```mlir
    func.func @f(%cond: i1, %x: i32) {
      cf.cond_br %cond, ^bb1(%x : i32), ^bb2
    ^bb1(%y: i32):
      return
    ^bb2:
      return
    }
    ```
    """

    condition: Operand[Bool]
    trueDestOperands: VarOperand[AnyType]
    falseDestOperands: VarOperand[AnyType]
    branch_weights: OptProp[I32Array]
    trueDest: Successor
    falseDest: Successor
    assembly_format = (
        "$condition (`weights` `(` $branch_weights^ `)` )? `,` "
        "$trueDest (`(` $trueDestOperands^ `:` type($trueDestOperands) `)`)? `,` "
        "$falseDest (`(` $falseDestOperands^ `:` type($falseDestOperands) `)`)? attr-dict"
    )

    def successor_operand_range(self, index: int) -> range:
        count = len(self.trueDestOperands)
        return range(1 + count, len(self.operands)) if index else range(1, 1 + count)

    def successor_for(self, constants: Sequence[Attribute | None]) -> Block | None:
        known = constants[0]
        if not isinstance(known, IntegerAttr):
            return None
        return self.trueDest if known.value else self.falseDest

    def verify_op(self) -> Diagnostic | None:
        weights = self.branch_weights
        if weights is None:
            return None
        if len(weights) != 2:
            return error(
                "expects number of branch weights to match number of successors: "
                f"{len(weights)} vs 2",
                self.where,
            )
        if not any(weights):
            return error("branch weights cannot all be zero", self.where)
        return None


def _store(state: "OpState", type: Type, numbers: list[int], groups: list[list[Value]]) -> None:
    """The properties of a switch from its parsed parts."""
    sizes = [len(g) for g in groups]
    state.properties["operandSegmentSizes"] = i32_array([1, sizes[0], sum(sizes[1:])])
    state.properties["case_operand_segments"] = i32_array(sizes[1:])
    if numbers:
        shaped = VectorType((len(numbers),), type)
        state.properties["case_values"] = DenseElementsAttr.of(shaped, numbers)


def _is_integers(a: Attribute) -> bool:
    return isinstance(a, DenseElementsAttr) and isinstance(a.element_type, IntegerType)


class SwitchOp(Op, Switch, name="cf.switch", traits=(AttrSizedOperandSegments, Pure, Terminator)):
    """Goes to the block of the flag's value, or to the default one.

    ```mlir
    func.func @f(%flag: i32, %x: i32) {
      cf.switch %flag : i32, [
        default: ^bb1,
        42: ^bb2(%x : i32)
      ]
    ^bb1:
      return
    ^bb2(%y: i32):
      return
    }
    ```
    """

    flag: Operand[AnyInteger]
    defaultOperands: VarOperand[AnyType]
    caseOperands: VarOperand[AnyType]
    case_values: OptProp[
        Annotated[DenseElementsAttr, Constraint("integer elements attribute", _is_integers)]
    ]
    case_operand_segments: Prop[I32Array]
    defaultDestination: Successor
    caseDestinations: VarSuccessor

    def successor_for(self, constants: Sequence[Attribute | None]) -> Block | None:
        known = constants[0]
        if not isinstance(known, IntegerAttr):
            return None
        numbers = self.case_numbers
        return self.successors[numbers.index(known.value) + 1 if known.value in numbers else 0]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        flag = p.operand()
        p.expect(":")
        type = p.type_of(IntegerType)
        p.expect(",")
        p.expect("[")
        p.expect("default")
        p.expect(":")
        successors: list[Block] = []
        groups: list[list[Value]] = []

        def destination() -> None:
            block, values = p.successor_with_operands()
            successors.append(block)
            groups.append(values)

        destination()
        numbers: list[int] = []
        while p.accept(","):
            numbers.append(p.integer())
            p.expect(":")
            destination()
        p.expect("]")
        p.op_attr_dict(state, checked=True)
        state.operands = [p.resolve(flag, type), *(v for group in groups for v in group)]
        state.successors = successors
        _store(state, type, numbers, groups)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.flag)
        p.text(" : ")
        p.type(self.flag.type)
        p.text(", [")
        width = self.flag.type.width if isinstance(self.flag.type, IntegerType) else 64
        numbers = [n & ((1 << width) - 1) for n in self.case_numbers]
        for i, block in enumerate(self.successors):
            p.text("," if i else "")
            p.newline()
            p.text(f"  {numbers[i - 1]}: " if i else "  default: ")
            span = self.successor_operand_range(i)
            p.successor(block, self.operands[span.start : span.stop])
        if numbers:
            p.newline()
        p.text("]")
        p.attr_dict(self, ("case_values", "case_operand_segments", "operandSegmentSizes"))

    def verify_op(self) -> Diagnostic | None:
        values, destinations = self.case_values, self.caseDestinations
        if values is None and not destinations:
            return None
        if values is not None and values.type.element_type is not self.flag.type:
            return self.error(
                f"'flag' type ('{self.flag.type}') should match case value type ('"
                f"{values.type.element_type}')"
            )
        count = values.type.num_elements if values is not None else 0
        if count != len(destinations):
            return self.error(
                f"number of case values ({count}) should match number of case destinations "
                f"({len(destinations)})"
            )
        return None


DIALECT = Dialect("cf", __name__)
