"""Schedules timed on the workers of a cluster, one at a time on each: the `Timings` of a search."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import distributed

from mlirlite.dask.cluster import ALONE, ATTEMPTS, finished
from mlirlite.dask.models import Source
from mlirlite.runtime.trials import NoAnswerError, Trials
from mlirlite.support.cores import own_core
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION
from mlirlite.target.llvmir.processor import processor_model

_FETCH = 10
"""Seconds to wait for the answer of a worker that has one."""


@dataclass(eq=False, slots=True)
class _Question:
    """A call of a method of `Trials`."""

    what: str
    details: tuple[Any, ...]
    tries: int = 0
    answers: list[Any] = field(default_factory=list)
    """The answer, once there is one."""
    error: DiagnosticError | None = None


class Workers:
    """Timings on workers whose processor is this machine's. Workers may come and go: what one that
    ended was asked is asked again. `told` is given a line for each worker that is refused.
    DiagnosticError when all are refused, when there was none for a minute, and when the scheduler
    has ended."""

    def __init__(self, client: Any, source: Source[Trials], told: Callable[[str], object]) -> None:
        self._client, self._source, self._told = client, source, told
        self._here = processor_model()
        self._waiting: deque[_Question] = deque()
        self._busy: dict[str, tuple[Any, _Question]] = {}
        """What each worker is asked, by its address, and the task that asks it."""
        self._fit: set[str] = set()
        self._refused: dict[str, str] = {}
        self._seen = time.monotonic()

    @property
    def width(self) -> int:
        """One for one worker. Of more, none waits for the answer of another one."""
        self._look()
        return 2 * len(self._fit) if len(self._fit) > 1 else 1

    def ask(self, what: str, *details: Any) -> Callable[[], Any]:
        """Ask the next worker that is free."""
        question = _Question(what, details)
        self._waiting.append(question)
        self._look()
        return partial(self._answer, question)

    def _answer(self, question: _Question) -> Any:
        while not question.answers:
            if question.error is not None:
                raise question.error
            self._look()
            for task in finished([t for t, _ in self._busy.values()]):
                self._fetch(task)
        return question.answers[0]

    def _fetch(self, task: Any) -> None:
        """Take the answer of a worker, or ask again where that is lost with it."""
        [worker] = [w for w, (t, _) in self._busy.items() if t is task]
        _, question = self._busy[worker]
        try:
            question.answers.append(task.result(timeout=_FETCH))
            del self._busy[worker]
        except DiagnosticError as e:
            question.error = e
            del self._busy[worker]
        except (distributed.KilledWorker, distributed.CancelledError, OSError, TimeoutError):
            self._lost(worker)

    def _lost(self, worker: str) -> None:
        """Ask again what a worker was asked that does not answer."""
        task, question = self._busy.pop(worker)
        self._client.cancel([task], force=True)
        if question.tries < ATTEMPTS:
            self._waiting.appendleft(question)
            return
        question.error = NoAnswerError(
            f"each of {ATTEMPTS} times the worker ended without an answer"
        )

    def _look(self) -> None:
        """See which workers are there, and give those that are free what waits."""
        try:
            there = set(self._client.nthreads())
            self._welcome(there - self._fit - self._refused.keys())
        except (OSError, TimeoutError) as e:
            raise DiagnosticError(
                f"the scheduler has ended ({e}); the same command goes on from the log"
            ) from e
        self._fit &= there
        for worker in self._busy.keys() - there:
            self._lost(worker)
        if self._fit:
            self._seen = time.monotonic()
        elif refused := self._refused.keys() & there:
            raise DiagnosticError(self._refused[min(refused)])
        elif time.monotonic() - self._seen > ALONE:
            raise DiagnosticError(
                f"there was no worker for {ALONE} s; the same command goes on from the log"
            )
        elif not self._busy:
            time.sleep(0.1)  # until the first one comes
        for worker in sorted(self._fit - self._busy.keys()):
            if self._waiting:
                question = self._waiting.popleft()
                question.tries += 1
                task = self._client.submit(
                    _asked,
                    self._source,
                    question.what,
                    question.details,
                    workers=[worker],
                    allow_other_workers=False,
                    pure=False,
                )
                self._busy[worker] = task, question

    def _welcome(self, new: set[str]) -> None:
        """Take or refuse workers. One that ends meanwhile is looked at when it is back."""
        if not new:
            return
        found = self._client.run(_self, workers=sorted(new), on_error="return")
        for worker, answer in found.items():
            if isinstance(answer, ModuleNotFoundError):
                self._refuse(worker, f"worker {worker} has no mlirlite: {answer}")
            elif isinstance(answer, BaseException):
                continue
            elif answer[0] != VERSION:
                self._refuse(
                    worker, f"worker {worker} has mlirlite {answer[0]}, expected {VERSION}"
                )
            elif answer[1] != self._here:
                self._refuse(
                    worker,
                    f"worker {worker} has the processor '{answer[1]}', expected this machine's "
                    f"'{self._here}': times of one say nothing of the other",
                )
            else:
                self._fit.add(worker)

    def _refuse(self, worker: str, why: str) -> None:
        self._refused[worker] = why
        self._told(f"{why}; it is not used")


def _self() -> tuple[str, str]:
    """What a worker is."""
    return VERSION, processor_model()


def _asked(source: Source[Trials], what: str, details: tuple[Any, ...]) -> Any:
    """The answer, on a worker, which has a core of its machine for itself meanwhile."""
    with own_core():
        return getattr(source.made(), what)(*details)
