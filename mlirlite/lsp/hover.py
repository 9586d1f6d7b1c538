"""Hover texts: types of values, docs of ops, what aliases stand for."""

from __future__ import annotations

import inspect
import re
from typing import Any, cast

from mlirlite.ir.definition import Op
from mlirlite.ir.op_def import OpDef
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import BlockArgument, Value
from mlirlite.lsp.document import Chunk
from mlirlite.lsp.names import Definition
from mlirlite.lsp.tokens import Kind
from mlirlite.ods.dialect import ODSDialect
from mlirlite.printer import print_attribute

_LONGEST = 400
_word = re.compile(r'"?[A-Za-z_][\w$]*(?:\.[\w$.]+)?"?', re.ASCII).finditer


def hover(chunk: Chunk, offset: int) -> tuple[str, int, int] | None:
    """Markdown about the item at an offset, and the item's range."""
    names = chunk.names
    name = names.tokens.at(offset)
    if name is not None:
        definition = names.of(name)
        if definition is not None:
            return _about(definition, chunk), name.start, name.end
        return None
    found = _op_at(chunk, offset)
    return None if found is None else (describe_op(found[0]), found[1], found[2])


def declared_at(chunk: Chunk, offset: int) -> tuple[str, int] | None:
    """The path and the line at which a .td file declares the op whose name is at an offset; None if
    none does."""
    found = _op_at(chunk, offset)
    if found is None:
        return None
    name = found[0].name
    dialect = chunk.context.plugins.get(name.partition(".")[0])
    if not isinstance(dialect, ODSDialect) or name not in dialect.op_names():
        return None
    return dialect.record_of(name).written_at


def _op_at(chunk: Chunk, offset: int) -> tuple[type[Op], int, int] | None:
    """The class of the op whose name is at an offset, and the extent of the name."""
    line = chunk.source.text.rfind("\n", 0, offset) + 1
    for m in _word(chunk.source.text, line):
        if m.start() > offset:
            break
        if offset <= m.end():
            cls = op_class_at(chunk, m[0].strip('"'), m.start())
            return None if cls is None else (cls, m.start(), m.end())
    return None


def op_class_at(chunk: Chunk, word: str, offset: int) -> type[Op] | None:
    """The class of an op's name as it is written at an offset."""
    if "." in word:
        return chunk.context.op_class(word)
    here = chunk.names.op_at(offset)
    if here is not None and here[0].start <= offset < here[0].end:
        return chunk.context.op_class(here[1].name)
    return None


def describe_op(cls: type[Op]) -> str:
    """An op's documentation as Markdown: what it does, its syntax, its parts."""
    lines = [f"**`{cls.name}`**", "", inspect.cleandoc(cls.__doc__ or "").strip()]
    if cls.assembly_format:
        syntax = re.sub(r"\s+", " ", cls.assembly_format.strip())
        lines += ["", "Syntax:", "```text", f"{cls.name} {syntax}", "```"]
    definition = definition_of(cls)
    parts = [
        ("operands", [_field(f.name, f) for f in definition.operands]),
        ("properties", [f"`{name}`" for name in definition.properties]),
        ("results", [_field(f.name, f) for f in definition.results]),
        ("regions", [f"`{f.name}`" for f in definition.regions]),
        ("successors", [f"`{f.name}`" for f in definition.successors]),
    ]
    lines += [f"\n*{title}*: {', '.join(shown)}" for title, shown in parts if shown]
    return "\n".join(lines).strip()


def definition_of(cls: type[Op]) -> OpDef:
    """An op class's declaration."""
    found: Any = cls.definition
    return cast(OpDef, found)


def _field(name: str, field: object) -> str:
    return f"`{name}` ({type(field).__name__})"


def _about(definition: Definition, chunk: Chunk) -> str:
    name = definition.name
    uses = len(definition.uses)
    counted = f"{uses} use{'' if uses == 1 else 's'}"
    if name.kind is Kind.VALUE:
        types = ", ".join(print_attribute(v.type) for v in definition.values) or "unknown type"
        text = f"```mlir\n{name.text} : {types}\n```\n{_origin(definition)}{counted}"
    elif name.kind is Kind.SYMBOL and definition.op is not None:
        text = f"```mlir\n{_header(definition.op, chunk)}\n```\n{counted}"
    elif name.kind in (Kind.ATTRIBUTE, Kind.TYPE):
        source = chunk.source.text
        end = source.find("\n", name.start)
        line = source[name.start : end if end >= 0 else len(source)]
        text = f"```mlir\n{line[:_LONGEST]}\n```\n{counted}"
    else:
        text = f"block `{name.text}`, {counted}"
    return text


def _origin(definition: Definition) -> str:
    value: Value | None = definition.values[0] if definition.values else None
    if isinstance(value, BlockArgument):
        owner = value.owner.parent_op
        return f"argument {value.index}" + (f" of `{owner.name}`" if owner else "") + ", "
    if definition.op is not None:
        return f"result of `{definition.op.name}`, "
    return ""


def _header(op: Operation, chunk: Chunk) -> str:
    """The first line of an op as it is written."""
    span = op.where if isinstance(op, Operation) else None
    source = chunk.source.text
    start = getattr(span, "start", 0)
    end = source.find("\n", start)
    return source[start : end if end >= 0 else len(source)][:_LONGEST].rstrip(" {")
