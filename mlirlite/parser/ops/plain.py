"""Operations without regions, many in one loop.

Generic ops in their usual form are read by one regular expression, whose parts are looked up by
their text; ops in custom syntax that differ from an earlier one only in the names of values, by
another (lines.py). Anything else is read step by step."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.unregistered import UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.op_parser import Frame, OpParser, Records
from mlirlite.parser.ops import lines
from mlirlite.parser.ops.custom import CustomOps
from mlirlite.parser.ops.generic import EMPTY, GenericOps, declared_properties
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.ops.results import define_results, resolve_uses
from mlirlite.parser.text.operands import unresolved_uses
from mlirlite.parser.text.tokens import BARE, SPACE, STRING, SUFFIX
from mlirlite.parser.types.types import GLANCE_TYPE
from mlirlite.support.regex import many, maybe
from mlirlite.support.source import SourceSpan

# A dictionary without inner braces and comments.
_PLAIN = r'[^{}"/]*+'
_DICTIONARY = rf"\{{{_PLAIN}{many(STRING + _PLAIN)}\}}"
_TYPES = r"\([^()\"/]*+\)"
_COUNT = maybe(":[0-9]++")
_MORE_RESULTS = _COUNT + many(rf"[ ]?+,[ ]?+%{SUFFIX}{_COUNT}")
_PROPERTIES = maybe(rf"<(?={SPACE}\{{){SPACE}({_DICTIONARY}){SPACE}>{SPACE}")
_ATTRIBUTES = maybe(rf"({_DICTIONARY}){SPACE}")
_FUNCTION_TYPE = rf":{SPACE}({_TYPES}{SPACE}->{SPACE}(?:{_TYPES}|{GLANCE_TYPE}(?!<))){SPACE}"
_operation = re.compile(
    # 1: first result, 2: more results or a count
    maybe(rf"(%{SUFFIX})({_MORE_RESULTS}){SPACE}={SPACE}")
    # 3: quoted name, 4: uses
    + rf'(?:"([^"\\\n\r]++)"{SPACE}\(([^()"/]*+)\){SPACE}'
    # 5: properties, 6: attributes, 7: function type
    + maybe(_PROPERTIES + _ATTRIBUTES + _FUNCTION_TYPE)
    # 8: name of custom syntax
    + rf"|({BARE}){SPACE})",
    re.ASCII,
).match
_more_results = re.compile(rf"(%{SUFFIX})?(?::([0-9]++))?[ ]?+(?:,[ ]?+)?", re.ASCII).match


class PlainOps:
    """Reads the ops of a region up to the first that has a region of its own."""

    __slots__ = ("by_line", "custom", "generic", "line", "lines", "p", "regions")

    def __init__(
        self, p: OpParser, regions: Regions, generic: GenericOps, custom: CustomOps
    ) -> None:
        self.p = p
        self.regions = regions
        self.generic = generic
        self.custom = custom
        self.lines: dict[str, lines.Lines] = {}
        self.by_line = True
        """The last op was in custom syntax; likely the next is."""
        self.line: re.Match[str] | None = None
        """The item after the last op."""

    def read(self) -> re.Match[str] | None:
        """Read the ops of one region that need not be read step by step: lines that are like
        earlier ones, and generic ops without regions and successors. Returns the match of the next
        op, which is not read, if it is an op."""
        p = self.p
        text, source = p.text, p.source
        frame = p.frame
        block, names, known = frame.block, frame.names, p.values.known
        memory = self._lines(frame)
        by_line, line = self.by_line, None
        pos = start = p.pos
        try:
            while True:
                start = pos
                if by_line:
                    line = lines.line(text, pos)
                    op = None if line is None else memory.make(line, known, source)
                    if line is not None and op is not None:
                        block.insert_before(None, op)
                        pos = lines.following(line)
                        first = line[1]
                        if first is None:
                            pass
                        elif first not in known:
                            known[first] = op._results[0]
                            names.append(first)
                        else:
                            define_results(p, op, [(first, 1, start)], start)
                        continue
                m = _operation(text, pos)
                if m is None or m.end(7) < 0:
                    p.pos, self.line = pos, line
                    return m
                by_line = self.by_line = False
                line = None
                pos = m.end()
                parts = m.groups()
                op = self._generic(m, parts)
                if text.startswith("loc", pos):
                    p.pos = pos
                    location = p.optional_trailing_location()
                    if location is not None:
                        p.set_location(op, location)
                    pos = p.pos
                block.insert_before(None, op)
                first = parts[0]
                if first is None:
                    pass
                elif not parts[1] and first not in known and len(op._results) == 1:
                    known[first] = op._results[0]
                    names.append(first)
                else:
                    define_results(p, op, self._records(m), start)
        except Exception:
            self.regions.begin_item(start)
            raise

    def _generic(self, m: re.Match[str], parts: tuple[Any, ...]) -> Operation:
        """A generic op without regions and successors, whose parts are looked up by their text."""
        p = self.p
        _, _, name, uses, properties, attributes, signature, _ = parts
        known_class = self.generic.classes.get(name)
        if known_class is None:
            known_class = self.generic.class_of(name, m.start(3) - 1, m.end(3) + 1)
        cls, inherent = known_class
        inner = None if properties is None else self._dictionary(properties, m.start(5))
        entries = None if attributes is None else self._dictionary(attributes, m.start(6))
        types = p.state.function_types.get(signature)
        if types is None:
            types = self._signature(signature, m.start(7))
        inputs, outputs = types
        operands: list[Value] = []
        if uses or inputs:
            known = p.values.known
            try:
                operands = [known[use] for use in uses.split(", ")]
                usual = [v.type for v in operands] == inputs
            except KeyError:
                usual = False
            if not usual:
                found = unresolved_uses(p, uses, m.start(4))
                operands = resolve_uses(p, found, inputs, m.start(7))
        start, end = m.span(3)
        span = SourceSpan(p.source, start - 1, end + 1)
        if cls is not None:
            if inner is not None:
                inner = declared_properties(p, name, inherent, inner, span, entries)
            inner, entries = inherent.settle(inner, entries)
            return cls.create(operands, outputs, inner, entries, (), (), span)
        op = UnregisteredOp.create(operands, outputs, inner, entries, (), (), span)
        op.name = name
        if properties is not None and not inner:
            op.whole_property = EMPTY
        return op

    def by_steps(self, m: re.Match[str]) -> None:
        """Read an op step by step: generic with regions, or in custom syntax. A line of custom
        syntax is recorded."""
        p = self.p
        records = [] if m[1] is None else self._records(m)
        if m[3] is not None:
            self.by_line = False
            self.generic.read(records, m.start(1) if records else m.start(3) - 1, m.start(3) - 1)
            return
        frame, known = p.frame, p.values.known
        memory = self._lines(frame)
        line = self.line
        p.pos = m.end()
        self.custom.read(records, m[8], m.start(8))
        if line is not None and frame is p.frame and frame.block._last is not None:
            memory.learn(line, p.pos, frame.block._last, known)
        self.by_line = True

    def _lines(self, frame: Frame) -> lines.Lines:
        """The recorded lines for regions like this one."""
        found = self.lines.get(frame.default_dialect)
        if found is None:
            found = self.lines[frame.default_dialect] = lines.Lines()
        return found

    # Parts of generic ops, cached by their text

    def _signature(self, text: str, start: int) -> tuple[list[Type], list[Type]]:
        self.p.pos = start
        found = self.p.state.function_types[text] = self.p.signature()
        return found

    def _dictionary(self, text: str, start: int) -> dict[str, Attribute]:
        """A new dict for a dictionary's text; short ones are cached."""
        p = self.p
        known = p.state.dictionaries
        found = known.get(text)
        if found is None:
            p.pos = start
            found = p.attr_dict()
            if len(text) <= 160 and len(known) < 4096:
                known[text] = found
                return dict(found)
            return found
        return dict(found)

    def _records(self, m: re.Match[str]) -> Records:
        """The named results of a matched op."""
        p = self.p
        first, more = m[1], m[2]
        start = m.start(1)
        if not more:
            return [(first, 1, start)]
        records: Records = []
        text, end = p.text, m.end(2)
        pos = start
        while pos < end:
            part = _more_results(text, pos, end)
            if part is None or part[1] is None:
                break
            count = int(part[2] or 1)
            if count < 1:
                span = p.span(part.start(2), part.end(2))
                raise p.fail("expected named operation to have at least 1 result", span)
            records.append((part[1], count, part.start(1)))
            pos = part.end()
        return records
