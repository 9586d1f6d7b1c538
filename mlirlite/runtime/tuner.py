"""Searches for faster schedules: operators are compiled alone with one schedule after the other and
timed against their default, and a model of the measured times chooses what to try next.

for trial in Tuner("model.onnx", "tuned.jsonl").search(trials=500): …
"""

from __future__ import annotations

import json
import math
import os
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TextIO

import numpy as np

from mlirlite.dialects.onnx.schedules.file import (
    GAIN,
    MODEL,
    mend,
    read_records,
    signature,
)
from mlirlite.dialects.onnx.schedules.schedule import fitting, schedule_of
from mlirlite.ir.context import Context
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import RankedTensorType
from mlirlite.runtime.calibration import random_batches
from mlirlite.runtime.compiler import Stage, load_module, run_stages
from mlirlite.runtime.figures import figures_of, has_figures
from mlirlite.runtime.kernel import Kernel
from mlirlite.runtime.profile import Profile
from mlirlite.runtime.schedules import machine_with_schedules, scheduling_stages
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.machine import machine as machine_named
from mlirlite.support.temporary import temporary_folder
from mlirlite.support.tuning import CHOICES

_ROUNDS = 12
_SECONDS = 0.001
"""About how long one timing of a kernel lasts: less than a time slice of the system."""
_CURIOSITY = 0.15
"""The share of trials that are chosen at random."""
_REFIT = 12
_EXACT, _ROUNDED = 1e-4, 2e-3
"""How far results may be from the default's, relative to the largest: with f32 weights, with f16
ones."""
_SETTLING = 3
"""How often the whole model is compiled with the best schedules so far."""
_CANDIDATES = 4
"""The most schedules of a kind of operator that are timed again."""


Schedule = dict[str, "int | str"]
"""A schedule as text in the log."""


@dataclass(slots=True)
class Task:
    """One kind of operator in the model: how often it occurs, its possible schedules, those that
    were tried."""

    op: Operation
    signature: str
    nodes: list[str]
    default: Schedule
    space: list[Schedule]
    count: int = 1
    default_ms: float = 0.0
    tried: dict[str, float] = field(default_factory=dict)
    """The time relative to the default's, by schedule."""
    settled: dict[str, float] = field(default_factory=dict)
    """As `tried`, but in the whole model."""
    first: list[Schedule] = field(default_factory=list)
    """Schedules that are tried first, for every kind of operator."""

    def left(self, schedules: list[Schedule]) -> list[Schedule]:
        """The schedules that were not tried."""
        return [s for s in schedules if json.dumps(s, sort_keys=True) not in self.tried]

    @property
    def best(self) -> float:
        """The least ratio so far; only of those timed in the model, if there are any."""
        return min([1.0, *(self.settled or self.tried).values()])

    def kept(self) -> Schedule | None:
        """The best schedule of those that were faster in the model."""
        names = [n for n, r in self.settled.items() if r <= GAIN]
        best = min(names, key=lambda n: self.settled[n], default=None)
        return None if best is None else self.named(best)

    def unsettled(self) -> Schedule | None:
        """The best schedule that was timed only alone, if it is faster; None when one was faster in
        the model."""
        if self.kept() is not None:
            return None
        names = [n for n, r in self.tried.items() if r <= GAIN and n not in self.settled]
        best = min(names, key=lambda n: self.tried[n], default=None)
        return None if best is None else self.named(best)

    def named(self, name: str) -> Schedule:
        """The schedule for a key of `tried`."""
        space = (s for s in self.space if json.dumps(s, sort_keys=True) == name)
        return next(space, None) or json.loads(name)

    def settle(self, schedule: Schedule, ratio: float) -> None:
        """Record a time in the model."""
        self.settled[json.dumps(schedule, sort_keys=True)] = ratio


class Tuner:
    """The search for one model. Every trial is a line of the log, which `--load-schedule` reads;
    an existing log is continued. With `f16_weights`, schedules that round constant
    weights to f16 are tried too; with `figures`, so are tuning numbers of the machine that an
    operator's code depends on, even if it has nothing else to choose."""

    def __init__(
        self,
        model: Any,
        log: str,
        *,
        seed: int = 0,
        f16_weights: bool = False,
        figures: bool = False,
    ) -> None:
        self.log, self.model, self._f16_weights, self._figures = log, model, f16_weights, figures
        self.machine = machine_with_schedules()
        self._random = random.Random(seed)
        context = Context()
        module, _ = load_module(model, context)
        before, self._stages = scheduling_stages(self.machine)
        run_stages(module, context, [*before, Stage.of("names", "set-onnx-node-name")])
        self.tasks = self._found(module)
        self._learner, self._fitted = _learner(), False
        self._seen: list[tuple[list[float], float]] = []
        self._kernels: dict[str, Kernel] = {}
        if self.tasks:
            self._opened().close()
            mend(log)
            self._recall(read_records(log))

    def _opened(self) -> TextIO:
        """The log, opened to add lines. DiagnosticError when it cannot be written."""
        try:
            return open(self.log, "a", encoding="utf-8")
        except OSError as e:
            raise DiagnosticError(f"cannot write the log '{self.log}': {e.strerror or e}") from e

    def _found(self, module: Operation) -> list[Task]:
        tasks: dict[str, Task] = {}
        m = machine_named(self.machine)
        for op in module.walk():
            default = schedule_of(op)
            figures = self._figures and has_figures(op)
            if (default is None and not figures) or not _is_static(op):
                continue
            name = signature(op)
            if name in tasks:
                tasks[name].count += 1
                tasks[name].nodes.append(node_name(op))
                continue
            space = [s for algorithm in fitting(op) for s in algorithm.space(op, m)]
            first = default.with_f16_weights(op) if default and self._f16_weights else None
            if first is not None:
                space += [s for one in space if (s := one.with_f16_weights(op)) is not None]
            usual = default.entries() if default is not None else {}
            found = [s.entries() for s in space]
            if figures:
                choices = figures_of(op, usual, self._stages[0])
                found += [{**usual, name: n} for name, ns in choices.items() for n in ns]
            if len(found) > (default is not None):
                task = Task(op, name, [node_name(op)], usual, found)
                task.first = [first.entries()] if first is not None else []
                tasks[name] = task
        return list(tasks.values())

    def _recall(self, records: list[dict[str, Any]]) -> None:
        by_name = {t.signature: t for t in self.tasks}
        for record in records:
            task = by_name.get(record["op"])
            if task is None or record.get("machine") != self.machine:
                continue
            ratio = record.get("ratio")
            if record.get("where") == MODEL:
                task.settle(record["schedule"], record["ratio"])
                continue
            self._learn(task, record["schedule"], ratio if ratio is not None else math.inf)
            task.default_ms = record.get("default_ms", task.default_ms)

    def _learn(self, task: Task, schedule: Schedule, ratio: float) -> None:
        task.tried[json.dumps(schedule, sort_keys=True)] = ratio
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
        for task in self.tasks:
            if not task.default_ms:
                task.default_ms = self._default(task).seconds(3) * 1e3
        with self._opened() as file:
            for number in range(trials):
                if time.monotonic() - began > seconds:
                    return
                if number % _REFIT == 0:
                    self._fit()
                chosen = self._next_task()
                if chosen is None:
                    return
                record = self._try(chosen, self._next_schedule(chosen))
                file.write(json.dumps(record) + "\n")
                file.flush()
                yield record

    def confirm(self) -> Iterator[dict[str, Any]]:
        """Time the best schedule of each kind of operator again, and the next best one if it is not
        faster: the least of many times is too small by chance. The lines are like those of a
        search, and override them."""
        with self._opened() as file:
            for task in self.tasks:
                sure: set[str] = set()
                while len(sure) < _CANDIDATES and task.best <= GAIN:
                    name = min(task.tried, key=lambda n: task.tried[n])
                    if name in sure:
                        break
                    sure.add(name)
                    record = self._try(task, task.named(name))
                    file.write(json.dumps(record) + "\n")
                    file.flush()
                    yield record

    def settle(self) -> Iterator[dict[str, Any]]:
        """Time the best schedules in the whole model, where operators find caches as others left
        them: it runs alternately with the defaults and with these, each operator timed. A kind that
        was faster alone gives a line, which overrides earlier ones; if it is not faster here, its
        next best schedule is tried."""
        usual: Profile | None = None
        for _ in range(_SETTLING):
            trial = {t.signature: s for t in self.tasks if (s := t.unsettled()) is not None}
            if not trial:
                return
            kept = {t.signature: s for t in self.tasks if (s := t.kept()) is not None}
            usual = usual or Profile(self.model)
            with temporary_folder("mlirlite-tune-") as folder:
                path = os.path.join(folder, "trial.jsonl")
                with open(path, "w", encoding="utf-8") as file:
                    for op, schedule in {**kept, **trial}.items():
                        file.write(json.dumps({"op": op, "schedule": schedule}) + "\n")
                tuned = Profile(self.model, schedules=path)
            [feeds] = random_batches(usual.session.get_inputs(), 1)
            for _ in range(_ROUNDS):
                usual.run(feeds, 2)
                tuned.run(feeds, 2)
            before, after = ({r.node: r.ms for r in p.rows()} for p in (usual, tuned))
            with self._opened() as file:
                for task in self.tasks:
                    nodes = [n for n in task.nodes if n in before and n in after]
                    if task.signature not in trial or not nodes:
                        continue
                    ms, default = (sum(d[n] for n in nodes) / len(nodes) for d in (after, before))
                    record = {
                        **self._record(task, trial[task.signature]),
                        "where": MODEL,
                        "ms": ms,
                        "default_ms": default,
                        "ratio": ms / default,
                    }
                    task.settle(record["schedule"], record["ratio"])
                    file.write(json.dumps(record) + "\n")
                    yield record

    def _next_task(self) -> Task | None:
        begun = [t for t in self.tasks if t.left(t.first)]
        open_ = begun or [t for t in self.tasks if len(t.tried) < len(t.space)]
        if not open_:
            return None
        return max(open_, key=lambda t: t.count * t.default_ms * t.best / (1 + len(t.tried)))

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

    def _default(self, task: Task) -> Kernel:
        found = self._kernels.get(task.signature)
        if found is None:
            found = self._kernels[task.signature] = Kernel(task.op, task.default, self._stages)
        return found

    def _record(self, task: Task, schedule: Schedule) -> dict[str, Any]:
        nodes = [n for n in task.nodes if n]
        return {
            "op": task.signature,
            "nodes": nodes,
            "schedule": schedule,
            "machine": self.machine,
        }

    def _try(self, task: Task, schedule: Schedule) -> dict[str, Any]:
        record = self._record(task, schedule)
        ratio = math.inf
        default = self._default(task)
        try:
            kernel = Kernel(task.op, schedule, self._stages)
            for mine, theirs in zip(kernel.run(), default.run(), strict=True):
                far = _ROUNDED if "weights" in schedule else _EXACT
                if not np.allclose(mine, theirs, rtol=1e-3, atol=far * np.abs(theirs).max()):
                    raise DiagnosticError("the results differ from the default's")
        except DiagnosticError as e:
            record["error"] = str(e).splitlines()[0]
        else:
            times = max(1, int(_SECONDS / max(default.seconds(1), 1e-7)))
            pairs = [(kernel.seconds(times), default.seconds(times)) for _ in range(_ROUNDS)]
            best, usual = (min(column) for column in zip(*pairs, strict=True))
            ratio = best / usual
            task.default_ms = min(task.default_ms or math.inf, usual * 1e3)
            record |= {"ms": best * 1e3, "default_ms": usual * 1e3, "ratio": ratio}
        self._learn(task, schedule, ratio)
        return record


def _is_static(op: Operation) -> bool:
    types = [v.type for v in (*op.operands, *op.results)]
    return all(not isinstance(t, RankedTensorType) or t.has_static_shape for t in types)


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
