"""Trials of models that do not fit their inputs, and of random ones: the harness sees what it is to
see, and a sample gives no findings. The whole: `bench/violations.py`, `bench/random_models.py`."""

import ctypes
import sys
from pathlib import Path

import numpy as np
import pytest

from mlirlite.testing.trust.batches import Batches, is_late, known_rows
from mlirlite.testing.trust.guard import SIDES, guarded
from mlirlite.testing.trust.mutants import MODES, mutant
from mlirlite.testing.trust.peers import FINDINGS, Answer, judge
from mlirlite.testing.trust.recipes import random_model
from mlirlite.testing.trust.violations import Trial, cases, operator

_WORKER = """
import ctypes
from mlirlite.testing.trust.batches import serve
def work(job, say):
    for number in list(job["numbers"]):
        say(at=number, who="ours runs")
        if number == 2: ctypes.string_at(1)
        while number == 4: pass
        say(name=job["name"], number=number, category="same")
serve(work)
"""


def test_a_trial_that_dies_or_hangs_is_noted_and_the_others_are_done(tmp_path: Path) -> None:
    log = tmp_path / "rows.jsonl"
    with log.open("w") as file:
        batches = Batches([sys.executable, "-c", _WORKER], seconds=1, log=file)
        batches.run([{"name": "a", "numbers": [1, 2, 3, 4, 5]}, {"name": "b", "numbers": [1]}])
    found = {(r["name"], r["number"]): r["category"] for r in known_rows(log)}
    assert found == {("a", n): "same" for n in (1, 3, 5)} | {
        ("a", 2): "signal",
        ("a", 4): "hang",
        ("b", 1): "same",
    }


def test_work_of_others_is_no_hang() -> None:
    assert is_late(took=31, used=30.5, waited=0, seconds=30)
    assert is_late(took=301, used=0, waited=0, seconds=30)
    assert not is_late(took=301, used=12, waited=280, seconds=30)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("size", [1, 100, 4096, 5000])
def test_a_guarded_array_ends_at_a_page_without_access(side: str, size: int) -> None:
    array = guarded(np.arange(size, dtype=np.uint8), side)
    assert (array == np.arange(size, dtype=np.uint8)).all()
    outside = array.ctypes.data + (size if side == "after" else -1)
    pipe = (ctypes.c_int * 2)()
    libc = ctypes.CDLL(None, use_errno=True)
    libc.pipe(pipe)
    assert libc.write(pipe[1], ctypes.c_void_p(outside), 1) == -1  # EFAULT
    for end in pipe:
        libc.close(end)


@pytest.mark.parametrize("mode", MODES)
def test_a_mutant_differs_in_what_it_says_and_is_made_again_by_its_number(mode: str) -> None:
    case = cases()["test_gather_1"]
    made = [m for n in range(10) if (m := mutant(case, mode, n)) is not None]
    again = [m for n in range(10) if (m := mutant(case, mode, n)) is not None]
    assert made
    assert [m.change for m in made] == [m.change for m in again]
    assert len({m.change for m in made}) > 3


def test_what_peers_say_makes_the_category() -> None:
    one, other = (Answer("computed", [np.full(2, v, np.float32)]) for v in (1.0, 2.0))
    no, crash = Answer("refused", (), "no"), Answer("raised", (), "TypeError")
    found = [
        judge(mine, theirs, lambda third=third: third, 1e-3, 1e-5)[0]  # type: ignore[misc]
        for mine, theirs, third in (
            (one, one, no),
            (one, other, one),
            (one, other, other),
            (one, no, no),
            (no, no, no),
            (no, one, one),
            (crash, no, no),
        )
    ]
    assert found == [
        "same",
        "as reference",
        "wrong",
        "computed",
        "both refuse",
        "stricter",
        "raised",
    ]


def test_a_good_trial_is_the_same_everywhere() -> None:
    row = Trial("test_relu", "feeds").run(0, lambda **said: None)
    assert row is not None
    assert row["category"] == "same"


def test_a_wrong_access_is_a_finding_of_its_own() -> None:
    touched = Answer("touched", (), "sanitizer: …")
    assert judge(touched, Answer("refused"), lambda: touched, 1e-3, 1e-5)[0] == "touched"


_ROOT = Path(__file__).resolve().parents[3]
_CHECKED = (
    "test_add_bcast",
    "test_gather_1",
    "test_scatternd_add",
    "test_split_variable_parts_1d_opset18",
    "test_expand_dim_changed",
    "test_reshape_reordered_all_dims",
)


def rows_of(
    program: str, jobs: list[dict[str, object]], seconds: int = 120
) -> list[dict[str, object]]:
    """What a program's worker finds, with this many seconds of processor time for a step."""
    return Batches([sys.executable, str(_ROOT / "bench" / program), "--worker"], seconds).run(jobs)


@pytest.mark.parametrize(
    "names", [_CHECKED[:2], pytest.param(_CHECKED[2:], marks=pytest.mark.bulk)], ids=["", "more"]
)
def test_a_sample_of_broken_requirements_is_refused(
    names: tuple[str, ...], request: pytest.FixtureRequest
) -> None:
    numbers = list(range(request.config.getoption("--violations")))
    jobs = [
        {"name": name, "mode": mode, "numbers": numbers.copy(), "sanitize": "address"}
        for name in names
        for mode in ("requirements", "known requirements")
    ]
    rows = rows_of("violations.py", jobs)
    assert [r for r in rows if r["category"] in FINDINGS] == []
    assert any(r["category"] == "both refuse" for r in rows)


_EVERY = 6
"""One operator in six is tried, with up to 120 inputs each."""


def _tests_of_operators() -> list[str]:
    """The first test of each operator, by the operator's name. A Loop may be told to run 2^62
    times."""
    first: dict[str, str] = {}
    for name, case in sorted(cases().items()):
        if len(case.model.graph.node) == 1 and operator(case.model) != "Loop":
            first.setdefault(operator(case.model), name)
    return [first[op] for op in sorted(first)]


@pytest.mark.bulk
@pytest.mark.parametrize(("mode", "start", "least"), [("requirements", 1, 300), ("feeds", 4, 1500)])
def test_thousands_of_inputs_that_do_not_fit(mode: str, start: int, least: int) -> None:
    """Inputs lie beside inaccessible pages."""
    jobs: list[dict[str, object]] = [
        {"name": name, "mode": mode, "numbers": list(range(120))}
        for name in _tests_of_operators()[start::_EVERY]
    ]
    rows = rows_of("violations.py", jobs, seconds=30)
    assert [r for r in rows if r["category"] in FINDINGS] == []
    tried = [r for r in rows if r["category"] != "nothing"]
    assert len(tried) >= least
    assert any(r["category"] == "both refuse" for r in tried)


@pytest.mark.bulk
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.bulk)])
def test_a_sample_of_random_models_is_right(half: int, request: pytest.FixtureRequest) -> None:
    numbers = list(range(request.config.getoption("--random-models")))[half::2]
    modes = ("static", "symbolic")
    rows = rows_of(
        "random_models.py", [{"name": "own", "mode": m, "numbers": numbers.copy()} for m in modes]
    )
    assert len(rows) == len(modes) * len(numbers)
    assert [r for r in rows if r["category"] in FINDINGS] == []


def test_a_random_model_is_the_same_for_the_same_seed() -> None:
    first, again = random_model(5), random_model(5)
    assert first.model == again.model
    assert all((first.feeds[n] == again.feeds[n]).all() for n in first.feeds)
