"""Going on after an error: what could not be read is skipped, and the values that it would have
defined count as known.

What only wrong text needs (items.py) is imported late."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mlirlite.ir.block import Block, Region
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.parser.hooks.op_parser import Frame, OpParser, Records
from mlirlite.parser.ops.regions import Regions
from mlirlite.parser.text import tokens
from mlirlite.parser.text.tokens import SUFFIX
from mlirlite.support.diagnostics import Diagnostic


class LostOp:
    """An op whose head could not be read; its regions are read for the errors in them. `end`: where
    reading goes on. `names`: the values that its head names."""

    __slots__ = ("end", "names", "records", "recovery")

    def __init__(
        self, recovery: NextItem, end: int, names: Iterable[str], records: Records
    ) -> None:
        self.recovery = recovery
        self.end = end
        self.names = set(names)
        self.records = records

    def resume(self, region: Region) -> None:
        """Continue after a region."""
        self.recovery.after_region(self)


class NextItem:
    """Recovers at the next op, block, alias or region end."""

    __slots__ = ("p", "regions", "skipped", "unbalanced")

    def __init__(self, p: OpParser, regions: Regions) -> None:
        self.p = p
        self.regions = regions
        self.skipped: list[tuple[int, int]] = []
        """The extents of items with errors."""
        self.unbalanced = False
        """Brackets did not match: more errors about them may follow from the first."""

    def recover(self, problems: list[Diagnostic]) -> bool:
        """Record the errors of an item and move to the next one. False at the end of the text."""
        from mlirlite.parser.recovery.items import (
            named_results,
            next_item,
            values_in,
        )  # late: above

        p, frames = self.p, self.regions.frames
        text, item, frame = p.text, p.state.item, self.regions.item_frame
        errors = self.regions.errors
        nested = len(frames) > 1
        if not (self.unbalanced and (item >= len(text) or text[item] == "}")):
            errors.report(problems)
        p.op_name = ""
        if item >= len(text):
            return False
        lost: list[tuple[str, int]] = []
        head = False
        if frame not in frames:  # the op whose region has ended
            records = frame.owner.records if frame.owner is not None else []
            lost = [(name, count) for name, count, _ in records]
            start = max(item, min(p.pos, len(text)) - 1)
        elif frame is not p.frame:  # a region of the item has begun
            start = p.skip(p.frame.opened + 1)
        else:
            start = item
            head = True
            lost = list(named_results(text, item))
        errors.damaged.update((p.frame.region, frame.region))
        default = p.frame.default_dialect
        op_class = p.context.op_class
        end, balanced = next_item(
            text, start, nested, lambda w: op_class(f"{default}.{w}") is not None
        )
        self.unbalanced |= not balanced
        self.skipped.append((start, end))
        if head and balanced:
            owner = LostOp(self, end, (), [(name, count, item) for name, count in lost])
            if self._open_lost(owner, start):
                return True
        if text[start : start + 1] == "^":
            label = tokens.block_name(text, start)
            block = p.frame.blocks.get(label[1]) if label is not None else None
            if block is not None:
                p.frame.forward_blocks.pop(block, None)
            lost = [(name, 1) for name in values_in(text, start, end)]
        elif text[start : start + 1] in ("#", "!"):
            p.state.lost_aliases.update(_alias_name(text, start))
        for name, count in lost:
            p.values.lose(name, count, p.frame.names, p.span(start))
        p.pos = p.skip(end)
        return True

    def _open_lost(self, owner: LostOp, start: int) -> bool:
        """Begin to read the next region of an op with an error in its head; False when it has
        none."""
        from mlirlite.parser.recovery.items import (
            name_of_op,
            region_in,
            values_in,
        )  # late, as above

        p = self.p
        text, around, values = p.text, p.frame, p.values
        op_class = p.context.op_class
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
        self.regions.push(frame)
        self.regions.errors.damaged.add(frame.region)
        self.skipped[-1] = self.skipped[-1][0], opened
        owner.names.update(values_in(text, start, opened))
        for name in owner.names:
            if name not in values.known:
                values.lose(name, 1, frame.names, p.span(start))
        p.pos = first
        return True

    def after_region(self, owner: LostOp) -> None:
        """Read the next region of such an op, or continue after it."""
        p = self.p
        self.skipped.append((p.pos, owner.end))
        if not self._open_lost(owner, p.pos):
            for name, count, start in owner.records:
                p.values.lose(name, count, p.frame.names, p.span(start))
            p.pos = p.skip(owner.end)

    def new(self, problems: list[Diagnostic]) -> list[Diagnostic]:
        """The errors outside items that already have one: one error for each item."""
        if not self.skipped:
            return problems
        return [
            problem
            for problem in problems
            if not any(start <= offset_of(problem) < end for start, end in self.skipped)
        ]

    def all_errors(self, block: Block) -> list[Diagnostic]:
        """The errors found while reading, and those that the verifier finds in the rest."""
        from mlirlite.parser.recovery.items import errors_of_the_rest  # late, as above

        errors = self.regions.errors
        found = list(errors.found)
        if errors.limit != 1:
            found += errors_of_the_rest(block, errors.damaged, self.p.context.dialect)
            found.sort(key=offset_of)
        if 0 < errors.limit < len(found):
            del found[errors.limit :]
        return found


_alias = re.compile(rf"[#!]{SUFFIX}", re.ASCII).findall


def _alias_name(text: str, start: int) -> list[str]:
    """The alias that a definition at `start` would have defined."""
    found: list[str] = _alias(text, start)[:1]
    return found


def offset_of(problem: Diagnostic) -> int:
    """Where in the text an error is; -1 for one without a place."""
    span = problem.span()
    return -1 if span is None else span.start
