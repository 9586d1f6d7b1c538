"""What may be a dimension or a symbol: cheap for deep nests and long chains."""

import pytest

from mlirlite.ir.context import Context
from mlirlite.ir.verifier import verify
from mlirlite.parser import parse_module

N = 10_000


def problems(text: str) -> list[str]:
    return [d.message for d in verify(parse_module(text, Context()))]


@pytest.mark.bulk
def test_deep_loops():
    loops = "".join(
        f"affine.for %i{n} = 0 to 4 {{\n%v{n} = affine.load %m[%i{n} + %n] : memref<4xf32>\n"
        for n in range(N)
    )
    body = loops + "}\n" * N
    assert problems(f"func.func @f(%m: memref<4xf32>, %n: index) {{\n{body}return\n}}") == []


@pytest.mark.parametrize(
    "step",
    ["affine.apply affine_map<(d0, d1) -> (d0 + d1)>({0}, {0})", "arith.addi {0}, {0} : index"],
)
def test_long_branching_chains(step):
    chain, last = "", "%n"
    for n in range(N):
        chain += f"%x{n} = {step.format(last)}\n"
        last = f"%x{n}"
    user = f"affine.for %i = 0 to {last} {{\n}}\n"
    assert problems(f"func.func @f(%n: index) {{\n{chain}{user}return\n}}") == []


def test_a_counter_of_another_loop_is_no_bound():
    text = (
        "func.func @f(%n: index) {\nscf.for %i = %n to %n step %n {\n"
        "affine.for %j = 0 to %i {\n}\naffine.for %j = 0 to %n {\n}\n}\nreturn\n}"
    )
    assert len(problems(text)) == 1
    assert "operand cannot be used as a" in problems(text)[0]
