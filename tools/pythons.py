"""Other versions of Python for test/smoke/test_versions.py: `python tools/pythons.py FOLDER`.

For a version on PATH or in pyenv, it makes a virtual environment, FOLDER/3.x, with pytest and
mlirlite's dependencies. For other versions npm installs Pyodide: CPython for WebAssembly, which
processes IR text without numpy, onnx and llvmlite. Versions that cannot be installed are skipped,
with a message."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
PYODIDE = {"3.13": "pyodide@0.29", "3.14": "pyodide@314"}


def ran(*command: str | Path) -> str | None:
    """The output of a command; None if it fails or does not exist."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return None if done.returncode else done.stdout.strip()


def interpreter(version: str) -> str | None:
    """A Python of the version that runs; one on PATH may be a shim of pyenv that does not."""
    there = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    for candidate in (shutil.which(f"python{version}"), *map(str, sorted(there, reverse=True))):
        code = "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"
        if candidate and ran(candidate, "-c", code) == version:
            return candidate
    return None


def native(version: str, folder: Path) -> bool:
    """Make a virtual environment with our packages; returns whether it worked."""
    python = interpreter(version)
    if python is None or ran(python, "-m", "venv", folder) is None:
        return False
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pip = (folder / "bin" / "python", "-m", "pip", "install", "--quiet")
    if ran(*pip, *project["dependencies"], "pytest") is not None:
        return True
    shutil.rmtree(folder)
    return False


def pyodide(version: str, folder: Path) -> bool:
    """Install Pyodide; returns whether it worked."""
    npm = shutil.which("npm")
    if npm is None or version not in PYODIDE or not shutil.which("node"):
        return False
    return ran(npm, "install", "--silent", "--prefix", folder, PYODIDE[version]) is not None


def main() -> int:
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        return 2
    for version in VERSIONS:
        folder = Path(sys.argv[1]).resolve() / version
        if version == f"{sys.version_info.major}.{sys.version_info.minor}":
            continue
        folder.mkdir(parents=True)
        if native(version, folder):
            print(f"Python {version}: {folder}/bin/python")
        elif pyodide(version, folder):
            print(f"Python {version}: Pyodide")
        else:
            print(f"Python {version}: found no interpreter, and could not install Pyodide")
    return 0


if __name__ == "__main__":
    sys.exit(main())
