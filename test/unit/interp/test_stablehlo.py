"""StableHLO's corners: out-of-range indices, overflow, rounding, types that numpy lacks."""

import ml_dtypes
import numpy as np
import pytest

import mlirlite
from mlirlite.interp.machine import Machine
from mlirlite.support.diagnostics import DiagnosticError


def run(signature, body, *arguments):
    results = Machine(mlirlite.parse(f"func.func @main{signature} {{{body}}}")).call(
        "main", [np.asarray(a) for a in arguments]
    )
    return results[0]


def unary(op, type, values, dtype):
    body = f"%0 = stablehlo.{op} %x : {type}\n return %0 : {type}"
    return run(f"(%x: {type}) -> {type}", body, np.array(values, dtype))


def binary(op, type, a, b, dtype):
    body = f"%0 = stablehlo.{op} %x, %y : {type}\n return %0 : {type}"
    given = [np.array(v, dtype) for v in (a, b)]
    return run(f"(%x: {type}, %y: {type}) -> {type}", body, *given)


def test_integers_wrap_and_divide_toward_zero():
    assert binary("add", "tensor<1xi8>", [127], [1], "i1").tolist() == [-128]
    got = binary("divide", "tensor<4xi32>", [-7, 7, 5, -(2**31)], [2, -2, 0, -1], "i4")
    assert got.tolist() == [-3, -3, -1, -(2**31)]
    assert binary("remainder", "tensor<3xi32>", [-7, 7, 5], [2, -2, 0], "i4").tolist() == [-1, 1, 5]
    assert binary("shift_left", "tensor<2xi32>", [1, 1], [31, 32], "i4").tolist() == [-(2**31), 0]
    assert binary("power", "tensor<3xi32>", [2, 1, -1], [-1, -3, -3], "i4").tolist() == [0, 1, -1]


def test_halves_are_rounded_as_the_op_says():
    values = [-2.5, -0.5, 0.5, 1.5, 2.5]
    away = unary("round_nearest_afz", "tensor<5xf32>", values, "f4")
    even = unary("round_nearest_even", "tensor<5xf32>", values, "f4")
    assert away.tolist() == [-3, -1, 1, 2, 3]
    assert even.tolist() == [-2, 0, 0, 2, 2]


def test_conversions_end_at_the_range():
    body = "%0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi8>\n return %0 : tensor<4xi8>"
    values = np.array([1e9, -1e9, np.nan, -3.7], "f4")
    assert run("(%x: tensor<4xf32>) -> tensor<4xi8>", body, values).tolist() == [127, -128, 0, -3]


def test_slices_are_moved_inside():
    body = """%0 = stablehlo.dynamic_slice %x, %i, sizes = [2]
      : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>"""
    signature = "(%x: tensor<4xf32>, %i: tensor<i32>) -> tensor<2xf32>"
    x = np.arange(4, dtype="f4")
    assert run(signature, body, x, np.int32(9)).tolist() == [2, 3]
    assert run(signature, body, x, np.int32(-9)).tolist() == [0, 1]


def test_bf16_is_rounded_after_each_op():
    got = binary("add", "tensor<1xbf16>", [1.0], [2.0**-9], ml_dtypes.bfloat16)
    assert got.astype("f4").tolist() == [1.0]


def test_a_reduction_of_several_arrays():
    text = """
  %neg = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %iota = stablehlo.iota dim = 0 : tensor<4xi32>
  %0:2 = stablehlo.reduce(%x init: %neg), (%iota init: %zero) across dimensions = [0]
    : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %1 = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f32>
    %3 = stablehlo.select %1, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %2, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>"""
    assert int(run("(%x: tensor<4xf32>) -> tensor<i32>", text, np.array([1, 5, 3, 2], "f4"))) == 1


def test_an_unknown_call_is_named():
    body = """%0 = stablehlo.custom_call @mine(%x) : (tensor<1xf32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>"""
    with pytest.raises(DiagnosticError, match="calls 'mine', which is not known here"):
        run("(%x: tensor<1xf32>) -> tensor<1xf32>", body, np.ones(1, "f4"))
