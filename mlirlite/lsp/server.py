"""`mlirlite-lsp-server`: the features that editors ask for, over stdio or TCP, by pygls."""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import unquote, urlparse

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from mlirlite.ir.context import Context
from mlirlite.lsp.completion import completions
from mlirlite.lsp.diagnostics import code_actions, diagnostics_of
from mlirlite.lsp.document import Chunk, Document, RunOptions
from mlirlite.lsp.hover import declared_at, hover
from mlirlite.lsp.names import Definition
from mlirlite.lsp.outline import TOKEN_TYPES, document_symbols, folding_ranges, semantic_tokens
from mlirlite.lsp.positions import Positions
from mlirlite.lsp.tokens import Name
from mlirlite.ods import load_dialect
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION

_KINDS = {
    "function": types.CompletionItemKind.Function,
    "module": types.CompletionItemKind.Module,
    "property": types.CompletionItemKind.Property,
    "variable": types.CompletionItemKind.Variable,
    "enumMember": types.CompletionItemKind.EnumMember,
    "class": types.CompletionItemKind.Class,
    "type": types.CompletionItemKind.TypeParameter,
}


class MlirServer(LanguageServer):
    """Keeps a `Document` for each open text, and the plugins that it names."""

    def __init__(self) -> None:
        super().__init__("mlirlite-lsp-server", VERSION)
        self.documents: dict[str, Document] = {}
        self.given: tuple[str, ...] = ()
        """Plugins that the command line named."""
        self.plugins: tuple[str, ...] = ()
        """Plugins for all documents, from the command line and the editor's settings."""
        self.folders: tuple[str, ...] = ()
        """Where files that .td files include are looked for."""
        self.code = 0
        """The exit code of the process."""
        self._asked = False
        self._contexts: dict[str, tuple[tuple[str, ...], Context]] = {}

    def update(self, uri: str) -> None:
        """Read a document's text again and publish its diagnostics."""
        text = self.workspace.get_text_document(uri)
        before = self.documents.get(uri)
        path = Path(unquote(urlparse(uri).path))
        context = self._context(uri, path, text.source)
        document = Document(str(path), text.source, context, before)
        self.documents[uri] = document
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, diagnostics_of(document, uri), text.version)
        )

    def _context(self, uri: str, path: Path, text: str) -> Context:
        """The document's dialects; the same ones as long as it names the same plugins."""
        options = RunOptions.of(text)

        def placed(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(n.replace("%S", str(path.parent)) for n in names)

        plugins = (*self.plugins, *placed(options.plugins))
        plugins = tuple(str(_find(p, path.parent)) for p in plugins)
        folders = (*self.folders, *placed(options.folders))
        known = self._contexts.get(uri)
        if known is not None and known[0] == (*plugins, *folders):
            return known[1]
        context = Context()
        for plugin in plugins:
            try:
                if plugin.endswith(".td"):
                    load_dialect(plugin, context, folders)
                else:
                    context.load_plugin(plugin)
            except DiagnosticError as e:
                self.window_show_message(types.ShowMessageParams(types.MessageType.Error, str(e)))
        self._contexts[uri] = (*plugins, *folders), context
        return context

    def reload(self, path: Path) -> None:
        """A plugin was saved: forget what it defined, and read the documents that use it again."""
        users = [u for u, (plugins, _) in self._contexts.items() if str(path) in plugins]
        for name, module in list(sys.modules.items()) if users else ():
            file = getattr(module, "__file__", None)
            if file and Path(file) == path:
                del sys.modules[name]
        for uri in users:
            del self._contexts[uri]
            self.documents.pop(uri, None)
            self.update(uri)

    def at(self, uri: str, position: types.Position) -> tuple[Document, Positions, Chunk, int]:
        """The chunk at a position, and the offset inside it."""
        document = self.documents[uri]
        positions = Positions(document.text)
        chunk, offset = document.chunk_at(positions.offset(position))
        return document, positions, chunk, offset

    def definition(
        self, uri: str, position: types.Position
    ) -> tuple[Definition | None, Name | None, Chunk, Positions]:
        """What the name at a position refers to."""
        _, positions, chunk, offset = self.at(uri, position)
        name = chunk.names.tokens.at(offset)
        found = chunk.names.of(name) if name is not None else None
        return found, name, chunk, positions


def _find(plugin: str, folder: Path) -> Path | str:
    """A plugin's file: the path as it is, or relative to the document's folder or one of its
    parents."""
    if not plugin.endswith((".py", ".td")):
        return plugin
    for place in (Path(), folder, *folder.parents):
        if (place / plugin).exists():
            return (place / plugin).resolve()
    return plugin


server = MlirServer()


@server.feature(types.INITIALIZE)
def _initialize(ls: MlirServer, params: types.InitializeParams) -> None:
    options = params.initialization_options or {}
    options = options if isinstance(options, dict) else {}
    ls.plugins = (*ls.given, *map(str, options.get("plugins", [])))
    ls.folders = (*ls.folders, *map(str, options.get("include", [])))


@server.feature(types.SHUTDOWN)
def _shutdown(ls: MlirServer, params: None) -> None:
    ls._asked = True


@server.feature(types.EXIT)
def _exit(ls: MlirServer, params: None) -> None:
    ls.code = 0 if ls._asked else 1  # as the protocol says: "shutdown" comes first


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def _opened(ls: MlirServer, params: types.DidOpenTextDocumentParams) -> None:
    ls.update(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def _changed(ls: MlirServer, params: types.DidChangeTextDocumentParams) -> None:
    ls.update(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def _closed(ls: MlirServer, params: types.DidCloseTextDocumentParams) -> None:
    uri = params.text_document.uri
    ls.documents.pop(uri, None)
    ls._contexts.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def _saved(ls: MlirServer, params: types.DidSaveTextDocumentParams) -> None:
    path = Path(unquote(urlparse(params.text_document.uri).path))
    if path.suffix in (".py", ".td"):
        ls.reload(path)


@server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
def _changed_on_disk(ls: MlirServer, params: types.DidChangeWatchedFilesParams) -> None:
    for change in params.changes:
        path = Path(unquote(urlparse(change.uri).path))
        if path.suffix in (".py", ".td"):
            ls.reload(path)


@server.feature(types.TEXT_DOCUMENT_DEFINITION)
def _definition(ls: MlirServer, params: types.DefinitionParams) -> types.Location | None:
    uri = params.text_document.uri
    found, _, chunk, positions = ls.definition(uri, params.position)
    if found is not None:
        return _location(uri, found.name, chunk, positions)
    declared = declared_at(chunk, ls.at(uri, params.position)[3])
    if declared is None:
        return None
    path, line = declared
    start = types.Position(line - 1, 0)
    return types.Location(Path(path).resolve().as_uri(), types.Range(start, start))


@server.feature(types.TEXT_DOCUMENT_REFERENCES)
def _references(ls: MlirServer, params: types.ReferenceParams) -> list[types.Location]:
    uri = params.text_document.uri
    found, _, chunk, positions = ls.definition(uri, params.position)
    if found is None:
        return []
    names = found.mentions if params.context.include_declaration else found.uses
    return [_location(uri, name, chunk, positions) for name in names]


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def _highlight(
    ls: MlirServer, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    found, _, chunk, positions = ls.definition(params.text_document.uri, params.position)
    names = found.mentions if found is not None else []
    return [types.DocumentHighlight(_range(name, chunk, positions)) for name in names]


@server.feature(types.TEXT_DOCUMENT_RENAME)
def _rename(ls: MlirServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    uri = params.text_document.uri
    found, name, chunk, positions = ls.definition(uri, params.position)
    if found is None or name is None:
        return None
    sigil = name.text[0]
    new = params.new_name if params.new_name[:1] == sigil else sigil + params.new_name
    edits = [types.TextEdit(_range(n, chunk, positions), new) for n in found.mentions]
    return types.WorkspaceEdit({uri: edits})


@server.feature(types.TEXT_DOCUMENT_HOVER)
def _hover(ls: MlirServer, params: types.HoverParams) -> types.Hover | None:
    _, positions, chunk, offset = ls.at(params.text_document.uri, params.position)
    found = hover(chunk, offset)
    if found is None:
        return None
    text, start, end = found
    markdown = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(markdown, positions.range(chunk.start + start, chunk.start + end))


@server.feature(
    types.TEXT_DOCUMENT_COMPLETION,
    types.CompletionOptions(trigger_characters=list(".%^@#!-")),
)
def _completion(ls: MlirServer, params: types.CompletionParams) -> types.CompletionList:
    _, positions, chunk, offset = ls.at(params.text_document.uri, params.position)
    text = chunk.source.text
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] in "_$.-"):
        start -= 1
    if start > 0 and text[start - 1] in "%^@#!":
        start -= 1
    items = []
    for number, item in enumerate(completions(chunk, offset)):
        begin = start
        if item.kind == "function" and text[start:offset].startswith("-"):
            begin = start + len(text[start:offset]) - len(text[start:offset].lstrip("-"))
        edit = types.TextEdit(
            positions.range(chunk.start + begin, chunk.start + offset), item.label
        )
        items.append(
            types.CompletionItem(
                item.label,
                kind=_KINDS[item.kind],
                detail=item.detail or None,
                documentation=types.MarkupContent(types.MarkupKind.Markdown, item.documentation)
                if item.documentation
                else None,
                sort_text=f"{number:05}",
                text_edit=edit,
            )
        )
    return types.CompletionList(False, items)


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
)
def _code_action(ls: MlirServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    uri = params.text_document.uri
    return list(code_actions(ls.documents[uri], uri, list(params.context.diagnostics)))


@server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def _document_symbol(
    ls: MlirServer, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol]:
    return document_symbols(ls.documents[params.text_document.uri])


@server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def _folding(ls: MlirServer, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    return folding_ranges(ls.documents[params.text_document.uri])


@server.feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    types.SemanticTokensLegend(TOKEN_TYPES, []),
)
def _semantic_tokens(ls: MlirServer, params: types.SemanticTokensParams) -> types.SemanticTokens:
    return types.SemanticTokens(semantic_tokens(ls.documents[params.text_document.uri]))


def _range(name: Name, chunk: Chunk, positions: Positions) -> types.Range:
    return positions.range(chunk.start + name.start, chunk.start + name.end)


def _location(uri: str, name: Name, chunk: Chunk, positions: Positions) -> types.Location:
    return types.Location(uri, _range(name, chunk, positions))
