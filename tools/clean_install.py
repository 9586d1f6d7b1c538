"""Follows the README in an empty environment: builds sdist and wheel, installs the wheel, tries the
programs, then runs each command of README.md literally in the unpacked sdist.

python tools/clean_install.py

Needs a package index. The README's command that runs all tests is omitted: .ci/run runs it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALL_TESTS = "tools/check.py"
WANTED = ("mlirlite/py.typed", "mlirlite/parser/grammar/mlir.lark")


def run(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    """The output of a command; if it fails, the program ends."""
    print("$", *command, flush=True)
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_"))}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        input=stdin,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nexit code {done.returncode}")
    return done.stdout


def build(folder: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel built from it."""
    run(sys.executable, "-m", "build", ROOT, "--outdir", folder, cwd=folder)
    [sdist] = folder.glob("*.tar.gz")
    [wheel] = folder.glob("*.whl")
    return sdist, wheel


def unpack(sdist: Path, folder: Path) -> Path:
    """The one folder in an sdist."""
    shutil.unpack_archive(sdist, folder)
    [found] = folder.iterdir()
    return found


def check_wheel(wheel: Path, folder: Path) -> None:
    """Install the wheel into an empty environment and try its programs."""
    environment = folder / "wheel-venv"
    run(sys.executable, "-m", "venv", environment, cwd=folder)
    python = environment / "bin" / "python"
    pip = (python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    run(*pip, wheel, cwd=folder)
    where = run(python, "-c", "import mlirlite; print(mlirlite.__path__[0])", cwd=folder).strip()
    for name in WANTED:
        if not (Path(where).parent / name).is_file():
            sys.exit(f"the wheel lacks {name}")
    for program in sorted((environment / "bin").glob("mlirlite-*")):
        if program.name != "mlirlite-lsp-server":  # needs mlirlite[lsp]
            run(program, "--help", cwd=folder)
    run(*pip, f"{wheel}[terminal]", cwd=folder)
    lexer = "from pygments.lexers import get_lexer_by_name as f; print(f('mlir').name)"
    if run(python, "-c", lexer, cwd=folder).strip() != "MLIR":
        sys.exit("pygments does not know the lexer")
    started = time.perf_counter()
    text = run(python, "-m", "mlirlite", "opt", "-", cwd=folder, stdin="module {\n}\n")
    if not text.startswith("module {"):
        sys.exit(f"unexpected answer: {text}")
    print(f"the first module took {time.perf_counter() - started:.2f} s")
    version = run(python, "-c", "import mlirlite; print(mlirlite.__version__)", cwd=folder)
    if version.strip() not in wheel.name:
        sys.exit(f"the package says version {version.strip()}, its file is {wheel.name}")


def main() -> int:
    sys.path.insert(0, str(ROOT / "tools"))
    from run_docs import Runner

    folder = Path(tempfile.mkdtemp(prefix="mlirlite-clean-"))
    try:
        (folder / "dist").mkdir()
        sdist, wheel = build(folder / "dist")
        check_wheel(wheel, folder)
        (folder / "sdist").mkdir()
        source = unpack(sdist, folder / "sdist")
        runner = Runner(source, installed=True, skip=ALL_TESTS)
        for name in [n for n in runner.environment if n.startswith("PYTHON")]:
            del runner.environment[name]
        problems, _ = runner.check((source / "README.md").read_text(encoding="utf-8"), verbose=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    for problem in problems:
        print(f"README.md:{problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
