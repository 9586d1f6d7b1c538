"""Pipelines as text: they round-trip, and errors show their position."""

import pytest

from mlirlite.passes.pipeline import PassRun, Pipeline, parse_pass, parse_pipeline
from mlirlite.support.diagnostics import DiagnosticError


@pytest.mark.parametrize(
    "text",
    [
        "builtin.module()",
        "builtin.module(cse)",
        "builtin.module(cse,canonicalize,cse)",
        "func.func(cse)",
        "any(cse)",
        "builtin.module(func.func(cse,canonicalize{max-iterations=3}),symbol-dce)",
        "builtin.module(func.func(scf.for(cse)),any(cse))",
        "builtin.module(a{x},b{y=1 z=1,2},c{list=1,-2,0x3})",
        "builtin.module(a{x={inner text} y=2})",
        "builtin.module(a{x={p(q{z=1 w=2})}})",
    ],
)
def test_round_trip(text):
    assert str(parse_pipeline(text)) == text


def test_white_space_is_free():
    text = " builtin.module( func.func( cse , tile{ a=1   b } ) ,\n cse ) "
    assert str(parse_pipeline(text)) == "builtin.module(func.func(cse,tile{a=1 b}),cse)"


def test_without_anchor_it_runs_on_the_module():
    assert str(parse_pipeline("cse, canonicalize")) == "builtin.module(cse,canonicalize)"
    assert str(parse_pipeline("cse, func.func(a{b=1})")) == "builtin.module(cse,func.func(a{b=1}))"


def test_options():
    pipeline = parse_pipeline("""builtin.module(a{x y= z w='p q' v="r" u={ s  t }})""")
    run = pipeline.items[0]
    assert isinstance(run, PassRun)
    assert run.options == {"x": None, "y": "z", "w": "p q", "v": "r", "u": "s  t"}


def test_an_option_without_a_value_is_empty():
    [run] = parse_pipeline("builtin.module(tile{sizes=})").items
    assert isinstance(run, PassRun)
    assert run.options == {"sizes": ""}


def test_building_in_python():
    pipeline = Pipeline.of("cse", PassRun.of("tile", tile_sizes=[4, 8], fast=True))
    assert str(pipeline) == "builtin.module(cse,tile{tile-sizes=4,8 fast=true})"
    assert pipeline.items[1].options == {"tile-sizes": [4, 8], "fast": True}  # no text to be parsed


def test_passes_are_put_in_replaced_and_taken_out():
    pipeline = parse_pipeline("a{x=1},b,func.func(b),a")
    copy = pipeline.copy()
    copy.insert("first").insert("c", PassRun.of("d"), before="b").insert("e", after="a")
    copy.set("a", y=[2, 3], x=0, z=None).append(Pipeline.of("f", anchor="func.func"))
    assert str(copy) == (
        "builtin.module(first,a{y=2,3 x=0 z},e,c,d,b,func.func(b),a{y=2,3 x=0 z},func.func(f))"
    )
    copy.replace("b", "g").remove("a").remove("first")
    assert str(copy) == "builtin.module(e,c,d,g,func.func(b),func.func(f))"
    before, rest = copy.split("g")
    assert str(before) == "builtin.module(e,c,d)"
    assert str(rest) == "builtin.module(g,func.func(b),func.func(f))"
    assert "b" not in copy
    assert "g" in copy
    assert str(pipeline) == "builtin.module(a{x=1},b,func.func(b),a)"
    with pytest.raises(ValueError, match="has no pass 'nothing'"):
        copy.insert("h", before="nothing")


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("builtin.module(func.func(cse)", "encountered unbalanced parentheses", 30),
        ("builtin.module(cse{a=1)", "missing closing '}' while processing pass options", None),
        ("builtin.module(cse,)", "'' does not refer to a registered pass or pass pipeline", 20),
        ("builtin.module(,cse)", "'' does not refer to a registered pass or pass pipeline", 16),
        ("builtin.module(cse cse)", "'cse cse' does not refer to a registered pass", 20),
        ("builtin.module(cse) cse", "expected ',' after parsing pipeline", 21),
        ("builtin.module(cse))", "encountered extra closing ')'", None),
        ("(cse)", "'' does not refer to a registered pass or pass pipeline", 1),
    ],
)
def test_wrong_texts(text, message, column):
    with pytest.raises(DiagnosticError) as e:
        parse_pipeline(text)
    assert message in str(e.value)
    if column is not None:
        assert f"MLIR Textual PassPipeline Parser:1:{column}: error" in str(e.value)


def test_extend():
    pipeline = parse_pipeline("builtin.module(a)")
    pipeline.extend(parse_pipeline("builtin.module(b)"))
    assert str(pipeline) == "builtin.module(a,b)"
    with pytest.raises(DiagnosticError, match=r"can't run 'func.func' pass manager"):
        pipeline.extend(parse_pipeline("func.func(c)"))


@pytest.mark.parametrize("text", ["a=1 b", "x='p q' y={1 {2}} z=", "w=i32,f32 v=func.func(cse)"])
def test_options_behind_a_flag_are_those_of_a_pipeline(text):
    [expected] = parse_pipeline(f"tile{{{text}}}").items
    assert parse_pass("tile", text).options == expected.options


@pytest.mark.parametrize(("text", "column"), [("{a=1}", 8), ("=1", 8), ("a={1", 12), ("a=1}", 11)])
def test_wrong_options_behind_a_flag(text, column):
    with pytest.raises(DiagnosticError, match="expected options as 'name=value'") as e:
        parse_pass("tile", text)
    assert f"<command line>:1:{column}: error" in str(e.value)
