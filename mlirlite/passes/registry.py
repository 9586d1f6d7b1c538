"""Where passes are: a flag names a file. Folders are listed, a file is imported when its pass is
named.

    --foo-bar  =  transforms/foo_bar.py, dialects/*/transforms/foo_bar.py, conversion/foo_bar.py,
                  runtime/transforms/foo_bar.py
    --convert-a-to-b  =  also conversion/a_to_b.py, or one of the files in conversion/a_to_b/

The passes of plugins belong to the context that loaded them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from mlirlite.ir.context import Context
from mlirlite.passes.compiler_pass import CompilerPass, PassOption
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean, error
from mlirlite.support.env import TRACEBACK
from mlirlite.support.late import import_module
from mlirlite.support.mistakes import written_at
from mlirlite.support.source import SourceSpan

_PACKAGE = Path(__file__).resolve().parent.parent
_FOLDERS = ("transforms", "conversion", "codegen")
"""The folders of passes, besides those of dialects and the runtime."""
_LIST = "mlirlite-opt --help lists the passes"
_DECLARATION = re.compile(r'^@(?:\w+\.)*compiler_pass\(\s*"([^"]+)"', re.M)


class PassInfo(NamedTuple):
    """What a help page shows of a pass."""

    flag: str
    summary: str
    options: tuple[PassOption, ...]


def lookup(flag: str, context: Context | None = None) -> CompilerPass:
    """The pass of a flag, imported now if need be. DiagnosticError when there is none, with the
    nearest name."""
    found = plugin_passes(context).get(flag) or _in_package(flag)
    if found is None:
        known = names(context)
        near = did_you_mean(flag, known)
        problem = error(f"'{flag}' does not refer to a registered pass or pass pipeline{near}")
        raise DiagnosticError(problem if near else problem.hint(_LIST))
    return found


@cache
def _in_package(flag: str) -> CompilerPass | None:
    return next((p for p in map(_import, _files_of(flag)) if p.flag == flag), None)


def exists(flag: str, context: Context | None = None) -> bool:
    """True when there is a pass of this flag; nothing is imported."""
    return flag in plugin_passes(context) or _has_file(flag)


def names(context: Context | None = None) -> list[str]:
    """All flags, sorted; nothing is imported."""
    return sorted({*_declared(), *plugin_passes(context)})


def describe_passes(context: Context | None = None) -> list[PassInfo]:
    """Flag, summary and options of all passes, sorted by flag (imports them). If an import fails,
    the summary says why."""
    found = []
    for flag in names(context):
        try:
            one = lookup(flag, context)
        except DiagnosticError as e:
            found.append(PassInfo(flag, e.diagnostics[0].message, ()))
        else:
            found.append(PassInfo(flag, one.summary, one.options))
    return found


def plugin_passes(context: Context | None) -> dict[str, CompilerPass]:
    """The passes of a context's plugins, by flag. DiagnosticError when a flag is taken."""
    found: dict[str, CompilerPass] = {}
    for module in context.plugin_modules if context is not None else ():
        for value in list(vars(module).values()):
            if not isinstance(value, CompilerPass) or value.__module__.startswith("mlirlite."):
                continue
            taken = found.setdefault(value.flag, value)
            if taken.__module__ != value.__module__:
                there = f"'{taken.__module__}' has a pass '{value.flag}' too"
                raise DiagnosticError(f"plugin '{value.__module__}': {there}", _place(value))
            if taken is not value:
                raise DiagnosticError(
                    f"plugin '{value.__module__}': there are two passes '{value.flag}'",
                    _place(value),
                )
            if _has_file(value.flag):
                raise DiagnosticError(
                    f"plugin '{value.__module__}': there is a pass '{value.flag}' already; "
                    "choose another name",
                    _place(value),
                )
            _check_anchor(value, context)
    return found


def _check_anchor(one: CompilerPass, context: Context | None) -> None:
    """DiagnosticError for a pass on an op that is not declared, on which it would never run."""
    anchor = one.anchor
    if anchor is None or context is None or context.allow_unregistered:
        return
    dialect = context.dialect(anchor.partition(".")[0])
    if dialect is not None and context.op_class(anchor) is None:
        near = did_you_mean(anchor, dialect.op_names())
        problem = (
            f"plugin '{one.__module__}': pass '{one.flag}' runs on '{anchor}', which is not an op"
        )
        raise DiagnosticError(problem + near, _place(one))


def _place(one: CompilerPass) -> SourceSpan | None:
    return written_at(one.function)


def _import(file: Path) -> CompilerPass:
    """The pass that a file declares."""
    relative = file.relative_to(_PACKAGE.parent).with_suffix("")
    module_name = ".".join(p for p in relative.parts if p != "__init__")
    try:
        module = import_module(module_name)
    except DiagnosticError:
        raise
    except Exception as e:
        if TRACEBACK:
            raise
        raise DiagnosticError(
            f"cannot import the pass in '{module_name}': {type(e).__name__}: {e}"
        ) from e
    declared = [v for v in vars(module).values() if isinstance(v, CompilerPass)]
    own = [p for p in declared if p.__module__ == module_name]
    if len(own) != 1:
        raise DiagnosticError(f"'{module_name}' declares {len(own)} passes, expected one")
    return own[0]


def _files_of(flag: str) -> Iterator[Path]:
    """The files that may declare a flag, by their names; in a folder the file that does."""
    if not re.fullmatch(r"[a-z0-9-]{1,200}", flag):  # a file's name, not too long for one
        return
    name = flag.replace("-", "_")
    stems = [(folder, name) for folder in _FOLDERS]
    if name.startswith("convert_"):
        stems.append(("conversion", name.removeprefix("convert_")))
    places = [_PACKAGE / folder / stem for folder, stem in stems]
    places += [folder / name for folder in _folders_of_packages()]
    for place in places:
        file = place.with_suffix(".py")
        if file.exists():
            yield file
        elif place.is_dir():
            yield from (f for f in sorted(place.glob("*.py")) if flag in _flags_in(f))


@cache
def _has_file(flag: str) -> bool:
    return any(True for _ in _files_of(flag))


@cache
def _folders_of_packages() -> tuple[Path, ...]:
    folders = sorted((_PACKAGE / "dialects").glob("*/transforms"))
    return (*folders, _PACKAGE / "runtime" / "transforms")


@cache
def _flags_in(file: Path) -> tuple[str, ...]:
    return tuple(_DECLARATION.findall(file.read_text(encoding="utf-8")))


def _declared() -> list[str]:
    """The flags of the package, read from the files without importing them."""
    found: list[str] = []
    for folder in (*(_PACKAGE / f for f in _FOLDERS), *_folders_of_packages()):
        for file in (*folder.glob("*.py"), *folder.glob("*/*.py")):
            found += _flags_in(file)
    return found
