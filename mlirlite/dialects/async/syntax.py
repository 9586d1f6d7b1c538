"""The syntax of values and functions that run asynchronously."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import FunctionSyntax
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import i32_array
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.operation import Operation
from mlirlite.ods.hooks import behavior, directive


@behavior("!async.value")
class ValueSyntax:
    """`!async.value<f32>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        type = p.type()
        p.expect(">")
        return cls(type)

    def print(self: Any, p: Any) -> None:
        p.text("<")
        p.type(self.valueType)
        p.text(">")


def _class(key: str) -> Any:
    dialect = builtin_dialect("async")
    return dialect.classes()[key] if dialect is not None else None


@directive("AwaitResultType", "async")
class AwaitResultType:
    """The type of what is awaited, which gives that of the result."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, Type | None]:
        type = p.type()
        return type, getattr(type, "valueType", None)

    @staticmethod
    def print(p: Any, op: Operation, operand: Type, result: Type | None) -> None:
        p.type(operand)


@behavior("async.func")
class Function(FunctionSyntax):
    """`async.func @f(%x: f32) -> !async.token {…}`."""

    __slots__ = ()

    default_dialect = "async"


@behavior("async.execute")
class ExecuteSyntax:
    """`%t, %r = async.execute [%t0] (%v as %x: !async.value<f32>) -> !async.value<f32> {…}`."""

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        token = _class("!async.token")()
        tokens = p.operand_list("[", "]") if p.peek("[") else []
        state.operands += [p.resolve(t, token) for t in tokens]
        arguments: list[Any] = []
        values: list[Any] = []

        def value() -> None:
            operand = p.operand()
            p.expect("as")
            argument = p.argument(type="none")
            p.expect(":")
            type = p.type()
            values.append(p.resolve(operand, type))
            arguments.append(argument._replace(type=getattr(type, "valueType", type)))

        if p.peek("("):
            p.comma_list(value, "(", ")")
        state.operands += values
        state.properties["operandSegmentSizes"] = i32_array([len(tokens), len(values)])
        state.result_types.append(token)
        if p.accept("->"):
            types: list[Type] = []
            if p.peek("("):
                p.comma_list(lambda: types.append(p.type()), "(", ")")
            else:
                types.append(p.type())
            state.result_types += types
        p.op_attr_dict(state, keyword=True)
        region = yield p.region(arguments)
        state.regions.append(region)

    def print(self: Any, p: Any) -> None:
        if self.dependencies:
            p.text(" [")
            p.values(self.dependencies)
            p.text("]")
        if self.bodyOperands:
            entry = self.regions[0].first
            p.text(" (")
            for i, operand in enumerate(self.bodyOperands):
                p.text(", " if i else "")
                p.value(operand)
                p.text(" as ")
                p.value(entry.args[i])
                p.text(": ")
                p.type(operand.type)
            p.text(")")
        types = [r.type for r in self.results[1:]]
        if types:
            p.text(" -> ")
            p.text("(" if len(types) > 1 else "")
            p.types(types)
            p.text(")" if len(types) > 1 else "")
        p.attr_dict_with_keyword(self, ("operandSegmentSizes",))
        p.text(" ")
        p.region(self.regions[0], print_entry_args=False)
