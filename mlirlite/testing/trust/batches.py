"""Trials in processes that may die or hang: the parent records how, and starts another process
after the trial that ended it. Results are in a file of JSON lines; a restarted run does the missing
ones.

A worker reads one job per line, `{"name": …, "numbers": […]}`. It forks for each, so that slow
imports happen once. The fork writes `{"at": number, "who": …}` before each step and one row per
trial."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, NamedTuple

Job = dict[str, Any]
Row = dict[str, Any]
Say = Callable[..., None]


def serve(work: Callable[[Job, Say], None], memory: int = 4 << 30) -> None:
    """The main loop of a worker: each job runs in a fork with this much memory, until there are no
    more jobs. `work` gets the job and a function that writes a line."""
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # output of libraries is not one of our lines

    def say(**row: Any) -> None:
        lines.write(json.dumps(row) + "\n")

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    for text in sys.stdin:
        child = os.fork()
        if not child:
            try:
                say(pid=os.getpid())
                work(json.loads(text), say)
                lines.flush()
                os._exit(0)
            finally:
                os._exit(1)
        status = os.waitpid(child, 0)[1]
        say(done=_name(os.waitstatus_to_exitcode(status)))


def _name(code: int) -> str:
    """How a process ended; empty if it ended normally."""
    if code < 0:
        return signal.Signals(-code).name
    return f"exit status {code}" if code else ""


class _Times(NamedTuple):
    """Seconds of a process so far: of processor time, and those in which it waited for a processor
    that others had. 0 where the system does not tell."""

    used: float = 0.0
    waited: float = 0.0

    @classmethod
    def of(cls, pid: int) -> _Times:
        """Those of a process."""
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            waited = int(Path(f"/proc/{pid}/schedstat").read_text().split()[1])
        except (OSError, IndexError):
            return cls()
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return cls(used, waited / 1e9)


def is_late(took: float, used: float, waited: float, seconds: float) -> bool:
    """Whether a step is a hang: of too much processor time, or of ten times as much in which it did
    not wait for a processor, so that other work on the machine does not count."""
    return used > seconds or took - waited > 10 * seconds


@dataclass
class _Worker:
    process: subprocess.Popen[bytes]
    job: Job | None = None
    since: float = 0.0
    then: _Times = field(default_factory=_Times)
    at: int | None = None
    who: str = "start"
    pid: int = 0
    late: bool = False
    rest: bytes = b""


@dataclass
class Batches:
    """Runs jobs by the command of a worker, at most `jobs` at once."""

    command: Sequence[str]
    seconds: float = 30.0
    """How long a step may take."""
    jobs: int = 1
    log: IO[str] | None = None
    progress: Callable[[Row], None] | None = None
    until: float = float("inf")
    """When no further job begins, on the monotonic clock."""
    rows: list[Row] = field(default_factory=list)

    def run(self, todo: Iterable[Job]) -> list[Row]:
        """The rows of all jobs."""
        waiting = list(todo)[::-1]
        workers = [self._start() for _ in range(min(self.jobs, len(waiting)))]
        selector = selectors.DefaultSelector()
        for worker in workers:
            assert worker.process.stdout is not None
            selector.register(worker.process.stdout, selectors.EVENT_READ, worker)
            self._give(worker, waiting)
        try:
            while any(w.job is not None for w in workers):
                for key, _ in selector.select(timeout=1.0):
                    self._read(key.data, waiting)
                for worker in workers:
                    self._look_at_the_clock(worker)
        finally:
            for worker in workers:
                worker.process.kill()
                worker.process.wait()
        return self.rows

    def _start(self) -> _Worker:
        process = subprocess.Popen(
            [*self.command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"MLIRLITE_CACHE": "off", "OMP_NUM_THREADS": "1"},
        )
        return _Worker(process)

    def _give(self, worker: _Worker, waiting: list[Job]) -> None:
        """Give the next job to an idle worker."""
        more = waiting and time.monotonic() < self.until
        worker.job = waiting.pop() if more else None
        worker.at, worker.who, worker.pid, worker.late = None, "start", 0, False
        worker.since = time.monotonic()
        if worker.job is not None and worker.process.stdin is not None:
            worker.process.stdin.write(json.dumps(worker.job).encode() + b"\n")
            worker.process.stdin.flush()

    def _read(self, worker: _Worker, waiting: list[Job]) -> None:
        assert worker.process.stdout is not None
        data = os.read(worker.process.stdout.fileno(), 1 << 16)
        if not data:
            raise RuntimeError(f"a worker ended: {' '.join(self.command)}")
        *lines, worker.rest = (worker.rest + data).split(b"\n")
        for line in lines:
            row = json.loads(line)
            worker.since = time.monotonic()
            if "pid" in row:
                worker.pid = row["pid"]
            elif "at" in row:
                worker.at, worker.who = row["at"], row["who"]
            elif "done" in row:
                self._ended(worker, row["done"], waiting)
            elif worker.job is not None:
                self._note(row)
                worker.job["numbers"].remove(row["number"])
            worker.then = _Times.of(worker.pid)

    def _ended(self, worker: _Worker, how: str, waiting: list[Job]) -> None:
        """A job has ended; the rest of one that died is done later."""
        job = worker.job
        if how and job is not None and job["numbers"]:
            number = worker.at if worker.at in job["numbers"] else job["numbers"][0]
            mine = worker.who.startswith("ours")
            kind = ("hang" if worker.late else "signal") if mine else "peer died"
            row = {k: v for k, v in job.items() if k != "numbers"}
            reason = f"{worker.who}: {'hang' if worker.late else how}"
            self._note(row | {"number": number, "category": kind, "reason": reason})
            left = [n for n in job["numbers"] if n != number]
            if left:
                waiting.append(job | {"numbers": left})
        self._give(worker, waiting)

    def _look_at_the_clock(self, worker: _Worker) -> None:
        """End a fork that takes too long for its step."""
        took = time.monotonic() - worker.since
        if worker.job is None or not worker.pid or took <= self.seconds or worker.late:
            return
        now = _Times.of(worker.pid)
        used, waited = now.used - worker.then.used, now.waited - worker.then.waited
        if is_late(took, used, waited, self.seconds):
            worker.late = True
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker.pid, signal.SIGKILL)

    def _note(self, row: Row) -> None:
        self.rows.append(row)
        if self.log is not None:
            self.log.write(json.dumps(row) + "\n")
            self.log.flush()
        if self.progress is not None:
            self.progress(row)


def known_rows(path: Path) -> list[Row]:
    """The rows of an earlier run; a truncated line is left out."""
    found = []
    if path.exists():
        for line in path.read_text().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
    return found
