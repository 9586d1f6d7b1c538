"""Constants, wires and enums of `hw`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hw_types import canonical, is_hw

from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.types import I1
from mlirlite.ods.hooks import behavior, directive, inference, parser, printer


@behavior("hw.constant")
class ConstantSyntax(AsmNames):
    """`hw.constant 4 : i8`, `hw.constant true`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        value = self.properties["value"]
        if value.type is I1:
            return ["true" if value.value else "false"]
        return [f"c{value.value}_{value.type}"]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        value = p.attribute()
        if not isinstance(value, IntegerAttr):
            raise p.fail("invalid kind of attribute specified", where)
        state.properties["value"] = value
        p.op_attr_dict(state)
        state.result_types = [value.type]

    def print(self: Any, p: Any) -> None:
        p.text(" ")
        p.attribute(self.properties["value"])
        p.attr_dict(self, ("value",))


@inference("hw.constant")
def _infer_constant(op: Any) -> list[Any]:
    return [op.properties["value"].type]


@directive("ImplicitSSAName", "hw")
@directive("ImplicitSSAName", "seq")
class ImplicitSSAName:
    """`name "x"`, where the name in text is another one."""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        if p.optional_keyword("name"):
            return StringAttr(p.string())
        own = next(iter(p.result_names), "")
        return StringAttr("" if own[:1].isdigit() else own)

    @staticmethod
    def print(p: Any, op: Any, name: Any) -> None:
        own = p.names[op.results[0]][1:]
        if name is not None and own != name.value and (name.value or not own[:1].isdigit()):
            p.text(f' name "{name.value}"')


@behavior("hw.wire")
class NamedResult(AsmNames):
    """The result has the name that the op states."""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        name = self.properties.get("name")
        return [name.value if name is not None else ""]


@parser("#hw.enum.field")
def _parse_field(p: Any) -> Any:
    p.expect("<")
    name = StringAttr(p.keyword())
    p.expect(",")
    type = p.type()
    p.expect(">")
    return p.context.attribute_class("hw.enum.field")(name, type)


@printer("#hw.enum.field")
def _print_field(attribute: Any, p: Any) -> None:
    p.text(f"<{attribute.field.value}, ")
    p.type(attribute.type)
    p.text(">")


@behavior("hw.enum.constant")
class EnumConstant(AsmNames):
    """`hw.enum.constant A : !hw.enum<A, B>`"""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        return [self.properties["field"].field.value]

    @staticmethod
    def parse(p: Any, state: Any) -> None:
        where = p.here()
        name = p.keyword()
        p.expect(":")
        type = p.type()
        if not is_hw(type, "enum"):
            raise p.fail("expected enum type", where)
        if name not in [case.value for case in canonical(type).fields.value]:
            raise p.fail(
                f"enum value '{name}' is not a member of enum type '{canonical(type)}'", where
            )
        cls = p.context.attribute_class("hw.enum.field")
        state.properties["field"] = cls(StringAttr(name), type)
        state.result_types = [type]

    def print(self: Any, p: Any) -> None:
        field = self.properties["field"]
        p.text(f" {field.field.value} : ")
        p.type(field.type)
