"""The syntax of functions, graphs, globals and the order of accesses, which upstream writes in
C++."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._function import VISIBILITIES, FunctionSyntax
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.operation import Operation
from mlirlite.ods.hooks import behavior, directive


@behavior("ml_program.func", "ml_program.subgraph")
class Function(FunctionSyntax):
    """`ml_program.func @f(%x: f32) -> f32 {…}`."""

    __slots__ = ()


@behavior("#ml_program.extern")
class ExternSyntax:
    """`#ml_program.extern : i32`."""

    def alias(self) -> str:
        """How text names it."""
        return "extern"

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        type = p.given_type
        if type is None:
            raise p.error("expected a type, as in `: i32`")
        return cls(type)

    def print(self: Any, p: Any) -> None:
        """Nothing: the type follows."""


@behavior("ml_program.global_load", "ml_program.global_load_const")
class LoadedNames(AsmNames):
    """A value is named after the global that it was loaded from."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return [self.properties["global"].leaf]


@behavior("ml_program.global_load_graph")
class GraphNames(AsmNames):
    """The results have the names that they are declared with."""

    __slots__ = ()

    def result_names(self: Any) -> list[str]:
        return ["result", "produceToken"]


@directive("SymbolVisibility", "ml_program")
class SymbolVisibility:
    """`public`, `private` or `nested`."""

    @staticmethod
    def parse(p: Any, state: Any) -> Attribute:
        word = p.optional_keyword(*VISIBILITIES)
        if word is None:
            raise p.error("expected 'public', 'private', or 'nested'")
        return StringAttr(word)

    @staticmethod
    def print(p: Any, op: Operation, visibility: Any) -> None:
        p.text(getattr(visibility, "value", visibility) or "public")


@directive("TypedInitialValue", "ml_program")
class TypedInitialValue:
    """`(dense<0> : tensor<4xi32>) : tensor<?xi32>`, the value in parentheses where there is one."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Type, Attribute | None]:
        value = None
        if p.accept("("):
            value = p.attribute()
            p.expect(")")
        p.expect(":")
        return p.type(), value

    @staticmethod
    def print(p: Any, op: Operation, type: Type, value: Attribute | None) -> None:
        if value is not None:
            p.text("(")
            p.attribute(value)
            p.text(")")
        p.text(" : ")
        p.type(type)


@directive("TokenOrdering", "ml_program")
class TokenOrdering:
    """`ordering(() -> !ml_program.token)`, `ordering(%a, %b -> !ml_program.token)`, or nothing."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Type | None]:
        if not p.optional_keyword("ordering"):
            return [], None
        p.expect("(")
        tokens: Any = []
        if p.accept("("):
            p.expect(")")
        else:
            tokens = p.operand_list()
        p.expect("->")
        type = p.type()
        p.expect(")")
        return tokens, type

    @staticmethod
    def print(p: Any, op: Operation, tokens: Any, type: Type | None) -> None:
        if not tokens and type is None:
            return
        p.text(" ordering(")
        if tokens:
            p.values(tokens)
        else:
            p.text("()")
        if type is not None:
            p.text(" -> ")
            p.type(type)
        p.text(")")
