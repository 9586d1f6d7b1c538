"""Regions and blocks, opened and closed, with the names that are visible in them."""

from __future__ import annotations

from mlirlite.ir.block import Block, Region
from mlirlite.parser.hooks.op_parser import Frame, OpParser, Owner, RegionRequest
from mlirlite.parser.hooks.values import ForwardReference, place_of_definition
from mlirlite.parser.ops.errors import Errors
from mlirlite.parser.text import tokens
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, did_you_mean, error
from mlirlite.support.source import SourceSpan


class Regions:
    """Open regions are on a stack. The owner of one is told when it ends."""

    __slots__ = ("errors", "frames", "item_frame", "p")

    def __init__(self, p: OpParser, errors: Errors) -> None:
        self.p = p
        self.errors = errors
        self.frames: list[Frame] = []
        self.item_frame = p.frame
        """Where the op, block or alias begins that is being read."""

    def begin_item(self, pos: int) -> None:
        """Note that an op, a block, an alias or the end of a region begins here."""
        self.p.state.item = pos
        self.item_frame = self.p.frame

    def push(self, frame: Frame) -> None:
        """Open this region for the ops that follow."""
        self.frames.append(frame)
        self.p.frame = frame

    def open(
        self, owner: Owner, request: RegionRequest, default_dialect: str | None
    ) -> Region | None:
        """Read `{`. Returns the region if it is empty and complete; None when it is on the stack to
        be read."""
        p = self.p
        opened = p.pos
        if not p.accept("{"):
            raise p.wrong_token("expected '{' to begin a region")
        text = p.text
        region = Region()
        if not request.arguments and text.startswith("}", p.pos):
            p.pos = p.skip(p.pos + 1)
            return region
        if default_dialect is None:
            default_dialect = p.frame.default_dialect
        frame = Frame(region, owner, default_dialect, opened)
        values = p.values
        if request.isolated:
            frame.outer_values = values.known
            values.known = {}
        block = region.append(frame.block)
        named = bool(request.arguments) and bool(request.arguments[0].name)
        if named:
            if text.startswith("^", p.pos):
                raise p.fail("invalid block name in region with named arguments")
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
                    raise p.fail(f"the type of region argument '{name}' is not known", span)
                argument = block.add_argument(type, span)
                if location is not None:
                    p.set_location(argument, location)
                values.define(name, 0, argument, frame.names, span)
        self.push(frame)
        if text.startswith("^", p.pos):
            self.block_label(block)
        return None

    def block_label(self, entry: Block | None) -> None:
        """`^name(%a: type, …):`. `entry` is a region's existing first block; blocks that were
        referred to exist too."""
        p = self.p
        m = tokens.block_name(p.text, p.pos)
        if m is None:
            raise p.wrong_token("expected block name")
        frame = p.frame
        name, span = m[1], SourceSpan(p.source, m.start(1), m.end(1))
        p.pos = m.end()
        block = frame.blocks.get(name)
        if block is None:
            block = entry if entry is not None else Block()
            frame.blocks[name] = block
        elif frame.forward_blocks.pop(block, None) is None:
            raise p.fail(f"redefinition of block '{name}'", span)
        if block.parent is None:
            frame.region.append(block)
        frame.block = block
        if p.accept("(") and not p.accept(")"):
            self._block_argument(block)
            while p.accept(","):
                self._block_argument(block)
            if not p.accept(")"):
                raise p.wrong_token("expected ')'")
        if not p.accept(":"):
            raise p.wrong_token("expected ':' after block name")

    def _block_argument(self, block: Block) -> None:
        p = self.p
        m = tokens.ssa_name(p.text, p.pos)
        if m is None:
            raise p.wrong_token("expected SSA operand")
        p.pos = m.end()
        if p.text.startswith("#", p.pos):
            use = tokens.ssa_use(p.text, m.start(1))
            p.pos = use.end() if use is not None else p.pos
        if not p.accept(":"):
            raise p.wrong_token("expected ':' and type for SSA operand")
        span = SourceSpan(p.source, m.start(1), m.end(1))
        argument = block.add_argument(p.type(), span)
        location = p.optional_trailing_location()
        if location is not None:
            p.set_location(argument, location)
        p.values.define(m[1], 0, argument, p.frame.names, span)

    def close(self) -> None:
        """Read `}`, drop the region's names, and continue with its op."""
        p = self.p
        frame = self.frames.pop()
        problems = self.undefined_blocks(frame)
        if problems:
            self.errors.report(problems)
            self.errors.damaged.add(frame.region)
        p.pos = p.skip(p.pos + 1)
        values = p.values
        if frame.outer_values is not None:
            values.known = frame.outer_values
        else:
            known = values.known
            for name in frame.names:
                known.pop(name, None)
        p.frame = self.frames[-1]
        assert frame.owner is not None  # the text itself has no `}`
        frame.owner.resume(frame.region)

    def undefined_blocks(self, frame: Frame) -> list[Diagnostic]:
        """Errors for the blocks of a region that are referred to but not defined."""
        spans = sorted(frame.forward_blocks.values(), key=lambda s: s.start)
        names = [n for n, b in frame.blocks.items() if b not in frame.forward_blocks]
        return [
            error("reference to an undefined block" + did_you_mean(_spelling(s), names), s)
            for s in spans
        ]


def _spelling(span: SourceSpan) -> str:
    return span.source.text[span.start : span.end]
