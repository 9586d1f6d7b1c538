"""Every code block of the tutorial and of the how-to pages runs and prints what is shown.
`python tools/run_docs.py --update docs/*/*.md` writes what they print."""

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from run_docs import Runner, blocks_of  # noqa: E402

from mlirlite.runtime.host import host_machine  # noqa: E402

PAGES = sorted(
    [*(ROOT / "docs" / "tutorial").glob("*.md"), *(ROOT / "docs" / "how-to").glob("*.md")]
)


PROCESSOR = ("7-make-it-fast", "quantize", "tune")
BULK = (
    *PROCESSOR,
    "add-an-onnx-operator",
    "5-lower-it",
    "6-compile-a-model",
    "8-toy",
    "convert-types",
    "cross-compile",
    "debug-a-pass",
    "evaluate-and-run",
    "find-wrong-accesses",
    "functions-and-symbols",
    "use-from-c",
    "use-from-python",
)


def page(path: Path) -> object:
    """A parameter; shown schedules depend on the processor unless the page names one."""
    marks = [pytest.mark.processor] if path.stem in PROCESSOR else []
    if path.stem in BULK:
        marks.append(pytest.mark.bulk)
    return pytest.param(path, id=path.stem, marks=marks)


@pytest.mark.parametrize("path", [page(path) for path in PAGES])
def test_blocks_print_what_is_shown(path, tmp_path, monkeypatch):
    if path.stem == "tune" and not host_machine():
        pytest.skip("no schedules are known for this processor")
    if path.stem == "use-td-files" and not Path("/usr/lib/llvm-22/include/mlir/IR").exists():
        pytest.skip("libmlir-22-dev is not installed")
    package = path.stem.rpartition("-")[2]
    if package in ("torch", "jax", "dask", "mpi"):
        module = "mpi4py" if package == "mpi" else package
        pytest.importorskip(module, reason=f"{module} is not installed (extra {package})")
    if package == "mpi" and None in map(shutil.which, ("mpirun", "mpicc")):
        pytest.skip("mpirun or mpicc is missing (Debian: openmpi-bin, libopenmpi-dev)")
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"):
        monkeypatch.setenv(name, "1")
    problems, _ = Runner(tmp_path).check(path.read_text(encoding="utf-8"))
    assert problems == []


def test_there_are_eight_chapters():
    chapters = sorted(p.name for p in (ROOT / "docs" / "tutorial").glob("*.md"))
    assert [name[0] for name in chapters] == list("12345678")


def test_the_chapter_on_toy_is_the_example(tmp_path):
    page = ROOT / "docs" / "tutorial" / "8-toy.md"
    runner = Runner(tmp_path)
    for block in blocks_of(page.read_text(encoding="utf-8")):
        if block.title:
            runner.write(block)
    for path in (ROOT / "examples" / "toy").glob("*.py"):
        written = (tmp_path / path.name).read_text(encoding="utf-8")
        assert written == path.read_text(encoding="utf-8"), path.name
