"""The `{-# … #-}` trailer: resources that the text refers to, as hex, written in chunks to avoid
big copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mlirlite.ir.resources import ExternalResources, Resource
from mlirlite.printer.literals import keyword_or_string, quoted


class Resources:
    """The resources that a printed text refers to, by their printed key."""

    def __init__(self) -> None:
        self._keys: dict[Resource, str] = {}
        self._taken: set[tuple[str, str]] = set()

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __iter__(self) -> Iterator[Resource]:
        return iter(self._keys)

    def use(self, resource: Resource) -> str:
        """Record a resource and return its key; several resources with the same key get `_1`, `_2`
        …"""
        found = self._keys.get(resource)
        if found is not None:
            return found
        key, number = resource.key, 0
        while (resource.dialect, key) in self._taken:
            number += 1
            key = f"{resource.key}_{number}"
        self._taken.add((resource.dialect, key))
        self._keys[resource] = key
        return key

    def trailer(
        self, largest: int | None = None, external: ExternalResources | None = None
    ) -> Iterator[str]:
        """The pieces of the trailer; none if there are no resources. Entries whose text has more
        than `largest` characters are left out, the trailer itself is not."""
        dialects: dict[str, dict[str, bool | str | Resource]] = {}
        for resource, key in self._keys.items():
            if resource.is_defined:
                dialects.setdefault(resource.dialect, {})[key] = resource
        sections = {"dialect_resources": dialects, "external_resources": external or {}}
        if not any(sections.values()):
            return
        yield "\n{-#\n"
        before = ""
        for section, groups in sections.items():
            shown = {
                name: {k: v for k, v in entries.items() if largest is None or _length(v) <= largest}
                for name, entries in groups.items()
            }
            if any(shown.values()):
                yield f"{before}  {section}: {{\n"
                yield from _groups(shown)
                before = ",\n"
        yield "\n#-}\n"


def _groups(groups: Mapping[str, Mapping[str, bool | str | Resource]]) -> Iterator[str]:
    before = ""
    for name, entries in groups.items():
        if not entries:
            continue
        yield f"{before}    {keyword_or_string(name)}: {{\n"
        separator = ""
        for key, value in entries.items():
            yield f"{separator}      {keyword_or_string(key)}: "
            if isinstance(value, Resource):
                yield from _blob(value)
            else:
                yield _text(value)
            separator = ",\n"
        yield "\n    }"
        before = ",\n"
    yield "\n  }"


def _text(value: bool | str) -> str:
    return quoted(value) if isinstance(value, str) else str(value).lower()


def _length(value: bool | str | Resource) -> int:
    if isinstance(value, Resource):
        return 2 * value.size + 12  # two quotes, 0x, and the alignment's eight digits
    return len(_text(value))


def _blob(resource: Resource) -> Iterator[str]:
    yield f'"0x{resource.alignment.to_bytes(4, "little").hex().upper()}'
    for piece in resource.pieces():
        yield piece.hex().upper()
    yield '"'
