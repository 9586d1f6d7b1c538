"""Attributes of dlti: entries with a type or a name as key, and lists of entries."""

from collections.abc import Iterator
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr


class DataLayoutEntryAttr(Attribute, name="dlti.dl_entry"):
    """`#dlti.dl_entry<index, 32 : i64>`: a type or a name, and what is known of it."""

    key: Attribute
    value: Attribute

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read `<key, value>`."""
        p.expect("<")
        where = p.here()
        key = _key(p)
        if key is None:
            raise p.error("expected a type or a quoted string", where)
        p.expect(",")
        value = p.attribute()
        p.expect(">")
        return cls(key, value)

    def print(self, p: Any) -> None:
        """Print both."""
        p.text("<")
        p.attribute(self.key)
        p.text(", ")
        p.attribute(self.value)
        p.text(">")


def _key(p: Any) -> Attribute | None:
    type: Attribute | None = p.optional_type()
    if type is not None:
        return type
    text = p.optional_string()
    return None if text is None else StringAttr(text)


class EntriesAttr(Attribute):
    """`<"name" = value, i32 = value>`: a list of entries, whose keys differ."""

    entries: tuple[DataLayoutEntryAttr, ...]

    def get(self, key: Attribute | str) -> Attribute | None:
        """The value of a type or name; None when it is not listed."""
        wanted = StringAttr(key) if isinstance(key, str) else key
        return next((e.value for e in self.entries if e.key is wanted), None)

    def __iter__(self) -> Iterator[DataLayoutEntryAttr]:
        return iter(self.entries)

    def verify(self) -> None:
        check_entries(self.entries)

    @classmethod
    def parse(cls, p: Any) -> Attribute:
        """Read the list; an entry may also be a #dlti.dl_entry."""
        where = p.here()
        entries = p.comma_list(lambda: cls.parse_entry(p), "<", ">")
        if not entries and not issubclass(cls, (MapAttr, DataLayoutSpecAttr)):
            raise p.error("no DLTI entries provided", where)
        try:
            return cls(tuple(entries))
        except ValueError as e:
            raise p.error(str(e), where) from e

    @classmethod
    def parse_entry(cls, p: Any) -> Attribute:
        """Read one entry."""
        where = p.here()
        named = issubclass(cls, (TargetDeviceSpecAttr, TargetSystemSpecAttr))
        key: Attribute | None
        if named:
            text = p.optional_string()
            key = None if text is None else StringAttr(text)
        else:
            key = _key(p)
        if key is not None:
            p.expect("=")
            return DataLayoutEntryAttr(key, p.attribute())
        entry: Attribute = p.attribute()
        if not isinstance(entry, DataLayoutEntryAttr):
            raise p.error("invalid kind of attribute specified", where)
        return entry

    def print(self, p: Any) -> None:
        """Print the list, each entry as `key = value`."""
        p.text("<")
        for i, entry in enumerate(self.entries):
            p.text(", " if i else "")
            p.attribute(entry.key)
            p.text(" = ")
            p.attribute(entry.value)
        p.text(">")


def check_entries(entries: tuple[DataLayoutEntryAttr, ...], *, types: bool = True) -> None:
    """ValueError for an empty or repeated key, and for a type as key unless `types` are allowed."""
    keys: set[Attribute] = set()
    for entry in entries:
        if not types and isinstance(entry.key, Type):
            raise ValueError("type as DLTI key is not allowed")
        if isinstance(entry.key, StringAttr) and not entry.key.value:
            raise ValueError("empty string as DLTI key is not allowed")
        if entry.key in keys:
            raise ValueError(f"repeated DLTI key: {entry.key}")
        keys.add(entry.key)


class DataLayoutSpecAttr(EntriesAttr, name="dlti.dl_spec"):
    """`#dlti.dl_spec<index = 32 : i64>`: sizes and alignments of types, and the like."""


class MapAttr(EntriesAttr, name="dlti.map"):
    """`#dlti.map<"vendor" = "ACME">`: arbitrary entries for look-ups."""


class TargetDeviceSpecAttr(EntriesAttr, name="dlti.target_device_spec"):
    """`#dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>`: one device."""

    def verify(self) -> None:
        check_entries(self.entries, types=False)


class TargetSystemSpecAttr(EntriesAttr, name="dlti.target_system_spec"):
    """`#dlti.target_system_spec<"CPU" = #dlti.target_device_spec<…>>`: the devices of a system."""

    def verify(self) -> None:
        known: set[Attribute] = set()
        for entry in self.entries:
            if not isinstance(entry.key, StringAttr):
                raise ValueError("non-string key of DLTI system spec")
            if not isinstance(entry.value, TargetDeviceSpecAttr):
                raise ValueError(f"value associated with key {entry.key} is not a DLTI device spec")
            if entry.key in known:
                raise ValueError(f"repeated device ID in dlti.target_system_spec: {entry.key}")
            known.add(entry.key)


class FunctionPointerAlignmentAttr(Attribute, name="dlti.function_pointer_alignment"):
    """`#dlti.function_pointer_alignment<64, function_dependent = true>`: bits, and whether they
    are those of the function."""

    alignment: int
    function_dependent: bool = False
    assembly_format = "`<` $alignment `,` `function_dependent` `=` $function_dependent `>`"
