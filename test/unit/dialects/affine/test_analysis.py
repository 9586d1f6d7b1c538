"""Constraint systems and dependences against brute force over small ranges."""

from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from mlirlite.dialects.affine._simplify import simplify
from mlirlite.dialects.affine.analysis.constraints import Constraints, plus
from mlirlite.dialects.affine.analysis.dependence import Access, Outcome, check_dependence
from mlirlite.dialects.affine.memory import LoadOp, StoreOp
from mlirlite.ir.affine import AffineConst, AffineDim
from mlirlite.ir.context import Context
from mlirlite.parser import parse_module

RANGE = range(-3, 4)
coefficients = st.integers(-3, 3)
rows = st.lists(st.tuples(*[coefficients] * 4), min_size=1, max_size=4)


def system_of(equalities, inequalities):
    """A system over three variables in RANGE; a row is (a, b, c, constant)."""
    system = Constraints()
    variables = [system.add_dim() for _ in range(3)]
    for var in variables:
        system.add_inequality(plus({var: 1}, {None: -RANGE.start}))
        system.add_inequality(plus({None: RANGE.stop - 1}, {var: 1}, -1))
    for add, given_rows in (
        (system.add_equality, equalities),
        (system.add_inequality, inequalities),
    ):
        for row in given_rows:
            add({v: n for v, n in zip((*variables, None), row, strict=True) if n})
    return system, variables


def points_of(equalities, inequalities):
    def value(row, point):
        return sum(a * x for a, x in zip(row, (*point, 1), strict=True))

    return [
        point
        for point in product(RANGE, repeat=3)
        if all(value(r, point) == 0 for r in equalities)
        and all(value(r, point) >= 0 for r in inequalities)
    ]


@settings(max_examples=150, deadline=None)
@given(rows, rows)
def test_empty_means_no_points(equalities, inequalities):
    system, _ = system_of(equalities[:1], inequalities)
    if system.is_empty():
        assert points_of(equalities[:1], inequalities) == []


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(*[st.integers(-1, 1)] * 3, coefficients), max_size=3))
def test_differences_are_decided_exactly(inequalities):
    # Elimination with factors of 1 and -1 loses nothing.
    system, _ = system_of([], inequalities)
    if all(sum(map(abs, row[:3])) <= 2 for row in inequalities):
        assert system.is_empty() == (points_of([], inequalities) == [])


@settings(max_examples=100, deadline=None)
@given(rows)
def test_bounds_hold_for_all_points(inequalities):
    system, variables = system_of([], inequalities)
    points = points_of([], inequalities)
    for i, var in enumerate(variables):
        low = system.constant_bound(var, lower=True)
        high = system.constant_bound(var, lower=False)
        if points:
            assert low is not None
            assert high is not None
            assert all(low <= point[i] <= high for point in points)


@pytest.mark.bulk
@settings(max_examples=100, deadline=None)
@given(rows)
def test_redundant_rows_change_no_points(inequalities):
    system, variables = system_of([], inequalities)
    points = points_of([], inequalities)
    system.remove_redundant()
    found = [
        point
        for point in product(RANGE, repeat=3)
        if all(
            sum(
                n * dict(zip((*variables, None), (*point, 1), strict=True))[v] for v, n in r.items()
            )
            >= 0
            for r in system.inequalities
        )
    ]
    assert found == points


def expressions():
    leaves = st.one_of(
        st.integers(-8, 8).map(AffineConst), st.integers(0, 2).map(lambda i: AffineDim(i))
    )
    positive = st.integers(1, 6)

    def larger(inner):
        return st.one_of(
            st.tuples(inner, inner).map(lambda p: p[0] + p[1]),
            st.tuples(inner, st.integers(-4, 4)).map(lambda p: p[0] * p[1]),
            st.tuples(inner, positive).map(lambda p: p[0] // p[1]),
            st.tuples(inner, positive).map(lambda p: p[0].ceildiv(p[1])),
            st.tuples(inner, positive).map(lambda p: p[0] % p[1]),
        )

    return st.recursive(leaves, larger, max_leaves=6)


@settings(max_examples=200, deadline=None)
@given(expressions())
def test_simplified_expressions_are_equal(expr):
    simple = simplify(expr)
    for point in product((-7, -1, 0, 2, 5), repeat=3):
        assert simple.evaluate(point) == expr.evaluate(point)


@settings(max_examples=100, deadline=None)
@given(expressions())
def test_flattened_expressions_are_equal(expr):
    # Exactly one value is left for a division at a given point.
    system = Constraints()
    dims = [system.add_dim() for _ in range(3)]
    row = system.flatten(expr, [{v: 1} for v in dims])
    result = system.add_dim()
    system.add_equality(plus(row, {result: 1}, -1))
    for point in ((-7, 2, 5), (0, 0, 0), (3, -4, 11)):
        at = system.copy()
        for var, number in zip(dims, point, strict=True):
            at.fix(var, number)
        expected = expr.evaluate(point)
        low = at.constant_bound(result, lower=True)
        high = at.constant_bound(result, lower=False)
        assert low is not None
        assert high is not None
        assert low <= expected <= high


NEST = """
func.func @f(%m: memref<100xf32>, %v: f32) {{
  affine.for %i = 0 to 6 step {step} {{
    affine.for %j = {lower} to 6 {{
      affine.store %v, %m[{store}] : memref<100xf32>
      %0 = affine.load %m[{load}] : memref<100xf32>
    }}
  }}
  return
}}
"""
SUBSCRIPTS = ["%i", "%j", "%i + %j", "%i * 2", "%j * 2 + 1", "%i + 3", "%i mod 2", "%j floordiv 2"]


def iterations(step, lower):
    return [(i, j) for i in range(0, 6, step) for j in range(i if lower == "i" else 0, 6)]


def subscript(text, i, j):
    python = text.replace("%", "").replace("floordiv", "//").replace("mod", "%")
    return eval(python, {"i": i, "j": j})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("store", SUBSCRIPTS)
@pytest.mark.parametrize("load", SUBSCRIPTS)
@pytest.mark.parametrize(("step", "lower"), [(1, "0"), (2, "i")])
def test_dependences_of_two_loops(store, load, step, lower):
    bound = "affine_map<(d0) -> (d0)>(%i)" if lower == "i" else "0"
    text = NEST.format(step=step, lower=bound, store=store, load=load)
    module = parse_module(text, Context())
    write = next(Access(op) for op in module.walk() if isinstance(op, StoreOp))
    read = next(Access(op) for op in module.walk() if isinstance(op, LoadOp))
    points = iterations(step, lower)
    pairs = [(a, b) for a in points for b in points if subscript(store, *a) == subscript(load, *b)]
    by_depth = {
        1: [(a, b) for a, b in pairs if a[0] < b[0]],
        2: [(a, b) for a, b in pairs if a[0] == b[0] and a[1] < b[1]],
        3: [(a, b) for a, b in pairs if a == b],
    }
    for depth, expected in by_depth.items():
        found = check_dependence(write, read, depth)
        depends = found.outcome is Outcome.DEPENDENT
        assert depends or not expected, depth
        # Divisions may leave a dependence that is none; it is never the other way round.
        if "mod" not in store + load and "floordiv" not in store + load:
            assert depends == bool(expected), depth
        for k, part in enumerate(found.components if expected else ()):
            distances = [b[k] - a[k] for a, b in expected]
            assert part.low is None or part.low <= min(distances)
            assert part.high is None or part.high >= max(distances)
