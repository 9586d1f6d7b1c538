"""Types. The extent of a type is found first, and its text looked up; new and non-trivial ones go
to the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.ir.floats import FORMATS
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    NONE,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    RankedTensorType,
    Signedness,
    VectorType,
)
from mlirlite.parser.text import tokens
from mlirlite.parser.text.cursor import TextCursor
from mlirlite.parser.text.tokens import BARE, SPACE, balanced_end
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.regex import many, maybe

SCALAR_TYPES: dict[str, Type] = {
    "index": INDEX,
    "none": NONE,
    **{keyword: FloatType(keyword) for keyword in FORMATS},
    **{f"i{w}": IntegerType(w) for w in (1, 8, 16, 32, 64)},
}
_BRACKETED_TYPES = frozenset(("vector", "tensor", "memref", "complex", "tuple"))

integer_type = re.compile(r"([su]?)i([0-9]++)").fullmatch
TYPE_WORDS = (
    *("tensor", "memref", "vector", "tuple", "complex", "none", "index", "i1", "i8", "i16", "i32"),
    *("i64", "f16", "bf16", "f32", "f64", "f80", "f128", "tf32"),
)
"""Words that types begin with, for "did you mean"."""
# A type whose end one expression finds: a keyword, or a name with a body in which brackets nest at
# most twice.
_FLAT = r'[^<>()"/-]*+'
_GLANCE_BODY = rf"<{_FLAT}{many(f'<{_FLAT}>{_FLAT}')}>"
GLANCE_TYPE = rf"(?:!{tokens.SUFFIX}|[A-Za-z_][A-Za-z0-9_$.]*+){maybe(_GLANCE_BODY)}"
_glance_type = re.compile(rf"({GLANCE_TYPE})(?![-<]){SPACE}", re.ASCII).match
_SHAPED = re.compile(
    rf"(tensor|memref|vector)<({many(r'(?:[?]|[0-9]++)x')})([a-z][A-Za-z0-9]*+)>", re.ASCII
).fullmatch
_name_like = re.compile(rf"([#!]{tokens.SUFFIX})(<?)", re.ASCII).match
keyword_at = re.compile(rf"({BARE}){SPACE}", re.ASCII).match
LONG = 4096
"""The longest text that is cached."""
_DIMENSION = re.compile(r"([0-9]++|\?)").match


def read_type(cursor: TextCursor) -> Type:
    """A type."""
    text = cursor.text
    m = _glance_type(text, cursor.pos)
    if m is not None:
        known = cursor.state.types.get(m[1])
        if known is None:
            known = _glanced_type(cursor, m[1])
        if known is not None:
            cursor.pos = m.end()
            return known
    found = optional_type(cursor)
    if found is None:
        raise cursor.wrong_token("expected non-function type" + cursor.nearest(TYPE_WORDS))
    return found


def optional_type(cursor: TextCursor) -> Type | None:
    """A type, or None when none begins here."""
    text, start = cursor.text, cursor.pos
    if text.startswith("!", start):
        return _extended_type(cursor)
    end = type_end(cursor, start)
    if end < 0:
        return None
    if text.startswith("(", start) and "(" not in text[start + 1 : text.find(")", start)]:
        return _flat_function_type(cursor, start, end)
    return _by_grammar(cursor, start, end)


def _flat_function_type(cursor: TextCursor, start: int, end: int) -> Type:
    """A function type whose inputs have no parentheses: read here, so that the most common ones do
    not need the grammar."""
    key = cursor.text[start:end]
    if key.count("(") > 2 or (key.count("(") == 2 and not key.endswith(")")):
        return _by_grammar(cursor, start, end)
    found = cursor.state.types.get(key)
    if found is None:
        inputs, results = signature(cursor)
        found = cursor.state.types[key] = FunctionType(tuple(inputs), tuple(results))
    else:
        cursor.pos = cursor.skip(end)
    return found


def _glanced_type(cursor: TextCursor, text: str) -> Type | None:
    """The most common types, made without the grammar and cached. None for any other."""
    found: Type | None = SCALAR_TYPES.get(text)
    if found is None:
        integer = integer_type(text)
        shaped = _SHAPED(text) if integer is None else None
        try:
            if integer is not None:
                found = IntegerType(int(integer[2]), _SIGNEDNESS[integer[1]])
            elif shaped is not None:
                element = _glanced_type(cursor, shaped[3])
                if element is None or element is NONE:
                    return None
                dims = shaped[2].split("x")[:-1]
                shape = tuple([DYNAMIC if d == "?" else int(d) for d in dims])
                if max(map(len, dims), default=0) > 18:
                    return None  # perhaps too large; the grammar's way reports it
                found = _SHAPED_CLASSES[shaped[1]](shape, element)
            else:
                return None
        except ValueError:
            return None  # the grammar's way finds it again, with the place
    cursor.state.types[text] = found
    return found


def type_end(cursor: TextCursor, start: int) -> int:
    """Where the type at `start` ends, judging by brackets; -1 when no type begins there."""
    text = cursor.text
    char = text[start : start + 1]
    if char == "(":
        end, _ = balanced_end(text, start, cursor.state.extents)
        end = cursor.skip(end)
        if not text.startswith("->", end):
            return min(end + 1, len(text))
        end = cursor.skip(end + 2)
        if text.startswith("(", end):
            return balanced_end(text, end, cursor.state.extents)[0]
        result = type_end(cursor, end)
        return result if result >= 0 else min(end + 1, len(text))
    if char == "!":
        m = _name_like(text, start)
        if m is None:
            return -1
        return balanced_end(text, m.end() - 1, cursor.state.extents)[0] if m[2] else m.end()
    m = keyword_at(text, start)
    if m is None:
        return -1
    word = m[1]
    if word in SCALAR_TYPES or integer_type(word):
        return m.end(1)
    if word in _BRACKETED_TYPES:
        if text.startswith("<", m.end()):
            return balanced_end(text, m.end(), cursor.state.extents)[0]
        cursor.pos = m.end()
        raise cursor.wrong_token(f"expected '<' in {word} type")
    return -1


def type_list(cursor: TextCursor) -> list[Type]:
    """One or more types with commas between."""
    return cursor.comma_list(partial(read_type, cursor))


def function_type(cursor: TextCursor) -> FunctionType:
    """`(types) -> types`."""
    start = cursor.pos
    found = read_type(cursor)
    if not isinstance(found, FunctionType):
        raise cursor.error("expected function type", cursor.span(start))
    return found


def arrow_types(cursor: TextCursor, optional: bool = True) -> list[Type]:
    """`-> type`, `-> (types)`; empty when optional and there is no arrow."""
    if optional and not cursor.accept("->"):
        return []
    if not optional:
        cursor.expect("->")
    return result_types(cursor)


def result_types(cursor: TextCursor) -> list[Type]:
    """What follows an arrow: one type, or types in parentheses."""
    if cursor.text.startswith("(", cursor.pos):
        return cursor.comma_list(partial(read_type, cursor), "(")
    return [read_type(cursor)]


def signature(cursor: TextCursor) -> tuple[list[Type], list[Type]]:
    """`(types) -> types` as two lists, cached by their text when that is quick to find. The lists
    are shared."""
    inputs = cursor.comma_list(partial(read_type, cursor), "(")
    cursor.expect("->", " in function type")
    return inputs, result_types(cursor)


def dimension_list(
    cursor: TextCursor, allow_dynamic: bool = True, trailing_x: bool = True
) -> tuple[int, ...]:
    """`4x?x` as (4, DYNAMIC); without `trailing_x`, `4x?`."""
    dims: list[int] = []
    text = cursor.text
    while m := _DIMENSION(text, cursor.pos):
        if m[1] == "?" and not allow_dynamic:
            raise cursor.fail("expected static shape")
        end = cursor.skip(m.end())
        has_x = text.startswith("x", end)
        if trailing_x and not has_x:
            cursor.pos = end
            raise cursor.wrong_token("expected 'x' in dimension list")
        dims.append(DYNAMIC if m[1] == "?" else int(m[1]))
        cursor.pos = cursor.skip(end + 1) if has_x else end
        if not has_x:
            break
        if not trailing_x and _DIMENSION(text, cursor.pos) is None:
            raise cursor.error("invalid dimension")
    return tuple(dims)


def by_grammar(
    cursor: TextCursor, start_symbol: str, memo: dict[str, Any] | None, start: int, end: int
) -> Any:
    """The value of a slice, read by the grammar or cached from an equal text."""
    text = cursor.text[start:end] if memo is not None and end - start <= LONG else None
    if memo is not None and text is not None:
        found = memo.get(text)
        if found is not None:
            cursor.pos = cursor.skip(end)
            return found
    found = cursor.state.readers.by_grammar(cursor, start_symbol, start, end)
    if memo is not None and text is not None and not cursor.state.nesting.enclosing:
        memo[text] = found
    cursor.pos = cursor.skip(end)
    return found


def _by_grammar(cursor: TextCursor, start: int, end: int) -> Type:
    found: Type = by_grammar(cursor, "type", cursor.state.types, start, end)
    return found


def _extended_type(cursor: TextCursor) -> Type:
    """`!alias` or a type of a dialect."""
    start = cursor.pos
    name, end = extended_extent(cursor)
    cursor.pos = cursor.skip(end)
    if name:
        return type_alias(cursor, name, start)
    key = cursor.text[start:end] if end - start <= LONG else None
    found = cursor.state.types.get(key) if key is not None else None
    if found is None:
        found = cursor.state.readers.dialect_type(cursor, start, end)
        if key is not None and not cursor.state.nesting.enclosing:
            cursor.state.types[key] = found
    return found


def extended_extent(cursor: TextCursor) -> tuple[str, int]:
    """The name of an alias at `pos`, empty for a dialect's type; and where it ends."""
    m = _name_like(cursor.text, cursor.pos)
    if m is None:
        raise cursor.wrong_token("expected attribute value")
    if not m[2]:
        return "" if "." in m[1] else m[1], m.end()
    end, unclosed = balanced_end(cursor.text, m.end() - 1, cursor.state.extents)
    if unclosed >= 0:
        message = f"unbalanced '{cursor.text[unclosed]}' character in pretty dialect name"
        raise cursor.fail(message, cursor.span(m.end() - 1, m.end()))
    return "", end


def type_alias(cursor: TextCursor, name: str, start: int) -> Type:
    """The type that `!name` (with the `!`) stands for."""
    found = cursor.state.type_aliases.get(name)
    if found is None:
        raise undefined_alias(cursor, name, start)
    return found


def undefined_alias(cursor: TextCursor, name: str, start: int) -> DiagnosticError:
    """The error for an undefined alias."""
    if name in cursor.state.lost_aliases:
        return DiagnosticError([])  # its definition was an error
    state = cursor.state
    known: Iterable[str] = state.type_aliases if name[0] == "!" else state.attribute_aliases
    message = f"undefined symbol alias id '{name[1:]}'" + did_you_mean(name, known)
    return cursor.fail(message, cursor.span(start, start + len(name)))


_SIGNEDNESS = {"": Signedness.SIGNLESS, "s": Signedness.SIGNED, "u": Signedness.UNSIGNED}
_SHAPED_CLASSES: dict[str, Any] = {
    "tensor": RankedTensorType,
    "memref": MemRefType,
    "vector": VectorType,
}
