"""The machine itself: depth, undefined behavior, poison, limits, and ops of plugins."""

from typing import Any

import pytest

import mlirlite
import mlirlite.printer
from mlirlite.dialects import func
from mlirlite.interp import POISON, Machine, StepLimit, UndefinedBehavior, evaluate
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.types import I32
from mlirlite.parser import parse_module
from mlirlite.support.diagnostics import DiagnosticError


def run(text: str, *arguments: Any, **options: Any) -> list[Any]:
    return Machine(parse_module(text), **options).call("main", arguments)


UNDEFINED = {
    "divides by zero": """func.func @main() -> i32 {
      %a = arith.constant 1 : i32
      %z = arith.constant 0 : i32
      %r = arith.divsi %a, %z : i32
      return %r : i32
    }""",
    "which overflows 8 bits": """func.func @main() -> i8 {
      %a = arith.constant -128 : i8
      %m = arith.constant -1 : i8
      %r = arith.divsi %a, %m : i8
      return %r : i8
    }""",
    "index 2 is out of bounds for dimension 0 of size 2": """func.func @main() {
      %i = arith.constant 2 : index
      %v = arith.constant 1 : i32
      %m = memref.alloc() : memref<2xi32>
      memref.store %v, %m[%i] : memref<2xi32>
      return
    }""",
    "accesses a buffer that was freed": """func.func @main() -> i32 {
      %m = memref.alloc() : memref<i32>
      memref.dealloc %m : memref<i32>
      %v = memref.load %m[] : memref<i32>
      return %v : i32
    }""",
    "uses a poison value of type i32": """func.func @main() -> i32 {
      %m = memref.alloc() : memref<i32>
      %v = memref.load %m[] : memref<i32>
      %r = arith.divsi %v, %v : i32
      return %r : i32
    }""",
    "failed: no way": """func.func @main() {
      %c = arith.constant false
      cf.assert %c, "no way"
      return
    }""",
    "has a step of 0, which is not positive": """func.func @main() {
      %z = arith.constant 0 : index
      scf.for %i = %z to %z step %z {
      }
      return
    }""",
    "counts beyond 8 bits": """func.func @main() {
      %z = arith.constant 100 : i8
      %n = arith.constant 120 : i8
      scf.for %i = %z to %n step %z : i8 {
      }
      return
    }""",
    "casts a memref": """func.func @main() {
      %n = arith.constant 3 : index
      %m = memref.alloc(%n) : memref<?xi32>
      %c = memref.cast %m : memref<?xi32> to memref<4xi32>
      return
    }""",
}


@pytest.mark.parametrize("message", UNDEFINED)
def test_undefined_behavior_names_op_and_place(message: str) -> None:
    with pytest.raises(UndefinedBehavior) as caught:
        run(UNDEFINED[message])
    [problem] = caught.value.diagnostics
    assert message in problem.message
    assert problem.message.startswith("'")
    assert problem.place().startswith("<string>:")


@pytest.mark.parametrize(
    "body",
    [
        "%r = arith.shli %a, %c32 : i32",
        "%r = arith.shrsi %a, %c32 : i32",
        "%r = arith.addi %a, %a overflow<nsw> : i32",
        "%r = arith.muli %a, %a overflow<nuw> : i32",
        "%r = arith.shrui %a, %c1 exact : i32",
        "%r = arith.divui %a, %c32 exact : i32",
        "%r = arith.trunci %wide overflow<nsw> : i64 to i32",
        "%r = arith.fptosi %inf : f32 to i32",
    ],
)
def test_poison_is_a_value(body: str) -> None:
    text = f"""func.func @main(%a: i32, %wide: i64, %inf: f32) -> i32 {{
      %c1 = arith.constant 1 : i32
      %c32 = arith.constant 32 : i32
      {body}
      return %r : i32
    }}"""
    assert run(text, 2**31 - 1, 2**31, float("inf")) == [POISON]


def test_poison_spreads_through_pure_ops() -> None:
    text = """func.func @main(%a: i32) -> (i32, i32, vector<2xi32>) {
      %p = ub.poison : i32
      %0 = arith.addi %a, %p : i32
      %1 = ub.poison : vector<2xi32>
      %2 = vector.insert %a, %1[1] : i32 into vector<2xi32>
      %3 = arith.addi %2, %2 : vector<2xi32>
      %4 = vector.extract %3[1] : i32 from vector<2xi32>
      return %0, %4, %3 : i32, i32, vector<2xi32>
    }"""
    poison, four, vector = run(text, 2)
    assert (poison, four, vector.tolist()) == (POISON, 4, [POISON, 4])


def test_depth_costs_no_stack() -> None:
    depth = 3000
    head = "scf.if %c {\n" * depth + "memref.store %v, %m[] : memref<i32>\n" + "}\n" * depth
    text = f"""func.func @main(%c: i1) -> i32 {{
      %v = arith.constant 4 : i32
      %m = memref.alloc() : memref<i32>
      {head}
      %r = memref.load %m[] : memref<i32>
      return %r : i32
    }}"""
    assert run(text, 1) == [4]


def test_step_limit() -> None:
    text = "func.func @main() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}"
    with pytest.raises(StepLimit, match="stopped after 100 ops"):
        run(text, max_steps=100)


def test_odd_widths_wrap() -> None:
    text = """func.func @main(%a: i7, %b: i100) -> (i7, i100) {
      %0 = arith.addi %a, %a : i7
      %1 = arith.muli %b, %b : i100
      return %0, %1 : i7, i100
    }"""
    assert run(text, 63, 2**60 + 1) == [-2, (2**120 + 2**61 + 1) % 2**100]


def test_small_floats_round() -> None:
    text = """func.func @main(%a: bf16, %b: f16, %c: f8E4M3FN) -> (bf16, f16, f8E4M3FN) {
      %0 = arith.addf %a, %a : bf16
      %1 = arith.mulf %b, %b : f16
      %2 = arith.addf %c, %c : f8E4M3FN
      return %0, %1, %2 : bf16, f16, f8E4M3FN
    }"""
    assert run(text, 1.0078125, 1.0009765625, 1.125) == [2.015625, 1.001953125, 2.25]


def test_unknown_op_and_function() -> None:
    with pytest.raises(DiagnosticError, match="did you mean 'main'"):
        Machine(parse_module("func.func @main() { return }")).call("mian")
    with pytest.raises(DiagnosticError, match=r"'memref.extract_aligned.* op cannot be evaluated"):
        run("""func.func @main() -> index {
          %m = memref.alloc() : memref<i32>
          %r = memref.extract_aligned_pointer_as_index %m : memref<i32> -> index
          return %r : index
        }""")


class TwiceOp(Op, name="interp_test.twice"):
    """An op of a plugin."""

    value: Operand[AnyType]
    result: Result[AnyType]


@evaluate(TwiceOp)
def run_twice(m: Machine, op: Any) -> int:
    return 2 * int(m[op.value])


def test_plugin_op() -> None:
    module = parse_module("func.func @main(%a: i32) -> i32 {\n  return %a : i32\n}")
    function: Any = next(op for op in module.walk() if isinstance(op, func.FuncOp))
    block = function.body.entry
    twice = TwiceOp.create([block.args[0]], [I32])
    block.prepend(twice)
    block.terminator.set_operands([twice.results[0]])
    assert Machine(module).call("main", [21]) == [42]


def test_a_cast_of_a_narrow_float_to_an_integer_gives_its_bits():
    """Kernels read floats of 8 bits so."""
    module = mlirlite.parse("""
func.func @bits(%x: f32) -> (i32, f32) {
  %0 = arith.truncf %x : f32 to f8E5M2
  %1 = builtin.unrealized_conversion_cast %0 : f8E5M2 to i8
  %2 = arith.extui %1 : i8 to i32
  %3 = builtin.unrealized_conversion_cast %1 : i8 to f8E5M2
  %4 = arith.extf %3 : f8E5M2 to f32
  return %2, %4 : i32, f32
}
""")
    assert mlirlite.interpret(module, "bits", -1.5) == [0xBE, -1.5]


def test_values_that_no_memory_holds_are_an_error():
    """Not a mistake of ours that a user should report."""
    text = """func.func @f() {
      %0 = arith.constant dense<1> : vector<4503599627370496xi8>
      return
    }"""
    with pytest.raises(DiagnosticError, match="cannot be evaluated: out of memory") as error:
        mlirlite.interpret(mlirlite.parse(text), "f")
    assert "report" not in str(error.value)
