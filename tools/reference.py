"""Makes the reference from declarations: dialects, ops, passes, flags, switches, errors.

A hook for mkdocs (mkdocs.yml): the pages exist only while the site is built, below reference/.
`python tools/reference.py FOLDER` writes them as files.
"""

from __future__ import annotations

import html
import inspect
import re
import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))
if str(ROOT / "tools") not in sys.path:
    sys.path.append(str(ROOT / "tools"))

import python_reference  # noqa: E402
from op_examples import example_of, from_tests  # noqa: E402


def escaped(text: str) -> str:
    """Text without markup, for constraints, types and defaults."""
    return html.escape(text, quote=False).replace("|", "\\|").replace("*", "\\*")


def documented(cls: type) -> str:
    """A class's own docstring, or nothing; examples stay Markdown, other text is escaped."""
    text = inspect.cleandoc(cls.__dict__.get("__doc__") or "")
    parts = re.split(r"(```.*?```|`[^`]*`)", text, flags=re.S)
    parts[::2] = [html.escape(p, quote=False).replace("[", "\\[") for p in parts[::2]]
    return "".join(parts)


def op_page(cls: Any, dialect: str) -> str:
    """An op: what it does, its syntax, its fields and traits."""
    lines = [f"## `{cls.name}`", "", documented(cls), ""]
    syntax = getattr(cls, "assembly_format", None)
    if isinstance(syntax, str) and syntax.strip():
        lines += [
            "Syntax:",
            "",
            "```text",
            f"{cls.name} {textwrap.dedent(syntax).strip()}",
            "```",
            "",
        ]
    elif "parse" in vars(cls):
        lines += ["Syntax: its own, as in the example; see also the generic form.", ""]
    else:
        lines += [f'Syntax: the generic form, `"{cls.name}"(…) <{{…}}> : (…) -> …`.', ""]
    definition = cls.definition
    rows = []
    for kind, fields in (
        ("operand", definition.operands),
        ("attribute", definition.properties.values()),
        ("result", definition.results),
        ("region", definition.regions),
        ("successor", definition.successors),
    ):
        for field in fields:
            summary = getattr(getattr(field, "constraint", None), "summary", "")
            what = escaped(summary) if isinstance(summary, str) else ""
            more = ", optional" if getattr(field, "optional", False) else ""
            rows.append(f"| {kind} | `{field.name}` | {what}{more} |")
    if rows:
        lines += ["| field | name | what |", "|---|---|---|", *rows, ""]
    if "```mlir" not in (cls.__doc__ or "") and (example := example_of(cls, dialect)):
        lines += ["Example:", "", "```mlir", example, "```", ""]
    traits = sorted(
        {getattr(t, "label", "") or getattr(t, "__name__", type(t).__name__) for t in cls.traits}
    )
    if traits:
        lines += [f"Traits: {', '.join(f'`{t}`' for t in traits)}.", ""]
    return "\n".join(lines)


def dialect_pages() -> dict[str, str]:
    """A page for each dialect."""
    from mlirlite.ir.context import Context

    context = Context()
    pages = {}
    for name in context.available():
        dialect = context.dialect(name)
        if dialect is None:
            continue
        text = inspect.cleandoc(sys.modules[dialect.module].__doc__ or "")
        from_tests(name)  # ops that are made on demand are registered now
        names = dialect.op_names()
        lines = [f"# {name}", "", html.escape(text, quote=False).replace("[", "\\["), ""]
        for full, cls in sorted(dialect.classes().items()):
            if full[0] in "!#":
                lines += [f"## `{full}`", "", documented(cls), ""]
        lines += [op_page(dialect.op_class(full), name) for full in names]
        lines += equations(dialect)
        pages[f"reference/dialects/{name}.md"] = "\n".join(lines)
    return pages


def equations(dialect: Any) -> list[str]:
    """What folding and `--canonicalize` do with the ops of a dialect, one equation per row."""
    from mlirlite.transforms.canonicalize import patterns_of

    folds, patterns = patterns_of(dialect)
    if not folds and not patterns:
        return []
    rows = [("fold", rule) for rule in folds] + [(f"`{p.name}`", p) for p in patterns]
    return [
        "## Equations",
        "",
        "Folds, and the patterns of `--canonicalize`, by the names that reports show.",
        "",
        "| pattern | equation |",
        "|---|---|",
        *(f"| {name} | `{found.equation.replace('|', chr(92) + '|')}` |" for name, found in rows),
        "",
    ]


def passes_page() -> str:
    """All passes with their options."""
    from mlirlite.passes import registry

    lines = ["# Passes", ""]
    for info in registry.describe_passes():
        found = registry.lookup(info.flag)
        lines += [f"## `--{info.flag}`", "", html.escape(info.summary, quote=False), ""]
        if getattr(found, "anchor", None):
            lines += [f"Runs on `{found.anchor}`.", ""]
        if info.options:
            lines += ["| option | type | default | what |", "|---|---|---|---|"]
            for o in info.options:
                lines.append(
                    f"| `{o.name}` | {escaped(o.type_name)} | {escaped(o.default_text)} "
                    f"| {escaped(o.help)} |"
                )
            lines.append("")
    return "\n".join(lines)


def programs_page() -> str:
    """The flags of every program."""
    from mlirlite.__main__ import PROGRAMS

    lines = [
        "# Programs and flags",
        "",
        "Exit codes: 0 done, 1 an error in the input, 2 a wrong command line, 130 Ctrl-C.",
        "",
    ]
    for name, (module, what) in PROGRAMS.items():
        page = import_module(f"mlirlite.{module}").PAGE
        lines += [f"## `mlirlite-{name}`", "", f"{what[0].upper()}{what[1:]}.", ""]
        lines += ["```text", page.usage, "```", "", escaped(page.summary), ""]
        lines += ["| flag | what |", "|---|---|"]
        for o in page.options:
            value = "" if o.kind == "flag" else f" <{o.metavar}>".replace("|", "\\|")
            dashes = "-" if len(o.name) == 1 else "--"
            short = f"`-{o.short}`, " if o.short else ""
            lines.append(f"| {short}`{dashes}{o.name}{value}` | {escaped(o.help)} |")
        lines.append("")
        if page.examples:
            lines += ["```sh", *page.examples, "```", ""]
    return "\n".join(lines)


def switches_page() -> str:
    """Environment switches; a module that declares any must be loaded."""
    for path in sorted((ROOT / "mlirlite").rglob("*.py")):
        if "declare(" in path.read_text(encoding="utf-8") and path.name != "__main__.py":
            parts = path.relative_to(ROOT).with_suffix("").parts
            import_module(".".join(parts).removesuffix(".__init__"))
    from mlirlite.support.env import SWITCHES
    from mlirlite.support.limits import LIMITS, SETTING

    lines = ["# Environment switches", "", "| variable | meaning | default |", "|---|---|---|"]
    for name, switch in sorted(SWITCHES.items()):
        lines.append(f"| `{name}` | {escaped(switch.meaning)} | {escaped(switch.default)} |")
    lines.append("| `NO_COLOR` | no color on terminals | |")
    lines += [
        "",
        "## Limits",
        "",
        f"`{SETTING.name}=graph-depth=400,call-depth=2000` sets others.",
        "",
    ]
    lines += ["| limit | most | of what | beyond |", "|---|---|---|---|"]
    for limit in LIMITS.values():
        beyond = limit.advice + (" (cannot be set)" if limit.fixed else "")
        lines.append(f"| `{limit.name}` | {limit.most:,} | {limit.what} | {beyond} |")
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """All pages by path below docs/."""
    from mlirlite.support.error_codes import error_pages

    made = dialect_pages()
    dialects = [Path(path).stem for path in made]
    errors = error_pages()
    made["reference/passes.md"] = passes_page()
    made["reference/programs.md"] = programs_page()
    made["reference/environment.md"] = switches_page()
    made |= python_reference.pages()
    for code, page in errors.items():
        made[f"reference/errors/{code}.md"] = page.text
    index = ["# Reference", "", "Made from the declarations in the source.", ""]
    index += ["- [Passes](passes.md)", "- [Programs and flags](programs.md)"]
    index += ["- [Environment switches](environment.md)", "- [Python names](python/index.md)"]
    index += ["- [What is public](api.md)", "", "## Dialects", ""]
    index += [f"- [{name}](dialects/{name}.md)" for name in dialects]
    index += ["", "## Errors", ""]
    index += [f"- [{code}](errors/{code}.md): {page.title}" for code, page in errors.items()]
    made["reference/index.md"] = "\n".join(index) + "\n"
    return made


def on_files(files: Any, config: Any) -> Any:
    """mkdocs' hook: add the pages to what it found in docs/."""
    from mkdocs.structure.files import File

    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    security = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "security.md", content=security))
    return files


MENU = ("index", "Tutorial", "How to", "Reference", "glossary", "security", "Decisions")


def on_nav(nav: Any, config: Any, files: Any) -> Any:
    """mkdocs' hook: the menu, in the order in which readers need it."""
    nav.items.sort(key=lambda i: MENU.index(i.title if i.is_section else i.file.name))
    return nav


if __name__ == "__main__":
    for name, content in pages().items():
        target = Path(sys.argv[1]) / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
