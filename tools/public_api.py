"""The public names of `mlirlite`, `mlirlite.dsl` and `mlirlite.dataflow` with their signatures:
what docs/reference/api.txt has.

python tools/public_api.py            # what differs from the file; exit code 1 if anything does
python tools/public_api.py --write    # the file as it should be: a change is a decision
"""

from __future__ import annotations

import difflib
import enum
import inspect
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

FILE = ROOT / "docs" / "reference" / "api.txt"
MODULES = ("mlirlite", "mlirlite.dsl", "mlirlite.dataflow")
HEAD = "Public names and signatures. tools/public_api.py --write makes this file.\n"


def public_names(module: str) -> dict[str, Any]:
    """The names of a façade with what they stand for."""
    found = import_module(module)
    names = getattr(found, "__all__", None) or [n for n in dir(found) if not n.startswith("_")]
    hidden = {"Any", "TYPE_CHECKING", "annotations", "importlib"}
    return {name: getattr(found, name) for name in sorted(names) if name not in hidden}


def shown(parameter: inspect.Parameter) -> str:
    """A parameter without its annotation; a default that is no plain value is `...`."""
    default = parameter.default
    if default is inspect.Parameter.empty:
        return str(parameter.replace(annotation=inspect.Parameter.empty))
    plain = isinstance(default, (bool, int, float, str, tuple, type(None)))
    return f"{parameter.name}={default!r}" if plain else f"{parameter.name}=..."


def signature_text(function: Any, bound: bool = False) -> str:
    """`(a, b=1, *, c)`, without what a call does not give; empty where Python knows none."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return ""
    words: list[str] = []
    star = False
    for parameter in parameters[bound:]:
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        words.append(shown(parameter))
        following = parameters[parameters.index(parameter) + 1 :][:1]
        only = parameter.kind is parameter.POSITIONAL_ONLY
        if only and not (following and following[0].kind is parameter.POSITIONAL_ONLY):
            words.append("/")
    return f"({', '.join(words)})"


def lines_of(name: str, value: Any, known: set[int]) -> Iterator[str]:
    """The lines of a name: its own, and one for each public member of a class. `known`: classes
    that have lines of their own."""
    if inspect.isclass(value):
        hides = issubclass(value, enum.Enum) or value.__init__ is object.__init__
        yield f"class {name}{'' if hides else signature_text(value)}"
        if issubclass(value, enum.Enum):
            yield from (f"{name}.{case}" for case in value.__members__)
            return
        for member in sorted(dir(value)):
            if not member.startswith("_"):
                yield from member_lines(name, value, member, known)
    elif callable(value) and not isinstance(value, type):
        yield f"{name}{signature_text(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def member_lines(name: str, cls: type, member: str, known: set[int]) -> Iterator[str]:
    """The line of a member that the class, or a base without lines of its own, defines."""
    owner = next((k for k in cls.__mro__ if member in vars(k)), object)
    if not owner.__module__.startswith("mlirlite"):
        return
    if owner is not cls and id(owner) in known:
        return
    found = vars(owner)[member]
    if isinstance(found, (classmethod, staticmethod)):
        yield f"{name}.{member}{signature_text(getattr(cls, member))}"
    elif inspect.isfunction(found):
        yield f"{name}.{member}{signature_text(found, bound=True)}"
    else:
        yield f"{name}.{member}"


def api_text() -> str:
    """The whole file."""
    lines = [HEAD]
    everything = {m: public_names(m) for m in MODULES}
    known = {id(v) for names in everything.values() for v in names.values()}
    for module, names in everything.items():
        lines.append(f"[{module}]")
        for name, value in names.items():
            lines += lines_of(name, value, known)
        lines.append("")
    return "\n".join(lines)


def differences() -> str:
    """What the file says otherwise, as a diff; empty when it is right."""
    old = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    made = api_text()
    found = difflib.unified_diff(old.splitlines(), made.splitlines(), "api.txt", "now", n=0)
    return "\n".join(found)


def page() -> str:
    """A page for the site: each name with its signature and what is said of it."""
    lines = ["# Python names", "", "See also [what is promised of them](api.md).", ""]
    for module in MODULES:
        lines += [f"## `{module}`", ""]
        for name, value in public_names(module).items():
            kind = inspect.isclass(value) or callable(value)
            doc = inspect.getdoc(value) if kind else ""
            head = next(iter(lines_of(name, value, set())))
            lines += [f"### `{name}`", "", "```text", head, "```", "", *said(doc or ""), ""]
            for member in sorted(vars(value)) if inspect.isclass(value) else ():
                text = inspect.getdoc(getattr(value, member, None)) or ""
                if member.startswith("_") or not text or not callable(getattr(value, member)):
                    continue
                [signature] = member_lines(name, value, member, set()) or [""]
                lines += [f"- `{signature}`: {' '.join(said(text.partition(chr(10) * 2)[0]))}"]
            lines.append("")
    return "\n".join(lines)


def said(doc: str) -> list[str]:
    """A docstring as Markdown: what is indented is code there, too."""
    lines = doc.split("\n")
    return [line if line.startswith("    ") else line.replace("<", "&lt;") for line in lines]


def main() -> int:
    """Compare or write; returns the exit code."""
    if "--write" in sys.argv[1:]:
        FILE.write_text(api_text(), encoding="utf-8")
        return 0
    found = differences()
    print(found or "docs/reference/api.txt is right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
