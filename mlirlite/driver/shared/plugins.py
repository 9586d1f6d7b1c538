"""--load-plugin, an option of every program that reads modules: dialects, passes, lowerings and
evaluations from Python files outside the package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mlirlite.driver.shared.options import Arguments, several
from mlirlite.ir.context import Context


class PluginArguments(Arguments):
    """A command line that names plugins."""

    load_plugin: tuple[str, ...] = several(
        "load dialects and passes from a Python file or module", "path"
    )


def context_of(arguments: PluginArguments) -> Context:
    """A context with the plugins of a command line. DiagnosticError when one cannot be loaded."""
    context = Context()
    for path in arguments.load_plugin:
        context.load_plugin(path)
    return context


def plugins_in(argv: Sequence[str]) -> Iterator[str]:
    """The plugins that the words of a command line name, before its other options are read: they
    may define passes, and with them options."""
    for i, word in enumerate(argv):
        name, equals, value = word.lstrip("-").partition("=")
        if word.startswith("-") and name == "load-plugin":
            yield value if equals else argv[i + 1] if i + 1 < len(argv) else ""
