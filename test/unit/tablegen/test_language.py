"""TableGen's language: values, records, errors; the fast parser beside the grammar; llvm-tblgen."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.source import SourceFile
from mlirlite.tablegen import open_td, read, read_source
from mlirlite.tablegen.dump import json_text, records_text
from mlirlite.tablegen.grammar import accepts
from mlirlite.tablegen.lexer import Reader
from mlirlite.tablegen.parser import Parser

INPUTS = Path(__file__).with_name("Inputs")
LANGUAGE = str(INPUTS / "language.td")
UPSTREAM = Path("/usr/lib/llvm-22/include")
ORACLE = shutil.which("llvm-tblgen-22")
needs_oracle = pytest.mark.skipif(ORACLE is None, reason="llvm-tblgen-22 is not installed")
needs_upstream = pytest.mark.skipif(
    not (UPSTREAM / "mlir/IR/OpBase.td").exists(), reason="libmlir-22-dev is not installed"
)


def records(text, *folders, defines=()):
    return read_source(SourceFile("a.td", text), folders, defines)


def value(text, name="D", field="x"):
    return str(records(text).records[name].values[field])


def oracle(path, *folders):
    command = [ORACLE, str(path), "--dump-json", *[f"-I{folder}" for folder in folders]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None


def test_the_language():
    """The file asserts what its records hold."""
    keeper = read(LANGUAGE, [str(INPUTS)])
    assert {"Included", "Grid2_5", "Ms2", "M_inner_a", "Else", "quoted name"} <= set(keeper.records)
    assert not {"Then", "not_here", "Ms1"} & set(keeper.records)
    assert str(keeper.records["W"].values["open"]) == "{ ?, ?, 1, ? }"
    assert str(keeper.globals["Set"]) == "[S1, S2]"


@needs_oracle
def test_records_are_those_of_llvm():
    keeper = read(LANGUAGE, [str(INPUTS)])
    assert json.loads(json_text(keeper)) == oracle(LANGUAGE, INPUTS)


@needs_oracle
@needs_upstream
@pytest.mark.parametrize(
    "file",
    [
        "mlir/Dialect/Arith/IR/ArithOps.td",
        pytest.param("mlir/Dialect/SPIRV/IR/SPIRVOps.td", marks=pytest.mark.bulk),
        pytest.param("mlir/Dialect/LLVMIR/NVVMOps.td", marks=pytest.mark.bulk),
    ],
)
def test_records_of_upstream(file):
    keeper = read(str(UPSTREAM / file), [str(UPSTREAM)])
    assert json.loads(json_text(keeper)) == oracle(UPSTREAM / file, UPSTREAM)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("class A<int n> { int x = !if(!le(n, 0), 0, A<!sub(n, 1)>.x); } def D : A<3>;", "0"),
        ("class A { int y; int x = !add(y, 1); } def D : A { let y = 4; }", "5"),
        ("class A { list<int> x = [1]; } def D : A { let append x = [2]; }", "[1, 2]"),
        ('class A { string x = "b"; } def D : A { let prepend x = "a"; }', '"ab"'),
        ("class A { dag x = (D 1); } def D { int y; } def E : A; def F { dag x; }", ""),
        ('def D { string x = !switch(2, 1: "a", 2: "b", "c"); }', '"b"'),
        (
            "class K<string s> { string k = s; } def D { list<string> x = "
            '!foreach(e, !sort(v, [K<"b">, K<"a">], v.k), e.k); }',
            '["a", "b"]',
        ),
        ("def D { bits<4> x = {1, ?, 0, 1}; }", "{ 1, ?, 0, 1 }"),
        ("def D { int x = 0x7fffffffffffffff; }", "9223372036854775807"),
        ("defvar a = 3; def D { int x = !add(a, a); }", "6"),
    ],
)
def test_values(text, expected):
    if expected:
        assert value(text) == expected
    else:
        with pytest.raises(DiagnosticError):
            value(text)


def test_a_record_refers_to_itself():
    text = "class A { dag d; } def D : A { let d = (D 1); }"
    assert value(text, field="d") == "(D 1)"


def test_macros_and_dumps():
    keeper = records('#ifdef ON\ndump "v = " # !repr([1]);\n#endif\n', defines=["ON"])
    assert [d.message for d in keeper.dumped] == ["v = [1]"]
    assert records('#ifdef ON\ndump "x";\n#endif\n').dumped == []


ERRORS = [
    ("def D : Missing;", 1, 9, "couldn't find class 'Missing'"),
    ("class Thing;\ndef D : Thin;", 2, 9, "couldn't find class 'Thin'; did you mean 'Thing'?"),
    ("def D { int x = y; }", 1, 17, "Variable not defined: 'y'"),
    ('def D { int x = "s"; }', 1, 17, "Field 'x' of type 'int' is incompatible with value"),
    ("def D { int x = 1 }", 1, 19, "expected ';' after declaration, found '}'"),
    ("class A<int n>;\ndef D : A;", 2, 9, "value not specified for template argument 'A:n'"),
    ("class A<int n>;\ndef D : A<1, 2>;", 2, 14, "Too many template arguments: 2"),
    ('class A<int n>;\ndef D : A<"s">;', 2, 11, "expected type int"),
    ("def D;\ndef D;", 2, 5, "def already exists: D"),
    ("class A { int x; }\nclass A { int y; }", 2, 7, "Class 'A' already defined"),
    ("def D { let x = 1; }", 1, 13, "Value 'x' unknown!"),
    ("def D { int x = !div(1, 0); }", 1, 17, "Illegal division by zero"),
    ("def D { int x = !nope(1); }", 1, 17, "unknown operator '!nope'"),
    ('def D { int x = !add(1, "a"); }', 1, 17, "!add expects an int"),
    ("def D { code x = [{ never ends", 1, 18, "unterminated code"),
    ("/* never ends", 1, 1, "unterminated comment"),
    ('def D { string x = "never ends; }', 1, 20, "unexpected character '\"'"),
    ('include "missing.td"', 1, 9, "could not find include file 'missing.td'"),
    ("#ifdef A\n", 1, 1, "#ifdef without #endif"),
    ("#endif\n", 1, 1, "#endif without #ifdef"),
    ('assert 0, "no" # "pe";', 1, 1, "assertion failed: nope"),
    ("class A<int n> { A a = A<!add(n, 1)>; }\ndef D : A<1>;", 2, 5, "nested too deeply"),
    ("def D { list<int> x = []; int y = x[0]; }", 1, 5, "could not be fully resolved"),
    ("multiclass M<int n> { def a; }\ndefm D : N<1>;", 2, 10, "couldn't find multiclass 'N'"),
    ("foreach i = 3 in def D { int x = undefined; }", 1, 34, "Variable not defined"),
    ("def D { int x = " + "!not(" * 500, 1, None, "nested too deeply"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), ERRORS)
def test_errors_have_a_place(text, line, column, message):
    with pytest.raises(DiagnosticError) as e:
        records(text)
    [found] = e.value.diagnostics
    assert message in found.message
    place = found.span().line_col()
    assert place.line == line
    assert column is None or place.column == column
    assert "^" in str(found)


def test_notes_say_where_else():
    with pytest.raises(DiagnosticError) as e:
        records("def D;\n\ndef D;")
    [note] = e.value.diagnostics[0].notes
    assert note.message == "location of previous definition"
    assert note.span().line_col().line == 1


def test_a_file_that_includes_itself(tmp_path):
    (tmp_path / "a.td").write_text('include "a.td"\n')
    with pytest.raises(DiagnosticError, match="nested too deeply"):
        read(str(tmp_path / "a.td"), [str(tmp_path)])


def test_errors_in_included_files_say_who_includes_them(tmp_path):
    (tmp_path / "inner.td").write_text("/*")
    (tmp_path / "outer.td").write_text('include "inner.td"\n')
    with pytest.raises(DiagnosticError) as e:
        read(str(tmp_path / "outer.td"), [str(tmp_path)])
    [found] = e.value.diagnostics
    assert found.notes[0].message == "included from here"
    assert found.notes[0].span().source.name.endswith("outer.td")


def test_records_as_text():
    text = "class A<int n> { int x = !add(n, 1); }\ndef D : A<1> { field bit y = 1; }"
    assert records_text(records(text)) == (
        "------------- Classes -----------------\n"
        "class A<int A:n = ?> {\n  int x = !add(A:n, 1);\n}\n"
        "------------- Defs -----------------\n"
        "def D {\t// A\n  int x = 2;\n  field bit y = 1;\n}\n"
    )


# The grammar and the parser.

PIECES = [
    "class A<int n, list<string> l = []> : B<n>, C { field int x = n; let y{3-1} = {1,0,?}; }",
    'def a#"b"#i : A<1, l = ["x"]> { let append l = [1]<int>; defvar v = x[1...2,]; dump "d"; }',
    "defm : M<(ops 1:$a, $b)>, N;",
    "multiclass M<int n = 1> : B { def _a; foreach i = 0...n in def x#i; if n then def y; }",
    "let a = 1, b{1,2...3} = [{code}] in { def X; def Y : Z; }",
    "foreach i = {1-2, 5} in if !eq(i, 1) then { def a; } else def b;",
    'defset list<A> s = { def a; } deftype T = int; defvar v = !cond(1: "a", x.y: "b");',
    'assert !foldl(0, l, a, b, !add(a, b)), "m"; def D { bits<2> b = x{1-0}#y; code c = ?; }',
    "defvar s = !switch(k, 1: 2, 3: 4, 5); defvar g = !getdagop<A>((a:$n b)); include_x;",
]


def tokens_of(text):
    return Reader((), (), open_td).read(SourceFile("a.td", text))


def parses(tokens):
    try:
        list(Parser(tokens).statements())
    except DiagnosticError:
        return False
    return True


def mutated(text, random_):
    tokens = tokens_of(text)
    at = random_.randrange(len(tokens.kinds) - 1)
    other = random_.randrange(len(tokens.kinds) - 1)
    for column in (tokens.kinds, tokens.texts, tokens.starts):
        if random_ and at != other:
            column[at], column[other] = column[other], column[at]
    return tokens


@pytest.mark.parametrize("number", range(len(PIECES)))
def test_parser_and_grammar_agree(number):
    text = PIECES[number]
    tokens = tokens_of(text)
    assert parses(tokens) is accepts(tokens) is (number != len(PIECES) - 1)
    random_ = random.Random(number)
    for _ in range(8):
        tokens = mutated(text, random_)
        assert parses(tokens) is accepts(tokens), " ".join(tokens.texts)


# Damaged files.


def damaged(text, random_):
    at = random_.randrange(len(text))
    kind = random_.randrange(4)
    if kind == 0:
        return text[:at] + text[at + random_.randrange(1, 9) :]
    if kind == 1:
        return text[:at] + random_.choice(list('<>{}()[],;:=#!?$"0a/*')) + text[at:]
    if kind == 2:
        words = text.split(" ")
        i, j = random_.randrange(len(words)), random_.randrange(len(words))
        words[i], words[j] = words[j], words[i]
        return " ".join(words)
    return text[:at]


@pytest.mark.parametrize(
    "part", [pytest.param(i, marks=pytest.mark.bulk) if i else i for i in range(10)]
)
def test_damaged_files_give_errors(part):
    """2,000 of them in all, an eighth of each kind of damage: an error with a place, or none."""
    text = Path(LANGUAGE).read_text()
    random_ = random.Random(part)
    for _ in range(200):
        assert has_place(damaged(text, random_))


def has_place(text):
    """Whether a text has no error, or one with a place."""
    try:
        records(text, str(INPUTS))
    except DiagnosticError as e:
        return all(d.span() is not None for d in e.diagnostics)
    return True


_LIST = "defvar r = !range(1000);"
ENDLESS = {
    "loops": f"{_LIST} foreach a = r in foreach b = r in {{}}",
    "conditions": f"{_LIST} foreach a = r in foreach b = r in {{ if !eq(a, -1) then def x; }}",
    "multiclasses": "multiclass M0 {def a; def b;}"
    + "".join(f"multiclass M{i + 1} {{defm a : M{i}; defm b : M{i};}}" for i in range(40)),
    "foreach": f"{_LIST} def x "
    "{ list<list<int>> v = !foreach(i, r, !foreach(j, r, !add(i, j))); }",
    "filter": f"{_LIST} def x {{ list<int> v = !filter(i, r, !empty(!filter(j, r, !eq(i, j)))); }}",
    "copies": f"{_LIST} defvar a = !listsplat(r, 1000); defvar b = !listsplat(a, 1000);",
    "lists": "defvar v0 = [1];" + "".join(f"defvar v{i + 1} = [v{i}, v{i}];" for i in range(40)),
    "sums": "class C<int n> { defvar v0 = n;"
    + "".join(f"defvar v{i + 1} = !add(v{i}, v{i});" for i in range(40))
    + "int v = v40; }",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_multiplies_ends_soon(name, monkeypatch):
    monkeypatch.setenv("MLIRLITE_LIMITS", "td-entries=3000,td-steps=3000")
    with pytest.raises(DiagnosticError, match="the limit is ") as e:
        read_source(SourceFile("endless.td", ENDLESS[name]))
    assert e.value.diagnostics[0].span() is not None


@pytest.mark.bulk
def test_multiclasses_end_soon_with_the_usual_limits():
    """Each entry of a multiclass is made again by each `defm`: that counts, too."""
    import time

    began = time.process_time()
    with pytest.raises(DiagnosticError, match="the limit is ") as e:
        read_source(SourceFile("endless.td", ENDLESS["multiclasses"]))
    assert e.value.diagnostics[0].span() is not None
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    ("operator", "first"),
    [("listconcat", "[1]"), ("strconcat", '"ab"'), ("con", "(d 1)")],
)
def test_values_that_double_end_soon(operator, first):
    lines = ["def d;"]
    for i in range(40):
        value = f"v{i - 1}" if i else first
        lines.append(f"defvar v{i} = !{operator}({value}, {value});")
    with pytest.raises(DiagnosticError, match=f"!{operator} makes a .* too long"):
        read_source(SourceFile("double.td", "\n".join(lines)))
