"""Toy, from its source to numbers: those of numpy, and errors that show the line of the source."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from mlirlite import DiagnosticError

sys.path.append(str(Path(__file__).resolve().parents[3] / "examples" / "toy"))

import toyc
from toy_numpy import Program


@pytest.fixture
def program(tmp_path):
    def make(text):
        path = tmp_path / "program.toy"
        path.write_text(text)
        return Program(path)

    return make


def expression(rng, shapes, shape, depth):
    """A random expression of this shape, which Python understands as well."""
    if depth == 0:
        return rng.choice([name for name, s in shapes.items() if s == shape])
    kind = rng.choice(["+", "*", "transpose", "same"])
    if kind == "transpose":
        return f"transpose({expression(rng, shapes, shape[::-1], depth - 1)})"
    if kind == "same":
        return f"same({expression(rng, shapes, shape, depth - 1)})"
    sides = (expression(rng, shapes, shape, depth - 1) for _ in range(2))
    return f"({f' {kind} '.join(sides)})"


@pytest.mark.parametrize("seed", range(6))
def test_random_expressions_have_numpys_numbers(program, seed):
    rng = random.Random(seed)
    shape = tuple(rng.choices(range(1, 6), k=rng.randint(1, 3)))
    shapes = {"a": shape, "b": shape, "c": shape[::-1], "d": shape[::-1]}
    text = expression(rng, shapes, shape, 4)
    made = program(f"def same(x) {{ return x; }} def f(a, b, c, d) {{ return {text}; }}")
    numbers = np.random.default_rng(seed)
    arrays = {name: numbers.random(s) for name, s in shapes.items()}
    names = {"transpose": np.transpose, "same": lambda x: x, **arrays}
    np.testing.assert_allclose(made.f(*arrays.values()), eval(text, names), rtol=1e-12)


def test_a_function_is_compiled_for_each_shape(program):
    made = program("def f(a, b) { var c<3, 2> = a * b + a; return transpose(c); }")
    for shape in [(2, 3), (6,), (2, 3), (2, 1, 3)]:
        a, b = np.random.rand(2, *shape)
        np.testing.assert_array_equal(made.f(a, b), (a * b + a).reshape(3, 2).T)
    assert made.compiled.cache_info().misses == 3


def test_what_is_returned_belongs_to_the_caller(program):
    made = program("def same(a) { return a; } def known() { return [[1, 2], [3, 4]]; }")
    a = np.ones((2, 2))
    for result in (made.same(a), made.known()):
        result += 1
    np.testing.assert_array_equal(a, np.ones((2, 2)))
    np.testing.assert_array_equal(made.known(), [[1, 2], [3, 4]])


def test_structs_of_structs(program, capsys):
    made = program(
        """
        struct Pair { var a; var b; }
        struct Pairs { Pair first; Pair second; }
        def swapped(Pair p) {
          Pair q = {p.b, p.a};
          return q;
        }
        def show(Pairs pairs) { print(transpose(pairs.first.a) + pairs.second.b); }
        def f(a, b) {
          Pair p = {a, [[10, 20], [30, 40]]};
          Pairs pairs = {swapped(swapped(p)), p};
          show(pairs);
          return swapped(p).b * b;
        }
        """
    )
    a, b = np.arange(1.0, 9.0).reshape(2, 2, 2)
    np.testing.assert_array_equal(made.f(a, b), a * b)
    assert capsys.readouterr().out == "( 11, 23 )\n( 32, 44 )\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(a) {\n  return b;\n}", "2:10: error: there is no 'b'"),
        ("def f(a) {\n  return g(a);\n}", "2:10: error: there is no 'g'"),
        ("def f(Q q) { }", "1:7: error: there is no 'Q'"),
        ("struct P { var a; } def f(P p) { return p.b; }", "error: there is no 'b'"),
        ("def f() { print([1]); } def main() { print(f()); }", "1:44: error: 'f' returns nothing"),
        ("def f() { return [[1], [2, 3]]; }", "1:18: error: the rows have different lengths"),
        ("def f() { return [1] + ; }", "1:24: error: this is not Toy"),
        ("def f() {", "error: this is not Toy"),
        (
            "def f(a) { var b<3> = [1, 2]; }",
            "1:12: error: 'toy.reshape' op makes 3 elements out of 2",
        ),
        ("def f(a) { }\ndef g() { f([1], [2]); }", "2:11: error: 'toy.generic_call' op gives 2"),
        ("struct P { var a; var b; } def f() { P p = {[1]}; }", "1:38: error: 'toy.struct' op has"),
        ("struct P { var a; } def f(P p) { print(p); }", "error: 'toy.print' op operand #0 must"),
        ("def f() { } def f() { }", "error: redefinition of symbol named 'f'"),
    ],
)
def test_a_mistake_is_an_error_with_its_place(tmp_path, text, expected):
    path = tmp_path / "wrong.toy"
    path.write_text(text)
    with pytest.raises(DiagnosticError) as e:
        toyc.read(path)
    assert expected in str(e.value)
    assert str(e.value).startswith(str(path))


def test_shapes_that_do_not_fit_show_the_line_of_the_source(program):
    made = program("def f(a, b) {\n  return transpose(a) + b;\n}")
    place = r"program\.toy:2:10: error: 'toy.add' op requires the same shape"
    with pytest.raises(DiagnosticError, match=place):
        made.f(np.ones((2, 3)), np.ones((2, 3)))
