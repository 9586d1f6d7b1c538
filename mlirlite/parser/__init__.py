"""From text to IR: `parse_module`, `parse_attribute`, `parse_type`, `parse_affine_map`; and what
hooks for custom syntax use: OpParser for ops, Cursor for types and attributes, `directive` for
`custom<Name>(…)` in assembly formats."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from mlirlite.ir.affine import AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.context import Context
from mlirlite.ir.insertion import detached
from mlirlite.ir.locations import FileLineColRange
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import ExternalResources
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.parser.hooks.cursor import Cursor
from mlirlite.parser.hooks.op_parser import Argument, OpParser, OpState, RegionRequest
from mlirlite.parser.ops.errors import Errors
from mlirlite.parser.ops.module import ModuleReader
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.readers import READERS
from mlirlite.parser.recovery.recovery import NextItem
from mlirlite.parser.text.operands import UnresolvedOperand
from mlirlite.parser.text.state import ParserState
from mlirlite.support.collector import collector_at_rest
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, error
from mlirlite.support.late import load
from mlirlite.support.source import BEGINNING, SourceFile, SourceSpan

if TYPE_CHECKING:
    from mlirlite.parser.format.directives import DynamicIndexList, directive
    from mlirlite.parser.format.parameter_errors import parameter
    from mlirlite.parser.hooks.enums import keyword_of
    from mlirlite.parser.hooks.symbols import SymbolCursor

T = TypeVar("T")

MODULE = "builtin.module"


def parse_module(
    text: str,
    context: Context | None = None,
    *,
    filename: str = "<string>",
    implicit_module: bool = True,
    error_limit: int = 20,
) -> Operation:
    """The `builtin.module` that a text describes. Without `implicit_module` the text must be one
    op, of any name, and that is returned. DiagnosticError when the text is wrong, with at most
    `error_limit` errors (0: all; 1: stop at the first, as upstream)."""
    return parse_source(
        SourceFile(filename, text),
        context,
        implicit_module=implicit_module,
        error_limit=error_limit,
    )


def parse_source(
    source: SourceFile,
    context: Context | None = None,
    *,
    implicit_module: bool = True,
    error_limit: int = 20,
    external: ExternalResources | None = None,
) -> Operation:
    """As `parse_module`, for a source file. Its external resources are put into `external`."""
    context = Context() if context is None else context
    if source.bytecode is not None:
        block = _read_bytecode(source, context, external)
    else:
        reader = _reader(source, context, error_limit)
        with collector_at_rest(), detached():
            block = reader.read()
        if external is not None:
            external.update(reader.p.state.external)
    only = block.first if block.first is block.last else None
    if only is not None and (only.name == MODULE or not implicit_module):
        return only.detach()
    if not implicit_module:
        count = len(block.ops)
        raise DiagnosticError(
            error(
                f"source must contain a single top-level operation, found: {count}",
                SourceSpan(source, 0),
            )
        )
    region = block.parent
    first = source.first if source.first != BEGINNING else (0, 0)
    location = FileLineColRange(source.name, *first)
    return _make_module(context, region if region is not None else Region((block,)), location)


def _read_bytecode(
    source: SourceFile, context: Context, external: ExternalResources | None
) -> Block:
    room = load("bytecode")
    if room is None:
        raise DiagnosticError("bytecode is read by mlirlite.bytecode, which is not loaded")
    block: Block = room.read_block(source.bytecode, context, source.name, external)
    return block


def parse_tolerantly(source: SourceFile, context: Context) -> tuple[Block, list[Diagnostic]]:
    """The module that could be read of a text, and all errors: for tools that work on a text while
    it is being edited. Ops with an error in them are left out."""
    reader = _reader(source, context, 0)
    try:
        with collector_at_rest(), detached():
            return reader.read(), []
    except DiagnosticError as e:
        return reader.top, e.diagnostics


def _reader(source: SourceFile, context: Context, error_limit: int) -> ModuleReader:
    p = OpParser(ParserState(source, context, READERS))
    regions = Regions(p, Errors(error_limit))
    return ModuleReader(p, regions, NextItem(p, regions))


def _make_module(context: Context, region: Region, location: FileLineColRange) -> Operation:
    cls = context.op_class(MODULE)
    if cls is None:
        return UnregisteredOp.named(MODULE, regions=(region,), location=location)
    return cls.create(regions=(region,), location=location)


def _parse_all(text: str, context: Context | None, filename: str, read: Callable[[Cursor], T]) -> T:
    cursor = Cursor(ParserState(SourceFile(filename, text), context or Context(), READERS))
    found = read(cursor)
    if not cursor.at_end:
        raise cursor.fail(f"found trailing characters: '{text[cursor.pos :]}'")
    return found


def parse_attribute(
    text: str, context: Context | None = None, *, filename: str = "<attribute>"
) -> Attribute:
    """The attribute for a text."""
    return _parse_all(text, context, filename, Cursor.attribute)


def parse_type(text: str, context: Context | None = None, *, filename: str = "<type>") -> Type:
    """The type for a text."""
    return _parse_all(text, context, filename, Cursor.type)


def parse_affine_map(text: str, context: Context | None = None) -> AffineMap:
    """The map for `(d0)[s0] -> (d0 + s0)`, with or without `affine_map<…>` around it."""
    if text.lstrip().startswith("("):
        return _parse_all(text, context, "<affine map>", Cursor.affine_map)
    return _parse_all(text, context, "<affine map>", lambda c: c.affine_map_attribute().map)


_LATE = {
    "DynamicIndexList": "format.directives",
    "SymbolCursor": "hooks.symbols",
    "directive": "format.directives",
    "keyword_of": "hooks.enums",
    "parameter": "format.parameter_errors",
}
"""Names that a text of builtin ops does not need, by module."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)


__all__ = [
    "Argument",
    "Block",
    "Cursor",
    "DynamicIndexList",
    "OpParser",
    "OpState",
    "RegionRequest",
    "SymbolCursor",
    "UnresolvedOperand",
    "directive",
    "keyword_of",
    "parameter",
    "parse_affine_map",
    "parse_attribute",
    "parse_module",
    "parse_source",
    "parse_type",
]
