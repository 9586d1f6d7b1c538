"""Several processes that compile kernels at the same time: Python's part of the work holds a lock
of the process, and so does LLVM's in llvmlite."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from mlirlite.passes.pipeline import Pipeline, parse_pipeline
from mlirlite.runtime.kernel_compiler import Kernel, compile_texts
from mlirlite.support.env import declare

PROCESSES = declare(
    "MLIRLITE_COMPILE_PROCESSES",
    "processes at most that compile a model of many loop nests; by default 2, or 1 if this process "
    "may use only one processor",
)
_USUAL = 2
"""Each more takes 150 MB."""
_SHARE = 2500
"""Ops of a share at least."""
_START = 1000
"""Ops that are compiled in the time that a process takes to start."""


def shares(sizes: Mapping[str, int]) -> list[list[str]]:
    """Kernels, given by their numbers of ops, in shares for processes; the first is for this
    one."""
    count = max(1, min(_most(), sum(sizes.values()) // _SHARE))
    found: list[list[str]] = [[] for _ in range(count)]
    loads = [0, *[_START] * (count - 1)]
    for name in sorted(sizes, key=lambda n: (-sizes[n], n)):
        least = loads.index(min(loads))
        found[least].append(name)
        loads[least] += sizes[name]
    return [found[0], *filter(None, found[1:])]


def _most() -> int:
    if PROCESSES.get().isdecimal():
        return max(int(PROCESSES.get()), 1)
    here = getattr(os, "sched_getaffinity", None)
    return min(len(here(0)) if here is not None else os.cpu_count() or 1, _USUAL)


class Helper:
    """A process that compiles kernels. It reads a request in JSON, and writes a line of JSON, then
    the object files."""

    def __init__(self, texts: Mapping[str, str], passes: Pipeline, opt_level: int) -> None:
        """Start it. OSError when it cannot be had."""
        if not sys.executable or getattr(sys, "frozen", False):
            raise FileNotFoundError("no program is known to be Python")
        path = [str(p) for p in sys.path if p]
        code = f"import sys; sys.path[:] = {path!r}; from {__name__} import serve; serve()"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        request = {"texts": dict(texts), "passes": str(passes), "opt_level": opt_level}
        try:
            self._write(json.dumps(request).encode())
        except BrokenPipeError:
            pass  # it has failed, which its missing answer tells
        except BaseException:
            self.end()
            raise

    def _write(self, request: bytes) -> None:
        stream = self._process.stdin
        if stream is not None:
            with stream:
                stream.write(request)

    def kernels(self) -> dict[str, Kernel]:
        """What it has compiled, which is nothing if it failed."""
        answer = self._process.stdout
        found: dict[str, Kernel] = {}
        try:
            headers: dict[str, Any] = json.loads(answer.readline()) if answer is not None else {}
            for name, header in headers.items():
                code = answer.read(header["size"]) if answer is not None else b""
                if len(code) == header["size"]:
                    found[name] = Kernel.of(header, code)
        except ValueError:
            pass
        finally:
            self.end()
        return found

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def serve() -> None:
    """Answer one request on the standard streams."""
    request = json.load(sys.stdin.buffer)
    passes = parse_pipeline(request["passes"])
    made = compile_texts(request["texts"], passes, request["opt_level"])
    codes = [k.code.object_code for k in made.values()]
    headers = {name: {**k.header, "size": len(k.code.object_code)} for name, k in made.items()}
    out = sys.stdout.buffer
    out.write(json.dumps(headers).encode() + b"\n" + b"".join(codes))
    out.flush()
