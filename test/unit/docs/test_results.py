"""Tables of bench/RESULTS.md: each kind of processor has its columns, and a new measurement changes
only its own."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "tools")]

import readme_figures  # noqa: E402
import results  # noqa: E402

FIRST = """A machine. `a command`

| model | mlirlite ms | onnxruntime ms | ratio |
|---|---|---|---|
| a | 1.0 | 2.0 | 0.50 |
| b | 3.0 | 4.0 | 0.75 |
| geometric mean | | | 0.61 |"""
SECOND = """Another one.

In two paragraphs.

| model | mlirlite ms | onnxruntime ms | ratio |
|---|---|---|---|
| a | 5.0 | 10.0 | 0.50 |
| c | 7.0 |  |  |
| geometric mean | | | 0.50 |"""


def test_groups_are_put_side_by_side():
    grouped = results.Grouped()
    grouped.put("AVX2", SECOND)
    grouped = results.Grouped(grouped.text())
    grouped.put("AVX-512", FIRST)
    text = grouped.text()
    assert text.splitlines() == [
        "**AVX-512**: A machine. `a command`",
        "",
        "**AVX2**: Another one.",
        "",
        "In two paragraphs.",
        "",
        "| model | AVX-512: mlirlite ms | AVX-512: onnxruntime ms | AVX-512: ratio "
        "| AVX2: mlirlite ms | AVX2: onnxruntime ms | AVX2: ratio |",
        "|---|---|---|---|---|---|---|",
        "| a | 1.0 | 2.0 | 0.50 | 5.0 | 10.0 | 0.50 |",
        "| b | 3.0 | 4.0 | 0.75 |  |  |  |",
        "| c |  |  |  | 7.0 |  |  |",
        "| geometric mean |  |  | 0.61 |  |  | 0.50 |",
    ]
    again = results.Grouped(text)
    assert again.text() == text
    again.put("AVX2", SECOND.replace("| 5.0 |", "| 6.0 |"))
    assert again.text() == text.replace("| 5.0 |", "| 6.0 |")


def test_the_processor_says_which_group(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path / "RESULTS.md")
    (tmp_path / "RESULTS.md").write_text("# Results\n\n## Models\n\nHow it was done.\n")
    for name, text in (("cooperlake", FIRST), ("haswell", SECOND), ("neoverse-v1", FIRST)):
        monkeypatch.setattr("mlirlite.runtime.host.host_machine", lambda name=name: name)
        results.write_group("models", "## Models", text)
    written = (tmp_path / "RESULTS.md").read_text()
    assert "How it was done.\n\n<!-- models: begin -->\n**AVX-512**: A machine" in written
    groups = readme_figures.groups(written, "models")
    assert list(groups) == ["AVX-512", "AVX2", "neoverse-v1"]
    assert readme_figures.over(groups["AVX-512"], "mlirlite ms", "onnxruntime ms") == [0.5, 0.75]
    assert readme_figures.over(groups["AVX2"], "mlirlite ms", "onnxruntime ms") == [0.5]


def test_what_is_not_this_machines_code_is_said(monkeypatch):
    monkeypatch.delenv("MLIRLITE_MCPU", raising=False)
    assert results.stated_processor() == ""
    monkeypatch.setenv("MLIRLITE_MCPU", "haswell")
    assert results.stated_processor() == (
        "our code as for haswell (`MLIRLITE_MCPU=haswell`), peers unrestricted"
    )


TABLES = "schedules schedules-2-threads models models-2-threads vision quantized bandwidth"


@pytest.mark.parametrize("name", TABLES.split())
def test_tables_are_written_as_they_are_read(name):
    written = results._between(results.RESULTS.read_text(encoding="utf-8"), name)
    assert results.Grouped(written).text() == written
