"""Exchanges of a session's ranks with nothing in between, and the ping-pong that gives the
parameters of the simulator. A round's time is that of the slowest rank, and of all rounds the
shortest counts: others use the machine, too."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from typing import Any

from mlirlite.mpi.segments import Exchange

_SHORT, _LONG = 8, 1 << 20


def shortest(ranks: Any, work: Callable[[], None], seconds: float = 5.0) -> float:
    """Seconds of the shortest round of as many as there is time for."""
    from mpi4py import MPI

    best, spent, rounds = inf, 0.0, 0
    while spent < seconds or (rounds < 20 and spent < 10 * seconds):
        ranks.comm.Barrier()
        started = time.monotonic()
        work()
        took = ranks.comm.allreduce(time.monotonic() - started, MPI.MAX)
        best, spent, rounds = min(best, took), spent + took + 1e-3, rounds + 1
    return best


def alone(path: str, shard: str) -> dict[str, float]:
    """Figures of a rank whose model is not compiled: latency, bandwidth, and milliseconds of the
    exchanges of a run."""
    from mlirlite.mpi.session import Session

    class Exchanges(Session):
        def _compile(self, threads: int) -> None:
            pass

    session = Exchanges(path, shard=shard, timeout=600)
    latency, bandwidth = ping_pong(session.ranks)
    return {"latency": latency, "bandwidth": bandwidth, "alone": exchanges_alone(session) * 1e3}


def exchanges_alone(session: Any) -> float:
    """Seconds that all exchanges of a run take."""
    import numpy as np

    from mlirlite.ir.dense import numpy_dtype

    ranks = session.ranks

    def array(exchange: Exchange) -> Any:
        if exchange.type is None:
            return None
        return np.ones(exchange.type.shape, numpy_dtype(exchange.type.element_type))

    levels = [
        [(e, array(e)) for e in level.exchanges]
        for level in session._program.levels
        if level.exchanges
    ]

    def work() -> None:
        for exchanges in levels:
            for one in [ranks.begin(e, a) for e, a in exchanges]:
                one.end()
        ranks.flush("messages")

    return shortest(ranks, work) if levels else 0.0


def ping_pong(ranks: Any) -> tuple[float, float]:
    """Seconds until a short message arrives, and bytes per second of a long one, while all pairs of
    neighbors do the same."""
    import numpy as np

    other = ranks.rank ^ 1
    if other >= ranks.size:
        return 0.0, inf

    def seconds(size: int) -> float:
        data = np.ones(size, np.uint8)
        steps = [
            Exchange("send", (other,), 0, "", "", ""),
            Exchange("receive", (other,), 0, "", "", ""),
        ]

        def work() -> None:
            for step in steps if ranks.rank < other else reversed(steps):
                ranks.begin(step, data).end()
            ranks.flush("messages")

        return shortest(ranks, work) / 2

    latency = seconds(_SHORT)
    return latency, _LONG / max(1e-9, seconds(_LONG) - latency)
