"""Code from the cache, linked into this process. What only runs such code loads no passes, and no
IR."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from mlirlite.runtime import cache, images
from mlirlite.runtime.host import host_machine
from mlirlite.runtime.openmp import openmp, usable_threads
from mlirlite.runtime.runs import run_symbols, team_symbols
from mlirlite.support.in_process import InProcess
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, Effort, checked_level

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from mlirlite.target.llvmir.jit import Engine
    from mlirlite.target.llvmir.recent import Code


@dataclass(frozen=True, slots=True)
class Linked(InProcess):
    """Code that can be called. It reads `constants` by address; keep them alive."""

    engine: Engine
    constants: dict[str, np.ndarray[Any, Any]]
    threads: int


def options_of(
    *,
    threads: int = 1,
    opt_level: int = DEFAULT_LEVEL,
    machine: str | None = None,
    schedules: str | None = None,
    checks: bool = True,
    given: Collection[str] = (),
) -> dict[str, Any]:
    """The options by which code is looked up, besides the model; those of `Plan.of`."""
    options: dict[str, Any] = {
        "threads": usable_threads(threads),
        "opt_level": checked_level(opt_level),
        "machine": host_machine() if machine is None else machine,
        "checks": checks,
    }
    if given:
        options["given"] = sorted(given)
    if schedules is not None:
        # late: seldom asked for, and the dialect's schedules take a while to load
        from mlirlite.dialects.onnx.schedules.file import best_schedules, read_records

        options["schedules"] = best_schedules(read_records(schedules), options["machine"])
    return options


def link(entry: cache.Entry, threads: int) -> Linked:
    """The code of an entry of the cache."""
    from mlirlite.target.llvmir.recent import Code  # late: it loads llvmlite (quick.py)

    ends = list(accumulate(entry.header["objects"]))
    code, *objects = (entry.code[i:k] for i, k in zip([0, *ends], ends, strict=False))
    parts = [Code(o, (), ()) for o in objects]
    return Linked(engine_of(code, parts, entry.constants, threads, 0), entry.constants, threads)


def engine_of(
    code: str | bytes,
    objects: Sequence[Code],
    constants: dict[str, np.ndarray[Any, Any]],
    threads: int,
    opt_level: int,
    others: Mapping[str, int] | None = None,
    effort: Effort = Effort.FULL,
) -> Engine:
    """The code linked with its constants, and with the OpenMP runtime if there are threads."""
    from mlirlite.target.llvmir.jit import Engine  # late: it loads llvmlite (quick.py)

    symbols = {name: array.ctypes.data for name, array in constants.items()}
    symbols |= run_symbols() | images.needed(code) | dict(others or {})
    runtime = openmp() if threads > 1 else None
    if runtime is not None:
        symbols |= runtime.symbols | team_symbols(runtime.symbols)
    return Engine(code, opt_level=opt_level, effort=effort, objects=objects, symbols=symbols)
