"""Cursor: a TypeCursor that reads attributes, affine maps and locations. Hooks of dialect
types and attributes get one; OpParser is one that also knows values, regions and successors.

An attribute is found by its extent and looked up by its text; what is new and not trivial
goes to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from mlirlite.ir.affine import AffineExpr, AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    FALSE,
    TRUE,
    UNIT,
    AffineMapAttr,
    DenseArrayAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from mlirlite.ir.locations import FileLineColRange, Location
from mlirlite.ir.types import (
    I64,
    INDEX,
    FloatType,
)
from mlirlite.parser.ops.values import UnresolvedOperand
from mlirlite.parser.text import tokens
from mlirlite.parser.text.literals import LiteralError, number_attribute
from mlirlite.parser.text.tokens import (
    BARE,
    SPACE,
    STRING,
    balanced_end,
    literal,
    without_space,
)
from mlirlite.parser.types.types import LONG, SCALAR_TYPES, TypeCursor, keyword_at
from mlirlite.support.diagnostics import DiagnosticError

# Entries of a dictionary that need no more than a look: integers, strings, units; and what follows.
_plain_entry = re.compile(
    rf"({BARE}){SPACE}(?:={SPACE}(?:(-?+[0-9]++)(?![\w.]){SPACE}(?::{SPACE}(i[0-9]++|index)(?![\w$.]){SPACE})?+"
    rf"|({STRING}){SPACE}))?+([,}}]){SPACE}",
    re.ASCII,
).match
_entry_name = re.compile(rf"(?:({BARE})|({STRING})){SPACE}", re.ASCII).match
_flat_array = re.compile(
    rf"array{SPACE}<{SPACE}(i8|i16|i32|i64){SPACE}(?::([-0-9,\s]++))?>{SPACE}", re.ASCII
).match
_file_location = re.compile(
    rf"({STRING}){SPACE}:{SPACE}([0-9]++){SPACE}:{SPACE}([0-9]++){SPACE}(?=\))"
).match

A = TypeVar("A", bound=Attribute)


ATTRIBUTE_WORDS = (
    *("affine_map", "affine_set", "array", "dense", "dense_resource", "distinct", "false", "loc"),
    *("opaque", "sparse", "strided", "true", "unit"),
)
"""Words that attributes begin with, for "did you mean"."""


class Cursor(TypeCursor):
    """A place in a text. Methods named `optional_…` give None and stay where they are when the
    thing is not there."""

    __slots__ = ()

    # Attributes

    def attribute(self, type: Type | None = None) -> Attribute:
        """An attribute. With `type`, numbers, strings and elements have it and no `: type` is
        read."""
        found = self.optional_attribute(type)
        if found is None:
            raise self.wrong_token("expected attribute value" + self.nearest(ATTRIBUTE_WORDS))
        return found

    def optional_attribute(self, type: Type | None = None) -> Attribute | None:
        """An attribute, or None when none begins here."""
        text, start = self.text, self.pos
        char = text[start : start + 1]
        if char.isdigit() or char == "-":
            return self._number(type)
        if char == '"':
            value = self.optional_string()
            if value is None:
                raise self.fail("expected '\"' in string literal")
            if type is None and self.accept(":"):
                type = self.type()
            return StringAttr(value, type)
        if char == "@":
            return self.optional_symbol_ref()
        if char == "[" or char == "{":
            end, _ = balanced_end(text, start, self.state.extents)
            return self._slice("attribute", self.state.attributes, start, end)
        if char == "(" or char == "!":
            return self.optional_type()
        if char == "#":
            return None if text.startswith("#-}", start) else self._extended(type)
        m = keyword_at(text, start)
        if m is None:
            return None
        word = m[1]
        if word == "true" or word == "false" or word == "unit":
            self.pos = m.end()
            return UNIT if word == "unit" else TRUE if word == "true" else FALSE
        if word == "dense" or word == "sparse":
            from mlirlite.parser.types.elements import read_elements  # late: few texts have any

            return read_elements(self, m.end(), type)
        if word == "array":
            flat = _flat_array(text, start)
            if flat is not None:
                array = self._flat_array(flat)
                if array is not None:
                    return array
        if word == "dense_resource":
            end = self._bracket_end(m.end(), "<")
            return self._typed_slice(start, end, type)
        if word in ("affine_map", "affine_set", "array", "strided"):
            return self._slice(
                "attribute", self.state.attributes, start, self._bracket_end(m.end(), "<")
            )
        if word == "loc":
            end = self._bracket_end(m.end(), "(")
            return self._slice("attribute", self.state.attributes, start, end)
        if word == "distinct":
            end = self._bracket_end(m.end(), "[")
            end = self._bracket_end(self.skip(end), "<")
            return self._slice("attribute", None, start, end)
        return self.optional_type()

    def _bracket_end(self, pos: int, bracket: str) -> int:
        """The end of the bracket that should stand at `pos`; one character on when it does not, for
        the grammar to complain."""
        if self.text.startswith(bracket, pos):
            return balanced_end(self.text, pos, self.state.extents)[0]
        return min(pos + 1, len(self.text))

    def _typed_slice(self, start: int, end: int, type: Type | None) -> Attribute:
        """`head<…> : type`, or the head alone when the type is given."""
        if type is not None:
            from mlirlite.parser.grammar.syntax import parse_slice  # late: it loads lark

            self.pos = self.skip(end)
            return parse_slice(self, "attribute", start, end, type)
        after = self.skip(end)
        if self.text.startswith(":", after):
            type_end = self._type_end(self.skip(after + 1))
            end = type_end if type_end >= 0 else min(self.skip(after + 1) + 1, len(self.text))
        else:
            end = min(after + 1, len(self.text))
        return self._slice("attribute", self.state.attributes, start, end)

    def _number(self, type: Type | None) -> Attribute:
        m = tokens.number(self.text, self.pos)
        if m is None:
            if not self.accept("-"):  # an arrow
                raise self.wrong_token("expected attribute value")
            raise self.wrong_token("expected constant integer or floating point value")
        self.pos = m.end()
        if type is None and self.accept(":"):
            type = self.type()
        return self.number_attribute(without_space(m[1]), type, m.start(1))

    def float_of(self, type: FloatType) -> Attribute:
        """A float literal, or the bits of a float in hexadecimal: a number of this type."""
        m = tokens.number(self.text, self.pos)
        if m is None:
            raise self.error("expected floating point literal")
        self.pos = m.end()
        return self.number_attribute(without_space(m[1]), type, m.start(1))

    def number_attribute(self, text: str, type: Type | None, start: int) -> Attribute:
        """The attribute of a number that stands at `start`."""
        try:
            return number_attribute(text, type)
        except LiteralError as e:
            raise self.literal_error(e, text, start) from None

    def literal_error(self, e: LiteralError, text: str, start: int) -> DiagnosticError:
        """The error of a number that stands at `start`."""
        sign = text.startswith("-")
        span = None if e.at_type else self.span(start + sign, start + len(text))
        failure = self.fail(str(e), span)
        if e.hint:
            failure.diagnostics[0].note(e.hint, span)
        return failure

    def _flat_array(self, m: re.Match[str]) -> Attribute | None:
        try:
            values = tuple(map(int, m[2].split(","))) if m[2] is not None else ()
        except ValueError:
            return None
        type = SCALAR_TYPES[m[1]]
        width = 1 << type.width >> 1  # type: ignore[attr-defined]
        if values and not (-width <= min(values) and max(values) < width):
            return None
        self.pos = m.end()
        return DenseArrayAttr(type, values)

    def _extended(self, type: Type | None) -> Attribute:
        """`#alias` or an attribute of a dialect."""
        start = self.pos
        name, end = self._extended_extent()
        self.pos = self.skip(end)
        if name:
            return self.attribute_alias(name, start)
        written = self.text.startswith(":", self.pos) and not self.text.startswith("::", self.pos)
        if written:
            self.expect(":")
        given = self.type() if written else type
        key = self.text[start:end] if given is None and end - start <= LONG else None
        found = self.state.attributes.get(key) if key is not None else None
        if found is None:
            from mlirlite.parser.types.dialect_symbols import (
                dialect_attribute,  # late: a Cursor, too
            )

            found = dialect_attribute(self, start, end, given)
            if key is not None and not self.state.nesting.enclosing:
                self.state.attributes[key] = found
        actual = getattr(found, "type", None)
        if type is not None and isinstance(actual, Type) and actual is not type:
            raise self.fail(
                f"attribute type different than expected: expected '{type}', but got '{actual}'"
            )
        return found

    def body(self, cls: type[A]) -> A:
        """What follows `dialect.name` of a type or attribute of this class, however deep it is
        nested."""
        hook = getattr(cls, "parse", None)
        if hook is None:
            from mlirlite.parser.format.attributes import attribute_hook  # late: it is large

            hook = attribute_hook(cls)
        found: A = self.state.nesting.read(hook, self)
        return found

    def attribute_alias(self, name: str, start: int) -> Attribute:
        """The attribute that `#name` (with the `#`) stands for."""
        found = self.state.attribute_aliases.get(name)
        if found is None:
            raise self._undefined_alias(name, start)
        return found

    def optional_symbol_ref(self) -> SymbolRefAttr | None:
        """`@root::@nested`."""
        root = self.optional_symbol_name()
        if root is None:
            if self.text.startswith("@", self.pos):
                raise self.fail("@ identifier expected to start with letter or '_'")
            return None
        nested: list[str] = []
        colons = literal(":")
        while self.text.startswith(":", self.pos):
            first = colons(self.text, self.pos)
            second = colons(self.text, first.end()) if first is not None else None
            if second is None:
                break
            self.pos = second.end()
            name = self.optional_symbol_name()
            if name is None:
                raise self.fail("expected nested symbol reference identifier")
            nested.append(name)
        return SymbolRefAttr(root, tuple(nested))

    def attr_dict(self) -> dict[str, Attribute]:
        """`{name = attribute, …}` as a dict in the order of the text."""
        text = self.text
        opened = self.pos
        if not text.startswith("{", opened):
            raise self.wrong_token("expected '{' in attribute dictionary")
        pos = self.skip(opened + 1)
        entries: dict[str, Attribute] = {}
        value: Attribute
        if text.startswith("}", pos):
            self.pos = self.skip(pos + 1)
            return entries
        types = SCALAR_TYPES
        while True:
            place = pos
            m = _plain_entry(text, pos)
            if m is None:
                name, value = self._entry(pos)
                follower = text[self.pos : self.pos + 1]
                pos = self.skip(self.pos + 1)
            else:
                name, number, type_name, string, follower = m.groups()
                pos = m.end()
                if number is not None:
                    type = I64 if type_name is None else types.get(type_name)
                    if type is None:
                        self.pos = m.start(3)
                        type = self.type()
                    try:
                        value = IntegerAttr(int(number), type)
                        exact = type is not INDEX or len(number) < 19
                    except ValueError:
                        exact = False
                    if not exact:
                        value = self.number_attribute(number, type, m.start(2))
                elif string is not None:
                    value = StringAttr(self.unquote(string, m.start(4)), None)
                else:
                    value = UNIT
            if name in entries:
                message = f"duplicate key '{name}' in dictionary attribute"
                raise self.fail(message, self.span(place))
            entries[name] = value
            if follower == "}":
                self.pos = pos
                return entries
            if follower != ",":
                failure = self.wrong_token("expected '}' in attribute dictionary")
                failure.diagnostics[0].note("to match this '{'", self.span(opened, opened + 1))
                raise failure

    def _entry(self, start: int) -> tuple[str, Attribute]:
        """An entry of a dictionary with a value of any kind, or none."""
        m = _entry_name(self.text, start)
        if m is None:
            self.pos = start
            raise self.wrong_token("expected attribute name")
        name = m[1] or self.unquote(m[2], start)
        if not name:
            self.pos = start
            raise self.fail("expected valid attribute name")
        self.pos = m.end()
        return name, self.attribute() if self.accept("=") else UNIT

    def optional_attr_dict(self) -> dict[str, Attribute]:
        """A dictionary if one is next; else an empty one."""
        return self.attr_dict() if self.text.startswith("{", self.pos) else {}

    # Affine

    def affine_map(self) -> AffineMap:
        """`(d0)[s0] -> (d0 + s0)` without `affine_map<>` around it."""
        start = self.pos
        end = self._bracket_end(start, "(")
        after = self.skip(end)
        if self.text.startswith("[", after):
            after = self.skip(balanced_end(self.text, after, self.state.extents)[0])
        if self.text.startswith("->", after):
            end = self._bracket_end(self.skip(after + 2), "(")
        else:
            end = min(after + 1, len(self.text))
        return self._slice("affine_map", None, start, end)

    def affine_map_attribute(self) -> AffineMapAttr:
        """`affine_map<…>` or an alias of one."""
        start = self.pos
        found = self.attribute()
        if not isinstance(found, AffineMapAttr):
            raise self.error("invalid kind of attribute specified", self.span(start))
        return found

    def affine_expr(
        self, dim_names: Sequence[str] = (), symbol_names: Sequence[str] = ()
    ) -> AffineExpr:
        """An affine expression over named dimensions and symbols."""
        from mlirlite.parser.grammar.syntax import parse_affine_expr  # late: it loads lark
        from mlirlite.parser.types.affine_operands import expression_end  # late: few texts have any

        start = self.pos
        end = expression_end(self.text, start)
        found = parse_affine_expr(self, start, end, dim_names, symbol_names)
        self.pos = self.skip(end)
        return found

    def affine_map_of_ssa_ids(
        self, delimiter: str = "["
    ) -> tuple[AffineMapAttr, list[UnresolvedOperand]]:
        """`[%i + 1, symbol(%n)]` as a map and its operands: dimensions in order of appearance, then
        symbols."""
        from mlirlite.parser.types.affine_operands import read_affine_operands  # late, as above

        return read_affine_operands(self, delimiter)

    # Locations

    def location(self) -> Location:
        """`loc(…)`."""
        start = self.pos
        found = self.attribute()
        if not isinstance(found, Location):
            raise self.error("invalid kind of attribute specified", self.span(start))
        return found

    def location_instance(self) -> Location:
        """What stands between `loc(` and `)`; the `)` is not read."""
        m = _file_location(self.text, self.pos)
        if m is not None:
            self.pos = m.end()
            file = self.unquote(m[1], m.start(1))
            return FileLineColRange(file, int(m[2]), int(m[3]))
        # The slice goes up to the parenthesis that closes `loc(`.
        start = self.pos
        opened = self.text.rfind("(", 0, start)
        end, unclosed = balanced_end(self.text, opened, self.state.extents)
        end -= unclosed < 0
        found = self._slice("location", self.state.attributes, start, max(end, start))
        if not isinstance(found, Location):
            raise self.fail(f"expected location, but found '{found}'", self.span(start))
        return found
