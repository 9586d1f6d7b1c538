"""Where a model spends its time: the time of each operator, beside what it computes.

profile = Profile("model.onnx")
profile.run({"x": x})
profile.rows()     # one row per operator, the slowest first
"""

from __future__ import annotations

import ctypes
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.codegen.instrument_onnx import AFTER, ARITHMETIC, BEFORE, BYTES, FLOPS, SCHEDULE
from mlirlite.dialects import krnl
from mlirlite.ir.attributes import IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime.compiled import CompiledModel, compile_with
from mlirlite.runtime.compiler import Stage, stages_for
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.library_calls import addresses, with_calls
from mlirlite.runtime.openmp import usable_threads
from mlirlite.runtime.peak import peak_gflops
from mlirlite.runtime.schedules import with_schedules
from mlirlite.runtime.session import InferenceSession

_POINT = "OMInstrumentPoint"
_CONVERT = "convert-onnx-to-krnl"
_WORK = (krnl.CallOp, krnl.MemcpyOp)
"""Ops other than loops that take time."""
_CLOCK_MS = 0.002
"""The most time that reading the clock before and after an operator takes."""


@dataclass(slots=True)
class Row:
    """One operator: its node, the op, what it computes and moves per call, its schedule, how it
    multiplies if not by the arithmetic of the peak; its least time of all calls in ms, and its
    rate. Operations are counted as ONNX defines the operator, whatever the algorithm needs."""

    node: str
    op: str
    flops: int
    bytes: int
    schedule: str
    arithmetic: str = ""
    has_loops: bool = True
    """False if no loops are between its points: it is computed in those of another operator."""
    ms: float = float("inf")

    @property
    def is_timed(self) -> bool:
        """False if it is computed in another operator's loops: its rates have no meaning."""
        return self.has_loops or self.ms > _CLOCK_MS

    @property
    def gflops(self) -> float:
        """Billions of floating point operations per second; 0 if it is not timed."""
        return self.flops / self.ms / 1e6 if self.is_timed and self.ms > 0 else 0.0

    @property
    def gigabytes(self) -> float:
        """Billions of bytes per second; 0 if it is not timed."""
        return self.bytes / self.ms / 1e6 if self.is_timed and self.ms > 0 else 0.0

    def share(self, peak: float) -> str:
        """The rate as a percentage of the peak; a dash if they cannot be compared."""
        no = self.arithmetic or not self.is_timed
        return "-" if no else f"{100 * self.gflops / peak:.1f}"


class Profile:
    """A session that times operators, with the schedules of a file, if given, and functions of a
    library for operators in `ops_for_call`. A fused operator is timed with the one it is fused
    into."""

    def __init__(
        self,
        model: Any,
        *,
        threads: int = 1,
        machine: str | None = None,
        schedules: str | None = None,
        ops_for_call: str = "",
        library: str | None = None,
    ) -> None:
        self.threads = usable_threads(threads)
        self._rows: dict[str, Row] = {}
        self._events: list[tuple[int, int, int]] = []
        record, clock = self._events.append, time.perf_counter_ns
        self._callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)(
            lambda op, tag, node: record((clock(), tag, node))
        )
        address = ctypes.cast(self._callback, ctypes.c_void_p).value or 0
        machine = host_machine() if machine is None else machine
        plain = stages_for(machine, self.threads)
        stages = plain if schedules is None else with_schedules(plain, schedules)
        functions: dict[str, int] = {}
        if ops_for_call:
            functions, stages = addresses(ops_for_call, library), with_calls(stages, ops_for_call)
        compiled: CompiledModel = compile_with(
            model,
            [_instrumented(s) for s in stages],
            threads=self.threads,
            symbols={_POINT: address, **functions},
            after=lambda stage, module: self._collect(stage, module),
        )
        self.session = InferenceSession(compiled)
        self.calls: list[list[tuple[int, int, str]]] = []
        """The events of each call: time in ns, tag and node."""

    def _collect(self, stage: Stage, module: Operation) -> None:
        if stage.name != "krnl":
            return
        for op in module.walk():
            if isinstance(op, krnl.InstrumentOp) and op.tag == BEFORE:
                numbers = [op.attribute(n) for n in (FLOPS, BYTES)]
                flops, size = (a.value if isinstance(a, IntegerAttr) else 0 for a in numbers)
                texts = [op.attribute(n) for n in (SCHEDULE, ARITHMETIC)]
                schedule, other = (a.value if isinstance(a, StringAttr) else "" for a in texts)
                node = op.nodeName or op.opName
                row = Row(node, op.opName, flops, size, schedule, other, _has_loops(op))
                self._rows[node] = row

    def run(self, feeds: Any, times: int = 1) -> list[Any]:
        """Run the model this many times; returns the outputs of the last call."""
        names: dict[int, str] = {}
        outputs: list[Any] = []
        for _ in range(times):
            self._events.clear()
            outputs = self.session.run(None, feeds)
            for _, _, place in self._events:
                if place not in names:
                    names[place] = ctypes.string_at(place).decode("utf-8", "replace")
            self.calls.append([(t, tag, names[place]) for t, tag, place in self._events])
            for node, ms in _durations(self.calls[-1]).items():
                if node in self._rows:
                    self._rows[node].ms = min(self._rows[node].ms, ms)
        return outputs

    def rows(self) -> list[Row]:
        """The operators that ran, the slowest first."""
        ran = [r for r in self._rows.values() if r.ms != float("inf")]
        return sorted(ran, key=lambda r: -r.ms)

    def table(self) -> str:
        """The rows as text: time, share of all, GFLOP/s and share of the measured peak, GB/s. The
        last row sums up all; its share covers those that have one."""
        rows = self.rows()
        total = sum(r.ms for r in rows) or 1.0
        peak = peak_gflops(self.threads)
        lines = [
            f"{'ms':>9} {'%':>5} {'GFLOP/s':>8} {'peak %':>6} {'GB/s':>6}  op, node, schedule",
        ]
        for r in rows:
            rates = [f"{x:.1f}" if r.is_timed else "-" for x in (r.gflops, r.gigabytes)]
            lines.append(
                f"{r.ms:9.3f} {100 * r.ms / total:5.1f} {rates[0]:>8} "
                f"{r.share(peak):>6} {rates[1]:>6}  {r.op} {r.node} {r.schedule}".rstrip()
            )
        lines.append(
            f"{total:9.3f} 100.0 {sum(r.flops for r in rows) / total / 1e6:8.1f} "
            f"{100 * comparable_rate(rows) / peak:6.1f}"
            f"         all {len(rows)} operators; peak {peak:.0f} GFLOP/s on {self.threads} "
            f"thread{'s' if self.threads > 1 else ''}"
        )
        others = sorted({r.arithmetic for r in rows if r.arithmetic})
        if others:
            lines.append(f"- by {', '.join(others)}: not the arithmetic that the peak is of")
        return "\n".join(lines) + "\n"

    def chrome_trace(self) -> str:
        """All calls in the format of Chrome's trace viewer (chrome://tracing, Perfetto), JSON."""
        events: list[dict[str, Any]] = []
        start = self.calls[0][0][0] if self.calls and self.calls[0] else 0
        for call in self.calls:
            open_: list[tuple[int, str]] = []
            for at, tag, node in call:
                if tag == BEFORE:
                    open_.append((at, node))
                elif tag == AFTER and open_:
                    began, name = open_.pop()
                    row = self._rows.get(name)
                    known = {"flops": row.flops, "bytes": row.bytes} if row is not None else {}
                    events.append(
                        {
                            "name": name,
                            "cat": row.op if row is not None else "",
                            "ph": "X",
                            "ts": (began - start) / 1e3,
                            "dur": (at - began) / 1e3,
                            "pid": 1,
                            "tid": 1,
                            "args": known,
                        }
                    )
        return json.dumps({"traceEvents": events, "displayTimeUnit": "ms"}, indent=1) + "\n"


def comparable_rate(rows: Sequence[Row]) -> float:
    """GFLOP/s of the operators that a peak can be compared with."""
    mine = [r for r in rows if not r.arithmetic]
    spent = sum(r.ms for r in mine)
    return sum(r.flops for r in mine) / spent / 1e6 if spent > 0 else 0.0


def _instrumented(stage: Stage) -> Stage:
    stage = stage.copy()
    if _CONVERT in stage.pipeline:
        points = Pipeline.of("instrument-onnx", anchor="func.func")
        stage.pipeline.insert("set-onnx-node-name", points, before=_CONVERT)
    return stage


def _has_loops(point: krnl.InstrumentOp) -> bool:
    """Whether there are loops between the point where an operator begins and the next point."""
    step = point.next
    while step is not None and not isinstance(step, krnl.InstrumentOp):
        if step.regions or isinstance(step, _WORK):
            return True
        step = step.next
    return step is None or step.tag == BEFORE


def _durations(call: list[tuple[int, int, str]]) -> dict[str, float]:
    """Milliseconds of each node in one call, without those of the nodes inside it."""
    found: dict[str, float] = {}
    stack: list[list[Any]] = []
    for at, tag, node in call:
        if tag == BEFORE:
            stack.append([node, at, 0])
        elif tag == AFTER and stack:
            name, began, inner = stack.pop()
            spent = at - began
            found[name] = found.get(name, 0.0) + (spent - inner) / 1e6
            if stack:
                stack[-1][2] += spent
    return found
