"""The ranks of a communicator: exchanges that end, whatever happens to a rank.

No call blocks in MPI: requests are polled, so that an error that another rank reports, a rank that
has died, a signal, and the end of the allowed time are all seen."""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np
from mpi4py import MPI

from mlirlite.mpi.segments import Exchange
from mlirlite.runtime.memref import empty
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.limits import RANK

_OPS = {"sum": MPI.SUM, "max": MPI.MAX, "min": MPI.MIN, "prod": MPI.PROD}
_ERROR, _MESSAGE, _HALO = 1, 2, 3
_HEAD = 2 + RANK.most
_SPINS = 200
"""Polls before a rank begins to sleep in between."""
_NAP = 5e-5
_LOOK = 0.25
"""Seconds between looks at whether the other processes are alive."""


class RankFailure(DiagnosticError):
    """A rank cannot go on, by itself or because of another one; the message says which and why."""


class Ranks:
    """The ranks of a communicator, of which this is one. `timeout` is how many seconds a rank waits
    for the others."""

    def __init__(self, comm: Any, timeout: float) -> None:
        self.comm = comm.Dup()
        self.errors = comm.Dup()
        self.rank, self.size = comm.Get_rank(), comm.Get_size()
        self.timeout = timeout
        self.broken = False
        self.seconds = 0.0
        """Time in exchanges."""
        self._groups: dict[tuple[int, ...], Any] = {}
        self._sent: list[tuple[Any, Any]] = []
        self._others: list[tuple[str, int]] = []
        here = threading.current_thread() is threading.main_thread()
        if here and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, self._ended)
        self._others = self.share((MPI.Get_processor_name(), os.getpid()), "start")

    # Failures

    def fail(self, message: str) -> RankFailure:
        """The error for this rank, which the others are told, too."""
        text = f"rank {self.rank}: {message}"
        if not self.broken:
            self._break()
            data = np.frombuffer(text.encode(), np.uint8)
            for other in range(self.size):
                if other != self.rank:
                    self._sent.append((self.errors.Isend(data, other, _ERROR), data))
            deadline = time.monotonic() + 1.0
            while time.monotonic() < deadline and not all(r.Test() for r, _ in self._sent):
                time.sleep(_NAP)
        return RankFailure(text)

    def _break(self) -> None:
        """Nothing can be exchanged any more: when the process ends, MPI must not wait."""
        self.broken = True
        atexit.register(_leave)

    def _ended(self, number: int, frame: Any) -> None:
        """What mpirun does to all ranks when one has died, or at Ctrl-C."""
        if self.broken:
            return
        time.sleep(0.05)  # a process that is being killed is still there
        dead = self._dead()
        self._break()
        why = dead or "mpirun ended all ranks"
        raise RankFailure(f"rank {self.rank}: {why}; this rank ends, too")

    def _dead(self) -> str:
        """The ranks on this machine that have died; "" if there are none."""
        here = MPI.Get_processor_name()
        gone = [
            f"rank {number} (process {pid}) has died"
            for number, (host, pid) in enumerate(self._others)
            if host == here and number != self.rank and not _is_alive(pid)
        ]
        return ", ".join(gone)

    def _check(self, what: str, started: float, looked: float) -> float:
        """Raise what is known about others; the time of the last look at processes."""
        if self.errors.Iprobe(MPI.ANY_SOURCE, _ERROR):
            status = MPI.Status()
            self.errors.Probe(MPI.ANY_SOURCE, _ERROR, status)
            data = np.empty(status.Get_count(MPI.BYTE), np.uint8)
            self.errors.Recv(data, status.Get_source(), _ERROR)
            self._break()
            raise RankFailure(f"{bytes(data).decode()} (seen by rank {self.rank})")
        now = time.monotonic()
        if now - looked < _LOOK:
            return looked
        dead = self._dead()
        if dead:
            raise self.fail(f"{dead}, in {what}")
        if now - started > self.timeout:
            raise self.fail(f"waited {self.timeout:g} s for others in {what}")
        return now

    def wait(self, requests: Sequence[Any], what: str) -> None:
        """Return when requests are done. RankFailure when that cannot be."""
        started = looked = time.monotonic()
        polls = 0
        left = list(requests)
        while left:
            left = [r for r in left if not r.Test()]
            if not left:
                break
            polls += 1
            if polls > _SPINS:
                looked = self._check(what, started, looked)
                time.sleep(_NAP)
        self.seconds += time.monotonic() - started

    def guarded(self, work: Callable[[], Any], what: str) -> Any:
        """The result of work on all ranks, which end together if one of them fails."""
        problem, found = "", None
        try:
            found = work()
        except RankFailure:
            raise
        except (DiagnosticError, OSError, MemoryError, ValueError) as e:
            problem = reason(e)
        told = self.share(problem, what)
        for rank, text in enumerate(told):
            if text:
                self._break()
                raise RankFailure(f"rank {rank}: {text}")
        return found

    # Exchanges

    def share(self, item: Any, what: str) -> list[Any]:
        """The items of all ranks."""
        data = np.frombuffer(pickle.dumps(item), np.uint8)
        sizes = np.empty(self.size, np.int64)
        self.wait([self.comm.Iallgather(np.array([data.size], np.int64), sizes)], what)
        everything = np.empty(int(sizes.sum()), np.uint8)
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        target = [everything, sizes.tolist(), starts.tolist(), MPI.BYTE]
        self.wait([self.comm.Iallgatherv([data, MPI.BYTE], target)], what)
        return [
            pickle.loads(everything[a : a + n].tobytes())
            for a, n in zip(starts, sizes, strict=True)
        ]

    def prepare(self, groups: Sequence[tuple[int, ...]]) -> None:
        """Make the communicators of groups of ranks, the same on all ranks."""
        for number, ranks in enumerate(sorted(set(groups))):
            if len(ranks) == self.size:
                self._groups[ranks] = self.comm
            elif self.rank in ranks:
                group = self.comm.Get_group().Incl(ranks)
                self._groups[ranks] = self.comm.Create_group(group, number)

    def begin(self, exchange: Exchange, array: Any) -> Pending:
        """Start an exchange of an array; None where it is received."""
        return Pending(self, exchange, array)

    def flush(self, what: str) -> None:
        """Wait until all messages have left."""
        self.wait([r for r, _ in self._sent], what)
        self._sent.clear()


class Pending:
    """An exchange on its way."""

    def __init__(self, ranks: Ranks, exchange: Exchange, array: Any) -> None:
        self.ranks, self.exchange = ranks, exchange
        self.requests: list[Any] = []
        self.result: Any = None
        self.dtype: Any = array.dtype if array is not None else None
        if exchange.kind in ("send", "receive"):
            self._message(array)
            return
        if exchange.kind == "halo":
            self._halo(array)
            return
        group = ranks._groups[exchange.ranks]
        array = np.ascontiguousarray(array)
        count = len(exchange.ranks)
        if exchange.kind == "all_gather":
            self._gather(group, array, count)
            return
        wide = array.astype(np.float32) if array.dtype.itemsize == 2 else array
        if exchange.kind == "all_reduce":
            self.kept, self.result = wide, empty(wide.shape, wide.dtype)
            op = _OPS[exchange.reduce]
            self.requests = [group.Iallreduce(self.kept, self.result, op)]
            return
        parts = np.split(wide, count, exchange.axis)
        self.kept = np.ascontiguousarray(np.stack(parts))
        self.result = empty(parts[0].shape, wide.dtype)
        op = _OPS[exchange.reduce]
        self.requests = [group.Ireduce_scatter_block(self.kept, self.result, op)]

    def _message(self, array: Any) -> None:
        """A message says the type and shape of its array first."""
        [other] = self.exchange.ranks
        ranks = self.ranks
        if self.exchange.kind == "send":
            data = np.ascontiguousarray(array)
            head = np.zeros(_HEAD, np.int64)
            code = int.from_bytes(data.dtype.str.encode(), "little")
            head[: data.ndim + 2] = (code, data.ndim, *data.shape)
            flat = data.reshape(-1).view(np.uint8)
            ranks._sent.append((ranks.comm.Isend(head, other, _MESSAGE), head))
            ranks._sent.append((ranks.comm.Isend([flat, MPI.BYTE], other, _MESSAGE), flat))
            return
        head = np.empty(_HEAD, np.int64)
        ranks.wait([ranks.comm.Irecv(head, other, _MESSAGE)], f"receive from rank {other}")
        dtype = int(head[0]).to_bytes(8, "little").rstrip(b"\0").decode()
        self.result = empty(tuple(head[2 : 2 + head[1]].tolist()), np.dtype(dtype))
        flat = self.result.reshape(-1).view(np.uint8)
        self.requests = [ranks.comm.Irecv([flat, MPI.BYTE], other, _MESSAGE)]

    def _halo(self, array: Any) -> None:
        """The neighbors' elements come to either side of this rank's."""
        axis, comm, rank = self.exchange.axis, self.ranks.comm, self.ranks.rank
        self.pieces, self.kept = [array], []
        for other, gets, gives in self.exchange.neighbors(rank):
            if gives:
                cut = slice(gives) if other < rank else slice(-gives, None)
                piece = np.ascontiguousarray(array[(slice(None),) * axis + (cut,)])
                self.kept.append(piece)
                flat = piece.reshape(-1).view(np.uint8)
                self.requests.append(comm.Isend([flat, MPI.BYTE], other, _HALO))
            if gets:
                got = empty((*array.shape[:axis], gets, *array.shape[axis + 1 :]), array.dtype)
                flat = got.reshape(-1).view(np.uint8)
                self.requests.append(comm.Irecv([flat, MPI.BYTE], other, _HALO))
                self.pieces.insert(0 if other < rank else len(self.pieces), got)

    def _gather(self, group: Any, array: Any, count: int) -> None:
        """Parts may differ in size where a dimension is not known at compile time."""
        axis = self.exchange.axis
        sizes = np.empty(count, np.int64)
        mine = np.array([array.shape[axis]], np.int64)
        if self.exchange.is_even:
            sizes[:] = mine
        else:
            self.ranks.wait([group.Iallgather(mine, sizes)], "all_gather")
        rest = array.nbytes // max(1, array.shape[axis])
        counts = (sizes * rest).tolist()
        starts = np.concatenate(([0], np.cumsum(counts)[:-1])).astype(int).tolist()
        self.kept = array.reshape(-1).view(np.uint8)
        self.result = empty((sum(counts),), np.uint8)
        self.shapes = [(*array.shape[:axis], int(n), *array.shape[axis + 1 :]) for n in sizes]
        self.starts = starts
        target = [self.result, counts, starts, MPI.BYTE]
        self.requests = [group.Iallgatherv([self.kept, MPI.BYTE], target)]

    def _gathered(self) -> Any:
        """Parts that lie one after the other as one array."""
        axis, [first, *_] = self.exchange.axis, self.shapes
        rows = sum(shape[axis] for shape in self.shapes)
        whole = (*first[:axis], rows, *first[axis + 1 :])
        if prod(first[:axis]) == 1:
            return self.result.view(self.dtype).reshape(whole)
        pieces = [
            self.result[start : start + prod(shape) * self.dtype.itemsize]
            .view(self.dtype)
            .reshape(shape)
            for start, shape in zip(self.starts, self.shapes, strict=True)
        ]
        return np.concatenate(pieces, axis, out=empty(whole, self.dtype))

    def end(self) -> Any:
        """The result, when it is there."""
        exchange = self.exchange
        if self.requests:
            self.ranks.wait(self.requests, f"{exchange.kind} among ranks {_list(exchange.ranks)}")
        if exchange.kind == "all_gather":
            return self._gathered()
        if exchange.kind == "halo":
            shape = list(self.pieces[0].shape)
            shape[exchange.axis] = sum(p.shape[exchange.axis] for p in self.pieces)
            return np.concatenate(self.pieces, exchange.axis, out=empty(shape, self.dtype))
        if self.result is not None and self.dtype is not None and self.result.dtype != self.dtype:
            return self.result.astype(self.dtype)
        return self.result


def reason(error: BaseException) -> str:
    """What an error says, without the words of programs."""
    return str(error).removeprefix("error: ") or type(error).__name__


def _list(ranks: Sequence[int]) -> str:
    return ", ".join(map(str, ranks))


def _is_alive(pid: int) -> bool:
    """Whether a process runs: a dead one may wait for its parent to notice."""
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in ("Z", "X")
    except OSError:
        return True


def _leave() -> None:
    """End without MPI_Finalize, which would wait for exchanges that never end."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(1)
