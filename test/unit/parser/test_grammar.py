"""mlir.lark is the specification: it has no conflicts, and the fast parsers accept the same
texts."""

import logging
import random
import re

import lark
import pytest
from hypothesis import given, strategies as st

from mlirlite.ir.context import Context
from mlirlite.parser import parse_attribute, parse_module
from mlirlite.parser.grammar import tables
from mlirlite.parser.grammar.errors import collisions
from mlirlite.support.diagnostics import DiagnosticError

# What the grammar leaves to others: names, types that fit, elements, escapes, dialects.
MEANING = re.compile(
    "use of undeclared|undefined|redefinition|expects different type|reference to invalid result"
    "|cannot name an operation|operation defines|expected named operation|operand types? but had"
    "|out of range|not valid for|invalid (tensor|memref) element|element literal|unknown escape"
    "|duplicate key|non-affine|inferred shape|expected '[]>]'$|has type|invalid properties"
    "|created with unregistered|must have static shape|a shaped type|floating point"
)


def test_no_conflicts(caplog):
    """Shift/reduce conflicts are silent in Lark, but for the log."""
    lark.logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG, "lark"):
            lark.Lark(
                tables.GRAMMAR.read_text(),
                parser="lalr",
                start=[*tables.VALUE_STARTS, *tables.OTHER_STARTS],
                debug=True,
            )
    finally:
        lark.logger.setLevel(logging.CRITICAL)
    assert "conflict" not in caplog.text.lower()


def test_error_examples_stop_at_places_of_their_own():
    assert collisions() == []


def test_tables_are_cached(tmp_path, monkeypatch):
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", str(tmp_path / "new"))
    text = 'start: "a"*'
    tables.load(text, ("start",)).parse("aa")
    (file,) = (tmp_path / "new" / "tables").iterdir()
    tables.load(text, ("start",)).parse("aaa")
    file.write_bytes(b"nonsense")
    tables.load(text, ("start",)).parse("a")
    assert file.read_bytes() != b"nonsense"


@pytest.mark.parametrize("folder", ["off", "/proc/nowhere"])
def test_a_cache_is_not_needed(monkeypatch, folder):
    monkeypatch.setenv("MLIRLITE_CACHE_DIR", folder)
    tables.load('start: "a"*', ("start",)).parse("aa")


# Random text that the grammar accepts

BARE = st.sampled_from(["a", "x.y", "index", "loc", "dense", "i32", "_1"])
INTS = st.integers(-(2**31), 2**31 - 1)


def quoted(text):
    return '"' + "".join(c if c.isalnum() else f"\\{ord(c):02X}" for c in text) + '"'


STRINGS = st.text(st.characters(max_codepoint=126), max_size=5).map(quoted)
SCALARS = st.sampled_from(["i32", "f32", "index", "si7", "bf16", "!d.t", "!d<x y>", "!d.t<[1]>"])
SIZES = st.sampled_from(["?", "1", "4", "16"])
SHAPES = st.lists(SIZES, max_size=3).map(lambda s: "".join(f"{n}x" for n in s))


def lists(strategy, most=3):
    return st.lists(strategy, max_size=most).map(", ".join)


def typed(inner):
    return st.one_of(
        st.builds("tensor<{}{}>".format, SHAPES, SCALARS),
        st.builds("memref<{}f32, {}>".format, SHAPES, st.sampled_from(["1", '"gpu"', "#d.s"])),
        st.builds("tuple<{}>".format, lists(inner)),
        st.builds("({}) -> ({})".format, lists(inner), lists(inner)),
        st.builds("complex<{}>".format, st.sampled_from(["f32", "i8"])),
    )


TYPES = st.recursive(SCALARS, typed, max_leaves=4)
DIMS = st.sampled_from(["d0", "d1", "s0"])


def affine(inner):
    return st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {} * 3)".format, inner, inner),
        st.builds("{} mod 4".format, inner),
        st.builds("-{}".format, inner),
    )


EXPRS = st.recursive(st.one_of(DIMS, st.integers(0, 99).map(str)), affine, max_leaves=5)
MAPS = st.builds("affine_map<(d0, d1)[s0] -> ({})>".format, lists(EXPRS))
SETS = st.builds("affine_set<(d0, d1)[s0] : ({} >= {}, d0 == 1)>".format, EXPRS, EXPRS)
LEAVES = st.one_of(
    INTS.map(str),
    INTS.map("{} : i32".format),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map("{:.6e} : f32".format),
    STRINGS,
    TYPES,
    MAPS,
    SETS,
    st.sampled_from(["true", "unit", "@a::@b", "array<i8: 1, -2>", "strided<[1, ?], offset: 2>"]),
    st.lists(INTS, min_size=1, max_size=4).map(lambda v: f"dense<{v}> : tensor<{len(v)}xi32>"),
)


def compound(inner):
    entries = st.dictionaries(
        st.one_of(BARE, STRINGS.filter(lambda s: s != '""')), inner, max_size=3
    )
    return st.one_of(
        lists(inner).map("[{}]".format),
        entries.map(lambda d: "{" + ", ".join(f"{k} = {v}" for k, v in d.items()) + "}"),
    )


ATTRIBUTES = st.recursive(LEAVES, compound, max_leaves=6)
CONTEXT = Context(allow_unregistered=True)


def attempt(parse, text):
    """The value of a text, or the first error's message."""
    try:
        return parse(text, CONTEXT), ""
    except DiagnosticError as e:
        return None, e.diagnostics[0].message


@given(ATTRIBUTES)
def test_random_attributes(text):
    """What the cursor makes of a text is what the grammar makes of it: in an array, the grammar
    reads everything."""
    alone, message = attempt(parse_attribute, text)
    if message:
        assert MEANING.search(message)
        return
    tables.whole_grammar().parse(text, start="attribute")
    (inside,) = parse_attribute(f"[{text}]", CONTEXT)
    assert inside == alone


@st.composite
def modules(draw):
    """Generic text: operations that use earlier values, with regions, packs, attributes."""
    values, count = [], 0

    def operations(depth, indent):
        nonlocal count
        lines = []
        for _ in range(draw(st.integers(0, 3))):
            results = draw(st.integers(0, 2))
            types = draw(st.lists(SCALARS, min_size=results, max_size=results))
            uses = draw(st.lists(st.sampled_from(values), max_size=2)) if values else []
            inner = []
            if depth and draw(st.booleans()):
                known = len(values)
                for _ in range(draw(st.integers(1, 2))):
                    inner.append("{\n" + operations(depth - 1, indent + "  ") + indent + "}")
                    del values[known:]
            attributes = draw(
                st.sampled_from(["", " {a}", ' {a = 1 : i32, b = "c"}', " {a = [1]}"])
            )
            properties = draw(st.sampled_from(["", " <{p = 1}>", " <{}>"]))
            name = f"%v{count}"
            count += 1
            head = f"{name}{f':{results}' if results > 1 else ''} = " if results else ""
            regions = f" ({', '.join(inner)})" if inner else ""
            arguments = ", ".join(use for use, _ in uses)
            lines.append(
                f'{indent}{head}"t.op"({arguments}){properties}{regions}{attributes} : '
                f"({', '.join(t for _, t in uses)}) -> ({', '.join(types)})\n"
            )
            values.extend((f"{name}#{i}" if results > 1 else name, t) for i, t in enumerate(types))
        return "".join(lines)

    return operations(2, "")


def outline(tree):
    """Of a module's tree: for each op in the order of the text, name, operands, results,
    regions."""
    found = []
    for op in tree.iter_subtrees_topdown():
        if op.data == "op":
            _, name, operands, _, _, regions, _, types, _ = op.children
            results = types.children[1]
            count = len([c for c in results.children if c is not None])
            found.append(
                (
                    str(name)[1:-1],
                    len(operands.children) if operands else 0,
                    count if results.data == "type_list" else 1,
                    len(regions.children) if regions else 0,
                )
            )
    return found


@given(modules())
def test_random_modules(text):
    tree = tables.whole_grammar().parse(text, start="module")
    module = parse_module(text, CONTEXT)
    ours = [
        (op.name, len(op.operands), len(op.results), len(op.regions))
        for op in module.walk()
        if op is not module
    ]
    assert sorted(ours) == sorted(outline(tree))


TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%^#!@]?[\w$.]+|->|\s+|.', re.DOTALL)
NOISE = [*'<>()[]{}"%#!@^:-=,x?*1', "->", "0x", "{-#", "loc(", "dense<", "tensor<", "\f", "é"]


@given(modules(), st.randoms(use_true_random=False))
def test_changed_modules(text, choice: random.Random):
    """Both parsers reject the same texts, except for rules that the grammar cannot express;
    neither crashes."""
    tokens = TOKEN.findall(text)
    for _ in range(choice.randint(1, 3)):
        if tokens:
            at = choice.randrange(len(tokens))
            tokens[at : at + 1] = choice.choice(
                [[], [choice.choice(tokens)], [choice.choice(NOISE)], [tokens[at][:-1]]]
            )
    changed = "".join(tokens)
    try:
        tables.whole_grammar().parse(changed, start="module")
        accepted = True
    except lark.UnexpectedInput:
        accepted = False
    _, message = attempt(parse_module, changed)
    if message:
        assert not accepted or MEANING.search(message)
    else:
        assert accepted
