"""Records of dialects as compact text: what `ods/` asks of them and nothing else, one a line.

The first line is JSON: the version of LLVM, the sets of classes, and the records by class. Each
other line is a name, a tab, and JSON `[set of classes, {field: value}]`. A value is a number, a
text, a list, `"@name"` for a record (a text that begins with `@` has it twice) or, for a dag,
`{"its operator": [[argument, its name], …]}`. Records without a name are numbered as they are met,
and are written once if they are equal. A line is decoded when its record is first asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from mlirlite.ods.data import Records

ROOTS = ("Dialect", "Op", "AttrOrTypeDef", "EnumInfo")
"""Classes whose records are found by their class; all others are found through these."""

CLASSES = frozenset(
    (
        *ROOTS,
        *("AllTypesMatch", "AttrDef", "AttributeSelfTypeParameter", "BitEnumBase"),
        *("BuildableType", "CombinedPred", "ConfinedAttr", "DefaultValuedAttr", "EnumAttr"),
        *("EnumAttrInfo", "EnumParameter", "GenInternalTrait", "Interface", "InterfaceTrait"),
        *("MemoryEffects", "MemoryEffectsBase", "OpVariable", "Optional", "OptionalAttr"),
        *("PredTrait", "PropConstraint", "Property", "TraitList", "TypeConstraint", "TypeDef"),
        *("TypesMatchWith", "Variadic", "VariadicOfVariadic", "VariadicRegion"),
        "VariadicSuccessor",
    )
)
"""The classes that `ods/` asks for."""

FIELDS = frozenset(
    (
        *("arguments", "assemblyFormat", "baseAttr", "baseProperty", "baseType", "bitwidth"),
        *("builderCall", "children", "className", "constraint", "cppClassName"),
        *("cppInterfaceName", "cppNamespace", "cppType", "defaultValue", "dependentTraits"),
        *("dialect", "effects", "enum", "enumerants", "hasCustomAssemblyFormat", "hasFolder"),
        *("hasRegionVerifier", "hasVerifier", "interfaceType", "isOptional", "kind", "lhs"),
        *("mnemonic", "name", "opDialect", "opName", "parameters", "pattern", "predExpr"),
        *(
            "predicate",
            "prefix",
            "printBitEnumPrimaryGroups",
            "regions",
            "replacement",
            "results",
            "rhs",
            "separator",
        ),
        *("specializedAttrClassName", "storageType", "str", "successors", "suffix", "summary"),
        *("symbol", "trait", "traits", "transformer", "value", "values", "valueType"),
    )
)
"""The fields that `ods/` asks for."""

_NOTHING: tuple[Any, ...] = (None, "", [])


class Writer:
    """Collects records of one dialect from several files, and writes them."""

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        self._roots: dict[str, set[str]] = {root: set() for root in ROOTS}
        self._lines: dict[str, str] = {}
        self._same: dict[str, str] = {}
        self._sets: dict[tuple[str, ...], int] = {}

    def add(self, records: Records, dump: Mapping[str, Any]) -> None:
        """Add what a file defines of the dialect."""
        names = _Names(self, dump)
        for root in ROOTS:
            for name in dump["!instanceof"].get(root, ()):
                if _owner(records, root, name) == self.dialect:
                    self._roots[root].add(names.named(name))

    def text(self, version: str) -> str:
        """All of it."""
        head = {
            "llvm": version,
            "classes": [list(found) for found in self._sets],
            "roots": {root: sorted(names) for root, names in self._roots.items()},
        }
        lines = [_json(head), *(f"{name}\t{line}" for name, line in self._lines.items())]
        return "\n".join(lines) + "\n"

    def ops(self) -> int:
        """The number of its ops."""
        return len(self._roots["Op"])

    def line(self, name: str, fields: Mapping[str, Any], names: _Names) -> str:
        """The name under which a record is written, after it was."""
        anonymous = name.startswith("anonymous_")
        if not anonymous:
            if name in self._lines:
                return name
            self._lines[name] = ""  # it may name itself
        classes = tuple(c for c in fields["!superclasses"] if c in CLASSES)
        number = self._sets.setdefault(classes, len(self._sets))
        wordy = "Op" in classes or "Dialect" in classes
        kept = {
            key: names.encoded(" ".join(value.split()) if key == "assemblyFormat" else value)
            for key, value in sorted(fields.items())
            if key in FIELDS
            and (value not in _NOTHING or (value == "" and key == "assemblyFormat"))
            and not (value == 0 and key.startswith(("has", "is", "print")))
            and not (wordy and key == "summary")
        }
        line = _json([number, kept])
        if anonymous:
            name = self._same.setdefault(line, f"a{len(self._same)}")
        self._lines[name] = line
        return name


class _Names:
    """The names that the records of one file have in the text."""

    def __init__(self, writer: Writer, dump: Mapping[str, Any]) -> None:
        self.writer, self.dump = writer, dump
        self.known: dict[str, str] = {}

    def named(self, name: str) -> str:
        if name not in self.known:
            self.known[name] = self.writer.line(name, self.dump[name], self)
        return self.known[name]

    def encoded(self, value: Any) -> Any:
        if isinstance(value, str):
            return "@" + value if value.startswith("@") else value
        if isinstance(value, list):
            return [self.encoded(item) for item in value]
        if not isinstance(value, dict):
            return value
        if value["kind"] == "def":
            return "@" + self.named(value["def"])
        if value["kind"] == "dag":
            operator = value["operator"]
            args = [[self.encoded(a), name or ""] for a, name in value["args"]]
            return {operator["def"] if isinstance(operator, dict) else "": args}
        return None


def _owner(records: Records, root: str, name: str) -> str | None:
    """The dialect that a record belongs to."""
    record = records[name]
    if root == "Dialect":
        return record.text("name")
    if root == "EnumInfo":
        space = record.text("cppNamespace").strip(":")
        dialects = records.derived("Dialect")
        owner = next((r for r in dialects if r.text("cppNamespace").strip(":") == space), None)
    else:
        owner = record["opDialect" if root == "Op" else "dialect"]
    return owner.text("name") if owner is not None else None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class _Lines(Mapping[str, dict[str, Any]]):
    """Records in the form of llvm-tblgen's JSON, decoded one by one."""

    def __init__(self, text: str) -> None:
        head, *lines = text.splitlines()
        self.head = json.loads(head)
        self._classes = self.head["classes"]
        self._lines: dict[str, str] = {}
        for line in lines:
            name, _, rest = line.partition("\t")
            self._lines[name] = rest

    def __getitem__(self, name: str) -> dict[str, Any]:
        if name == "!instanceof":
            found: dict[str, Any] = self.head["roots"]
            return found
        number, fields = json.loads(self._lines[name])
        decoded = {key: _decoded(value) for key, value in fields.items()}
        return {"!name": name, "!superclasses": self._classes[number], **decoded}

    def line(self, name: str) -> str:
        """A record's line, after its name."""
        return self._lines[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        if not value.startswith("@"):
            return value
        return value[1:] if value.startswith("@@") else {"kind": "def", "def": value[1:]}
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    if isinstance(value, dict):
        [(operator, args)] = value.items()
        made = [[_decoded(a), name] for a, name in args]
        return {"kind": "dag", "operator": {"kind": "def", "def": operator}, "args": made}
    return value


class _CompactRecords(Records):
    """Records of lines, of which single fields are found without decoding the line."""

    def __init__(self, lines: _Lines) -> None:
        super().__init__(lines)
        self._raw = lines

    def peek(self, name: str, field: str) -> str:
        line = self._raw.line(name)
        start = line.find(f'"{field}":"')  # in a text, quotes have a backslash
        if start < 0:
            return ""
        start += len(field) + 4
        found = line[start : line.index('"', start)]
        return super().peek(name, field) if "\\" in found else found.removeprefix("@")


def read_compact(text: str) -> Records:
    """The records of a text that a `Writer` has written."""
    return _CompactRecords(_Lines(text))


def version_of(text: str) -> str:
    """The version of LLVM that a text was made of."""
    found: str = json.loads(text.partition("\n")[0])["llvm"]
    return found
