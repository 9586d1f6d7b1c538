"""The other versions of Python that mlirlite is for: the smoke suite and the lit tests of text run
on each that is here.

They are looked for in the folder MLIRLITE_TEST_PYTHONS, which `tools/pythons.py` fills: a virtual
environment in `3.13/`, or Pyodide in `3.13/node_modules/`, CPython for WebAssembly that Node.js
runs. What Pyodide lacks (numpy, onnx, llvmlite, processes) text does without."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
THIS = f"{sys.version_info.major}.{sys.version_info.minor}"
PURE = ("filecheck", "iniconfig", "lark", "packaging", "pluggy", "pygments", "pytest")
"""Packages of this Python that Pyodide is given."""
NOT_TEXT = {"arm_sve", "codegen", "conversion", "driver", "examples", "krnl", "onnx", "target"}
"""Folders of lit tests that need numpy, onnx, llvmlite or other programs."""
TESTS = [
    "test/smoke/test_smoke.py",
    *(f"test/lit/{f.name}" for f in sorted((ROOT / "test/lit").iterdir()) if f.is_dir()),
]
TEXT = [test for test in TESTS if Path(test).name not in NOT_TEXT]
WORDS = ("--noconftest", "-pmlirlite.testing.pytest_plugin", "-pno:cacheprovider", "-q")


def packages(folder: Path) -> Path:
    """A copy of the pure packages."""
    for name in PURE:
        for file in metadata.files(name) or ():
            if file.suffix != ".pyc" and ".." not in file.parts:
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)
    return folder


def command(version: str, folder: Path) -> list[str]:
    """How to run pytest on a version; skips the test where there is none."""
    here = Path(os.environ.get("MLIRLITE_TEST_PYTHONS", os.devnull)) / version
    native, pyodide, node = here / "bin/python", here / "node_modules/pyodide", shutil.which("node")
    if version == THIS:
        pytest.skip("all tests run on this version")
    if native.exists():
        return [str(native), "-m", "pytest", *WORDS, *TESTS]
    if node and pyodide.exists():
        runner = Path(__file__).with_name("pyodide.mjs")
        return [node, str(runner), str(pyodide), str(packages(folder)), *WORDS, *TEXT]
    pytest.skip(f"no Python {version} here: 'python tools/pythons.py FOLDER' says how to get it")


@pytest.mark.parametrize("version", VERSIONS)
def test_other_versions(version, tmp_path):
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command(version, tmp_path),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]
    assert re.search(r"\[100%\]|passed", done.stdout), done.stdout


def test_text_needs_no_numpy_onnx_or_llvmlite():
    missing = "import sys; sys.modules.update(numpy=None, onnx=None, llvmlite=None)"
    code = f"{missing}; import pytest; sys.exit(pytest.main({[*WORDS, *TEXT[:3]]}))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_project_says_these_versions():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    said = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r":: 3\.\d+$", c)]
    assert said == list(VERSIONS)
    assert f"Python {VERSIONS[0]} to {VERSIONS[-1]}" in (ROOT / "README.md").read_text()
