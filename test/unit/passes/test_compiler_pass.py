"""Declaring passes: options, their texts and types, and errors."""

import enum
from typing import Literal

import pytest

from mlirlite.ir.context import Context
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError, error


class Mode(enum.Enum):
    FAST = "fast"
    VERY_SLOW = "very-slow"


@compiler_pass("sample-pass", anchor="func.func")
def sample_pass(
    op,
    state,
    *,
    flag: bool = False,
    factor: int = 4,
    ratio: "float | None" = None,
    tile_sizes: list[int] = [],  # noqa: B006
    names: list[str] = [],  # noqa: B006
    mode: Mode = Mode.FAST,
    kind: Literal["a", "b"] = "a",
) -> None:
    """Samples things.

    More about it.

    factor: how often
    """


def test_help_comes_from_the_docstring():
    assert sample_pass.summary == "Samples things."
    factor = sample_pass.options[1]
    assert (factor.name, factor.type_name, factor.default_text, factor.help) == (
        "factor",
        "integer",
        "4",
        "how often",
    )
    assert [o.type_name for o in sample_pass.options] == [
        "true|false",
        "integer",
        "number",
        "integer,…",
        "text,…",
        "fast|very-slow",
        "a|b",
    ]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("flag", None, True),
        ("flag", "false", False),
        ("factor", "0x10", 16),
        ("ratio", "0.5", 0.5),
        ("tile-sizes", "4,8", [4, 8]),
        ("tile_sizes", "", []),
        ("names", "a,b", ["a", "b"]),
        ("mode", "very-slow", Mode.VERY_SLOW),
        ("kind", "b", "b"),
        ("flag", False, False),
        ("factor", 16, 16),
        ("tile-sizes", (4, "8"), [4, 8]),
        ("names", ["a,b", "c"], ["a,b", "c"]),
        ("mode", Mode.VERY_SLOW, Mode.VERY_SLOW),
    ],
)
def test_texts_and_values_of_options(name, text, value):
    assert sample_pass.bind({name: text}) == {name.replace("-", "_"): value}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("flag", "yes", "option 'flag': expected true or false, found 'yes'"),
        ("factor", "x", "option 'factor': expected integer, found 'x'"),
        ("factor", None, "option 'factor': needs a value: integer"),
        ("tile-sizes", "4,x", "option 'tile-sizes': expected integer, found '4,x'"),
        ("mode", "slow", "option 'mode': expected fast|very-slow, found 'slow'"),
        (
            "mode",
            "fas",
            "option 'mode': expected fast|very-slow, found 'fas'; did you mean 'fast'?",
        ),
        ("factr", "1", "no such option 'factr'; did you mean 'factor'?"),
        ("zzz", "1", "no such option 'zzz'; it has flag, factor, "),
    ],
)
def test_wrong_options_are_explained(name, text, message):
    with pytest.raises(DiagnosticError) as e:
        sample_pass.bind({name: text})
    assert f"pass 'sample-pass': {message}" in str(e.value)


def test_wrong_declarations_are_refused():
    with pytest.raises(TypeError, match=r"lower-case words with dashes"):
        compiler_pass("Bad_Flag")
    with pytest.raises(TypeError, match=r"takes \(op, state"):
        compiler_pass("x")(lambda op: None)

    def untyped(op, state, *, size=3): ...

    with pytest.raises(TypeError, match=r"option 'size' needs a type and a default"):
        compiler_pass("x")(untyped)


def test_state_reports_and_counts(capsys):
    said, written = [], []
    state = PassState(Context(), emit=said.append, write=written.append)
    state.emit(error("oh"))
    state.write("text")
    state.count("n")
    state.count("n", 2)
    assert (said[0].message, written, state.statistics["n"]) == ("oh", ["text"], 3)
    PassState(Context()).write("to stderr\n")
    assert capsys.readouterr().err == "to stderr\n"
