"""Checks of the project: `python tools/check.py`. `--all` runs the bulk suites as well; names run
only these steps: `python tools/check.py mypy lit`.

Every step runs even if an earlier one has failed; the exit status is 1 if any failed. The bulk
suites are LLVM's lit, the tests marked `bulk`, and a second run of the processor-dependent tests,
as on a processor with AVX2 only, unless this is one.
"""

import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOBS = "2"
QUICK = {
    "ruff": ["-m", "ruff", "check", "."],
    "format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "pytest": ["-m", "pytest", "-n", JOBS],
}
BULK = {
    # pytest runs all lit files in its own process; this runs one in eight by LLVM's lit.
    "lit": [
        *("-c", "from lit.main import main; main()", "-q", "-j", JOBS),
        *("--num-shards", "8", "--run-shard", "1", "test/lit"),
    ],
    "bulk": ["-m", "pytest", "-n", JOBS, "--all", "-m", "bulk"],
}
if platform.machine() in ("x86_64", "AMD64"):
    # Processor-dependent tests must also pass without AVX-512 and VNNI.
    BULK["haswell"] = ["-m", "pytest", "-n", JOBS, "--all", "-m", "processor"]
STEPS = QUICK | BULK
ENVIRONMENT = {"haswell": {"MLIRLITE_MCPU": "haswell"}}


def main() -> int:
    wanted = list(STEPS) if sys.argv[1:] == ["--all"] else sys.argv[1:] or list(QUICK)
    if unknown := [name for name in wanted if name not in STEPS]:
        print(f"no such step: {', '.join(unknown)}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for name in (name for name in STEPS if name in wanted):
        print(f"\n== {name}: python {shlex.join(STEPS[name])}", flush=True)
        if name == "haswell" and wanted != [name] and runs_as_haswell():
            print("not run: this processor runs the same code, so the steps before ran these tests")
            continue
        command = [sys.executable, *STEPS[name]]
        environment = os.environ | ENVIRONMENT.get(name, {})
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            failed.append(name)
    print(f"\nfailed: {', '.join(failed)}" if failed else f"\npassed: {', '.join(wanted)}")
    if "bulk" not in wanted and "pytest" in wanted:
        print("not run: the bulk suites (python tools/check.py --all)")
    return 1 if failed else 0


def runs_as_haswell() -> bool:
    """Whether this processor, too, has AVX2 without AVX-512 or VNNI."""
    from mlirlite.runtime.host import host_machine

    return host_machine() == "haswell"


if __name__ == "__main__":
    sys.exit(main())
