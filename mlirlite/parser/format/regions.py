"""Steps of a compiled format that read regions: generators, because the parser's own loop reads
nested ops."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from mlirlite.ir.block import Block, Region
from mlirlite.ir.traits import SingleBlock, SingleBlockImplicitTerminator
from mlirlite.parser.format.definition import OpFormat
from mlirlite.parser.format.steps import Frame, Step
from mlirlite.parser.hooks.op_parser import OpParser, OpState


class RegionSteps:
    """Makes the steps of one op class, whose traits say which parts of a region are not written."""

    def __init__(self, format: OpFormat) -> None:
        traits = format.cls.traits
        self.format = format
        self.implicit = next(
            (t for t in traits if isinstance(t, SingleBlockImplicitTerminator)), None
        )
        self.single = any(isinstance(t, SingleBlock) for t in traits)

    def completed(self, p: OpParser, state: OpState, region: Region) -> Region:
        """The region, with the parts that traits imply."""
        if self.implicit is not None:
            terminator = p.context.op_class(self.implicit.terminator)
            if terminator is None:
                raise self.format.error(f"no operation '{self.implicit.terminator}'")
            p.ensure_terminator(region, terminator, state.location)
        elif self.single and region.first is None:
            region.append(Block())
        return region

    def one(self, slot: int) -> Step:
        """One region."""

        def step(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, None]:
            frame[slot] = self.completed(p, state, (yield p.region()))

        return step

    def several(self, slot: int) -> Step:
        """Any number of regions with commas between; returns whether there was one."""

        def step(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, bool]:
            found = []
            region = yield p.optional_region()
            while region is not None:
                found.append(self.completed(p, state, region))
                if not p.accept(","):
                    break
                region = yield p.region()
            frame[slot] = found
            return bool(found)

        return step

    def optional(self, slot: int) -> Step:
        """One region or none; returns whether there was one that is not empty."""

        def step(p: OpParser, state: OpState, frame: Frame) -> Generator[Any, Any, bool]:
            found = yield p.optional_region()
            frame[slot] = found
            if found is None or found.first is None:
                return False
            self.completed(p, state, found)
            return True

        return step
