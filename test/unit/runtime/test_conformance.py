"""ONNX's suite, compiled and run: nothing fails but what bench/backend_score.md lists. Of models
that are expanded functions, those with new sequences of operators; --whole-grids runs all."""

import re
from pathlib import Path

import pytest

from mlirlite.testing.onnx_suite import distinct_cases, run_case, suite_cases

PARTS = 128
"""The number of tests that the suite is split into, for workers to share."""
SCORE = Path(__file__).resolve().parents[3] / "bench" / "backend_score.md"


def recorded_failures(mode):
    """The tests that `python bench/backend_score.py --mode all --write` saw failing in a mode."""
    rows = re.findall(r"^\| (test_\S+) \| ([^|]*) \|", SCORE.read_text(), re.M)
    return {name for name, modes in rows if mode in modes.split(", ")}


def failures(cases, mode):
    return {c.name: o.reason for c in cases if (o := run_case(c, mode)).reason}


@pytest.mark.sampled(128)
@pytest.mark.parametrize("part", range(PARTS))
def test_the_suite_passes(part, request):
    whole = request.config.getoption("--whole-grids")
    cases = suite_cases() if whole else distinct_cases()
    failed = failures(cases[part::PARTS], "static")
    assert {n: r for n, r in failed.items() if n not in recorded_failures("static")} == {}


def test_most_of_the_suite_is_not_recorded_as_failing():
    assert len(suite_cases()) - len(recorded_failures("static")) > 2000


@pytest.mark.bulk
@pytest.mark.parametrize("mode", [pytest.param("dynamic", marks=pytest.mark.bulk), "constants"])
def test_a_sample_passes_in_the_other_modes(mode):
    cases = [c for c in suite_cases()[::60] if c.name not in recorded_failures(mode)]
    assert failures(cases, mode) == {}
