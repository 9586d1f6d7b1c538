"""Names of omp's loops, which show their position: `iv_s1` is the second loop of its
region, `iv_d1` the one inside another, `iv_r1` one of the second region of an op."""

from dataclasses import dataclass

from mlirlite.ir.block import Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import IsolatedFromAbove

LOOP = "omp.canonical_loop"


@dataclass
class _Level:
    """An op in its region, or a region of an op of several."""

    index: int
    op: Operation | None = None
    """The op; None for a region."""
    alone: bool = False
    """The only op with a region in its region."""
    depth: int = 0
    """How many loops of the nest are around it."""
    silent: bool = False

    @property
    def is_loop(self) -> bool:
        return self.op is not None and self.op.name == LOOP


def loop_name(prefix: str, loop: Operation) -> str:
    """The name of a loop's variable or handle."""
    levels = _levels(loop)
    _count_depths(levels)
    _keep_innermost(levels)
    for level in levels:
        if level.op is not None and level.alone and not level.is_loop:
            level.silent = True
    told = True
    for level in reversed(levels):
        if told and level.op is not None and level.alone:
            level.silent = True
        if not level.silent:
            told = True
        if level.op is not None:
            told = False
    parts = [prefix]
    for level in reversed(levels):
        if not level.silent:
            parts.append(_suffix(level))
    return "".join(parts)


def _suffix(level: _Level) -> str:
    if level.op is None:
        return f"_r{level.index}"
    return f"_d{level.depth}" if level.depth else f"_s{level.index}"


def _levels(loop: Operation) -> list[_Level]:
    """From the loop outwards, as far as names reach."""
    found: list[_Level] = []
    op: Operation | None = loop
    while op is not None and op.parent_region is not None:
        region: Region = op.parent_region
        holders = [o for block in region for o in block if o.regions]
        place = holders.index(op) if op in holders else 0
        found.append(_Level(place, op, alone=len(holders) == 1))
        parent = region.parent
        if parent is None or parent.has_trait(IsolatedFromAbove):
            break
        if len(parent.regions) > 1:
            found.append(_Level(list(parent.regions).index(region)))
        op = parent
    return found


def _count_depths(levels: list[_Level]) -> None:
    """Regions, and loops beside others, begin a nest."""
    around = 0
    for level in reversed(levels):
        if level.op is None or not level.alone:
            around = 0
        level.depth = around
        around += level.is_loop


def _keep_innermost(levels: list[_Level]) -> None:
    """The innermost loop of a nest determines its depth."""
    nested = False
    for level in levels:
        if level.op is None:
            continue
        if not nested:
            nested = level.depth >= 1
            continue
        level.silent = level.silent or level.alone
        nested = level.depth > 0
