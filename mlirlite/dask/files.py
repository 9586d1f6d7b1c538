"""Files of rows over the workers of a cluster: each file is a task, done again if a worker dies."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import distributed

from mlirlite.dask.cluster import ALONE, ATTEMPTS, finished
from mlirlite.dask.models import Source, Stamp, check_stamp, stamp
from mlirlite.runtime.batches.model import Batches, Unit
from mlirlite.support.diagnostics import DiagnosticError

_AHEAD = 2
"""Files that wait at a worker while it computes another one."""


def run_files(
    client: Any,
    source: Source[Batches],
    units: Iterable[Unit],
    done: Callable[[Unit, int], object],
) -> None:
    """Write the outputs for files of rows to others; `done` is told each unit and its rows.
    Workers see the files under the same paths. DiagnosticError, of a file or without workers for a
    minute, stops the rest; what is written stays."""
    waiting = list(units)[::-1]
    tries: Counter[Unit] = Counter()
    tasks: dict[Any, Unit] = {}
    seen = time.monotonic()

    def start() -> None:
        unit = waiting.pop()
        tries[unit] += 1
        there = tuple((os.path.abspath(file), os.path.abspath(output)) for file, output in unit)
        stamps = [stamp(file) for file, _ in there]
        tasks[client.submit(_unit, source, there, stamps, pure=False)] = unit

    try:
        while waiting or tasks:
            workers = client.nthreads()
            while waiting and len(tasks) < _AHEAD * max(1, sum(workers.values())):
                start()
            seen = time.monotonic() if workers else seen
            if time.monotonic() - seen > ALONE:
                raise DiagnosticError(
                    f"there was no worker for {ALONE} s, and {len(waiting) + len(tasks)} files "
                    "are left; the same command goes on with them"
                )
            for task in finished(list(tasks)):
                unit = tasks.pop(task)
                try:
                    done(unit, task.result())
                except distributed.KilledWorker as e:
                    if tries[unit] >= ATTEMPTS:
                        raise DiagnosticError(
                            f"'{unit[0][0]}': each of {ATTEMPTS} times the worker ended without an "
                            "answer; it may need more memory than there is"
                        ) from e
                    waiting.append(unit)
    finally:
        client.cancel(list(tasks), force=True)


def _unit(source: Source[Batches], unit: Unit, stamps: Sequence[Stamp]) -> int:
    """The number of rows; on a worker."""
    for (file, _), wanted in zip(unit, stamps, strict=True):
        check_stamp(file, wanted)
    return source.made().unit(unit, lambda share: None)
