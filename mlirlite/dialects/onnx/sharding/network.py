"""A network between ranks and their processors, as a model of cost."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, log2

from mlirlite.support.diagnostics import DiagnosticError

_SCALES = {"": 1.0, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
_UNITS = {"B/s": "bandwidth", "FLOP/s": "flops", "byte/s": "memory"}
_PART = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([kMGT]?)(B/s|FLOP/s|byte/s)")
_TIME = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?(ns|us|ms|s)")


@dataclass(frozen=True)
class Network:
    """What a rank can do: bytes per second that it sends, seconds until a message arrives, floating
    point operations per second, and bytes per second that it reads from memory."""

    bandwidth: float = 10e9
    latency: float = 5e-6
    flops: float = 50e9
    memory: float = 10e9

    @classmethod
    def parse(cls, text: str) -> Network:
        """The network of `10GB/s,5us,50GFLOP/s,10Gbyte/s`; what is not said is as here. The last
        one is memory's. DiagnosticError for anything else."""
        found: dict[str, float] = {}
        for part in filter(None, text.split(",")):
            rate, time = _PART.fullmatch(part.strip()), _TIME.fullmatch(part.strip())
            if rate is not None:
                found[_UNITS[rate[3]]] = float(rate[1]) * _SCALES[rate[2]]
            elif time is not None:
                found["latency"] = float(time[1]) * _SECONDS[time[2]]
            else:
                raise DiagnosticError(
                    f"expected a network as in '10GB/s,5us,50GFLOP/s,10Gbyte/s', found '{part}'"
                )
        for name, value in found.items():
            if name != "latency" and value <= 0:
                raise DiagnosticError(f"the {name} of a network is more than 0, found '{text}'")
        return cls(**found)

    def compute(self, flops: float, bytes: float) -> float:
        """Seconds for an operator."""
        return max(flops / self.flops, bytes / self.memory)

    def all_reduce(self, bytes: float, ranks: int) -> float:
        """Seconds until all have the sum: a ring, or doubling where messages are short."""
        if ranks < 2:
            return 0.0
        ring = 2 * (ranks - 1) * (self.latency + bytes / ranks / self.bandwidth)
        doubling = ceil(log2(ranks)) * (self.latency + bytes / self.bandwidth)
        return min(ring, doubling)

    def all_gather(self, bytes: float, ranks: int) -> float:
        """Seconds until all have the parts of a value that has `bytes` as a whole."""
        if ranks < 2:
            return 0.0
        sent = (ranks - 1) / ranks * bytes / self.bandwidth
        return min(ranks - 1, ceil(log2(ranks))) * self.latency + sent

    def send(self, bytes: float) -> float:
        """Seconds for one message."""
        return self.latency + bytes / self.bandwidth

    def collective(self, kind: str, bytes: float, ranks: int) -> float:
        """Seconds for a collective on a value that has `bytes` as a whole."""
        if kind == "all_reduce":
            return self.all_reduce(bytes, ranks)
        if kind in ("all_gather", "reduce_scatter"):
            return self.all_gather(bytes, ranks)
        return self.send(bytes)

    def halo(self, bytes: float) -> float:
        """Seconds until a rank has got this many bytes of its two neighbors."""
        return self.latency + bytes / self.bandwidth


def bytes_sent(kind: str, bytes: float, ranks: int) -> float:
    """The least number of bytes that a rank has to send in a collective on a value that has `bytes`
    as a whole."""
    if kind == "all_reduce":
        return 2 * (ranks - 1) / ranks * bytes
    if kind in ("all_gather", "reduce_scatter"):
        return (ranks - 1) / ranks * bytes
    return bytes if kind == "send" else 0.0
