"""The syntax of emitc's arrays, functions and globals, which upstream writes in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._function import FunctionSyntax
from mlirlite.ir.attribute import Type
from mlirlite.ods.hooks import behavior


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
