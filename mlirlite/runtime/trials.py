"""Operators of a model, compiled alone with a schedule and timed against their default: what a
search of schedules asks for, of this process or of others."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np

from mlirlite.dialects.onnx.schedules.file import GAIN, signature
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

_ROUNDS = 12
_SECONDS = 0.001
"""About how long one timing of a kernel lasts: less than a time slice of the system."""
_EXACT, _ROUNDED = 1e-4, 2e-3
"""How far results may be from the default's, relative to the largest: with f32 weights, with f16
ones."""

Schedule = dict[str, "int | str"]
"""A schedule as text in the log."""


def key_of(schedule: Mapping[str, Any]) -> str:
    """A schedule as a key of dictionaries."""
    return json.dumps(schedule, sort_keys=True)


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
    asked: set[str] = field(default_factory=set)
    """Schedules whose times are not known yet."""
    settled: dict[str, float] = field(default_factory=dict)
    """As `tried`, but in the whole model."""
    first: list[Schedule] = field(default_factory=list)
    """Schedules that are tried first, for every kind of operator."""

    @property
    def trials(self) -> int:
        """How many schedules were tried or asked for."""
        return len(self.tried) + len(self.asked)

    def left(self, schedules: list[Schedule]) -> list[Schedule]:
        """The schedules that were neither tried nor asked for."""
        return [s for s in schedules if (n := key_of(s)) not in self.tried and n not in self.asked]

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
        space = (s for s in self.space if key_of(s) == name)
        return next(space, None) or json.loads(name)


class Trials:
    """The kinds of operators of a model that have schedules to choose, compiled and timed one at a
    time in this process. `f16_weights` and `figures` are those of `Tuner`. DiagnosticError for a
    model that cannot be read, or a processor without schedules."""

    def __init__(self, model: Any, *, f16_weights: bool = False, figures: bool = False) -> None:
        self.model, self._f16_weights, self._figures = model, f16_weights, figures
        self.machine = machine_with_schedules()
        context = Context()
        module, _ = load_module(model, context)
        before, self._stages = scheduling_stages(self.machine)
        run_stages(module, context, [*before, Stage.of("names", "set-onnx-node-name")])
        self.tasks = self._found(module.walk())
        self._kernels: dict[str, Kernel] = {}
        self._usual: Profile | None = None

    def _found(self, ops: Iterable[Operation]) -> dict[str, Task]:
        """The kinds of operators by their signatures."""
        tasks: dict[str, Task] = {}
        m = machine_named(self.machine)
        for op in ops:
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
        return tasks

    def default_ms(self, op: str) -> float:
        """The time of a kind of operator with its default schedule, measured a few times."""
        return self._default(op).seconds(3) * 1e3

    def time(self, op: str, schedule: Schedule) -> dict[str, Any]:
        """`ms`, `default_ms` and their `ratio` for a kind of operator, the least of several
        times; or the `error` that the schedule makes."""
        default = self._default(op)
        try:
            kernel = Kernel(self.tasks[op].op, schedule, self._stages)
            for mine, theirs in zip(kernel.run(), default.run(), strict=True):
                far = _ROUNDED if "weights" in schedule else _EXACT
                if not np.allclose(mine, theirs, rtol=1e-3, atol=far * np.abs(theirs).max()):
                    raise DiagnosticError("the results differ from the default's")
        except DiagnosticError as e:
            return {"error": str(e).splitlines()[0]}
        times = max(1, int(_SECONDS / max(default.seconds(1), 1e-7)))
        pairs = [(kernel.seconds(times), default.seconds(times)) for _ in range(_ROUNDS)]
        best, usual = (min(column) for column in zip(*pairs, strict=True))
        return {"ms": best * 1e3, "default_ms": usual * 1e3, "ratio": best / usual}

    def in_model(self, schedules: Mapping[str, Schedule]) -> dict[str, tuple[float, float]]:
        """The times in ms of the nodes of the whole model, with its default schedules and with
        these by kinds of operators; both take turns."""
        usual = self._usual = self._usual or Profile(self.model)
        with temporary_folder("mlirlite-tune-") as folder:
            path = os.path.join(folder, "trial.jsonl")
            with open(path, "w", encoding="utf-8") as file:
                for op, schedule in schedules.items():
                    file.write(json.dumps({"op": op, "schedule": schedule}) + "\n")
            tuned = Profile(self.model, schedules=path)
        [feeds] = random_batches(usual.session.get_inputs(), 1)
        for _ in range(_ROUNDS):
            usual.run(feeds, 2)
            tuned.run(feeds, 2)
        before, after = ({r.node: r.ms for r in p.rows()} for p in (usual, tuned))
        return {node: (ms, after[node]) for node, ms in before.items() if node in after}

    def _default(self, op: str) -> Kernel:
        found = self._kernels.get(op)
        if found is None:
            task = self.tasks[op]
            found = self._kernels[op] = Kernel(task.op, task.default, self._stages)
        return found


def _is_static(op: Operation) -> bool:
    types = [v.type for v in (*op.operands, *op.results)]
    return all(not isinstance(t, RankedTensorType) or t.has_static_shape for t in types)


class NoAnswerError(DiagnosticError):
    """What was asked for ends each process that tries it."""


class Timings(Protocol):
    """Where a search has its schedules compiled and timed."""

    @property
    def width(self) -> int:
        """How many times may be asked for before the first one is known."""

    def ask(self, what: str, *details: Any) -> Callable[[], Any]:
        """Ask for a method of `Trials`; the function that is returned waits for its result.
        NoAnswerError when there will be none."""


class Here:
    """Timings in this process, one after the other: made when the result is waited for."""

    width = 1

    def __init__(self, trials: Trials) -> None:
        self._trials = trials

    def ask(self, what: str, *details: Any) -> Callable[[], Any]:
        """A call of the method."""
        return partial(getattr(self._trials, what), *details)
