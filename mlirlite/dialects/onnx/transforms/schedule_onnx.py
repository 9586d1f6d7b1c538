"""--schedule-onnx: records on each op how it is to be computed, for a processor.

onnx.Conv(…)  -->  onnx.Conv(…) {schedule = {blocks = 2, columns = 14, rows = 56, unroll = 2}}
"""

from __future__ import annotations

from dataclasses import replace

from mlirlite.dialects.onnx.schedules.file import (
    best_schedules,
    place_of,
    read_records,
    signature,
    unmeasured,
)
from mlirlite.dialects.onnx.schedules.schedule import (
    SCHEDULE,
    as_attribute,
    default_schedule,
    problem,
)
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity
from mlirlite.support.machine import machine


@compiler_pass("schedule-onnx", anchor="func.func")
def schedule_onnx(
    op: Operation, state: PassState, *, target: str = "", threads: int = 1, schedules: str = ""
) -> None:
    """Choose how ops are computed: tiles, blocks for the caches, algorithms.

    The choice is the attribute `schedule`, which lowerings follow; an existing one is kept. Run
    --layout-onnx first. Without a target nothing changes.

    target: the processor
    threads: how many will share loops
    schedules: a file with schedules that override the pass's own, one JSON object per line: the op
    as --print-schedule writes it, and its schedule
    """
    if not target:
        return
    m = replace(machine(target), threads=threads)
    records = read_records(schedules) if schedules else []
    written = best_schedules(records, target)
    unused = dict.fromkeys(r["op"] for r in unmeasured(records))
    for nested in op.walk():
        if SCHEDULE in nested.attributes:
            continue
        name = signature(nested) if written else ""
        found = written.get(name)
        if found is not None:
            unused.pop(name, None)
            wrong = problem(nested, m, found)
            if wrong:
                who = f"{nested.name} {node_name(nested)}".strip()
                raise DiagnosticError(
                    f"{place_of(records, name, found)}: the schedule is not one of {who}: {wrong}"
                )
            state.count("schedules from the file")
        elif (usual := default_schedule(nested, m)) is not None:
            found = usual.entries()
        if found is not None:
            nested.attributes[SCHEDULE] = as_attribute(found)
            state.count("schedules")
    if unused:
        first = next(iter(unused))
        lines = (
            "the schedule is"
            if len(unused) == 1
            else f"this and {len(unused) - 1} other schedules are"
        )
        state.emit(
            Diagnostic(
                Severity.WARNING,
                f"{place_of(records, first)}: {lines} for operators that the model does not have",
            )
        )
