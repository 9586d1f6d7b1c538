"""A dialect's page in Markdown: ops, types, attributes and enums, from their records."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from mlirlite.ods.data import RecordData
from mlirlite.ods.generate import Given


def page_text(given: Given) -> str:
    """The page. What of an op is not known here stands beside it."""
    dialect = given.dialect
    record = dialect.record
    problems = _by_op(dialect.problems())
    lines = [f"# Dialect `{dialect.name}`", "", *_words(record)]
    ops = [(name, dialect.record_of(name)) for name in dialect.op_names()]
    kinds = [("!", "Types"), ("#", "Attributes")]
    lines += ["## Operations", ""] if ops else []
    for name, op in ops:
        lines += [f"### `{name}`", "", *_words(op), *_syntax(op), *_fields(op), *_traits(op)]
        lines += [f"Not known here: {', '.join(problems[name])}.", ""] if name in problems else []
    for sigil, title in kinds:
        found = [key for key in dialect.names() if key[0] == sigil]
        lines += [f"## {title}", ""] if found else []
        for key in found:
            own = dialect.record_of(key)
            lines += [f"### `{key}`", "", *_words(own), *_parameters(own)]
    enums = [r for r in record.records.derived("EnumInfo") if dialect.owns(r)]
    lines += ["## Enums", ""] if enums else []
    for enum in enums:
        lines += [f"### `{enum.text('className')}`", "", *_words(enum), *_cases(enum)]
    return "\n".join(lines).rstrip() + "\n"


def _by_op(problems: dict[str, list[str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for what, names in problems.items():
        for name in dict.fromkeys(names):
            found.setdefault(name, []).append(f"`{what}`")
    return found


def _words(record: RecordData) -> Iterator[str]:
    """Its summary and its description."""
    summary = record.text("summary").strip()
    if summary:
        yield from (_sentence(summary), "")
    text = textwrap.dedent(record.text("description")).strip()
    if text:
        yield from (text, "")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _syntax(op: RecordData) -> Iterator[str]:
    text = op.text("assemblyFormat")
    if text:
        inner = textwrap.dedent(text).strip()
        name = f"{op['opDialect'].text('name')}.{op.text('opName')}"
        yield from ("Syntax:", "", "```text", f"{name} {inner}", "```", "")


def _fields(op: RecordData) -> Iterator[str]:
    rows = []
    for value, name in op.dag("arguments"):
        constraint = value
        while constraint.is_a("OpVariable"):
            constraint = constraint["constraint"]
        kind = "operand" if constraint.is_a("TypeConstraint") else "attribute"
        rows.append((kind, name, _what(constraint)))
    for field, kind in (("results", "result"), ("regions", "region"), ("successors", "successor")):
        for value, name in op.dag(field):
            constraint = value["constraint"] if value.is_a("OpVariable") else value
            rows.append((kind, name, _what(constraint)))
    yield from _table(("field", "name", "what"), rows)


def _what(constraint: RecordData) -> str:
    words = constraint.text("summary") or constraint.name
    if constraint.is_a("Variadic", "VariadicOfVariadic", "VariadicRegion", "VariadicSuccessor"):
        words = f"any number of: {words}"
    if constraint.is_a("Optional", "OptionalAttr") or constraint.fields.get("isOptional"):
        words += ", optional"
    default = constraint.text("defaultValue")
    return words + (f", default `{default}`" if default else "")


def _traits(op: RecordData) -> Iterator[str]:
    names = sorted(dict.fromkeys(_names(op.items("traits"))))
    if names:
        yield from (f"Traits: {', '.join(f'`{n}`' for n in names)}.", "")


def _names(traits: list[RecordData]) -> Iterator[str]:
    for trait in traits:
        if trait.is_a("TraitList"):
            yield from _names(trait.items("traits"))
        else:
            yield trait.text("trait") or trait.text("cppInterfaceName") or trait.text("summary")


def _parameters(record: RecordData) -> Iterator[str]:
    rows = []
    for value, name in record.dag("parameters"):
        own = isinstance(value, RecordData)
        cpp = value.text("cppType") if own else str(value)
        rows.append((name, f"`{cpp}`", value.text("summary") if own else ""))
    yield from _table(("parameter", "C++ type", "what"), rows)


def _cases(enum: RecordData) -> Iterator[str]:
    rows = [
        (case.text("symbol"), f"`{case.text('str')}`", str(case["value"]))
        for case in enum.items("enumerants")
    ]
    yield from _table(("case", "text", "value"), rows)


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if rows:
        yield _row(head)
        yield "|" + "---|" * len(head)
        yield from map(_row, rows)
        yield ""


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(" ".join(c.split()).replace("|", "\\|") for c in cells) + " |"
