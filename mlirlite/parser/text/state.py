"""The state of one parse: the source, the context, aliases, resources, and cached values of slices
of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DistinctAttr
from mlirlite.ir.context import Context
from mlirlite.ir.resources import ExternalResources, Resource
from mlirlite.parser.text.nesting import Nesting
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.mistakes import declared_at
from mlirlite.support.source import SourceFile


class Readers(Protocol):
    """What readers of types and attributes need from other layers: the grammar, dialects, assembly
    formats. It is passed in, and loaded when a text needs it."""

    def by_grammar(
        self, cursor: Any, symbol: str, start: int, end: int, type: Type | None = None
    ) -> Any:
        """The value of a slice, read by mlir.lark. With `type`, an attribute's trailing `: type` is
        left out of the text."""

    def dialect_type(self, cursor: Any, start: int, end: int) -> Type:
        """The type whose text is `!…` from `start` to `end`."""

    def dialect_attribute(self, cursor: Any, start: int, end: int, type: Type | None) -> Attribute:
        """The attribute whose text is `#…` from `start` to `end`; `type` followed a colon."""

    def format_hook(self, cls: type[Attribute]) -> Callable[[Any], Any]:
        """The reader of a type or attribute without `parse`, by its assembly format."""


class ParserState:
    """Shared by all cursors over one source."""

    __slots__ = (
        "affine_operands",
        "attribute_aliases",
        "attributes",
        "context",
        "default_dialects",
        "dictionaries",
        "distinct",
        "extents",
        "external",
        "function_types",
        "identified",
        "item",
        "lost_aliases",
        "nesting",
        "readers",
        "reported",
        "resources",
        "source",
        "type_aliases",
        "types",
    )

    def __init__(self, source: SourceFile, context: Context, readers: Readers) -> None:
        self.source = source
        self.context = context
        self.readers = readers
        self.item = 0
        """Offset of the op, block or alias that is being read."""
        self.attribute_aliases: dict[str, Attribute] = {}
        self.type_aliases: dict[str, Type] = {}
        self.resources: dict[tuple[str, str], Resource] = {}
        self.external: ExternalResources = {}
        self.distinct: dict[int, DistinctAttr] = {}
        self.types: dict[str, Type] = {}
        """Types by their text. Aliases and dialects make this depend on the source and the
        context."""
        self.attributes: dict[str, Attribute] = {}
        self.affine_operands: dict[str, Any] = {}
        """Maps and operand names of `[%i + 1]`, by text."""
        self.function_types: dict[str, tuple[list[Type], list[Type]]] = {}
        self.dictionaries: dict[str, dict[str, Attribute]] = {}
        self.identified: dict[tuple[str, str], Type] = {}
        """Types that have one body only, by class and name."""
        self.nesting = Nesting()
        self.extents: dict[int, int] = {}
        """The ends of deeply nested brackets."""
        self.lost_aliases: set[str] = set()
        """Aliases whose definitions could not be read."""
        self.default_dialects = ["builtin"]
        self.reported: set[str] = set()
        """Problems that are reported only once: unknown dialects, mistakes in declarations."""

    def forgotten(self, dialect: str, problem: Diagnostic) -> list[Diagnostic]:
        """Report an unknown dialect: the first problem, and what helps."""
        if dialect in self.reported:
            return []
        self.reported.add(dialect)
        for cls in self.context.lost_classes(dialect):
            hint = (
                f"the plugin has {cls.__name__}, but no dialect '{dialect}'; add "
                f'DIALECT = Dialect("{dialect}", __name__)'
            )
            return [problem.hint(hint, declared_at(cls))]
        return [
            problem.hint(
                f"is '{dialect}' in a plugin? --load-plugin=FILE loads it; what else is of this "
                "dialect is not mentioned again"
            )
        ]

    def resource(self, dialect: str, key: str) -> Resource:
        """The resource of this key, made at its first mention; the data may follow."""
        found = self.resources.get((dialect, key))
        if found is None:
            found = self.resources[dialect, key] = Resource(key, dialect=dialect)
        return found
