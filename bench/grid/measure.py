"""A row's measurement: our engine and its peer in turns, results against exact ones."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from grid import along_axes, elementwise, images, movement, products  # noqa: F401  recipes
from grid.arrays import arrays_of
from grid.engines import Engine, ours, peer_of
from grid.exact import bound_of, exact_results, largest_error, reference_results
from grid.rows import Row, Tensor, Variant, rows_of
from mlirlite.ir.crash import CrashError
from mlirlite.support.diagnostics import DiagnosticError

Found = dict[str, Any]
ROUNDS = 5
_SLICE = 2e-3
"""How long the calls of a round take, in seconds, of fast rows."""
_ENOUGH = 0.4
"""Seconds after which there is no further round, once there are two."""
CALL = Row("", "Add", "f32", Variant("(call)", [Tensor((1,)), Tensor((1,))]), "small")
"""The row that is all call."""


def parts(number: str) -> tuple[str, str, str]:
    """Type, mode and key of a row's number."""
    type, mode, key = number.split("|", 2)
    return type, mode, key


@cache
def _by_key(op: str, type: str, domain: str) -> dict[str, Row]:
    return {r.key: r for r in rows_of(op, type, domain)}


def find(op: str, number: str, domain: str = "") -> tuple[Row, str]:
    """The row of a number, and its mode."""
    type, mode, key = parts(number)
    return (CALL if key == CALL.key else _by_key(op, type, domain)[key]), mode


def times(engines: list[Engine], threads: int) -> list[float]:
    """The shortest time of a call of each, in seconds; they take turns. That of one thread is
    processor time, which other work on the machine changes less."""
    clock = time.process_time if threads == 1 else time.perf_counter
    counts = []
    for e in engines:
        started = clock()
        e.call()
        took = clock() - started
        counts.append(max(1, min(1000, int(_SLICE / max(took, 1e-7)))))
    best = [math.inf] * len(engines)
    begun = time.perf_counter()
    for done in range(ROUNDS):
        for i, (e, count) in enumerate(zip(engines, counts, strict=True)):
            call = e.call
            started = clock()
            for _ in range(count):
                call()
            best[i] = min(best[i], (clock() - started) / count)
        if done and time.perf_counter() - begun > _ENOUGH:
            break
    return best


def measure(op: str, number: str, threads: int, say: Callable[..., None]) -> Found:
    """The results for a row."""
    row, mode = find(op, number)
    type, _, _ = parts(number)
    found: Found = {"name": op, "number": number, "type": type, "mode": mode}
    found |= {"variant": row.variant.name, "size": row.size, "threads": threads}
    arrays = arrays_of(row)
    found["sizes"] = " ".join("x".join(map(str, a.shape)) or "()" for a in arrays if a is not None)
    say(at=number, who="ours compiles")
    try:
        mine = ours(row, arrays, mode, threads)
        found["compile_s"] = round(mine.seconds, 3)
        say(at=number, who="ours runs")
        results = mine.results()
    except Exception as e:
        refused = isinstance(e, DiagnosticError) and not isinstance(e, CrashError)
        text = next(iter(str(e).splitlines()), "")
        missing = "no lowering" in text or "unsupported" in text or "not supported" in text
        found["category"] = "missing" if missing else "refused" if refused else "raised"
        return found | {"reason": f"{e.__class__.__name__}: {text}"[:200]}
    say(at=number, who="exact results")
    found |= _compared(row, arrays, results, say, number)
    say(at=number, who="peer")
    peer = peer_of(row, arrays, mode, threads)
    say(at=number, who="ours runs beside its peer")
    best = times([mine] if peer is None else [mine, peer], threads)
    found["us"] = round(best[0] * 1e6, 3)
    if peer is not None:
        found |= {"peer": peer.name, "peer_us": round(best[1] * 1e6, 3)}
        found["ratio"] = round(best[0] / best[1], 4)
    return found


def _compared(row: Row, arrays: Any, results: Any, say: Any, number: str) -> Found:
    """The error, and whether it is within its bound."""
    exact = exact_results(row, arrays)
    verdict = _verdict(row, results, exact)
    if verdict["category"] != "same" and row.size != "large" and row.op != "Cast":
        say(at=number, who="reference")
        second = _verdict(row, results, reference_results(row, arrays))
        if second["category"] == "same":
            return second
    return verdict


def _verdict(row: Row, results: Any, exact: Any) -> Found:
    if exact is None:
        return {"category": "not compared"}
    type, wanted = exact
    errors = [largest_error(f, e) for f, e in zip(results, wanted, strict=True)]
    bounds = [bound_of(row, f, type) for f in results]
    right = all(e <= b for e, b in zip(errors, bounds, strict=True))
    worst = max(errors, default=0.0)
    shown = None if math.isinf(worst) else float(f"{worst:.3g}")
    return {"category": "same" if right else "differs", "error": shown, "bound": max(bounds)}


def work(job: Any, say: Callable[..., None]) -> None:
    """A job's rows."""
    warnings.simplefilter("ignore")
    for number in list(job["numbers"]):
        with np.errstate(all="ignore"):
            say(**measure(job["name"], number, job["threads"], say), mcpu=job["mcpu"])
