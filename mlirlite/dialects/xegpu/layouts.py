"""Layouts: how a tensor is shared out to subgroups and to their lanes."""

from __future__ import annotations

from typing import Any

from mlirlite.ods.hooks import behavior, function

Numbers = tuple[int, ...]

_LAYOUT, _SLICE = "xegpu.layout", "xegpu.slice"


def _numbers(array: Any) -> Numbers:
    return () if array is None else tuple(array.value)


@function("DistributeLayoutAttr")
def is_layout(attribute: Any) -> bool:
    """Whether an attribute says how something is shared out."""
    return getattr(attribute, "name", "") in (_LAYOUT, _SLICE)


def part(layout: Any, name: str) -> Numbers:
    """`sg_layout`, `lane_data`, …: its numbers for the dimensions that remain; empty without it."""
    if layout.name == _SLICE:
        dims = _numbers(layout.dims)
        return tuple(n for i, n in enumerate(part(layout.parent, name)) if i not in dims)
    return _numbers(getattr(layout, name))


def rank_of(layout: Any) -> int:
    """The number of dimensions that a layout shares out."""
    return max(len(part(layout, name)) for name in ("sg_layout", "inst_data", "lane_layout"))


def _ratio(shape: Numbers, sizes: Numbers) -> Numbers | None:
    """How often sizes fit into a shape; None where they leave a rest."""
    if len(sizes) > len(shape):
        return None
    missing = len(shape) - len(sizes)
    if any(s == 0 or n % s for n, s in zip(shape[missing:], sizes, strict=True)):
        return None
    ends = tuple(n // s for n, s in zip(shape[missing:], sizes, strict=True))
    return (*shape[:missing], *ends)


def _shared(shape: Numbers, layout: Numbers, data: Numbers, *, again: bool) -> Numbers | None:
    """What each unit gets of a shape; `again`: several units may get the same. None if it cannot
    be shared out."""
    if layout:
        if len(layout) != len(shape):
            return None
        found = _ratio(shape, layout)
        if found is None and not (again and _ratio(layout, shape) is not None):
            return None
        shape = found or shape
    if not data:
        return shape
    fits = _ratio(shape, data) is not None or (again and _ratio(data, shape) is not None)
    return data if len(data) == len(shape) and fits else None


def can_share(shape: Numbers, layout: Any) -> bool:
    """Whether a layout shares out a shape without a rest."""
    found = _shared(shape, part(layout, "sg_layout"), part(layout, "sg_data"), again=True)
    if found is not None:
        found = _shared(found, (), part(layout, "inst_data"), again=False)
    if found is not None:
        lanes = part(layout, "lane_layout")
        found = _shared(found, lanes, part(layout, "lane_data"), again=False)
    return found is not None


@behavior("#xegpu.layout")
class Layout:
    """`#xegpu.layout<sg_layout = [4, 2], sg_data = [32, 64]>`."""

    def verify(self: Any) -> None:
        groups, instructions, lanes = self.sg_layout, self.inst_data, self.lane_layout
        if groups is None and instructions is None and lanes is None:
            raise ValueError("expected at least one of sg_layout, inst_data or lane_layout")
        if groups is not None and instructions is not None:
            _same_rank(groups, instructions, "sg_layout and inst_data")
        if groups is not None and lanes is not None:
            _same_rank(groups, lanes, "sg_layout and lane_layout")
        if instructions is not None and lanes is not None:
            sizes = f", got inst_data {len(instructions)}, lane_layout {len(lanes)}"
            _same_rank(instructions, lanes, "inst_data and lane_layout", sizes)
        for level, layout in (("sg", groups), ("lane", lanes)):
            data = getattr(self, f"{level}_data")
            if data is None:
                continue
            if layout is None:
                raise ValueError(f"expected {level}_layout being used with {level}_data")
            _same_rank(data, layout, f"{level}_data and {level}_layout")
        if self.order is None:
            return
        if groups is None and lanes is None:
            raise ValueError("expected sg_layout/lane_layout being used with order")
        for name, layout in (("sg_layout", groups), ("lane_layout", lanes)):
            if layout is not None:
                _same_rank(self.order, layout, f"order and {name}")


def _same_rank(first: Any, second: Any, names: str, sizes: str = "") -> None:
    if len(first) != len(second):
        raise ValueError(f"expected {names} to have the same rank{sizes}")


@behavior("#xegpu.slice")
class Slice:
    """`#xegpu.slice<#xegpu.layout<…>, dims = [0]>`: a layout less some dimensions."""

    def verify(self: Any) -> None:
        rank, seen = rank_of(self.parent), set()
        for dim in _numbers(self.dims):
            if not 0 <= dim < rank:
                raise ValueError(f"invalid dim ({dim}) in slice attribute.")
            if dim in seen:
                raise ValueError(f"repeated dim ({dim}) in slice attribute.")
            seen.add(dim)


@behavior("#xegpu.range")
class Range:
    """`#xegpu.range<[2, 4]>`."""

    def verify(self: Any) -> None:
        start, end = self.start.value, self.end.value
        if start >= end:
            raise ValueError(f"'end' : {end} must be greater than 'start' : {start}")
