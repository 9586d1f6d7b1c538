"""The runtime of code that `--sanitize-address` has made: which bytes it may access, and reports of
other accesses.

Open bytes may be accessed: during a call those of inputs, constants and the results' descriptors,
and always those of blocks that the code has allocated, of its stack and of its globals. Freed
blocks are kept for a while, so that a later use is found. Reports belong to the running thread."""

from __future__ import annotations

import bisect
import ctypes
import mmap
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

import numpy as np

from mlirlite.codegen.sanitize_address import OPEN_GLOBALS, PREFIX
from mlirlite.passes.pipeline import PassRun
from mlirlite.runtime.cache import object_code
from mlirlite.runtime.compiler import Stage
from mlirlite.runtime.runs import run_symbols
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.once import single
from mlirlite.target.llvmir.jit import Engine
from mlirlite.target.llvmir.machine import optimized

KINDS = ("address",)
_PIECES = 8 << 23
_SCRATCH = 65536
_RED = 64
"""Closed bytes behind a block."""
_KEPT = 64 << 20
"""How many bytes of freed blocks are kept from reuse."""
_MOST_KEPT = 4096
_MOST = 8
"""Reports that are printed in full."""
_CHECKS = ("check", "check_bytes", "check_mask", "check_packed", "check_buffer")
_NAMES = (*_CHECKS, "mark", "malloc", "aligned_alloc")
_Address = ctypes.c_void_p
_Size = ctypes.c_int64


def check_kind(name: str) -> None:
    """DiagnosticError when there is no such sanitizer."""
    if name not in KINDS:
        near = did_you_mean(name, KINDS) or f"; expected {', '.join(KINDS)}"
        raise DiagnosticError(f"there is no sanitizer '{name}'{near}")


def symbols(name: str, threads: int) -> Mapping[str, int]:
    """The runtime that code for a sanitizer calls. DiagnosticError for an unknown name, or more
    than one thread."""
    check_kind(name)
    if threads > 1:
        raise DiagnosticError("sanitized code runs on one thread")
    return sanitizer().symbols


def sanitized(stages: Iterable[Stage]) -> list[Stage]:
    """Stages whose code is checked. Each buffer is a separate block: none share memory."""
    found = [stage.copy() for stage in stages]
    for stage in found:
        if stage.name == "krnl":
            names = PassRun.of("name-locations", dialects="onnx")
            stage.pipeline.insert(names, before="convert-onnx-to-krnl")
            if "merge-nests" in stage.passes:
                stage.pipeline.remove("merge-nests")  # checks need the sizes of buffers
        elif stage.name == "affine":
            stage.pipeline.remove("memory-plan")
        elif stage.name == "llvm":
            exact = PassRun.of(
                "finalize-memref-to-llvm", use_aligned_alloc=True, exact_sizes=True, shapes=True
            )
            stage.pipeline.insert(exact, before="convert-to-llvm")
            stage.pipeline.insert(
                PassRun.of("name-locations", dialects=["memref", "krnl", "vector", "affine"])
            )
            stage.pipeline.append("sanitize-address")
    return found


_Given = tuple[int, int, str]
"""Address, size and name of memory that the code did not allocate."""


@dataclass(slots=True)
class _Block:
    """Memory that was opened: how many bytes, its name in reports, and whether it was freed."""

    size: int
    name: str
    freed: str = ""


@dataclass
class _Thread(threading.local):
    """The state of a thread."""

    blocks: dict[int, _Block] = field(default_factory=dict)
    known: dict[int, _Block] = field(default_factory=dict)
    """Memory that is open for all threads."""
    reports: dict[str, list[str]] = field(default_factory=dict)
    """Reports by place in the code."""
    kept: deque[tuple[int, int]] = field(default_factory=deque)
    """Freed blocks, the oldest first, with their sizes."""
    bytes: int = 0


class Sanitizer:
    """The functions that sanitized code calls, one set for the process."""

    def __init__(self) -> None:
        self._thread = _Thread()
        # private: a forked process writes addresses of its own into it
        private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        self._memory = [mmap.mmap(-1, size, flags=private) for size in (_PIECES, _SCRATCH)]
        places = [ctypes.addressof(ctypes.c_char.from_buffer(m)) for m in self._memory]
        libc = ctypes.CDLL(None)
        self._take, self._give = libc.aligned_alloc, libc.free
        self._take.argtypes, self._take.restype = [_Size, _Size], _Address
        self._give.argtypes, self._give.restype = [_Address], None
        self._callbacks = {
            f"{PREFIX}report": _callback(self._report, None, _Address, _Size, _Address, _KIND),
            f"{PREFIX}take": _callback(self._allocate, _Address, _Size, _Size, _Address),
            f"{PREFIX}free": _callback(self._free, None, _Address, _Address),
        }
        symbols = {n: ctypes.cast(c, _Address).value or 0 for n, c in self._callbacks.items()}
        own = {f"{PREFIX}pieces": places[0], f"{PREFIX}scratch": places[1]}
        own["om.fail"] = run_symbols()["om.fail"]
        text = files("mlirlite.runtime").joinpath("sanitizer.ll").read_text()
        code = object_code(text, lambda text: optimized(text).object_code())
        self._engine = Engine(code, symbols=own | symbols)
        addresses = {f"{PREFIX}{n}": self._engine.address(f"{PREFIX}{n}") for n in _NAMES}
        self.symbols: Mapping[str, int] = addresses | symbols
        """The functions that sanitized code calls."""
        self._mark = self._engine.function(f"{PREFIX}mark", None, _Address, _Size, _KIND)

    # Which bytes may be accessed

    def open(self, address: int, size: int, name: str) -> None:
        """Open bytes for this thread's code."""
        self._mark(address, size, 1)
        self._thread.blocks[address] = _Block(size, name)

    def close(self, address: int) -> None:
        """Close bytes again."""
        block = self._thread.blocks.pop(address, None)
        if block is not None and not block.freed:
            self._mark(address, block.size, 0)

    def open_for_all(self, address: int, size: int) -> None:
        """Open lasting bytes for all threads."""
        self._mark(address, size, 1)

    def close_for_all(self, address: int, size: int) -> None:
        """Close bytes that were open for all threads."""
        self._mark(address, size, 0)

    def run(
        self, call: Callable[[], None], given: Sequence[_Given], more: Sequence[_Given]
    ) -> None:
        """Call with the given memory open for this call, besides memory that is already open
        (`more`). Afterwards the caller owns what the code has allocated and not freed. If there are
        reports, DiagnosticError has them, and the caller owns nothing."""
        state = self._thread
        for address, size, name in given:
            self.open(address, size, name)
        state.known = {address: _Block(size, name) for address, size, name in more}
        failed = True
        try:
            call()
            failed = bool(state.reports)
        finally:
            for address, _, _ in given:
                self.close(address)
            left = [a for a, b in state.blocks.items() if not b.freed]
            for address in left:
                self.close(address)
                if failed:
                    self._give(address)
            reports, state.reports = state.reports, {}
            if reports:
                raise DiagnosticError(_summary(reports))

    # Callbacks

    def _allocate(self, alignment: int, size: int, site: int) -> int | None:
        room = -(-(max(size, 0) + _RED) // alignment) * alignment
        address: int | None = self._take(alignment, room) if 0 <= size < 1 << 46 else None
        if address is None:
            return None
        self._mark(address, room, 0)
        self.open(address, size, f"a block of {_text(site)}")
        return address

    def _free(self, address: int | None, site: int) -> None:
        if not address:
            return
        state = self._thread
        block = state.blocks.get(address)
        if block is None or block.freed:
            what = f"frees what was freed by {block.freed}" if block else "frees no block"
            state.reports.setdefault(_text(site), []).append(what)
            return
        self._mark(address, block.size, 0)
        block.freed = _text(site)
        state.kept.append((address, block.size))
        state.bytes += block.size
        while state.bytes > _KEPT or len(state.kept) > _MOST_KEPT:
            old, size = state.kept.popleft()
            state.bytes -= size
            state.blocks.pop(old, None)
            self._give(old)

    def _report(self, address: int | None, size: int, site: int, kind: int) -> None:
        state = self._thread
        found = state.reports.setdefault(_text(site), [])
        text = f"{'writes' if kind else 'reads'} {_bytes(size)}"
        if not found:
            text += f" {_nearest(address or 0, state.known | state.blocks)}"
        found.append(text)


_KIND = ctypes.c_int32


def _callback(function: Any, result: Any, *arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *arguments)(function)


def _text(site: int) -> str:
    return ctypes.string_at(site).decode("utf-8", "replace") if site else "nowhere"


def _bytes(count: int) -> str:
    return f"{count} byte{'s' if count != 1 else ''}"


def _nearest(address: int, blocks: Mapping[int, _Block]) -> str:
    """Where an address is, by the nearest block."""
    if address < 4096:
        return f"at address {address}"
    starts = sorted(blocks)
    i = bisect.bisect_right(starts, address)
    near = [(_distance(address, s, blocks[s].size), s) for s in starts[max(i - 1, 0) : i + 1]]
    if not near or min(near)[0] > 1 << 32:
        return "outside of every buffer"
    distance, start = min(near)
    block = blocks[start]
    freed = f", freed by {block.freed}" if block.freed else ""
    offset = address - start
    what = f"{block.name} of {_bytes(block.size)}{freed}"
    if offset < 0:
        return f"{_bytes(distance)} before {what}"
    return f"at offset {offset} of {what}"


def _distance(address: int, start: int, size: int) -> int:
    return max(start - address, address - start - size, 0)


def _summary(reports: Mapping[str, Sequence[str]]) -> str:
    lines = [
        f"{site} {found[0]}{f', and does so {len(found)} times' if len(found) > 1 else ''}"
        for site, found in list(reports.items())[:_MOST]
    ]
    if len(reports) > _MOST:
        lines.append(f"and {len(reports) - _MOST} more places")
    return "sanitizer: " + "\n".join(lines)


@single
def sanitizer() -> Sanitizer:
    """The sanitizer of this process."""
    return Sanitizer()


class Sanitized:
    """How a session calls sanitized code."""

    def __init__(
        self, engine: Engine, constants: Mapping[str, np.ndarray[Any, Any]], inputs: Sequence[str]
    ) -> None:
        self._inputs = inputs
        engine.function(OPEN_GLOBALS)()
        places = [(a.ctypes.data, a.nbytes) for a in constants.values()]
        for address, size in places:
            sanitizer().open_for_all(address, size)
        weakref.finalize(self, _close_all, places).atexit = False
        self._constants = [
            (address, size, f"constant '{name}'")
            for name, (address, size) in zip(constants, places, strict=True)
        ]

    def run(
        self,
        call: Callable[[], None],
        descriptors: Sequence[ctypes.Structure],
        arrays: Sequence[np.ndarray[Any, Any]],
        others: Sequence[np.ndarray[Any, Any]],
    ) -> None:
        """Call with descriptors of the results, and of inputs in these arrays, which point into
        other arrays unless they hold numbers."""
        given = [(ctypes.addressof(d), ctypes.sizeof(d), "a descriptor") for d in descriptors]
        given += [(a.ctypes.data, a.nbytes, "an input's parts") for a in others]
        given += [
            (a.ctypes.data, a.nbytes, f"input '{name}'")
            for a, name in zip(arrays, self._inputs, strict=True)
        ]
        sanitizer().run(call, given, self._constants)


def _close_all(places: Sequence[tuple[int, int]]) -> None:
    for address, size in places:
        sanitizer().close_for_all(address, size)
