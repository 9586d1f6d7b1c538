"""Damaged models give a result or one error: no traceback, no signal, no hang.
`--damaged-models=2000` is the full run."""

import onnx
import pytest

from mlirlite.testing import damaged_models
from mlirlite.testing.damaged_models import OK, SAME, bad, case, counts, run_cases
from mlirlite.testing.small_models import MODELS


@pytest.mark.bulk
def test_damaged_models(request):
    count = request.config.getoption("--damaged-models")
    outcomes = list(run_cases(list(range(count))))
    found = counts(outcomes)
    assert not bad(outcomes)
    assert sorted(o.number for o in outcomes) == list(range(count))
    assert found[OK] > count / 10
    assert found[SAME] > count / 20


def test_what_ends_a_process_is_told_from_what_does_not(monkeypatch):
    script = (
        "import json, os, sys, time\n"
        "for n in json.load(sys.stdin):\n"
        "    print(json.dumps([n, 'begin']), flush=True)\n"
        "    if n == 1: os.abort()\n"
        "    if n == 2: time.sleep(60)\n"
        "    print(json.dumps([n, 'error', 'text']), flush=True)\n"
    )
    monkeypatch.setattr(damaged_models, "_SECONDS", 2)
    monkeypatch.setattr(damaged_models, "_PATIENCE", 1)
    monkeypatch.setattr(damaged_models, "_CHILD", ["-c", script])
    kinds = {o.number: o.kind for o in run_cases([0, 1, 2, 3])}
    assert kinds == {0: "error", 1: "signal", 2: "hang", 3: "error"}


def test_a_case_is_made_of_its_number():
    cases = [case(n) for n in range(200)]
    assert cases == [case(n) for n in range(200)]
    assert {name for name, _, _ in cases} == set(MODELS)
    for name in set(MODELS) - {"beside"}:
        onnx.checker.check_model(MODELS[name]())
