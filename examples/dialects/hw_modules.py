"""Modules of `hw`, with their ports, and instances of them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

from hw_parameters import parse_parameters, print_parameters
from hw_types import class_of

from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ods.hooks import behavior
from mlirlite.printer.literals import keyword_or_string

_DIRECTIONS = {"in": "input", "out": "output", "inout": "inout"}


def _ports(op: Any) -> Any:
    return op.properties["module_type"].ports


@behavior("hw.module", "hw.module.extern", "hw.module.generated")
class ModuleSyntax(AsmNames):
    """`hw.module @m(in %a : i1, out b : i2) {…}`"""

    __slots__ = ()

    def block_argument_names(self: Any, block: Any) -> list[str]:
        return [name for name, _, direction in _ports(self) if direction != "output"]

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, None]:
        if word := p.optional_keyword("public", "private", "nested"):
            state.attributes["sym_visibility"] = StringAttr(word)
        state.properties["sym_name"] = StringAttr(p.symbol_name())
        kind = p.op_class.name
        if kind == "hw.module.generated":
            p.expect(",")
            state.properties["generatorKind"] = p.attribute()
        state.properties["parameters"] = parse_parameters(p)
        arguments: list[Any] = []
        ports: list[Any] = []
        attributes: list[Any] = []

        def port() -> None:
            where = p.here()
            word = p.keyword()
            if word not in _DIRECTIONS:
                raise p.fail(f"unknown port direction '{word}'", where)
            if word == "out":
                name = p.keyword_or_string()
                p.expect(":")
                type = p.type()
                attributes.append(DictionaryAttr(p.optional_attr_dict()))
                p.optional_trailing_location()
            else:
                argument = p.argument(type="none")
                name = p.optional_keyword_or_string()
                name = argument.name.removeprefix("%") if name is None else name
                p.expect(":")
                type = p.type()
                attributes.append(DictionaryAttr(p.optional_attr_dict()))
                inner = class_of(p, "inout")(type) if word == "inout" else type
                arguments.append(
                    argument._replace(type=inner, location=p.optional_trailing_location())
                )
            ports.append((name, type, _DIRECTIONS[word]))

        p.comma_list(port, "(", ")", " in port list")
        p.op_attr_dict(state, keyword=True)
        state.properties["module_type"] = class_of(p, "modty")(tuple(ports))
        if any(a.to_dict() for a in attributes):
            state.properties["per_port_attrs"] = ArrayAttr(tuple(attributes))
        if kind == "hw.module":
            region = yield p.region(arguments)
            p.ensure_terminator(region, p.context.op_class("hw.output"), state.location)
            state.regions.append(region)
        else:
            state.regions.append(Region())

    def print(self: Any, p: Any) -> None:
        values = self.properties
        visibility = self.attributes.get("sym_visibility")
        p.text(" " if visibility is None else f" {visibility.value} ")
        p.symbol_name(values["sym_name"].value)
        if "generatorKind" in values:
            p.text(", ")
            p.attribute(values["generatorKind"])
        print_parameters(values["parameters"], p)
        entry = self.regions[0].first if self.regions else None
        arguments = iter(entry.args) if entry is not None else iter(())
        attributes = values.get("per_port_attrs")
        p.text("(")
        words = {long: short for short, long in _DIRECTIONS.items()}
        for number, (name, type, direction) in enumerate(_ports(self)):
            p.text(f"{', ' if number else ''}{words[direction]} ")
            if direction == "output":
                p.text(keyword_or_string(name))
            elif entry is None:
                p.text(f"%{name}")
            else:
                own = p.names[next(arguments)]
                p.text(own if own[1:] == name else f"{own} {keyword_or_string(name)}")
            p.text(" : ")
            p.type(type)
            if attributes is not None and attributes.value[number].to_dict():
                p.text(" ")
                p.attribute(attributes.value[number])
        p.text(")")
        hidden = ["sym_name", "sym_visibility", "module_type", "per_port_attrs", "parameters"]
        hidden += ["result_locs", "port_locs", "generatorKind"]
        if not getattr(values.get("comment"), "value", None):
            hidden.append("comment")
        p.attr_dict_with_keyword(self, hidden)
        if entry is not None:
            p.text(" ")
            p.region(self.regions[0], print_entry_args=False)


@behavior("hw.instance")
class InstanceSyntax(AsmNames):
    """`hw.instance "x" sym @s @m<N: i32 = 1>(a: %a: i1) -> (b: i2)`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        own = self.properties["instanceName"].value
        return [f"{own}.{n.value}" for n in self.properties["resultNames"].value]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        state.properties["instanceName"] = StringAttr(p.string())
        if p.optional_keyword("sym"):
            state.properties["inner_sym"] = p.body(p.context.attribute_class("hw.innerSym"))
        state.properties["moduleName"] = SymbolRefAttr(p.symbol_name())
        state.properties["parameters"] = parse_parameters(p)
        names: list[Any] = []
        types: list[Any] = []

        def given() -> Any:
            names.append(StringAttr(p.keyword_or_string()))
            p.expect(":")
            operand = p.operand()
            p.expect(":")
            types.append(p.type())
            return operand

        def result() -> Any:
            results.append(StringAttr(p.keyword_or_string()))
            p.expect(":")
            return p.type()

        results: list[Any] = []
        operands = p.comma_list(given, "(", ")")
        state.operands = p.resolve_all(operands, types)
        p.expect("->")
        state.result_types = p.comma_list(result, "(", ")")
        p.op_attr_dict(state)
        state.properties["argNames"] = ArrayAttr(tuple(names))
        state.properties["resultNames"] = ArrayAttr(tuple(results))

    def print(self: Any, p: Any) -> None:
        values = self.properties
        p.text(" ")
        p.attribute(values["instanceName"])
        if values.get("inner_sym") is not None:
            p.text(" sym ")
            values["inner_sym"].print(p)
        p.text(" ")
        p.attribute(values["moduleName"])
        print_parameters(values["parameters"], p)
        p.text("(")
        names = values["argNames"].value
        for number, (name, value) in enumerate(zip(names, self.operands, strict=False)):
            p.text(f"{', ' if number else ''}{keyword_or_string(name.value)}: {p.names[value]}: ")
            p.type(value.type)
        p.text(") -> (")
        names = values["resultNames"].value
        for number, (name, value) in enumerate(zip(names, self.results, strict=False)):
            p.text(f"{', ' if number else ''}{keyword_or_string(name.value)}: ")
            p.type(value.type)
        p.text(")")
        hidden = ("instanceName", "inner_sym", "moduleName", "argNames", "resultNames")
        p.attr_dict(self, (*hidden, "parameters"))
