"""A factor of an op: dimensions that may be split over devices together. Most factors follow from
`dim_sources`, which operators declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import Shape, Window, shape_of
from mlirlite.dialects.onnx.sharding.halo import Halo
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import DYNAMIC, NONE
from mlirlite.ir.values import Value

Place = tuple[int, int]
"""The number of an operand or result, and one of its dimensions."""


@dataclass(frozen=True, slots=True)
class Factor:
    """Dimensions that are split together. `units` is what the number of shards has to divide (None:
    it is not known). `reduce` is how the shards' results are joined: sum, mean, max, min or prod;
    "" for parts that lie side by side. Attributes in `counts` are divided by the number of shards.
    The operand `once` counts in one shard only, as a bias does that is added to a sum. With a
    `halo`, shards need elements of their neighbors."""

    operands: tuple[Place, ...]
    results: tuple[Place, ...]
    units: int | None
    reduce: str = ""
    counts: tuple[str, ...] = ()
    once: int | None = None
    halo: Halo | None = None

    def allows(self, shards: int) -> bool:
        """Whether this many equal shards can be made."""
        if self.units is None:
            return True
        even = self.units > 0 and self.units % shards == 0
        return even and (self.halo is None or self.halo.fits(shards))


Rule = Callable[[Any], Iterable[Factor]]
rules: OpTable[Rule] = OpTable("factors", "factors")
"""The factors of ops. A plugin adds its own; an op without a function is computed as a whole."""


def units_of(size: int) -> int | None:
    return None if size == DYNAMIC else size


def dims(value: Value) -> Shape:
    return shape_of(value) or ()


# Derived from declarations


def derived(op: OnnxOp) -> list[Factor]:
    """A factor for each dimension of the first result that is one of operands; all results have it,
    if they are declared alike."""
    found: list[Factor] = []
    if "broadcast" in op.schema.attributes:  # before opset 7 dimensions did not align at the end
        return found
    for index, size in enumerate(dims(op.results[0])):
        sources = [(op.operands.index(v), i) for v, i in op.dim_sources(index)]
        same = [
            (number, index)
            for number, result in enumerate(op.results)
            if result.type is not NONE and (number == 0 or op.alike)
        ]
        complete = len(same) == sum(r.type is not NONE for r in op.results)
        if sources and complete:
            every = tuple(dict.fromkeys([*sources, *_again(op, sources)]))
            found.append(Factor(every, tuple(same), units_of(size)))
    return found


def _again(op: OnnxOp, sources: Sequence[Place]) -> list[Place]:
    """Further operands that are a source's value."""
    return [
        (number, dim)
        for source, dim in sources
        for number, value in enumerate(op.operands)
        if value is op.operands[source]
    ]


def without(factors: Iterable[Factor], mixed: Iterable[int]) -> list[Factor]:
    """The factors without those of the first result's dimensions that depend on each other."""
    left_out = set(mixed)
    return [f for f in factors if all(dim not in left_out for _, dim in f.results)]


def windows(op: OnnxOp, window: Window | None) -> list[Factor]:
    """The spatial dimensions over which a window moves, where sizes are known."""
    before, after = dims(op.operands[0]), dims(op.results[0])
    if window is None or len(before) != len(after):
        return []
    found = []
    for at, extent in enumerate(window.extents):
        dim = at + 2
        sizes = (before[dim], after[dim], extent, window.begins[at], window.ends[at])
        if DYNAMIC not in sizes and min(before[dim], after[dim]) > 0:
            halo = Halo(before[dim], after[dim], window.strides[at], extent, window.begins[at])
            units = gcd(before[dim], after[dim])
            found.append(Factor(((0, dim),), ((0, dim),), units, halo=halo))
    return found
