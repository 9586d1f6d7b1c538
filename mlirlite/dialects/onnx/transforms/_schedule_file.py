"""Schedules as lines of JSON, to print, edit, and load: by what an op is, so that layers of the
same shapes share one.

{"op": "onnx.Conv (tensor<…>, …) -> … {…}", "nodes": ["conv1"], "schedule": {"columns": 14, …}}
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from mlirlite.ir.attributes import DictionaryAttr, IntegerAttr, StringAttr
from mlirlite.ir.operation import Operation
from mlirlite.printer import print_attribute
from mlirlite.support.diagnostics import DiagnosticError

GAIN = 0.98
"""A measured time over the default's above which the default stays: the rest is noise."""
MODEL = "model"
"""`where` of a line whose operator was timed as a part of the whole model."""
_NAMES = ("onnx_node_name", "schedule")


def signature(op: Operation) -> str:
    """What a schedule depends on: the op, its types, its attributes without names."""
    operands = ", ".join(print_attribute(v.type) for v in op.operands)
    results = ", ".join(print_attribute(r.type) for r in op.results)
    stated = {**op.properties, **op.attributes}
    attributes = ", ".join(
        f"{n} = {print_attribute(stated[n])}" for n in sorted(stated) if n not in _NAMES
    )
    return f"{op.name} ({operands}) -> {results} {{{attributes}}}"


def node_name(op: Operation) -> str:
    """The node's name in the model, "" when it has none."""
    name = op.attribute("onnx_node_name")
    return name.value if isinstance(name, StringAttr) else ""


def as_numbers(attribute: Any) -> dict[str, int | str]:
    """The entries of a `schedule` attribute."""
    if not isinstance(attribute, DictionaryAttr):
        return {}
    return {n: a.value for n, a in attribute.entries if isinstance(a, (IntegerAttr, StringAttr))}


def schedule_lines(module: Operation) -> list[str]:
    """The schedules of a module, a line for each kind of op in order of appearance."""
    found: dict[str, dict[str, Any]] = {}
    for op in module.walk():
        schedule = op.attributes.get("schedule")
        if schedule is None:
            continue
        line = found.setdefault(
            signature(op), {"op": signature(op), "nodes": [], "schedule": as_numbers(schedule)}
        )
        if node_name(op):
            line["nodes"].append(node_name(op))
    return [json.dumps(line) for line in found.values()]


def read_records(path: str) -> list[dict[str, Any]]:
    """The lines of a file. DiagnosticError, with the line, for what is no schedule."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
    except OSError as e:
        raise DiagnosticError(f"cannot open schedule file '{path}': {e.strerror or e}") from e
    records = []
    for number, text in enumerate(lines, 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        try:
            record = json.loads(text)
        except ValueError as e:
            raise DiagnosticError(f"{path}:{number}: the line is no JSON: {e}") from None
        schedule = record.get("schedule") if isinstance(record, dict) else None
        if not isinstance(schedule, dict) or not isinstance(record.get("op"), str):
            raise DiagnosticError(
                f'{path}:{number}: expected {{"op": "…", "schedule": {{…}}}}, found {text[:60]}'
            )
        if any(not isinstance(v, (int, str)) or isinstance(v, bool) for v in schedule.values()):
            raise DiagnosticError(
                f"{path}:{number}: a schedule holds integers and words, found {schedule}"
            )
        records.append(record)
    return records


def best_schedules(records: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int | str]]:
    """The schedule of each kind of op: the last line without a time, which a person wrote, or else
    the one with the least time of those that a tuner measured, where it gains over the default. Of
    a schedule that was measured several times the last time counts; where some were measured in the
    whole model, only these count."""
    times: dict[str, dict[str, tuple[float, dict[str, int | str]]]] = {}
    records = [r for r in records if not r.get("error")]
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
