"""RegionParser: an OpParser that opens and closes regions and blocks, with the names that are seen
inside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.parser.hooks.op_parser import Frame, OpParser, RegionRequest
from mlirlite.parser.hooks.values import ForwardReference, place_of_definition
from mlirlite.parser.text import tokens
from mlirlite.parser.text.state import ParserState
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
from mlirlite.support.source import SourceSpan


class TooManyErrors(DiagnosticError):
    """Reading stops, and no recovery is tried."""


class LostOp:
    """An op whose head could not be read; its regions are, for the errors in them. `end`: where
    reading goes on. `names`: what its head names."""

    __slots__ = ("end", "names", "records")

    def __init__(self, end: int, names: Iterable[str], records: list[tuple[str, int, int]]) -> None:
        self.end = end
        self.names = set(names)
        self.records = records


class RegionParser(OpParser):
    """Regions that are open are on a stack; `after_region` is told when one ends."""

    __slots__ = ("damaged", "error_limit", "errors", "frames")

    def __init__(self, state: ParserState) -> None:
        super().__init__(state, 0)
        self.frames: list[Frame] = []
        self.errors: list[Diagnostic] = []
        self.damaged: set[Region] = set()
        """Regions in which something could not be read."""
        self.error_limit = 1

    def open_region(
        self, owner: Any, request: RegionRequest, default_dialect: str | None
    ) -> Region | None:
        """Read `{`. The region itself when it is empty and done with; None when it is on the stack
        to be read."""
        opened = self.pos
        if not self.accept("{"):
            raise self.wrong_token("expected '{' to begin a region")
        text = self.text
        region = Region()
        if not request.arguments and text.startswith("}", self.pos):
            self.pos = self.skip(self.pos + 1)
            return region
        if default_dialect is None:
            default_dialect = self.frame.default_dialect
        frame = Frame(region, owner, default_dialect, opened)
        values = self.values
        if request.isolated:
            frame.outer_values = values.known
            values.known = {}
        block = region.append(frame.block)
        named = bool(request.arguments) and bool(request.arguments[0].name)
        if named:
            if text.startswith("^", self.pos):
                raise self.fail("invalid block name in region with named arguments")
            for name, type, _, location, span in request.arguments:
                existing = values.known.get(name)
                if existing is not None:
                    place = (
                        existing.span
                        if isinstance(existing, ForwardReference)
                        else place_of_definition(name, existing)
                    )
                    message = f"region entry argument '{name}' is already in use"
                    raise DiagnosticError(
                        error(message, span).note("previously referenced here", place)
                    )
                if type is None:
                    raise self.fail(f"the type of region argument '{name}' is not known", span)
                argument = block.add_argument(type, span)
                if location is not None:
                    self.set_location(argument, location)
                values.define(name, 0, argument, frame.names, span)
        self.frames.append(frame)
        self.frame = frame
        if text.startswith("^", self.pos):
            self.block_label(block)
        return None

    def block_label(self, entry: Block | None) -> None:
        """`^name(%a: type, …):`. `entry` is a region's first block, made already; blocks that were
        referred to exist too."""
        m = tokens.block_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected block name")
        frame = self.frame
        name, span = m[1], SourceSpan(self.source, m.start(1), m.end(1))
        self.pos = m.end()
        block = frame.blocks.get(name)
        if block is None:
            block = entry if entry is not None else Block()
            frame.blocks[name] = block
        elif frame.forward_blocks.pop(block, None) is None:
            raise self.fail(f"redefinition of block '{name}'", span)
        if block.parent is None:
            frame.region.append(block)
        frame.block = block
        if self.accept("(") and not self.accept(")"):
            self._block_argument(block)
            while self.accept(","):
                self._block_argument(block)
            if not self.accept(")"):
                raise self.wrong_token("expected ')'")
        if not self.accept(":"):
            raise self.wrong_token("expected ':' after block name")

    def _block_argument(self, block: Block) -> None:
        m = tokens.ssa_name(self.text, self.pos)
        if m is None:
            raise self.wrong_token("expected SSA operand")
        self.pos = m.end()
        if self.text.startswith("#", self.pos):
            use = tokens.ssa_use(self.text, m.start(1))
            self.pos = use.end() if use is not None else self.pos
        if not self.accept(":"):
            raise self.wrong_token("expected ':' and type for SSA operand")
        span = SourceSpan(self.source, m.start(1), m.end(1))
        argument = block.add_argument(self.type(), span)
        location = self.optional_trailing_location()
        if location is not None:
            self.set_location(argument, location)
        self.values.define(m[1], 0, argument, self.frame.names, span)

    def end_region(self) -> None:
        """Read `}`, forget the region's names, and go on with its op."""
        frame = self.frames.pop()
        problems = self.undefined_blocks(frame)
        if problems:
            self.report(problems)
            self.damaged.add(frame.region)
        self.pos = self.skip(self.pos + 1)
        values = self.values
        if frame.outer_values is not None:
            values.known = frame.outer_values
        else:
            known = values.known
            for name in frame.names:
                known.pop(name, None)
        self.frame = self.frames[-1]
        self.after_region(frame.owner, frame.region)

    def after_region(self, owner: Any, region: Region) -> None:
        """Go on with the op that a region belongs to."""
        raise NotImplementedError

    def report(self, problems: Sequence[Diagnostic]) -> None:
        """Keep errors; DiagnosticError with all of them once there are too many to go on."""
        self.errors += problems
        if 0 < self.error_limit <= len(self.errors):
            raise TooManyErrors(self.errors)

    def undefined_blocks(self, frame: Frame) -> list[Diagnostic]:
        spans = sorted(frame.forward_blocks.values(), key=lambda s: s.start)
        names = [n for n, b in frame.blocks.items() if b not in frame.forward_blocks]
        return [
            error("reference to an undefined block" + did_you_mean(_spelling(s), names), s)
            for s in spans
        ]


def _spelling(span: SourceSpan) -> str:
    return span.source.text[span.start : span.end]
