"""Facts hold of what the interpreter computes: on random modules, and where control flows."""

import random

import numpy as np
import pytest

import mlirlite
from mlirlite.dataflow.analyses.constants import Constants
from mlirlite.dataflow.analyses.int_range import IntRanges
from mlirlite.dataflow.analyses.liveness import Liveness
from mlirlite.dataflow.ranges import width_of
from mlirlite.dialects import arith
from mlirlite.interp import Machine
from mlirlite.interp.arguments import random_argument
from mlirlite.interp.machine import UndefinedBehavior
from mlirlite.interp.values import POISON, constant, wrap
from mlirlite.ir.constants import constant as as_constant
from mlirlite.ir.context import Context
from mlirlite.ir.types import I1, I32, INDEX, IndexType, IntegerType, UnrankedTensorType
from mlirlite.testing.modules import op_classes, random_module

FLOW = """
func.func private @half(%x: i8) -> i8 {
  %c2 = arith.constant 2 : i8
  %0 = arith.divsi %x, %c2 : i8
  return %0 : i8
}
func.func @f(%x: i8, %n: i8, %c: i1) -> (i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %c7 = arith.constant 7 : i8
  %c15 = arith.constant 15 : i8
  %small = arith.andi %n, %c15 : i8
  %sum, %dead = scf.for %i = %c0 to %small step %c1 iter_args(%a = %x, %b = %c1) -> (i8, i8) : i8 {
    %0 = arith.addi %a, %i : i8
    %1 = arith.muli %b, %x : i8
    %2 = scf.if %c -> i8 {
      %3 = arith.subi %0, %c7 : i8
      scf.yield %3 : i8
    } else {
      %3 = func.call @half(%0) : (i8) -> i8
      scf.yield %3 : i8
    }
    scf.yield %2, %1 : i8, i8
  }
  %w = scf.while (%v = %small) : (i8) -> i8 {
    %more = arith.cmpi ugt, %v, %c1 : i8
    scf.condition(%more) %v : i8
  } do {
  ^bb0(%v: i8):
    %h = func.call @half(%v) : (i8) -> i8
    scf.yield %h : i8
  }
  cf.cond_br %c, ^bb1(%sum : i8), ^bb1(%c7 : i8)
^bb1(%m: i8):
  %r = arith.remui %m, %c7 : i8
  %less = arith.cmpi ult, %r, %c7 : i8
  cf.cond_br %less, ^bb2(%r : i8), ^bb2(%m : i8)
^bb2(%k: i8):
  return %k, %w, %sum : i8, i8, i8
}
"""


class Watching(Machine):
    """Keeps every integer that a value was."""

    def __init__(self, module):
        super().__init__(module, max_steps=20_000)
        self.seen = {}

    def _step(self, frame):
        for value, found in frame.environment.items():
            if width_of(value.type) is not None and found is not POISON:
                many = np.ravel(found).tolist() if isinstance(found, np.ndarray) else [found]
                numbers = {n for n in many if n is not POISON}
                self.seen.setdefault(value, set()).update(numbers)
        return super()._step(frame)


def argument(type, rng):
    """A value of a type: small numbers, and integers at the edges of their type."""
    if isinstance(type, (IntegerType, IndexType)) and rng.random() < 0.5:
        half = 1 << width_of(type) >> 1
        return wrap(int(rng.choice([-1, 0, 1])) + half * int(rng.integers(2)), type)
    return random_argument(type, rng)


def runs(module, seed, times):
    """What the integers of a module are when it is run, and the results of each run: None where
    that has no meaning."""
    rng = np.random.default_rng(seed)
    machine = Watching(module)
    function = machine.symbol("f")
    results = []
    for _ in range(times):
        given = [argument(t, rng) for t in function.signature().inputs]
        try:
            found = machine.call("f", given)
        except UndefinedBehavior:
            results.append(None)
        else:
            results.append([str(v) for v in found])
    return machine.seen, results


def check_facts(module, seen):
    ranges, constants = IntRanges(module), Constants(module)
    for value, numbers in seen.items():
        fact = ranges.fact(value)
        assert fact is not None, f"{value.owner} is computed"
        for number in numbers:
            assert fact.contains(number), f"{value.owner}: {number} is not in {fact}"
        known = constants.fact(value)
        assert known is not None
        if known.value is not None and isinstance(value.type, (IntegerType, IndexType)):
            assert numbers == {constant(known.value, value.type)}
    return ranges


def erase_dead(module):
    """Put zeros in the place of dead values, and take out what made them; how many there were."""
    liveness = Liveness(module)
    count = 0
    for op in list(module.walk_post_order())[::-1]:
        if not op.results or op.regions or not liveness.effects.is_droppable(op):
            continue
        if any(liveness.fact(result) for result in op.results):
            continue
        count += 1
        for result in op.results:
            if result.has_uses:
                zero = arith.ConstantOp(as_constant(0, result.type), result=result.type)
                op.parent.insert_before(op, zero)
                result.replace_all_uses_with(zero.results[0])
        op.erase()
    return count


def takes_integers(cls):
    """Whether operands and results of an op may be integers."""
    fields = (*cls.definition.operands, *cls.definition.results)
    return all(any(map(f.constraint.matches, (I1, I32, INDEX))) for f in fields)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("start", range(0, 200, 50))
def test_random_modules(start):
    """Facts on straight lines of all integer ops."""
    names = ("arith", "index")
    classes = [c for c in op_classes(Context(), names) if takes_integers(c)]
    checked = 0
    for seed in range(start, start + 50):
        # Read back: values of a random module have users that were tried and are in no block.
        module = mlirlite.parse(str(random_module(random.Random(seed), classes, 14)))
        types = module.regions[0].entry.first.signature().inputs
        if any(width_of(t) is None or isinstance(t, UnrankedTensorType) for t in types):
            continue  # a selection of something else
        seen, results = runs(module, seed, 4)
        check_facts(module, seen)
        checked += len(seen)
        erase_dead(module)
        again = runs(module, seed, 4)[1]  # a division by zero that nobody needs may go
        assert all(a == b for a, b in zip(again, results, strict=True) if b is not None)
    assert checked > 300


def test_branches_loops_and_calls():
    """Facts through everything that control does."""
    module = mlirlite.parse(FLOW)
    seen, results = runs(module, 1, 200)
    check_facts(module, seen)
    assert any(results)
    assert erase_dead(module) == 1
    assert runs(module, 1, 200)[1] == results
