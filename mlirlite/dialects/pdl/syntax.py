"""The syntax of patterns, which upstream writes in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, StringAttr
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.operation import Operation
from mlirlite.ods.hooks import behavior, directive

_ELEMENTS = ("attribute", "operation", "type", "value")


def type_named(key: str) -> Any:
    """A class of the dialect."""
    dialect = builtin_dialect("pdl")
    return dialect.type_class(key) if dialect is not None else None


def range_of(type: Any) -> Any:
    """A range of what a type is, or is a range of."""
    return type_named("pdl.range")(getattr(type, "elementType", type))


@behavior("!pdl.range")
class RangeSyntax:
    """`!pdl.range<value>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        where = p.here()
        word = p.keyword()
        if word == "range":
            raise p.error("element of pdl.range cannot be another range, but got", where)
        if word not in _ELEMENTS:
            raise p.error(f"invalid 'pdl' type: `{word}'", where)
        p.expect(">")
        return cls(type_named(f"pdl.{word}")())

    def print(self: Any, p: Any) -> None:
        p.text(f"<{self.elementType.name.partition('.')[2]}>")


@behavior("pdl.pattern")
class PatternSyntax:
    """Ops inside are written without `pdl.`."""

    default_dialect = "pdl"


@behavior("pdl.rewrite")
class RewriteSyntax:
    """Ops inside are written without `pdl.`."""

    default_dialect = "pdl"


@directive("OperationOpAttributes", "pdl")
class OperationOpAttributes:
    """`{"name" = %value, …}`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, ...]:
        operands: list[Any] = []
        names: list[StringAttr] = []

        def one() -> None:
            names.append(StringAttr(p.string()))
            p.expect("=")
            operands.append(p.operand())

        if p.peek("{"):
            p.comma_list(one, "{", "}")
        return operands, ArrayAttr(tuple(names))

    @staticmethod
    def print(p: Any, op: Operation, values: Any, names: ArrayAttr) -> None:
        if not len(names):
            return
        p.text(" {")
        for i, (name, value) in enumerate(zip(names, values, strict=True)):
            p.text(", " if i else "")
            p.attribute(name)
            p.text(" = ")
            p.value(value)
        p.text("}")


@directive("RangeType", "pdl")
class RangeType:
    """`: type` where no argument gives it."""

    @staticmethod
    def parse(p: Any, state: Any, arguments: Any) -> Type:
        if arguments:
            found: Type = range_of(arguments[0])
            return found
        p.expect(":")
        type: Type = p.type()
        return type

    @staticmethod
    def print(p: Any, op: Operation, arguments: Any, result: Type) -> None:
        if not arguments:
            p.text(": ")
            p.type(result)


@directive("ResultsValueType", "pdl")
class ResultsValueType:
    """`-> type` where an index chooses one group of results."""

    @staticmethod
    def parse(p: Any, state: Any, index: Any) -> Type:
        if index is None:
            found: Type = range_of(type_named("pdl.value")())
            return found
        p.expect("->")
        type: Type = p.type()
        return type

    @staticmethod
    def print(p: Any, op: Operation, index: Any, result: Type) -> None:
        if index is not None:
            p.text(" -> ")
            p.type(result)
