"""What changed between two sets of dialects' data, as lines for a person."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mlirlite.ods.compact import ROOTS, read_compact
from mlirlite.ods.data import DagData, RecordData, Records

_KINDS = {"Dialect": "dialect", "Op": "op", "AttrOrTypeDef": "definition", "EnumInfo": "enum"}


def changes(old: Mapping[str, str], new: Mapping[str, str]) -> list[str]:
    """The differences of two sets of texts by dialect: dialects, ops, types, attributes and enums
    that came or went, and the fields of those that changed, each with what it was and is."""
    found = [f"- dialect {name}" for name in sorted({*old} - {*new})]
    found += [f"+ dialect {name}" for name in sorted({*new} - {*old})]
    for name in sorted({*old} & {*new}):
        if old[name] != new[name]:
            found += _of_dialect(name, read_compact(old[name]), read_compact(new[name]))
    return found


def _of_dialect(dialect: str, old: Records, new: Records) -> Iterator[str]:
    for root in ROOTS:
        before = {_title(r, root): r for r in old.derived(root)}
        after = {_title(r, root): r for r in new.derived(root)}
        kind = _KINDS[root]
        yield from (f"- {kind} {dialect}.{name}" for name in sorted({*before} - {*after}))
        yield from (f"+ {kind} {dialect}.{name}" for name in sorted({*after} - {*before}))
        for name in sorted({*before} & {*after}):
            yield from _of_record(f"{kind} {dialect}.{name}", before[name], after[name])


def _title(record: RecordData, root: str) -> str:
    if root == "Op":
        return record.text("opName")
    return record.text("name") if root == "Dialect" else record.name


def _of_record(title: str, old: RecordData, new: RecordData) -> Iterator[str]:
    for field in sorted({*old.fields, *new.fields}):
        if field.startswith("!"):
            continue
        before, after = _plain(old[field]), _plain(new[field])
        if before != after:
            yield f"~ {title}: {field}: {_short(before)} -> {_short(after)}"


def _plain(value: Any, inside: tuple[str, ...] = ()) -> Any:
    """A value without the numbers of records that have no name."""
    if isinstance(value, list):
        return [_plain(item, inside) for item in value]
    if isinstance(value, DagData):
        return [[_plain(item, inside), name] for item, name in value.args]
    if not isinstance(value, RecordData):
        return value
    if value.name in inside:
        return value.name
    fields = {
        key: _plain(value[key], (*inside, value.name))
        for key in value.fields
        if not key.startswith("!") and key != "dialect"
    }
    return {"": "" if _is_anonymous(value.name) else value.name, **fields}


def _is_anonymous(name: str) -> bool:
    return name[:1] == "a" and name[1:].isdigit()


def _short(value: Any) -> str:
    """A value in one line; of records with a name, the name."""
    return json.dumps(_named(value), ensure_ascii=False)


def _named(value: Any) -> Any:
    if isinstance(value, list):
        return [_named(item) for item in value]
    if isinstance(value, dict):
        return value[""] or {key: _named(v) for key, v in value.items() if key and v}
    return value
