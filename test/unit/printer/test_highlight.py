"""Highlighting: the lexer, terminals, notebooks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_source
from mlirlite.support.source import SourceFile

pytest.importorskip("pygments")

from pygments.token import Comment, Keyword, Name, Number, String, Token

from mlirlite.printer.highlight import html_text, terminal_text
from mlirlite.printer.mlir_lexer import MlirLexer

TEXT = """\
// a comment
#map = affine_map<(d0) -> (d0 + 1)>
module {
  func.func @main(%arg0: tensor<4x?xf32>) -> i32 attributes {note = "x"} {
    %c1_i32 = arith.constant -1 : i32
    %0:2 = "test.two"(%arg0) : (tensor<4x?xf32>) -> (index, !test.pair<i1>)
    cf.br ^bb1(%0#0 : index)
  ^bb1(%1: index):
    return %c1_i32 : i32
  }
}
"""


def kind(text):
    """The token type of the first token that is this text."""
    return next(t for t, found in MlirLexer().get_tokens(TEXT) if found == text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("// a comment", Comment.Single),
        ("#map", Name.Decorator),
        ("@main", Name.Class),
        ("%arg0", Name.Variable),
        ("%0#0", Name.Variable),
        ("^bb1", Name.Label),
        ("arith.constant", Name.Function),
        ('"test.two"', Name.Function),
        ("return", Name.Function),
        ("4x?xf32", Keyword.Type),
        ("!test.pair", Keyword.Type),
        ("i32", Keyword.Type),
        ("-1", Number.Integer),
        ('"x"', String.Double),
        ("note", Name.Attribute),
    ],
)
def test_tokens(text, expected):
    assert kind(text) is expected


def test_every_lit_test_is_read_without_an_error():
    root = Path(__file__).parents[2] / "lit"
    for path in sorted(root.rglob("*.mlir"))[::12]:
        text = path.read_text("utf-8", "replace")
        tokens = list(MlirLexer(stripnl=False, ensurenl=False).get_tokens(text))
        assert "".join(t for _, t in tokens) == text.replace("\r\n", "\n")
        assert all(t is not Token.Error for t, _ in tokens)


def test_terminal_text_is_the_text_with_codes():
    shown = terminal_text(TEXT)
    assert "\x1b[" in shown
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown) == TEXT


def test_notebooks_show_ops_with_colors_and_without_large_constants():
    numbers = ", ".join(map(str, range(40)))
    constant = f"%c = arith.constant dense<[{numbers}]> : tensor<40xi32>"
    text = f"func.func @f() {{\n  {constant}\n  return\n}}\n"
    module = parse_source(SourceFile("a.mlir", text), Context())
    shown = module._repr_html_()
    assert "<span" in shown
    assert "func.func" in shown
    assert "38, 39" not in shown
    assert "%c" not in module.regions[0].entry.first.regions[0].entry.last._repr_html_()


def test_long_texts_are_cut_in_notebooks():
    assert "600 more lines" in html_text("module\n" * 1000)
    assert "&lt;" in html_text("tensor<4xf32>")


def test_sessions_show_inputs_and_outputs():
    from mlirlite.runtime.session import InferenceSession

    source = (
        "func.func @main(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {\n"
        '  %y = "onnx.Relu"(%x) : (tensor<2x?xf32>) -> tensor<2x?xf32>\n'
        "  return %y : tensor<2x?xf32>\n}\n"
    )
    module = parse_source(SourceFile("a.mlir", source), Context())
    shown = InferenceSession(module, machine="")._repr_html_()
    assert "<td>input</td>" in shown
    assert "2 × ?" in shown
