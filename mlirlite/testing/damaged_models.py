"""Damaged ONNX models: truncated, with changed bits, with changed numbers. Each is imported,
compiled and run in a child process, and the outcomes are counted.

    python -m mlirlite.testing.damaged_models 0 20000 2

runs the cases 0 to 19,999 in two processes. A case is made of its number alone."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import resource
import subprocess
import sys
import tempfile
import threading
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import onnx

from mlirlite.ir.crash import CrashError
from mlirlite.runtime.calibration import random_batches
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.small_models import EXTERNAL, MODELS

OK, ERROR, TRACEBACK, SIGNAL, HANG = "ok", "error", "traceback", "signal", "hang"
SAME, OTHER, REFUSED, ENDED = "same", "wrong", "peer refuses", "peer ends"
_SECONDS = 60
"""How long a case may take; a typical one takes a tenth of a second."""
_PATIENCE = 10
"""How many times longer it may take if it does not get a processor."""
_MEMORY = 6 << 30
_LARGE = 1 << 20
"""A model with an input of at least this many elements is not run."""
_FLOATS = 0.0, -1.0, 0.5, 1e-38, 3e38, float("inf"), float("nan")
_HUGE = 1e36
_EDGES = 0, 1, -1, 2, 3, 7, 127, 255, 1 << 16, 1 << 31, (1 << 31) - 1, 1 << 62, -(1 << 63)


@dataclass(slots=True)
class Outcome:
    """The outcome of a case."""

    number: int
    kind: str
    text: str = ""
    peer: str = ""
    """How the result compares with onnxruntime's."""


@cache
def _whole(name: str) -> bytes:
    return bytes(MODELS[name]().SerializeToString())


def case(number: int) -> tuple[str, bytes, bytes]:
    """The name of the model, its bytes, and those of its weight file."""
    rng = random.Random(number)
    name = rng.choice(list(MODELS))
    data = _whole(name)
    weights = np.linspace(-1, 1, 80, dtype=np.float32).tobytes()
    if name == "beside" and rng.random() < 0.2:
        return name, data, _damaged(weights, rng)
    if rng.random() < 0.4:
        return name, _other_number(data, rng), weights
    return name, _damaged(data, rng), weights


def _damaged(data: bytes, rng: random.Random) -> bytes:
    """The bytes truncated, with some bits flipped, a piece removed or doubled, or a byte
    changed."""
    changed = bytearray(data)
    at = rng.randrange(len(changed))
    kind = rng.randrange(6)
    if kind == 0:
        del changed[at:]
    elif kind == 1:
        del changed[at : at + rng.randrange(1, 9)]
    elif kind == 2:
        changed[at:at] = changed[at : at + rng.randrange(1, 33)]
    elif kind == 3:
        changed[at] = rng.randrange(256)
    else:
        for _ in range(1 if kind == 4 else 3):
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _other_number(data: bytes, rng: random.Random) -> bytes:
    """The model with one number or name changed."""
    model = onnx.ModelProto.FromString(data)
    places: list[Callable[[], None]] = []
    names: list[str] = []
    _collect(model, rng, places, names)
    rng.choice(places)()
    return bytes(model.SerializeToString())


def _collect(message: Any, rng: random.Random, places: list[Any], names: list[str]) -> None:
    """The possible changes of a message: a function for each field of numbers and texts."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            inner = value if field.is_repeated else [value]
            for part in inner:
                _collect(part, rng, places, names)
        elif field.type in (field.TYPE_INT64, field.TYPE_INT32, field.TYPE_ENUM):
            places.append(lambda f=field, v=value: _set(message, f, v, rng, _edge(rng, f)))
        elif field.type == field.TYPE_FLOAT:
            places.append(lambda f=field, v=value: _set(message, f, v, rng, rng.choice(_FLOATS)))
        elif field.type == field.TYPE_STRING:
            names.extend(value if field.is_repeated else [value])
            places.append(lambda f=field, v=value: _set(message, f, v, rng, rng.choice(names)))
        elif field.type == field.TYPE_BYTES and len(value) and not field.is_repeated:
            places.append(lambda f=field, v=value: _set(message, f, v, rng, _damaged(v, rng)))


def _edge(rng: random.Random, field: Any) -> int:
    if field.type == field.TYPE_ENUM:
        return int(rng.choice(field.enum_type.values).number)
    found = rng.choice(_EDGES)
    narrow = field.type == field.TYPE_INT32
    return (found + (1 << 31)) % (1 << 32) - (1 << 31) if narrow else (
        (found + (1 << 63)) % (1 << 64) - (1 << 63)
    )  # fmt: skip


def _set(message: Any, field: Any, value: Any, rng: random.Random, new: Any) -> None:
    if field.is_repeated:
        value[rng.randrange(len(value))] = new
    else:
        setattr(message, field.name, new)


# The child


def _run(path: str) -> tuple[Any, Any]:
    """Feeds and results of a model; None where it is not run."""
    session = InferenceSession(path, opt_level=0)
    inputs = session.get_inputs()
    for i in inputs:
        sizes = [d for d in i.shape if isinstance(d, int)]
        if not i.type.startswith("tensor(") or i.dtype.kind not in "biuf":
            return None, None
        if float(np.prod(sizes, dtype=float)) > _LARGE:
            return None, None
    [feeds] = random_batches(inputs, 1)
    return feeds, session.run(None, feeds)


def _peer(path: str, feeds: Any, results: Any) -> str:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    options.intra_op_num_threads = 1
    try:
        session = onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
        wanted = session.run(None, feeds)
    except Exception:
        return REFUSED
    for mine, theirs in zip(results, wanted, strict=True):
        if not isinstance(theirs, np.ndarray) or not isinstance(mine, np.ndarray):
            continue
        if mine.shape != theirs.shape or mine.dtype != theirs.dtype:
            return f"{OTHER}: {mine.dtype}{mine.shape}, expected {theirs.dtype}{theirs.shape}"
        if mine.dtype.kind in "fiub" and not _close(mine.astype(float), theirs.astype(float)):
            return f"{OTHER}: {mine.ravel()[:4]}, expected {theirs.ravel()[:4]}"
    return SAME


def _close(a: Any, b: Any) -> bool:
    """Whether results agree; if both are beyond f32, the order of sums decides whether they are
    infinite."""
    huge = ~(np.abs(a) < _HUGE) & ~(np.abs(b) < _HUGE)
    largest = np.max(np.abs(b), initial=1, where=np.abs(b) < np.inf)
    return bool(np.all(huge | np.isclose(a, b, rtol=1e-3, atol=1e-4 * largest)))


def _one(number: int, say: Callable[[list[Any]], None]) -> None:
    _, data, weights = case(number)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.onnx")
        for name, content in (("m.onnx", data), (EXTERNAL, weights)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        say([number, "begin"])
        try:
            feeds, results = _run(path)
        except (DiagnosticError, MemoryError) as e:
            kind = TRACEBACK if isinstance(e, CrashError) else ERROR
            say([number, kind, str(e).replace(path, "m.onnx")[:300]])
            return
        except BaseException as e:
            trace = e.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
            say([number, TRACEBACK, f"{type(e).__name__}: {e} at {where}"[:400]])
            return
        say([number, OK, "" if results is not None else "not run"])
        if results is not None:
            say([number, "peer", _peer(path, feeds, results)])


def _child(numbers: list[int]) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def say(words: list[Any]) -> None:
        out.write(json.dumps(words) + "\n")
        out.flush()

    for number in numbers:
        _one(number, say)


# The parent


def run_cases(numbers: list[int]) -> Iterator[Outcome]:
    """The outcome of each case. A child runs them one after the other; after a case that ends it,
    another child goes on."""
    left = list(numbers)
    while left:
        for outcome in _batch(left):
            left.remove(outcome.number)
            yield outcome


def _batch(numbers: list[int]) -> Iterator[Outcome]:
    child = subprocess.Popen(
        [sys.executable, *_CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "MLIRLITE_CACHE": "off", "OMP_NUM_THREADS": "1"},
        text=True,
    )
    assert child.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        child.stdin.write(json.dumps(numbers[:_BATCH]))
        child.stdin.close()
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_forward, args=(child.stdout, lines), daemon=True).start()
    open_: Outcome | None = None
    while True:
        line = _next_line(lines, child.pid)
        if line is None:
            child.kill()
            open_ = open_ or Outcome(numbers[0], HANG)
            open_.kind = HANG if open_.kind == "begin" else open_.kind
            break
        if not line:
            break
        number, kind, *rest = json.loads(line)
        if kind == "begin":
            if open_ is not None:
                yield open_
            open_ = Outcome(number, kind)
        elif open_ is not None and kind == "peer":
            open_.peer = rest[0]
        elif open_ is not None:
            open_.kind, open_.text = kind, rest[0]
            open_.peer = ENDED if kind == OK and not rest[0] else ""
    status = child.wait()
    if open_ is None:
        open_ = Outcome(numbers[0], "begin")
    if open_.kind == "begin":
        open_.kind, open_.text = SIGNAL, f"the process ended with {status}"
    yield open_


_BATCH = 200
_CHILD = ["-m", "mlirlite.testing.damaged_models", "--child"]


def _next_line(lines: queue.SimpleQueue[str], pid: int) -> str | None:
    """The next line from a child; None when that takes too long. Only its processor time counts, as
    long as it gets any."""
    before = _computed(pid)
    for _ in range(_PATIENCE):
        try:
            return lines.get(timeout=_SECONDS)
        except queue.Empty:
            if _computed(pid) - before >= _SECONDS / 2:
                break
    return None


def _computed(pid: int) -> float:
    """The processor time of a process in seconds; unknown without Linux's /proc."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            words = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _forward(stream: Any, lines: queue.SimpleQueue[str]) -> None:
    for line in stream:
        lines.put(line)
    lines.put("")


def counts(outcomes: list[Outcome]) -> Counter[str]:
    """How many cases there are of each kind; of those that ran, how they compare."""
    found = Counter(o.kind for o in outcomes)
    found.update(o.peer.partition(":")[0] for o in outcomes if o.peer)
    return found


def bad(outcomes: list[Outcome]) -> list[Outcome]:
    """The cases that must not occur."""
    return [o for o in outcomes if o.kind in (TRACEBACK, SIGNAL, HANG) or o.peer.startswith(OTHER)]


def main() -> None:
    """First and last case, and the number of processes."""
    first, last, processes = (int(word) for word in sys.argv[1:4])
    found: list[Outcome] = []

    def work(part: int) -> None:
        for outcome in run_cases(list(range(first + part, last, processes))):
            found.append(outcome)
            if bad([outcome]):
                sys.stdout.write(json.dumps([outcome.number, case(outcome.number)[0], outcome.kind,
                                             outcome.text, outcome.peer]) + "\n")  # fmt: skip
                sys.stdout.flush()

    threads = [threading.Thread(target=work, args=(k,)) for k in range(processes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(f"{len(found)} cases: {dict(counts(found))}\n")


if __name__ == "__main__":
    if sys.argv[1:] == ["--child"]:
        _child(json.load(sys.stdin))
    else:
        main()
