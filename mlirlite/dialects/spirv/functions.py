"""The syntax of modules, functions, entry points and structured control flow."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import (
    parse_body,
    parse_signature,
    print_body,
    print_signature,
    store_signature,
    verify_function,
)
from mlirlite.dialects.spirv.cases import attribute_class, read_case, words_of
from mlirlite.dialects.spirv.structure import problem, wrong_function
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from mlirlite.ir.block import Block
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.types import I32, FunctionType
from mlirlite.ods.hooks import DataOp, behavior
from mlirlite.support.diagnostics import Diagnostic

SIGNATURE = ("sym_name", "function_type", "arg_attrs", "res_attrs")
"""What the signature of a function says; its visibility is an attribute like others."""


@behavior("spirv.module")
class ModuleSyntax:
    """`spirv.module @name Logical GLSL450 requires #spirv.vce<…> {…}`."""

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        name = p.optional_symbol_name()
        if name is not None:
            state.properties["sym_name"] = StringAttr(name)
        state.properties["addressing_model"] = read_case(p, "AddressingModel", quoted=False)
        state.properties["memory_model"] = read_case(p, "MemoryModel", quoted=False)
        if p.optional_keyword("requires"):
            state.properties["vce_triple"] = p.attribute()
        p.op_attr_dict(state, keyword=True)
        region = yield p.region()
        if region.empty:
            region.append(Block())
        state.regions.append(region)

    def print(self: Any, p: Any) -> None:
        if self.sym_name is not None:
            p.text(" ")
            p.symbol_name(self.sym_name)
        p.text(f" {words_of(self.addressing_model)} {words_of(self.memory_model)}")
        if self.vce_triple is not None:
            p.text(" requires ")
            p.attribute(self.vce_triple)
        p.attr_dict_with_keyword(
            self, ("addressing_model", "memory_model", "sym_name", "vce_triple")
        )
        p.text(" ")
        p.region(self.regions[0])


@behavior("spirv.func")
class FunctionSyntax(FunctionLike):
    """`spirv.func @name(%x: f32) -> f32 "None" {…}`."""

    __slots__ = ()

    def signature(self: Any) -> FunctionType:
        found: FunctionType = self.function_type
        return found

    def verify_op(self: Any) -> Diagnostic | None:
        type = self.signature()
        found = verify_function(self, type.inputs, type.results)
        return found or problem(self, wrong_function(self))

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        signature = parse_signature(p)
        control = read_case(p, "FunctionControl")
        p.op_attr_dict(state, keyword=True)
        state.properties["function_control"] = control
        type = FunctionType(tuple(signature.argument_types), tuple(signature.result_types))
        store_signature(state, type, signature)
        yield from parse_body(p, state, signature)

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.symbol_name(self.sym_name)
        type = self.function_type
        print_signature(p, self, type.inputs, type.results)
        p.text(f' "{words_of(self.function_control)}"')
        p.attr_dict_with_keyword(self, (*SIGNATURE, "function_control"))
        print_body(p, self)


def parse_entry(p: Any, state: Any) -> None:
    """`@f, @x, @y`: an entry point's function, or graph, and its variables."""
    state.properties["fn"] = p.attribute()
    variables = []
    while p.accept(","):
        variables.append(p.attribute())
    state.properties["interface"] = ArrayAttr(tuple(variables))


def print_entry(p: Any, op: DataOp) -> None:
    """The same, printed."""
    p.attribute(op.fn)
    for variable in op.interface:
        p.text(", ")
        p.attribute(variable)


@behavior("spirv.EntryPoint")
class EntryPointSyntax:
    """`spirv.EntryPoint "GLCompute" @f, @x, @y`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["execution_model"] = read_case(p, "ExecutionModel")
        parse_entry(p, state)

    def print(self: Any, p: Any) -> None:
        p.text(f' "{words_of(self.execution_model)}" ')
        print_entry(p, self)


@behavior("spirv.ExecutionMode")
class ExecutionModeSyntax:
    """`spirv.ExecutionMode @f "LocalSize", 3, 4, 5`."""

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["fn"] = p.attribute()
        state.properties["execution_mode"] = read_case(p, "ExecutionMode")
        values = []
        while p.accept(","):
            values.append(IntegerAttr(p.integer(), I32))
        state.properties["values"] = ArrayAttr(tuple(values))

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.fn)
        p.text(f' "{words_of(self.execution_mode)}"')
        for value in self.properties["values"]:
            p.text(f", {value.value}")


class _Structured:
    """`control(…) -> types {…}`; the name of the property is `control_name`."""

    control_name = ""
    enum = ""

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        if p.optional_keyword("control"):
            p.expect("(")
            words = read_case(p, cls.enum, quoted=False)
            p.expect(")")
        else:
            words = read_none(cls.enum)
        state.properties[cls.control_name] = words
        if p.accept("->"):
            state.result_types.append(p.type())
            while p.accept(","):
                state.result_types.append(p.type())
        region = yield p.region()
        state.regions.append(region)

    def print(self: Any, p: Any) -> None:
        control = self.properties[self.control_name]
        if int(control.value):
            p.text(f" control({words_of(control)})")
        if self.results:
            p.text(" -> ")
            p.types([r.type for r in self.results])
        p.text(" ")
        p.region(self.regions[0])


def read_none(enum: str) -> Any:
    """The case without any flag."""
    cls = attribute_class(enum)
    return cls(cls.cases(0))


@behavior("spirv.mlir.loop")
class LoopSyntax(_Structured):
    """A loop with its merge block."""

    control_name, enum = "loop_control", "LoopControl"


@behavior("spirv.mlir.selection")
class SelectionSyntax(_Structured):
    """A selection with its merge block."""

    control_name, enum = "selection_control", "SelectionControl"
