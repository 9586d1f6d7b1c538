"""`interpret` takes and gives what `CompiledFunction` does."""

import numpy as np
import pytest

import mlirlite

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


def test_undefined_behaviour_is_a_public_error():
    module = mlirlite.parse("""
func.func @f(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %0 = arith.divsi %a, %zero : i32
  return %0 : i32
}
""")
    with pytest.raises(mlirlite.UndefinedBehaviour, match="divsi"):
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
