# ruff: noqa: E501  MLIR's lines stay whole
"""Cases of tosa; its lowerings to arith, tensor and scf are run in test_tosa.py."""

import math
from typing import Any

from . import Case


def _case(name: str, text: str, arguments: Any, results: Any, tolerance: float = 0.0) -> Case:
    return Case(name, text, arguments, results, compiled=False, tolerance=tolerance)


def _unary(op: str, type: str, given: Any, expected: Any, result: str = "") -> Case:
    tensor, out = f"tensor<{len(given)}x{type}>", f"tensor<{len(given)}x{result or type}>"
    text = f"func.func @main(%x: {tensor}) -> {out} {{\n %0 = {op.replace('%%', '%x')} : ({tensor}) -> {out}\n return %0 : {out}\n}}"
    return _case(op, text, [given], [expected], 1e-6)


def _binary(
    op: str, type: str, a: Any, b: Any, expected: Any, result: str = "", flags: str = ""
) -> Case:
    tensor, out = f"tensor<{len(a)}x{type}>", f"tensor<{len(a)}x{result or type}>"
    text = f"func.func @main(%x: {tensor}, %y: {tensor}) -> {out} {{\n %0 = {op} %x, %y {flags} : ({tensor}, {tensor}) -> {out}\n return %0 : {out}\n}}"
    return _case(op, text, [a, b], [expected], 1e-6)


_ROUND = "{round = true}"

CASES = [
    _unary("tosa.abs %%", "i32", [-3, 2], [3, 2]),
    _unary("tosa.bitwise_not %%", "i8", [0, 5], [-1, -6]),
    _unary("tosa.logical_not %%", "i1", [0, 1], [1, 0]),
    _unary("tosa.clz %%", "i32", [1, -1, 0], [31, 0, 32]),
    _unary("tosa.ceil %%", "f32", [1.5, -1.5], [2.0, -1.0]),
    _unary("tosa.floor %%", "f32", [1.5, -1.5], [1.0, -2.0]),
    _unary("tosa.cos %%", "f32", [0.0], [1.0]),
    _unary("tosa.sin %%", "f32", [0.0], [0.0]),
    _unary("tosa.exp %%", "f32", [0.0, 1.0], [1.0, math.e]),
    _unary("tosa.log %%", "f32", [1.0, 0.0], [0.0, -math.inf]),
    _unary("tosa.tanh %%", "f32", [1.0], [math.tanh(1)]),
    _unary("tosa.erf %%", "f32", [1.0], [math.erf(1)]),
    _unary("tosa.sigmoid %%", "f32", [0.0, -1000.0], [0.5, 0.0]),
    _unary("tosa.reciprocal %%", "f32", [4.0, -0.0], [0.25, -math.inf]),
    _unary("tosa.rsqrt %%", "f32", [4.0], [0.5]),
    _unary("tosa.identity %%", "f32", [4.0], [4.0]),
    _unary("tosa.reverse %% {axis = 0 : i32}", "i32", [1, 2, 3], [3, 2, 1]),
    _unary("tosa.clamp %% {min_val = -1 : i32, max_val = 2 : i32}", "i32", [-5, 0, 5], [-1, 0, 2]),
    _unary("tosa.cast %%", "f32", [2.5, -300.0, math.nan], [2, -128, 0], "i8"),
    _unary("tosa.cast %%", "i32", [2, 0, 258], [1, 0, 1], "i1"),
    _binary("tosa.add", "i8", [100, 1], [100, 2], [-56, 3]),
    _binary("tosa.sub", "f32", [1.5], [0.25], [1.25]),
    _binary("tosa.intdiv", "i32", [-7, 7], [2, 2], [-3, 3]),
    _binary("tosa.pow", "f32", [2.0, -8.0], [10.0, 0.5], [1024.0, math.nan]),
    _binary("tosa.maximum", "f32", [1.0, math.nan], [2.0, 1.0], [2.0, math.nan]),
    _binary(
        "tosa.minimum", "f32", [1.0, math.nan], [2.0, 1.0], [1.0, 1.0], flags="{nan_mode = IGNORE}"
    ),
    _binary("tosa.equal", "i32", [1, 2], [1, 3], [1, 0], "i1"),
    _binary("tosa.greater", "i32", [1, 3], [1, 2], [0, 1], "i1"),
    _binary("tosa.greater_equal", "f32", [1.0, 1.0], [1.0, 2.0], [1, 0], "i1"),
    _binary("tosa.bitwise_and", "i8", [6], [3], [2]),
    _binary("tosa.bitwise_or", "i8", [6], [3], [7]),
    _binary("tosa.bitwise_xor", "i8", [6], [3], [5]),
    _binary("tosa.logical_and", "i1", [1, 1], [0, 1], [0, 1]),
    _binary("tosa.logical_or", "i1", [0, 1], [0, 0], [0, 1]),
    _binary("tosa.logical_xor", "i1", [1, 1], [0, 1], [1, 0]),
    _binary("tosa.logical_left_shift", "i8", [3, 127], [2, 1], [12, -2]),
    _binary("tosa.logical_right_shift", "i8", [-1, 8], [4, 2], [15, 2]),
    _binary("tosa.arithmetic_right_shift", "i8", [-5, 7], [1, 2], [-2, 2], flags=_ROUND),
    _case(
        "products, negatives, scaling, broadcast",
        """func.func @main(%x: tensor<2x1xi32>, %y: tensor<1x2xi32>, %s: tensor<1xi8>, %z: tensor<1xi32>, %v: i32, %m: i32, %n: i8) -> (tensor<2x2xi32>, tensor<2x1xi32>, i32) {
          %0 = tosa.mul %x, %y, %s : (tensor<2x1xi32>, tensor<1x2xi32>, tensor<1xi8>) -> tensor<2x2xi32>
          %1 = tosa.negate %x, %z, %z : (tensor<2x1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2x1xi32>
          %2 = tosa.apply_scale %v, %m, %n {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
          return %0, %1, %2 : tensor<2x2xi32>, tensor<2x1xi32>, i32
        }""",
        [[[3], [-5]], [[1, 3]], [1], [0], 10, 3, 2],
        [[[2, 5], [-2, -7]], [[-3], [5]], 8],
    ),
    _case(
        "reductions",
        """func.func @main(%x: tensor<2x3xi32>, %b: tensor<2x2xi1>) -> (tensor<2x1xi32>, tensor<1x3xi32>, tensor<2x1xi32>, tensor<2x1xi32>, tensor<2x1xi1>, tensor<2x1xi1>, tensor<2xi32>) {
          %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
          %1 = tosa.reduce_product %x {axis = 0 : i32} : (tensor<2x3xi32>) -> tensor<1x3xi32>
          %2 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
          %3 = tosa.reduce_min %x {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2x1xi32>
          %4 = tosa.reduce_all %b {axis = 1 : i32} : (tensor<2x2xi1>) -> tensor<2x1xi1>
          %5 = tosa.reduce_any %b {axis = 1 : i32} : (tensor<2x2xi1>) -> tensor<2x1xi1>
          %6 = tosa.argmax %x {axis = 1 : i32} : (tensor<2x3xi32>) -> tensor<2xi32>
          return %0, %1, %2, %3, %4, %5, %6 : tensor<2x1xi32>, tensor<1x3xi32>, tensor<2x1xi32>, tensor<2x1xi32>, tensor<2x1xi1>, tensor<2x1xi1>, tensor<2xi32>
        }""",
        [[[1, 5, 3], [4, 2, 4]], [[1, 1], [0, 1]]],
        [[[9], [10]], [[4, 10, 12]], [[5], [4]], [[1], [2]], [[1], [0]], [[1], [1]], [1, 0]],
    ),
    _case(
        "moving elements",
        """func.func @main(%x: tensor<2x2xi32>) -> (tensor<4x2xi32>, tensor<3x3xi32>, tensor<4xi32>, tensor<1x2xi32>, tensor<2x4xi32>, tensor<2x2xi32>) {
          %c = "tosa.const"() <{values = dense<9> : tensor<1xi32>}> : () -> tensor<1xi32>
          %p = tosa.const_shape {values = dense<[1, 0, 0, 1]> : tensor<4xindex>} : () -> !tosa.shape<4>
          %s = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
          %a = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
          %n = tosa.const_shape {values = dense<[1, -1]> : tensor<2xindex>} : () -> !tosa.shape<2>
          %t = tosa.const_shape {values = dense<[1, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
          %0 = tosa.concat %x, %x {axis = 0 : i32} : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<4x2xi32>
          %1 = tosa.pad %x, %p, %c : (tensor<2x2xi32>, !tosa.shape<4>, tensor<1xi32>) -> tensor<3x3xi32>
          %2 = tosa.reshape %x, %s : (tensor<2x2xi32>, !tosa.shape<1>) -> tensor<4xi32>
          %3 = tosa.slice %x, %a, %n : (tensor<2x2xi32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x2xi32>
          %4 = tosa.tile %x, %t : (tensor<2x2xi32>, !tosa.shape<2>) -> tensor<2x4xi32>
          %5 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<2x2xi32>) -> tensor<2x2xi32>
          return %0, %1, %2, %3, %4, %5 : tensor<4x2xi32>, tensor<3x3xi32>, tensor<4xi32>, tensor<1x2xi32>, tensor<2x4xi32>, tensor<2x2xi32>
        }""",
        [[[1, 2], [3, 4]]],
        [
            [[1, 2], [3, 4], [1, 2], [3, 4]],
            [[9, 9, 9], [1, 2, 9], [3, 4, 9]],
            [1, 2, 3, 4],
            [[3, 4]],
            [[1, 2, 1, 2], [3, 4, 3, 4]],
            [[1, 3], [2, 4]],
        ],
    ),
    _case(
        "indices",
        """func.func @main(%x: tensor<1x3x2xi32>, %i: tensor<1x2xi32>, %c: tensor<3xi1>, %y: tensor<3xi32>, %z: tensor<3xi32>) -> (tensor<1x2x2xi32>, tensor<1x3x2xi32>, tensor<3xi32>) {
          %0 = tosa.gather %x, %i : (tensor<1x3x2xi32>, tensor<1x2xi32>) -> tensor<1x2x2xi32>
          %1 = tosa.scatter %x, %i, %0 : (tensor<1x3x2xi32>, tensor<1x2xi32>, tensor<1x2x2xi32>) -> tensor<1x3x2xi32>
          %2 = tosa.select %c, %y, %z : (tensor<3xi1>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
          return %0, %1, %2 : tensor<1x2x2xi32>, tensor<1x3x2xi32>, tensor<3xi32>
        }""",
        [[[[1, 2], [3, 4], [5, 6]]], [[2, 0]], [1, 0, 1], [1, 2, 3], [4, 5, 6]],
        [[[[5, 6], [1, 2]]], [[[1, 2], [3, 4], [5, 6]]], [1, 5, 3]],
    ),
    _case(
        "conditionals and loops",
        """func.func @main(%c: tensor<i1>, %x: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
          %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<i32>) -> tensor<i32> {
          ^bb0(%a: tensor<i32>):
            tosa.yield %a : tensor<i32>
          } else {
          ^bb0(%a: tensor<i32>):
            %n = tosa.add %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i32>
            tosa.yield %n : tensor<i32>
          }
          %1 = tosa.while_loop (%i = %x) : (tensor<i32>) -> tensor<i32> {
            %ten = "tosa.const"() <{values = dense<10> : tensor<i32>}> : () -> tensor<i32>
            %less = tosa.greater %ten, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
            tosa.yield %less : tensor<i1>
          } do {
          ^bb0(%i: tensor<i32>):
            %n = tosa.add %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i32>
            tosa.yield %n : tensor<i32>
          }
          return %0, %1 : tensor<i32>, tensor<i32>
        }""",
        [0, 3],
        [6, 12],
    ),
]
