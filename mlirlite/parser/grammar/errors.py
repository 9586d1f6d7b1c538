"""Upstream's messages for tokens that the grammar did not expect.

A message belongs to a place in the grammar, and a place is a state of the LALR automaton. For each
message the table has texts that end at its place; the states are looked up from them, once, at the
first error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import UnexpectedInput
from lark.parsers.lalr_analysis import Shift

from mlirlite.parser.grammar.tables import grammar

# Preferred among possible next tokens: those that close the open construct.
_LIKELY = (
    "GREATER",
    "MORETHAN",
    "RPAR",
    "RSQB",
    "RBRACE",
    "$END",
    "EQUAL_EQUAL",
    "COMMA",
    "AT",
    "COLON",
)

_TYPE = "expected non-function type"
_ATTRIBUTE = "expected attribute value"
_LOCATION = "expected location instance"
_EXPRESSION = "expected affine expression"
_STRIDE = "expected a 64-bit signed integer or '?'"
_TO = "expected either integer or `:` post `to` in FileLineColRange"
_RELATION = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"

_OFFSETS = ("strided<[]", "strided<[1]", "strided<[1, 1]")
_SIGNS = ("1", "1.0", "-1", "-1.0")
_MAPS = ("()", "(a)", "()[a]", "(a)[a]")

# Messages and, for each, texts that end where it applies. The first word is the start symbol.
EXAMPLES: dict[str, tuple[str, ...]] = {
    _TYPE: (
        *("type ", "type complex<", "type tuple<", "type tuple<f32,", "type tuple<f32, f32,"),
        *("type tensor<", "type vector<", "type memref<", "attribute array<"),
        *("type (", "type (f32,", "type (f32, f32,", "type () ->", "type () -> ("),
        *(f"attribute {number} :" for number in _SIGNS),
        *('attribute "a" :', "attribute #a.b :", "attribute #a.b<> :", "attribute #a.b<a> :"),
        *("attribute dense<1> :", "attribute sparse<1, 1> :", "attribute dense_resource<a> :"),
    ),
    _ATTRIBUTE: (
        *("attribute ", "attribute [", "attribute [1,", "attribute [1, 1,", "attribute {a ="),
        *("type tensor<f32,", "type memref<f32,", "type memref<f32, 1,", "location fused<"),
    ),
    "expected '<' in complex type": ("type complex",),
    "expected '<' in tuple type": ("type tuple",),
    "expected '>' in tensor type": ("type tensor<f32", "type tensor<f32, 1"),
    "expected '>' in vector type": ("type vector<f32",),
    "expected '>' in complex type": ("type complex<f32",),
    "expected '>' in tuple type": ("type tuple<f32", "type tuple<f32, f32"),
    "expected ',' or '>' in memref type": ("type memref<f32",),
    "expected ',' or '>'": ("type memref<f32, 1", "type memref<f32, 1, 1"),
    "expected ')'": (*("type (f32", "type (f32, f32", "affine_map () -> ((1"),),
    "expected '->' in function type": ("type ()",),
    "expected ',' or ']'": ("attribute [1", "attribute [1, 1"),
    "expected '}' in attribute dictionary": (
        *("attribute {a", "attribute {a = 1", "attribute {a, b", "attribute {a, b, c"),
    ),
    "expected attribute name": ("attribute {", "attribute {a,", "attribute {a, b,"),
    "expected constant integer or floating point value": ("attribute -",),
    "expected nested symbol reference identifier": ("attribute @a::", "attribute @a::@a::"),
    "expected '<' in affine map": ("attribute affine_map",),
    "expected '>' in affine map": ("attribute affine_map<() -> ()",),
    "expected '<' in integer set": ("attribute affine_set",),
    "expected '>' in integer set": ("attribute affine_set<() : ()",),
    "expected '(' in dimensional identifier list": (
        *("attribute affine_map<", "attribute affine_set<", "affine_map ", "integer_set "),
    ),
    "expected ')' in dimensional identifier list": ("affine_map (a", "affine_map (a, b"),
    "expected bare identifier": (
        *("affine_map (", "affine_map (a,", "affine_map (a, b,"),
        *("affine_map ()[", "affine_map ()[a,", "affine_map ()[a, b,"),
    ),
    "expected ']' in symbol list": ("affine_map ()[a", "affine_map ()[a, b"),
    "expected '->' or ':'": (
        *(f"affine_map {head}" for head in _MAPS),
        *(f"integer_set {head}" for head in _MAPS),
        *(f"attribute affine_map<{head}" for head in _MAPS),
    ),
    "expected '(' in affine map range": tuple(f"affine_map {head} ->" for head in _MAPS),
    "expected ']' in affine map": ("affine_list 1 1", "affine_list 1, 1 1"),
    "expected ')' in affine map range": (
        *(f"affine_map {head} -> (1" for head in _MAPS),
        *(f"affine_map {head} -> (1, 1" for head in _MAPS),
    ),
    "expected '(' in integer set constraint list": (*(f"integer_set {head} :" for head in _MAPS),),
    "expected ')' in integer set constraint list": (
        *(f"integer_set {head} : (1 >= 1" for head in _MAPS),
        *(f"integer_set {head} : (1 >= 1, 1 >= 1" for head in _MAPS),
    ),
    _RELATION: ("integer_set () : (1",),
    _EXPRESSION: (
        *(f"affine_map {head} -> (" for head in _MAPS),
        *(f"integer_set {head} : (" for head in _MAPS),
        *("affine_map () -> (1,", "affine_map () -> (1, 1,", "affine_map () -> (("),
        *("integer_set () : (1 >= 1,", "integer_set () : (1 >= 1, 1 >= 1,"),
        *("integer_set () : (1 >=", "integer_set () : (1 ==", "integer_set () : (1 <="),
        *("affine_expr ", "affine_list 1,", "affine_list 1, 1,"),
    ),
    "missing right operand of binary operator": (
        *("affine_expr 1 +", "affine_expr 1 -", "affine_expr 1 *"),
        *("affine_expr 1 mod", "affine_expr 1 floordiv", "affine_expr 1 ceildiv"),
    ),
    f"{_EXPRESSION}\nmissing operand of negation": ("affine_expr -",),
    "expected '(' at start of SSA symbol": ("affine_expr symbol",),
    "expected ssa identifier": ("affine_expr symbol(",),
    "expected ')' at end of SSA symbol": ("affine_expr symbol(%a", "affine_expr symbol(%a#0"),
    "expected '<' after 'dense_resource'": ("attribute dense_resource",),
    "expected identifier key for 'resource' entry": ("attribute dense_resource<",),
    "expected '>'": (
        "attribute dense_resource<a",
        *(f"attribute {head}, offset: 1" for head in _OFFSETS),
    ),
    "expected ':'": (
        *("attribute dense<1>", "attribute sparse<1, 1>", "attribute dense_resource<a>"),
    ),
    "expected '<' after 'array'": ("attribute array",),
    "expected ':' after dense array type": ("attribute array<i32",),
    "expected integer literal": (
        *("attribute array<i32:", "attribute array<i32: 1,", "attribute array<i32: 1, 1,"),
        "attribute array<i32: -",
    ),
    "expected '>' to close an array attribute": (
        *("attribute array<i32: 1", "attribute array<i32: 1, 1"),
    ),
    "expected '<' after 'strided'": ("attribute strided",),
    "expected '['": ("attribute strided<",),
    _STRIDE: (
        *("attribute strided<[", "attribute strided<[1,", "attribute strided<[1, 1,"),
        *(f"attribute {head}, offset:" for head in _OFFSETS),
        "attribute strided<[-",
    ),
    "expected ']'": ("attribute strided<[1", "attribute strided<[1, 1"),
    "expected ','": tuple(f"attribute {head}" for head in _OFFSETS),
    "expected 'offset' after comma": tuple(f"attribute {head}," for head in _OFFSETS),
    "expected ':' after 'offset'": tuple(f"attribute {head}, offset" for head in _OFFSETS),
    "expected '[' after 'distinct'": ("attribute distinct",),
    "expected distinct ID": ("attribute distinct[",),
    "expected ']' to close distinct ID": ("attribute distinct[0",),
    "expected '<' after distinct ID": ("attribute distinct[0]",),
    f"{_ATTRIBUTE}\nexpected attribute": ("attribute distinct[0]<",),
    "expected '>' to close distinct attribute": ("attribute distinct[0]<1",),
    "expected '(' in inline location": ("attribute loc",),
    "expected ')' in inline location": (
        *('attribute loc("a"', 'attribute loc("a":1', 'attribute loc("a":1:2'),
        'attribute loc("a":1:2 to 3:4',
    ),
    "expected ')' in location": ("location unknown unknown",),
    _LOCATION: (
        *("attribute loc(", "location ", 'location "a"(', "location callsite("),
        *("location callsite(unknown at", "location fused[", "location fused<1>["),
        *("location fused[unknown,", "location fused[unknown, unknown,"),
    ),
    "expected integer line number in FileLineColRange": ('location "a":',),
    "expected integer column number in FileLineColRange": (
        *('location "a":1:', 'location "a":1:2 to :', 'location "a":1:2 to 3:'),
    ),
    _TO: ('location "a":1:2 to', 'location "a":1:2 to 3'),
    "expected ')' after child location of NameLoc": ('location "a"(unknown',),
    "expected '(' in callsite location": ("location callsite",),
    "expected 'at' in callsite location": ("location callsite(unknown",),
    "expected ')' in callsite location": ("location callsite(unknown at unknown",),
    "expected '[' in fused location": ("location fused", "location fused<1>"),
    "expected '>' after fused location metadata": ("location fused<1",),
    "expected ']' in fused location": (
        *("location fused[unknown", "location fused[unknown, unknown"),
        *("location fused<1>[unknown", "location fused<1>[unknown, unknown"),
    ),
    "unbalanced '<' character in pretty dialect name": (
        *("attribute #a<", "attribute #a<b", "type !a<", "type !a<b", "type !a<<", "type !a<<b"),
    ),
    "unbalanced '(' character in pretty dialect name": ("type !a<(", "type !a<(b"),
    "unbalanced '[' character in pretty dialect name": ("type !a<[", "type !a<[b"),
    "unbalanced '{' character in pretty dialect name": ("type !a<{", "type !a<{b"),
}

# Upstream reports these at the next token, even on another line.
AT_TOKEN = frozenset(
    (
        *(_EXPRESSION, _RELATION, _STRIDE, "expected integer literal"),
        *("expected floating point literal", "no expression inside parentheses"),
        *("missing left operand of binary operator", "expected attribute"),
        *("missing right operand of binary operator",),
        *("missing operand of negation", "expected an integer or floating point type"),
        *("expected nested symbol reference identifier",),
        *("expected identifier key for 'resource' entry", "expected valid attribute name"),
    )
)

_opened = re.compile(r"(tensor|vector|memref)\s*<[\s0-9?x*\[\]]*\Z").search
_head = re.compile(r"(tensor|vector|memref)(?![\w$.])\s*(?!<)").match
_float_array = re.compile(r"array\s*<\s*(?:b?f|tf)[0-9][^<>]*\Z").search
_misplaced_operator = re.compile(r"[(,]\s*(?:floordiv|ceildiv|mod)\Z").search
_distinct = re.compile(r"distinct\s*\[\s*(0x[0-9a-fA-F]+|[0-9]+)\s*\]").match
_affine = re.compile(r"(?<![\w$.])affine_(?:map|set)\s*<").finditer
_affine_head = re.compile(r"\s*\(([^()]*)\)\s*(?:\[([^\[\]]*)\]\s*)?(?:->|:)").match
_name = re.compile(r"[A-Za-z_][\w$.]*").findall
_names = re.compile(r"(?<![\w$.])[A-Za-z_][\w$.]*").finditer
_AFFINE_WORDS = ("mod", "floordiv", "ceildiv", "symbol")
_array_type = re.compile(r"array\s*<\s*\Z").search


def messages_for(e: UnexpectedInput, start_symbol: str, text: str, place: int) -> list[str]:
    """The messages for input that the grammar did not expect at an offset of the slice's text;
    usually one."""
    rest = text[place:].lstrip()
    before = text[:place].rstrip()
    head = _head(rest)
    if head is not None:
        return [f"expected '<' in {head[1]} type"]
    if _opened(before) and rest[:1] in tuple("0123456789?*["):
        return [_dimension(before, rest)]
    message = _messages().get(place_in_grammar(e), "")
    match message:
        case "":
            message = f"expected {start_symbol.replace('_', ' ')}"
        case "expected attribute value" if rest.startswith(">") and before.endswith(","):
            message = "expected list element"  # of a memref type
        case "expected integer literal" if _float_array(before):
            message = "expected floating point literal"
        case "expected non-function type" if _array_type(before):
            message += "\nexpected an integer or floating point type"
        case "expected ']' in affine map" if not before:
            message = _EXPRESSION
        case "expected ')' in affine map range" if _misplaced_operator(before):
            message = "use of undeclared identifier"
        case _ if message == _EXPRESSION:
            if rest[:1] in ("+", "*"):
                message = "missing left operand of binary operator"
            elif rest[:1] == ")" and before.endswith(("((", "-(")):
                message = "no expression inside parentheses"
                if before.endswith("-("):
                    message += "\nmissing operand of negation"
    return message.split("\n")


def earlier_error(start_symbol: str, text: str, place: int) -> tuple[str, int] | None:
    """The error before the place where a slice's text leaves the grammar, and its offset: upstream
    looks up names and numbers as it reads them."""
    before = text[:place]
    number = _distinct(before)
    if number is not None and int(number[1], 0) >= 1 << 64:
        return "expected an unsigned 64-bit integer", number.start(1)
    program = before if start_symbol in ("affine_map", "integer_set") else None
    for found in _affine(before):
        program = before[found.end() :]
    head = None if program is None else _affine_head(program)
    if program is None or head is None:
        return None
    offset = place - len(program)
    known = {*_name(head[1]), *_name(head[2] or ""), *_AFFINE_WORDS}
    for used in _names(program, head.end()):
        if used[0] not in known:
            return "use of undeclared identifier", offset + used.start()
    return None


def _dimension(before: str, rest: str) -> str:
    """A size without a following `x`, or one that is not allowed there."""
    is_vector = "vector" in before.rpartition("<")[0][-8:]
    if rest[0] == "[":
        if not is_vector:
            return _TYPE
        digits = rest[1:].lstrip()
        if not digits[:1].isdigit():
            return "invalid dimension"
        closed = digits.lstrip("0123456789").lstrip()
        if not closed.startswith("]"):
            return "missing ']' closing scalable dimension"
    elif rest[0] in "?*" and (is_vector or (rest[0] == "*" and not before.endswith("<"))):
        return _TYPE
    return "expected 'x' in dimension list"


def place_in_grammar(e: UnexpectedInput) -> int:
    """The state in which the open construct would go on. The construct that just ended is not yet
    reduced when its follower is wrong, so the stack is reduced as if a valid follower had come."""
    parser_state: Any = e.state
    configuration = parser_state.parse_conf
    stack: list[int] = list(parser_state.state_stack)
    here = configuration.states[stack[-1]]
    for name in (*_LIKELY, *sorted(n for n in here if n.isupper())):
        found = _shifting_state(configuration, stack, name)
        if found is not None:
            return found
    return stack[-1]


def _shifting_state(configuration: Any, stack: list[int], terminal: str) -> int | None:
    """The state in which this terminal would be shifted; None when it would be an error."""
    stack = list(stack)
    while True:
        if terminal == "$END" and stack[-1] == configuration.end_state:
            return stack[-1]
        action = configuration.states[stack[-1]].get(terminal)
        if action is None:
            return None
        if action[0] is Shift:
            return stack[-1]
        rule = action[1]
        if rule.expansion:
            del stack[-len(rule.expansion) :]
        stack.append(configuration.states[stack[-1]][rule.origin.name][1])


@cache
def _messages() -> dict[int, str]:
    found: dict[int, str] = {}
    for message, _, place in _examples():
        if place is not None:
            found.setdefault(place, message)
    return found


def _examples() -> Iterator[tuple[str, str, int | None]]:
    """The message of each example, its text, and its place; None for an example without an
    error."""
    for message, texts in EXAMPLES.items():
        for example in texts:
            start, _, text = example.partition(" ")
            place = None
            try:
                grammar().parse(text, start=start)
            except UnexpectedInput as e:
                place = place_in_grammar(e)
            yield message, example, place


def collisions() -> list[tuple[str, str]]:
    """Examples whose place already has another message: there must be none."""
    found = []
    for message, example, place in _examples():
        known = "no error" if place is None else _messages().get(place, "")
        if known != message:
            found.append((example, known))
    return found
