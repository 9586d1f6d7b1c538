"""Files of rows over the workers of a cluster: each file is a task, done again if a worker dies."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import dask
import distributed

from mlirlite.dask.models import Source
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION

ATTEMPTS = 10
"""How often a file is tried whose worker ends without an answer."""
_AHEAD = 2
"""Files that wait at a worker while it computes another one."""
_ALONE = 60
"""Seconds without any worker until a run ends."""
_WAIT_FOR_RESTARTS = {"distributed.deploy.lost-worker-timeout": "1 day"}
"""A worker that dies is started again at once. Else a cluster gives a worker up that dies again 15
seconds after it died once."""
_SECONDS = 15
"""How long to wait for a scheduler, and for the first worker."""


@contextmanager
def cluster(where: str) -> Iterator[Any]:
    """The client of a scheduler: `tcp://host:port`, or `local:N` for N processes on this machine.
    DiagnosticError when it does not answer or runs another version of mlirlite."""
    kind, _, rest = where.partition(":")
    if kind == "local":
        if not rest.isdecimal() or not int(rest):
            raise DiagnosticError(f"expected local:N with a number of processes, found '{where}'")
        with dask.config.set(_WAIT_FOR_RESTARTS):
            local = distributed.LocalCluster(
                n_workers=int(rest),
                threads_per_worker=1,
                processes=True,
                host="127.0.0.1",
                dashboard_address="127.0.0.1:0",
                silence_logs=logging.ERROR,
            )
            with local, distributed.Client(local) as client:
                yield client
        return
    try:
        client = distributed.Client(where, timeout=_SECONDS)
    except (OSError, ValueError) as e:
        raise DiagnosticError(f"no scheduler of dask answers at '{where}': {e}") from e
    with client:
        _check_workers(client, where)
        yield client


def _check_workers(client: Any, where: str) -> None:
    """DiagnosticError without workers, or with some of another version."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS)
    except TimeoutError as e:
        raise DiagnosticError(f"the scheduler at '{where}' has no workers") from e
    try:
        versions = client.run(_version)
    except ModuleNotFoundError as e:
        raise DiagnosticError(f"a worker of '{where}' has no mlirlite: {e}") from e
    others = {w: v for w, v in versions.items() if v != VERSION}
    if others:
        listed = ", ".join(f"{w} has {v}" for w, v in sorted(others.items()))
        raise DiagnosticError(f"workers have another version of mlirlite than {VERSION}: {listed}")


def _version() -> str:
    return VERSION


def run_files(
    client: Any, source: Source, pairs: Mapping[str, str], done: Callable[[str, int], object]
) -> None:
    """Write the outputs for each file to another one; `done` is told each file and its rows.
    Workers see the files under the same paths. DiagnosticError, of a file or without workers for a
    minute, stops the rest; what is written stays."""
    waiting = list(pairs.items())[::-1]
    tries: Counter[str] = Counter()
    tasks: dict[Any, tuple[str, str]] = {}
    seen = time.monotonic()

    def start() -> None:
        pair = file, output = waiting.pop()
        tries[file] += 1
        here = os.path.abspath(file)
        task = client.submit(_file, source, here, os.path.abspath(output), _stamp(here), pure=False)
        tasks[task] = pair

    try:
        while waiting or tasks:
            workers = client.nthreads()
            while waiting and len(tasks) < _AHEAD * max(1, sum(workers.values())):
                start()
            seen = time.monotonic() if workers else seen
            if time.monotonic() - seen > _ALONE:
                raise DiagnosticError(
                    f"there was no worker for {_ALONE} s, and {len(waiting) + len(tasks)} files "
                    "are left; the same command goes on with them"
                )
            for task in _finished(list(tasks)):
                file, output = tasks.pop(task)
                try:
                    done(file, task.result())
                except distributed.KilledWorker as e:
                    if tries[file] >= ATTEMPTS:
                        raise DiagnosticError(
                            f"'{file}': each of {ATTEMPTS} times the worker ended without an "
                            "answer; it may need more memory than there is"
                        ) from e
                    waiting.append((file, output))
    finally:
        client.cancel(list(tasks), force=True)


def _finished(tasks: list[Any]) -> list[Any]:
    """The tasks that have ended, after a second at most."""
    try:
        return list(distributed.wait(tasks, 1, "FIRST_COMPLETED").done)
    except TimeoutError:
        return []


def _stamp(path: str) -> tuple[int, int]:
    """What tells one file from another of the same name: its size and time."""
    found = os.stat(path)
    return found.st_size, found.st_mtime_ns


def _file(source: Source, file: str, output: str, stamp: tuple[int, int]) -> int:
    """The number of rows; on a worker."""
    if not os.path.exists(file) or _stamp(file) != stamp:
        raise DiagnosticError(
            f"a worker does not see the same file '{file}': workers need a file system that all "
            "share"
        )
    return source.model().file(file, output, lambda share: None)
