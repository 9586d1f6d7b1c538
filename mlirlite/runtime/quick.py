"""The first tier of a session: answers by numpy while another process makes the code.

A model is read, and its operators are evaluated one by one. After the first answer, or a moment
later, a process compiles the model and writes it as the cache does; this one maps the file."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache as cache_result
from typing import Any

from mlirlite.interp.machine import Machine
from mlirlite.ir.context import Context
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import FloatType, IntegerType, RankedTensorType
from mlirlite.runtime import cache
from mlirlite.runtime.compiled import CompiledModel, Plan, compile_model, from_entry
from mlirlite.runtime.compiler import level_of, load_module
from mlirlite.runtime.entry import entry_function
from mlirlite.runtime.openmp import usable_threads
from mlirlite.runtime.signature import NodeArg, signature_of
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import CACHE_DIR
from mlirlite.support.extensions import extensions
from mlirlite.support.forks import in_child
from mlirlite.target.llvmir.levels import DEFAULT_LEVEL, checked_level
from mlirlite.target.onnx.evaluation import QUICKLY

TIERS = ("best", "quick")
"""`best`: a session is there when the code is. `quick`: numpy answers until then."""
_PATIENCE = 1.0
"""Seconds until the code is made even if nobody has asked for an answer."""


def quick_model(model: Any, options: Mapping[str, Any]) -> QuickModel | None:
    """The first tier of a model; None if there is only the best one: the code is in the cache, or
    another process cannot make it (for a module, with plugins, with functions or checks of this
    process), or numpy does not have the model's types."""
    here_only = options.get("sanitize") or options.get("ops_for_call") or extensions()
    if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
        with contextlib.suppress(ValueError):  # of 2 GB
            model = model.SerializeToString()
    if here_only or not isinstance(model, (str, os.PathLike, bytes, bytearray, memoryview)):
        return None
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    threads = usable_threads(options.get("threads", 1))
    checked_level(options.get("opt_level", DEFAULT_LEVEL))
    # A plan needs the processor's name, and so llvmlite, which takes a tenth of the time.
    is_kept = cache.keeps()
    plan = Plan.of(model, **options) if is_kept or options.get("schedules") else None
    if plan is not None and plan.key is not None and os.path.exists(cache.path_of(plan.key)):
        return None
    context = Context()
    module, name = load_module(model, context)
    function = entry_function(module)
    inputs, outputs = signature_of(function)
    if level_of(module) is not None or not all(map(_is_plain, (*inputs, *outputs))):
        return None
    machine = Machine(module)
    machine.globals[QUICKLY] = True
    made = QuickModel(name, symbol_name(function) or "", inputs, outputs, machine, threads)
    made.compiles(model, options, keep=is_kept)
    return made


def _is_plain(argument: NodeArg) -> bool:
    """True for tensors of numbers that numpy has."""
    type = argument.mlir_type
    if not isinstance(type, RankedTensorType):
        return False
    element = type.element_type
    if not isinstance(element, (FloatType, IntegerType)):
        return False
    return numpy_dtype(element).kind in "fiub"


_mutex = threading.Lock()
"""A machine runs one call at a time."""


def _unlock() -> None:
    global _mutex
    _mutex = threading.Lock()


in_child(_unlock)


class QuickModel:
    """Answers by numpy, and the process that makes the code."""

    def __init__(
        self,
        name: str,
        entry: str,
        inputs: list[NodeArg],
        outputs: list[NodeArg],
        machine: Machine,
        threads: int = 1,
    ) -> None:
        self._threads = threads
        self.name, self.entry = name, entry
        self.inputs, self.outputs = inputs, outputs
        self._machine = machine
        self._code: _Code | None = None

    def compiles(self, model: Any, options: Mapping[str, Any], *, keep: bool) -> None:
        """Let a process make the code, soon; with `keep` for the user's cache, too."""
        self._code = _Code(model, options, keep)

    def run(self, arrays: Sequence[Any]) -> list[Any]:
        """All outputs for inputs that fit. DiagnosticError for what the evaluator cannot do."""
        try:
            with _mutex, _blas_threads(self._threads):
                found = self._machine.call(self.entry, arrays)
        finally:
            if self._code is not None:
                self._code.start()
        return [_owned(array, arrays) for array in found]

    def code(self, wait: bool = False) -> CompiledModel | None:
        """The code, when it is there. If its process fails, it is made here."""
        return None if self._code is None else self._code.result(wait)


@cache_result
def _blas() -> Any:
    """The functions of numpy's OpenBLAS that read and set its number of threads; None if it has
    another BLAS. It is among the libraries that numpy's module refers to."""
    with contextlib.suppress(OSError, KeyError, AttributeError, TypeError):
        library = ctypes.CDLL(sys.modules["numpy._core._multiarray_umath"].__file__)
        for name in ("scipy_openblas_{}_num_threads64_", "openblas_{}_num_threads"):
            with contextlib.suppress(AttributeError):
                return library[name.format("get")], library[name.format("set")]
    return None


@contextlib.contextmanager
def _blas_threads(count: int) -> Iterator[None]:
    """Let numpy's products use this many threads: more than the session's would take them from
    others, and OpenBLAS's wait by turning in circles."""
    found = _blas()
    if found is None:
        yield
        return
    get, set = found
    before = get()
    set(count)
    try:
        yield
    finally:
        set(before)


def _owned(array: Any, inputs: Sequence[Any]) -> Any:
    """A result of the caller's own: neither a constant, nor a view of an input."""
    import numpy as np

    is_own = array.flags.writeable and array.flags.c_contiguous and array.base is None
    return array if is_own and not any(array is i for i in inputs) else np.array(array, order="C")


class _Code:
    """A process that compiles a model, and what it has made."""

    def __init__(self, model: Any, options: Mapping[str, Any], keep: bool) -> None:
        self._model, self._options = model, dict(options)
        self._made: CompiledModel | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = tempfile.mkdtemp(prefix="mlirlite-")
        self._own_cache = not keep
        self._owner = os.getpid()
        self._started = False
        self._lock = threading.RLock()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._end = weakref.finalize(self, _ended, self._folder, self._processes, self._owner)
        timer = threading.Timer(_PATIENCE, _start, [weakref.ref(self)])
        timer.daemon = True
        timer.start()

    def start(self) -> None:
        """Start the process, once."""
        if os.getpid() != self._owner:  # a forked child has no part in it, and makes its own code
            self._owner, self._lock = os.getpid(), threading.RLock()
            self._started, self._process = True, None
        with self._lock:
            if self._started:
                return
            self._started = True
            with contextlib.suppress(OSError):
                self._process = self._spawned()
                self._processes.append(self._process)

    def _spawned(self) -> subprocess.Popen[bytes]:
        path = [str(p) for p in sys.path if p]
        code = f"import sys; sys.path[:] = {path!r}; from {__name__} import serve; serve()"
        env = {**os.environ, cache.CACHE.name: "all"}
        if self._own_cache:
            env[CACHE_DIR.name] = self._folder
        request: dict[str, Any] = {"options": self._options}
        if isinstance(self._model, (str, os.PathLike)):
            request["path"] = os.path.abspath(self._model)
        else:
            request["path"] = os.path.join(self._folder, "model.onnx")
            request["is_data"] = True
            with open(request["path"], "wb") as file:
                file.write(self._model)
        with open(os.path.join(self._folder, "request"), "w+") as file:
            json.dump(request, file)
            file.flush()
            file.seek(0)
            return subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=file,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=env,
            )

    def result(self, wait: bool) -> CompiledModel | None:
        """The code; None if it is not there yet and nobody waits."""
        if not self._started and not wait:
            return None
        self.start()
        with self._lock:
            if self._made is None:
                if self._process is not None and not wait and self._process.poll() is None:
                    return None
                self._made = self._taken() or compile_model(self._model, **self._options)
                self._end()
            return self._made

    def _taken(self) -> CompiledModel | None:
        """The code that the process has made; None if it failed."""
        if self._process is None:
            return None
        answer, _ = self._process.communicate()
        if self._process.returncode or not answer:
            return None
        entry = cache.load_file(answer.decode())
        if entry is None:
            return None
        return from_entry(entry, usable_threads(self._options.get("threads", 1)))


def _start(reference: weakref.ref[_Code]) -> None:
    code = reference()
    if code is not None:
        code.start()


def _ended(folder: str, processes: Collection[subprocess.Popen[bytes]], owner: int) -> None:
    """End what still runs, and remove its files; those that are mapped live on."""
    if os.getpid() != owner:
        return
    for process in processes:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    shutil.rmtree(folder, ignore_errors=True)


def serve() -> None:
    """Compile the model that standard input names; the path of its file in the cache goes to
    standard output."""
    request = json.load(sys.stdin)
    model: Any = request["path"]
    if request.get("is_data"):
        with open(model, "rb") as file:
            model = file.read()
    plan = Plan.of(model, **request["options"])
    compile_model(model, **request["options"])
    if plan.key is None:
        raise DiagnosticError("the cache is off")
    sys.stdout.write(cache.path_of(plan.key))
