"""The syntax of loops, branches, expressions, includes and variables of a file, which upstream
writes in C++."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UNIT, StringAttr, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, INDEX, FunctionType, RankedTensorType
from mlirlite.ods.hooks import DataOp, behavior, directive, region_verifier
from mlirlite.parser.hooks.op_parser import Argument
from mlirlite.support.diagnostics import Diagnostic


def _yield_class() -> Any:
    dialect = builtin_dialect("emitc")
    return dialect.op_class("emitc.yield") if dialect is not None else None


@behavior("emitc.for")
class ForSyntax:
    """`emitc.for %i = %a to %b step %c : i32 {…}`; without a type, of index."""

    default_dialect = "emitc"

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        counter = p.argument(type="none")
        p.expect("=")
        bounds = [p.operand()]
        for word in ("to", "step"):
            p.expect(word)
            bounds.append(p.operand())
        type: Type = p.type() if p.accept(":") else INDEX
        state.operands += p.resolve_all(bounds, type)
        region = yield p.region([counter._replace(type=type)])
        p.ensure_terminator(region, _yield_class(), state.location)
        state.regions.append(region)
        p.op_attr_dict(state)

    def print(self: Any, p: Any) -> None:
        counter = self.regions[0].first.args[0]
        p.text(" ")
        p.value(counter)
        for word, value in zip((" = ", " to ", " step "), self.operands, strict=True):
            p.text(word)
            p.value(value)
        p.text(" ")
        if counter.type is not INDEX:
            p.text(" : ")
            p.type(counter.type)
            p.text(" ")
        p.region(self.regions[0], False, False)
        p.attr_dict(self)


@region_verifier("emitc.for")
def _for(op: DataOp) -> Diagnostic | None:
    found: Diagnostic | None = None
    args = op.regions[0].first.args
    if len(args) != 1:
        found = op.error("expected body to have a single block argument for the induction variable")
    elif args[0].type is not op.operands[0].type:
        found = op.error("expected induction variable to be same type as bounds and step")
    return found


@behavior("emitc.if")
class IfSyntax:
    """`emitc.if %c {…} else {…}`."""

    default_dialect = "emitc"

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        state.operands.append(p.resolve(p.operand(), I1))
        region = yield p.region()
        p.ensure_terminator(region, _yield_class(), state.location)
        state.regions.append(region)
        other = Region()
        if p.optional_keyword("else"):
            other = yield p.region()
            p.ensure_terminator(other, _yield_class(), state.location)
        state.regions.append(other)
        p.op_attr_dict(state)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.value(self.operands[0])
        p.text(" ")
        p.region(self.regions[0], False, False)
        if not self.regions[1].empty:
            p.text(" else ")
            p.region(self.regions[1], False, False)
        p.attr_dict(self)


@behavior("emitc.do")
class DoSyntax:
    """`emitc.do {…} while {…}`."""

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        body = yield p.region()
        p.expect("while")
        condition = yield p.region()
        if body.empty:
            body.append(Block())
        state.regions += [body, condition]
        p.op_attr_dict(state, keyword=True)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.region(self.regions[0], False)
        p.text(" while ")
        p.region(self.regions[1])
        p.attr_dict_with_keyword(self)


@behavior("emitc.expression")
class ExpressionSyntax:
    """`%r = emitc.expression %a, %b noinline : (i32, i32) -> i32 {…}`: inside, the operands have
    the names that they have outside."""

    default_dialect = "emitc"

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        operands = p.operand_list()
        if p.optional_keyword("noinline"):
            state.properties["do_not_inline"] = UNIT
        if not p.accept(":"):
            raise p.error("expected function type")
        type = p.type()
        if not isinstance(type, FunctionType):
            raise p.error("expected function type")
        state.operands += p.resolve_all(operands, type.inputs)
        if len(type.results) != 1:
            raise p.error("expected single return type")
        state.result_types += type.results
        pairs = zip(operands, type.inputs, strict=True)
        arguments = [Argument(operand.name, own, {}, None, operand.span) for operand, own in pairs]
        region = yield p.region(arguments, enable_name_shadowing=True)
        state.regions.append(region)

    def print(self: Any, p: Any) -> None:
        region = self.regions[0]
        p.text(" ")
        p.values(self.operands)
        p.text(" noinline" if self.do_not_inline else "")
        p.text(" : ")
        p.functional_type(self.operands, self.results)
        for argument, value in zip(region.first.args, self.operands, strict=False):
            p.names[argument] = p.names[value]
        p.text(" ")
        p.region(region, False)


@behavior("emitc.include")
class IncludeSyntax:
    """`emitc.include <"math.h">`, or `"own.h"`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        is_standard = p.accept("<")
        name = p.optional_string()
        if name is None:
            raise p.error("expected string attribute")
        state.properties["include"] = StringAttr(name)
        if is_standard:
            if not p.accept(">"):
                raise p.error("expected trailing '>' for standard include")
            state.properties["is_standard_include"] = UNIT

    def print(self: Any, p: Any) -> None:
        open, close = ("<", ">") if self.is_standard_include else ("", "")
        p.text(f" {open}")
        p.attribute(self.properties["include"])
        p.text(close)


@directive("EmitCGlobalOpTypeAndInitialValue", "emitc")
@directive("EmitCFieldOpTypeAndInitialValue", "emitc")
class TypeAndInitialValue:
    """`!emitc.array<2xf32> = dense<0.0>`, or the type alone."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, Attribute | None]:
        type = p.type()
        if not p.accept("="):
            return type, None
        stated = type
        if type.name == "emitc.array":
            stated = RankedTensorType(type.shape, type.elementType)
        return type, p.attribute(stated)

    @staticmethod
    def print(p: Any, op: Operation, type: Type, value: Attribute | None) -> None:
        p.type(type)
        if value is not None:
            p.text(" = ")
            p.attribute_without_type(value)


@behavior("emitc.switch")
class SwitchSyntax:
    """Ops inside are written without `emitc.`."""

    default_dialect = "emitc"


@directive("SwitchCases", "emitc")
class SwitchCases:
    """`case 2 {…}`, each on a line of its own."""

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, tuple[Any, ...]]:
        numbers = []
        regions = []
        while p.optional_keyword("case"):
            numbers.append(p.integer())
            region = yield p.region()
            regions.append(region)
        return i64_array(numbers), regions

    @staticmethod
    def print(p: Any, op: Operation, numbers: Any, regions: Any) -> None:
        for number, region in zip(numbers.value, regions, strict=False):
            p.newline()
            p.text(f"case {number} ")
            p.region(region, False)
