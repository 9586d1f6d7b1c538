"""Exceptions in the LLVM dialect: calls that may unwind, landing pads, resume."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import DictionaryArray, FlatSymbolRef, I32Array
from mlirlite.dialects.llvm.attributes import C_CALL, CConvAttr
from mlirlite.dialects.llvm.call_syntax import (
    BUNDLE_NAMES,
    CALL_CONVENTIONS,
    NO_BUNDLES,
    FunctionTypeProp,
    parse_bundles,
    parse_call_type,
    parse_variadic_type,
    print_bundles,
    print_call_type,
    store_bundles,
    verify_bundles,
    verify_variadic_type,
)
from mlirlite.dialects.llvm.constraints import AnyLLVM
from mlirlite.dialects.llvm.enums import CConv
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.attributes import UNIT, ArrayAttr, SymbolRefAttr, UnitAttr, i32_array
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, OptResult, Prop, Result, Successor, VarOperand
from mlirlite.ir.interfaces import BranchOp as BranchInterface
from mlirlite.ir.traits import AttrSizedOperandSegments, Terminator
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class InvokeOp(
    Op, BranchInterface, name="llvm.invoke", traits=(AttrSizedOperandSegments, Terminator)
):
    """A call that goes to one block when it returns and to another when it unwinds."""

    var_callee_type: OptProp[FunctionTypeProp]
    callee: OptProp[FlatSymbolRef]
    callee_operands: VarOperand[AnyLLVM]
    arg_attrs: OptProp[DictionaryArray]
    res_attrs: OptProp[DictionaryArray]
    normalDestOperands: VarOperand[AnyLLVM]
    unwindDestOperands: VarOperand[AnyLLVM]
    branch_weights: OptProp[I32Array]
    CConv: Prop[CConvAttr] = C_CALL
    op_bundle_operands: VarOperand[AnyLLVM]
    op_bundle_sizes: Prop[I32Array] = NO_BUNDLES
    required_in_bytecode = ("op_bundle_sizes",)
    op_bundle_tags: OptProp[ArrayAttr]
    result: OptResult[AnyLLVM]
    normalDest: Successor
    unwindDest: Successor

    def call_arguments(self) -> Sequence[Value]:
        """The arguments, without the called pointer."""
        given: tuple[Value, ...] = self.callee_operands
        return given if "callee" in self.properties else given[1:]

    def successor_operand_range(self, index: int) -> range:
        start = len(self.callee_operands)
        middle = start + len(self.normalDestOperands)
        return (
            range(middle, middle + len(self.unwindDestOperands)) if index else range(start, middle)
        )

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        properties = state.properties
        convention = p.optional_keyword(*CALL_CONVENTIONS)
        properties["CConv"] = (
            CConvAttr(CConv(CALL_CONVENTIONS[convention])) if convention else C_CALL
        )
        symbol = p.optional_symbol_name()
        pointer = p.operand() if symbol is None else None
        if symbol is not None:
            properties["callee"] = SymbolRefAttr(symbol)
        operands = p.operand_list("(", ")")
        p.expect("to")
        normal, normal_values = p.successor_with_operands()
        p.expect("unwind")
        unwind, unwind_values = p.successor_with_operands()
        parse_variadic_type(p, state)
        bundles = parse_bundles(p)
        p.op_attr_dict(state)
        values = parse_call_type(p, state, operands, pointer)
        store_bundles(state, [*values, *normal_values, *unwind_values], bundles)
        extra = sum(len(group) for _, group in bundles)
        sizes = (len(values), len(normal_values), len(unwind_values), extra)
        properties["operandSegmentSizes"] = i32_array(sizes)
        state.successors = [normal, unwind]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        if self.CConv is not C_CALL:
            p.text(self.CConv.value.name + " ")
        pointer = None if self.callee is not None else self.operands[0]
        if pointer is None:
            p.symbol_name(self.callee.root if self.callee is not None else "")
        else:
            p.value(pointer)
        arguments = self.call_arguments()
        p.text("(")
        p.values(arguments)
        p.text(") to ")
        p.successor(self.normalDest, self.normalDestOperands)
        p.text(" unwind ")
        p.successor(self.unwindDest, self.unwindDestOperands)
        if self.var_callee_type is not None:
            p.text(" vararg(")
            p.type(self.var_callee_type)
            p.text(")")
        print_bundles(p, self.op_bundle_operands, self.op_bundle_sizes, self.op_bundle_tags)
        elided = ["callee", "var_callee_type", "CConv", *BUNDLE_NAMES, "arg_attrs", "res_attrs"]
        p.attr_dict(self, elided)
        p.text(" : ")
        if pointer is not None:
            p.type(pointer.type)
            p.text(", ")
        print_call_type(p, self, arguments)

    def verify_op(self) -> Diagnostic | None:
        wrong = verify_variadic_type(self, self.var_callee_type, self.call_arguments())
        if wrong is not None:
            return wrong
        first = self.unwindDest.first
        if first is None:
            return self.error("must have at least one operation in unwind destination")
        if not isinstance(first, LandingpadOp):
            return self.error(
                "first operation in unwind destination should be a llvm.landingpad operation"
            )
        return verify_bundles(self, self.op_bundle_sizes, self.op_bundle_tags)


class LandingpadOp(Op, name="llvm.landingpad"):
    """Where unwinding comes to: clauses say which exceptions are caught."""

    cleanup: OptProp[UnitAttr]
    clauses: VarOperand[AnyLLVM]
    res: Result[AnyLLVM]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        if p.accept("cleanup"):
            state.properties["cleanup"] = UNIT
        values: list[Value] = []
        while p.accept("("):
            filter = p.optional_keyword("catch", "filter") == "filter"
            operand = p.operand()
            p.expect(":")
            where = p.here()
            type = p.type()
            if isinstance(type, LLVMArrayType) != filter:
                wanted = "filter" if filter else "catch"
                raise p.error(f"invalid type for '{wanted}' clause", where)
            values.append(p.resolve(operand, type))
            p.expect(")")
        p.op_attr_dict(state)
        p.expect(":")
        state.operands = values
        state.result_types = [p.type()]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" cleanup " if self.cleanup is not None else " ")
        for value in self.operands:
            p.text("(filter " if isinstance(value.type, LLVMArrayType) else "(catch ")
            p.value(value)
            p.text(" : ")
            p.type(value.type)
            p.text(") ")
        p.attr_dict(self, ("cleanup",))
        p.text(": ")
        p.type(self.res.type)

    def verify_op(self) -> Diagnostic | None:
        function = self.parent_op
        while function is not None and function.name != "llvm.func":
            function = function.parent_op
        if function is not None and "personality" not in function.properties:
            return error("llvm.landingpad needs to be in a function with a personality", self.where)
        if self.cleanup is None and not self.operands:
            return error(
                "landingpad instruction expects at least one clause or cleanup attribute",
                self.where,
            )
        for i, value in enumerate(self.operands):
            if isinstance(value.type, LLVMArrayType):
                continue
            op = value.defining_op
            if op is not None and op.name == "llvm.bitcast":
                inner = op.operands[0].defining_op
                if inner is None or inner.name != "llvm.mlir.addressof":
                    return error("constant clauses expected", self.where).note(
                        "global addresses expected as operand to bitcast used in clauses for "
                        "landingpad",
                        op.where,
                    )
            elif op is None or op.name not in ("llvm.mlir.zero", "llvm.mlir.addressof"):
                return error(
                    f"clause #{i} is not a known constant - null, addressof, bitcast", self.where
                )
        return None


class ResumeOp(Op, name="llvm.resume", traits=(Terminator,)):
    """Goes on unwinding."""

    value: Operand[AnyLLVM]
    assembly_format = "$value attr-dict `:` type($value)"
