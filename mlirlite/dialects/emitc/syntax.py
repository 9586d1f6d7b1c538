"""The syntax of emitc's arrays, functions and globals, which upstream writes in C++."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.dialects._function import FunctionOp, parse_function, print_function, verify_function
from mlirlite.ir.attribute import Type
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.types import FunctionType
from mlirlite.ods.hooks import behavior
from mlirlite.support.diagnostics import Diagnostic


@behavior("!emitc.array")
class ArraySyntax:
    """`!emitc.array<4x4xf32>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        shape = tuple(p.dimension_list(allow_dynamic=False))
        if not shape:
            raise p.error("shape must not be empty")
        element: Type = p.type()
        p.expect(">")
        return cls(shape, element)

    def print(self: Any, p: Any) -> None:
        p.text("<" + "".join(f"{size}x" for size in self.shape))
        p.type(self.elementType)
        p.text(">")


@behavior("emitc.func")
class FunctionSyntax(FunctionLike):
    """`emitc.func @f(%x: f32) -> f32 {…}`."""

    __slots__ = ()

    default_dialect = "emitc"
    signature = FunctionOp.signature

    @classmethod
    def parse(cls, p: Any, state: Any) -> Generator[Any, Any, None]:
        return parse_function(p, state)

    def print(self: Any, p: Any) -> None:
        print_function(p, self)

    def verify_op(self: Any) -> Diagnostic | None:
        type: FunctionType = self.function_type
        return verify_function(self, type.inputs, type.results)
