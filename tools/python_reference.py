"""The reference of Python names, made from signatures and docstrings: a page for each subject, so
that related names are together. Pages of the site (tools/reference.py)."""

from __future__ import annotations

import ast
import enum
import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from public_api import (
    MODULES,
    constructors_of,
    is_constructed,
    members_of,
    module_tree,
    plain_annotation,
    public_names,
    signature_text,
    statements_of,
)

from mlirlite.ir.traits import Marker, Trait

SUBJECTS = {
    "ops": (
        "Ops and dialects",
        "ir.definition ir.dialect ir.fields ir.operators ir.context ods",
    ),
    "constraints": (
        "Constraints, and kinds of properties",
        "ir.constraints dialects._constraints ir.native_properties ir.region_constraints",
    ),
    "traits": ("Traits", "ir.traits"),
    "interfaces": ("Interfaces", "ir.interfaces ir.optable"),
    "types": ("Types", "ir.types"),
    "attributes": (
        "Attributes and locations",
        "ir.attribute ir.attributes ir.dense ir.affine ir.locations ir.from_python",
    ),
    "building": (
        "Inspecting and building IR",
        "ir.block ir.builder ir.operation ir.values ir.symbol_table dialects._function",
    ),
    "syntax": ("Parsing and printing", "parser printer bytecode"),
    "rewriting": ("Patterns, rules and lowerings", "rewriting"),
    "passes": ("Passes and diagnostics", "passes support.diagnostics tasks"),
    "dataflow": ("Dataflow analyses", "dataflow"),
    "operators": (
        "Operators of ONNX",
        "conversion dialects.onnx support.machine",
    ),
    "running": ("Evaluating, compiling and running", "interp runtime target"),
}
"""The pages with their titles and the modules whose names are on them."""


def pages() -> dict[str, str]:
    """All pages by path below docs/. ValueError for a name that is on no page."""
    subjects: dict[str, dict[str, list[str]]] = {stem: {} for stem in SUBJECTS}
    values: dict[str, Any] = {}
    for module in MODULES:
        homes = homes_of(module)
        for name, value in public_names(module).items():
            found = subjects[_subject(homes[name])].setdefault(name, [])
            found.append(module)
            values[name] = value
    documented = {id(v): name for name, v in values.items() if inspect.isclass(v)}
    places = {name: stem for stem, names in subjects.items() for name in names}
    made = {"reference/python/index.md": _index(subjects)}
    for stem, names in subjects.items():
        lines = [f"# {SUBJECTS[stem][0]}", ""]
        for name in sorted(names, key=str.lower):
            lines += _entry(name, values[name], names[name], documented, places)
        made[f"reference/python/{stem}.md"] = "\n".join(lines)
    return made


def _index(subjects: dict[str, dict[str, list[str]]]) -> str:
    lines = ["# Python names", "", "What is public, and [what is promised about it](../api.md)."]
    lines += ["[api.txt](../api.txt) has all signatures in one file.", ""]
    for stem, names in subjects.items():
        lines += [f"## [{SUBJECTS[stem][0]}]({stem}.md)", ""]
        ordered = sorted(names, key=str.lower)
        lines += [", ".join(f"[`{n}`]({stem}.md#{anchor(n)})" for n in ordered) + ".", ""]
    return "\n".join(lines)


def anchor(name: str) -> str:
    """The anchor of a name's heading on the site."""
    return name.lower()


def _subject(home: str) -> str:
    inside = home.removeprefix("mlirlite.")
    for stem, (_, rooms) in SUBJECTS.items():
        if any(inside == room or inside.startswith(f"{room}.") for room in rooms.split()):
            return stem
    raise ValueError(f"on which page is '{home}'? see SUBJECTS in tools/python_reference.py")


def homes_of(module: str) -> dict[str, str]:
    """The module from which the façade imports each of its names."""
    tree = module_tree(module)
    return {
        alias.asname or alias.name: statement.module
        for statement in ast.walk(tree)
        if isinstance(statement, ast.ImportFrom) and statement.module
        for alias in statement.names
    }


def _entry(
    name: str,
    value: Any,
    modules: list[str],
    documented: dict[int, str],
    places: dict[str, str],
) -> list[str]:
    """A name with its signature, its documentation, and its members."""
    lines = [f"## {name}", "", "```python", f"from {modules[-1]} import {name}"]
    lines += [_head(name, value), "```", "", *said(_doc(name, value, modules[0])), ""]
    if len(modules) > 1:
        lines += [f"Also in `{modules[0]}`.", ""]
    if not inspect.isclass(value):
        return lines
    bases = [documented[id(b)] for b in value.__mro__[1:] if id(b) in documented]
    if bases:
        links = [f"[`{b}`]({places[b]}.md#{anchor(b)})" for b in bases]
        lines += [f"Has what {', '.join(links)} {'has' if len(links) == 1 else 'have'}, too.", ""]
    lines += [f"- `{text}`{note}" for text, note in _members(value, set(documented))]
    return [*lines, ""]


def _head(name: str, value: Any) -> str:
    if inspect.isclass(value):
        called = signature_text(value, annotated=True) if is_constructed(value) else ""
        return f"class {name}{called}"
    if inspect.isroutine(value):
        return f"{name}{signature_text(value, annotated=True)}"
    return f"{name}: {_kind(value)}"


def _kind(value: Any) -> str:
    """The kind of a name that is neither a class nor a function."""
    if hasattr(value, "__metadata__"):
        return f"Annotated[{plain_annotation(value.__origin__)}, …]"
    shown = f" = {value}" if isinstance(value, int) else ""
    return type(value).__name__ + shown


def _doc(name: str, value: Any, module: str) -> str:
    """The documentation of a name: its docstring, the string after its assignment, or the name of
    its value in messages."""
    if inspect.isclass(value) or inspect.isroutine(value):
        return inspect.getdoc(value) or ""
    if isinstance(value, Trait) and type(value) is not Marker:
        return inspect.getdoc(value) or ""
    told = _told(name, homes_of(module)[name]) or _told(name, type(value).__module__)
    if told:
        return inspect.cleandoc(told)
    summaries = [m.summary for m in getattr(value, "__metadata__", ()) if hasattr(m, "summary")]
    if summaries:
        return f"In messages: {summaries[0]}."
    return f"`{value}`"


def _told(name: str, module: str) -> str:
    """The string after the assignment of a name, in a module or in the one it imports it from."""
    if not module.startswith("mlirlite"):
        return ""
    found = _texts(module_tree(module).body).get(name, "")
    return found or _told(name, homes_of(module).get(name, ""))


def _texts(body: list[ast.stmt]) -> dict[str, str]:
    """The strings after assignments, by the assigned name without `self.`."""
    found = {}
    for statement, after in pairwise(body):
        if not (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)):
            continue
        targets: list[Any] = getattr(statement, "targets", [getattr(statement, "target", None)])
        for target in targets:
            name = getattr(target, "attr", getattr(target, "id", None))
            if name is not None and isinstance(after.value.value, str):
                found[name] = after.value.value
    return found


def _members(cls: type, documented: set[int]) -> Iterator[tuple[str, str]]:
    """The signature of each member, and its documentation."""
    texts, types = _member_texts(cls)
    for member, found in members_of(cls, documented):
        value = inspect.unwrap(getattr(found, "__func__", found)) if found is not None else None
        if inspect.isfunction(value):
            bound = not isinstance(found, staticmethod)
            text = member + signature_text(value, bound=bound, annotated=True)
            doc = inspect.getdoc(getattr(cls, member)) or ""
        else:
            text = f"{member}: {types[member]}" if member in types else member
            doc = texts.get(member, "")
            if isinstance(found, property):
                doc = doc or found.fget.__doc__ or ""
        if issubclass(cls, enum.Enum):
            text = f"{cls.__name__}.{member}"
        first = " ".join(said(inspect.cleandoc(doc).partition("\n\n")[0]))
        yield text, f": {first}" if first else ""


def _member_texts(cls: type) -> tuple[dict[str, str], dict[str, str]]:
    """The documentation and types of attributes, from a class, its bases, and their `__init__`. An
    attribute with the name of a parameter of `__init__` has that argument's value."""
    texts: dict[str, str] = {}
    types: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        hooks = constructors_of(base)
        for hook in hooks:
            arguments = (*hook.args.args, *hook.args.kwonlyargs)
            types |= {a.arg: a.annotation for a in arguments if a.annotation is not None}
        for body in (statements_of(base), *(hook.body for hook in hooks)):
            texts |= _texts(body)
            for statement in body:
                if isinstance(statement, ast.AnnAssign):
                    name = getattr(statement.target, "attr", getattr(statement.target, "id", ""))
                    types[name] = statement.annotation
                elif isinstance(statement, ast.FunctionDef) and statement.returns is not None:
                    types[statement.name] = statement.returns
    return texts, {name: plain_annotation(ast.unparse(found)) for name, found in types.items()}


def said(doc: str) -> list[str]:
    """A docstring as Markdown: text that is indented or in backquotes stays code."""
    lines = []
    for line in doc.split("\n"):
        parts = re.split(r"(`[^`]*`)", line)
        parts[::2] = [p.replace("<", "&lt;").replace("[", "\\[") for p in parts[::2]]
        lines.append(line if line.startswith("    ") else "".join(parts))
    return lines
