"""What VHLO has in C++: the syntax of its functions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.types import DYNAMIC
from mlirlite.ods.hooks import directive, parser, printer
from mlirlite.printer.literals import quoted


@directive("FunctionBody", "vhlo")
class FunctionBody:
    """`@f(%arg0: !vhlo.…) -> (!vhlo.…) {…}`: a name, a region and a type."""

    @staticmethod
    def parse(p: Any, state: Any) -> Generator[Any, Any, Any]:
        context = p.context
        name = context.attribute_class("vhlo.string_v1")(p.symbol_name())
        arguments = p.argument_list("(", ")")
        results: list[Any] = []
        if p.accept("->"):
            results = p.comma_list(p.type, "(", ")")
        region = yield p.region(arguments)
        function = context.type_class("vhlo.func_v1")
        type = function(tuple(a.type for a in arguments), tuple(results))
        return name, region, context.attribute_class("vhlo.type_v1")(type)

    @staticmethod
    def print(p: Any, op: Any, name: Any, region: Any, type: Any) -> None:
        p.symbol_name(_text(name))
        p.text("(")
        for number, argument in enumerate(region.entry.args):
            p.text(", " if number else "")
            p.block_argument(argument)
        p.text(") -> (")
        p.types(type.value.outputs)
        p.text(") ")
        p.region(region, print_entry_args=False)


def _of_builtin(name: str) -> None:
    """`#vhlo.integer_v1<1 : i64>`: a builtin attribute, kept as it is."""

    @parser(f"#vhlo.{name}")
    def _parse(p: Any) -> Any:
        p.expect("<")
        found = p.attribute()
        p.expect(">")
        return p.context.attribute_class(f"vhlo.{name}")(found.type, found)

    @printer(f"#vhlo.{name}")
    def _print(attribute: Any, p: Any) -> None:
        p.text("<")
        p.attribute(getattr(attribute, type(attribute).parameters[1]))
        p.text(">")


for _name in ("integer_v1", "tensor_v1"):
    _of_builtin(_name)


@parser("#vhlo.type_extensions_v1")
def _parse_bounds(p: Any) -> Any:
    """`<bounds = [16, ?]>`"""
    p.expect("<")
    if not p.optional_keyword("bounds"):
        raise p.wrong_token("expected 'bounds'")
    p.expect("=")
    sizes = p.comma_list(lambda: DYNAMIC if p.accept("?") else p.integer(), "[", "]")
    p.expect(">")
    return p.context.attribute_class("vhlo.type_extensions_v1")(tuple(sizes))


@printer("#vhlo.type_extensions_v1")
def _print_bounds(attribute: Any, p: Any) -> None:
    sizes = ", ".join("?" if size == DYNAMIC else str(size) for size in attribute.bounds)
    p.text(f"<bounds = [{sizes}]>")


@directive("Shape", "vhlo")
class Shape:
    """`4x?x`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[int, ...]:
        return tuple(p.dimension_list(trailing_x=True))

    @staticmethod
    def print(p: Any, owner: Any, shape: Any) -> None:
        p.text("".join("?x" if size == DYNAMIC else f"{size}x" for size in shape))


@directive("Encoding", "vhlo")
class Encoding:
    """`, #vhlo.type_extensions_v1<…>`, if there is one."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return p.attribute() if p.accept(",") else None

    @staticmethod
    def print(p: Any, owner: Any, encoding: Any) -> None:
        if encoding is not None:
            p.text(", ")
            p.attribute(encoding)


@directive("AttributeArray", "vhlo")
class AttributeArray:
    """`[#vhlo.…, #vhlo.…]`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        return tuple(p.comma_list(p.attribute, "[", "]"))

    @staticmethod
    def print(p: Any, owner: Any, values: Any) -> None:
        p.text("[")
        for number, value in enumerate(values):
            p.text(", " if number else "")
            p.attribute(value)
        p.text("]")


@directive("AttributeDictionary", "vhlo")
class AttributeDictionary:
    """`{#vhlo.string_v1<"a"> = #vhlo.…}`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        def entry() -> tuple[Any, Any]:
            name = p.attribute()
            p.expect("=")
            return name, p.attribute()

        return tuple(p.comma_list(entry, "{", "}"))

    @staticmethod
    def print(p: Any, owner: Any, entries: Any) -> None:
        p.text("{")
        for number, (name, value) in enumerate(entries):
            p.text(", " if number else "")
            p.attribute(name)
            p.text(" = ")
            p.attribute(value)
        p.text("}")


@directive("EscapedString", "vhlo")
class EscapedString:
    """`"text"`"""

    @staticmethod
    def parse(p: Any, state: Any) -> str:
        return str(p.string())

    @staticmethod
    def print(p: Any, owner: Any, text: str) -> None:
        p.text(quoted(text))


@directive("TypeArray", "vhlo")
class TypeArray:
    """`(!vhlo.i1_v1, !vhlo.i1_v1)`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        return tuple(p.comma_list(p.type, "(", ")"))

    @staticmethod
    def print(p: Any, owner: Any, types: Any) -> None:
        p.text("(")
        p.types(types)
        p.text(")")


def _text(name: Any) -> str:
    found = name.value
    return str(found.value if isinstance(found, StringAttr) else found)
