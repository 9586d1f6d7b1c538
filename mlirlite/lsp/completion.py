"""Completion at the cursor: ops, dialects, values, blocks, symbols, aliases, attribute keys, enum
cases, types, and passes in RUN lines."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

from mlirlite.ir.attributes import EnumAttr, enum_keywords
from mlirlite.ir.context import Context
from mlirlite.ir.definition import Op
from mlirlite.lsp.document import Chunk
from mlirlite.lsp.hover import definition_of, describe_op
from mlirlite.lsp.tokens import Kind
from mlirlite.parser.types.types import TYPE_WORDS
from mlirlite.printer import print_attribute

_sigil = re.compile(r"([%^@#!])[\w$.-]*$", re.ASCII).search
_run_line = re.compile(r"//\s*RUN:.*?--?[\w-]*$").search
_statement = re.compile(
    r'(?:^|[{\n])\s*(?:%[\w$.-]+(?::\d+)?(?:\s*,\s*%[\w$.-]+(?::\d+)?)*\s*=\s*)?"?([\w$.]*)$',
    re.ASCII,
).search
_last_op = re.compile(r"\b([A-Za-z_]\w*\.[\w$.]+)[^\n]*$", re.ASCII).search
_in_dictionary = re.compile(r"\{(?:[^{}]*,)?\s*[\w.]*$").search
_after_op = re.compile(r"\b[A-Za-z_]\w*\.[\w$.]+ +[\w, ]*$", re.ASCII).search
_in_types = re.compile(r"(?::|->|<|\()\s*\(?[\w<>?!., x]*$").search


class Item(NamedTuple):
    """One proposal: its text, its kind, and its description."""

    label: str
    kind: str
    detail: str = ""
    documentation: str = ""


def completions(chunk: Chunk, offset: int) -> list[Item]:
    """Proposals for an offset, best first."""
    text = chunk.source.text
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if _run_line(line):
        return list(_passes(chunk.context))
    sigil = _sigil(line)
    if sigil is not None:
        return list(_names(chunk, offset, Kind(sigil[1])))
    statement = _statement(line)
    if statement is not None:
        return list(_ops(chunk, offset, statement[1]))
    op = _last_op(line)
    cls = chunk.context.op_class(op[1]) if op is not None else None
    if cls is not None and _in_dictionary(line):
        return [Item(name, "property", cls.name) for name in definition_of(cls).properties]
    found = list(_cases(cls)) if cls is not None and _after_op(line) else []
    if _in_types(line):
        found += [Item(word, "type") for word in TYPE_WORDS]
    return found


def _ops(chunk: Chunk, offset: int, word: str) -> Iterator[Item]:
    context = chunk.context
    dialect_name, dot, _ = word.partition(".")
    if dot:
        dialect = context.dialect(dialect_name)
        for name in dialect.op_names() if dialect is not None else ():
            cls = context.op_class(name)
            if cls is not None:
                yield _op(name, cls)
        return
    default = _default_dialect(chunk, offset)
    dialect = context.dialect(default) if default else None
    for name in dialect.op_names() if dialect is not None else ():
        cls = context.op_class(name)
        if cls is not None:
            yield _op(name.partition(".")[2], cls)
    for name in context.available():
        yield Item(name, "module", "dialect")


def _op(label: str, cls: type[Op]) -> Item:
    summary = (cls.__doc__ or "").strip().split("\n")[0]
    return Item(label, "function", summary, describe_op(cls))


def _default_dialect(chunk: Chunk, offset: int) -> str:
    """The dialect whose ops need no prefix at an offset."""
    scopes = chunk.names.tokens.scopes
    scope = chunk.names.tokens.scope_at(offset)
    while scope > 0:
        opened = scopes[scope].start
        here = chunk.names.op_at(opened)
        if here is not None:
            found = getattr(type(here[1]), "default_dialect", "")
            if found:
                return str(found)
        else:
            line = chunk.source.text[chunk.source.text.rfind("\n", 0, opened) + 1 : opened]
            if "func.func" in line:
                return "func"
        scope = scopes[scope].parent
    return "builtin"


def _names(chunk: Chunk, offset: int, kind: Kind) -> Iterator[Item]:
    seen = set()
    for found in reversed(list(chunk.names.visible(kind, offset))):
        label = found.name.text
        if label in seen:
            continue
        seen.add(label)
        detail = ", ".join(print_attribute(v.type) for v in found.values)
        yield Item(label, "variable", detail)
    if kind in (Kind.ATTRIBUTE, Kind.TYPE):
        for dialect in chunk.context.dialects.values():
            for name in dialect.classes():
                if name[0] == kind.value:
                    yield Item(name, "class", f"of dialect {dialect.name}")


def _cases(cls: type[Op]) -> Iterator[Item]:
    """The enum cases that an op's properties take."""
    for name, field in definition_of(cls).properties.items():
        attribute = field.attribute_class
        if isinstance(field.python, type) and issubclass(field.python, enum.Enum):
            keywords = enum_keywords(field.python)
        elif isinstance(attribute, type) and issubclass(attribute, EnumAttr):
            keywords = attribute.keywords
        else:
            continue
        for keyword in keywords:
            yield Item(keyword, "enumMember", name)


def _passes(context: Context) -> Iterator[Item]:
    from mlirlite.passes.registry import describe_passes  # late: it imports every pass

    for info in describe_passes(context):
        yield Item(info.flag, "function", info.summary)
