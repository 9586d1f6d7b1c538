"""Runs of compiled code in this process: each has a record, and may end early, with a message.

A run ends early when memory is exhausted, or when a requirement of an operator does not hold
(`krnl.require`). It then jumps back to where it was called and frees what it has allocated.
Libraries for C have the same code (`aot/run.ll`); here it is compiled once, and threads find their
record by a thread-specific key of the C library."""

from __future__ import annotations

import ctypes
import platform
import re
import sys
from collections.abc import Mapping, Sequence
from string import Template
from typing import TYPE_CHECKING, Any

from mlirlite.runtime.aot.texts import Words, common_text, runtime_text
from mlirlite.runtime.large_blocks import memory_symbols
from mlirlite.runtime.native import native
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.once import single

if TYPE_CHECKING:
    from mlirlite.target.llvmir.jit import Engine

CALL = "om.call"
"""The function that calls compiled code with a list of pointers; it returns 0, or 1 for a failed
run."""
_MANY = 64
"""From this many arguments on, CALL is not optimized: LLVM's time grows faster than their
square."""
MOST_VALUES = 5
"""The most numbers in a message."""
_FUNCTIONS = ("om.enter", "om.leave", "om.abandon", "om.fail", "om.poll")
_FORK, _BARRIER, _COUNT = "__kmpc_fork_call", "__kmpc_barrier", "omp_get_num_threads"
_LIBC = ("dprintf", "snprintf", "abort", "longjmp", "pthread_getspecific", "pthread_setspecific")

_PYTHON = (
    "PyErr_CheckSignals",
    "PyEval_RestoreThread",
    "PyEval_SaveThread",
    "PyGILState_Ensure",
    "PyGILState_Release",
)
_CLOCKS = {"x86_64": ("readcyclecounter", 20_000_000), "AMD64": ("readcyclecounter", 20_000_000)}
"""LLVM's intrinsic for a machine's clock, and the ticks between two checks for signals: some
milliseconds."""
_NO_CLOCK = "readsteadycounter", 100_000

_THREAD = """
@key = internal global $key 0
declare ptr @pthread_getspecific($key)
declare i32 @pthread_setspecific($key, ptr)

define void @om.set_key($key %key) {
  store $key %key, ptr @key
  ret void
}

define hidden ptr @om.current() {
  %key = load $key, ptr @key
  %run = call ptr @pthread_getspecific($key %key)
  ret ptr %run
}

define hidden void @om.set_current(ptr %run) {
  %key = load $key, ptr @key
  %ignored = call i32 @pthread_setspecific($key %key, ptr %run)
  ret void
}
"""

_POLL = """
@last = internal global i64 0
@interrupted = internal constant [12 x i8] c"interrupted\\00"
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare i32 @PyErr_CheckSignals()
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
declare i64 @llvm.$clock()

; Ends a thread's part of a parallel loop when another thread's has failed. Looks for signals every
; few milliseconds: only the main thread of Python has any, and the threads that OpenMP adds do not
; take its turn.
define void @om.poll() {
entry:
  %run = call ptr @om.current()
  %alone = icmp eq ptr %run, null
  br i1 %alone, label %done, label %in_run
in_run:
  %tp = getelementptr %Run, ptr %run, i32 0, i32 6
  %team = load ptr, ptr %tp
  %single = icmp eq ptr %team, null
  br i1 %single, label %time, label %member
member:
  %fp = getelementptr %Team, ptr %team, i32 0, i32 2
  %failed = load atomic i32, ptr %fp monotonic, align 4
  %over = icmp ne i32 %failed, 0
  br i1 %over, label %end, label %place
place:
  %bp = getelementptr %Run, ptr %run, i32 0, i32 1
  %before = load ptr, ptr %bp
  %added = icmp eq ptr %before, null
  br i1 %added, label %done, label %time
time:
  %now = call i64 @llvm.$clock()
  %last = load i64, ptr @last
  %passed = sub i64 %now, %last
  %long = icmp ugt i64 %passed, $ticks
  br i1 %long, label %ask, label %done
ask:
  store i64 %now, ptr @last
  %state = call i32 @PyGILState_Ensure()
  %wrong = call i32 @PyErr_CheckSignals()
  call void @PyGILState_Release(i32 %state)
  %ends = icmp ne i32 %wrong, 0
  br i1 %ends, label %end, label %done
end:
  call void @om.fail(ptr @interrupted, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
done:
  ret void
}

; calls a model's code without the interpreter's lock
define i32 @om.call_from_python(ptr %call, ptr %arguments, ptr %run) {
  %state = call ptr @PyEval_SaveThread()
  %status = call i32 %call(ptr %arguments, ptr %run)
  call void @PyEval_RestoreThread(ptr %state)
  ret i32 %status
}
"""

_MALLOC = """
declare ptr @malloc(i64)
declare void @free(ptr)
declare i64 @llvm.umax.i64(i64, i64)

define internal ptr @om.malloc(i64 %bytes) {
  %some = call i64 @llvm.umax.i64(i64 %bytes, i64 1)
  %block = call ptr @malloc(i64 %some)
  ret ptr %block
}

define ptr @om.take(i64 %bytes) {
  %block = call ptr @om.malloc(i64 %bytes)
  %none = icmp eq ptr %block, null
  br i1 %none, label %failed, label %done
done:
  ret ptr %block
failed:
  call void @om.fail(ptr null, i64 0, i64 0, i64 0, i64 0, i64 0)
  unreachable
}
"""


class Failure(ctypes.Structure):
    """Why a run failed, as in `aot/records.ll`."""

    _fields_ = (("message", ctypes.c_void_p), ("values", ctypes.c_int64 * MOST_VALUES))


class Run(ctypes.Structure):
    """The record of a run, as in `aot/records.ll`."""

    _fields_ = (
        ("jump", ctypes.c_int64 * 128),
        ("before", ctypes.c_void_p),
        ("blocks", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("room", ctypes.c_int64),
        ("failure", Failure),
        ("team", ctypes.c_void_p),
    )


class OutOfMemoryError(DiagnosticError, MemoryError):
    """A run needed more memory than there is."""


def run_symbols(lists: bool = True) -> dict[str, int]:
    """Addresses of functions that compiled code calls: those that begin and end runs, and `malloc`
    and `free`. With `lists`, they also record what a run allocates, to free it when the run fails.
    The record is searched when a block is freed, which suits models, but not programs that free
    many blocks in the order of allocation."""
    engine = _engine()
    found = {name: engine.address(name) for name in _FUNCTIONS}
    if not lists:
        return memory_symbols() | found | {"malloc": engine.address("om.take")}
    return found | {"malloc": engine.address("om.alloc"), "free": engine.address("om.release")}


@single
def _engine() -> Engine:
    libc = ctypes.CDLL(None)
    key_type = ctypes.c_ulong if sys.platform == "darwin" else ctypes.c_uint
    words = Words(threads=False, errno=_errno_function())
    clock, ticks = _CLOCKS.get(platform.machine(), _NO_CLOCK)
    values = {"key": "i64" if sys.platform == "darwin" else "i32", "clock": clock, "ticks": ticks}
    text = runtime_text("records", words) + Template(_THREAD + _MALLOC + _POLL).substitute(values)
    text += runtime_text("run", words) + runtime_text("blocks", words)
    text = (common_text(words, text, file="") + text).replace("define hidden", "define")
    names = {libc: (*_LIBC, "malloc", "free", words.errno), ctypes.pythonapi: _PYTHON}
    symbols = {
        name: _address(library, name) for library, wanted in names.items() for name in wanted
    }
    engine = native(text, symbols | memory_symbols())
    key = key_type()
    if libc.pthread_key_create(ctypes.byref(key), None):
        raise DiagnosticError("the system has no room for another thread-specific key")
    engine.function("om.set_key", None, key_type)(key)
    return engine


def team_symbols(openmp: Mapping[str, int]) -> dict[str, int]:
    """What code calls to share a loop among threads, instead of the functions of an OpenMP runtime
    with these symbols: each thread has a record, and the first that fails ends the run."""
    engine = _team(openmp[_FORK], openmp[_COUNT])
    return {_FORK: engine.address("om.fork"), _BARRIER: engine.address("om.barrier")}


@single
def _team(fork: int, count: int) -> Engine:
    used = ("om.enter", "om.leave", "om.abandon", "om.fail")
    symbols = {name: _engine().address(name) for name in ("om.current", *used)}
    symbols[_COUNT] = count
    symbols["sched_yield"] = _address(ctypes.CDLL(None), "sched_yield")
    words = Words(threads=False, on_stack=sys.platform == "darwin")
    text = "".join(runtime_text(part, words) for part in ("records", "team"))
    text += "".join(f"declare void @{name}(ptr)\n" for name in used[:-1])
    text += f"declare void @{used[-1]}(ptr, i64, i64, i64, i64, i64)\n"
    text += "declare ptr @om.current()\n"
    text += "declare i32 @_setjmp(ptr) returns_twice\n"
    return native(text, symbols | {_FORK: fork})


def _address(library: ctypes.CDLL, name: str) -> int:
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0


def _errno_function() -> str:
    return "__error" if sys.platform == "darwin" else "__errno_location"


def call_text(entry: str, parameters: Sequence[str], result: str | None = None) -> str:
    """LLVM IR that defines CALL: it takes pointers to the arguments and a record, and calls a
    function of the module. Parameters are LLVM types: the argument of a `ptr` is the pointer, that
    of any other is what it points to. `result` is stored where the last pointer points to."""
    lines = []
    values = []
    for i, type in enumerate(parameters):
        lines.append(f"  %p{i}.at = getelementptr ptr, ptr %arguments, i64 {i}")
        lines.append(f"  %p{i} = load ptr, ptr %p{i}.at")
        if type != "ptr":
            lines.append(f"  %v{i} = load {type}, ptr %p{i}")
        values.append(f"{type} %{'p' if type == 'ptr' else 'v'}{i}")
    from mlirlite.target.llvmir.types import symbol  # late: it loads the llvm dialect

    call = f"call {result or 'void'} {symbol(entry)}({', '.join(values)})"
    lines.append(f"  %result = {call}" if result else f"  {call}")
    if result:
        lines.append(f"  %r.at = getelementptr ptr, ptr %arguments, i64 {len(parameters)}")
        lines.append("  %r = load ptr, ptr %r.at")
        lines.append(f"  store {result} %result, ptr %r")
    body = "\n".join(lines)
    words = " noinline optnone" if len(parameters) >= _MANY else ""
    return f"""
declare void @om.enter(ptr)
declare void @om.leave(ptr)
declare void @om.abandon(ptr)
declare i32 @_setjmp(ptr) returns_twice

define i32 @{CALL}(ptr %arguments, ptr %run){words} {{
  call void @om.enter(ptr %run)
  %jumped = call i32 @_setjmp(ptr %run) returns_twice
  %out = icmp ne i32 %jumped, 0
  br i1 %out, label %failed, label %body
failed:
  call void @om.abandon(ptr %run)
  ret i32 1
body:
{body}
  call void @om.leave(ptr %run)
  ret i32 0
}}
"""


@single
def _call_from_python() -> Any:
    """The function that releases the interpreter's lock during a call; an exception that a signal
    handler raises in the run is pending in Python when it returns."""
    address = _engine().address("om.call_from_python")
    return ctypes.PYFUNCTYPE(ctypes.c_int, *[ctypes.c_void_p] * 3)(address)


def call(engine: Engine, pointers: Sequence[int], name: str) -> None:
    """Run the code of an engine that has CALL. DiagnosticError that begins with `name` when the run
    fails; an exception of a signal handler, such as KeyboardInterrupt, ends it too."""
    run = Run()
    arguments = (ctypes.c_void_p * len(pointers))(*pointers)
    if _call_from_python()(engine.address(CALL), arguments, ctypes.byref(run)):
        raise failure(name, run.failure.message, tuple(run.failure.values))


def failure(name: str, message: int | None, values: Sequence[int]) -> DiagnosticError:
    """The error for a record's message and values."""
    if not message:
        return OutOfMemoryError(f"{name}: out of memory")
    found = iter(values)
    text = ctypes.string_at(message).decode("utf-8", "replace")
    shown = re.sub(r"%lld|%%", lambda m: str(next(found)) if m[0] == "%lld" else "%", text)
    return DiagnosticError(f"{name}: {shown}")
