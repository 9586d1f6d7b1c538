"""`interpret` has the arguments and results of `CompiledFunction`."""

import functools

import numpy as np
import pytest

import mlirlite
from mlirlite.ir.dense import numpy_dtype

TEXT = """
func.func @scale(%m: memref<?xf32>, %by: f32, %n: i32) -> (memref<?xf32>, i32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %m, %zero : memref<?xf32>
  scf.for %i = %zero to %size step %one {
    %0 = memref.load %m[%i] : memref<?xf32>
    %1 = arith.mulf %0, %by : f32
    memref.store %1, %m[%i] : memref<?xf32>
  }
  %2 = memref.load %m[%one] : memref<?xf32>
  return %m, %n, %2 : memref<?xf32>, i32, f32
}
"""


def calls():
    module = mlirlite.parse(TEXT)
    yield lambda *arguments: mlirlite.interpret(module, "scale", *arguments)
    yield mlirlite.CompiledFunction(mlirlite.parse(TEXT), mlirlite.Context(), "scale")


def test_numbers_and_arrays_are_those_of_compiled_code():
    for call in calls():
        data = np.arange(4, dtype=np.float32)
        array, number, element = call(data, 0.5, -3)
        assert data.tolist() == [0.0, 0.5, 1.0, 1.5]
        assert array.tolist() == data.tolist()
        assert (number, element) == (-3, 0.5)


def test_an_array_that_is_read_only_stays():
    for call in calls():
        data = np.arange(4, dtype=np.float32)
        data.flags.writeable = False
        assert call(data, 0.5, 0)[2] == 0.5
        assert data.tolist() == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.zeros(2), 1.0, 1), "argument 0 needs an array of float32, found float64"),
        ((np.zeros((2, 2), "f4"), 1.0, 1), "argument 0 needs the shape of memref"),
        ((np.zeros(2, "f4"), 1.0), "takes 3 arguments, found 2"),
        ((np.zeros(2, "f4"), 1.0, "x"), "argument 2 needs a value of type i32, found '?x"),
    ],
)
def test_arguments_that_do_not_fit_have_one_message(arguments, message):
    for call in calls():
        with pytest.raises(mlirlite.DiagnosticError, match=message):
            call(*arguments)


COPY = """
func.func @copy(%from: memref<4x{0}>, %to: memref<4x{0}>) -> memref<4x{0}> {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 4 : index
  scf.for %i = %zero to %size step %one {{
    %0 = memref.load %from[%i] : memref<4x{0}>
    memref.store %0, %to[%i] : memref<4x{0}>
  }}
  return %to : memref<4x{0}>
}}
"""
ELEMENTS = "i1 i8 i16 i32 i64 ui8 index f16 bf16 f32 f64 i4 f8E4M3FN complex<f32> complex<f64>"


@pytest.mark.parametrize("element", ELEMENTS.split())
def test_elements_of_any_type_go_in_and_out(element):
    text = COPY.format(element)
    numbers = np.array([0, 1, 0, 1]).astype(numpy_dtype(mlirlite.parse_type(element)))
    compiled = mlirlite.CompiledFunction(mlirlite.parse(text), mlirlite.Context(), "copy")
    for call in (compiled, functools.partial(mlirlite.interpret, mlirlite.parse(text), "copy")):
        written = np.zeros_like(numbers)
        [found] = call(numbers, written)
        assert found.dtype == written.dtype == numbers.dtype
        assert found.tolist() == written.tolist() == numbers.tolist()


def test_values_of_a_type_of_its_own_are_what_evaluations_make_of_them():
    context = mlirlite.Context(allow_unregistered=True)
    text = (
        "func.func @f(%a: !own.word, %b: i8) -> (!own.word, i8) { return %a, %b : !own.word, i8 }"
    )
    assert mlirlite.interpret(mlirlite.parse(text, context), "f", "word", 255) == ["word", -1]


def test_undefined_behavior_is_a_public_error():
    module = mlirlite.parse("""
func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.divsi %a, %zero : i32
  return %0 : i32
}
""")
    with pytest.raises(mlirlite.UndefinedBehavior, match="divsi"):
        mlirlite.interpret(module, "f", 1)


def test_constructors_run_before_and_what_is_printed_is_heard():
    text = """
llvm.mlir.global internal @count(0 : i32) : i32
llvm.func @start() {
  %0 = llvm.mlir.addressof @count : !llvm.ptr
  %1 = llvm.mlir.constant(7 : i32) : i32
  llvm.store %1, %0 : i32, !llvm.ptr
  llvm.return
}
llvm.mlir.global_ctors ctors = [@start], priorities = [0 : i32], data = [#llvm.zero]
func.func @main() -> i32 {
  %0 = llvm.mlir.addressof @count : !llvm.ptr
  %1 = llvm.load %0 : !llvm.ptr -> i32
  vector.print %1 : i32
  return %1 : i32
}
"""
    printed = []
    assert mlirlite.interpret(mlirlite.parse(text), "main", write=printed.append) == [7]
    assert "".join(printed) == "7\n"


def test_a_machine_says_who_takes_arrays():
    machine = mlirlite.Machine(mlirlite.parse(TEXT))
    with pytest.raises(mlirlite.DiagnosticError, match=r"mlirlite\.interpret takes arrays"):
        machine.call("scale", [np.zeros(2, "f4"), 1.0, 1])


@pytest.mark.parametrize("value", [1 << 32, -(1 << 31) - 1])
def test_an_integer_that_does_not_fit_is_an_error(value):
    module = mlirlite.parse("func.func @f(%x: i32) {return}")
    with pytest.raises(mlirlite.DiagnosticError, match="argument 0 needs a value of type i32"):
        mlirlite.interpret(module, "f", value)
