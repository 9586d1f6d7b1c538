"""--load-plugin, an option of every program that reads modules: dialects, passes, lowerings and
evaluations from Python files outside the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.driver.shared.options import Arguments, several
from mlirlite.ir.context import Context


class PluginArguments(Arguments):
    """A command line that names plugins."""

    load_plugin: tuple[str, ...] = several(
        "load dialects and passes from a .py file, a module or a .td file",
        "path",
    )
    load_dialect: tuple[str, ...] = several(
        "load the dialect that a .td file defines", "file", hidden=True
    )
    include: tuple[str, ...] = several(
        "look there for files that .td files include", "folder", name="I", hidden=True
    )


def context_of(arguments: PluginArguments) -> Context:
    """A context with the plugins of a command line. DiagnosticError when one cannot be loaded."""
    context = Context()
    for path in arguments.load_plugin:
        if not path.endswith(".td"):
            context.load_plugin(path)
    load_dialects(arguments, context)
    return context


def load_dialects(arguments: PluginArguments, context: Context) -> list[Any]:
    """Load the dialects of the .td files of a command line; returns them. DiagnosticError when one
    cannot be loaded."""
    paths = [*arguments.load_dialect, *[p for p in arguments.load_plugin if p.endswith(".td")]]
    found: list[Any] = []
    context.td_folders = arguments.include
    for path in paths:
        from mlirlite.ods import load_dialect

        found += load_dialect(path, context, arguments.include)
    return found


def plugins_in(argv: Sequence[str]) -> Iterator[str]:
    """The plugins that the words of a command line name, before its other options are read: they
    may define passes, and with them options."""
    for i, word in enumerate(argv):
        name, equals, value = word.lstrip("-").partition("=")
        if word.startswith("-") and name == "load-plugin":
            yield value if equals else argv[i + 1] if i + 1 < len(argv) else ""
