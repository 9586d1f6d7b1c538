"""Searches for faster schedules: operators are compiled alone with one schedule after the other and
timed against their default, and a model of the measured times chooses what to try next.

for trial in Tuner("model.onnx", "tuned.jsonl").search(trials=500): …
"""

from __future__ import annotations

import json
import math
import random
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, TextIO

import numpy as np

from mlirlite.dialects.onnx.schedules.file import GAIN, MODEL, mend, read_records
from mlirlite.ir.types import RankedTensorType
from mlirlite.runtime.trials import Here, NoAnswerError, Schedule, Task, Timings, Trials, key_of
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.tuning import CHOICES

with suppress(ImportError):  # Windows has none
    import fcntl

_CURIOSITY = 0.15
"""The share of trials that are chosen at random."""
_REFIT = 12
_SETTLING = 3
"""How often the whole model is compiled with the best schedules so far."""
_CANDIDATES = 4
"""The most schedules of a kind of operator that are timed again."""


class Tuner:
    """The search for one model. Every trial is a line of the log, which `--load-schedule` reads;
    an existing log is continued, by one search at a time. With `f16_weights`, schedules that round
    constant weights to f16 are tried too; with `figures`, so are tuning numbers of the machine that
    an operator's code depends on, even if it has nothing else to choose.

    Schedules are timed in this process, or where `timings` says. Lines are in the order in which
    schedules were chosen, and what is chosen depends on the lines before: never on which answer
    came first. DiagnosticError for a model that cannot be read, and a log that cannot be written
    or that another search writes."""

    def __init__(
        self,
        model: Any,
        log: str,
        *,
        seed: int = 0,
        f16_weights: bool = False,
        figures: bool = False,
        timings: Timings | None = None,
    ) -> None:
        self.log = log
        self._random = random.Random(seed)
        trials = Trials(model, f16_weights=f16_weights, figures=figures)
        self.machine, self.tasks = trials.machine, list(trials.tasks.values())
        self._timings: Timings = timings or Here(trials)
        self._learner, self._fitted = _learner(), False
        self._seen: list[tuple[list[float], float]] = []
        if self.tasks:
            self._file = self._opened()
            weakref.finalize(self, self._file.close)
            mend(log)
            self._recall(read_records(log))

    def close(self) -> None:
        """Leave the log to another search."""
        if self.tasks:
            self._file.close()

    def _opened(self) -> TextIO:
        """The log, opened to add lines, and locked. DiagnosticError when it cannot be written."""
        try:
            file = open(self.log, "a", encoding="utf-8")  # noqa: SIM115 - closed with the tuner
            try:
                with suppress(NameError):
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as e:
                file.close()
                if isinstance(e, BlockingIOError):
                    raise DiagnosticError(
                        f"another search writes the log '{self.log}'; wait for its end, or name "
                        "another log"
                    ) from e
            return file
        except OSError as e:
            raise DiagnosticError(f"cannot write the log '{self.log}': {e.strerror or e}") from e

    def _recall(self, records: list[dict[str, Any]]) -> None:
        by_name = {t.signature: t for t in self.tasks}
        for record in records:
            task = by_name.get(record["op"])
            if task is None or record.get("machine") != self.machine:
                continue
            ratio = record.get("ratio")
            if record.get("where") == MODEL:
                task.settled[key_of(record["schedule"])] = record["ratio"]
                continue
            self._learn(task, record["schedule"], ratio if ratio is not None else math.inf)
            task.default_ms = record.get("default_ms", task.default_ms)

    def _learn(self, task: Task, schedule: Schedule, ratio: float) -> None:
        task.asked.discard(key_of(schedule))
        task.tried[key_of(schedule)] = ratio
        if math.isfinite(ratio):
            self._seen.append((_features(task, schedule), math.log(ratio)))

    @property
    def gain(self) -> float:
        """The time of the tuned operators with the best schedules, relative to that with the
        defaults."""
        before = sum(t.count * t.default_ms for t in self.tasks)
        after = sum(t.count * t.default_ms * t.best for t in self.tasks)
        return after / before if before else 1.0

    def search(self, trials: int, seconds: float = math.inf) -> Iterator[dict[str, Any]]:
        """Try this many schedules, and yield each one's line of the log. Kinds of operators that
        take most of the time get most of the trials."""
        began = time.monotonic()
        new = [t for t in self.tasks if not t.default_ms]
        waited = [self._timings.ask("default_ms", t.signature) for t in new]
        for task, answer in zip(new, waited, strict=True):
            task.default_ms = answer()
        asked: deque[tuple[Task, Schedule, Callable[[], Any]]] = deque()
        number = 0
        while True:
            while number < trials and len(asked) < self._timings.width:
                if time.monotonic() - began > seconds:
                    break
                if number % _REFIT == 0:
                    self._fit()
                chosen = self._next_task()
                if chosen is None:
                    break
                asked.append(self._asked(chosen, self._next_schedule(chosen)))
                number += 1
            if not asked:
                return
            yield self._answered(*asked.popleft())

    def confirm(self) -> Iterator[dict[str, Any]]:
        """Time the best schedule of each kind of operator again, and the next best one if it is not
        faster: the least of many times is too small by chance. The lines are like those of a
        search, and override them."""
        sure: set[tuple[str, str]] = set()
        for _ in range(_CANDIDATES):
            asked = []
            for task in self.tasks:
                name = min(task.tried, key=lambda n: task.tried[n], default="")
                if name and task.best <= GAIN and (task.signature, name) not in sure:
                    sure.add((task.signature, name))
                    asked.append(self._asked(task, task.named(name)))
            for one in asked:
                yield self._answered(*one)

    def settle(self) -> Iterator[dict[str, Any]]:
        """Time the best schedules in the whole model, where operators find caches as others left
        them: it runs alternately with the defaults and with these, each operator timed. A kind that
        was faster alone gives a line, which overrides earlier ones; if it is not faster here, its
        next best schedule is tried."""
        for _ in range(_SETTLING):
            trial = {t.signature: s for t in self.tasks if (s := t.unsettled()) is not None}
            if not trial:
                return
            kept = {t.signature: s for t in self.tasks if (s := t.kept()) is not None}
            times = self._timings.ask("in_model", {**kept, **trial})()
            for task in self.tasks:
                pairs = [times[n] for n in task.nodes if n in times]
                if task.signature not in trial or not pairs:
                    continue
                default, ms = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
                schedule, ratio = trial[task.signature], ms / default
                task.settled[key_of(schedule)] = ratio
                times_of = {"where": MODEL, "ms": ms, "default_ms": default, "ratio": ratio}
                yield self._written({**self._record(task, schedule), **times_of})

    def _next_task(self) -> Task | None:
        begun = [t for t in self.tasks if t.left(t.first)]
        open_ = begun or [t for t in self.tasks if t.trials < len(t.space)]
        if not open_:
            return None
        return max(open_, key=lambda t: t.count * t.default_ms * t.best / (1 + t.trials))

    def _next_schedule(self, task: Task) -> Schedule:
        if first := task.left(task.first):
            return first[0]
        left = task.left(task.space)
        if not self._fitted or self._random.random() < _CURIOSITY:
            return self._random.choice(left)
        guesses = self._learner.predict(np.array([_features(task, s) for s in left]))
        return left[int(np.argmin(guesses))]

    def _fit(self) -> None:
        if len(self._seen) >= 2 * _REFIT:
            rows, ratios = zip(*self._seen, strict=True)
            self._learner.fit(np.array(rows), np.array(ratios))
            self._fitted = True

    def _record(self, task: Task, schedule: Schedule) -> dict[str, Any]:
        nodes = [n for n in task.nodes if n]
        return {
            "op": task.signature,
            "nodes": nodes,
            "schedule": schedule,
            "machine": self.machine,
        }

    def _asked(self, task: Task, schedule: Schedule) -> tuple[Task, Schedule, Callable[[], Any]]:
        task.asked.add(key_of(schedule))
        return task, schedule, self._timings.ask("time", task.signature, schedule)

    def _answered(
        self, task: Task, schedule: Schedule, answer: Callable[[], Any]
    ) -> dict[str, Any]:
        """The line of a trial, which is written and learned from."""
        try:
            found = answer()
        except NoAnswerError as e:
            found = {"error": str(e).splitlines()[0]}
        if "ratio" in found:
            task.default_ms = min(task.default_ms or math.inf, found["default_ms"])
        self._learn(task, schedule, found.get("ratio", math.inf))
        return self._written({**self._record(task, schedule), **found})

    def _written(self, record: dict[str, Any]) -> dict[str, Any]:
        """The same line, when the log has it."""
        self._file.write(json.dumps(record) + "\n")
        self._file.flush()
        return record


def _learner() -> Any:
    try:
        from sklearn.ensemble import GradientBoostingRegressor
    except ImportError:
        raise DiagnosticError("tuning needs scikit-learn: pip install 'mlirlite[tune]'") from None
    return GradientBoostingRegressor(n_estimators=80, max_depth=4, random_state=0)


_KEYS = ("columns", "blocks", "rows", "unroll", "vectors", "tile")


def _features(task: Task, schedule: Mapping[str, Any]) -> list[float]:
    """The schedule, the default, and the sizes of the operator, in logarithms."""

    def log(n: Any) -> float:
        return math.log2(n) if isinstance(n, int) and n > 0 else -1.0

    found = [log(schedule.get(k)) for k in _KEYS]
    found += [log(schedule.get(k)) - log(task.default.get(k)) for k in _KEYS]
    found.append(log(schedule.get("columns", 1)) + log(schedule.get("blocks", 1)))
    found += [log(schedule.get(k)) for k in CHOICES]
    for value in (task.op.operands[:2][-1], task.op.results[0]):
        shape = list(value.type.shape) if isinstance(value.type, RankedTensorType) else []
        found += [log(n) for n in (shape + [0] * 4)[:4]]
    columns, blocks = schedule.get("columns"), schedule.get("blocks")
    width = task.op.results[0].type
    wide = width.shape[-1] if isinstance(width, RankedTensorType) else 1
    found.append(float(wide % columns) / columns if isinstance(columns, int) else 0.0)
    found.append(float(blocks) if isinstance(blocks, int) else 0.0)
    found.append(float(schedule.get("algorithm") == "winograd"))
    found.append(float("weights" in schedule))
    return found
