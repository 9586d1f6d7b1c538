"""What functions of IREE's dialect `util` have in C++. Results that are tied to arguments are not
read."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._function import FunctionSyntax
from mlirlite.ods.hooks import behavior, directive


@behavior("util.func")
class UtilFunc(FunctionSyntax):
    """`util.func public @f(%x: i32) -> i32 { … }`: as func.func."""

    __slots__ = ()


@directive("OperandTypeList", "util")
class OperandTypeList:
    """`(i32, f32)`"""

    @staticmethod
    def parse(p: Any, state: Any) -> Any:
        return p.comma_list(p.type, "(", ")")

    @staticmethod
    def print(p: Any, op: Any, types: Any) -> None:
        p.text("(")
        p.types(types)
        p.text(")")


@directive("TiedFunctionResultList", "util")
class TiedFunctionResultList:
    """`i32` or `(i32, f32)`"""

    @staticmethod
    def parse(p: Any, state: Any, operands: Any, operand_types: Any) -> Any:
        types = p.comma_list(p.type, "(", ")") if p.peek("(") else [p.type()]
        return types, None

    @staticmethod
    def print(p: Any, op: Any, operands: Any, operand_types: Any, types: Any, tied: Any) -> None:
        p.text("" if len(types) == 1 else "(")
        p.types(types)
        p.text("" if len(types) == 1 else ")")
