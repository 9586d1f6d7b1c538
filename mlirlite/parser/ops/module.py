"""ModuleReader: a whole text, in one loop without recursion."""

from __future__ import annotations

from typing import Any, Protocol

from mlirlite.ir.block import Block, Region
from mlirlite.ir.crash import crash_at
from mlirlite.ir.locations import Location
from mlirlite.parser.hooks.op_parser import Frame, OpParser, Records
from mlirlite.parser.ops.custom import CustomOps
from mlirlite.parser.ops.errors import TooManyErrors
from mlirlite.parser.ops.generic import GenericOps
from mlirlite.parser.ops.plain import PlainOps
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.text import tokens
from mlirlite.parser.text.cursor import PYTHONS_LIMIT
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
from mlirlite.support.mistakes import DeclarationError, raised_at


class Recovery(Protocol):
    """What happens after an error."""

    def recover(self, problems: list[Diagnostic]) -> bool:
        """Record the errors of an item and move to the next one. False at the end of the text."""

    def new(self, problems: list[Diagnostic]) -> list[Diagnostic]:
        """The errors that do not follow from a known error."""

    def all_errors(self, block: Block) -> list[Diagnostic]:
        """The errors found while reading, and those in the rest."""


class ModuleReader:
    """Combines the parsers for each kind of operation, and recovery."""

    __slots__ = ("custom", "generic", "p", "plain", "recovery", "regions", "top")

    def __init__(self, p: OpParser, regions: Regions, recovery: Recovery) -> None:
        self.p = p
        self.regions = regions
        self.recovery = recovery
        self.generic = GenericOps(p, regions)
        self.custom = CustomOps(p, regions)
        self.plain = PlainOps(p, regions, self.generic, self.custom)
        self.top = Block()
        """The block for the top-level operations."""

    def read(self) -> Block:
        """The top-level operations. DiagnosticError with all errors found: reading goes on at the
        next op, block or region end."""
        frame = Frame(Region(), None, "builtin", 0)
        self.top = frame.region.append(frame.block)
        self.regions.push(frame)
        self.regions.begin_item(0)
        more = True
        while more:
            try:
                self._run()
                self._finish()
                more = False
            except TooManyErrors:
                raise
            except DeclarationError as e:
                more = self.recovery.recover(self._first_of(e))
            except DiagnosticError as e:
                more = self.recovery.recover(e.diagnostics)
        if self.regions.errors.found:
            raise DiagnosticError(self.recovery.all_errors(self.top))
        return self.top

    def _run(self) -> None:
        """Read to the end of the text: ops without regions in one loop, the others one by one."""
        p = self.p
        more = True
        while more:
            try:
                m = self.plain.read()
                self.regions.begin_item(p.pos)
                if m is None:
                    more = self._no_operation()
                else:
                    self.plain.by_steps(m)
            except DiagnosticError:
                raise
            except Exception as e:  # an exception in an author's hook
                if isinstance(e, RecursionError) and raised_at(e) is None:
                    raise p.fail("nested too deeply", p.span(p.state.item)) from None
                if PYTHONS_LIMIT in str(e):
                    raise p.fail(str(e)) from None
                hook = getattr(p.op_class, "parse", None) if p.op_name else None
                where = p.span(p.state.item)
                raise crash_at("parser", p.op_name or "this", where, e, hook) from e

    def _first_of(self, failure: DeclarationError) -> list[Diagnostic]:
        """A mistake in a declaration, reported where it first occurs."""
        p = self.p
        [problem] = failure.diagnostics
        if problem.message in p.state.reported:
            return []
        p.state.reported.add(problem.message)
        return [problem if problem.notes else problem.hint("met here", p.span(p.state.item))]

    def _no_operation(self) -> bool:
        """Read an item that is not a plain operation: the end of a region, a block, an alias, an op
        in an unusual spelling. False at the end of the text."""
        p = self.p
        text, pos = p.text, p.pos
        char = text[pos : pos + 1]
        nested = len(self.regions.frames) > 1
        if nested:
            if char == "}":
                self.regions.close()
                return True
            if char == "^":
                self.regions.block_label(None)
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

            read_metadata(p)
            return True
        if char == "%" or char == '"':
            self._operation()
            return True
        failure = p.wrong_token("expected operation name in quotes")
        if nested and not char:
            opened = p.frame.opened
            failure.diagnostics[0].hint("unclosed '{' opened here", p.span(opened, opened + 1))
        raise failure

    def _operation(self) -> None:
        """An operation in an unusual spelling."""
        p = self.p
        start = p.pos
        records: Records = []
        if p.text.startswith("%", p.pos):
            records = p.comma_list(self._result_record)
            if not p.accept("="):
                raise p.wrong_token("expected '=' after SSA name")
        name_start = p.pos
        word = p.optional_keyword()
        if word is not None:
            self.custom.read(records, word, name_start)
        elif p.text.startswith('"', name_start):
            self.generic.read(records, start, name_start)
        else:
            raise p.wrong_token("expected operation name in quotes")

    def _result_record(self) -> tuple[str, int, int]:
        p = self.p
        m = tokens.ssa_name(p.text, p.pos)
        if m is None:
            raise p.wrong_token("expected valid ssa identifier")
        p.pos = m.end()
        count = 1
        if p.accept(":"):
            number = tokens.integer(p.text, p.pos)
            if number is None or number[1].startswith("-"):
                raise p.wrong_token("expected integer number of results")
            count = int(number[1], 0) if "x" in number[1] else int(number[1])
            if count < 1:
                raise p.fail("expected named operation to have at least 1 result")
            p.pos = number.end()
        return m[1], count, m.start(1)

    def _finish(self) -> None:
        """Errors that are known only at the end: undefined values, blocks and locations."""
        p = self.p
        self.regions.begin_item(len(p.text))
        problems = self.recovery.new(p.values.undefined())
        if not problems:
            for target, deferred in p.deferred:
                found = p.state.attribute_aliases.get(deferred.alias)
                if found is None:
                    near = did_you_mean(deferred.alias, p.state.attribute_aliases)
                    message = "operation location alias was never defined" + near
                    problems.append(error(message, deferred.place))
                elif not isinstance(found, Location):
                    message = f"expected location, but found '{found}'"
                    problems.append(error(message, deferred.place))
                else:
                    target.location = found
        problems += self.regions.undefined_blocks(p.frame)
        if problems:
            raise DiagnosticError(problems)

    # Aliases

    def _alias(self, match: tokens.Match, kind: str, known: dict[str, Any]) -> str:
        p = self.p
        m = match(p.text, p.pos)
        if m is None:
            raise p.fail(f"expected {kind} alias name")
        name, span = m[1], p.span(m.start(1), m.end(1))
        if name in known:
            raise p.fail(f"redefinition of {kind} alias id '{name[1:]}'", span)
        if "." in name:
            raise p.fail(f"{kind} names with a '.' are reserved for dialect-defined names", span)
        p.pos = m.end()
        p.expect("=", f" in {kind} alias definition")
        return name

    def _attribute_alias(self) -> None:
        known = self.p.state.attribute_aliases
        name = self._alias(tokens.hash_id, "attribute", known)
        known[name] = self.p.attribute()

    def _type_alias(self) -> None:
        state = self.p.state
        name = self._alias(tokens.bang_id, "type", state.type_aliases)
        state.type_aliases[name] = state.types[name] = self.p.type()
