"""ModuleParser: a whole text, in one loop without recursion.

Generic ops in their usual shape are read by one regular expression, whose parts are looked up by
their text; ops in custom syntax that were seen before but for the names of values, by another
(lines.py). Anything else goes step by step.
"""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.block import Block, Region
from mlirlite.ir.crash import crash_at
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation, UnregisteredOp
from mlirlite.ir.values import Value
from mlirlite.parser.hooks.op_parser import Frame
from mlirlite.parser.ops import lines
from mlirlite.parser.ops.operations import EMPTY, Records
from mlirlite.parser.ops.regions import TooManyErrors
from mlirlite.parser.recovery.recovery import RecoveringParser, offset_of
from mlirlite.parser.text import tokens
from mlirlite.parser.text.cursor import PYTHONS_LIMIT
from mlirlite.parser.text.operands import unresolved_uses
from mlirlite.parser.text.tokens import BARE, SPACE, SUFFIX
from mlirlite.parser.types.types import GLANCE_TYPE
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
from mlirlite.support.mistakes import DeclarationError
from mlirlite.support.source import SourceSpan

# A dictionary without inner braces and comments.
_DICTIONARY = r'\{[^{}"/]*+(?:"(?:[^"\\\n]++|\\.)*+"[^{}"/]*+)*+\}'
_TYPES = r"\([^()\"/]*+\)"
_operation = re.compile(
    # 1: first result, 2: more results or a count
    rf"(?:(%{SUFFIX})((?::[0-9]++)?+(?:[ ]?+,[ ]?+%{SUFFIX}(?::[0-9]++)?+)*+){SPACE}={SPACE})?+"
    # 3: quoted name, 4: uses
    rf'(?:"([^"\\\n\r]++)"{SPACE}\(([^()"/]*+)\){SPACE}'
    # 5: properties, 6: attributes, 7: function type
    rf"(?:(?:<(?={SPACE}\{{){SPACE}({_DICTIONARY}){SPACE}>{SPACE})?+(?:({_DICTIONARY}){SPACE})?+"
    rf":{SPACE}({_TYPES}{SPACE}->{SPACE}(?:{_TYPES}|{GLANCE_TYPE}(?!<))){SPACE})?+"
    # 8: name of custom syntax
    rf"|({BARE}){SPACE})",
    re.ASCII,
).match
_more_results = re.compile(rf"(%{SUFFIX})?(?::([0-9]++))?[ ]?+(?:,[ ]?+)?", re.ASCII).match


class ModuleParser(RecoveringParser):
    """Reads a whole text."""

    __slots__ = ("by_line", "line", "lines", "top")

    def parse(self, error_limit: int = 1) -> Block:
        """The top-level operations, in a block. DiagnosticError with all errors found: reading goes
        on at the next op, block or region end, until there are `error_limit` errors (0: never
        stop)."""
        self.error_limit = error_limit
        self.lines: dict[str, lines.Lines] = {}
        self.by_line = True  # the last op was in custom syntax; likely the next is
        self.line: re.Match[str] | None = None  # that fills the next op
        region = Region()
        frame = self.frame = Frame(region, None, "builtin", 0)
        self.top = region.append(frame.block)
        self.frames = [frame]
        self.item_frame = frame
        more = True
        while more:
            try:
                self._run()
                self._finish()
                more = False
            except TooManyErrors:
                raise
            except DeclarationError as e:
                more = self.recover(self._first_of(e))
            except DiagnosticError as e:
                more = self.recover(e.diagnostics)
        if self.errors:
            raise DiagnosticError(self.all_errors(frame.block))
        return frame.block

    # The loop

    def _run(self) -> None:
        """Read to the end of the text: ops without regions in one go, the others one by one."""
        more = True
        while more:
            try:
                m = self._plain_ops()
                self.state.item, self.item_frame = self.pos, self.frame
                if m is None:
                    more = self._no_operation()
                else:
                    self._other_op(m)
            except RecursionError:
                raise self.fail("nested too deeply", self.span(self.state.item)) from None
            except DiagnosticError:
                raise
            except Exception as e:  # of a hook, which an author wrote
                if PYTHONS_LIMIT in str(e):
                    raise self.fail(str(e)) from None
                hook = getattr(self.op_class, "parse", None) if self.op_name else None
                where = self.span(self.state.item)
                raise crash_at("parser", self.op_name or "this", where, e, hook) from e

    def _first_of(self, failure: DeclarationError) -> list[Diagnostic]:
        """A mistake in a declaration, which is said where it is met first."""
        [problem] = failure.diagnostics
        if problem.message in self.state.told:
            return []
        self.state.told.add(problem.message)
        return [problem.hint("met here", self.span(self.state.item))]

    def _plain_ops(self) -> re.Match[str] | None:
        """Read ops of one region that need no step by step: lines that are like earlier ones, and
        generic ops without regions and successors. What comes next is not read: its match when it
        is an op."""
        text, source = self.text, self.source
        frame = self.frame
        block, names, known = frame.block, frame.names, self.values.known
        memory = self._lines(frame)
        by_line, line = self.by_line, None
        pos = start = self.pos
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
                            known[first] = op.results[0]
                            names.append(first)
                        else:
                            self.define_results(op, [(first, 1, start)], start)
                        continue
                m = _operation(text, pos)
                if m is None or m.end(7) < 0:
                    self.pos, self.line = pos, line
                    return m
                by_line = self.by_line = False
                line = None
                pos = m.end()
                parts = m.groups()
                op = self._plain_generic(m, parts)
                if text.startswith("loc", pos):
                    self.pos = pos
                    location = self.optional_trailing_location()
                    if location is not None:
                        self.set_location(op, location)
                    pos = self.pos
                block.insert_before(None, op)
                first = parts[0]
                if first is None:
                    pass
                elif not parts[1] and first not in known and len(op.results) == 1:
                    known[first] = op.results[0]
                    names.append(first)
                else:
                    self.define_results(op, self._records(m), start)
        except Exception:
            self.state.item, self.item_frame = start, frame
            raise

    def _plain_generic(self, m: re.Match[str], parts: tuple[Any, ...]) -> Operation:
        """A generic op without regions and successors, whose parts are looked up by their text."""
        _, _, name, uses, properties, attributes, signature, _ = parts
        known_class = self.generic_classes.get(name)
        if known_class is None:
            known_class = self.generic_class(name, m.start(3) - 1, m.end(3) + 1)
        cls, inherent = known_class
        inner = None if properties is None else self._dictionary(properties, m.start(5))
        entries = None if attributes is None else self._dictionary(attributes, m.start(6))
        types = self.state.function_types.get(signature)
        if types is None:
            types = self._signature(signature, m.start(7))
        inputs, outputs = types
        operands: list[Value] = []
        if uses or inputs:
            known = self.values.known
            try:
                operands = [known[use] for use in uses.split(", ")]
                usual = [v.type for v in operands] == inputs
            except KeyError:
                usual = False
            if not usual:
                operands = self._operands(uses, m.start(4), inputs, m.start(7))
        start, end = m.span(3)
        span = SourceSpan(self.source, start - 1, end + 1)
        if cls is not None:
            if inner is not None:
                inner = self.declared_properties(name, inherent, inner, span, entries)
            inner, entries = inherent.settle(inner, entries)
            return cls.create(operands, outputs, inner, entries, (), (), span)
        op = UnregisteredOp.create(operands, outputs, inner, entries, (), (), span)
        op.name = name
        if properties is not None and not inner:
            op.whole_property = EMPTY
        return op

    def _other_op(self, m: re.Match[str]) -> None:
        """An op step by step: generic with regions, or in custom syntax. A line of custom syntax is
        remembered."""
        records = [] if m[1] is None else self._records(m)
        if m[3] is not None:
            self.by_line = False
            self.generic(records, m.start(1) if records else m.start(3) - 1, m.start(3) - 1)
            return
        frame, known = self.frame, self.values.known
        memory = self._lines(frame)
        line = self.line
        self.pos = m.end()
        self.custom(records, m[8], m.start(8))
        if line is not None and frame is self.frame and frame.block.last is not None:
            memory.learn(line, self.pos, frame.block.last, known)
        self.by_line = True

    def _lines(self, frame: Frame) -> lines.Lines:
        """What was learned about lines in regions like this one."""
        found = self.lines.get(frame.default_dialect)
        if found is None:
            found = self.lines[frame.default_dialect] = lines.Lines()
        return found

    def _no_operation(self) -> bool:
        """What is here when it is no operation: the end of a region, a block, an alias, an op in an
        unusual spelling. False at the end of the text."""
        text, pos = self.text, self.pos
        char = text[pos : pos + 1]
        nested = len(self.frames) > 1
        if nested:
            if char == "}":
                self.end_region()
                return True
            if char == "^":
                self.block_label(None)
                return True
        elif not char:
            return False
        elif char == "#" and not text.startswith("#-}", pos):
            self._attribute_alias()
            return True
        elif char == "!":
            self._type_alias()
            return True
        elif text.startswith("{-#", pos):
            from mlirlite.parser.ops.resources import read_metadata  # late: few texts have any

            read_metadata(self)
            return True
        if char == "%" or char == '"':
            self.operation_by_steps()
            return True
        failure = self.wrong_token("expected operation name in quotes")
        if nested and not char:
            opened = self.frame.opened
            failure.diagnostics[0].hint("unclosed '{' opened here", self.span(opened, opened + 1))
        raise failure

    def _finish(self) -> None:
        """What can only be known at the end: undefined values, blocks and locations."""
        self.state.item, self.item_frame = len(self.text), self.frame
        problems = self.values.undefined()
        if self.skipped:  # one error for each item
            problems = [
                p
                for p in problems
                if not any(start <= offset_of(p) < end for start, end in self.skipped)
            ]
        if not problems:
            for target, deferred in self.deferred:
                found = self.state.attribute_aliases.get(deferred.alias)
                if found is None:
                    near = did_you_mean(deferred.alias, self.state.attribute_aliases)
                    message = "operation location alias was never defined" + near
                    problems.append(error(message, deferred.place))
                elif not isinstance(found, Location):
                    message = f"expected location, but found '{found}'"
                    problems.append(error(message, deferred.place))
                else:
                    target.location = found
        problems += self.undefined_blocks(self.frame)
        if problems:
            raise DiagnosticError(problems)

    # Aliases

    def _alias(self, match: tokens.Match, kind: str, known: dict[str, Any]) -> str:
        m = match(self.text, self.pos)
        if m is None:
            raise self.fail(f"expected {kind} alias name")
        name, span = m[1], self.span(m.start(1), m.end(1))
        if name in known:
            raise self.fail(f"redefinition of {kind} alias id '{name[1:]}'", span)
        if "." in name:
            raise self.fail(f"{kind} names with a '.' are reserved for dialect-defined names", span)
        self.pos = m.end()
        self.expect("=", f" in {kind} alias definition")
        return name

    def _attribute_alias(self) -> None:
        known = self.state.attribute_aliases
        name = self._alias(tokens.hash_id, "attribute", known)
        known[name] = self.attribute()

    def _type_alias(self) -> None:
        known = self.state.type_aliases
        name = self._alias(tokens.bang_id, "type", known)
        known[name] = self.state.types[name] = self.type()

    # Parts of generic ops, remembered by their text

    def _signature(self, text: str, start: int) -> tuple[list[Type], list[Type]]:
        self.pos = start
        found = self.state.function_types[text] = self.signature()
        return found

    def _dictionary(self, text: str, start: int) -> dict[str, Attribute]:
        """A new dict for a dictionary's text; short ones are remembered."""
        known = self.state.dictionaries
        found = known.get(text)
        if found is None:
            self.pos = start
            found = self.attr_dict()
            if len(text) <= 160 and len(known) < 4096:
                known[text] = found
                return dict(found)
            return found
        return dict(found)

    def _operands(self, text: str, start: int, types: list[Type], types_start: int) -> list[Value]:
        return self.resolve_uses(unresolved_uses(self, text, start), types, types_start)

    def _records(self, m: re.Match[str]) -> Records:
        """The named results of a matched op."""
        first, more = m[1], m[2]
        start = m.start(1)
        if not more:
            return [(first, 1, start)]
        records: Records = []
        text, end = self.text, m.end(2)
        pos = start
        while pos < end:
            part = _more_results(text, pos, end)
            if part is None or part[1] is None:
                break
            count = int(part[2] or 1)
            if count < 1:
                span = self.span(part.start(2), part.end(2))
                raise self.fail("expected named operation to have at least 1 result", span)
            records.append((part[1], count, part.start(1)))
            pos = part.end()
        return records
