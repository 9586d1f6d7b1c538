"""What analyses say of memory holds: a store that is called dead can go, and a load finds what one
of its writers stored."""

import random

import pytest

import mlirlite
from mlirlite.dataflow.analyses.dead_stores import DeadStores
from mlirlite.dataflow.analyses.last_writes import LastWrites
from mlirlite.dialects import memref
from mlirlite.interp import Machine
from mlirlite.interp.arguments import to_numpy, to_runtime
from mlirlite.ir.types import I32, MemRefType

HEAD = """
func.func private @swap(%p: memref<i32>, %q: memref<i32>) {
  %0 = memref.load %p[] : memref<i32>
  %1 = memref.load %q[] : memref<i32>
  memref.store %0, %q[] : memref<i32>
  memref.store %1, %p[] : memref<i32>
  return
}
func.func @f(%m: memref<i32>, %n: memref<i32>, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  %s0 = arith.constant 0 : i32
  memref.store %s0, %a[] : memref<i32>
  memref.store %s0, %b[] : memref<i32>
"""


class Program:
    """A random function on four memories; each store has a number of its own."""

    def __init__(self, rng, *, calls=True):
        self.rng = rng
        self.kinds = ("store", "store", "load", "if", "for", *["call"] * calls)
        self.stores = self.loads = 0
        self.lines = []
        self.block(3)

    def block(self, depth):
        for _ in range(self.rng.randrange(2, 6)):
            memory = self.rng.choice("abmn")
            kind = self.rng.choice(self.kinds if depth else self.kinds[:3])
            if kind == "store":
                self.stores += 1
                self.lines.append(f"%s{self.stores} = arith.constant {self.stores} : i32")
                self.lines.append(f"memref.store %s{self.stores}, %{memory}[] : memref<i32>")
            elif kind == "load":
                self.loads += 1
                self.lines.append(f"%l{self.loads} = memref.load %{memory}[] : memref<i32>")
            elif kind == "call":
                other = self.rng.choice("abmn")
                types = "(memref<i32>, memref<i32>) -> ()"
                self.lines.append(f"func.call @swap(%{memory}, %{other}) : {types}")
            else:
                loop = f"scf.for %i{len(self.lines)} = %c0 to %c3 step %c1 {{"
                self.lines.append("scf.if %c {" if kind == "if" else loop)
                self.block(depth - 1)
                self.lines.append("}")

    def module(self):
        end = "%r = memref.load %b[] : memref<i32>\nreturn %r : i32\n}"
        return mlirlite.parse("\n".join((HEAD, *self.lines, end)))


def memories(alias):
    type = MemRefType((), I32)
    m = to_runtime(100, type, "m")
    return [m, m if alias else to_runtime(101, type, "n")]


def run(module, condition, alias):
    given = memories(alias)
    result = Machine(module).call("f", [*given, condition])
    return result, [int(to_numpy(memory)) for memory in given]


@pytest.mark.parametrize("seed", range(40))
def test_dead_stores_can_go(seed):
    module = Program(random.Random(seed)).module()
    cases = [(c, alias) for c in (0, 1) for alias in (False, True)]
    before = [run(module, *case) for case in cases]
    dead = DeadStores(module)
    for op in list(module.walk()):
        if isinstance(op, memref.StoreOp) and dead.is_dead(op):
            op.erase()
    assert [run(module, *case) for case in cases] == before


def test_some_stores_are_dead():
    found = 0
    for seed in range(10):
        module = Program(random.Random(seed)).module()
        dead = DeadStores(module)
        found += sum(dead.is_dead(op) for op in module.walk())
    assert found


class Watching(Machine):
    """Compares what loads of stored constants find with who may have stored it."""

    def __init__(self, module):
        super().__init__(module)
        self.analysis = LastWrites(module)
        self.checked = 0

    def _step(self, frame):
        op = frame.op
        if isinstance(op, memref.LoadOp) and op.result in frame.environment:
            writers = self.analysis.writers(op)
            stored = {w.operands[0].owner.value.value for w in writers if w is not None}
            stored.update((100, 101) if None in writers else ())
            assert frame.environment[op.result] in stored
            self.checked += 1
        return super()._step(frame)


@pytest.mark.parametrize("seed", range(40))
def test_loads_find_what_a_writer_stored(seed):
    module = Program(random.Random(seed), calls=False).module()
    machine = Watching(module)
    for condition in (0, 1):
        for alias in (False, True):
            machine.call("f", [*memories(alias), condition])
    assert machine.checked
