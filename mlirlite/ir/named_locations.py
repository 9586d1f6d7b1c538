"""Locations that name what an op comes from: `loc(fused<"memref.load">[fused<"onnx.Add">[…]])`."""

from __future__ import annotations

from mlirlite.ir.attributes import StringAttr
from mlirlite.ir.locations import FusedLoc, Location


def named(location: Location, name: str) -> Location:
    """The location with the name of one more op."""
    found: Location = FusedLoc((location,), StringAttr(name))
    return found


def names_and_place(location: Location) -> tuple[list[str], Location]:
    """The ops that a location names, the last one first, and the location without them."""
    found = []
    while isinstance(location, FusedLoc) and isinstance(location.metadata, StringAttr):
        found.append(location.metadata.value)
        location = location.locations[0]
    return found, location
