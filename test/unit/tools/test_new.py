"""tools/new.py: every skeleton runs, and passes the house's own checks."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def checkout(tmp_path):
    """A copy of the package and the tools; `run(*words)` runs new.py in it, then its lit tests."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "mlirlite", tmp_path / "mlirlite", ignore=ignored)
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=ignored)

    def run(*words):
        command = [sys.executable, str(tmp_path / "tools" / "new.py"), *words]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        if made.returncode:
            return made.stderr
        files = [tmp_path / line.split()[1] for line in made.stdout.splitlines()[:-1]]
        for file in files:
            if file.suffix == ".py":
                assert ast.get_docstring(ast.parse(file.read_text()))
                assert max(map(len, file.read_text().splitlines())) <= 100
        tests = [str(file) for file in files if file.suffix == ".mlir"]
        lit = [sys.executable, str(tmp_path / "tools" / "mlirlite-lit"), *tests]
        done = subprocess.run(lit, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert tests
        return [str(file.relative_to(tmp_path)) for file in files]

    return run


@pytest.mark.bulk
def test_dialect_then_op_then_conversion(checkout):
    assert checkout("dialect", "thing") == [
        "mlirlite/dialects/thing.py",
        "test/lit/thing/ops.mlir",
        "test/lit/thing/invalid.mlir",
    ]
    assert "mlirlite/dialects/thing.py" in checkout("op", "thing.add_two")
    assert checkout("conversion", "thing-to-arith")[0] == "mlirlite/conversion/thing_to_arith.py"


@pytest.mark.bulk
def test_op_of_a_dialect_in_a_folder_and_pass(checkout):
    made = checkout("op", "arith.twice")
    assert "mlirlite/dialects/arith/twice_op.py" in made
    assert checkout("pass", "fuse-things") == [
        "mlirlite/transforms/fuse_things.py",
        "test/lit/transforms/fuse-things.mlir",
    ]


@pytest.mark.bulk
def test_plugins_stand_alone(checkout):
    assert checkout("dialect", "mine", "--plugin", "work") == ["work/mine.py", "work/mine.mlir"]
    assert "work/mine.py" in checkout("op", "mine.add", "--plugin", "work")
    assert checkout("pass", "my-pass", "--plugin", "work")[0] == "work/my_pass.py"


def test_mistakes_are_explained(checkout):
    assert "'Fuse' is not a flag" in checkout("pass", "Fuse")
    assert "mlirlite/transforms/cse.py already exists" in checkout("pass", "cse")
    assert "there is no dialect 'nope'" in checkout("op", "nope.add")
    assert "there is no dialect 'nope' with ops" in checkout("conversion", "nope-to-arith")
