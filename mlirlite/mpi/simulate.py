"""What a run on ranks takes, by a model of cost, from the same programs that ranks run."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from mlirlite.dialects.onnx.sharding.network import Network, bytes_sent
from mlirlite.dialects.onnx.sharding.propose import seconds_of
from mlirlite.ir.dense import element_size
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.mpi.segments import Exchange, Program, Segment
from mlirlite.support.tuning import Fixed

_UNKNOWN: Fixed[int] = 64
"""A dimension of unknown size counts as this."""


@dataclass
class Forecast:
    """Seconds of a run until the last rank has its results, those that a rank computes and
    exchanges at most, and the bytes that a rank has to send at most."""

    seconds: float
    computing: float
    exchanging: float
    bytes: float


@dataclass
class _Clock:
    """A rank while it is simulated."""

    level: int = 0
    now: float = 0.0
    computing: float = 0.0
    exchanging: float = 0.0
    bytes: float = 0.0
    begun: bool = False


def simulate(programs: Mapping[int, Program], network: Network) -> Forecast:
    """The forecast for programs by rank. Ranks of one stage do the same at the same time, so that
    the first one of each stage is enough. RuntimeError when ranks wait for each other."""
    clocks = {rank: _Clock() for rank in programs}
    arrivals: dict[tuple[int, int], deque[float]] = {}
    left = dict(programs)
    while left:
        moved = False
        for rank, program in list(left.items()):
            while clocks[rank].level < len(program.levels):
                if not _level(rank, program, clocks[rank], arrivals, network):
                    break
                moved = True
            else:
                del left[rank]
                moved = True
        if not moved:
            raise RuntimeError(f"ranks {sorted(left)} wait for each other")
    every = list(clocks.values())
    return Forecast(
        max(c.now for c in every),
        max(c.computing for c in every),
        max(c.exchanging for c in every),
        max(c.bytes for c in every),
    )


def _level(
    rank: int,
    program: Program,
    clock: _Clock,
    arrivals: dict[tuple[int, int], deque[float]],
    network: Network,
) -> bool:
    """Simulate a level; False while a message has not been sent yet."""
    level = program.levels[clock.level]
    if not clock.begun:
        before = _seconds(level.before, network)
        clock.now += before
        clock.computing += before
        clock.begun = True
        for exchange in level.exchanges:
            if exchange.kind == "send":
                size = _bytes(exchange)
                sent = arrivals.setdefault((rank, exchange.ranks[0]), deque())
                sent.append(clock.now + network.send(size))
                clock.bytes += size
    waited = [e.ranks[0] for e in level.exchanges if e.kind == "receive"]
    if any(len(arrivals.get((other, rank), ())) < waited.count(other) for other in waited):
        return False
    beside = _seconds(level.beside, network)
    clock.computing += beside
    spent = 0.0
    latest = 0.0
    for exchange in level.exchanges:
        if exchange.kind == "receive":
            latest = max(latest, arrivals[exchange.ranks[0], rank].popleft())
        elif exchange.kind == "halo":
            size = _bytes(exchange) / _rows(exchange)
            clock.bytes += size * sum(exchange.halo[2:])
            spent += network.halo(size * sum(exchange.halo[:2]))
        elif exchange.kind != "send":
            size, count = _bytes(exchange), len(exchange.ranks)
            clock.bytes += bytes_sent(exchange.kind, size, count)
            spent += network.collective(exchange.kind, size, count)
    clock.exchanging += spent
    clock.now = max(clock.now + max(beside, spent), latest)
    clock.level, clock.begun = clock.level + 1, False
    return True


def _seconds(segment: Segment | None, network: Network) -> float:
    if segment is None or segment.module is None:
        return 0.0
    return sum(seconds_of(op, network) for op in segment.module.walk() if op.dialect_name == "onnx")


def _rows(exchange: Exchange) -> int:
    """The size of what a rank puts in along the axis."""
    type = exchange.type
    return max(1, type.shape[exchange.axis]) if isinstance(type, RankedTensorType) else 1


def _bytes(exchange: Exchange) -> float:
    """The bytes of the whole value."""
    type = exchange.type
    if not isinstance(type, RankedTensorType):
        return 0.0
    count = prod(_UNKNOWN if d == DYNAMIC else d for d in type.shape)
    whole = len(exchange.ranks) if exchange.kind == "all_gather" else 1
    return float(count * element_size(type.element_type) * whole)
