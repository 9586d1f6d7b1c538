"""The structure of a document: its symbols as a tree, foldable ranges, semantic colors."""

from __future__ import annotations

from lsprotocol import types

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.lsp.document import Chunk, Document
from mlirlite.lsp.positions import Positions
from mlirlite.lsp.tokens import Kind

TOKEN_TYPES = ["variable", "label", "function", "macro", "type", "keyword", "parameter"]
_TYPE_OF = {
    Kind.VALUE: 0,
    Kind.BLOCK: 1,
    Kind.SYMBOL: 2,
    Kind.ATTRIBUTE: 3,
    Kind.TYPE: 4,
}
_KEYWORD, _PARAMETER = 5, 6


def document_symbols(document: Document) -> list[types.DocumentSymbol]:
    """Functions, globals and modules by name, nested as they are."""
    positions = Positions(document.text)
    return [
        symbol
        for chunk in document.chunks
        for op in chunk.block
        for symbol in _symbols(op, chunk, positions)
    ]


def _symbols(op: Operation, chunk: Chunk, positions: Positions) -> list[types.DocumentSymbol]:
    # An explicit stack: modules may be nested deeper than Python's own.
    found: list[types.DocumentSymbol] = []
    stack: list[tuple[Operation, list[types.DocumentSymbol]]] = [(op, found)]
    while stack:
        here, into = stack.pop()
        name = here.properties.get("sym_name") or here.attributes.get("sym_name")
        span = getattr(here, "_location", None)
        start = getattr(span, "start", None)
        if isinstance(name, StringAttr) and start is not None:
            text = chunk.source.text
            end = _end_of(chunk, start)
            line_end = text.find("\n", start)
            children: list[types.DocumentSymbol] = []
            symbol = types.DocumentSymbol(
                f"@{name.value}",
                types.SymbolKind.Module
                if here.name == "builtin.module"
                else types.SymbolKind.Function
                if here.regions
                else types.SymbolKind.Variable,
                positions.range(chunk.start + start, chunk.start + end),
                positions.range(
                    chunk.start + start,
                    chunk.start + min(end, line_end if line_end >= 0 else end),
                ),
                detail=here.name,
                children=children,
            )
            into.append(symbol)
            into = children
        for region in reversed(here.regions):
            for block in region:
                stack += [(inner, into) for inner in reversed(list(block))]
    return found


def _end_of(chunk: Chunk, start: int) -> int:
    """Where the op that begins at an offset ends: after its braces, or its line."""
    text = chunk.source.text
    line_end = text.find("\n", start)
    line_end = line_end if line_end >= 0 else len(text)
    scopes = chunk.names.tokens.scopes
    ends = [s.end for s in scopes[1:] if start < s.start < line_end]
    return max([line_end, *ends])


def folding_ranges(document: Document) -> list[types.FoldingRange]:
    """Braces over several lines, chunks of a split file, and runs of comment lines."""
    positions = Positions(document.text)
    found = []
    for chunk in document.chunks:
        for scope in chunk.names.tokens.scopes[1:]:
            first = positions.position(chunk.start + scope.start).line
            last = positions.position(chunk.start + scope.end).line
            if last > first + 1:
                found.append(types.FoldingRange(first, last - 1))
    first_comment = -1
    for number, line in enumerate([*document.text.split("\n"), ""]):
        if line.lstrip().startswith("//") and not line.startswith("// -----"):
            first_comment = number if first_comment < 0 else first_comment
        else:
            if 0 <= first_comment < number - 1:
                kind = types.FoldingRangeKind.Comment
                found.append(types.FoldingRange(first_comment, number - 1, kind=kind))
            first_comment = -1
    return found


def semantic_tokens(document: Document) -> list[int]:
    """Names and op names in the protocol's relative numbers; block arguments are parameters."""
    positions = Positions(document.text)
    marks: list[tuple[int, int, int]] = []
    for chunk in document.chunks:
        names = chunk.names
        for name in names.tokens.names:
            kind = _TYPE_OF[name.kind]
            definition = names.of(name)
            if kind == 0 and definition is not None and definition.op is None:
                kind = _PARAMETER
            marks.append((chunk.start + name.start, chunk.start + name.end, kind))
        marks += [
            (chunk.start + span.start, chunk.start + span.end, _KEYWORD) for span, _ in names.ops
        ]
    data: list[int] = []
    line = column = 0
    for start, end, kind in sorted(marks):
        position = positions.position(start)
        if position.line != line:
            column = 0
        data += [position.line - line, position.character - column, end - start, kind, 0]
        line, column = position.line, position.character
    return data
