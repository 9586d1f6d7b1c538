"""Context: which dialects a parse or a pass pipeline knows. A dialect is imported when its name
first occurs."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op, OpMeta
from mlirlite.ir.dialect import Dialect, DialectExtension
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.late import import_module
from mlirlite.support.mistakes import raised_at

if TYPE_CHECKING:
    from pathlib import Path

_DIALECTS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "dialects")


@cache
def builtin_dialect_names() -> tuple[str, ...]:
    """Names of the dialects in the package, found by their files without importing them."""
    names = []
    for entry in os.listdir(_DIALECTS):
        stem, dot, _ = entry.partition(".py")
        if dot and not stem.startswith("_"):
            names.append(stem)
        elif os.path.exists(os.path.join(_DIALECTS, entry, "__init__.py")):
            names.append(entry)
    return tuple(sorted(names))


def builtin_dialect(name: str) -> Dialect | None:
    """A dialect of the package, imported now if need be; None for another name."""
    if name not in builtin_dialect_names():
        return None
    found: Dialect = import_module(f"mlirlite.dialects.{name}").DIALECT
    return found


class Context:
    """Loaded dialects and settings. `allow_unregistered` lets ops, types and attributes of unknown
    dialects pass."""

    def __init__(self, *, allow_unregistered: bool = False) -> None:
        self.allow_unregistered = allow_unregistered
        self.dialects: dict[str, Dialect] = {}
        self.plugins: dict[str, Dialect] = {}
        self.extensions: dict[str, list[DialectExtension]] = {}
        self._ops: dict[str, type[Op] | None] = {}
        self.plugin_modules: list[ModuleType] = []
        """The plugins themselves; the pass registry finds their passes here."""
        self.td_folders: tuple[str, ...] = ()
        """Where files that .td files include are looked for."""

    def available(self) -> list[str]:
        """Names of all dialects that can be used, loaded or not."""
        return sorted({*builtin_dialect_names(), *self.plugins})

    def dialect(self, name: str) -> Dialect | None:
        """The dialect of this name, imported now if need be; None when there is none."""
        found = self.dialects.get(name)
        if found is None:
            if name in self.plugins:
                found = self.plugins[name]
            else:
                found = builtin_dialect(name)
            if found is None:
                return None
            self.dialects[name] = found
        return found

    def op_class(self, name: str) -> type[Op] | None:
        """The class of a registered op by full name, or None."""
        try:
            return self._ops[name]
        except KeyError:
            found = (d.op_class(name) for d in self._dialect_and_extensions(name))
            cls = self._ops[name] = next((c for c in found if c is not None), None)
            return cls

    def type_class(self, name: str) -> type[Type] | None:
        """The class of `!name`, or None."""
        found = (d.type_class(name) for d in self._dialect_and_extensions(name))
        return next((c for c in found if c is not None), None)

    def attribute_class(self, name: str) -> type[Attribute] | None:
        """The class of `#name`, or None."""
        found = (d.attribute_class(name) for d in self._dialect_and_extensions(name))
        return next((c for c in found if c is not None), None)

    def _dialect_and_extensions(self, name: str) -> Iterator[Dialect]:
        """The dialect of a full name, if there is one, and its extensions."""
        dialect_name = name.partition(".")[0]
        dialect = self.dialect(dialect_name)
        if dialect is not None:
            yield dialect
            yield from self.extensions.get(dialect_name, ())

    def op_names(self) -> list[str]:
        """Names of all ops of all available dialects (imports them): for "did you mean"."""
        names: list[str] = []
        for name in self.available():
            dialect = self.dialect(name)
            names += dialect.op_names() if dialect is not None else ()
            for extension in self.extensions.get(name, ()):
                names += extension.op_names()
        return names

    def register(self, dialect: Dialect) -> None:
        """Add a dialect that is not in the package, or an extension of one."""
        self._ops.clear()
        if isinstance(dialect, DialectExtension):
            self.extensions.setdefault(dialect.name, []).append(dialect)
            return
        self.plugins[dialect.name] = dialect
        self.dialects.pop(dialect.name, None)

    def lost_classes(self, dialect: str) -> Iterator[type]:
        """Classes of plugins that no dialect finds: those of a dialect that the plugin does not
        have, and ops without a name beside those of the dialect."""
        known = self.dialect(dialect)
        for module in self.plugin_modules:
            for cls in vars(module).values():
                if not isinstance(cls, OpMeta) or cls.__module__ != module.__name__:
                    continue
                name = getattr(cls, "name", "")
                named = isinstance(name, str) and name.partition(".")[0] == dialect
                unnamed = known is not None and known.module == cls.__module__ and not name
                is_base = bool(cls.__subclasses__())
                if (named and known is None) or (unnamed and cls._fields and not is_base):
                    yield cls

    def load_plugin(self, path: str) -> ModuleType:
        """Import a Python file (or a module by dotted name) outside the package: every `Dialect` in
        it is known from now on, and so are its passes. DiagnosticError when it cannot be found or
        fails to import."""
        from mlirlite.ir.plugin_checks import check_plugin  # late: for plugins only

        module = _import_plugin(path)
        dialects = [value for value in vars(module).values() if isinstance(value, Dialect)]
        check_plugin(module, dialects, {**dict.fromkeys(builtin_dialect_names()), **self.plugins})
        for dialect in dialects:
            self.register(dialect)
        if module not in self.plugin_modules:
            self.plugin_modules.append(module)
        return module


def find_neighbors(path: str) -> None:
    """Let a Python file import its neighbors, as a script does."""
    folder = os.path.dirname(os.path.realpath(path))
    if folder not in sys.path:
        sys.path.append(folder)


def _import_plugin(path: str) -> ModuleType:
    from importlib import util
    from pathlib import Path

    if not path:
        raise DiagnosticError("cannot load plugin '': expected a Python file or a module")
    file = Path(path)
    if file.suffix != ".py":
        if os.path.isfile(path):
            raise DiagnosticError(f"cannot load plugin '{path}': expected a Python file (.py)")
        try:
            return import_module(path)
        except Exception as e:
            raise _not_loaded(path, e) from e
    if not os.path.exists(path):
        near = (
            did_you_mean(file.name, (p.name for p in file.parent.glob("*.py")))
            if file.parent.exists()
            else ""
        )
        raise DiagnosticError(f"cannot load plugin '{path}': no such file{near}")
    find_neighbors(path)
    name = _module_name(file.resolve())
    if name in sys.modules:
        return sys.modules[name]
    spec = util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise DiagnosticError(f"cannot load plugin '{path}': not a Python file")
    module = util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as e:
        del sys.modules[name]
        raise _not_loaded(path, e) from e
    return module


def _module_name(file: Path) -> str:
    """The name by which its neighbors import a file, so that it is one module for them and for
    `--load-plugin`; where that name means another module, one of its own."""
    from importlib import util

    importlib.invalidate_caches()
    try:
        spec = util.find_spec(file.stem) if file.stem.isidentifier() else None
        own = spec is not None and spec.origin is not None and file.samefile(spec.origin)
    except (OSError, ValueError):  # a module without a file, or made by hand
        own = False
    mangled = "".join(c if c.isalnum() else "_" for c in str(file))
    return file.stem if own else f"mlirlite_plugin_{mangled}"


def _not_loaded(path: str, cause: Exception) -> DiagnosticError:
    """The error for an exception in a plugin's import, with the line that raised it."""
    if isinstance(cause, DiagnosticError):
        return cause
    said = cause.msg if isinstance(cause, SyntaxError) else cause
    what = "" if isinstance(cause, ModuleNotFoundError) else f"{type(cause).__name__}: "
    return DiagnosticError(f"cannot load plugin '{path}': {what}{said}", raised_at(cause))
