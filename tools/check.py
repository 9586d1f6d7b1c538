"""Checks of the project: `python tools/check.py`. `--all` runs the bulk suites as well; names run
only these steps: `python tools/check.py mypy lit`.

Every step runs even if an earlier one has failed; the exit status is 1 if any failed. The bulk
suites are LLVM's lit, the tests marked `bulk`, and a second run of the processor-dependent tests,
as on a processor with AVX2 only.
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
    # pytest runs the same lit files in its own process; this checks them in LLVM's lit.
    "lit": ["-c", "from lit.main import main; main()", "-q", "-j", JOBS, "test/lit"],
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


if __name__ == "__main__":
    sys.exit(main())
