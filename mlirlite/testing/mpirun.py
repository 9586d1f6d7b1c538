"""Programs on the ranks of mpirun, for tests: they end, or are ended."""

from __future__ import annotations

import ctypes.util
import importlib.util
import os
import shutil
import signal
import subprocess
from typing import Any

_ALLOWED = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def missing() -> str:
    """What is missing to run ranks here; "" if nothing is."""
    if importlib.util.find_spec("mpi4py") is None:
        return "mpi4py is missing (the extra mpi)"
    if shutil.which("mpirun") is None or ctypes.util.find_library("mpi") is None:
        return "mpirun is missing (Debian: openmpi-bin)"
    return ""


def start(count: int, *command: Any) -> subprocess.Popen[str]:
    """A command on ranks, in a process group of its own."""
    return subprocess.Popen(
        ["mpirun", "--oversubscribe", "-n", str(count), *map(str, command)],
        env={**os.environ, **_ALLOWED},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str], seconds: float = 240) -> tuple[int, str, str]:
    """Exit code, output and errors. TimeoutError with them when the processes hang."""
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        raise TimeoutError(f"it hangs:\n{out}\n{err}") from None
    return process.returncode, out, err
