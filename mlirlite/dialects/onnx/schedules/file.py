"""Schedules as lines of JSON, to print, edit, and load: keyed by the op's signature, so that layers
of the same shapes share one.

{"op": "onnx.Conv (tensor<…>, …) -> … {…}", "nodes": ["conv1"], "schedule": {"columns": 14, …}}
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping
from typing import Any

from mlirlite.dialects.onnx.constants import constant_of
from mlirlite.dialects.onnx.node import NODE_NAME
from mlirlite.dialects.onnx.schedules.schedule import as_entries
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.reading import read_all

GAIN = 0.98
"""A schedule replaces the default only if its relative time is below this: anything else is
noise."""
MODEL = "model"
"""`where` of a line whose operator was timed as a part of the whole model."""
_NAMES = (NODE_NAME, "schedule", "fused")
"""Attributes that do not affect what an op computes. The number of a fused chain differs for each
layer."""
_PLACE = "place"
"""The location of a record, for messages."""


def signature(op: Operation) -> str:
    """What a schedule depends on: the op, its types, which weights are not constant, its attributes
    without names."""
    operands = ", ".join(
        f"variable {print_attribute(v.type)}"
        if n and not _is_constant(v)
        else print_attribute(v.type)
        for n, v in enumerate(op.operands)
    )
    results = ", ".join(print_attribute(r.type) for r in op.results)
    stated = {**op.properties, **op.attributes}
    attributes = ", ".join(
        f"{n} = {print_attribute(stated[n])}" for n in sorted(stated) if n not in _NAMES
    )
    return f"{op.name} ({operands}) -> {results} {{{attributes}}}"


def _is_constant(value: Value) -> bool:
    return value.type is NONE or constant_of(value) is not None


def schedule_lines(module: Operation) -> list[str]:
    """The schedules of a module, one line for each kind of op in order of appearance."""
    found: dict[str, dict[str, Any]] = {}
    for op in module.walk():
        schedule = op.attributes.get("schedule")
        if schedule is None:
            continue
        line = found.setdefault(
            signature(op), {"op": signature(op), "nodes": [], "schedule": as_entries(schedule)}
        )
        if node_name(op):
            line["nodes"].append(node_name(op))
    return [json.dumps(line) for line in found.values()]


def _text_of(path: str) -> str:
    try:
        with open(os.fspath(path), "rb") as file:  # a number would be an open file
            data = read_all(file)
    except OSError as e:
        raise DiagnosticError(f"cannot open schedule file '{path}': {e.strerror or e}") from e
    try:
        return data.decode()
    except UnicodeDecodeError as e:
        line = data.count(b"\n", 0, e.start) + 1
        raise DiagnosticError(f"{path}:{line}: the line is not text in UTF-8") from None


def mend(path: str) -> None:
    """Make a log end with a complete line, so that more can be added: a truncated last line of an
    interrupted run is removed. OSError when it cannot be written."""
    whole, end, rest = _text_of(path).rpartition("\n")
    if not rest:
        return
    try:
        json.loads(rest)
    except ValueError:
        with open(path, "r+b") as file:
            file.truncate(len((whole + end).encode()))
    else:
        with open(path, "ab") as file:
            file.write(b"\n")


def read_records(path: str) -> list[dict[str, Any]]:
    """The lines of a file. DiagnosticError, with the line, for anything but schedules."""
    records = []
    for number, text in enumerate(_text_of(path).split("\n"), 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        place = f"{path}:{number}"
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as e:
            raise DiagnosticError(f"{place}: the line is not JSON: {e}") from None
        schedule = record.get("schedule") if isinstance(record, dict) else None
        if not isinstance(schedule, dict) or not isinstance(record.get("op"), str):
            raise DiagnosticError(
                f'{place}: expected {{"op": "…", "schedule": {{…}}}}, found {text[:60]}'
            )
        if any(not isinstance(v, (int, str)) or isinstance(v, bool) for v in schedule.values()):
            raise DiagnosticError(f"{place}: a schedule holds integers and words, found {schedule}")
        for name in ("ratio", "ms", "default_ms"):
            if name in record and not _is_time(record[name]):
                raise DiagnosticError(
                    f'{place}: "{name}" is a number above zero, found {json.dumps(record[name])}'
                )
        if record.get("where") == MODEL and "ratio" not in record:
            raise DiagnosticError(f'{place}: a time in the model needs a "ratio"')
        records.append({**record, _PLACE: place})
    return records


def _is_time(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < math.inf


def place_of(
    records: Iterable[Mapping[str, Any]], op: str, schedule: Mapping[str, Any] | None = None
) -> str:
    """File and line of the last record of an op, with this schedule if one is given."""
    places = [r[_PLACE] for r in records if r["op"] == op and schedule in (None, r["schedule"])]
    return str(places[-1])


def unmeasured(records: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The records without a time, which were written by hand."""
    return [r for r in records if "ratio" not in r and not r.get("error")]


def best_schedules(
    records: Iterable[Mapping[str, Any]], machine: str = ""
) -> dict[str, dict[str, int | str]]:
    """The schedule of each kind of op on a machine: the last line without a time, which was written
    by hand, or else the fastest one that a tuner measured there, if it is faster than the default.
    The last time of a schedule counts; if some were measured in the whole model, only these
    count."""
    times: dict[str, dict[str, tuple[float, dict[str, int | str]]]] = {}
    records = [r for r in records if not r.get("error")]
    if machine:
        records = [r for r in records if r.get("machine", machine) == machine]
    settled = {r["op"] for r in records if r.get("where") == MODEL}
    for record in records:
        alone = "ratio" in record and record.get("where") != MODEL
        if alone and record["op"] in settled:
            continue
        seen, schedule = times.setdefault(record["op"], {}), record["schedule"]
        name = json.dumps(schedule, sort_keys=True)
        seen.pop(name, None)  # the last one is at the end
        seen[name] = record.get("ratio", -1.0), schedule
    best: dict[str, dict[str, int | str]] = {}
    for op, seen in times.items():
        time, schedule = min(reversed(seen.values()), key=lambda s: s[0])
        if time <= GAIN:
            best[op] = schedule
    return best
