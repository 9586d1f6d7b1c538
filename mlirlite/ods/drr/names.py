"""What the names in the C++ of patterns mean: those of hooks, and of the dialects that a file
knows."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ods.cpp_parts import field_names
from mlirlite.ods.data import RecordData, Records
from mlirlite.ods.hooks import Hooks
from mlirlite.ods.matchers import FUNCTIONS


class PatternNames:
    """The names of a file of patterns. `hooks` are those of the file beside it; the module
    `cpp.py` of a dialect's package has the functions that upstream's own patterns call."""

    def __init__(
        self, records: Records, context: Context, hooks: Mapping[str, dict[str, Any]]
    ) -> None:
        self.records = records
        self.context = context
        self.hooks = hooks
        self.dialects = self._dialects()
        self._getters = self._fields()
        self._functions = {d.name: _functions(d) for d in self.dialects.values()}

    def _dialects(self) -> dict[str, Dialect]:
        """The dialects by their names in text and by the last part of their namespaces."""
        found: dict[str, Dialect] = {}
        for record in self.records.derived("Dialect"):
            name = record.text("name")
            dialect = self.context.dialect(name)
            if dialect is not None:
                found[name] = dialect
                space = record.text("cppNamespace").strip(":").rpartition("::")[2]
                found.setdefault(space, dialect)
        return found

    def _fields(self) -> set[str]:
        """What ops, types and attributes have getters for."""
        found = {"result"}
        for kind, fields in (("Op", ("arguments", "results")), ("AttrOrTypeDef", ("parameters",))):
            for record in self.records.derived(kind):
                for field in fields:
                    found.update(name for _, name in record.dag(field))
        return found

    def _of(self, cpp: str) -> list[Dialect]:
        """The dialects that may have a C++ name."""
        space = cpp.strip().lstrip(":").rpartition("::")[0].rpartition("::")[2]
        if space in self.dialects:
            return [self.dialects[space]]
        return [] if space not in ("", "mlir") else list(dict.fromkeys(self.dialects.values()))

    def class_named(self, cpp: str) -> type[Any] | None:
        """The class of an op, type or attribute by its name in C++; None if it is not known."""
        short = cpp.strip().rpartition("::")[2]
        found = (d.class_of_cpp(short) for d in self._of(cpp))
        return next((c for c in found if c is not None), None)

    def test(self, cpp: str) -> Callable[[Any], bool] | None:
        cls = self.class_named(cpp)
        return None if cls is None else lambda value: isinstance(value, cls)

    def getter(self, name: str) -> Callable[[Any], Any] | None:
        own = re.sub(r"^get", "", name)
        if own[:1].lower() + own[1:] not in self._getters:
            return None
        names = field_names(own)

        def get(value: Any) -> Any:
            for one in names:
                if hasattr(value, one):
                    return getattr(value, one)
            raise AttributeError(name)

        return get

    def maker(self, cpp: str) -> Callable[..., Any] | None:
        cls = self.class_named(cpp)
        return cls if cls is not None and issubclass(cls, Attribute) else None

    def function(self, cpp: str) -> Callable[..., Any] | None:
        key = f"{cpp.strip().rpartition('::')[2]}()"
        known = (self.hooks, *(self._functions[d.name] for d in self._of(cpp)))
        found = (hooks[key]["call"] for hooks in known if "call" in hooks.get(key, {}))
        return next(found, None) or FUNCTIONS.get(key[:-2])

    def case(self, cpp: str) -> Any:
        *_, name, case = cpp.rsplit("::", 2)
        for record in self.records.derived("EnumInfo"):
            if record.text("className") == name:
                return next(
                    (c["value"] for c in record.items("enumerants") if c.text("symbol") == case),
                    None,
                )
        return None

    def creator(self, cpp: str) -> Callable[..., Any] | None:
        cls = self.class_named(cpp)
        return None if cls is None or not issubclass(cls, Op) else lambda *a: _create(cls, *a)

    def op_class(self, record: RecordData) -> type[Op] | None:
        """The class of an op's record; None if its dialect has no such op."""
        return self.context.op_class(op_name(record))


def op_name(record: RecordData) -> str:
    """The name in text of an op's record."""
    return f"{record.record('opDialect').text('name')}.{record.text('opName')}"


def _functions(dialect: Dialect) -> dict[str, dict[str, Any]]:
    """The C++ functions that a dialect's package has in `cpp.py`."""
    package = importlib.import_module(dialect.module)
    module = f"{dialect.module}.cpp"
    hooks = Hooks()
    if hasattr(package, "__path__") and find_spec(module) is not None:
        hooks.add(importlib.import_module(module))
    return hooks.of


def _create(cls: Any, rw: Any, location: Any, *arguments: Any) -> Any:
    """`X::create(builder, location, types…, operands…, attributes…)` with types where they are
    given."""
    count = 0
    while count < len(arguments) and _is_types(arguments[count]):
        count += 1
    types = [f.attribute for f in cls.definition.results]
    given = dict(zip(types, arguments[:count], strict=False))
    return rw.insert(cls(*arguments[count:], **given, loc=location))


def _is_types(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return bool(value) and all(isinstance(v, Type) for v in value)
    return isinstance(value, Type)
