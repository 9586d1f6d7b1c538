"""What mlirlite-tblgen writes of a dialect: a plugin that equals the .td file, a page, stubs."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import mlirlite
from mlirlite.driver.tblgen import main
from mlirlite.ods import load_dialect
from mlirlite.ods.generate import Given, page, plugin, stubs
from mlirlite.support.diagnostics import DiagnosticError

INPUTS = Path(__file__).with_name("Inputs")
TOY = str(INPUTS / "toy.td")
UPSTREAM = Path("/usr/lib/llvm-22/include")
TEXT = """module {
  func.func @f(%arg0: i32, %arg1: !toy.box<f32, 4>) {
    %0 = toy.add %arg0, %arg0 : i32
    %1 = toy.turn up %arg1 level 3 : <f32, 4> -> <i1, 2>
    toy.body {
      toy.end
    }
    return
  }
}
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def written(*words):
    out, err = io.StringIO(), io.StringIO()
    code = main(list(words), stdin=io.StringIO(), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_a_plugin_reads_and_checks_as_the_file_does(tmp_path):
    path = tmp_path / "toy_plugin.py"
    assert written(TOY, "--gen-python", "-o", str(path))[0] == 0
    path.write_text(path.read_text() + HOOK)
    context = mlirlite.Context()
    module = context.load_plugin(str(path))
    assert f"{mlirlite.parse(TEXT, context)}\n" == TEXT
    with pytest.raises(DiagnosticError, match="operand #0 must be integer"):
        mlirlite.parse(
            TEXT.replace("(%arg0: i32", "(%arg0: f32").replace(": i32", ": f32"), context
        )
    with pytest.raises(DiagnosticError, match="too high"):
        mlirlite.parse(TEXT.replace("level 3", "level 9"), context)
    assert module.TurnOp.definition.name == "toy.turn"


HOOK = """

from mlirlite.ods.hooks import verifier


@verifier("toy.turn")
def _(op):
    return op.error("turns too high") if op.level > 8 else None
"""


def test_a_page_says_what_the_records_say():
    code, text, _ = written(TOY, "--gen-op-doc")
    assert code == 0
    assert text.startswith("# Dialect `toy`\n")
    for line in (
        "### `toy.add`",
        "| operand | lhs | integer |",
        "### `!toy.box`",
        "Not known here: `predicate .isMysterious()`, `syntax: its syntax is written in C++`.",
    ):
        assert f"\n{line}\n" in text


def test_stubs_have_the_fields():
    code, text, _ = written(TOY, "--gen-stubs")
    assert code == 0
    classes = {c.name: c for c in ast.parse(text).body if isinstance(c, ast.ClassDef)}
    add = {f.name for f in classes["AddOp"].body if isinstance(f, ast.FunctionDef)}
    assert {"lhs", "rhs", "sum", "__init__"} <= add
    assert "def level(self) -> int: ..." in text


def test_wrong_requests():
    code, _, err = written(TOY, "--gen-python", "--gen-stubs")
    assert (code, "--gen-python and --gen-stubs exclude each other" in err) == (2, True)
    code, _, err = written(TOY, "--gen-op-doc", "--dialect=gone")
    assert (code, "defines no dialect 'gone'; choose one by --dialect: 'toy'" in err) == (1, True)


def described(dialect):
    """What is declared of each op, type and attribute, or that it needs a hook."""
    found = {}
    for key in dialect.names():
        try:
            cls = dialect.made(key)
        except DiagnosticError as e:
            found[key] = e.diagnostics[0].message.partition(", declared")[0].partition(":")[0]
            continue
        fields = [(type(f).__name__, f.attribute, _words(f)) for f in getattr(cls, "_fields", ())]
        traits = [getattr(t, "label", type(t).__name__) for t in getattr(cls, "ordered_traits", ())]
        parameters = str(getattr(cls, "parameters", ""))
        found[key] = (fields, parameters, " ".join((cls.assembly_format or "").split()), traits)
    return found


def _words(field):
    """A constraint's words; a record without a name has none."""
    words = str(getattr(getattr(field, "constraint", None), "summary", ""))
    return re.sub(r"^(anonymous_|a)\d+$", "", words)


def files():
    return [
        path
        for path in sorted((UPSTREAM / "mlir" / "Dialect").rglob("*.td"))
        if path.name.endswith(("Ops.td", "Dialect.td", "Base.td"))
    ]


@pytest.mark.bulk
@pytest.mark.parametrize("path", files(), ids=lambda p: p.stem)
def test_plugins_of_upstreams_dialects(path, monkeypatch):
    """A generated plugin declares what the file declares; its page and stubs can be read."""
    try:
        loaded = load_dialect(str(path), None, [str(UPSTREAM)])
    except DiagnosticError:
        return  # a file that others include, or that declares nothing
    for dialect in loaded:
        text = plugin.plugin_text(Given(dialect, path.name))
        module = ModuleType("generated")
        monkeypatch.setitem(sys.modules, "generated", module)
        exec(compile(text, "generated.py", "exec"), vars(module))
        assert described(module.DIALECT.upstream) == described(dialect)
        assert page.page_text(Given(dialect, path.name)).startswith("# Dialect")
        ast.parse(stubs.stub_text(Given(dialect, path.name)))


@pytest.mark.bulk
def test_stubs_are_typed(tmp_path):
    path = tmp_path / "smt.pyi"
    code, text, err = written(
        str(UPSTREAM / "mlir/Dialect/SMT/IR/SMT.td"), f"-I{UPSTREAM}", "--gen-stubs"
    )
    assert (code, err) == (0, "")
    path.write_text(text)
    command = [sys.executable, "-m", "mypy", "--no-incremental", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("Success"), done.stdout


@pytest.mark.parametrize(
    "name",
    [
        r"x\"+str(open(\"made\", \"w\"))+\"",
        r"x\",__name__,DECLARED);open(\"made\",\"w\")#",
        r"x\"\"\"\nopen(\"made\", \"w\")\n\"\"\"",
        r"x\\",
    ],
)
def test_names_are_no_code(name, tmp_path, monkeypatch):
    """What a .td file calls itself and its dialect is text in the plugin."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / 'a"""+str(open("made", "w"))+""".td'
    path.write_text(
        f'include "base.td"\ndef D : Dialect {{ let name = "{name}"; }}\ndef A : Op<D, "add">;\n'
    )
    code, text, err = written(str(path), "-I", str(INPUTS), "--gen-python")
    if code:
        assert "error:" in err
    else:
        monkeypatch.setitem(sys.modules, "generated", module := ModuleType("generated"))
        exec(compile(text, "generated.py", "exec"), vars(module))
    assert not (tmp_path / "made").exists()
