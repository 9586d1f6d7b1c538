"""A mesh of ranks, `data=2,tensor=4`, and layouts: along which axes of the mesh the dimensions of a
value are split."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import prod

from mlirlite.dialects.onnx.sharding.placement import Sharding, Split
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.once import once

AXES = ("pipeline", "data", "tensor", "spatial", "expert")
"""What an axis of a mesh is for: stages of layers, inputs, weights, rows of images, and experts."""
Layout = tuple[tuple[str, ...], ...]
"""For each dimension of a value the axes that split it, the major one first."""

_AXIS = re.compile(r"([a-z]+)=([0-9]{1,6})")


@dataclass(frozen=True)
class Mesh:
    """Axes and their sizes; ranks are numbered in row-major order."""

    axes: tuple[tuple[str, int], ...]

    @classmethod
    def parse(cls, text: str) -> Mesh:
        """The mesh of `data=2,tensor=4`. DiagnosticError for anything else."""
        found: dict[str, int] = {}
        for part in text.replace(" ", "").split(","):
            match = _AXIS.fullmatch(part)
            if match is None:
                raise DiagnosticError(
                    f"expected ways to share a model out, as in 'tensor=4' or 'data=2,tensor=2', "
                    f"found '{text}'"
                )
            name, size = match[1], int(match[2])
            if name not in AXES:
                raise DiagnosticError(
                    f"'{name}' is no way to share a model out{did_you_mean(name, AXES)}; "
                    f"expected {', '.join(AXES[:-1])} or {AXES[-1]}"
                )
            if name in found:
                raise DiagnosticError(f"'{name}' is there twice in '{text}'")
            if not size:
                raise DiagnosticError(f"'{name}' has a size of 0 in '{text}', expected 1 or more")
            found[name] = size
        # Stages are the major axis: a stage is a block of consecutive ranks.
        ordered = sorted(found.items(), key=lambda a: a[0] != "pipeline")
        return cls(tuple(ordered))

    def __str__(self) -> str:
        return ",".join(f"{name}={size}" for name, size in self.axes)

    @once
    def sizes(self) -> dict[str, int]:
        """The size of each axis."""
        return dict(self.axes)

    @property
    def size(self) -> int:
        """The number of ranks."""
        return prod(self.sizes.values())

    @property
    def stages(self) -> int:
        """How many stages a pipeline has; 1 without one."""
        return self.sizes.get("pipeline", 1)

    @once
    def stage(self) -> Mesh:
        """The mesh of one stage."""
        return Mesh(tuple(a for a in self.axes if a[0] != "pipeline"))

    def coordinates(self, rank: int) -> dict[str, int]:
        """The place of a rank on each axis."""
        found = {}
        for name, size in reversed(self.axes):
            rank, found[name] = divmod(rank, size)
        return found

    def rank(self, coordinates: dict[str, int]) -> int:
        """The rank at a place."""
        found = 0
        for name, size in self.axes:
            found = found * size + coordinates[name]
        return found

    def along(self, rank: int, axis: str) -> tuple[int, ...]:
        """The ranks on a line through a rank along an axis."""
        here = self.coordinates(rank)
        return tuple(self.rank(here | {axis: i}) for i in range(self.sizes[axis]))

    def shards(self, axes: Sequence[str]) -> int:
        """How many shards axes make."""
        return prod(self.sizes[a] for a in axes)

    def shard(self, axes: Sequence[str], rank: int) -> int:
        """Which shard of a dimension split along axes a rank has."""
        here, found = self.coordinates(rank), 0
        for axis in axes:
            found = found * self.sizes[axis] + here[axis]
        return found


def replicated(rank: int) -> Layout:
    """The layout of a value that every rank has whole."""
    return ((),) * rank


def as_sharding(layout: Layout, mesh: Mesh, kind: str, which: int, first: int = 0) -> Sharding:
    """A layout as ONNX states it; `first` is the first rank of the mesh's stage."""
    used = [axis for axes in layout for axis in axes]
    splits = tuple(
        Split(dim, ((None, mesh.shards(axes)),)) for dim, axes in enumerate(layout) if axes
    )
    shards: list[tuple[int, ...]] = []
    for place in product(*(range(mesh.sizes[a]) for a in used)):
        wanted = dict(zip(used, place, strict=True))
        shards.append(
            tuple(
                first + rank
                for rank in range(mesh.size)
                if wanted.items() <= mesh.coordinates(rank).items()
            )
        )
    if all(len(s) == 1 for s in shards):
        return Sharding(kind, which, tuple(s[0] for s in shards), (), splits)
    keys = tuple(-1 - i for i in range(len(shards)))
    return Sharding(kind, which, keys, tuple(zip(keys, shards, strict=True)), splits)


def as_layout(sharding: Sharding, mesh: Mesh, rank: int, first: int = 0) -> Layout:
    """The layout that ONNX states for a value of a rank. ValueError where it is none of this mesh:
    shards of different sizes, or devices in another order."""
    groups = dict(sharding.groups)
    holders = [groups.get(d, (d,)) for d in sharding.devices]
    counts = [prod(shards for _, shards in s.parts) for s in sharding.splits]
    if not sharding.splits:
        return replicated(rank)
    if prod(counts) != len(holders):
        raise ValueError(f"has {prod(counts)} shards on {len(holders)} devices")
    places: list[list[int]] = [[-1] * mesh.size for _ in counts]
    for holder, place in zip(holders, product(*map(range, counts)), strict=True):
        for device in holder:
            if not 0 <= device - first < mesh.size:
                raise ValueError(f"is on device {device}, which the stage does not have")
            for number, index in enumerate(place):
                places[number][device - first] = index
    found: list[tuple[str, ...]] = [()] * rank
    for split, count, indices in zip(sharding.splits, counts, places, strict=True):
        dim = split.axis + rank if split.axis < 0 else split.axis
        if not 0 <= dim < rank:
            raise ValueError(f"splits dimension {split.axis}, but has rank {rank}")
        if count > 1:
            found[dim] = _axes(mesh, count, indices)
    return tuple(found)


def _axes(mesh: Mesh, count: int, indices: Sequence[int]) -> tuple[str, ...]:
    """The axes that put these shards on the ranks."""
    names = list(mesh.sizes)
    for length in range(1, len(names) + 1):
        for axes in permutations(names, length):
            if mesh.shards(axes) == count and all(
                mesh.shard(axes, rank) == index for rank, index in enumerate(indices)
            ):
                return axes
    raise ValueError(f"has {count} shards that do not lie along the axes of the mesh '{mesh}'")
