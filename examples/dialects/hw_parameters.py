"""Parameters of modules and of types of `hw`."""

from __future__ import annotations

from types import new_class
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, StringAttr
from mlirlite.ir.types import I64
from mlirlite.ods.hooks import directive, parser, printer


def print_parameter(attribute: Any, p: Any) -> None:
    """The type, and the value if there is one."""
    p.text(": ")
    p.type(attribute.type)
    if attribute.value is not None:
        p.text(" = ")
        p.attribute_without_type(attribute.value)


@parser("#hw.param.decl")
def _parse_declaration(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.string())
    p.expect(":")
    type = p.type()
    value = p.attribute(type) if p.accept("=") else None
    p.expect(">")
    return p.context.attribute_class("hw.param.decl")(name, type, value)


@printer("#hw.param.decl")
def _print_declaration(attribute: Any, p: Any) -> None:
    p.text("<")
    p.attribute(attribute.name_)
    print_parameter(attribute, p)
    p.text(">")


def _named(name: str, field: str) -> None:
    """`#hw.param.decl.ref<"N"> : i32`"""

    @parser(f"#hw.{name}")
    def _parse(p: Any) -> Any:
        p.expect("<")
        text = StringAttr(p.string())
        p.expect(">")
        type = p.given_type
        if type is None:
            p.expect(":")
            type = p.type()
        return p.context.attribute_class(f"hw.{name}")(text, type)

    @printer(f"#hw.{name}")
    def _print(attribute: Any, p: Any) -> None:
        p.text("<")
        p.attribute(getattr(attribute, field))
        p.text(">")


_named("param.decl.ref", "name_")
_named("param.verbatim", "value")

_OPCODES = (
    *("add", "mul", "and", "or", "xor", "shl", "shru", "shrs", "divu", "divs", "modu", "mods"),
    *("clog2", "str.concat"),
)


def _expression(word: str) -> type[Attribute]:
    """The reader of `#hw.param.expr.add<…>`, which is a `#hw.param.expr`."""

    def parse(p: Any) -> Any:
        cls = p.context.attribute_class("hw.param.expr")
        p.expect("<")
        first = p.attribute(p.given_type or I64)
        rest = [first]
        while p.accept(","):
            rest.append(p.attribute(first.type))
        p.expect(">")
        return cls(word, tuple(rest), first.type)

    namespace = {"parse": classmethod(lambda cls, p: parse(p)), "print": lambda self, p: None}
    name = {"name": f"hw.param.expr.{word}"}
    return new_class(f"Param_{word}", (Attribute,), name, lambda ns: ns.update(namespace))


globals().update((f"_expression_{word}", _expression(word)) for word in _OPCODES)


@printer("#hw.param.expr")
def _print_expression(attribute: Any, p: Any) -> None:
    p.text(f".{attribute.opcode}<")
    for number, operand in enumerate(attribute.operands):
        p.text(", " if number else "")
        p.attribute_without_type(operand)
    p.text(">")


def parse_parameters(p: Any) -> ArrayAttr:
    """`<N: i32 = 4>`, if there are any."""

    def one() -> Any:
        name = StringAttr(p.keyword_or_string())
        p.expect(":")
        type = p.type()
        value = p.attribute(type) if p.accept("=") else None
        return p.context.attribute_class("hw.param.decl")(name, type, value)

    return ArrayAttr(tuple(p.comma_list(one, "<", ">"))) if p.peek("<") else ArrayAttr(())


def print_parameters(parameters: Any, p: Any) -> None:
    """As they are read."""
    for number, parameter in enumerate(parameters.value):
        p.text(f"{', ' if number else '<'}{parameter.name_.value}")
        print_parameter(parameter, p)
    p.text(">" if parameters.value else "")


@directive("ParamValue", "hw")
class ParamValue:
    """`i32 = #hw.param.decl.ref<"N">`"""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        type = p.type()
        p.expect("=")
        return p.attribute(type), type

    @staticmethod
    def print(p: Any, op: Any, value: Any, type: Any) -> None:
        p.type(type)
        p.text(" = ")
        p.attribute_without_type(value)
