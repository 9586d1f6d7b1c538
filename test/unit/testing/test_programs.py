"""Random programs verify and read back; with mlir-opt 22, passes make the same text of them. The
whole: `bench/random_programs.py`."""

import random
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module
from mlirlite.printer import print_op
from mlirlite.testing.programs import DIALECTS, program, program_text

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "bench"))

import random_programs


@pytest.mark.parametrize("dialect", DIALECTS)
def test_programs_read_back(dialect):
    for seed in range(2):
        module = program(random.Random(seed), dialect)
        assert verify(module) == []
        for text in (print_op(module), print_op(module, generic=True)):
            assert print_op(parse_module(text)) == print_op(module)


@pytest.mark.parametrize("dialect", [d for d in DIALECTS if d not in ("cf", "scf")])
def test_every_op_occurs(dialect):
    found: set[str] = set()
    for seed in range(400):
        found.update(op.name for op in program(random.Random(seed), dialect).inside())
    names = Context().dialect(dialect).op_names()
    assert {n for n in names if n not in found} <= {"tensor.parallel_insert_slice"}


def test_a_seed_gives_one_program():
    assert program_text(3, "scf") == program_text(3, "scf")
    with pytest.raises(ValueError, match=r"expected one of arith, cf, .* found 'affine'"):
        program(random.Random(0), "affine")


def test_programs_are_divided_among_dialects_and_passes():
    jobs = list(random_programs.jobs(["arith", "index"], [], 100, 7))
    assert sum(len(job.seeds) for job in jobs) == 100
    assert {job.seeds.start for job in jobs} == {7}
    assert {job.pass_name for job in jobs if job.dialect == "index"} == {
        *random_programs.COMMON,
        "convert-index-to-llvm",
    }


@pytest.mark.bulk
@pytest.mark.skipif(not shutil.which("mlir-opt-22"), reason="mlir-opt 22 is not installed")
@pytest.mark.parametrize("dialect", DIALECTS)
def test_passes_make_the_same_text_as_upstream(dialect):
    words: Counter[str] = Counter()
    for job in random_programs.jobs([dialect], [], 120, 0):
        words.update(result.word for result in random_programs.run(job)[1])
    total = sum(n for word, n in words.items() if word not in random_programs.IGNORED)
    assert not words["traceback"]
    assert sum(words[word] for word in random_programs.GOOD) >= 0.9 * total, words
