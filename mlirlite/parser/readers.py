"""What readers of types and attributes are given: the grammar, dialects and assembly formats, each
loaded late, when a text needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.parser.text.cursor import TextCursor


class LateReaders:
    """The Readers of every parse."""

    def by_grammar(
        self, cursor: TextCursor, symbol: str, start: int, end: int, type: Type | None = None
    ) -> Any:
        """The value of a slice, read by mlir.lark."""
        from mlirlite.parser.grammar.syntax import parse_slice

        return parse_slice(cursor, symbol, start, end, type)

    def dialect_type(self, cursor: TextCursor, start: int, end: int) -> Type:
        """The type whose text is `!…` from `start` to `end`."""
        from mlirlite.parser.hooks.symbols import dialect_type

        return dialect_type(cursor, start, end)

    def dialect_attribute(
        self, cursor: TextCursor, start: int, end: int, type: Type | None
    ) -> Attribute:
        """The attribute whose text is `#…` from `start` to `end`; `type` followed a colon."""
        from mlirlite.parser.hooks.symbols import dialect_attribute

        return dialect_attribute(cursor, start, end, type)

    def format_hook(self, cls: type[Attribute]) -> Callable[[Any], Any]:
        """The reader of a type or attribute by its assembly format."""
        from mlirlite.parser.format.attributes import attribute_hook

        return attribute_hook(cls)


READERS = LateReaders()
