"""bench/operators.py: recipes fit the operators' declarations, rows are measured and compared, and
the report names the worst."""

import sys
from pathlib import Path

import numpy as np
import pytest

from mlirlite.testing.trust.batches import Batches

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench"))

from grid.arrays import arrays_of, feeds_of, model_of  # noqa: E402
from grid.exact import largest_error  # noqa: E402
from grid.measure import work  # noqa: E402, F401  it loads the recipes
from grid.report import Summary  # noqa: E402
from grid.rows import MODES, RECIPES, rows_of, types_of  # noqa: E402


@pytest.mark.bulk
def test_three_rows_are_measured_by_the_program() -> None:
    numbers = ["f32|known|image|small", "f16|batch|image|small", "bool|unknown|image|small"]
    jobs = [
        {"name": "Relu", "numbers": numbers[:2], "threads": 1, "mcpu": ""},
        {"name": "Not", "numbers": numbers[2:], "threads": 1, "mcpu": ""},
    ]
    command = [sys.executable, str(ROOT / "bench" / "operators.py"), "--worker"]
    rows = Batches(command, 60).run(jobs)
    assert [r["category"] for r in rows] == ["same"] * 3
    assert all(r["us"] > 0 and r["ratio"] > 0 and r["compile_s"] >= 0 for r in rows)
    summary = Summary(rows)
    worst = max(rows, key=lambda r: r["ratio"])
    assert f"{worst['name']} {worst['type']} {worst['mode']}" in summary.worst(1)[0]
    assert summary.findings(10) == []


def test_a_row_whose_process_died_is_a_finding() -> None:
    row = {
        "name": "Relu",
        "number": "f32|known|image|small",
        "category": "signal",
        "reason": "ours",
    }
    assert Summary([row]).findings(1) == [
        "signal   Relu f32 known image small (x1): ours",
    ]


@pytest.mark.parametrize(("domain", "op"), sorted(RECIPES))
def test_each_operator_has_rows_that_make_models(domain: str, op: str) -> None:
    for type in types_of(op, domain)[:1]:
        rows = [r for r in rows_of(op, type, domain) if r.size != "large"]
        assert len({r.key for r in rows}) == len(rows) > 0
        arrays = arrays_of(rows[0])
        for mode in MODES:
            model = model_of(rows[0], arrays, mode)
            assert [i.name for i in model.graph.input] == list(feeds_of(rows[0], arrays))


def test_errors_are_over_the_largest_number() -> None:
    exact = np.array([1.0, 4.0, np.inf])
    assert largest_error(np.array([1.5, 4.0, np.inf], np.float32), exact) == 0.125
    assert largest_error(np.array([1.0, 4.0, 0.0], np.float32), exact) == np.inf
    assert largest_error(np.array([1, 2], np.int8), np.array([1, 2])) == 0
