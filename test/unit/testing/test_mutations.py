"""Damaged text, and text with other types, is an error with a place or a module: never a traceback
and never a hang."""

import random
import signal
from pathlib import Path

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.passes.manager import PassManager
from mlirlite.passes.registry import names
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.testing.mutations import chunks_of, mutate, mutations, retype

LIT = Path(__file__).resolve().parents[2] / "lit"
LONGEST = 5
"""Seconds after which a case counts as a hang; a usual one takes a few thousandths."""


class Hang(Exception):
    pass


def _hang(*_):
    raise Hang


def read(text):
    """Parse, verify and print; the error of the text, if any."""
    context = Context(allow_unregistered=True)
    try:
        module = parse_module(text, context)
        problems = verify(module)
        if not problems:
            print_op(module)
    except DiagnosticError as e:
        problems = e.diagnostics
        assert problems
    for problem in problems:
        assert str(problem)
    return problems


def test_damaged_text(request):
    chunks = chunks_of(LIT)
    count = request.config.getoption("--mutations")
    before = signal.signal(signal.SIGALRM, _hang)
    rejected = 0
    try:
        for number, text in mutations(chunks, count):
            signal.alarm(LONGEST)
            try:
                rejected += bool(read(text))
            except BaseException as e:
                pytest.fail(f"case {number}: {type(e).__name__}: {e}\n{text}")
            finally:
                signal.alarm(0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rejected > count / 2


PASSES = [n for n in names() if not n.startswith(("print-", "view-"))]
"""All but those that write to the console."""


def run_passes(text, rng):
    """Run three passes on a text; True if it was valid."""
    context = Context()
    try:
        module = parse_module(text, context)
    except CrashError:
        raise
    except DiagnosticError:
        return False
    if verify(module):
        return False
    for name in rng.sample(PASSES, 3):
        copy = module.clone()
        try:
            PassManager(name, context).run(copy)
            print_op(copy)
        except CrashError:
            raise
        except DiagnosticError:
            continue
    return True


@pytest.mark.bulk
def test_passes_meet_types_that_they_do_not_expect(request):
    count = request.config.getoption("--mutations")
    before = signal.signal(signal.SIGALRM, _hang)
    valid = 0
    try:
        for number, text in mutations(chunks_of(LIT), count, seed=1, change=retype):
            rng = random.Random(number)
            signal.alarm(4 * LONGEST)
            try:
                valid += run_passes(text, rng)
            except BaseException as e:
                pytest.fail(f"case {number}: {type(e).__name__}: {e}\n{text}")
            finally:
                signal.alarm(0)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert valid > count / 20


def test_a_case_can_be_made_again():
    text = "func.func @f(%a: i32) -> i32 { return %a : i32 }"
    assert mutate(text, random.Random(7)) == mutate(text, random.Random(7))
    first, second = (list(mutations([text], 20, seed=3)) for _ in range(2))
    assert first == second
    assert len({t for _, t in first}) > 10
