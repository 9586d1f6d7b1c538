"""Files of rows over the workers of a cluster: each file is a task, done again if a worker dies."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import distributed

from mlirlite.dask.models import Source
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION

ATTEMPTS = 10
"""How often a file is tried whose worker ends without an answer."""
_AHEAD = 2
"""Files that wait at a worker while it computes another one."""
_SECONDS = 30
"""How long to wait for a scheduler, and for the first worker."""


@contextmanager
def cluster(where: str) -> Iterator[Any]:
    """The client of a scheduler: `tcp://host:port`, or `local:N` for N processes on this machine.
    DiagnosticError when it does not answer or runs another version of mlirlite."""
    kind, _, rest = where.partition(":")
    if kind == "local":
        if not rest.isdecimal() or not int(rest):
            raise DiagnosticError(f"expected local:N with a number of processes, found '{where}'")
        local = distributed.LocalCluster(
            n_workers=int(rest),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
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
    DiagnosticError of a file stops the rest; what is written stays."""
    waiting = [(os.path.abspath(file), os.path.abspath(output)) for file, output in pairs.items()]
    waiting.reverse()
    tries = dict.fromkeys(pairs, 0)
    names = {os.path.abspath(file): file for file in pairs}
    running = distributed.as_completed([], with_results=False)
    tasks: dict[str, tuple[str, str]] = {}

    def start(pair: tuple[str, str]) -> None:
        tries[names[pair[0]]] += 1
        future = client.submit(_file, source, *pair, pure=False)
        tasks[future.key] = pair
        running.add(future)

    try:
        for _ in range(_AHEAD * max(1, sum(client.nthreads().values()))):
            if waiting:
                start(waiting.pop())
        for future in running:
            pair = tasks.pop(future.key)
            file = names[pair[0]]
            try:
                done(file, future.result())
            except distributed.KilledWorker as e:
                if tries[file] >= ATTEMPTS:
                    raise DiagnosticError(
                        f"'{file}': each of {ATTEMPTS} times the worker ended without an answer"
                    ) from e
                start(pair)
                continue
            if waiting:
                start(waiting.pop())
    finally:
        client.cancel([distributed.Future(key, client) for key in tasks], force=True)


def _file(source: Source, file: str, output: str) -> int:
    return source.model().file(file, output, lambda share: None)
