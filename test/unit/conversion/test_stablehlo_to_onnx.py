"""Programs of StableHLO: compiled code gives what the interpreter gives."""

import numpy as np
import pytest

import mlirlite
from mlirlite.conversion import stablehlo_to_onnx
from mlirlite.interp.machine import Machine

HEAD = "func.func @main(%x: tensor<4x6xf32>, %i: tensor<3x1xi32>, %u: tensor<3x6xf32>) -> "
SUM = """({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    })"""
PROGRAMS = {
    "elementwise": (
        "tensor<4x6xf32>",
        """
    %0 = stablehlo.exponential_minus_one %x : tensor<4x6xf32>
    %1 = stablehlo.log_plus_one %0 : tensor<4x6xf32>
    %2 = stablehlo.round_nearest_afz %x : tensor<4x6xf32>
    %3 = stablehlo.atan2 %1, %2 : tensor<4x6xf32>
    %4 = stablehlo.logistic %3 : tensor<4x6xf32>""",
        "%4",
    ),
    "integers": (
        "tensor<3x1xi32>",
        """
    %c = stablehlo.constant dense<3> : tensor<3x1xi32>
    %0 = stablehlo.divide %i, %c : tensor<3x1xi32>
    %1 = stablehlo.remainder %c, %0 : tensor<3x1xi32>
    %2 = stablehlo.shift_left %1, %c : tensor<3x1xi32>
    %3 = stablehlo.shift_right_arithmetic %2, %i : tensor<3x1xi32>
    %4 = stablehlo.popcnt %3 : tensor<3x1xi32>
    %5 = stablehlo.power %4, %c : tensor<3x1xi32>""",
        "%5",
    ),
    "gather": (
        "tensor<3x6xf32>",
        """
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 6>}> : (tensor<4x6xf32>, tensor<3x1xi32>) -> tensor<3x6xf32>""",
        "%0",
    ),
    "scatter": (
        "tensor<4x6xf32>",
        f"""
    %0 = "stablehlo.scatter"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>}}> {SUM}
      : (tensor<4x6xf32>, tensor<3x1xi32>, tensor<3x6xf32>) -> tensor<4x6xf32>""",
        "%0",
    ),
    "windows": (
        "tensor<2x3xf32>",
        f"""
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: 2, 3>,
      window_strides = array<i64: 2, 2>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>}}>
      {SUM} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x3xf32>""",
        "%0",
    ),
    "sort": (
        "tensor<4x6xf32>",
        """
    %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4x6xf32>) -> tensor<4x6xf32>""",
        "%0",
    ),
    "loop": (
        "tensor<4x6xf32>",
        """
    %one = stablehlo.constant dense<1> : tensor<i32>
    %end = stablehlo.constant dense<3> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %half = stablehlo.constant dense<0.5> : tensor<1x6xf32>
    %0:2 = stablehlo.while(%k = %zero, %y = %x) : tensor<i32>, tensor<4x6xf32>
    cond {
      %1 = stablehlo.compare LT, %k, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %k, %one : tensor<i32>
      %2 = stablehlo.dynamic_update_slice %y, %half, %k, %zero
        : (tensor<4x6xf32>, tensor<1x6xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
      stablehlo.return %1, %2 : tensor<i32>, tensor<4x6xf32>
    }""",
        "%0#1",
    ),
    "convolution": (
        "tensor<1x2x3x1xf32>",
        """
    %0 = stablehlo.reshape %x : (tensor<4x6xf32>) -> tensor<1x4x6x1xf32>
    %1 = stablehlo.slice %u [0:2, 0:3] : (tensor<3x6xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.reshape %1 : (tensor<2x3xf32>) -> tensor<2x3x1x1xf32>
    %3 = stablehlo.convolution(%0, %2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 2], pad = [[0, 0], [1, 1]]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<1x4x6x1xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x3x1xf32>""",
        "%3",
    ),
}
QUICK = ("elementwise", "gather", "loop")


@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.bulk) for n in PROGRAMS],
)
def test_code_gives_what_the_interpreter_gives(name):
    result, body, value = PROGRAMS[name]
    text = f"{HEAD}{result} {{{body}\n    return {value} : {result}\n}}"
    rng = np.random.default_rng(0)
    x, u = (rng.normal(size=s).astype("f4") * 2 for s in ((4, 6), (3, 6)))
    i = np.array([[1], [-2], [7]], "i4")
    [expected] = Machine(mlirlite.parse(text)).call("main", [x, i, u])
    session = mlirlite.InferenceSession(mlirlite.parse(text))
    [found] = session.run(None, {"input0": x, "input1": i, "input2": u})
    np.testing.assert_allclose(found, expected, rtol=2e-5, atol=1e-6)


def calling(count, times):
    """Functions of which each calls the next one some times."""
    type = "(tensor<2xf32>) -> tensor<2xf32>"
    text = f"func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {{ %0 = func.call @f0(%a) : {type}"
    for i in range(count):
        text += " return %0 : tensor<2xf32> }\n"
        text += f"func.func private @f{i}(%a: tensor<2xf32>) -> tensor<2xf32> {{"
        text += "%0 = stablehlo.add %a, %a : tensor<2xf32>"
        for k in range(times if i < count - 1 else 0):
            text += f" %c{k} = func.call @f{i + 1}(%a) : {type}"
    return text + " return %0 : tensor<2xf32> }"


@pytest.mark.parametrize(
    ("count", "times", "message"),
    [(300, 1, "are more than 80 deep"), (40, 2, "there are more than 1000 ops")],
)
def test_calls_have_limits(count, times, message, monkeypatch):
    monkeypatch.setattr(stablehlo_to_onnx, "_MOST", 1000)
    with pytest.raises(mlirlite.DiagnosticError, match=message):
        mlirlite.InferenceSession(mlirlite.parse(calling(count, times)))
