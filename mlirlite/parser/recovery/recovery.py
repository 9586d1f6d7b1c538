"""RecoveringParser: an OperationParser that goes on after an error. What could not be read is
passed over, and the values that it would have defined are silently known.

What only wrong text needs (recovery.py) is imported late."""

from __future__ import annotations

import re
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.ir.traits import IsolatedFromAbove
from mlirlite.parser.hooks.op_parser import Frame
from mlirlite.parser.ops.operations import OperationParser
from mlirlite.parser.ops.regions import LostOp
from mlirlite.parser.text import tokens
from mlirlite.parser.text.state import ParserState
from mlirlite.parser.text.tokens import SUFFIX
from mlirlite.support.diagnostics import Diagnostic


class RecoveringParser(OperationParser):
    """`item` and `item_frame` say which op, block or alias is being read."""

    __slots__ = ("item_frame", "skipped", "unbalanced")

    def __init__(self, state: ParserState) -> None:
        super().__init__(state)
        self.item_frame: Frame
        self.skipped: list[tuple[int, int]] = []
        """Where the items with errors begin and end."""
        self.unbalanced = False
        """Brackets were: more errors about them may follow from the first."""

    def recover(self, problems: list[Diagnostic]) -> bool:
        """Keep the errors of an item and move to the next one. False at the end of the text."""
        from mlirlite.parser.recovery.items import (  # late: above
            named_results,
            next_item,
            values_in,
        )

        text, item, frame = self.text, self.state.item, self.item_frame
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
        from mlirlite.parser.recovery.items import (  # late, as above
            name_of_op,
            region_in,
            values_in,
        )

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

    def all_errors(self, block: Block) -> list[Diagnostic]:
        """What was found while reading, and what the verifier finds in the rest."""
        from mlirlite.parser.recovery.items import errors_of_the_rest  # late, as above

        found = list(self.errors)
        if self.error_limit != 1:
            found += errors_of_the_rest(block, self.damaged, self.context.dialect)
            found.sort(key=offset_of)
        if 0 < self.error_limit < len(found):
            del found[self.error_limit :]
        return found


_alias = re.compile(rf"[#!]{SUFFIX}", re.ASCII).findall


def _alias_name(text: str, start: int) -> list[str]:
    """The alias that a definition at `start` would have given."""
    found: list[str] = _alias(text, start)[:1]
    return found


def offset_of(problem: Diagnostic) -> int:
    """Where in the text an error is; -1 for one without a place."""
    span = problem.span()
    return -1 if span is None else span.start
