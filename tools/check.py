"""All checks of the project: `python tools/check.py`, or some: `python tools/check.py mypy lit`.

Every step runs, also after one has failed; the exit status is 1 when any did. The steps of pytest
are last: all tests, then those that depend on the processor, as on one with AVX2 alone.
"""

import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JOBS = "2"
STEPS = {
    "ruff": ["-m", "ruff", "check", "."],
    "format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    # pytest runs the same lit files in its own process; LLVM's lit keeps them valid for others.
    "lit": ["-c", "from lit.main import main; main()", "-q", "-j", JOBS, "test/lit"],
    "pytest": ["-m", "pytest", "-n", JOBS],
}
if platform.machine() in ("x86_64", "AMD64"):
    # What depends on the processor holds on one without AVX-512 and VNNI, too.
    STEPS["haswell"] = ["-m", "pytest", "-n", JOBS, "-m", "processor"]
ENVIRONMENT = {"haswell": {"MLIRLITE_MCPU": "haswell"}}


def main() -> int:
    wanted = sys.argv[1:] or list(STEPS)
    if unknown := [name for name in wanted if name not in STEPS]:
        print(f"no such step: {', '.join(unknown)}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    failed: list[str] = []
    for name in (name for name in STEPS if name in wanted):
        if failed and name == "pytest":
            print(f"\nfailed so far: {', '.join(failed)}", flush=True)
        print(f"\n== {name}: python {shlex.join(STEPS[name])}", flush=True)
        command = [sys.executable, *STEPS[name]]
        environment = os.environ | ENVIRONMENT.get(name, {})
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            failed.append(name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
