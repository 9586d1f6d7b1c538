"""Records as text: JSON and TableGen's own syntax, both as llvm-tblgen prints them."""

from __future__ import annotations

import json
import os
from typing import Any

from mlirlite.tablegen.records import Keeper, Record, RecordValue
from mlirlite.tablegen.values import UNSET, Bit, Bits, Dag, Int, List, Text, Value, Var, VarBit

VERSION = 1


def to_json(keeper: Keeper) -> dict[str, Any]:
    """All records by name, and under `!instanceof` the names of each class's records."""
    instances: dict[str, list[str]] = {name: [] for name in keeper.classes}
    found: dict[str, Any] = {"!tablegen_json_version": VERSION}
    for name, record in sorted(keeper.records.items(), key=lambda pair: _natural(pair[0])):
        found[name] = record_json(record)
        for ancestor in record.ancestors:
            instances[ancestor.name].append(name)
    found["!instanceof"] = instances
    return found


def _natural(name: str) -> bytes:
    return name.encode(errors="surrogateescape")


def json_text(keeper: Keeper) -> str:
    """The same as text, on one line."""
    return json.dumps(to_json(keeper), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def record_json(record: Record) -> dict[str, Any]:
    """The fields of a record, and what it is, in names that begin with `!`."""
    found: dict[str, Any] = {name: value_json(value) for name, value in record.values.items()}
    found["!fields"] = [name for name in record.values if record.fields[name].may_be_open]
    found["!superclasses"] = [c.name for c in record.ancestors]
    found["!name"] = record.name
    found["!anonymous"] = record.kind == "anonymous"
    found["!locs"] = [
        f"{os.path.basename(p.source.name)}:{p.line_col().line}" for p in record.places
    ]
    return found


def value_json(value: Value) -> Any:
    """A value: numbers, strings and lists as such, else an object with `kind` and `printable`."""
    if value is UNSET:
        return None
    if isinstance(value, Text):
        return value.text
    if isinstance(value, Int | Bit):
        return value.value
    if isinstance(value, Bits):
        return [value_json(bit) for bit in value.bits]
    if isinstance(value, List):
        return [value_json(item) for item in value.items]
    found: dict[str, Any] = {"printable": str(value)}
    if isinstance(value, RecordValue):
        return {**found, "kind": "def", "def": value.record.name}
    if isinstance(value, Var):
        return {**found, "kind": "var", "var": value.name}
    if isinstance(value, VarBit) and isinstance(value.value, Var):
        return {**found, "kind": "varbit", "var": value.value.name, "index": value.index}
    if isinstance(value, Dag):
        args = [
            [value_json(arg), name or None]
            for arg, name in zip(value.args, value.names, strict=True)
        ]
        found |= {"kind": "dag", "operator": value_json(value.operator), "args": args}
        if value.name:
            found["name"] = value.name
        return found
    return {**found, "kind": "complex"}


def record_text(record: Record) -> str:
    """A class or record in TableGen's syntax, without a word before it."""
    head = record.name
    if record.arguments:
        lines = [
            f"{field.type} {name} = {record.defaults[name]}"
            for name, field in record.arguments.items()
        ]
        head += f"<{', '.join(lines)}>"
    head += " {"
    if record.ancestors:
        head += "\t// " + " ".join(c.name for c in record.ancestors)
    lines = [head]
    for name, value in record.values.items():
        field = record.fields[name]
        word = "field " if field.may_be_open else ""
        lines.append(f"  {word}{field.type} {name} = {value};")
    return "\n".join([*lines, "}", ""])


def records_text(keeper: Keeper) -> str:
    """All classes, then all records, by name."""
    parts = ["------------- Classes -----------------\n"]
    for _, cls in sorted(keeper.classes.items(), key=lambda pair: _natural(pair[0])):
        parts.append(f"class {record_text(cls)}")
    parts.append("------------- Defs -----------------\n")
    for _, record in sorted(keeper.records.items(), key=lambda pair: _natural(pair[0])):
        parts.append(f"def {record_text(record)}")
    return "".join(parts)
