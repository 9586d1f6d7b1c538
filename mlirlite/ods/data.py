"""Records of a .td file as data, with their references followed; kept in the user's cache, so that
a file is read by TableGen once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import TABLES, cache_directory
from mlirlite.support.once import once
from mlirlite.support.private import read_private, write_private
from mlirlite.support.reading import read_text


class DagData(NamedTuple):
    """A dag: the name of its operator, its arguments with their names, and its own name."""

    operator: str
    args: list[tuple[Any, str]]
    name: str = ""


class RecordData:
    """A record. `record["field"]` is a number, text, a list, another record, a dag, or None."""

    def __init__(self, records: Records, fields: dict[str, Any]) -> None:
        self.records = records
        self.fields = fields

    @property
    def name(self) -> str:
        """Its name."""
        found: str = self.fields["!name"]
        return found

    @property
    def classes(self) -> list[str]:
        """The classes that it inherits from."""
        found: list[str] = self.fields["!superclasses"]
        return found

    def is_a(self, *names: str) -> bool:
        """Whether it inherits from one of these classes."""
        return any(name in self.classes for name in names)

    def __getitem__(self, field: str) -> Any:
        return self.records.value(self.fields.get(field))

    def text(self, field: str) -> str:
        """A field of type string; empty if it is unset or missing."""
        found = self.fields.get(field)
        return found if isinstance(found, str) else ""

    def items(self, field: str) -> list[Any]:
        """A field of a list's type; empty if it is unset or missing."""
        found = self[field]
        return found if isinstance(found, list) else []

    def record(self, field: str) -> RecordData:
        """A field that is another record. DiagnosticError if it is not."""
        found = self[field]
        if not isinstance(found, RecordData):
            raise DiagnosticError(f"'{field}' of '{self.name}' must be a record")
        return found

    def dag(self, field: str) -> list[tuple[Any, str]]:
        """The arguments of a dag; none if it is unset or missing."""
        found = self[field]
        return found.args if isinstance(found, DagData) else []

    @property
    def place(self) -> str:
        """`file:line` of its definition."""
        found = self.fields.get("!locs")
        return str(found[0]) if found else ""

    @property
    def written_at(self) -> tuple[str, int] | None:
        """The path of the file that defines it, and the line there; None if it is not known."""
        name, _, line = self.place.rpartition(":")
        paths = (p for p in self.records.files if os.path.basename(p) == name)
        path = next(paths, None)
        return (path, int(line)) if path is not None and line.isdigit() else None

    def __repr__(self) -> str:
        return f"<{self.name}>"


class Records:
    """All records of a file, by name."""

    def __init__(self, dump: Mapping[str, Any], files: Iterable[str] = ()) -> None:
        self.dump = dump
        """The records as llvm-tblgen writes them."""
        self.files = tuple(files)
        """The paths of the files that were read."""
        self._made: dict[str, RecordData] = {}

    def __getitem__(self, name: str) -> RecordData:
        found = self._made.get(name)
        if found is None:
            found = self._made[name] = RecordData(self, self.dump[name])
        return found

    def operator(self, dag: Any) -> RecordData:
        """The operator of a dag. DiagnosticError if it is unset, or if this is no dag."""
        if not isinstance(dag, DagData) or dag.operator not in self.dump:
            raise DiagnosticError("a dag with an operator is missing")
        return self[dag.operator]

    def derived(self, name: str) -> Iterator[RecordData]:
        """The records that inherit from a class, in the order of their definition."""
        for record in self.names(name):
            yield self[record]

    def names(self, name: str) -> list[str]:
        """The names of the records that inherit from a class, in the order of their definition."""
        found: list[str] = self.dump["!instanceof"].get(name, [])
        return found

    def peek(self, name: str, field: str) -> str:
        """A field of a record that is a text, or the name of the record that it refers to; empty if
        it is neither. It may be had without the whole record."""
        value = self[name][field]
        if isinstance(value, RecordData):
            return value.name
        return value if isinstance(value, str) else ""

    def defined_in(self, file: str) -> bool:
        """Whether a file of this name defines a record."""
        return any(
            str(place).rpartition(":")[0] == file
            for fields in self.dump.values()
            if isinstance(fields, dict)
            for place in fields.get("!locs", ())[:1]
        )

    @once
    def place_of_dialects(self) -> dict[str, RecordData]:
        """The dialects by their names in text."""
        return {r.text("name"): r for r in self.derived("Dialect")}

    def value(self, data: Any) -> Any:
        """A value with its references followed."""
        if isinstance(data, list):
            return [self.value(item) for item in data]
        if not isinstance(data, dict):
            return data
        if data["kind"] == "def":
            return self[data["def"]]
        if data["kind"] == "dag":
            args = [(self.value(value), name or "") for value, name in data["args"]]
            operator = data["operator"]
            operator = operator["def"] if isinstance(operator, dict) else ""
            return DagData(operator, args, data.get("name") or "")
        return None


def read_records(path: str, folders: Sequence[str], kind: str = "Dialect") -> Records:
    """The records of a .td file; of a .json file that llvm-tblgen has written, too, where it has
    some of a class. DiagnosticError if the file has an error or cannot be read."""
    try:
        if path.endswith(".json"):
            return _read_json(path, kind)
        kept = _Kept(path, folders)
        known = kept.read()
        if known is None:
            from mlirlite.tablegen import read  # late: dialects of the package need no .td
            from mlirlite.tablegen.dump import to_json

            keeper = read(path, folders)
            dump = to_json(keeper)
            kept.write(dump, keeper.files)
            return Records(dump, keeper.files)
        return Records(*known)
    except (OSError, ValueError) as e:  # ValueError: a name with a NUL
        reason = getattr(e, "strerror", None) or e
        raise DiagnosticError(f"cannot open input file '{path}': {reason}") from e


def _read_json(path: str, kind: str) -> Records:
    try:
        dump = json.loads(read_text(path))
        dump["!instanceof"][kind]  # KeyError, TypeError: it is something else
        _check(dump)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as e:
        raise DiagnosticError(f"'{path}' holds no records of TableGen: {e}") from e
    return Records(dump)


def _check(dump: Mapping[str, Any]) -> None:
    """An exception if this is no dump of records, as a file can be that llvm-tblgen has not
    written: what is read later relies on names, classes and references."""
    lists = list(dump["!instanceof"].values())
    if not all(isinstance(names, list) for names in lists):
        raise TypeError("a class of '!instanceof' has no list of names")
    defined = [k for k, v in dump.items() if isinstance(v, dict) and k != "!instanceof"]
    for name in dict.fromkeys([*(n for names in lists for n in names), *defined]):
        fields = dump[name]
        classes = fields["!superclasses"]
        if fields["!name"] != name or not all(isinstance(c, str) for c in classes):
            raise ValueError(f"'{name}' is no record")
        if not isinstance(fields.get("!locs", []), list):
            raise ValueError(f"'!locs' of '{name}' is no list")
        for field, value in fields.items():
            if not field.startswith("!"):
                _check_value(dump, value)


def _check_value(dump: Mapping[str, Any], value: Any) -> None:
    if isinstance(value, list):
        for item in value:
            _check_value(dump, item)
    elif isinstance(value, dict):
        if value["kind"] == "def" and not isinstance(dump[value["def"]], dict):
            raise ValueError(f"'{value['def']}' is no record")
        if value["kind"] == "dag":
            operator = value["operator"]
            if isinstance(operator, dict) and operator["kind"] != "def":
                raise ValueError("a dag's operator is no record")
            _check_value(dump, operator)
            for item, name in value["args"]:
                _check_value(dump, item)
                if not isinstance(name, (str, type(None))):
                    raise ValueError(f"an argument's name is {name!r}")
            if not isinstance(value.get("name"), (str, type(None))):
                raise ValueError(f"a dag's name is {value['name']!r}")


class _Kept:
    """The dump of a file in the cache. It counts as long as all files that were read have the
    same contents."""

    def __init__(self, path: str, folders: Sequence[str]) -> None:
        from mlirlite.support.version import VERSION  # late: it is needed here only

        key = "\0".join([VERSION, os.path.realpath(path), *folders])
        folder = cache_directory()
        name = f"td-{hashlib.sha256(key.encode()).hexdigest()[:24]}.json"
        self.file = str(folder / TABLES / name) if folder is not None else None

    def read(self) -> tuple[dict[str, Any], list[str]] | None:
        """The dump and the files that it was made of; None if there is none that fits."""
        saved = read_private(self.file) if self.file is not None else None
        if saved is None:
            return None
        with contextlib.suppress(ValueError, KeyError, TypeError, OSError):
            found = json.loads(saved)
            if all(_sum(path) == sum_ for path, sum_ in found["files"].items()):
                return found["dump"], list(found["files"])
        return None

    def write(self, dump: dict[str, Any], files: Sequence[str]) -> None:
        """Keep a dump; a cache that cannot be written is ignored. A pipe is read once."""
        if self.file is not None and all(map(os.path.isfile, files)):
            text = json.dumps({"files": {f: _sum(f) for f in files}, "dump": dump})
            with contextlib.suppress(OSError):
                write_private(self.file, text.encode())


def _sum(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()
