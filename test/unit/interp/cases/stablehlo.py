"""Cases of stablehlo and chlo: those that test_stablehlo.py does not have, against numpy and the
specification's examples."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import Case

X = [[-1.5, 0.25], [0.75, -0.5]]
Y = [[2.0, -0.5], [-1.5, 4.0]]
M, K = [[6, -7], [12, 1]], [[3, 5], [10, -1]]
F, N = "tensor<2x2xf32>", "tensor<2x2xi32>"
SUM = """({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    })"""


def case(
    name: str,
    types: Sequence[str],
    body: str,
    result: str,
    given: Sequence[Any],
    expected: Any,
    tolerance: float = 2e-6,
) -> Case:
    """A function of %a, %b … that returns %r, or the numbers of several results."""
    names = ", ".join(f"%{n}: {t}" for n, t in zip("abcdef", types, strict=False))
    value = "%r" if "," not in result else "%r#0, %r#1, %r#2"
    text = f"func.func @main({names}) -> ({result}) {{\n{body}\nreturn {value} : {result}\n}}"
    results = [expected] if "," not in result else expected
    return Case(name, text, given, results, compiled=False, tolerance=tolerance)


def applied(op: str, type: str, *given: Any, result: str = "") -> str:
    names = ", ".join(f"%{n}" for n, _ in zip("abcdef", given, strict=False))
    found = type if not result else f"{type} -> {result}"
    return f"%r = {op} {names} : {found}"


def each(function: Callable[..., Any], *given: Any) -> Any:
    return np.vectorize(function, otypes=[float])(*given).tolist()


INSIDE = np.array(X) / 2
FUNCTIONS: dict[str, tuple[Callable[..., Any], Any]] = {
    "chlo.acos": (math.acos, INSIDE),
    "chlo.acosh": (math.acosh, np.abs(Y) + 1),
    "chlo.asin": (math.asin, INSIDE),
    "chlo.asinh": (math.asinh, X),
    "chlo.atan": (math.atan, X),
    "chlo.atanh": (math.atanh, INSIDE),
    "chlo.cosh": (math.cosh, X),
    "chlo.erf": (math.erf, X),
    "chlo.erfc": (math.erfc, X),
    "chlo.lgamma": (math.lgamma, np.abs(Y)),
    "chlo.sinh": (math.sinh, X),
    "chlo.square": (lambda x: x * x, X),
    "chlo.tan": (math.tan, X),
    "stablehlo.abs": (abs, X),
    "stablehlo.cbrt": (np.cbrt, Y),
    "stablehlo.ceil": (math.ceil, X),
    "stablehlo.cosine": (math.cos, X),
    "stablehlo.exponential": (math.exp, X),
    "stablehlo.floor": (math.floor, X),
    "stablehlo.log": (math.log, np.abs(Y)),
    "stablehlo.negate": (lambda x: -x, X),
    "stablehlo.rsqrt": (lambda x: x**-0.5, np.abs(Y)),
    "stablehlo.sign": (np.sign, X),
    "stablehlo.sine": (math.sin, X),
    "stablehlo.sqrt": (math.sqrt, np.abs(Y)),
    "stablehlo.tan": (math.tan, X),
    "stablehlo.tanh": (math.tanh, X),
}
PAIRS: dict[str, tuple[Callable[..., Any], str, Any, Any]] = {
    "stablehlo.maximum": (max, F, X, Y),
    "stablehlo.minimum": (min, F, X, Y),
    "stablehlo.multiply": (lambda a, b: a * b, F, X, Y),
    "stablehlo.subtract": (lambda a, b: a - b, F, X, Y),
    "stablehlo.and": (lambda a, b: a & b, N, M, K),
    "stablehlo.or": (lambda a, b: a | b, N, M, K),
    "stablehlo.xor": (lambda a, b: a ^ b, N, M, K),
    "stablehlo.shift_right_logical": (
        lambda a, b: (a & 0xFFFFFFFF) >> b if 0 < b < 32 else 0,
        N,
        M,
        K,
    ),
}
CASES = [
    *(
        case(n, [F], applied(n, F, x, result=F if n[0] == "c" else ""), F, [x], each(f, x))
        for n, (f, x) in FUNCTIONS.items()
    ),
    *(
        case(n, [t, t], applied(n, t, a, b), t, [a, b], each(f, a, b))
        for n, (f, t, a, b) in PAIRS.items()
    ),
    case(
        "chlo.erf_inv",
        [F],
        applied("chlo.erf_inv", F, X, result=F),
        F,
        [each(math.erf, X)],
        X,
        1e-4,
    ),
    case(
        "chlo.digamma",
        ["tensor<3xf32>"],
        "%r = chlo.digamma %a : tensor<3xf32> -> tensor<3xf32>",
        "tensor<3xf32>",
        [[1.0, 2.0, 0.5]],
        [-0.5772156649, 0.4227843351, -1.9635100260],
    ),
    case(
        "chlo.bessel_i1e",
        ["tensor<3xf32>"],
        "%r = chlo.bessel_i1e %a : tensor<3xf32> -> tensor<3xf32>",
        "tensor<3xf32>",
        [[0.0, 1.0, -2.0]],
        [0.0, 0.2079104154, -0.2152692894],
    ),
    case(
        "predicates",
        ["tensor<4xf32>"],
        """
  %0 = chlo.is_inf %a : tensor<4xf32> -> tensor<4xi1>
  %1 = chlo.is_neg_inf %a : tensor<4xf32> -> tensor<4xi1>
  %2 = chlo.is_pos_inf %a : tensor<4xf32> -> tensor<4xi1>
  %3 = stablehlo.is_finite %a : (tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.not %3 : tensor<4xi1>
  %r = stablehlo.concatenate %0, %1, %2, %4, dim = 0
    : (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) -> tensor<16xi1>""",
        "tensor<16xi1>",
        [[1.0, math.inf, -math.inf, math.nan]],
        [0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1, 1],
    ),
    case(
        "bits",
        ["tensor<3xi32>"],
        """
  %0 = stablehlo.count_leading_zeros %a : tensor<3xi32>
  %1 = stablehlo.bitcast_convert %a : (tensor<3xi32>) -> tensor<3xf32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<3xf32>) -> tensor<3xi32>
  %r = stablehlo.subtract %2, %0 : tensor<3xi32>""",
        "tensor<3xi32>",
        [[0, 1, 1 << 30]],
        [-32, 1 - 31, (1 << 30) - 1],
    ),
    case(
        "high halves and neighbors",
        ["tensor<1xi32>", "tensor<1xf32>"],
        """
  %0 = chlo.mulhi %a, %a : tensor<1xi32>, tensor<1xi32> -> tensor<1xi32>
  %1 = "chlo.constant"() <{value = dense<2.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %2 = chlo.next_after %b, %1 : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
  %3 = stablehlo.convert %0 : (tensor<1xi32>) -> tensor<1xf32>
  %r = stablehlo.concatenate %2, %3, dim = 0 : (tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>""",
        "tensor<2xf32>",
        [[1 << 20], [1.0]],
        [float(np.nextafter(np.float32(1), np.float32(2))), 256.0],
    ),
    case(
        "complex",
        [F, F],
        """
  %0 = stablehlo.complex %a, %b : tensor<2x2xcomplex<f32>>
  %1 = chlo.conj %0 : tensor<2x2xcomplex<f32>> -> tensor<2x2xcomplex<f32>>
  %2 = stablehlo.multiply %0, %1 : tensor<2x2xcomplex<f32>>
  %3 = stablehlo.real %2 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  %4 = stablehlo.imag %1 : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xf32>
  %r = stablehlo.add %3, %4 : tensor<2x2xf32>""",
        F,
        [X, Y],
        (np.square(X) + np.square(Y) - np.array(Y)).tolist(),
    ),
    case(
        "movement",
        [F],
        """
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x2xf32>
  %2 = stablehlo.pad %1, %z, low = [0, 1], high = [1, 0], interior = [0, 0]
    : (tensor<2x2xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.optimization_barrier %2 : tensor<3x3xf32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<1x3x3xf32>
  %r = stablehlo.broadcast %4, sizes = [1] : (tensor<1x3x3xf32>) -> tensor<1x1x3x3xf32>""",
        "tensor<1x1x3x3xf32>",
        [X],
        [[[[0.0, 0.75, -1.5], [0.0, -0.5, 0.25], [0.0, 0.0, 0.0]]]],
    ),
    case(
        "products",
        [F, F],
        """
  %0 = stablehlo.dot %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [1]
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = "stablehlo.einsum"(%a, %b) <{einsum_config = "ij,kj->ik"}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.unary_einsum"(%2) <{einsum_config = "ij->ji"}>
    : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.add %0, %1 : tensor<2x2xf32>
  %r = stablehlo.subtract %4, %3 : tensor<2x2xf32>""",
        F,
        [X, Y],
        (
            np.array(X) @ np.array(Y) + np.array(X).T @ np.array(Y).T - np.array(Y) @ np.array(X).T
        ).tolist(),
    ),
    case(
        "dimensions that the run tells",
        [F],
        """
  %s = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %o = stablehlo.constant dense<1> : tensor<2xi32>
  %n = stablehlo.constant dense<0> : tensor<2xi32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %f = stablehlo.constant dense<4> : tensor<1xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 1]
    : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x?xf32>
  %3 = stablehlo.dynamic_pad %2, %z, %n, %o, %n
    : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    -> tensor<?x?xf32>
  %4 = stablehlo.real_dynamic_slice %3, %n, %s, %o
    : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xf32>
  %5 = stablehlo.dynamic_reshape %4, %f : (tensor<2x2xf32>, tensor<1xi32>) -> tensor<?xf32>
  %6 = stablehlo.get_dimension_size %5, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<f32>
  %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %9 = stablehlo.reshape %5 : (tensor<?xf32>) -> tensor<4xf32>
  %r = stablehlo.add %8, %9 : tensor<4xf32>""",
        "tensor<4xf32>",
        [X],
        [2.5, 5.25, 4.75, 4.5],
    ),
    case(
        "choices",
        ["tensor<i32>", F, F],
        """
  %o = stablehlo.constant dense<1> : tensor<i32>
  %p = stablehlo.compare EQ, %a, %o : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %b : tensor<2x2xf32>
    stablehlo.return %1 : tensor<2x2xf32>
  }, { stablehlo.return %b : tensor<2x2xf32> }) : (tensor<i1>) -> tensor<2x2xf32>
  %2 = "stablehlo.case"(%a) ({ stablehlo.return %b : tensor<2x2xf32> },
    { stablehlo.return %c : tensor<2x2xf32> }) : (tensor<i32>) -> tensor<2x2xf32>
  %3 = stablehlo.clamp %0, %2, %c : tensor<2x2xf32>
  %4 = "stablehlo.map"(%3) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%q: tensor<f32>):
      %5 = stablehlo.add %q, %q : tensor<f32>
      stablehlo.return %5 : tensor<f32>
    }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = stablehlo.create_token : !stablehlo.token
  %u = stablehlo.after_all %t, %t : !stablehlo.token
  %6 = stablehlo.tuple %4, %u : tuple<tensor<2x2xf32>, !stablehlo.token>
  %r = stablehlo.get_tuple_element %6[0]
    : (tuple<tensor<2x2xf32>, !stablehlo.token>) -> tensor<2x2xf32>""",
        F,
        [1, X, Y],
        (2 * np.minimum(np.maximum(np.negative(X), Y), Y)).tolist(),
    ),
    case(
        "normalization",
        ["tensor<4x1xf32>"],
        """
  %s = stablehlo.constant dense<2.0> : tensor<1xf32>
  %o = stablehlo.constant dense<1.0> : tensor<1xf32>
  %0:3 = "stablehlo.batch_norm_training"(%a, %s, %o) <{epsilon = 0.0 : f32,
    feature_index = 1 : i64}> : (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>)
    -> (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>)
  %1 = "stablehlo.batch_norm_inference"(%a, %s, %o, %0#1, %0#2) <{epsilon = 0.0 : f32,
    feature_index = 1 : i64}> : (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>,
    tensor<1xf32>) -> tensor<4x1xf32>
  %2:3 = "stablehlo.batch_norm_grad"(%a, %s, %0#1, %0#2, %a) <{epsilon = 0.0 : f32,
    feature_index = 1 : i64}> : (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>,
    tensor<4x1xf32>) -> (tensor<4x1xf32>, tensor<1xf32>, tensor<1xf32>)
  %3 = stablehlo.subtract %1, %0#0 : tensor<4x1xf32>
  %4 = stablehlo.add %3, %0#0 : tensor<4x1xf32>
  %5 = stablehlo.reshape %2#2 : (tensor<1xf32>) -> tensor<1x1xf32>
  %r = stablehlo.concatenate %4, %5, dim = 0
    : (tensor<4x1xf32>, tensor<1x1xf32>) -> tensor<5x1xf32>""",
        "tensor<5x1xf32>",
        [[[1.0], [1.0], [3.0], [3.0]]],
        [[-1.0], [-1.0], [3.0], [3.0], [8.0]],
    ),
    case(
        "systems",
        [F, F],
        """
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  %r = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true,
    unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>""",
        F,
        [[[4.0, 2.0], [2.0, 5.0]], [[2.0, 4.0], [3.0, 6.0]]],
        [[1.0, 2.0], [1.0, 2.0]],
    ),
    case(
        "spectra",
        ["tensor<4xf32>"],
        """
  %0 = stablehlo.fft %a, type = RFFT, length = [4]
    : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [4]
    : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  %r = stablehlo.reduce_precision %1, format = e5m2 : tensor<4xf32>""",
        "tensor<4xf32>",
        [[1.0, 2.125, 3.0, -4.0]],
        [1.0, 2.0, 3.0, -4.0],
    ),
    case(
        "windows",
        ["tensor<4xf32>"],
        f"""
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %g = stablehlo.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %r = "stablehlo.select_and_scatter"(%a, %g, %z) <{{window_dimensions = array<i64: 2>,
      window_strides = array<i64: 2>}}> ({{
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }}, {SUM[1:]} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>""",
        "tensor<4xf32>",
        [[1.0, 5.0, 7.0, 2.0]],
        [0.0, 10.0, 20.0, 0.0],
    ),
    case(
        "the largest",
        ["tensor<5xf32>"],
        """
  %0:2 = chlo.top_k(%a, k = 2) : tensor<5xf32> -> (tensor<2xf32>, tensor<2xi32>)
  %1 = stablehlo.convert %0#1 : (tensor<2xi32>) -> tensor<2xf32>
  %r = stablehlo.concatenate %0#0, %1, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>""",
        "tensor<4xf32>",
        [[1.0, 9.0, 3.0, 9.0, 2.0]],
        [9.0, 9.0, 1.0, 3.0],
    ),
    case(
        "comparison and choice of rows",
        [F, "tensor<2xi32>"],
        """
  %0 = "stablehlo.torch_index_select"(%a, %b) <{dim = 0 : i64, batch_dims = 0 : i64}>
    : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %1 = chlo.broadcast_compare %0, %a {comparison_direction = #chlo<comparison_direction GT>}
    : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
  %r = stablehlo.convert %1 : (tensor<2x2xi1>) -> tensor<2x2xf32>""",
        F,
        [X, [1, 0]],
        [[1.0, 0.0], [0.0, 1.0]],
    ),
    case(
        "random bits are those of the state",
        ["tensor<2xui64>"],
        """
  %0, %1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %2, %3 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %4, %5 = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %6 = stablehlo.compare EQ, %1, %3 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %7 = stablehlo.compare EQ, %1, %5 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %r = stablehlo.concatenate %6, %7, dim = 0 : (tensor<4xi1>, tensor<4xi1>) -> tensor<8xi1>""",
        "tensor<8xi1>",
        [[1, 2]],
        [1, 1, 1, 1, 0, 0, 0, 0],
    ),
    case(
        "quantized numbers",
        [F],
        """
  %0 = stablehlo.uniform_quantize %a
    : (tensor<2x2xf32>) -> tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>
  %r = stablehlo.uniform_dequantize %0
    : (tensor<2x2x!quant.uniform<i8:f32, 0.5:1>>) -> tensor<2x2xf32>""",
        F,
        [[[0.6, -0.6], [100.0, -1.1]]],
        [[0.5, -0.5], [63.0, -1.0]],
    ),
    case(
        "windows and rows of sizes that the run tells",
        ["tensor<1x4x1xf32>"],
        """
  %k = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %p = stablehlo.constant dense<[[0, 1]]> : tensor<1x2xi32>
  %i = stablehlo.constant dense<[[3], [0]]> : tensor<2x1xi32>
  %s = stablehlo.constant dense<[1, 1, 1]> : tensor<3xi32>
  %n = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.dynamic_conv"(%a, %k, %p) <{batch_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,
    feature_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>)
    -> tensor<1x4x1xf32>
  %1 = "stablehlo.dynamic_gather"(%0, %i, %s) <{dimension_numbers = #stablehlo.gather<
    offset_dims = [1, 2], collapsed_slice_dims = [1], start_index_map = [1],
    index_vector_dim = 1>}> : (tensor<1x4x1xf32>, tensor<2x1xi32>, tensor<3xi32>)
    -> tensor<2x1x1xf32>
  %2 = stablehlo.set_dimension_size %1, %n, dim = 1 : (tensor<2x1x1xf32>, tensor<i32>)
    -> tensor<2x1x1xf32>
  %r = stablehlo.reshape %2 : (tensor<2x1x1xf32>) -> tensor<2xf32>""",
        "tensor<2xf32>",
        [[[[1.0], [2.0], [3.0], [4.0]]]],
        [4.0, 5.0],
    ),
    Case(
        "a composite is its decomposition",
        """
func.func private @twice(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %a : tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.twice" %a {decomposition = @twice} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}""",
        [1.5],
        [3.0],
        compiled=False,
    ),
]
