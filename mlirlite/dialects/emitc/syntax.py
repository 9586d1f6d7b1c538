"""The syntax of emitc's arrays, functions and globals, which upstream writes in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._function import FunctionSyntax
from mlirlite.ir.attribute import Type
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
class Function(FunctionSyntax):
    """`emitc.func @f(%x: f32) -> f32 {…}`."""

    __slots__ = ()

    default_dialect = "emitc"

    def verify_op(self: Any) -> Diagnostic | None:
        type = self.function_type
        found = super().verify_op()
        if any(t.name == "emitc.lvalue" for t in type.inputs):
            found = self.error("cannot have lvalue type as argument")
        elif len(type.results) > 1:
            found = self.error(f"requires zero or exactly one result, but has {len(type.results)}")
        elif type.results and type.results[0].name == "emitc.array":
            found = self.error("cannot return array type")
        return found
