"""Schedules of a model as lines of text: the defaults, and a file of them for a pipeline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.dialects.onnx.schedules.file import schedule_lines
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import Stage, load_module, run_stages, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.support.diagnostics import DiagnosticError

_CONVERT = "convert-onnx-to-krnl"
_SCHEDULE = "schedule-onnx{"


def machine_with_schedules() -> str:
    """This machine's name. DiagnosticError where no schedules are known for it."""
    name = host_machine()
    if not name:
        raise DiagnosticError(
            "no schedules are known for this processor; those of another one are printed by "
            "mlirlite-compile --mcpu=<name> --print-schedule"
        )
    return name


def scheduling_stages(machine: str, threads: int = 1) -> tuple[list[Stage], list[Stage]]:
    """The levels up to where every op has its schedule, and those after it, of which the first is
    the conversion alone."""
    first, krnl, *rest = stages_for(machine, threads)
    at = next(i for i, p in enumerate(krnl.passes) if p.startswith(_CONVERT))
    before = [first, Stage("schedule", krnl.passes[:at])]
    after = [Stage(krnl.name, p) for p in (krnl.passes[at : at + 1], krnl.passes[at + 1 :])]
    return before, [*after, *rest]


def default_schedules(
    model: Any, machine: str | None = None, schedules: str | None = None, threads: int = 1
) -> list[str]:
    """The schedules that ops of a model get when so many threads share loops, a line of JSON for
    each kind of op; from the file `schedules` where it has them."""
    if machine is None:
        machine = machine_with_schedules()
    context = Context()
    module, _ = load_module(model, context)
    before, _ = scheduling_stages(machine, threads)
    run_stages(module, context, before if schedules is None else with_schedules(before, schedules))
    return schedule_lines(module)


def with_schedules(stages: Iterable[Stage], path: str) -> list[Stage]:
    """Levels whose schedules come from a file where it has them."""
    quoted = f'"{path}"' if '"' not in path else f"'{path}'"

    def stated(name: str) -> str:
        return name.replace(_SCHEDULE, f"{_SCHEDULE}schedules={quoted} ", 1)

    return [Stage(s.name, tuple(stated(p) for p in s.passes)) for s in stages]
