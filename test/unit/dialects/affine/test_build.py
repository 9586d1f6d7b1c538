"""Loops and accesses of affine are built from numbers, values and indices alone."""

from mlirlite import build
from mlirlite.dialects import affine, func
from mlirlite.dsl import F64, AffineMap


def test_loops_between_numbers_and_values_access_at_their_counters():
    function = func.FuncOp("f", (["memref<2x?xf64>", "index"], []))
    with build(function) as [x, n]:
        with (
            build(affine.ForOp.between(0, 2)) as [i],
            build(affine.ForOp.between(0, n, step=4)) as [j],
        ):
            twice = affine.LoadOp(x, [i, j]) * 2.0
            affine.StoreOp(twice, x, [i, j])
            affine.StoreOp(twice, x, [i, j], AffineMap.permutation((1, 0)))
        func.ReturnOp()
    function.verify()
    lines = [line.strip() for line in str(function).splitlines()]
    assert "affine.for %arg2 = 0 to 2 {" in lines
    assert "affine.for %arg3 = 0 to %arg1 step 4 {" in lines
    assert "%0 = affine.load %arg0[%arg2, %arg3] : memref<2x?xf64>" in lines
    assert "affine.store %1, %arg0[%arg2, %arg3] : memref<2x?xf64>" in lines
    assert "affine.store %1, %arg0[%arg3, %arg2] : memref<2x?xf64>" in lines


def test_a_loop_that_carries_values():
    function = func.FuncOp("total", (["memref<8xf64>", F64], [F64]))
    with build(function) as [x, start]:
        with build(loop := affine.ForOp.between(0, 8, inits=[start])) as [i, total]:
            affine.YieldOp(total + affine.LoadOp(x, i))
        func.ReturnOp(loop)
    function.verify()
