"""The OpenMP runtime of compiled models: which of LLVM's libomp, Intel's libiomp5 and GCC's libgomp
this machine has, its entry points as symbols, and how many threads a call takes.

One runtime serves the process. One that is already loaded is preferred: two would each have their
own threads.
"""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import declare
from mlirlite.support.forks import ForkWaits
from mlirlite.support.limits import THREADS
from mlirlite.support.once import single

OPENMP = declare(
    "MLIRLITE_OPENMP", "the OpenMP runtime: a path or name of a library, or off for one thread"
)

_NAMES = (
    ("libiomp5.dylib", "libomp.dylib")
    if sys.platform == "darwin"
    else ("libgomp.so.1", "libiomp5.so", "libomp.so.5", "libomp.so")
)
"""libgomp first: its threads spin and do not yield. On a busy machine, beside onnxruntime's and
OpenVINO's threads, the others took 4 to 10 times as long for small models."""
ENTRY_POINTS = (
    "__kmpc_fork_call",
    "__kmpc_for_static_init_8",
    "__kmpc_for_static_fini",
    "__kmpc_dispatch_init_8",
    "__kmpc_dispatch_next_8",
    "__kmpc_barrier",
    "__kmpc_critical",
    "__kmpc_end_critical",
    "__kmpc_flush",
    "__kmpc_global_thread_num",
    "__kmpc_push_num_threads",
    "omp_get_num_threads",
)
"""What `--convert-openmp-to-kmpc` calls, and the number of threads, which a barrier asks for."""
_SPIN_MS = 5
"""How long idle threads spin: longer than the time between two parallel loops of a model, and short
enough to leave the processor to others between two calls."""
_SPINS = 10_000
"""The same for libgomp, counted in reads of a flag: 0.2 ms. Its threads never yield, so on a busy
machine a long wait takes the processor from the thread that they wait for."""


_SOFTLY = 1
"""omp_pause_soft: what threads keep between parallel regions stays."""


class OpenMP:
    """A loaded runtime."""

    def __init__(self, path: str, library: ctypes.CDLL) -> None:
        self.path = path
        self._library = library
        self._set: Any = library.omp_set_num_threads
        self._set.argtypes, self._set.restype = [ctypes.c_int], None
        self._shim: Any = None
        if hasattr(library, "__kmpc_fork_call"):
            self.symbols = {
                name: ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
                for name in ENTRY_POINTS
            }
        else:
            self.symbols = self._over_gomp()
        if hasattr(library, "kmp_set_blocktime") and not (
            "KMP_BLOCKTIME" in os.environ or "OMP_WAIT_POLICY" in os.environ
        ):
            library.kmp_set_blocktime(_SPIN_MS)
        if hasattr(library, "omp_pause_resource_all") and hasattr(os, "register_at_fork"):
            os.register_at_fork(before=self._pause)

    def _pause(self) -> None:
        """End the threads that wait for the next parallel region: a forked process would not have
        them, and would wait for them for ever. The next region makes new ones."""
        self._library.omp_pause_resource_all(_SOFTLY)

    def set_threads(self, count: int) -> None:
        """Set the number of threads of parallel regions that the calling thread begins."""
        self._set(count)

    def _over_gomp(self) -> dict[str, int]:
        """The entry points implemented by GCC's runtime, compiled now."""
        from mlirlite.runtime.gomp import IR, PROVIDED, USED  # late: only here
        from mlirlite.target.llvmir.jit import Engine

        theirs = {
            name: ctypes.cast(getattr(self._library, name), ctypes.c_void_p).value or 0
            for name in USED
        }
        self._shim = Engine(IR, symbols=theirs)
        own = {name: self._shim.address(name) for name in PROVIDED}
        return own | {name: theirs[name] for name in ENTRY_POINTS if name in theirs}


_RUNS = ForkWaits()
"""A runtime locks itself while it makes threads. A process that is forked at that moment would wait
for that lock for ever."""


class Team:
    """The threads of compiled code, which is called inside; many threads may be inside at once. One
    thread is the caller alone."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._runtime = openmp() if threads > 1 else None

    def __enter__(self) -> None:
        if self._runtime is not None:
            _RUNS.__enter__()
            self._runtime.set_threads(self._threads)

    def __exit__(self, *_: object) -> None:
        if self._runtime is not None:
            _RUNS.__exit__()

    def calling(self, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """The function, called inside."""
        if self._runtime is None:
            return function
        enter, leave = _RUNS.__enter__, _RUNS.__exit__
        set_threads, threads = self._runtime.set_threads, self._threads

        def call(argument: Any) -> Any:  # quicker than `with`, and calls take microseconds
            enter()
            try:
                set_threads(threads)
                return function(argument)
            finally:
                leave()

        return call


@single
def _load(stated: str) -> OpenMP | None:
    for path in _places(stated) if stated else _candidates():
        try:
            with _spinning():
                library = ctypes.CDLL(path)
            if hasattr(library, "__kmpc_fork_call") or hasattr(library, "GOMP_parallel"):
                return OpenMP(path, library)
        except OSError:
            continue
    if stated:
        raise DiagnosticError(
            f"{OPENMP.name} names '{stated}', which is not an OpenMP runtime that can be loaded; "
            "expected libiomp5, libomp or libgomp"
        )
    return None


@contextmanager
def _spinning() -> Iterator[None]:
    """Set how long threads spin, in the environment, which libgomp reads when it is loaded."""
    if "GOMP_SPINCOUNT" in os.environ or "OMP_WAIT_POLICY" in os.environ:
        yield
        return
    os.environ["GOMP_SPINCOUNT"] = str(_SPINS)
    try:
        yield
    finally:
        del os.environ["GOMP_SPINCOUNT"]


def _candidates() -> Iterator[str]:
    """Runtimes in order of preference: libgomp by name (not on macOS), one that is loaded already,
    files in Python's folders, then all by name."""
    if sys.platform != "darwin":
        yield _NAMES[0]
    yield from _loaded()
    for name in _NAMES:
        yield from (path for path in _places(name) if os.path.exists(path))
    if sys.platform == "darwin":
        yield "/opt/homebrew/opt/libomp/lib/libomp.dylib"
        yield "/usr/local/opt/libomp/lib/libomp.dylib"
    yield from _NAMES


def _places(name: str) -> Iterator[str]:
    """A named library, as it is and in the folders of the environment."""
    yield name
    if os.path.basename(name) == name:
        for folder in (sys.prefix, sys.base_prefix):
            yield os.path.join(folder, "lib", name)


def _loaded() -> Iterator[str]:
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
            paths = {line.split(None, 5)[-1].strip() for line in file if "omp" in line}
    except OSError:
        return
    for word in ("libiomp5", "libomp"):
        yield from sorted(p for p in paths if os.path.basename(p).startswith(word))


def openmp() -> OpenMP | None:
    """The process's OpenMP runtime; None without one, or with `MLIRLITE_OPENMP=off`.
    DiagnosticError when the variable names something else."""
    stated = OPENMP.get()
    return None if stated == "off" else _load(stated)


def usable_threads(wanted: int) -> int:
    """How many of the requested threads a session gets: one, with a warning, if there is no OpenMP
    runtime. DiagnosticError beyond the limit: a runtime that fails to make a thread ends the
    process."""
    if wanted > THREADS.get():
        raise DiagnosticError(THREADS.error(wanted))
    if wanted == 1 or openmp() is not None:
        return wanted
    warnings.warn(
        f"no OpenMP runtime is there for {wanted} threads; one thread is used. Install "
        "intel-openmp from PyPI (mlirlite[threads]) or libomp5 (Debian), or name a library by "
        f"{OPENMP.name}",
        RuntimeWarning,
        stacklevel=4,
    )
    return 1
