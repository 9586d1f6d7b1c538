"""Schedules of a model as lines of text: the defaults, and a file of them for a pipeline."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mlirlite.dialects.onnx.schedules.file import schedule_lines
from mlirlite.ir.context import Context
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime.compiler import Stage, load_module, run_stages, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.support.diagnostics import DiagnosticError

CONVERT = "convert-onnx-to-krnl"
"""The pass before which every op has its schedule."""


def machine_with_schedules() -> str:
    """This machine's name. DiagnosticError if no schedules are known for it."""
    name = host_machine()
    if not name:
        raise DiagnosticError(
            "no schedules are known for this processor; those of another one are printed by "
            "mlirlite-compile --mcpu=<name> --print-schedule"
        )
    return name


def scheduling_stages(machine: str, threads: int = 1) -> tuple[list[Stage], list[Stage]]:
    """The stages up to where every op has its schedule, and those after it, of which the first is
    only the conversion."""
    first, krnl, *rest = stages_for(machine, threads)
    before, convert = krnl.pipeline.split(CONVERT)
    after = Pipeline(convert.anchor, convert.items[1:])
    convert.items = convert.items[:1]
    return [first, Stage("schedule", before)], [
        Stage(krnl.name, convert),
        Stage(krnl.name, after),
        *rest,
    ]


def default_schedules(
    model: Any, machine: str | None = None, schedules: str | None = None, threads: int = 1
) -> list[str]:
    """The schedules that ops of a model get when this many threads share loops, one line of JSON
    for each kind of op; from the file `schedules` if it has them."""
    if machine is None:
        machine = machine_with_schedules()
    context = Context()
    module, _ = load_module(model, context)
    before, _ = scheduling_stages(machine, threads)
    run_stages(module, context, before if schedules is None else with_schedules(before, schedules))
    return schedule_lines(module)


def with_schedules(stages: Iterable[Stage], path: str) -> list[Stage]:
    """Stages whose schedules come from a file if it has them."""
    found = [stage.copy() for stage in stages]
    for stage in found:
        if "schedule-onnx" in stage.pipeline:
            stage.pipeline.set("schedule-onnx", schedules=path)
    return found
