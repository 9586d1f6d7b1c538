"""README.md is true. Its commands are run by tools/clean_install.py, in .ci/run."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))

from run_docs import Runner, blocks_of, matches  # noqa: E402

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_figures_are_those_of_the_results():
    from readme_figures import updated

    text, new = updated()
    assert text == new, "run tools/readme_figures.py --write"


def test_the_dialect_is_the_example_and_lowers(tmp_path):
    blocks = {b.title: b.text for b in blocks_of(README)}
    example = (ROOT / "examples" / "square.py").read_text(encoding="utf-8")
    assert example.endswith(blocks["square.py"])
    start = README.index("## A dialect")
    problems, _ = Runner(tmp_path).check(README[start : README.index("## How good")])
    assert problems == []


def test_each_block_is_run_or_checked():
    known = {"sh", "python", "mlir", "text", "mermaid"}
    assert {b.language for b in blocks_of(README)} <= known


def test_each_bench_of_the_table_exists():
    for line in README.splitlines():
        if "`python bench/" in line:
            name = line.split("`python ")[1].split("`")[0].split()[0]
            assert (ROOT / name).is_file()


def test_links_of_the_readme_lead_to_files():

    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("took ... ms\n", "took 3.1 ms\n", True),
        ("a\n", "a\nb\n", False),
        ("a.c\n", "abc\n", False),
    ],
)
def test_shown_output_may_leave_out(shown, printed, same):
    assert matches(shown, printed) is same


def test_a_failing_block_is_a_problem(tmp_path):
    text = "```sh\necho a; false\n```\n```text\na\n```\n"
    problems, updated = Runner(tmp_path).check(text)
    assert problems == ["line 1: exit code 1\na\n"]
    assert updated == text


def test_update_writes_what_is_printed(tmp_path):
    problems, updated = Runner(tmp_path).check("```sh\necho new\n```\n```text\nold\n```\n")
    assert len(problems) == 1
    assert updated.endswith("```text\nnew\n```\n")


@pytest.mark.parametrize("arguments", [["opt", "--version"], ["--help"], ["--version"]])
def test_the_package_is_a_program(arguments):
    done = subprocess.run(
        [sys.executable, "-m", "mlirlite", *arguments], cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stdout


def test_an_unknown_program_is_a_usage_error():
    from mlirlite.__main__ import main

    assert main(["optt"]) == 2
    assert main(["opt", "--version"]) == 0
