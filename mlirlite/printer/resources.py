"""The `{-# … #-}` trailer: resources that were named in the text, as hex, written in chunks so that
no big copy is made."""

from __future__ import annotations

from collections.abc import Iterator

from mlirlite.ir.resources import Resource
from mlirlite.printer.literals import keyword_or_string

_CHUNK = 1 << 20


class Resources:
    """The resources that a printed text refers to, by the key that it shows."""

    def __init__(self) -> None:
        self._keys: dict[Resource, str] = {}
        self._taken: set[tuple[str, str]] = set()

    def __bool__(self) -> bool:
        return bool(self._keys)

    def use(self, resource: Resource) -> str:
        """Note a resource and give its key; two resources of one key get `_1`, `_2` …"""
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

    def trailer(self, largest: int | None = None) -> Iterator[str]:
        """The pieces of the trailer; none when no resource has data. Entries whose text has more
        than `largest` characters are left out, the trailer itself is not."""
        groups: dict[str, list[tuple[str, Resource]]] = {}
        defined = [(r, key) for r, key in self._keys.items() if r.is_defined]
        for resource, key in defined:
            if largest is None or _text_length(resource) <= largest:
                groups.setdefault(resource.dialect, []).append((key, resource))
        if not defined:
            return
        yield "\n{-#\n"
        separator = "  dialect_resources: {\n"
        for dialect, entries in groups.items():
            yield f"{separator}    {keyword_or_string(dialect)}: {{\n"
            separator = ""
            for key, resource in entries:
                yield f"{separator}      {keyword_or_string(key)}: "
                yield from _blob(resource)
                separator = ",\n"
            yield "\n    }"
        yield "\n  }\n#-}\n" if groups else "\n#-}\n"


def _text_length(resource: Resource) -> int:
    return 2 * len(resource.data) + 12  # two quotes, 0x, and the alignment's eight digits


def _blob(resource: Resource) -> Iterator[str]:
    yield f'"0x{resource.alignment.to_bytes(4, "little").hex().upper()}'
    data = resource.data
    for start in range(0, len(data), _CHUNK):
        yield data[start : start + _CHUNK].hex().upper()
    yield '"'
