"""The syntax that gpu's ops share: `custom<…>` of their assembly formats."""

from typing import TYPE_CHECKING, Any

from mlirlite.dialects.gpu import enums
from mlirlite.dialects.gpu.attributes import DEFAULT_HANDLER
from mlirlite.dialects.gpu.enums import AllReduceOperationAttr
from mlirlite.dialects.gpu.types import TOKEN
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import INDEX
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


@directive("AsyncDependencies", "gpu")
class AsyncDependencies:
    """`async [%t0, %t1]`: whether the op gives a token, and the tokens that it waits for."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        where = p.here()
        token = None
        if p.optional_keyword("async"):
            if not p.num_results:
                raise p.error("needs to be named when marked 'async'", where)
            token = TOKEN
        return token, p.operand_list("[", "]") if p.peek("[") else []

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        token, dependencies = values
        if token is not None:
            p.text("async")
        if dependencies:
            p.text(" [" if token is not None else "[")
            p.values(dependencies)
            p.text("]")


@directive("AllReduceOperation", "gpu")
class AllReduceOperation:
    """`add`, or nothing."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if p.peek("%"):
            return None
        kind = AllReduceOperationAttr.keywords.get(p.keyword())
        if kind is None:
            raise p.error("invalid op kind")
        return AllReduceOperationAttr(enums.AllReduceOperation(kind))

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        if values[0] is not None:
            p.text(" " + keyword_of(values[0]))  # upstream prints the space twice


def keyword_of(attribute: AllReduceOperationAttr) -> str:
    """The keyword of a reduction."""
    return attribute.value.name.removesuffix("_")


@directive("LaunchDimType", "gpu")
class LaunchDimType:
    """`: i64`, the type of all sizes of a launch, index when left out."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        type = p.type() if p.accept(":") else INDEX
        sizes = type if given[0] is not None else None
        return type, sizes, sizes, sizes

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        if values[0] is not INDEX:
            p.text(": ")
            p.type(values[0])


@directive("LaunchFuncOperands", "gpu")
class LaunchFuncOperands:
    """`args(%a : f32, %b : i32)`."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        operands: list[Any] = []
        types: list[Any] = []

        def one() -> None:
            operands.append(p.operand())
            p.expect(":")
            types.append(p.type())

        if p.optional_keyword("args"):
            p.comma_list(one, "(", ")", " in argument list")
        return operands, types

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        operands, types = values
        if not operands:
            return
        for i, (operand, type) in enumerate(zip(operands, types, strict=True)):
            p.text(", " if i else "args(")
            p.value(operand)
            p.text(" : ")
            p.type(type)
        p.text(")")


@directive("OffloadingHandler", "gpu")
class OffloadingHandler:
    """`<#gpu.select_object<1>>`, left out for the first object."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState", *given: Any) -> Any:
        if not p.accept("<"):
            return DEFAULT_HANDLER
        handler = p.attribute()
        p.expect(">")
        return handler

    @staticmethod
    def print(p: "Printer", op: Operation, *values: Any) -> None:
        if values[0] is not DEFAULT_HANDLER:
            p.text("<")
            p.attribute(values[0])
            p.text(">")
