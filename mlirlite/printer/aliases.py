"""Aliases: which attributes and types get a name (`#map`, `!tuple`, `#loc3`), in which order, and
where it is defined.

Printing is one pass. While it runs, text that depends on an alias is deferred (`Deferred`), and
every attribute that has an alias, or contains one, is recorded here in the order of first use. Then
the names are assigned and the gaps filled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr, DistinctAttr, IntegerSetAttr, UnitAttr
from mlirlite.ir.locations import FileLineColRange, Location, NameLoc, UnknownLoc
from mlirlite.ir.types import TupleType
from mlirlite.printer.names import sanitize

_LARGE_TUPLE = 16


def alias_of(attribute: Attribute) -> str:
    """The alias that an attribute or type suggests; "" for none. A dialect's class defines it in a
    method `alias() -> str`."""
    builtin = _ALIASES.get(type(attribute))
    if builtin is not None:
        return builtin(attribute)
    if isinstance(attribute, Location):
        return "loc"
    hook = getattr(attribute, "alias", None)
    return sanitize(hook(), punctuation="$_-") if hook is not None else ""


def _distinct_alias(attribute: Any) -> str:
    return "" if type(attribute.referenced) is UnitAttr else "distinct"


def _tuple_alias(attribute: Any) -> str:
    return "tuple" if len(attribute.types) > _LARGE_TUPLE else ""


_ALIASES: dict[type, Callable[[Any], str]] = {
    AffineMapAttr: lambda a: "map",
    IntegerSetAttr: lambda a: "set",
    DistinctAttr: _distinct_alias,
    TupleType: _tuple_alias,
    FileLineColRange: lambda a: "loc",
    UnknownLoc: lambda a: "loc",
    NameLoc: lambda a: "loc",
}


class Deferred:
    """A piece of output that is rendered when the aliases are known."""

    __slots__ = ("render", "subject")

    def __init__(self, render: Callable[[Any], str], subject: Any) -> None:
        self.render = render
        self.subject = subject

    def text(self) -> str:
        """The text."""
        return self.render(self.subject)


class LongText:
    """A piece of output that is produced in parts, so that the whole need never be in memory."""

    __slots__ = ("parts",)

    def __init__(self, parts: Iterator[str]) -> None:
        self.parts = parts

    def text(self) -> str:
        """The text; it can be read only once."""
        return "".join(self.parts)


class Entry:
    """An attribute with an alias, or with one inside. `depth` is 1 for an alias without others
    inside, 0 for none at all (a distinct attribute, whose number waits for the end)."""

    __slots__ = ("alias", "attribute", "children", "deferrable", "depth")

    def __init__(
        self, attribute: Attribute, alias: str, children: list[Entry], deferrable: bool
    ) -> None:
        deepest: int = max((c.depth for c in children), default=0)
        self.attribute = attribute
        self.alias = alias
        self.children = children
        self.depth: int = deepest + 1 if deepest else int(bool(alias))
        self.deferrable = deferrable


class Aliases:
    """The aliases of one printing pass. `names` is None until `assign`."""

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        """False if no attribute has an alias, and only distinct attributes wait for their
        numbers."""
        self.entries: dict[Attribute, Entry] = {}
        self.open: list[list[Entry]] = [[]]
        """Collectors of the entries found while an attribute's text is made; the outermost one is
        for the op's text."""
        self.deferrable = False
        """True while locations of operations are visited: their aliases may be defined after the
        module."""
        self.names: dict[Attribute, str] | None = None
        self.undefined: set[Attribute] = set()
        """Mutable types whose definitions are still to come: until then they have no name, since
        otherwise one inside another would be inside itself."""
        self._order: list[Entry] = []

    def meet(self, attribute: Attribute) -> bool:
        """True when the attribute is known to have an alias, or to contain one; the enclosing one
        records it."""
        entry = self.entries.get(attribute)
        if entry is None:
            return False
        if not self.deferrable and entry.deferrable:
            _forbid_deferring(entry)
        self.open[-1].append(entry)
        return True

    def begin(self, attribute: Attribute) -> list[Entry]:
        """Start to collect the entries inside an attribute."""
        children: list[Entry] = []
        if attribute.mutable and self.enabled and (alias := alias_of(attribute)):
            self.entries[attribute] = Entry(attribute, alias, [], self.deferrable)
        self.open.append(children)
        return children

    def close(self, attribute: Attribute, children: list[Entry]) -> bool:
        """Record an attribute whose text was made, with the entries found inside. False when no
        alias is involved."""
        alias = alias_of(attribute) if self.enabled else ""
        if not alias and not children and type(attribute) is not DistinctAttr:
            return False
        entry = Entry(attribute, alias, children, self.deferrable)
        self.entries[attribute] = entry
        self.open[-1].append(entry)
        return True

    def assign(self) -> dict[Attribute, str]:
        """Assign the names in upstream's order: by depth, types first, by alias, then by first
        use."""
        self._order = sorted(
            (e for e in self.entries.values() if e.alias),
            key=lambda e: (e.depth, not isinstance(e.attribute, Type), e.alias),
        )
        self.undefined = {e.attribute for e in self._order if e.attribute.mutable}
        counts: dict[str, int] = {}
        used: set[str] = set()
        self.names = {}
        for entry in self._order:
            number = counts.get(entry.alias, 0)
            separator = "_" if entry.alias[-1].isdigit() else ""
            name = f"{entry.alias}{separator}{number}" if number else entry.alias
            while name in used:  # an alias that equals another one with a number
                number += 1
                name = f"{entry.alias}{separator}{number}"
            counts[entry.alias] = number + 1
            used.add(name)
            sigil = "!" if isinstance(entry.attribute, Type) else "#"
            self.names[entry.attribute] = sigil + name
        return self.names

    def name(self, attribute: Attribute) -> str:
        """The name of an attribute if it can be used here, else ""."""
        if self.names is None or attribute in self.undefined:
            return ""
        return self.names.get(attribute, "")

    def definitions(self, deferred: bool) -> Iterator[Attribute]:
        """The attributes with an alias, in order: those defined before the operation, or those
        after it."""
        for entry in self._order:
            if entry.deferrable is deferred:
                yield entry.attribute
                self.undefined.discard(entry.attribute)


def _forbid_deferring(entry: Entry) -> None:
    todo: list[Entry] = [entry]
    while todo:
        entry = todo.pop()
        if entry.deferrable:
            entry.deferrable = False
            todo += entry.children


def resolve(pieces: Iterable[Any]) -> list[str]:
    """The pieces with every deferred one rendered."""
    return [p if type(p) is str else p.text() for p in pieces]


def resolve_in_parts(pieces: Iterable[Any]) -> Iterator[str]:
    """As `resolve`, for pieces that may be long: short ones between long ones are joined."""
    ready: list[str] = []
    for piece in pieces:
        if type(piece) is LongText:
            yield "".join(ready)
            ready.clear()
            yield from piece.parts
        else:
            ready.append(piece if type(piece) is str else piece.text())
    yield "".join(ready)
