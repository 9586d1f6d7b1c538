"""How errors are shown, limited and expected by mlirlite-opt."""

import io
import json

import pytest

from mlirlite.driver import opt

TEXT = """func.func @f(%a: i32) -> i32 {
  %x = arith.addi %a, %b : i32
  %x = arith.addi %a, %a : i32
  return %a : i32
}
"""


def run(*flags, text=TEXT):
    out, err = io.StringIO(), io.StringIO()
    code = opt.main(list(flags), stdin=io.StringIO(text), stdout=out, stderr=err)
    return code, out.getvalue(), err.getvalue()


def test_text_has_carets_under_the_range():
    code, out, err = run()
    assert (code, out) == (1, "")
    assert err == (
        "<stdin>:2:23: error: use of undeclared SSA value name [MLE0101]\n"
        "  %x = arith.addi %a, %b : i32\n"
        "                      ^^\n"
        "<stdin>:3:3: error: redefinition of SSA value '%x' [MLE0102]\n"
        "  %x = arith.addi %a, %a : i32\n"
        "  ^^\n"
        "<stdin>:2:3: note: previously defined here\n"
        "  %x = arith.addi %a, %b : i32\n"
        "  ^^\n"
    )


def test_json_is_one_object_a_line():
    found = [json.loads(line) for line in run("--diagnostic-format=json")[2].splitlines()]
    assert [(d["line"], d["column"], d["end_column"]) for d in found] == [(2, 23, 25), (3, 3, 5)]
    assert found[1]["severity"] == "error"
    assert found[1]["notes"][0]["message"] == "previously defined here"


def test_github_annotates_lines():
    lines = run("--diagnostic-format=github")[2].splitlines()
    assert lines[1] == (
        "::error file=<stdin>,line=3,endLine=3,col=3,endColumn=5::redefinition of SSA value '%25x'"
        "%0Anote: previously defined here (<stdin>:2:3)"
    )


KIND = '"a"() {x = #vector.kind<plus>} : () -> ()\n'
ECHO = "failed to parse Vector_CombiningKindAttr parameter 'value'"


@pytest.mark.parametrize("style", ["text", "json", "github"])
def test_what_says_no_more_than_the_error_before_is_not_shown(style):
    code, _, err = run("--allow-unregistered-dialect", f"--diagnostic-format={style}", text=KIND)
    assert code == 1
    assert "CombiningKind to be one of" in err
    assert ECHO not in err


def test_what_is_not_shown_is_expected():
    comments = (
        "// expected-error @+2 {{CombiningKind to be one of}}\n"
        f"// expected-error @+1 {{{{{ECHO}}}}}\n"
    )
    flags = ("--allow-unregistered-dialect", "--verify-diagnostics")
    assert run(*flags, text=comments + KIND)[0] == 0
    assert (
        "unexpected error: " + ECHO in run(*flags, text=comments.splitlines()[0] + "\n\n" + KIND)[2]
    )


# What each kind of name is compared with when it is not known.
MISSPELLED = {
    "op": ("%0 = arith.adddi %a, %a : i32", "did you mean 'arith.addi'?"),
    "type": ("%0 = arith.addi %a, %a : i32x", "did you mean 'i32'?"),
    "enum case": ("%0 = arith.cmpi eqq, %a, %a : i32", "did you mean 'eq'?"),
    "case of an attribute": ("%0 = arith.addi %a, %a overflow<nswx> : i32", "did you mean 'nsw'?"),
    "value": ("%0 = arith.addi %arg, %a : i32", "did you mean '%arg0'?"),
    "block": ("cf.br ^nxt\n^next:", "did you mean '^next'?"),
    "property": (
        '%0 = "arith.cmpi"(%a, %a) {predicat = 0 : i64} : (i32, i32) -> i1',
        "did you mean 'predicate' by 'predicat'?",
    ),
    "attribute": ('%0 = "a"() {x = #arith.fastmat<fast>} : () -> i1', "did you mean 'fastmath'?"),
}


@pytest.mark.parametrize("kind", MISSPELLED)
def test_near_names(kind):
    line, hint = MISSPELLED[kind]
    text = f"func.func @f(%a: i32, %arg0: i32) {{\n{line}\nreturn\n}}\n"
    assert hint in run("--allow-unregistered-dialect", text=text)[2]


def test_unknown_format():
    assert "found 'jsn'; did you mean 'json'?" in run("--diagnostic-format=jsn")[2]


def test_error_limit():
    text = "oops\n" * 30
    assert run(text=text)[2].count("error:") == 20
    assert run("--error-limit=0", text=text)[2].count("error:") == 30
    assert run("--error-limit=2", text=text)[2].count("error:") == 2


CALL = """func.func @f() -> i32 {
  return // expected-error {{op has 0 operands}}
}
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (CALL, ""),
        (CALL.replace("expected-error", "expected-error-re").replace("0 op", "{{[0-9]}} op"), ""),
        (CALL.replace("// expected-error", "// #r\n// expected-error@#r"), ""),
        (CALL.replace("// expected-error", "\n// expected-error@above"), ""),
        (CALL.replace("return // ", "// expected-error@below {{op has 0}}\nreturn // x"), "x"),
        (CALL.replace("0", "1"), "unexpected error: 'func.return' op has 0"),
        (CALL.replace("0", "1"), 'expected error "op has 1 operands" was not produced'),
        (CALL.replace("-error", "-error @unknown"), "was not produced"),
        (CALL.replace("-error", "-error 2"), "was not produced"),
        (CALL.replace("-error", "-warning"), "'error' diagnostic emitted when expecting a 'warn"),
        ("// expected-error-re {{ {{(}} }}\n", "invalid regex: parentheses not balanced"),
        ("// expected-error-re {{{{}}\n", "found start of regex with no end '}}'"),
        (
            "func.func private @f()\n" * 2 + "// expected-error@-1 {{redefinition}}",
            "unexpected note: see existing symbol definition here",
        ),
    ],
)
def test_expectations(text, complaint):
    code, _, err = run("--verify-diagnostics", text=text)
    if complaint == "x":  # the comment of the line below is another
        assert code == 1
        return
    assert code == bool(complaint), err
    assert complaint in err


def test_only_expected_lets_the_rest_pass():
    assert run("--verify-diagnostics=only-expected", text="oops\n")[0] == 0
    assert run("--verify-diagnostics", text="oops\n")[0] == 1


def test_chunks_are_apart():
    text = "oops\n// -----\nfunc.func private @f()\n"
    code, out, err = run("--split-input-file", text=text)
    assert code == 1
    assert err.count("error:") == 1
    assert out == "// -----\nmodule {\n  func.func private @f()\n}\n\n"


def test_one_top_level_op_stays_alone():
    text = "func.func private @f()\n"
    assert run("--no-implicit-module", text=text)[1] == "func.func private @f()\n\n"
    assert (
        "single top-level operation, found: 2" in run("--no-implicit-module", text=text + text)[2]
    )


def test_roundtrip():
    assert (
        run(
            "--verify-roundtrip",
            text='"a.b"() {a = dense_resource<k> : tensor<1xi8>} : () -> ()\n'
            '{-# dialect_resources: { builtin: { k: "0x0400000001" } } #-}',
        )[0]
        == 1
    )  # not registered
    text = "func.func @f(%a: i32) { %0 = arith.addi %a, %a : i32 return }\n"
    assert run("--verify-roundtrip", text=text)[0] == 0


def test_names_and_texts_do_not_steer_a_terminal():
    evil = 'module { "x.y"() {a = b\x1b[2J\u202e} : () -> () loc("n\\1B[31m\\0Aerror: x") }\n'
    _, _, err = run(text=evil)
    assert "\x1b" not in err
    assert "\u202e" not in err
    located = 'func.func @f() { "x.y"() : () -> () loc("\\1B[31m\\0Aerror: x") return }'
    _, _, err = run(text=located)
    assert "\x1b" not in err
    assert "\nerror: x" not in err
