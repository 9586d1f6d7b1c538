"""--schedule-onnx: records on each op how it is to be computed, for a processor.

onnx.Conv(…)  -->  onnx.Conv(…) {schedule = {blocks = 2, columns = 14, rows = 56, unroll = 2}}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms._schedule_check import problem
from mlirlite.dialects.onnx.transforms._schedule_conv import conv_schedule
from mlirlite.dialects.onnx.transforms._schedule_dot import dot_schedule
from mlirlite.dialects.onnx.transforms._schedule_file import (
    best_schedules,
    node_name,
    place_of,
    read_records,
    signature,
    unmeasured,
)
from mlirlite.dialects.onnx.transforms._schedule_matmul import (
    attention_schedule,
    gemm_schedule,
    integer_matmul_schedule,
    matmul_schedule,
)
from mlirlite.dialects.onnx.transforms._schedule_recurrent import recurrent_schedule
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import DictionaryAttr, StringAttr, i64_attr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError, Severity
from mlirlite.support.machine import Machine, machine
from mlirlite.support.optable import OpTable

SCHEDULE = "schedule"
"""The attribute of an op: a dictionary of integers and words that its lowering obeys."""

Schedule = Mapping[str, "int | str"]
Strategy = Callable[[Any, Machine], "Schedule | None"]
"""What suits an op on a machine; None where its lowering has nothing to choose."""

strategies: OpTable[Strategy] = OpTable("schedule")
"""How ops are scheduled. A plugin adds its own."""


@compiler_pass("schedule-onnx", anchor="func.func")
def schedule_onnx(
    op: Operation, state: PassState, *, target: str = "", threads: int = 1, schedules: str = ""
) -> None:
    """Choose how ops are computed: tiles, blocks for the caches, algorithms.

    The choice is the attribute `schedule`, which lowerings obey; an op that has one keeps it. Run
    --layout-onnx before. Without a target nothing changes.

    target: the processor
    threads: how many will share loops
    schedules: a file with schedules that are taken before the pass's own, a JSON object a line:
      the op as --print-schedule writes it, and its schedule
    """
    if not target:
        return
    m = replace(machine(target), threads=threads)
    records = read_records(schedules) if schedules else []
    stated = best_schedules(records, target)
    unused = dict.fromkeys(r["op"] for r in unmeasured(records))
    for nested in op.walk():
        strategy = strategies.get(type(nested))
        if SCHEDULE in nested.attributes or (strategy is None and not stated):
            continue
        name = signature(nested) if stated else ""
        found: Schedule | None = stated.get(name)
        if found is not None:
            unused.pop(name, None)
            wrong = problem(nested, m, found)
            if wrong:
                who = f"{nested.name} {node_name(nested)}".strip()
                raise DiagnosticError(
                    f"{place_of(records, name, found)}: the schedule is not one of {who}: {wrong}"
                )
            state.count("schedules from the file")
        else:
            found = strategy(nested, m) if strategy is not None else None
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


def as_attribute(schedule: Mapping[str, int | str]) -> DictionaryAttr:
    """`{columns = 14 : i64}`."""
    entries: list[tuple[str, Attribute]] = [
        (k, StringAttr(v) if isinstance(v, str) else i64_attr(v))
        for k, v in sorted(schedule.items())
    ]
    made: DictionaryAttr = DictionaryAttr(tuple(entries))
    return made


@strategies(onnx.ConvOp)
def _conv(op: Any, machine: Machine) -> Schedule | None:
    is_bf16 = element_of(op.operands[0]) is BF16
    return dot_schedule(op, machine) if is_bf16 else conv_schedule(op, machine)


strategies(onnx.ConvIntegerOp)(dot_schedule)
strategies(onnx.MatMulOp)(matmul_schedule)
strategies(onnx.GemmOp)(gemm_schedule)
strategies(onnx.MatMulIntegerOp, onnx.QLinearMatMulOp)(integer_matmul_schedule)
strategies(onnx.AttentionOp)(attention_schedule)
strategies(onnx.LSTMOp, onnx.GRUOp, onnx.RNNOp)(recurrent_schedule)
