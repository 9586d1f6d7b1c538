"""The public names of `mlirlite`, its `dsl`, `dataflow` and `operators` with their signatures:
the content of docs/reference/api.txt.

python tools/public_api.py            # shows differences from the file; exit code 1 if any
python tools/public_api.py --write    # rewrites the file: a change is a decision
"""

from __future__ import annotations

import ast
import difflib
import enum
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

FILE = ROOT / "docs" / "reference" / "api.txt"
MODULES = ("mlirlite", "mlirlite.dsl", "mlirlite.dataflow", "mlirlite.operators")
HEAD = "Public names and signatures. tools/public_api.py --write makes this file.\n"


def public_names(module: str) -> dict[str, Any]:
    """The names of a façade with their values."""
    found = import_module(module)
    names = getattr(found, "__all__", None) or [n for n in dir(found) if not n.startswith("_")]
    hidden = {"Any", "TYPE_CHECKING", "annotations", "importlib"}
    return {name: getattr(found, name) for name in sorted(names) if name not in hidden}


def plain_annotation(annotation: Any) -> str:
    """An annotation as one would write it, without the modules of its names."""
    annotation = getattr(annotation, "__forward_arg__", annotation)
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:mlirlite|typing|collections)(?:\.\w+)*\.(?=\w)", "", text)


def shown(parameter: inspect.Parameter, annotated: bool = False) -> str:
    """A parameter; a default that is not a plain value is `...`."""
    default, stars = parameter.default, ""
    if parameter.kind is parameter.VAR_POSITIONAL:
        stars = "*"
    elif parameter.kind is parameter.VAR_KEYWORD:
        stars = "**"
    text = stars + parameter.name
    typed = annotated and parameter.annotation is not inspect.Parameter.empty
    if typed:
        text += f": {plain_annotation(parameter.annotation)}"
    if default is inspect.Parameter.empty:
        return text
    plain = isinstance(default, (bool, int, float, str, tuple, type(None)))
    value = repr(default) if plain else "..."
    if isinstance(default, enum.Enum):
        value = f"{type(default).__name__}.{default.name}"
    return text + (" = " if typed else "=") + value


def signature_text(function: Any, bound: bool = False, annotated: bool = False) -> str:
    """`(a, b=1, *, c)`, without parameters that callers do not pass; empty if Python has none."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    parameters = list(signature.parameters.values())
    words: list[str] = []
    star = False
    for parameter in parameters[bound:]:
        star = star or parameter.kind is parameter.VAR_POSITIONAL
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            words.append("*")
            star = True
        words.append(shown(parameter, annotated))
        following = parameters[parameters.index(parameter) + 1 :][:1]
        only = parameter.kind is parameter.POSITIONAL_ONLY
        if only and not (following and following[0].kind is parameter.POSITIONAL_ONLY):
            words.append("/")
    given = signature.return_annotation
    returns = annotated and not inspect.isclass(function) and given is not signature.empty
    return f"({', '.join(words)})" + (f" -> {plain_annotation(given)}" if returns else "")


def lines_of(name: str, value: Any, known: set[int]) -> Iterator[str]:
    """The lines of a name: its own, and one for each public member of a class. `known`: classes
    that have their own lines."""
    if inspect.isclass(value):
        yield f"class {name}{signature_text(value) if is_constructed(value) else ''}"
        for member, found in members_of(value, known):
            bound = not isinstance(found, staticmethod)
            function = getattr(found, "__func__", found)
            callable_ = inspect.isfunction(function)
            yield f"{name}.{member}{signature_text(function, bound) if callable_ else ''}"
    elif callable(value) and not hasattr(value, "__metadata__"):
        yield f"{name}{signature_text(value)}"
    else:
        annotated = hasattr(value, "__metadata__")
        yield f"{name}: {'Annotated' if annotated else type(value).__name__}"


def is_constructed(cls: type) -> bool:
    """Whether users construct objects of a class by calling it."""
    owners = [k for k in cls.__mro__ if not {"__init__", "__new__"}.isdisjoint(vars(k))]
    made = owners[0].__module__ != "builtins" or hasattr(cls, "__signature__")
    return made and not issubclass(cls, enum.Enum)


def members_of(cls: type, known: set[int]) -> Iterator[tuple[str, Any]]:
    """The public members that a class defines, or a base without its own lines; None for an
    attribute that only its instances have."""
    if issubclass(cls, enum.Enum):
        yield from cls.__members__.items()
        return
    own = set(attributes_of_objects(cls, known))
    for member in sorted({*dir(cls), *own}):
        owner = next((k for k in cls.__mro__ if member in vars(k)), None)
        if member.startswith("_"):
            continue
        if owner is None:
            yield member, None
        elif owner.__module__.startswith("mlirlite") and (owner is cls or id(owner) not in known):
            yield member, vars(owner)[member]


def attributes_of_objects(cls: type, known: set[int]) -> Iterator[str]:
    """The attributes that `__init__` sets on instances of a class."""
    for base in cls.__mro__:
        if base is not cls and id(base) in known:
            return
        if hasattr(base, "_defaults"):  # a record, whose constructor is made of its fields
            yield from vars(base).get("_fields", ())
        for node in (n for hook in constructors_of(base) for n in ast.walk(hook)):
            if not (isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)):
                continue
            if getattr(node.value, "id", "") == "self" and not node.attr.startswith("_"):
                yield node.attr


def constructors_of(cls: type) -> list[ast.FunctionDef]:
    """The `__init__` that a class defines, if it does."""
    body = statements_of(cls)
    return [s for s in body if isinstance(s, ast.FunctionDef) and s.name == "__init__"]


def statements_of(cls: type) -> list[ast.stmt]:
    """The source of the body of a class of the package, parsed."""
    if not cls.__module__.startswith("mlirlite"):
        return []
    body: list[ast.stmt] = module_tree(cls.__module__).body
    for name in cls.__qualname__.split("."):
        body = next((s.body for s in body if isinstance(s, ast.ClassDef) and s.name == name), [])
    return body


@cache
def module_tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    path = Path(import_module(module).__file__ or "")
    return ast.parse(path.read_text(encoding="utf-8"))


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
    """The differences of the file, as a diff; empty if it is right."""
    old = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    made = api_text()
    found = difflib.unified_diff(old.splitlines(), made.splitlines(), "api.txt", "now", n=0)
    return "\n".join(found)


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
