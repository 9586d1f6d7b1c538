"""TypeCursor: a TextCursor that reads types. A type is found by its extent and looked up by its
text; what is new and not trivial goes to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, cast

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
# A type that a glance finds the end of: a keyword, or a name with a body in which brackets nest at
# most twice.
_GLANCE_BODY = r'<[^<>()"/-]*+(?:<[^<>()"/-]*+>[^<>()"/-]*+)*+>'
GLANCE_TYPE = rf"(?:!{tokens.SUFFIX}|[A-Za-z_][A-Za-z0-9_$.]*+)(?:{_GLANCE_BODY})?+"
_glance_type = re.compile(rf"({GLANCE_TYPE})(?![-<]){SPACE}", re.ASCII).match
_SHAPED = re.compile(
    r"(tensor|memref|vector)<((?:(?:\?|[0-9]++)x)*+)([a-z][A-Za-z0-9]*+)>", re.ASCII
).fullmatch
_name_like = re.compile(rf"([#!]{tokens.SUFFIX})(<?)", re.ASCII).match
keyword_at = re.compile(rf"({BARE}){SPACE}", re.ASCII).match
LONG = 4096
"""Characters of a text that is remembered."""
_DIMENSION = re.compile(r"([0-9]++|\?)").match


class TypeCursor(TextCursor):
    """A place in a text where types are read; a part of Cursor, which hooks get."""

    __slots__ = ()

    def type(self) -> Type:
        """A type."""
        text = self.text
        m = _glance_type(text, self.pos)
        if m is not None:
            known = self.state.types.get(m[1])
            if known is None:
                known = self._glanced_type(m[1])
            if known is not None:
                self.pos = m.end()
                return known
        found = self.optional_type()
        if found is None:
            raise self.wrong_token("expected non-function type" + self.nearest(TYPE_WORDS))
        return found

    def optional_type(self) -> Type | None:
        """A type, or None when none begins here."""
        text, start = self.text, self.pos
        if text.startswith("!", start):
            return self._extended_type()
        end = self._type_end(start)
        if end < 0:
            return None
        if text.startswith("(", start) and "(" not in text[start + 1 : text.find(")", start)]:
            return self._flat_function_type(start, end)
        return self._slice("type", self.state.types, start, end)

    def _flat_function_type(self, start: int, end: int) -> Type:
        """A function type whose inputs have no parentheses: read here, so that the commonest do
        not need the grammar."""
        key = self.text[start:end]
        if key.count("(") > 2 or (key.count("(") == 2 and not key.endswith(")")):
            return self._slice("type", self.state.types, start, end)
        found = self.state.types.get(key)
        if found is None:
            inputs, results = self.signature()
            found = self.state.types[key] = FunctionType(tuple(inputs), tuple(results))
        else:
            self.pos = self.skip(end)
        return found

    def _glanced_type(self, text: str) -> Type | None:
        """The commonest types, made without the grammar; remembered. None for any other."""
        found: Type | None = SCALAR_TYPES.get(text)
        if found is None:
            integer = integer_type(text)
            shaped = _SHAPED(text) if integer is None else None
            try:
                if integer is not None:
                    found = IntegerType(int(integer[2]), _SIGNEDNESS[integer[1]])
                elif shaped is not None:
                    element = self._glanced_type(shaped[3])
                    if element is None or element is NONE:
                        return None
                    dims = shaped[2].split("x")[:-1]
                    shape = tuple([DYNAMIC if d == "?" else int(d) for d in dims])
                    if max(map(len, dims), default=0) > 18:
                        return None  # perhaps too large; the grammar's way says so
                    found = _SHAPED_CLASSES[shaped[1]](shape, element)
                else:
                    return None
            except ValueError:
                return None  # the grammar's way finds it again, with the place
        self.state.types[text] = found
        return found

    def _type_end(self, start: int) -> int:
        """Where the type at `start` ends as far as brackets tell; -1 when no type begins there."""
        text = self.text
        char = text[start : start + 1]
        if char == "(":
            end, _ = balanced_end(text, start, self.state.extents)
            end = self.skip(end)
            if not text.startswith("->", end):
                return min(end + 1, len(text))
            end = self.skip(end + 2)
            if text.startswith("(", end):
                return balanced_end(text, end, self.state.extents)[0]
            result = self._type_end(end)
            return result if result >= 0 else min(end + 1, len(text))
        if char == "!":
            m = _name_like(text, start)
            if m is None:
                return -1
            return balanced_end(text, m.end() - 1, self.state.extents)[0] if m[2] else m.end()
        m = keyword_at(text, start)
        if m is None:
            return -1
        word = m[1]
        if word in SCALAR_TYPES or integer_type(word):
            return m.end(1)
        if word in _BRACKETED_TYPES:
            if text.startswith("<", m.end()):
                return balanced_end(text, m.end(), self.state.extents)[0]
            self.pos = m.end()
            raise self.wrong_token(f"expected '<' in {word} type")
        return -1

    def type_list(self) -> list[Type]:
        """One type or more, commas between."""
        return self.comma_list(self.type)

    def function_type(self) -> FunctionType:
        """`(types) -> types`."""
        start = self.pos
        found = self.type()
        if not isinstance(found, FunctionType):
            raise self.error("expected function type", self.span(start))
        return found

    def arrow_types(self, optional: bool = True) -> list[Type]:
        """`-> type`, `-> (types)`; nothing when optional and there is no arrow."""
        if optional and not self.accept("->"):
            return []
        if not optional:
            self.expect("->")
        return self.result_types()

    def result_types(self) -> list[Type]:
        """What follows an arrow: one type, or types in parentheses."""
        if self.text.startswith("(", self.pos):
            return self.comma_list(self.type, "(")
        return [self.type()]

    def signature(self) -> tuple[list[Type], list[Type]]:
        """`(types) -> types` as two lists, remembered by their text when that is short to find. The
        lists are shared."""
        inputs = self.comma_list(self.type, "(")
        self.expect("->", " in function type")
        return inputs, self.result_types()

    def dimension_list(
        self, allow_dynamic: bool = True, trailing_x: bool = True
    ) -> tuple[int, ...]:
        """`4x?x` as (4, DYNAMIC); without `trailing_x`, `4x?`."""
        dims: list[int] = []
        text = self.text
        while m := _DIMENSION(text, self.pos):
            if m[1] == "?" and not allow_dynamic:
                raise self.fail("expected static shape")
            end = self.skip(m.end())
            has_x = text.startswith("x", end)
            if trailing_x and not has_x:
                self.pos = end
                raise self.wrong_token("expected 'x' in dimension list")
            dims.append(DYNAMIC if m[1] == "?" else int(m[1]))
            self.pos = self.skip(end + 1) if has_x else end
            if not has_x:
                break
            if not trailing_x and _DIMENSION(text, self.pos) is None:
                raise self.error("invalid dimension")
        return tuple(dims)

    def _slice(self, start_symbol: str, memo: dict[str, Any] | None, start: int, end: int) -> Any:
        """What the grammar makes of a slice, or made of one with the same text."""
        text = self.text[start:end] if memo is not None and end - start <= LONG else None
        if memo is not None and text is not None:
            found = memo.get(text)
            if found is not None:
                self.pos = self.skip(end)
                return found
        from mlirlite.parser.grammar.syntax import parse_slice  # late: it loads lark

        found = parse_slice(cast(Any, self), start_symbol, start, end)
        if memo is not None and text is not None and not self.state.nesting.enclosing:
            memo[text] = found
        self.pos = self.skip(end)
        return found

    def _extended_type(self) -> Type:
        """`!alias` or a type of a dialect."""
        start = self.pos
        name, end = self._extended_extent()
        self.pos = self.skip(end)
        if name:
            return self.type_alias(name, start)
        key = self.text[start:end] if end - start <= LONG else None
        found = self.state.types.get(key) if key is not None else None
        if found is None:
            from mlirlite.parser.types.dialect_symbols import (
                dialect_type,  # late: it needs a Cursor
            )

            found = dialect_type(cast(Any, self), start, end)
            if key is not None and not self.state.nesting.enclosing:
                self.state.types[key] = found
        return found

    def _extended_extent(self) -> tuple[str, int]:
        """The name of an alias at `pos`, empty for what a dialect defines; and where it ends."""
        m = _name_like(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected attribute value")
        if not m[2]:
            return "" if "." in m[1] else m[1], m.end()
        end, unclosed = balanced_end(self.text, m.end() - 1, self.state.extents)
        if unclosed >= 0:
            message = f"unbalanced '{self.text[unclosed]}' character in pretty dialect name"
            raise self.fail(message, self.span(m.end() - 1, m.end()))
        return "", end

    def type_alias(self, name: str, start: int) -> Type:
        """The type that `!name` (with the `!`) stands for."""
        found = self.state.type_aliases.get(name)
        if found is None:
            raise self._undefined_alias(name, start)
        return found

    def _undefined_alias(self, name: str, start: int) -> DiagnosticError:
        if name in self.state.lost_aliases:
            return DiagnosticError([])  # its definition was an error
        state = self.state
        known: Iterable[str] = state.type_aliases if name[0] == "!" else state.attribute_aliases
        message = f"undefined symbol alias id '{name[1:]}'" + did_you_mean(name, known)
        return self.fail(message, self.span(start, start + len(name)))


_SIGNEDNESS = {"": Signedness.SIGNLESS, "s": Signedness.SIGNED, "u": Signedness.UNSIGNED}
_SHAPED_CLASSES: dict[str, Any] = {
    "tensor": RankedTensorType,
    "memref": MemRefType,
    "vector": VectorType,
}
