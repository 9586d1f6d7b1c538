"""The syntax of tiles, which upstream writes in C++."""

from __future__ import annotations

from typing import Any

from mlirlite.ods.hooks import behavior


@behavior("!amx.tile")
class TileSyntax:
    """`!amx.tile<16x64xi8>`."""

    @classmethod
    def parse(cls: Any, p: Any) -> Any:
        p.expect("<")
        shape = tuple(p.dimension_list(allow_dynamic=False))
        element = p.type()
        p.expect(">")
        return cls(shape, element)

    def print(self: Any, p: Any) -> None:
        p.text("<" + "".join(f"{size}x" for size in self.shape))
        p.type(self.elementType)
        p.text(">")
