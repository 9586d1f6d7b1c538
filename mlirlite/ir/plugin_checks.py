"""What is wrong in a plugin although Python could import it: names that are found twice or never,
and errors that are made and dropped."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect, DialectExtension
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.mistakes import declared_at, source_of, written_at

_SAYS = {"verify_op": 0, "verify_regions": 0, "parse": 1}
"""Hooks, and which of their parameters has a method `error`."""


def check_plugin(
    module: ModuleType, dialects: Sequence[Dialect], others: Mapping[str, Dialect | None]
) -> None:
    """DiagnosticError for the first mistake in a plugin. `others`: the dialects that there are,
    None for those that are not loaded."""
    own = [d for d in dialects if d.module == module.__name__]
    for dialect in own:
        _check_dialect(module, dialect, others)
    _check_classes(module, [f"{d.name}." for d in own])
    for call, line in _dropped_errors(module):
        raise DiagnosticError(
            f"plugin '{module.__name__}': `{call}(…)` makes an error that nobody gets: "
            + ("return it" if call.startswith("self.") else "raise it"),
            written_at((module.__file__, line)),
        )


def _check_dialect(
    module: ModuleType, dialect: Dialect, others: Mapping[str, Dialect | None]
) -> None:
    """DiagnosticError when another dialect has this name."""
    other = others.get(dialect.name)
    if dialect.name not in others or isinstance(dialect, DialectExtension):
        return
    if other is not None and (other.module == dialect.module or _same_file(other, module)):
        return
    line = next((n for n, name in _dialects(module) if name == dialect.name), 1)
    raise DiagnosticError(
        f"plugin '{module.__name__}': there is a dialect '{dialect.name}' already; choose another "
        "name, or add to it by DialectExtension",
        written_at((module.__file__, line)),
    )


def _check_classes(module: ModuleType, prefixes: Sequence[str]) -> None:
    """DiagnosticError when a plugin declares a class whose name belongs to no dialect of its file,
    so that it would never be found, or to another class, or that lacks what its interfaces
    require."""
    known: dict[tuple[type, str], type] = {}
    for cls in vars(module).values():
        if not isinstance(cls, type) or not issubclass(cls, (Op, Attribute)):
            continue
        name = getattr(cls, "name", "")
        if cls.__module__ != module.__name__ or not isinstance(name, str) or not name:
            continue
        if prefixes and not name.startswith(tuple(prefixes)):
            expected = " or ".join(f"'{p}'" for p in prefixes)
            raise DiagnosticError(
                f"plugin declares '{name}' ({cls.__name__}), which is in no dialect of its file: "
                f"expected a name that begins with {expected}",
                declared_at(cls),
            )
        kind: type = next(base for base in (Op, Type, Attribute) if issubclass(cls, base))
        first = known.setdefault((kind, name), cls)
        if first is not cls:
            raise DiagnosticError(
                f"plugin declares '{name}' twice, by {first.__name__} and {cls.__name__}",
                declared_at(cls),
            )
        missing = missing_methods(cls)
        if missing:
            methods = ", ".join(f"'{m}' (of {owner})" for m, owner in missing.items())
            raise DiagnosticError(
                f"'{name}' ({cls.__name__}) lacks what its interfaces require: {methods}",
                declared_at(cls),
            )


def missing_methods(cls: type) -> dict[str, str]:
    """The methods that a class inherits as `@abstractmethod` and does not define, with the names of
    the interfaces that have them."""
    found: dict[str, tuple[type, Any]] = {}
    for base in reversed(cls.__mro__):
        found.update({name: (base, value) for name, value in vars(base).items()})
    return {
        name: base.__name__
        for name, (base, value) in found.items()
        if getattr(value, "__isabstractmethod__", False)
    }


def _same_file(dialect: Dialect, module: ModuleType) -> bool:
    """Whether a dialect is that of the same plugin, which was loaded by another path."""
    import os
    import sys

    paths = [getattr(m, "__file__", None) for m in (sys.modules.get(dialect.module), module)]
    first, second = paths
    return bool(first and second and os.path.realpath(first) == os.path.realpath(second))


def _tree(module: ModuleType) -> ast.Module:
    path = getattr(module, "__file__", None)
    source = source_of(path) if path else None
    return ast.parse(source.text if source is not None else "")


def _dialects(module: ModuleType) -> Iterator[tuple[int, str]]:
    """The lines on which a plugin makes dialects, and their names."""
    for statement in _tree(module).body:
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Call) and value.args:
            named = value.args[0]
            if isinstance(named, ast.Constant) and isinstance(named.value, str):
                yield statement.lineno, named.value


def _dropped_errors(module: ModuleType) -> Iterator[tuple[str, int]]:
    """`self.error(…)` in a verifier, and `p.error(…)` in a parser, which are neither returned nor
    raised, with their lines."""
    for declared in _tree(module).body:
        for hook in declared.body if isinstance(declared, ast.ClassDef) else ():
            if not isinstance(hook, ast.FunctionDef) or hook.name not in _SAYS:
                continue
            arguments = [a.arg for a in hook.args.args]
            says = arguments[_SAYS[hook.name]] if _SAYS[hook.name] < len(arguments) else ""
            for statement in ast.walk(hook):
                call = statement.value if isinstance(statement, ast.Expr) else None
                if isinstance(call, ast.Call) and ast.unparse(call.func) == f"{says}.error":
                    yield f"{says}.error", call.lineno
