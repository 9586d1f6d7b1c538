"""The resources of a file, which are mapped and not copied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.bytecode.encoding import Bytes
from mlirlite.bytecode.sections import BLOB, BOOL, STRING
from mlirlite.ir.context import Context
from mlirlite.ir.resources import ExternalResources, Resource


class ResourceTable:
    """Resources of dialects, by number and by key, and those of others, which no operation refers
    to."""

    def __init__(self) -> None:
        self.handles: list[Resource] = []
        self.by_key: dict[tuple[str, str], Resource] = {}
        self.external: ExternalResources = {}

    def read(
        self,
        context: Context,
        offsets: Bytes,
        section: Bytes,
        strings: Sequence[str],
        dialects: Sequence[Any],
    ) -> None:
        """Read the two sections of resources."""

        def text(data: Bytes) -> str:
            at = data.pos
            number = data.varint()
            if number >= len(strings):
                data.fail(f"expected a text below {len(strings)}, found {number}", at)
            return strings[number]

        for _ in range(offsets.count("groups of resources")):
            user = text(offsets)
            entries = self.external.setdefault(user, {})
            for key, kind, body in _group(offsets, section, text):
                entries[key] = _value(key, kind, body, text, user)
        while offsets.left:
            at = offsets.pos
            number = offsets.varint()
            if number >= len(dialects):
                offsets.fail(f"expected a dialect below {len(dialects)}, found {number}", at)
            dialect = dialects[number].name
            owner = context.dialect(dialect)
            if owner is None or owner.has_resource("") is None:
                offsets.fail(f"dialect '{dialect}' has no resources", at)
            for key, kind, body in _group(offsets, section, text):
                found = Resource(key, dialect=dialect)
                if body.left:
                    value = _value(key, kind, body, text, dialect)
                    if not isinstance(value, Resource):
                        body.fail(f"expected data of resource '{key}'")
                    found = value
                self.handles.append(found)
                self.by_key[dialect, key] = found


def _group(offsets: Bytes, section: Bytes, text: Any) -> list[tuple[str, int, Bytes]]:
    """The resources of one owner: key, kind, and bytes."""
    found = []
    for _ in range(offsets.count("resources", 3)):
        key, size, kind = text(offsets), offsets.varint(), offsets.byte()
        if kind not in (BLOB, BOOL, STRING):
            offsets.fail(f"expected a kind of resources below 3, found {kind}", offsets.pos - 1)
        found.append((key, kind, section.part(size, f"resource '{key}'")))
    return found


def _value(key: str, kind: int, body: Bytes, text: Any, owner: str) -> bool | str | Resource:
    if kind == BOOL:
        return body.flag()
    if kind == STRING:
        found: str = text(body)
        return found
    alignment, size = body.varint(), body.varint()
    if alignment & (alignment - 1) or alignment >= 1 << 32:
        body.fail(f"expected an alignment that is a power of two, found {alignment}")
    if alignment:
        body.align(alignment)
    data = body.take(size, "data")
    body.finish()
    return Resource(key, data, alignment=alignment, dialect=owner)
