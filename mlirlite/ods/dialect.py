"""A dialect whose classes are made of records, each at its first use."""

from __future__ import annotations

import enum
from _thread import get_ident
from collections.abc import Callable, Mapping
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.context import builtin_dialect
from mlirlite.ir.dialect import Dialect
from mlirlite.ods.data import RecordData
from mlirlite.ods.ops import OpMaker
from mlirlite.ods.predicates import Predicates
from mlirlite.ods.traits import Traits
from mlirlite.ods.types import TypeMaker, enum_class
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import once


class ODSDialect(Dialect):
    """The dialect that a `Dialect` record and those that name it define. `problems` says what of it
    is not known here."""

    def __init__(
        self,
        record: RecordData,
        hooks: Mapping[str, dict[str, Any]],
        made: Mapping[str, type[Any]] | None = None,
        module: str = __name__,
    ) -> None:
        """`made` has classes by full name that a person has written, `module` where others are
        found."""
        super().__init__(record.text("name"), module)
        self.record = record
        self._names: dict[str, str] = {}
        """The record of each full name."""
        self._by_cpp: dict[str, str] = {}
        self._enums: dict[str, type[enum.Enum]] = {}
        self._made: dict[str, Any] = dict(made or {})
        self._making: set[tuple[int, str]] = set()
        """What is being made, by which thread."""
        self.hooks = hooks
        self._find()
        self.predicates = Predicates(self)
        self.traits = Traits(self.predicates, self._op_name, hooks)
        self.types = TypeMaker(self.predicates, self.class_named, self.enum, hooks, module)
        self.ops = OpMaker(self.predicates, self.traits, self.class_named, self.enum, hooks, module)

    @once
    def _enum_records(self) -> dict[str, RecordData]:
        return {r.text("className"): r for r in self.record.records.derived("EnumInfo")}

    def _find(self) -> None:
        records = self.record.records
        for name in records.names("Op"):
            if records.peek(name, "opDialect") == self.record.name:
                full = f"{self.name}.{records.peek(name, 'opName')}"
                self._names[full] = name
                self._by_cpp[name.partition("_")[2] or name] = full
                self._by_cpp[name] = full
        types = set(records.names("TypeDef"))
        for name in records.names("AttrOrTypeDef"):
            mnemonic = records.peek(name, "mnemonic")
            if mnemonic and records.peek(name, "dialect") == self.record.name:
                is_type = name in types if types else records[name].is_a("TypeDef")
                key = f"{'!' if is_type else '#'}{self.name}.{mnemonic}"
                self._names[key] = name
                self._by_cpp[records.peek(name, "cppClassName")] = key
        for key, cls in self._made.items():
            self._by_cpp.setdefault(cls.__name__, key)

    def _record(self, key: str) -> RecordData | None:
        name = self._names.get(key)
        return None if name is None else self.record.records[name]

    @once
    def _parameters(self) -> dict[str, str]:
        """What the getters of types and attributes give, by the name in C++."""
        found: dict[str, str] = {}
        for key in self._names:
            record = self._record(key) if key[0] in "!#" else None
            if record is not None:
                found.update((name, name) for _, name in record.dag("parameters"))
        for cls in self._made.values():
            for name in getattr(cls, "parameters", ()):
                head, *rest = name.split("_")
                found.setdefault(head + "".join(map(str.capitalize, rest)), name)
        return found

    def defined_in(self, file: str) -> bool:
        """Whether a file of this name defines an op or a type of it."""
        records = (self._record(key) for key in self._names)
        return any(r.place.rpartition(":")[0] == file for r in records if r is not None)

    def classes(self) -> dict[str, type[Any]]:
        """Every class by full name; all are made now."""
        return {key: self.made(key) for key in self._names}

    def names(self) -> list[str]:
        """The full names of all ops, types and attributes, sorted."""
        return sorted(self._names)

    def record_of(self, key: str) -> RecordData:
        """The record of a full name. KeyError if there is none."""
        return self.record.records[self._names[key]]

    def owns(self, enum: RecordData) -> bool:
        """Whether an enum's record stands in the namespace of this dialect."""
        own = self.record.text("cppNamespace").strip(":")
        return enum.text("cppNamespace").strip(":") == own

    def op_names(self) -> list[str]:
        """Full names of all ops, sorted."""
        return sorted(n for n in self._names if n[0] not in "!#")

    def made(self, key: str) -> Any:
        """The class of a full name, made at its first use; None if there is none."""
        record = self._record(key)
        if key in self._made:
            if record is not None and record.is_a("EnumAttr"):
                _name_symbols(self._made[key], record["enum"])
            return self._made[key]
        if record is None:
            return None
        maker: Callable[..., Any] = self.types.make if key[0] in "!#" else self.ops.make
        mine = get_ident(), key
        self._making.add(mine)
        try:
            # Of threads that make a class at the same time, all get the first one.
            found = self._made.setdefault(key, maker(record, key.lstrip("!#")))
        except (TypeError, ValueError, AttributeError, LookupError) as e:
            where = f", declared at {record.place}" if record.place else ""
            raise DiagnosticError(f"no class can be made of '{key}'{where}: {e}") from e
        finally:
            self._making.discard(mine)
        return found

    def made_of_cpp(self, short: str) -> Any:
        """The class of an op, type, attribute or enum by its name in C++ without a namespace; None
        if there is none."""
        key = self._by_cpp.get(short)
        if key is not None:
            return self.made(key)
        found = self._enum_records.get(short)
        return None if found is None else self.enum(found)

    def op_class(self, name: str) -> Any:
        """The class of an op."""
        return self.made(name)

    def type_class(self, name: str) -> Any:
        """The class of a type."""
        return self.made("!" + name)

    def attribute_class(self, name: str) -> Any:
        """The class of an attribute."""
        return self.made("#" + name)

    def enum(self, record: RecordData) -> type[enum.Enum]:
        """The Python enum of a record."""
        if record.name not in self._enums:
            self._enums.setdefault(record.name, enum_class(record))
        return self._enums[record.name]

    def class_named(self, cpp: str) -> type[Attribute] | None:
        """The class of a type or attribute by its name in C++: of this dialect, or of one in the
        package."""
        namespace, _, short = cpp.strip().lstrip(":").rpartition("::")
        key = self._by_cpp.get(short, "")
        own = self.record.text("cppNamespace").strip(":").rpartition("::")[2]
        if key[:1] in ("!", "#") and namespace.rpartition("::")[2] in ("", own):
            if (get_ident(), key) in self._making:  # a type that may hold itself
                return Type if key[0] == "!" else Attribute
            found: type[Attribute] = self.made(key)
            return found
        name = namespace.rpartition("::")[2].lower()
        other = builtin_dialect(name) if name != self.name else None
        cls = other.class_of_cpp(short) if other is not None else None
        return cls if cls is not None and issubclass(cls, Attribute) else None

    def getter(self, name: str) -> Callable[[Any], Any] | None:
        """What `getX` of a type or attribute with a parameter `x` gives."""
        own = self._parameters.get(name[3:4].lower() + name[4:])
        return (lambda value: getattr(value, own)) if own is not None else None

    def maker(self, cpp: str) -> Callable[..., Any] | None:
        """The class that `X::get` makes an object of; None if it is not known."""
        return self.class_named(cpp)

    def creator(self, cpp: str) -> Callable[..., Any] | None:
        """Nothing: a predicate creates no op."""
        return None

    def function(self, cpp: str) -> Callable[..., Any] | None:
        """A C++ function that hooks define, by its name with namespaces; None if none does."""
        namespace, _, short = cpp.strip().lstrip(":").rpartition("::")
        own: Callable[..., Any] | None = self.hooks.get(f"{short}()", {}).get("call")
        name = namespace.rpartition("::")[2].lower()
        if own is not None or name == self.name:
            return own
        other = builtin_dialect(name)
        return other.cpp_function(short) if other is not None else None

    def case(self, cpp: str) -> Any:
        """The case of an enum of this dialect by its name in C++; None if there is none."""
        *_, name, case = cpp.rsplit("::", 2)
        found = self._enum_records.get(name)
        symbols: dict[str, Any] = {} if found is None else self.enum(found).__dict__["__symbols__"]
        return symbols.get(case)

    def test(self, cpp: str) -> Callable[[Any], bool] | None:
        """Whether a value is of a C++ class, or has an interface that a hook knows by its name;
        None if neither is known."""
        cls = self.class_named(cpp)
        if cls is not None:
            of: Any = cls
            return lambda value: isinstance(value, of)
        short = cpp.rpartition("::")[2]
        for record in self.record.records.derived("EnumAttrInfo"):
            if record.text("specializedAttrClassName") == short:
                width = record["bitwidth"]
                return lambda a: isinstance(a, IntegerAttr) and getattr(a.type, "width", 0) == width
        return self.function(cpp)

    def _op_name(self, cpp: str) -> str | None:
        """The name in text of a C++ class of an op."""
        namespace, _, short = cpp.strip().lstrip(":").rpartition("::")
        key = self._by_cpp.get(short, "")
        if key and key[0] not in "!#":
            return key
        name = namespace.rpartition("::")[2].lower()
        other = builtin_dialect(name) if name != self.name else None
        cls = other.class_of_cpp(short) if other is not None else None
        return getattr(cls, "name", None)

    def class_of_cpp(self, short: str) -> type[Any] | None:
        found = self.made_of_cpp(short)
        return found if found is not None and not issubclass(found, enum.Enum) else None

    def problems(self) -> dict[str, list[str]]:
        """What is not known of the whole dialect: predicates and traits, each with the records that
        use it, and ops whose syntax needs a hook."""
        bare: dict[str, list[str]] = {}
        for key in self._names:
            try:
                self.made(key)
            except DiagnosticError as e:
                bare[f"class: {e.diagnostics[0].message}"] = [key]
        found = {f"predicate {text}": names for text, names in self.predicates.unknown.items()}
        found |= {f"trait {text}": names for text, names in self.traits.unknown.items()}
        for op, why in self.ops.without_syntax.items():
            found.setdefault(f"syntax: {why}", []).append(op)
        return found | bare


def _name_symbols(cls: Any, record: RecordData) -> None:
    """Give the enum of a class that a person has written the names that its cases have in C++."""
    cases: Any = cls.cases
    if not hasattr(cases, "__symbols__"):
        known = {case.text("symbol"): case["value"] for case in record.items("enumerants")}
        values = {member.value: member for member in cases}
        cases.__symbols__ = {name: values[v] for name, v in known.items() if v in values}
