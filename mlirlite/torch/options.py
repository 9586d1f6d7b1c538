"""The options of the backend of torch.compile."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import torch

from mlirlite.runtime import cache
from mlirlite.runtime.linked import Linked, link, options_of
from mlirlite.runtime.sources import Sources
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.machine import machine

if TYPE_CHECKING:
    from mlirlite.runtime.compiled import Plan


@dataclass(frozen=True)
class Options:
    """The entries of `options=`."""

    threads: int | None = None
    """How many threads share the work; None: as many as torch uses."""
    schedule: str | None = None
    """A file of schedules that `mlirlite-tune` has written."""
    strict: bool = False
    """Whether an op that is not compiled is an error."""
    machine: str | None = None
    """The machine for schedules; None is this one."""
    frozen: bool = False
    """Whether parameters and buffers are constants of inference, laid out for the processor when
    the model is compiled; once more after one has changed in place. A change through `.data` is
    not seen."""

    def __post_init__(self) -> None:
        for name, expected, types in (
            ("threads", "a number of threads, from 1 on", (int, type(None))),
            ("schedule", "the path of a file", (str, os.PathLike, type(None))),
            ("strict", "True or False", bool),
            ("machine", "the name of a machine", (str, type(None))),
            ("frozen", "True or False", bool),
        ):
            value: Any = getattr(self, name)
            few = name == "threads" and isinstance(value, int) and value < 1
            if few or not isinstance(value, types):
                raise DiagnosticError(
                    f"torch.compile: option '{name}' must be {expected}, found {value!r}"
                )

    @classmethod
    def of(cls, given: Mapping[str, Any] | None) -> Options:
        """From a dict. DiagnosticError for an unknown name, a value that cannot be one, an unknown
        machine, or a file of schedules that cannot be read."""
        if not isinstance(given, (Mapping, type(None))):
            raise DiagnosticError(f"torch.compile: options must be a dict, found {given!r}")
        known = [f.name for f in fields(cls)]
        for name in given or {}:
            if name not in known:
                near = did_you_mean(name, known) or f"; options: {', '.join(known)}"
                raise DiagnosticError(
                    f"torch.compile: unknown option '{name}' of backend 'mlirlite'{near}"
                )
        chosen = cls(**(given or {}))
        if chosen.machine is not None:
            machine(chosen.machine)
        if chosen.schedule is not None:
            options_of(**chosen._settings())
        return chosen

    def plan(self, content: str | None) -> Plan:
        """How a graph of this content is compiled. DiagnosticError for options that are wrong."""
        from mlirlite.runtime.compiled import Plan  # late: code that is kept needs no passes

        return Plan.of(None if content is None else Sources(content), **self._settings())

    def known(self, content: str) -> Linked | None:
        """The code of a graph of this content, if the cache has it. DiagnosticError as above."""
        options = options_of(**self._settings())
        key = cache.cache_key(Sources(content), options)
        entry = None if key is None else cache.load(key)
        return None if entry is None else link(entry, options["threads"])

    def _settings(self) -> dict[str, Any]:
        threads = torch.get_num_threads() if self.threads is None else self.threads
        return {"threads": threads, "schedules": self.schedule, "machine": self.machine}
