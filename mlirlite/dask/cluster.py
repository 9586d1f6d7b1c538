"""Schedulers of dask: those that run already, and processes of this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import dask
import distributed

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION

ATTEMPTS = 10
"""How often a worker may end without an answer to the same question."""
ALONE = 60
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


def finished(tasks: list[Any]) -> list[Any]:
    """The tasks that have ended, after a second at most."""
    try:
        return list(distributed.wait(tasks, 1, "FIRST_COMPLETED").done)
    except TimeoutError:
        return []
