"""All ranks of a program in one process, for tests of what they compute: no MPI is needed, and a
program whose ranks wait for each other is an error."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from mlirlite.dialects.onnx.constants import array_from
from mlirlite.mpi.segments import Exchange, Program, Segment

Run = Callable[[Segment, Sequence[Any]], Sequence[Any]]
"""Computes a segment."""


class Lockstep:
    """The exchanges between ranks in one process."""

    def __init__(self) -> None:
        self.parts: dict[tuple[tuple[int, ...], int], dict[int, Any]] = {}
        self.counts: dict[tuple[int, tuple[int, ...]], int] = {}
        self.messages: dict[tuple[int, int], deque[Any]] = {}
        self.moved = 0

    def run(self, programs: Sequence[Program], arrays: Sequence[Any], run: Run) -> list[list[Any]]:
        """The results of all ranks. RuntimeError when they wait for each other."""
        found: dict[int, list[Any]] = {}
        left = {r: self._rank(r, p, arrays, run, found) for r, p in enumerate(programs)}
        while left:
            before = self.moved
            for rank, steps in list(left.items()):
                try:
                    next(steps)
                except StopIteration:
                    del left[rank]
                    self.moved += 1
            if self.moved == before:
                raise RuntimeError(f"ranks {sorted(left)} wait for each other")
        return [found[r] for r in range(len(programs))]

    def _rank(
        self,
        rank: int,
        program: Program,
        arrays: Sequence[Any],
        run: Run,
        found: dict[int, list[Any]],
    ) -> Iterator[None]:
        values = dict(zip(program.inputs, arrays, strict=True))
        values |= {name: array_from(e) for name, e in program.weights.items()}
        for level in program.levels:
            _compute(level.before, values, run)
            keys = [self._post(rank, e, values) for e in level.exchanges]
            _compute(level.beside, values, run)
            for exchange, key in zip(level.exchanges, keys, strict=True):
                while not self._is_there(rank, exchange, key):
                    yield
                self.moved += 1
                if exchange.target:
                    values[exchange.target] = self._take(rank, exchange, key)
        found[rank] = [values[name] for name in program.outputs]

    def _post(self, rank: int, exchange: Exchange, values: Mapping[str, Any]) -> Any:
        if exchange.kind == "send":
            pair = (rank, exchange.ranks[0])
            self.messages.setdefault(pair, deque()).append(values[exchange.source])
            return None
        if exchange.kind == "receive":
            return None
        number = self.counts.get((rank, exchange.ranks), 0)
        self.counts[rank, exchange.ranks] = number + 1
        key = exchange.ranks, number
        self.parts.setdefault(key, {})[rank] = values[exchange.source]
        return key

    def _is_there(self, rank: int, exchange: Exchange, key: Any) -> bool:
        if exchange.kind == "send":
            return True
        if exchange.kind == "receive":
            return bool(self.messages.get((exchange.ranks[0], rank)))
        return len(self.parts[key]) == len(exchange.ranks)

    def _take(self, rank: int, exchange: Exchange, key: Any) -> Any:
        import numpy as np

        if exchange.kind == "receive":
            return self.messages[exchange.ranks[0], rank].popleft()
        if exchange.kind == "halo":
            return self._with_neighbors(rank, exchange, key)
        parts = [self.parts[key][r] for r in exchange.ranks]
        if exchange.kind == "all_gather":
            return np.concatenate(parts, exchange.axis)
        joins: dict[str, Any] = {
            "sum": np.add,
            "max": np.maximum,
            "min": np.minimum,
            "prod": np.multiply,
        }
        whole = reduce(joins[exchange.reduce], parts)
        if exchange.kind == "all_reduce":
            return whole
        return np.split(whole, len(parts), exchange.axis)[exchange.ranks.index(rank)]

    def _with_neighbors(self, rank: int, exchange: Exchange, key: Any) -> Any:
        import numpy as np

        axis, pieces = exchange.axis, [self.parts[key][rank]]
        for other, gets, _ in exchange.neighbors(rank):
            part = self.parts[key][other]
            size = part.shape[axis]
            if other < rank:
                pieces.insert(0, part.take(range(size - gets, size), axis))
            else:
                pieces.append(part.take(range(gets), axis))
        return np.concatenate(pieces, axis)


def _compute(segment: Segment | None, values: dict[str, Any], run: Run) -> None:
    if segment is not None:
        found = run(segment, [values[name] for name in segment.inputs])
        values.update(zip(segment.outputs, found, strict=True))
