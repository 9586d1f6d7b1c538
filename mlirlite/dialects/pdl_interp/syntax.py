"""The syntax of loops and functions of the interpreter of patterns; types that are inferred."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import FunctionSyntax
from mlirlite.dialects.pdl.checks import verify_range
from mlirlite.dialects.pdl.syntax import OperationOpAttributes, RangeType, range_of, type_named
from mlirlite.ir.attributes import UNIT
from mlirlite.ods.hooks import DataOp, behavior, directive, function, verifier
from mlirlite.support.diagnostics import Diagnostic

directive("CreateOperationOpAttributes", "pdl_interp")(OperationOpAttributes)
directive("RangeType", "pdl_interp")(RangeType)


@directive("CreateOperationOpResults", "pdl_interp")
class CreateOperationOpResults:
    """`-> (%t : !pdl.type)`, `-> <inferred>`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        if not p.accept("->"):
            return [], [], None
        if p.accept("<"):
            p.expect("inferred")
            p.expect(">")
            return [], [], UNIT
        p.expect("(")
        operands = p.operand_list()
        p.expect(":")
        types = p.type_list()
        p.expect(")")
        return operands, types, None

    @staticmethod
    def print(p: Any, op: DataOp, values: Any, types: Any, inferred: Any) -> None:
        if inferred:
            p.text(" -> <inferred>")
        elif values:
            p.text(" -> (")
            p.values(values)
            p.text(" : ")
            p.types(types)
            p.text(")")


@function("getGetValueTypeOpValueType")
def value_of(type: Any) -> Any:
    """What has this type: a value, or a range of values."""
    value = type_named("pdl.value")()
    return range_of(value) if type.name == "pdl.range" else value


@behavior("pdl_interp.func")
class Function(FunctionSyntax):
    """`pdl_interp.func @matcher(%op : !pdl.operation) {…}`."""

    __slots__ = ()


@behavior("pdl_interp.foreach")
class ForEachSyntax:
    """`pdl_interp.foreach %x : !pdl.operation in %range {…} -> ^next`."""

    @classmethod
    def parse(cls: Any, p: Any, state: Any) -> Generator[Any, Any, None]:
        variable = p.argument()
        p.expect("in", " after loop variable")
        state.operands.append(p.resolve(p.operand(), range_of(variable.type)))
        region = yield p.region([variable])
        state.regions.append(region)
        p.op_attr_dict(state)
        p.expect("->")
        state.successors.append(p.successor())

    def print(self: Any, p: Any) -> None:
        variable = self.regions[0].first.args[0]
        p.text(" ")
        p.value(variable)
        p.text(" : ")
        p.type(variable.type)
        p.text(" in ")
        p.value(self.operands[0])
        p.text(" ")
        p.region(self.regions[0], False)
        p.attr_dict(self)
        p.text(" -> ")
        p.successor(self.successors[0])

    def verify_op(self: Any) -> Diagnostic | None:
        found: Diagnostic | None = None
        args: Any = self.regions[0].first.args if not self.regions[0].empty else ()
        if len(args) != 1:
            found = self.error("requires exactly one argument")
        elif range_of(args[0].type) is not self.operands[0].type:
            found = self.error("operand must be a range of loop variable type")
        return found


@verifier("pdl_interp.create_operation")
def _create(op: DataOp) -> Diagnostic | None:
    found: Diagnostic | None = None
    if op.inferredResultTypes and op.inputResultTypes:
        found = op.error("with inferred results cannot also have explicit result types")
    return found


@verifier("pdl_interp.create_range")
def _range(op: DataOp) -> Diagnostic | None:
    return verify_range(op)
