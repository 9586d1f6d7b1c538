"""What unknown dialects write is kept as text."""

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.printer import print_op


def test_aliases_in_the_text_of_unknown_dialects_are_written_out():
    text = """
    #inner = #foo.x<1>
    !outer = !foo.t<#inner, "#inner">
    "foo.op"() {a = #foo.y<#inner>, b = !outer, c = #foo.z<#unknown>} : () -> ()
    """
    printed = print_op(parse_module(text, Context(allow_unregistered=True)))
    assert "a = #foo.y<#foo.x<1>>" in printed
    assert 'b = !foo.t<#foo.x<1>, "#inner">' in printed
    assert "c = #foo.z<#unknown>" in printed


def test_a_nul_is_a_blank():
    assert print_op(parse_module("module {\0\n// a remark \0\n}")).split() == ["module", "{", "}"]
