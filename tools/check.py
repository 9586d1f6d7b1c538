"""Checks of the project: `python tools/check.py`. `--all` runs the bulk suites as well; names run
only these steps: `python tools/check.py mypy lit`.

Every step runs even if an earlier one has failed; the exit status is 1 if any failed. mypy runs
beside the steps after it, and its output comes last. The bulk suites are LLVM's lit, the tests
marked `bulk`, and a second run of the processor-dependent tests, as on a processor with AVX2 only,
unless this is one.
"""

import os
import platform
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
JOBS = "2"
QUICK = {
    "ruff": ["-m", "ruff", "check", "."],
    "format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "pytest": ["-m", "pytest", "-n", JOBS],
}
BULK = {
    # pytest runs all lit files in its own process; this runs one in sixteen by LLVM's lit.
    "lit": [
        *("-c", "from lit.main import main; main()", "-q", "-j", JOBS),
        *("--num-shards", "16", "--run-shard", "1", "test/lit"),
    ],
    "bulk": ["-m", "pytest", "-n", JOBS, "--all", "-m", "bulk"],
}
if platform.machine() in ("x86_64", "AMD64"):
    # Processor-dependent tests must also pass without AVX-512 and VNNI.
    BULK["haswell"] = ["-m", "pytest", "-n", JOBS, "--all", "-m", "processor"]
STEPS = QUICK | BULK
BESIDE = "mypy"  # one processor, a minute: while it runs, pytest collects and takes the other
ENVIRONMENT = {"haswell": {"MLIRLITE_MCPU": "haswell"}}


def main() -> int:
    wanted = list(STEPS) if sys.argv[1:] == ["--all"] else sys.argv[1:] or list(QUICK)
    if unknown := [name for name in wanted if name not in STEPS]:
        print(f"no such step: {', '.join(unknown)}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    failed: list[str] = []
    with tempfile.TemporaryFile() as output:
        beside: subprocess.Popen[bytes] | None = None
        for name in (name for name in STEPS if name in wanted):
            if name == BESIDE and wanted != [name]:
                beside = start(name, output)
                continue
            announce(name)
            if name == "haswell" and wanted != [name] and runs_as_haswell():
                print("not run: this processor runs the same code, so these tests ran before")
            elif start(name).wait():
                failed.append(name)
        if beside is not None:
            announce(BESIDE)
            if beside.wait():
                failed.append(BESIDE)
            output.seek(0)
            print(output.read().decode(errors="replace"), end="", flush=True)
    print(f"\nfailed: {', '.join(failed)}" if failed else f"\npassed: {', '.join(wanted)}")
    if "bulk" not in wanted and "pytest" in wanted:
        print("not run: the bulk suites (python tools/check.py --all)")
    return 1 if failed else 0


def announce(name: str) -> None:
    """The heading of a step."""
    print(f"\n== {name}: python {shlex.join(STEPS[name])}", flush=True)


def start(name: str, output: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
    """Start a step; it prints to a file, or to where this program prints."""
    return subprocess.Popen(
        [sys.executable, *STEPS[name]],
        cwd=ROOT,
        env=os.environ | ENVIRONMENT.get(name, {}),
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=None if output is None else subprocess.STDOUT,
    )


def runs_as_haswell() -> bool:
    """Whether this processor, too, has AVX2 without AVX-512 or VNNI."""
    from mlirlite.runtime.host import host_machine

    return host_machine() == "haswell"


if __name__ == "__main__":
    sys.exit(main())
