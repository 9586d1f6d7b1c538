"""Errors of the parser: upstream's words, at the right place, with what helps."""

from pathlib import Path

import pytest

import mlirlite.printer  # noqa: F401  types in messages
from mlirlite.ir.context import Context
from mlirlite.parser import parse_attribute, parse_module, parse_type
from mlirlite.support.diagnostics import DiagnosticError


def read_malformed():
    """Messages and the attributes that get them: lines of messages, then indented texts."""
    cases, messages = [], []
    for line in Path(__file__).with_name("malformed.txt").read_text().splitlines():
        if line.startswith("    "):
            cases.append((line[4:], tuple(messages)))
        else:
            if cases and cases[-1][1] == tuple(messages):
                messages = []
            messages.append(line)
    return cases


def errors_of(text, **flags):
    flags.setdefault("allow_unregistered", True)
    with pytest.raises(DiagnosticError) as caught:
        parse_module(text, Context(**flags), filename="f")
    return caught.value.diagnostics


def test_malformed_attributes_get_upstreams_messages():
    wrong = []
    for text, messages in read_malformed():
        found = [d.message for d in errors_of(f'"t.op"() {{a = {text}\n}} : () -> ()')]
        if found != list(messages):
            wrong.append((text, messages, found))
    assert wrong == []


OPERATIONS = {
    '"t.a"(%x) : (i32) -> ()': "1:7: use of undeclared SSA value name",
    '%x = "t.a"() : () -> ()': "1:1: cannot name an operation with no results",
    '%x:2 = "t.a"() : () -> i32': ("1:1: operation defines 1 results but was provided 2 to bind"),
    '%x:0 = "t.a"() : () -> i32': "1:4: expected named operation to have at least 1 result",
    '%x:y = "t.a"() : () -> i32': "1:4: expected integer number of results",
    '%x "t.a"() : () -> i32': "1:3: expected '=' after SSA name",
    "%x = 3": "1:5: expected operation name in quotes",
    '%x = "t.a"() : () -> i32\n%x = "t.a"() : () -> i32': "2:1: redefinition of SSA value '%x'",
    '%x = "t.a"() : () -> i32\n"t.b"(%x#1) : (i32) -> ()': (
        "2:7: reference to invalid result number"
    ),
    '%x = "t.a"() : () -> i32\n"t.b"(%x) : (f32) -> ()': (
        "2:7: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'"
    ),
    '"t.b"(%x) : (f32) -> ()\n%x = "t.a"() : () -> i32': (
        "2:1: definition of SSA value '%x#0' has type 'i32'"
    ),
    '"t.a"(%a, %b) : (i32) -> ()': "1:17: expected 2 operand types but had 1",
    '"t.a"': "1:5: expected '(' to start operand list",
    '"t.a"(1) : () -> ()': "1:7: expected ')' to end operand list",
    '"t.a"(%a,) : () -> ()': "1:10: expected SSA operand",
    '"t.a"() : i32': "1:11: expected function type",
    '"t.a"() ({} : () -> ()': "1:12: expected ')' to end region list",
    '"t.a"() (x) : () -> ()': "1:10: expected '{' to begin a region",
    '"t.a"()[] : () -> ()': "1:9: expected list element",
    '"t.a"() <{a} : () -> ()': "1:13: expected '>' to close properties",
    '"t.a"()': "1:7: expected ':' followed by operation type",
    '""() : () -> ()': "1:1: empty operation name is invalid",
    '"t.a"()[^b] : () -> ()': "1:9: reference to an undefined block",
    '"t.a"() ({\n^b:\n^b:\n}) : () -> ()': "3:1: redefinition of block '^b'",
    '"t.a"() ({\n^b\n}) : () -> ()': "2:3: expected ':' after block name",
    '"t.a"() ({\n^b(%a):\n}) : () -> ()': "2:6: expected ':' and type for SSA operand",
    "}": "1:1: expected operation name in quotes",
    "\f": "1:1: unexpected character",
    '"t.a': "1:1: expected '\"' in string literal",
    "#a = 1\n#a = 2": "2:1: redefinition of attribute alias id 'a'",
    "!a = i32\n!a = i32": "2:1: redefinition of type alias id 'a'",
    "#a.b = 1": "1:1: attribute names with a '.' are reserved for dialect-defined names",
    "#a 1": "1:3: expected '=' in attribute alias definition",
    '"t.a"() : () -> () loc(#a)': "1:24: operation location alias was never defined",
    '"t.a"() : () -> () loc(#a)\n#a = 1': "1:24: expected location, but found '1 : i64'",
    '"t.a"() : () -> () loc("a"': "1:26: expected ')' in location",
    "{-# x: {} #-}": "1:5: unknown key 'x' in file metadata dictionary",
    "{-# dialect_resources: { nope: {} } #-}": "1:26: dialect 'nope' is unknown",
    '{-# dialect_resources: { builtin: { a: "x" } } #-}': (
        "1:41: expected hex string blob for key 'a'"
    ),
    '{-# dialect_resources: { builtin: { a: "0x03000000" } } #-}': (
        "1:41: expected hex string blob for key 'a' to encode alignment in first 4 bytes, but got "
        "non-power-of-2 value: 3"
    ),
    "foo.bar": "1:1: Dialect `foo' not found for custom op 'foo.bar' ",
}


@pytest.mark.parametrize(("text", "expected"), OPERATIONS.items(), ids=OPERATIONS)
def test_operations(text, expected):
    first = errors_of(text)[0]
    line, column = first.span().line_col()
    message = first.message.partition("; did you mean")[0]
    assert f"{line}:{column}: {message}" == expected


def test_unregistered_dialects_must_be_allowed():
    (found,) = errors_of('"t.a"() : () -> ()', allow_unregistered=False)
    assert "operation being parsed with an unregistered dialect" in found.message
    with pytest.raises(DiagnosticError, match="type created with unregistered dialect"):
        parse_type("!t.x")
    with pytest.raises(DiagnosticError, match="attribute created with unregistered dialect"):
        parse_attribute("#t.x")


def test_notes_point_at_the_other_place():
    (twice,) = errors_of('%a, %x:2 = "t.a"()\n  : () -> (i32, i1, i1)\n%x = "t.b"() : () -> i32')
    (note,) = twice.notes
    assert (note.message, str(note.span())) == ("previously defined here", "f:1:5")
    (types,) = errors_of('"t.a"() ({\n^b(%x: i32):\n  "t.b"(%x) : (f32) -> ()\n}) : () -> ()')
    assert [(n.message, str(n.span())) for n in types.notes] == [("prior use here", "f:2:4")]
    (unclosed,) = errors_of('"t.a"() ({\n')
    assert [(n.message, str(n.span())) for n in unclosed.notes] == [
        ("unclosed '{' opened here", "f:1:10")
    ]


def test_all_undefined_values_and_blocks_are_reported():
    found = errors_of('"t.a"(%x, %y) : (i32, i32) -> ()\n"t.b"(%y, %z) : (i32, i32) -> ()')
    assert [str(d.span()) for d in found] == ["f:1:7", "f:1:11", "f:2:11"]
    found = errors_of('"t.a"() ({\n^b:\n  "t.b"()[^c, ^b, ^d] : () -> ()\n}) : () -> ()')
    assert [d.message.partition(";")[0] for d in found] == ["reference to an undefined block"] * 2


def test_the_nearest_name_is_suggested():
    assert (
        "did you mean '%value'?"
        in errors_of('%value = "t.a"() : () -> i32\n"t.b"(%valu) : (i32) -> ()')[0].message
    )
    assert errors_of("builtin.modul {}")[0].message == (
        "custom op 'builtin.modul' is unknown; did you mean 'builtin.module'?"
    )
    assert errors_of("modul {}")[0].message == (
        "custom op 'modul' is unknown (tried 'builtin.modul' as well); did you mean 'module'?"
    )


NEAREST = {
    "affine_mp<(d0) -> (d0)>": "expected attribute value; did you mean 'affine_map'?",
    "dens<1> : tensor<2xi32>": "expected attribute value; did you mean 'dense'?",
    "#alis": "undefined symbol alias id 'alis'; did you mean '#alias'?",
    "!alis": "undefined symbol alias id 'alis'; did you mean '!alias'?",
}


@pytest.mark.parametrize(("attribute", "expected"), NEAREST.items(), ids=NEAREST)
def test_the_nearest_attribute_is_suggested(attribute, expected):
    aliases = "#alias = 1 : i32\n!alias = i32\n"
    found = errors_of(f'{aliases}"t.a"() {{k = {attribute}}} : () -> ()')
    assert found[0].message == expected


def test_of_equally_near_names_the_one_that_begins_alike_is_suggested():
    (found,) = errors_of("arith.adi")
    assert found.message.endswith("did you mean 'arith.addi'?")


def test_the_nearest_location_alias_is_suggested():
    (found,) = errors_of('#place = loc("p")\n"t.a"() : () -> () loc(#plac)')
    assert found.message.endswith("was never defined; did you mean '#place'?")


def test_a_property_that_is_dropped_for_its_spelling_is_named():
    types = ": () -> i32"
    (found,) = errors_of(f'%0 = "arith.constant"() <{{valu = 1 : i32}}> {types}')
    assert found.message == (
        "'arith.constant' op requires attribute 'value'; did you mean 'value' by 'valu'?"
    )
    both = '"arith.constant"() <{valu = 1 : i32}> {value = 1 : i32}'
    parse_module(f"%0 = {both} {types}", Context())


def test_a_missing_token_is_reported_where_it_should_have_been():
    (found,) = errors_of('"t.a"() // comment\n\n  "t.b"() : () -> ()')
    assert str(found.span()) == "f:1:8"


def test_trailing_text():
    with pytest.raises(DiagnosticError, match="found trailing characters: 'x'"):
        parse_type("i32 x")
