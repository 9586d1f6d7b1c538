"""Upstream's words for what the grammar did not expect.

A message belongs to a place in the grammar, and a place is a state of the LALR automaton. The table gives for each message texts
that stop at its place; the states are looked up from them, once, when the first error is met.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import UnexpectedInput
from lark.parsers.lalr_analysis import Shift

from mlirlite.parser.grammar import grammar

# Preferred when asking what might come next: what closes the construct that is open.
_CLOSERS = ("GREATER", "MORETHAN", "RPAR", "RSQB", "RBRACE", "$END")

_TYPE = "expected non-function type"
_ATTRIBUTE = "expected attribute value"
_LOCATION = "expected location instance"
_BARE = "expected bare identifier"
_STRIDE = "expected a 64-bit signed integer or '?'"
_TO = "expected either integer or `:` post `to` in FileLineColRange"
_RELATION = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint"

# Messages and, for each, texts that end where it is due. The first word is the start symbol.
EXAMPLES: dict[str, tuple[str, ...]] = {
    _TYPE: (
        "type ",
        "type tensor<",
        "type vector<",
        "type memref<",
        "type complex<",
        "type tuple<",
        "type tuple<i32,",
        "type (",
        "type (i32,",
        "type (i32) ->",
        "type () -> (",
        "attribute 1 :",
        'attribute "a" :',
        "attribute dense<1> :",
        "attribute sparse<1, 1> :",
        "attribute dense_resource<a> :",
        "attribute #a.b :",
        "attribute #a.b<> :",
        "attribute array<",
    ),
    _ATTRIBUTE: (
        "attribute ",
        "attribute [",
        "attribute [1,",
        "attribute {a =",
        "type tensor<f32,",
        "type memref<f32,",
        "location fused<",
        "attribute distinct[0]<",
    ),
    "expected '<' in complex type": ("type complex",),
    "expected '<' in tuple type": ("type tuple",),
    "expected '>' in tensor type": ("type tensor<f32", "type tensor<f32, 1"),
    "expected '>' in vector type": ("type vector<f32",),
    "expected '>' in complex type": ("type complex<f32",),
    "expected '>' in tuple type": ("type tuple<f32", "type tuple<f32, f32"),
    "expected ',' or '>' in memref type": ("type memref<f32",),
    "expected ',' or '>'": ("type memref<f32, 1",),
    "expected ')'": (
        "type (f32",
        "type (f32, f32",
        "type () -> (f32",
        "affine_map () -> ((1",
    ),
    "expected '->' in function type": ("type ()",),
    "expected ',' or ']'": ("attribute [1", "attribute [1, 1"),
    "expected '}' in attribute dictionary": (
        "attribute {a",
        "attribute {a = 1",
        "attribute {a, b",
    ),
    "expected attribute name": ("attribute {", "attribute {a,"),
    "expected constant integer or floating point value": ("attribute -",),
    "expected nested symbol reference identifier": ("attribute @a::",),
    "expected '<' in affine map": ("attribute affine_map",),
    "expected '>' in affine map": ("attribute affine_map<() -> ()", "attribute affine_map<() -> (1)"),
    "expected '<' in integer set": ("attribute affine_set",),
    "expected '>' in integer set": ("attribute affine_set<() : ()", "attribute affine_set<() : (1 >= 1)"),
    "expected '(' in dimensional identifier list": (
        "attribute affine_map<",
        "attribute affine_set<",
        "affine_map ",
        "integer_set ",
    ),
    "expected ')' in dimensional identifier list": ("affine_map (a", "affine_map (a, b"),
    _BARE: ("affine_map (", "affine_map (a,", "affine_map ()[", "affine_map ()[a,"),
    "expected ']' in symbol list": ("affine_map ()[a", "affine_map ()[a, b"),
    "expected '->' or ':'": (
        "affine_map ()",
        "affine_map ()[a]",
        "affine_map (a)",
        "integer_set ()",
        "integer_set ()[a]",
    ),
    "expected '(' in affine map range": ("affine_map () ->",),
    "expected ')' in affine map range": ("affine_map () -> (1", "affine_map () -> (1, 1"),
    "expected '(' in integer set constraint list": ("integer_set () :",),
    "expected ')' in integer set constraint list": (
        "integer_set () : (1 >= 1",
        "integer_set () : (1 >= 1, 1 >= 1",
    ),
    _RELATION: ("integer_set () : (1",),
    "expected affine expression": (
        "affine_map () -> (",
        "affine_map () -> (1,",
        "affine_map () -> ((",
        "integer_set () : (",
        "integer_set () : (1 >=",
        "integer_set () : (1 >= 1,",
        "affine_expr ",
        "affine_list ",
        "affine_list 1,",
    ),
    "missing right operand of binary operator": (
        "affine_expr 1 +",
        "affine_expr 1 *",
    ),
    "missing operand of negation": ("affine_expr -",),
    "expected '(' at start of SSA symbol": ("affine_expr symbol",),
    "expected ssa identifier": ("affine_expr symbol(",),
    "expected ')' at end of SSA symbol": ("affine_expr symbol(%a",),
    "expected '<' after 'dense_resource'": ("attribute dense_resource",),
    "expected identifier key for 'resource' entry": ("attribute dense_resource<",),
    "expected '>'": ("attribute dense_resource<a", "attribute strided<[], offset: 1"),
    "expected ':'": (
        "attribute dense<1>",
        "attribute sparse<1, 1>",
        "attribute dense_resource<a>",
    ),
    "expected '<' after 'array'": ("attribute array",),
    "expected ':' after dense array type": ("attribute array<i32",),
    "expected integer literal": ("attribute array<i32:", "attribute array<i32: 1,"),
    "expected '>' to close an array attribute": ("attribute array<i32: 1", "attribute array<i32: 1, 1"),
    "expected '<' after 'strided'": ("attribute strided",),
    "expected '['": ("attribute strided<",),
    _STRIDE: ("attribute strided<[", "attribute strided<[1,", "attribute strided<[], offset:"),
    "expected ']'": ("attribute strided<[1", "attribute strided<[1, 1"),
    "expected ','": ("attribute strided<[]", "attribute strided<[1]"),
    "expected 'offset' after comma": ("attribute strided<[],", "attribute strided<[1],"),
    "expected ':' after 'offset'": ("attribute strided<[], offset", "attribute strided<[1], offset"),
    "expected '[' after 'distinct'": ("attribute distinct",),
    "expected distinct ID": ("attribute distinct[",),
    "expected ']' to close distinct ID": ("attribute distinct[0",),
    "expected '<' after distinct ID": ("attribute distinct[0]",),
    "expected '>' to close distinct attribute": ("attribute distinct[0]<1",),
    "expected '(' in inline location": ("attribute loc",),
    "expected ')' in inline location": ('attribute loc("a"', 'attribute loc("a":1:2 to 3:4'),
    _LOCATION: (
        "attribute loc(",
        "location ",
        'location "a"(',
        "location callsite(",
        'location callsite("a" at',
        "location fused[",
        "location fused[unknown,",
    ),
    "expected integer line number in FileLineColRange": ('location "a":',),
    "expected integer column number in FileLineColRange": (
        'location "a":1:',
        'location "a":1:2 to :',
        'location "a":1:2 to 3:',
    ),
    _TO: ('location "a":1:2 to', 'location "a":1:2 to 3'),
    "expected ')' after child location of NameLoc": ('location "a"(unknown',),
    "expected '(' in callsite location": ("location callsite",),
    "expected 'at' in callsite location": ("location callsite(unknown",),
    "expected ')' in callsite location": ("location callsite(unknown at unknown",),
    "expected '[' in fused location": ("location fused", "location fused<1>"),
    "expected '>' after fused location metadata": ("location fused<1",),
    "expected ']' in fused location": ("location fused[unknown", "location fused[unknown, unknown"),
}

_HEADS = {"tensor": "tensor", "vector": "vector", "memref": "memref", "dense": "", "sparse": ""}


def message_for(e: UnexpectedInput, start_symbol: str, text: str, place: int) -> str:
    """What to say about input that the grammar did not expect at an offset of the slice's text."""
    rest = text[place:].lstrip()
    before = text[:place].rstrip()
    head = _head(rest if rest else text)
    if head:
        return head
    message = _messages().get(place_in_grammar(e), "")
    if message == _TYPE and before.endswith(("<", "x")):
        if rest[:1].isdigit() or rest[:1] in ("?", "*"):
            return _dimension_message(before, rest)
        if rest[:1] == "[":
            return _scalable_message(rest)
    if message in ("expected affine expression", "missing right operand of binary operator"):
        if rest[:1] in ("+", "*") and message == "expected affine expression":
            return "missing left operand of binary operator"
        if rest[:1] == ")" and before.endswith("(") and before.count("(") > 2:
            return "no expression inside parentheses"
    return message or f"expected {start_symbol.replace('_', ' ')}"


def _head(rest: str) -> str:
    """For keywords whose bracket is part of their token in the grammar: what is wrong with the bracket."""
    return ""


def _dimension_message(before: str, rest: str) -> str:
    """A size that no `x` follows, or one that may not stand there."""
    if "vector" in before.rpartition("<")[0] and rest[0] in "?*":
        return _TYPE
    if rest[0] == "*" and not before.endswith("<"):
        return _TYPE
    return "expected 'x' in dimension list"


def _scalable_message(rest: str) -> str:
    digits = rest[1:].lstrip()
    if not digits[:1].isdigit():
        return "invalid dimension"
    closed = digits.lstrip("0123456789").lstrip()
    return (
        "expected 'x' in dimension list"
        if closed.startswith("]")
        else "missing ']' closing scalable dimension"
    )


def place_in_grammar(e: UnexpectedInput) -> int:
    """The state in which what is open would go on. What has just ended is not yet reduced when its follower is wrong, so the
    stack is reduced as if a good one had come."""
    parser_state: Any = e.state  # type: ignore[attr-defined]
    states = parser_state.parse_conf.states
    stack = list(parser_state.state_stack)
    here = states[stack[-1]]
    for name in (*_CLOSERS, *sorted(n for n in here if n.isupper())):
        found = _shifting_state(states, stack, name)
        if found >= 0:
            return found
    return int(stack[-1])


def _shifting_state(states: Any, stack: list[int], terminal: str) -> int:
    """The state in which this terminal would be shifted; -1 when it would be an error."""
    stack = list(stack)
    while True:
        action = states[stack[-1]].get(terminal)
        if action is None:
            return -1
        if action[0] is Shift:
            return stack[-1]
        rule = action[1]
        if rule.expansion:
            del stack[-len(rule.expansion) :]
        stack.append(states[stack[-1]][rule.origin.name][1])


@cache
def _messages() -> dict[int, str]:
    found: dict[int, str] = {}
    for message, texts in EXAMPLES.items():
        for example in texts:
            start, _, text = example.partition(" ")
            try:
                grammar().parse(text, start=start)
            except UnexpectedInput as e:
                found.setdefault(place_in_grammar(e), message)
    return found


def collisions() -> list[tuple[str, str]]:
    """Examples whose place has another message already: the table is wrong when there are any."""
    found = []
    for message, texts in EXAMPLES.items():
        for example in texts:
            start, _, text = example.partition(" ")
            try:
                grammar().parse(text, start=start)
            except UnexpectedInput as e:
                known = _messages().get(place_in_grammar(e))
                if known != message:
                    found.append((example, known or ""))
            else:
                found.append((example, "no error"))
    return found
