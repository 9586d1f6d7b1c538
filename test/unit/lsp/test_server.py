"""The language server as editors use it: a process that a client library talks to over stdio."""

import asyncio
import sys
from pathlib import Path

import pytest

types = pytest.importorskip("lsprotocol.types")
client_module = pytest.importorskip("pygls.lsp.client")

ROOT = Path(__file__).resolve().parents[3]

TEXT = """\
// RUN: mlirlite-opt %s --canonicalize
#map = affine_map<(d0) -> (d0)>
!pair = tuple<i32, i32>
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  cf.br ^bb1(%0 : i32)
^bb1(%x: i32):
  %m = affine.apply #map(%i)
  return %x : i32
}
func.func @g(%a: i32) {
  %c = call @f(%a, %a) : (i32, i32) -> i32
  %d = arith.cmpi slt, %c, %a : i32
  return
}
"""


class Editor:
    """A client with one document at a time."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.published = asyncio.Queue()
        self.uri = ""

    async def __aenter__(self):
        self.client = client = client_module.LanguageClient("test", "1")

        @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params):
            if params.uri == self.uri:
                self.published.put_nowait(params)

        await client.start_io(sys.executable, str(ROOT / "tools/mlirlite-lsp-server"))
        await client.initialize_async(
            types.InitializeParams(
                types.ClientCapabilities(),
                root_uri=self.folder.as_uri(),
            )
        )
        client.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *_):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    async def open(self, text, name="a.mlir"):
        self.text, self.version = text, 1
        self.uri = (self.folder / name).as_uri()
        item = types.TextDocumentItem(self.uri, "mlir", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return await self.diagnostics()

    async def diagnostics(self):
        found = await asyncio.wait_for(self.published.get(), 60)
        return list(found.diagnostics)

    async def replace(self, old, new):
        """Type `new` over `old`, as an incremental change."""
        start = self.text.index(old)
        change = types.TextDocumentContentChangePartial(
            range=types.Range(self.position(start), self.position(start + len(old))), text=new
        )
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return await self.diagnostics()

    def position(self, offset):
        before = self.text[:offset]
        return types.Position(before.count("\n"), offset - (before.rfind("\n") + 1))

    def at(self, mark, plus=0):
        """The document and the position of a mark in its text, for a request's parameters."""
        return (
            types.TextDocumentIdentifier(self.uri),
            self.position(self.text.index(mark) + plus),
        )

    def shown(self, range_):
        lines = self.text.split("\n")
        return lines[range_.start.line][range_.start.character : range_.end.character]


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """An editor for all tests, with its loop: a server takes longer to start than a test does."""
    with asyncio.Runner() as runner:
        editor = Editor(tmp_path_factory.mktemp("root"))
        runner.run(editor.__aenter__())
        yield runner, editor
        runner.run(editor.__aexit__())


@pytest.fixture
def with_editor(shared, tmp_path):
    """Runs what an editor does in a new folder."""
    runner, editor = shared
    editor.folder = tmp_path
    return lambda test: runner.run(test(editor))


def test_errors_while_typing(with_editor):
    async def test(editor):
        (first,) = await editor.open(TEXT)
        assert first.message.startswith("use of undeclared SSA value name")
        assert editor.shown(first.range) == "%i"
        assert first.code.startswith("MLE")
        found = await editor.replace("(%i)", "(%j) : i32")
        assert found[0].range.start.line == 7
        assert await editor.replace("  %m = affine.apply #map(%j) : i32\n", "") == []

    with_editor(test)


def test_definitions_and_uses(with_editor):
    async def test(editor):
        await editor.open(TEXT)
        client = editor.client

        async def definition(mark, plus=0):
            found = await client.text_document_definition_async(
                types.DefinitionParams(*editor.at(mark, plus))
            )
            return found and (found.range.start.line, editor.shown(found.range))

        assert await definition("%a, %b : i32\n") == (3, "%a")
        assert await definition("%c, %a", 4) == (10, "%a")
        assert await definition("^bb1(%0") == (6, "^bb1")
        assert await definition("@f(%a, %a)") == (3, "@f")
        assert await definition("#map(%i)") == (1, "#map")
        assert await definition("arith.addi") is None

        uses = await client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(True), *editor.at("@f(%a: i32"))
        )
        assert [u.range.start.line for u in uses] == [3, 11]

    with_editor(test)


def test_hover_says_types_and_documents_ops(with_editor):
    async def test(editor):
        await editor.open(TEXT)

        async def hover(mark, plus=0):
            found = await editor.client.text_document_hover_async(
                types.HoverParams(*editor.at(mark, plus))
            )
            return found.contents.value

        assert "%0 : i32" in await hover("%0 : i32)")
        assert "argument 1 of `func.func`" in await hover("%b : i32\n")
        assert "arith.addi" in await hover("addi")
        assert "lhs" in await hover("addi")
        assert "affine_map<(d0) -> (d0)>" in await hover("#map(%i)")
        assert "@f(%a: i32, %b: i32) -> i32" in await hover("@f(%a, %a)")

    with_editor(test)


def test_completion(with_editor):
    async def test(editor):
        await editor.open(TEXT)

        async def proposals(mark, plus):
            found = await editor.client.text_document_completion_async(
                types.CompletionParams(*editor.at(mark, plus))
            )
            return [item.label for item in found.items]

        assert "arith.addi" in await proposals("arith.addi", len("arith.ad"))
        assert {"return", "call", "arith"} <= set(await proposals("return %x", 3))
        assert await proposals("%a, %b : i32\n", 1) == ["%b", "%a"]
        assert "^bb1" in await proposals("^bb1(%0", 1)
        assert {"@f", "@g"} <= set(await proposals("@f(%a, %a)", 1))
        assert "#map" in await proposals("#map(%i)", 1)
        assert {"slt", "ult"} <= set(await proposals("slt", 1))
        assert "canonicalize" in await proposals("--canonicalize", 5)

    with_editor(test)


def test_outline_folding_colors(with_editor):
    async def test(editor):
        await editor.open(TEXT)
        document = types.TextDocumentIdentifier(editor.uri)
        symbols = await editor.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(document)
        )
        lines = [(s.name, s.range.start.line, s.range.end.line) for s in symbols]
        assert lines == [("@f", 3, 9), ("@g", 10, 14)]  # although there is an error in @f
        folds = await editor.client.text_document_folding_range_async(
            types.FoldingRangeParams(document)
        )
        assert {(f.start_line, f.end_line) for f in folds} == {(3, 8), (10, 13)}
        tokens = await editor.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(document)
        )
        assert tokens.data
        assert len(tokens.data) % 5 == 0

    with_editor(test)


def test_rename_keeps_to_its_scope(with_editor):
    async def test(editor):
        await editor.open(TEXT)
        document, position = editor.at("%a, %a")
        edit = await editor.client.text_document_rename_async(
            types.RenameParams(document, position, "left")
        )
        edits = edit.changes[editor.uri]
        assert {e.new_text for e in edits} == {"%left"}
        assert sorted(e.range.start.line for e in edits) == [10, 11, 11, 12]

    with_editor(test)


def test_code_actions_mend_and_expect(with_editor):
    async def test(editor):
        (problem,) = await editor.open("%c = arith.constant 1 : i32\n%0 = arith.sub %c, %c : i32\n")
        actions = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(editor.uri),
                problem.range,
                types.CodeActionContext([problem]),
            )
        )
        mend, expect = actions
        assert mend.edit.changes[editor.uri][0].new_text.startswith("arith.sub")
        text = expect.edit.changes[editor.uri][0].new_text
        assert text == "// expected-error @+1 {{custom op 'arith.sub' is unknown}}\n"
        header = "// RUN: mlirlite-opt %s --verify-diagnostics\n"
        await editor.replace("%0 =", text + "%0 =")
        assert await editor.replace("%c = arith.con", header + "%c = arith.con") == []

    with_editor(test)


def test_chunks_are_modules_of_their_own(with_editor):
    async def test(editor):
        text = (
            "// RUN: mlirlite-opt %s --split-input-file\n"
            "func.func private @f(i32)\n// -----\nfunc.func private @f(i32)\n"
            "// -----\nfunc.func @g() {\n  %0 = arith.nothing\n}\n"
        )
        (problem,) = await editor.open(text)
        assert problem.range.start.line == 6
        assert editor.shown(problem.range) == "arith.nothing"

    with_editor(test)


PLUGIN = '''
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Result
from mlirlite.ir.types import IntegerType

class {cls}(Op, name="q.{name}"):
    """Makes a number."""

    result: Result[IntegerType]
    assembly_format = "attr-dict `:` type($result)"

DIALECT = Dialect("q", __name__)
'''


def test_a_plugin_is_reloaded_when_saved(with_editor, tmp_path):
    plugin = tmp_path / "q.py"
    plugin.write_text(PLUGIN.format(cls="OneOp", name="one"))

    async def test(editor):
        text = "// RUN: mlirlite-opt %s --load-plugin=%S/q.py\n%0 = q.one : i32\n"
        assert await editor.open(text) == []
        plugin.write_text(PLUGIN.format(cls="TwoOp", name="two_of"))
        saved = types.TextDocumentIdentifier(plugin.as_uri())
        editor.client.text_document_did_save(types.DidSaveTextDocumentParams(saved))
        (problem,) = await editor.diagnostics()
        assert "custom op 'q.one' is unknown" in problem.message

    with_editor(test)


def test_columns_count_utf_16_units(with_editor):
    async def test(editor):
        text = 'func.func @f() { %s = arith.constant {a = "😀"} 1 : i32 %t = arith.nothing }'
        (problem,) = await editor.open("\n" + text)
        assert problem.range.start == types.Position(1, text.index("arith.nothing") + 1)

    with_editor(test)


DECLARED = """\
// RUN: mlirlite-opt %s --load-dialect={td}
%x = arith.constant 1 : i32
%0 = toy.add %x, %x : i32
"""


def test_ops_of_a_td_file_are_completed_and_found_there(with_editor):
    td = ROOT / "test/unit/ods/Inputs/toy.td"

    async def test(editor):
        await editor.open(DECLARED.format(td=td))
        client = editor.client
        found = await client.text_document_definition_async(
            types.DefinitionParams(*editor.at("toy.add", 5))
        )
        assert found.uri == td.as_uri()
        line = td.read_text(encoding="utf-8").splitlines()[found.range.start.line]
        assert '"add"' in line
        other = types.DefinitionParams(*editor.at("arith.constant", 2))
        assert await client.text_document_definition_async(other) is None
        hover = await client.text_document_hover_async(types.HoverParams(*editor.at("toy.add", 5)))
        assert "toy.add" in hover.contents.value
        assert "adds" in hover.contents.value  # its summary
        items = await client.text_document_completion_async(
            types.CompletionParams(*editor.at("toy.add", 4))
        )
        assert {"toy.add", "toy.turn"} <= {item.label for item in items.items}

    with_editor(test)
