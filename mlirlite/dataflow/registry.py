"""Where analyses are: a name is a file in `analyses/`, imported when it is named. A plugin declares
its own with the same decorator.

    @analysis("parity")
    class Parity(ForwardAnalysis[str]):
        \"\"\"Whether integers are even or odd.\"\"\"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from mlirlite.ir.block import Block
from mlirlite.ir.context import Context
from mlirlite.ir.crash import crash
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import check_function
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.late import import_module

_FOLDER = Path(__file__).resolve().parent / "analyses"
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


Analysis = Callable[[Operation], Any]
"""A class whose objects hold what is known of an op, and have `comments`."""
Commented = Callable[[Operation | Block], list[tuple[Value | None, str]]]
C = TypeVar("C", bound=type)


def analysis(flag: str) -> Callable[[C], C]:
    """Decorator: a class of analyses is known by this name to `--show-analysis`. TypeError when the
    name does not fit."""
    stated: object = flag
    if not isinstance(stated, str):  # the class itself: no parentheses
        name = getattr(stated, "__name__", "my-analysis").lower()
        raise TypeError(f'an analysis has a name: write @analysis("{name}")')
    if not _NAME.fullmatch(flag):
        raise TypeError(f"analysis name {flag!r}: use lower-case words with dashes")

    def declare(found: C) -> C:
        check_function(found, "or class that analyses an op")
        type.__setattr__(found, "flag", flag)
        return found

    return declare


def names(context: Context | None = None) -> list[str]:
    """The names of all analyses, sorted; nothing is imported."""
    own = {f.stem.replace("_", "-") for f in _FOLDER.glob("*.py") if not f.stem.startswith("_")}
    return sorted({*own, *_of_plugins(context)})


def lookup(flag: str, context: Context | None = None) -> Analysis:
    """The analysis of a name. DiagnosticError when there is none, with all names."""
    found = _of_plugins(context).get(flag)
    if found is not None:
        return found
    known = names(context)
    if flag not in known:
        near = did_you_mean(flag, known)
        problem = f"'{flag}' is not an analysis{near}; the analyses are: {', '.join(known)}"
        raise DiagnosticError(problem)
    module = import_module(f"{__package__}.analyses.{flag.replace('-', '_')}")
    return _declared(module)[flag]


def _of_plugins(context: Context | None) -> dict[str, Analysis]:
    found: dict[str, Analysis] = {}
    for module in context.plugin_modules if context is not None else ():
        found.update(_declared(module))
    return found


def _declared(module: Any) -> dict[str, Analysis]:
    """The analyses that a module declares, not those that it imports."""
    return {
        value.__dict__["flag"]: value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and vars(value).get("flag")
    }


def commented(function: Analysis, root: Operation) -> Commented:
    """The comments of an analysis on an op, for printing. An exception in it is an error at the
    op."""
    flag: str = getattr(function, "flag", "")
    try:
        found = function(root)
    except DiagnosticError:
        raise
    except Exception as e:
        raise crash(f"analysis '{flag}'", root, e, function) from e
    return lambda at: [(value, f"{flag}: {text}") for value, text in found.comments(at)]
