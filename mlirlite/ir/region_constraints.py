"""Constraints on the regions of an op: how many blocks each has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from mlirlite.ir.block import Region
from mlirlite.support.record import Record


class RegionConstraint(Record):
    """A predicate with the text for its error (upstream's ODS summary)."""

    summary: str
    matches: Callable[[Region], bool]


def blocks(count: int) -> RegionConstraint:
    """Exactly this number of blocks (upstream: SizedRegion)."""
    return RegionConstraint(f"region with {count} blocks", lambda r: len(r.blocks) == count)


OneBlock = Annotated[Region, RegionConstraint("region with 1 blocks", lambda r: r.has_one_block)]
AtMostOneBlock = Annotated[
    Region,
    RegionConstraint("region with at most 1 blocks", lambda r: r.empty or r.has_one_block),
]
"""Upstream: MaxSizedRegion<1>."""
