"""Windows over a dimension that is split: what a shard needs of its neighbors' elements."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Halo:
    """A window along one dimension of operand 0, whose elements and whose result's elements are
    split into equal shards. `extent` is the number of elements from its first to its last tap,
    `begin` the padding before the first element, all in elements."""

    size: int
    results: int
    stride: int
    extent: int
    begin: int

    def needs(self, shard: int, shards: int) -> tuple[int, int]:
        """How many elements before and after its own a shard needs: those outside the whole are
        padding. Negative: how many of its own it does not need."""
        mine, made = self.size // shards, self.results // shards
        first = shard * made * self.stride - self.begin
        last = ((shard + 1) * made - 1) * self.stride - self.begin + self.extent
        return shard * mine - first, last - (shard + 1) * mine

    def fits(self, shards: int) -> bool:
        """Whether all that a shard needs is its neighbors'."""
        mine = self.size // shards
        needs = [self.needs(shard, shards) for shard in range(shards)]
        inner = [n[0] for n in needs[1:]] + [n[1] for n in needs[:-1]]
        return all(n <= mine for n in inner) and all(-n < mine for pair in needs for n in pair)

    def most(self, shards: int) -> int:
        """The most elements that a shard gets."""
        needs = [self.needs(shard, shards) for shard in range(shards)]
        return max(
            max(0, before) * (shard > 0) + max(0, after) * (shard < shards - 1)
            for shard, (before, after) in enumerate(needs)
        )
