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
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation, UnregisteredOp
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.ir.values import Value
from mlirlite.parser import lines, tokens
from mlirlite.parser.op_parser import Frame
from mlirlite.parser.operations import EMPTY, OperationParser, Records
from mlirlite.parser.regions import LostOp, TooManyErrors
from mlirlite.parser.tokens import BARE, SPACE, SUFFIX
from mlirlite.parser.type_cursor import GLANCE_TYPE
from mlirlite.parser.values import unresolved_uses
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
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


class ModuleParser(OperationParser):
    """Reads a whole text."""

    __slots__ = ("item", "item_frame", "lines", "skipped", "top", "unbalanced")

    def parse(self, error_limit: int = 1) -> Block:
        """The top-level operations, in a block. DiagnosticError with all errors found: reading goes
        on at the next op, block or region end, until there are `error_limit` errors (0: never
        stop)."""
        self.error_limit = error_limit
        self.item = 0
        self.skipped: list[tuple[int, int]] = []  # items with errors
        self.lines: dict[str, lines.Lines] = {}
        self.unbalanced = False  # brackets: more errors about them may follow from the first
        region = Region()
        frame = self.frame = Frame(region, None, "builtin", 0)
        region.append(frame.block)
        self.top = frame.block
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
            except DiagnosticError as e:
                more = self._recover(e.diagnostics)
        if self.errors:
            raise DiagnosticError(self._all_errors(frame.block))
        return frame.block

    # Errors

    def _recover(self, problems: list[Diagnostic]) -> bool:
        """Keep the errors of an item and move to the next one. False at the end of the text."""
        from mlirlite.parser.recovery import named_results, next_item, values_in

        text, item, frame = self.text, self.item, self.item_frame
        nested = len(self.frames) > 1
        if not (self.unbalanced and (item >= len(text) or text[item] == "}")):
            self.report(problems)
        self.op_name = ""
        if item >= len(text):
            return False
        lost: list[tuple[str, int]] = []
        head = False
        if frame not in self.frames:  # the op whose region has ended
            lost = [(name, count) for name, count, _ in frame.owner.records]
            start = max(item, min(self.pos, len(text)) - 1)
        elif frame is not self.frame:  # a region of the item has begun
            start = self.skip(self.frame.opened + 1)
        else:
            start = item
            head = True
            lost = list(named_results(text, item))
        self.damaged.add(self.frame.region)
        self.damaged.add(frame.region)
        default = self.frame.default_dialect
        op_class = self.context.op_class
        end, balanced = next_item(
            text, start, nested, lambda w: op_class(f"{default}.{w}") is not None
        )
        self.unbalanced |= not balanced
        self.skipped.append((start, end))
        if head and balanced:
            owner = LostOp(end, (), [(name, count, item) for name, count in lost])
            if self._open_lost(owner, start):
                return True
        if text[start : start + 1] == "^":
            label = tokens.block_name(text, start)
            block = self.frame.blocks.get(label[1]) if label is not None else None
            if block is not None:
                self.frame.forward_blocks.pop(block, None)
            lost = [(name, 1) for name in values_in(text, start, end)]
        elif text[start : start + 1] in ("#", "!"):
            self.state.lost_aliases.update(_alias_name(text, start))
        for name, count in lost:
            self.values.lose(name, count, self.frame.names, self.span(start))
        self.pos = self.skip(end)
        return True

    def _open_lost(self, owner: LostOp, start: int) -> bool:
        """Begin to read the next region of an op whose head was wrong; False when it has none."""
        from mlirlite.parser.recovery import name_of_op, region_in, values_in

        text, around, values = self.text, self.frame, self.values
        op_class = self.context.op_class
        name = name_of_op(text, start)
        cls = op_class(name) or op_class(f"{around.default_dialect}.{name}")
        default = getattr(cls, "default_dialect", None) or around.default_dialect
        if cls is None and "." in name:
            default = name.partition(".")[0]  # `func.fun` likely means func's
        found = region_in(text, start, owner.end, lambda w: op_class(f"{default}.{w}") is not None)
        if found is None:
            return False
        opened, first = found
        frame = Frame(Region(), owner, default, opened)
        if cls is not None and cls.has_trait(IsolatedFromAbove):
            frame.outer_values = values.known
            values.known = {}
        frame.region.append(frame.block)
        self.frames.append(frame)
        self.frame = frame
        self.damaged.add(frame.region)
        self.skipped[-1] = self.skipped[-1][0], opened
        owner.names.update(values_in(text, start, opened))
        for name in owner.names:
            if name not in values.known:
                values.lose(name, 1, frame.names, self.span(start))
        self.pos = first
        return True

    def after_region(self, owner: Any, region: Region) -> None:
        if not isinstance(owner, LostOp):
            super().after_region(owner, region)
            return
        self.skipped.append((self.pos, owner.end))
        if not self._open_lost(owner, self.pos):
            for name, count, start in owner.records:
                self.values.lose(name, count, self.frame.names, self.span(start))
            self.pos = self.skip(owner.end)

    def _all_errors(self, block: Block) -> list[Diagnostic]:
        """What was found while reading, and what the verifier finds in the rest."""
        from mlirlite.parser.recovery import errors_of_the_rest

        found = list(self.errors)
        if self.error_limit != 1:
            found += errors_of_the_rest(block, self.damaged, self.context.dialect)
            found.sort(key=_offset)
        if 0 < self.error_limit < len(found):
            del found[self.error_limit :]
        return found

    # The loop

    def _run(self) -> None:
        text, source, state = self.text, self.source, self.state
        signatures = state.function_types
        classes = self.generic_classes
        values = self.values
        create_unregistered = UnregisteredOp.create
        frame = self.frame
        block, names, known = frame.block, frame.names, values.known
        pos = self.pos
        m: re.Match[str] | None = None
        by_line, line = True, None  # whether the last op was custom
        memory = self._lines(frame)
        try:
            while True:
                if by_line:
                    line = lines.line(text, pos)
                    if line is not None:
                        m = line
                        like = memory.make(line, known, source)
                        if like is not None:
                            block.insert_before(None, like)
                            pos = lines.following(line)
                            first = line[1]
                            if first is None:
                                pass
                            elif first not in known:
                                known[first] = like.results[0]
                                names.append(first)
                            else:
                                self.define_results(like, [(first, 1, m.start(1))], m.start(1))
                            continue
                m = _operation(text, pos)
                if m is None:
                    self.pos = pos
                    if not self._no_operation():
                        return
                    pos = self.pos
                    frame = self.frame
                    block, names, known = frame.block, frame.names, values.known
                    memory = self._lines(frame)
                    continue
                first, more, name, uses, properties, attributes, signature, custom = m.groups()
                if signature is None:
                    records = [] if first is None else self._records(m)
                    if name is not None:
                        by_line, line = False, None
                        self.generic(
                            records, m.start(1) if records else m.start(3) - 1, m.start(3) - 1
                        )
                    else:
                        self.pos = m.end()
                        self.custom(records, custom, m.start(8))
                        if line is not None and frame is self.frame and block.last is not None:
                            memory.learn(line, self.pos, block.last, known)
                        by_line = True
                    pos = self.pos
                    frame = self.frame
                    block, names, known = frame.block, frame.names, values.known
                    memory = self._lines(frame)
                    continue
                # A generic op without regions and successors.
                by_line, line = False, None
                known_class = classes.get(name)
                if known_class is None:
                    known_class = self.generic_class(name, m.start(3) - 1, m.end(3) + 1)
                cls, inherent = known_class
                inner = None if properties is None else self._dictionary(properties, m.start(5))
                entries = None if attributes is None else self._dictionary(attributes, m.start(6))
                types = signatures.get(signature)
                if types is None:
                    types = self._signature(signature, m.start(7))
                inputs, outputs = types
                operands: list[Value] = []
                if uses:
                    try:
                        operands = [known[use] for use in uses.split(", ")]
                        if [v.type for v in operands] != inputs:
                            operands = self._operands(uses, m.start(4), inputs, m.start(7))
                    except KeyError:
                        operands = self._operands(uses, m.start(4), inputs, m.start(7))
                elif inputs:
                    operands = self._operands(uses, m.start(4), inputs, m.start(7))
                pos = m.end()
                span = SourceSpan(source, m.start(3) - 1, m.end(3) + 1)
                if cls is None:
                    op: Operation = create_unregistered(
                        operands, outputs, inner, entries, (), (), span
                    )
                    op.name = name  # type: ignore[misc]
                    if properties is not None and not inner:
                        op.whole_property = EMPTY  # type: ignore[attr-defined]
                else:
                    if inner is not None:
                        inner = self.declared_properties(name, inherent, inner, span, entries)
                    inner, entries = inherent.settle(inner, entries)
                    op = cls.create(operands, outputs, inner, entries, (), (), span)
                if text.startswith("loc", pos):
                    self.pos = pos
                    location = self.optional_trailing_location()
                    if location is not None:
                        self.set_location(op, location)
                    pos = self.pos
                block.insert_before(None, op)
                if first is not None:
                    if not more and len(outputs) == 1 and first not in known:
                        known[first] = op.results[0]
                        names.append(first)
                    else:
                        self.define_results(op, self._records(m), m.start(1))
        except (DiagnosticError, RecursionError) as e:
            self.item, self.item_frame = pos if m is None else m.start(), frame
            if isinstance(e, RecursionError):
                raise self.fail("nested too deeply", self.span(self.item)) from None
            raise

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
            from mlirlite.parser.resources import read_metadata

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
        self.item, self.item_frame = len(self.text), self.frame
        problems = self.values.undefined()
        if self.skipped:  # one error for each item
            problems = [
                p
                for p in problems
                if not any(start <= _offset(p) < end for start, end in self.skipped)
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


_alias = re.compile(rf"[#!]{SUFFIX}", re.ASCII).findall


def _alias_name(text: str, start: int) -> list[str]:
    """The alias that a definition at `start` would have given."""
    found: list[str] = _alias(text, start)[:1]
    return found


def _offset(problem: Diagnostic) -> int:
    span = problem.span()
    return -1 if span is None else span.start
