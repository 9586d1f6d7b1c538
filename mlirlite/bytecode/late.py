"""Regions of isolated operations that are read when somebody looks into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.bytecode.encoding import Bytes
from mlirlite.ir.block import Region
from mlirlite.ir.insertion import detached
from mlirlite.support.collector import collector_at_rest


class LateRegion(Region):
    """A region whose blocks are read at the first use. DiagnosticError when they are damaged."""

    __slots__ = ("_load",)
    _load: Callable[[], None] | None

    def __init__(self, load: Callable[[], None]) -> None:
        super().__init__()
        del self._first, self._last
        self._load = load

    def __getattr__(self, name: str) -> Any:
        if name not in ("_first", "_last"):
            raise AttributeError(name)
        load = self._load
        if load is None:  # it failed before
            raise ValueError("the region could not be read")
        load()
        return getattr(self, name)

    def begin(self) -> None:
        """Become an empty region, to be filled."""
        self._first = self._last = None
        self._load = None


def late_regions(reader: Any, section: Bytes, count: int) -> tuple[LateRegion, ...]:
    """Regions that are read together from their section."""

    def load() -> None:
        for region in regions:
            region.begin()
        with collector_at_rest(), detached():
            reader.read_regions(section, regions)

    regions = tuple(LateRegion(load) for _ in range(count))
    return regions
