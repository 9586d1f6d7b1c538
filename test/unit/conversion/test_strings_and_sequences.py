"""Strings, sequences and optionals through compiled models, against onnx.reference and Python."""

from __future__ import annotations

import re
import resource
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

import mlirlite
from mlirlite.conversion.onnx_to_krnl.text.regex import automaton
from mlirlite.support.diagnostics import DiagnosticError

TEXTS = ["", "a", "Straße", "ΑΣ λ", "naïve 日本 😀", "İI", "ŉ", "x" * 300, "zero 0", "ΐ"]


def texts(*values: str) -> np.ndarray:
    return np.array(values, object)


def run(graph: str, *inputs: Any, opset: int = 21) -> list[Any]:
    model = parser.parse_model(
        f'<ir_version: 9, opset_import: ["" : {opset}, "ai.onnx.ml" : 4]> {graph}'
    )
    session = mlirlite.InferenceSession(model)
    names = [i.name for i in session.get_inputs()]
    return session.run(None, dict(zip(names, inputs, strict=True)))


@pytest.mark.parametrize("dims", ["10", "N"])
def test_strings_go_in_and_out(dims: str) -> None:
    [y] = run(f"g (string[{dims}] x) => (string[{dims}] y) {{ y = Identity(x) }}", texts(*TEXTS))
    assert y.tolist() == TEXTS
    assert y.dtype == object


def test_concat_broadcasts() -> None:
    graph = "g (string[N, 1] x, string[M] y) => (string[N, M] z) { z = StringConcat(x, y) }"
    [z] = run(graph, texts("a", "é").reshape(2, 1), texts("", "日", "b"))
    assert z.tolist() == [["a", "a日", "ab"], ["é", "é日", "éb"]]


@pytest.mark.parametrize("action", ["UPPER", "LOWER"])
def test_case_changes_follow_unicode(action: str) -> None:
    node = f'StringNormalizer<case_change_action = "{action}">(x)'
    graph = f"g (string[N] x) => (string[M] y) {{ y = {node} }}"
    [y] = run(graph, texts(*TEXTS))
    change = str.upper if action == "UPPER" else str.lower
    # Python writes a final sigma at the end of a word; here each character is mapped alone.
    assert y.tolist() == ["".join(map(change, t)) for t in TEXTS]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("delimiter", [None, ",", ", ", "é"])
@pytest.mark.parametrize("most", [None, 0, 1, 2, -1, -(2**63)])
def test_split_agrees_with_python(delimiter: str | None, most: int | None) -> None:
    values = ["a,b,c", "", " a  b ", ", ,", "xéyé", "one", "a, b, c, "]
    attributes = [] if delimiter is None else [f'delimiter = "{delimiter}"']
    attributes += [] if most is None else [f"maxsplit = {most}"]
    given = f"<{', '.join(attributes)}>" if attributes else ""
    graph = f"g (string[N] x) => (string[N, M] y, int64[N] z) {{ y, z = StringSplit{given}(x) }}"
    y, z = run(graph, texts(*values))
    wanted = [v.split(delimiter, -1 if most is None else max(most, -1)) for v in values]
    assert z.tolist() == [len(w) for w in wanted]
    assert [row[:n] for row, n in zip(y.tolist(), z.tolist(), strict=True)] == wanted
    assert all(t == "" for row, n in zip(y.tolist(), z.tolist(), strict=True) for t in row[n:])


@pytest.mark.parametrize("mode", ["TF", "IDF", "TFIDF"])
def test_tf_idf_of_strings_is_that_of_numbers(mode: str) -> None:
    words = ["b", "a", "é", "a", "b"]  # two single words, then a pair
    given = (
        f'mode = "{mode}", min_gram_length = 1, max_gram_length = 2, max_skip_count = 1, '
        "ngram_counts = [0, 3], ngram_indexes = [2, 0, 1, 3], weights = [0.5, 2.0, 3.0, 4.0]"
    )
    names = ", ".join(f'"{w}"' for w in words)
    graph = "g ({type}[2, 5] x) => (float[2, 4] y) {{ y = TfIdfVectorizer<{given}, {pool}>(x) }}"
    x = texts("a", "b", "?", "a", "b", "é", "é", "a", "x", "b").reshape(2, 5)
    codes = {"a": 1, "b": 2, "é": 3, "?": 8, "x": 9}
    numbers = ", ".join(str(codes[w]) for w in words)
    y = run(graph.format(type="string", given=given, pool=f"pool_strings = [{names}]"), x)
    z = run(
        graph.format(type="int64", given=given, pool=f"pool_int64s = [{numbers}]"),
        np.vectorize(codes.get)(x),
    )
    assert y[0].tolist() == z[0].tolist()
    assert y[0].any()


PATTERNS = (
    r"a*b",
    r"(a|b)+c?",
    r"[a-c]{2,3}",
    r"\w+@\w+\.(com|org)",
    r"[^a]b",
    r"(?i)abc",
    r"(a{1,2}b){2}",
    r".*é.*",
    r"[α-ω]+",
    r"(^a|b)*$",
    r"a$|^b",
    r"\b\w+\b.*",
    r"a\Bb",
    r"[]a]+",
    r"(?P<n>a)+?",
    r"",
)
WORDS = ("", "a", "b", "ab", "abc", "ABC", "aab", "abab", "joe@x.com", "xé y", "αβγ", "]a", "aabab")


def matches(pattern: str, text: str) -> bool:
    machine = automaton(pattern)
    state = 1
    for byte in text.encode():
        state = machine.next[state * 256 + byte]
    return bool(machine.accepts[state])


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_match_as_in_python(pattern: str) -> None:
    plain = re.compile(pattern, re.ASCII if "\\w" in pattern else 0)
    for word in WORDS:
        assert matches(pattern, word) == (plain.fullmatch(word) is not None), word


@pytest.mark.parametrize(
    "pattern", ["(", "a**", "[", "*a", "x{2000}", "a{2}{3}", "(?<", "\\", r"\p{Klingon}"]
)
def test_wrong_patterns_are_errors(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        automaton(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "(" * 8 + "a" + "{10})" * 8,
        "(a{1000}){1000}",
        r"\x{41",
        "a" * 100_000,
    ],
)
def test_patterns_that_take_too_much_are_errors(pattern: str) -> None:
    with pytest.raises(ValueError, match=r"too|expected '}'"):
        automaton(pattern)


def test_groups_nest_deeply() -> None:
    deep = "(" * 3000 + "a" + ")" * 3000
    assert matches(deep, "a")
    assert not matches(deep, "aa")


def test_a_wrong_pattern_names_the_node() -> None:
    graph = 'g (string[2] x) => (bool[2] y) { y = RegexFullMatch<pattern = "(a">(x) }'
    with pytest.raises(DiagnosticError, match=r"pattern that cannot be used.*\(node 'y'\)|pattern"):
        run(graph, texts("a", "b"))


SEQUENCE = """
g (seq(float[N]) s, int64 at, float[N] x) => (seq(float[N]) inserted, seq(float[N]) erased,
    float[N] member, int64 count, float[M] joined) {
  inserted = SequenceInsert(s, x, at)
  erased = SequenceErase(inserted, at)
  member = SequenceAt(inserted, at)
  count = SequenceLength(inserted)
  joined = ConcatFromSequence<axis = 0>(inserted)
}
"""


@pytest.mark.parametrize("at", [0, 1, 2, -1, -2])
def test_sequences_are_python_lists(at: int) -> None:
    members = [np.arange(n, dtype=np.float32) for n in (2, 0)]
    x = np.array([7, 8, 9], np.float32)
    inserted, erased, member, count, joined = run(SEQUENCE, members, np.array(at), x)
    wanted = list(members)
    wanted.insert(at, x)
    place = at
    assert [m.tolist() for m in inserted] == [m.tolist() for m in wanted]
    assert member.tolist() == wanted[place].tolist()
    del wanted[place]
    assert [m.tolist() for m in erased] == [m.tolist() for m in wanted]
    assert count == 3
    assert sorted(joined.tolist()) == [0, 1, 7, 8, 9]


@pytest.mark.parametrize("at", [3, -4, 99, -99, 2**62])
def test_a_position_outside_a_sequence_ends_the_run(at: int) -> None:
    members = [np.zeros(2, np.float32), np.ones(1, np.float32)]
    x = np.array([5], np.float32)
    with pytest.raises(DiagnosticError, match=rf"position is {at}, accepted range is \[-2, 2\]"):
        run(SEQUENCE, members, np.array(at), x)


def test_members_of_different_shapes_end_the_run() -> None:
    graph = """g (seq(float[N, M]) s) => (float[A, B] y)
        { y = ConcatFromSequence<axis = 0>(s) }"""
    x = np.ones((2, 3), np.float32)
    assert run(graph, [x, x[:1]])[0].shape == (3, 3)
    for members in ([x, x[:, :2]], [x[:, :2], x], []):
        with pytest.raises(DiagnosticError, match="ConcatFromSequence"):
            run(graph, members)


def test_sequences_with_wrong_members_are_errors() -> None:
    at, x = np.array(0), np.zeros(1, np.float32)
    with pytest.raises(DiagnosticError, match=r"member 0 of .*input 's' has the wrong type"):
        run(SEQUENCE, [np.zeros(1)], at, x)
    with pytest.raises(DiagnosticError, match=r"member 1 of .*input 's' has the wrong shape"):
        run(SEQUENCE, [x, np.zeros((1, 1), np.float32)], at, x)
    with pytest.raises(DiagnosticError, match="input 's': expected a list, found str"):
        run(SEQUENCE, "no", at, x)


def test_strings_with_a_zero_character_are_refused() -> None:
    with pytest.raises(DiagnosticError, match="zero character"):
        run("g (string[1] x) => (string[1] y) { y = Identity(x) }", texts("a\0b"))


def loop_that_inserts() -> onnx.ModelProto:
    """Builds a sequence of N arrays of 1000 zeros, one by one."""
    body = helper.make_graph(
        [
            helper.make_node("Identity", ["go"], ["on"]),
            helper.make_node("SequenceInsert", ["s", "x"], ["t"]),
        ],
        "body",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            helper.make_tensor_value_info("go", TensorProto.BOOL, []),
            helper.make_tensor_sequence_value_info("s", TensorProto.FLOAT, [1000]),
        ],
        [
            helper.make_tensor_value_info("on", TensorProto.BOOL, []),
            helper.make_tensor_sequence_value_info("t", TensorProto.FLOAT, [1000]),
        ],
    )
    graph = helper.make_graph(
        [
            helper.make_node("SequenceEmpty", [], ["empty"]),
            helper.make_node("Loop", ["n", "", "empty"], ["all"], body=body),
            helper.make_node("SequenceLength", ["all"], ["count"]),
        ],
        "g",
        [helper.make_tensor_value_info("n", TensorProto.INT64, [])],
        [helper.make_tensor_value_info("count", TensorProto.INT64, [])],
        [numpy_helper.from_array(np.zeros(1000, np.float32), "x")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=9)


def test_sequences_of_a_call_are_freed() -> None:
    session = mlirlite.InferenceSession(loop_that_inserts())
    session.run(None, {"n": np.array(500)})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(40):  # 2 MB of members each
        [count] = session.run(None, {"n": np.array(500)})
        assert count == 500
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 20_000  # kB
