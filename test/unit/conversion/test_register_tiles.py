"""Products in register tiles, against onnxruntime: odd shapes around the sizes of tiles, on the
machine of the tests; and the choice of tiles for every kind of machine."""

import itertools

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.conversion.onnx_to_krnl.registers.tile import choose, row_parts, vector_parts
from mlirlite.dialects.onnx.schedules.tiles import halved_parts
from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.machine import MACHINES, machine
from mlirlite.target.llvmir import to_llvmir
from mlirlite.target.llvmir.machine import Target, optimized

pytestmark = [pytest.mark.covering(2), pytest.mark.sampled(11)]

RNG = np.random.default_rng(0)


def array(*shape, dtype=np.float32):
    return RNG.standard_normal(shape).astype(dtype)


def model_of(nodes, feeds, constants, outputs, shapes=None):
    """A model; `shapes` are the declared shapes of inputs where they differ from the feeds."""
    kinds = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.float64): TensorProto.DOUBLE}
    kind = kinds[next(iter(feeds.values())).dtype]
    inputs = [
        helper.make_tensor_value_info(n, kind, (shapes or {}).get(n, a.shape))
        for n, a in feeds.items()
    ]
    graph = helper.make_graph(
        nodes,
        "g",
        inputs,
        [helper.make_tensor_value_info(n, kind, None) for n in outputs],
        [numpy_helper.from_array(a, n) for n, a in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def agree(nodes, feeds, constants, outputs=("y",), shapes=None, machine=None):
    model = model_of(nodes, feeds, constants, outputs, shapes).SerializeToString()
    if next(iter(feeds.values())).dtype == np.float64:  # onnxruntime has no Conv of f64
        peer = ReferenceEvaluator(onnx.load_from_string(model))
    else:
        peer = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    for got, want in zip(
        InferenceSession(model, machine=machine).run(None, feeds),
        peer.run(None, feeds),
        strict=True,
    ):
        assert got.shape == want.shape
        # A sum of large terms may be small: its error depends on the terms.
        np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-4 + 2e-6 * np.abs(want).max())


def conv(shape, outputs, kernel, *, bias=True, dtype=np.float32, shapes=None, **attributes):
    """One convolution with constant weights."""
    group = attributes.get("group", 1)
    constants = {"w": array(outputs, shape[1] // group, *kernel, dtype=dtype)}
    if bias:
        constants["b"] = array(outputs, dtype=dtype)
    node = helper.make_node("Conv", ["x", *constants], ["y"], **attributes)
    agree([node], {"x": array(*shape, dtype=dtype)}, constants, shapes=shapes)


@pytest.mark.covering(1)
@pytest.mark.parametrize("side", [1, 3, 4, 5, 7, 8, 13])
@pytest.mark.parametrize("outputs", [1, 15, 17])
def test_conv_1x1_of_odd_sizes(side, outputs):
    conv((1, 3, side, side + 1), outputs, (1, 1))


@pytest.mark.parametrize("stride", [1, 2, 3])
@pytest.mark.parametrize("pad", [0, 1, 2])
@pytest.mark.parametrize("dilation", [1, 2])
def test_conv_3x3_of_all_strides(stride, pad, dilation):
    conv(
        (2, 3, 9, 11),
        9,
        (3, 3),
        strides=[stride, stride],
        pads=[pad] * 4,
        dilations=[dilation, dilation],
    )


@pytest.mark.parametrize(
    ("shape", "outputs", "kernel", "attributes"),
    [
        ((1, 3, 23, 19), 5, (7, 7), {"strides": [2, 2], "pads": [3, 3, 3, 3]}),
        ((1, 3, 27, 31), 6, (11, 11), {"strides": [4, 4]}),
        ((1, 2, 8, 9), 3, (1, 1), {"strides": [2, 3]}),
        ((1, 2, 8, 9), 3, (1, 1), {"pads": [1, 0, 2, 3]}),
        ((1, 2, 8, 9), 3, (2, 3), {"strides": [1, 2], "dilations": [3, 1], "pads": [0, 1, 2, 0]}),
        ((1, 2, 4, 4), 3, (4, 4), {}),
        ((1, 2, 5, 40), 3, (1, 5), {"pads": [0, 4, 0, 4]}),
        ((1, 2, 6, 7), 3, (3, 3), {"auto_pad": "SAME_UPPER", "strides": [2, 2]}),
        ((1, 2, 6, 7), 3, (3, 3), {"auto_pad": "SAME_LOWER", "strides": [2, 2]}),
        ((1, 2, 3, 3), 3, (3, 3), {"pads": [5, 5, 5, 5]}),
        ((2, 3, 17), 4, (3,), {"pads": [1, 1], "strides": [2]}),
        ((2, 3, 16), 4, (1,), {}),
        ((1, 2, 5, 6, 7), 3, (3, 3, 3), {"pads": [1] * 6}),
        ((1, 2, 20, 20), 3, (6, 6), {"strides": [5, 5]}),
        ((1, 6, 9, 9), 6, (3, 3), {"group": 6, "pads": [1, 1, 1, 1]}),
        ((1, 6, 9, 9), 12, (3, 3), {"group": 6, "strides": [2, 2], "pads": [1, 1, 1, 1]}),
        ((2, 6, 5, 5), 34, (1, 1), {"group": 2}),
        ((2, 6, 7, 5), 51, (3, 3), {"group": 3}),
    ],
)
def test_conv_of_all_kinds(shape, outputs, kernel, attributes):
    conv(shape, outputs, kernel, **attributes)


def test_conv_without_bias_in_f64_and_with_a_dynamic_batch():
    conv((1, 3, 9, 9), 5, (3, 3), bias=False)
    conv((1, 3, 9, 9), 5, (3, 3), dtype=np.float64, pads=[1, 1, 1, 1])
    conv((3, 3, 9, 9), 5, (3, 3), shapes={"x": ["n", 3, 9, 9]}, pads=[1, 1, 1, 1])


@pytest.mark.covering(1)
@pytest.mark.parametrize("pad", [0, 1])
@pytest.mark.parametrize("steps", ["r", "a", "ar", "ra", "c", "s"])
def test_elementwise_ops_are_fused_into_a_convolution(pad, steps):
    """r: Relu, a: a residual sum, c: the sum with a broadcast row, s: the result has two uses."""
    side = 6 + 2 * pad
    nodes = [helper.make_node("Conv", ["x", "w"], ["y0"], pads=[pad] * 4)]
    constants = {"w": array(5, 4, 3, 3), "row": array(1, 1, 1, side)}
    last = "y0"
    for i, step in enumerate(steps, 1):
        name = f"y{i}"
        other = {"a": [last, "r"], "c": ["row", last], "s": [last, "r"], "r": [last]}[step]
        nodes.append(helper.make_node("Relu" if step == "r" else "Add", other, [name]))
        last = name
    outputs = ["y0", last] if steps == "s" else [last]
    agree(nodes, {"x": array(1, 4, 8, 8), "r": array(1, 5, side, side)}, constants, outputs)


def test_a_residual_sum_of_two_convolutions():
    nodes = [
        helper.make_node("Conv", ["x", "v"], ["a"]),
        helper.make_node("Conv", ["x", "w"], ["b"]),
        helper.make_node("Add", ["a", "b"], ["c"]),
        helper.make_node("Relu", ["c"], ["y"]),
    ]
    agree(nodes, {"x": array(1, 4, 5, 5)}, {"v": array(6, 4, 1, 1), "w": array(6, 4, 1, 1)})


def test_a_sum_with_itself_and_with_a_later_value():
    twice = [
        helper.make_node("Conv", ["x", "w"], ["a"]),
        helper.make_node("Add", ["a", "a"], ["y"]),
    ]
    agree(twice, {"x": array(1, 4, 5, 5)}, {"w": array(6, 4, 1, 1)})
    later = [
        helper.make_node("Conv", ["x", "w"], ["a"]),
        helper.make_node("Relu", ["z"], ["late"]),
        helper.make_node("Add", ["late", "a"], ["y"]),
    ]
    agree(later, {"x": array(1, 4, 5, 5), "z": array(1, 6, 5, 5)}, {"w": array(6, 4, 1, 1)})


@pytest.mark.covering(1)
@pytest.mark.parametrize("rows", [1, 2, 13, 31])
@pytest.mark.parametrize("columns", [1, 15, 16, 17, 33, 100])
def test_matmul_with_a_constant(rows, columns):
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    agree([node], {"x": array(rows, 7)}, {"w": array(7, columns)})


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ((3, 5), (5, 7)),
        ((2, 3, 5), (2, 5, 33)),
        ((2, 2, 9, 5), (2, 2, 5, 17)),
        ((2, 9, 5), (5, 17)),
        ((5,), (5, 17)),
        ((9, 5), (5,)),
        ((1, 5), (5, 17)),
        ((1, 9), (9, 1040)),  # a row and a matrix wider than a stripe
        ((2, 1, 4), (2, 4, 2053)),
        ((2, 1, 3), (3, 15)),
    ],
)
def test_matmul_of_inputs(x, y):
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    agree([node], {"x": array(*x), "w": array(*y)}, {})


@pytest.mark.parametrize("rows", [1, 8, 29])
def test_matmul_with_a_dynamic_number_of_rows(rows):
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    agree([node], {"x": array(2, rows, 5)}, {"w": array(5, 37)}, shapes={"x": ["n", "s", 5]})


@pytest.mark.parametrize("kind", ["constant", "input"])
def test_matmul_that_prefetches_the_next_columns(kind):
    """There are more rows than those that prefetch, and columns beyond the last whole block."""
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    x, w = {"x": array(130, 9)}, {"w": array(9, 103)}
    agree([node], x if kind == "constant" else x | w, w if kind == "constant" else {})


@pytest.mark.covering(1)
@pytest.mark.sampled(33)
@pytest.mark.parametrize("rows", [12, 22, 40, "n"])
@pytest.mark.parametrize("columns", [1024, 1500, "m"])
@pytest.mark.parametrize("depth", [1, 29, 203])
def test_a_right_side_that_is_copied_into_panels(rows, depth, columns):
    """Each tile copies a part of the next panel: there are more tiles than rows of it, or fewer,
    and remaining rows."""
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    shapes = {"x": [rows, depth], "w": [depth, columns]}
    x = array(25 if rows == "n" else rows, depth)
    w = array(depth, 1503 if columns == "m" else columns)
    agree([node], {"x": x, "w": w}, {}, shapes=shapes)


@pytest.mark.parametrize("depth", [1100, 2100])
@pytest.mark.parametrize("bias", [None, 65])
def test_a_product_in_blocks_of_the_depth(depth, bias):
    """The left side exceeds the L2 cache; fused ops run after the last block."""
    x, w = array(150, depth), array(depth, 65)
    nodes = [helper.make_node("MatMul", ["x", "w"], ["p"])]
    if bias:
        nodes.append(helper.make_node("Add", ["p", "c"], ["q"]))
    nodes.append(helper.make_node("Relu", ["q" if bias else "p"], ["y"]))
    agree(nodes, {"x": x, "w": w}, {"c": array(bias)} if bias else {})


@pytest.mark.parametrize("columns", [1500, 1600])
def test_a_right_side_that_is_copied_for_groups_of_rows(columns):
    """The panels of a group fill half of the L2 cache; the last group has fewer."""
    node = helper.make_node("MatMul", ["x", "w"], ["y"])
    agree([node], {"x": array(3000, 200), "w": array(200, columns)}, {})


@pytest.mark.covering(1)
@pytest.mark.parametrize("rows", [1, 2, 30])
@pytest.mark.parametrize("attributes", [{}, {"transB": 1}, {"transA": 1}, {"alpha": 0.5}])
def test_gemm_of_inputs(rows, attributes):
    x = array(6, rows) if attributes.get("transA") else array(rows, 6)
    w = array(1050, 6) if attributes.get("transB") else array(6, 1050)
    node = helper.make_node("Gemm", ["x", "w", "c"], ["y"], **attributes)
    agree([node], {"x": x, "w": w, "c": array(1050)}, {})


@pytest.mark.covering(1)
@pytest.mark.parametrize("bias", [None, (), (1,), (19,), (1, 19), (3, 1), (3, 19)])
@pytest.mark.parametrize("attributes", [{}, {"transB": 1}, {"alpha": 0.5, "beta": 2.0}])
def test_gemm(bias, attributes):
    w = array(19, 6) if attributes.get("transB") else array(6, 19)
    constants = {"w": w} if bias is None else {"w": w, "c": array(*bias)}
    node = helper.make_node("Gemm", ["x", *constants], ["y"], **attributes)
    agree([node], {"x": array(3, 6)}, constants)


def test_gemm_transposed_and_with_a_bias_that_is_an_input():
    node = helper.make_node("Gemm", ["x", "w", "c"], ["y"], transA=1)
    agree([node], {"x": array(6, 3), "c": array(19)}, {"w": array(6, 19)})


@pytest.mark.parametrize("name", MACHINES)
def test_a_tile_fits_into_the_registers_of_a_machine(name):
    m = machine(name)
    lanes = m.lanes(32)
    for rows, columns in itertools.product([1, 3, 24, 64, 1000], [1, 49, 196, 3136]):
        tile = choose(m, rows, columns, lanes)
        assert m.holds(tile.rows, tile.vectors)
        assert tile.rows <= rows
        assert tile.vectors <= -(-columns // lanes)
    big = choose(m, 512, 4096, lanes)
    # enough sums to hide the latency
    assert big.rows * big.vectors >= m.multiply_adds * m.latency


@pytest.mark.parametrize("rows", [8, 32])
def test_tiles_of_few_registers_use_what_they_load_twice(rows):
    # with one vector, each element of the left side is loaded for one multiply-add
    assert choose(machine("haswell"), rows, 768, 8).vectors == 2


@pytest.mark.parametrize("name", sorted(MACHINES))
def test_tiles_of_unknown_sizes_are_high_and_narrow(name):
    m = machine(name)
    tile = choose(m, None, None, m.lanes(32))
    assert m.holds(tile.rows, tile.vectors)
    # every tile of rows reads the whole right side
    assert tile.rows > tile.vectors


def test_remainders_are_divided_into_powers_of_two():
    for total, size in itertools.product(range(1, 40), range(1, 13)):
        parts = halved_parts(total, size)
        rows = [p.start + i for p in parts for i in range(p.count * p.size)]
        assert rows == list(range(total))
        assert all(p.size & (p.size - 1) == 0 for p in parts if p.size < size)


def test_parts_cover_everything_once():
    for total, size in itertools.product(range(1, 40), range(1, 9)):
        rows = [
            p.start + i * p.size + k
            for p in row_parts(total, size)
            for i in range(p.count)
            for k in range(p.size)
        ]
        assert rows == list(range(total))
        found = []
        for p in vector_parts(total, 4, size):
            for i in range(p.count):
                for j in range(p.size):
                    lanes = p.lanes if j == p.size - 1 else 4
                    first = (p.start + i * p.size + j) * 4
                    found += range(first, first + lanes)
        assert found == list(range(total))


def test_an_unknown_machine_is_an_error():
    with pytest.raises(DiagnosticError, match="unknown machine 'haswel'; did you mean 'haswell'"):
        machine("haswel")


@pytest.mark.parametrize(
    ("name", "triple", "instruction"),
    [
        ("haswell", "x86_64-unknown-linux-gnu", "vfmadd231ps"),
        ("skylake-avx512", "x86_64-unknown-linux-gnu", "zmm"),
        ("neoverse-n1", "aarch64-unknown-linux-gnu", "fmla"),
    ],
)
def test_other_machines_have_their_own_vectors(name, triple, instruction):
    node = helper.make_node("Conv", ["x", "w"], ["y"], pads=[1] * 4)
    model = model_of([node], {"x": array(1, 8, 14, 14)}, {"w": array(16, 8, 3, 3)}, ["y"])
    context = Context()
    module, _ = load_module(onnx.load_from_string(model.SerializeToString()), context)
    lower(module, context, machine=name)
    target = Target(triple=triple, cpu=name, features="-prefer-256-bit" if "x86" in triple else "")
    assert instruction in optimized(to_llvmir(module), 3, target).assembly()


@pytest.mark.covering(1)
@pytest.mark.parametrize("kind", ["MaxPool", "AveragePool"])
@pytest.mark.parametrize(
    "attributes",
    [
        {"kernel_shape": [2, 2]},
        {"kernel_shape": [3, 3], "strides": [2, 2]},
        {"kernel_shape": [3, 3], "strides": [2, 2], "pads": [1, 1, 1, 1]},
        {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1},
        {"kernel_shape": [3, 3], "pads": [0, 1, 2, 1]},
        {"kernel_shape": [2, 3], "strides": [3, 1], "auto_pad": "SAME_UPPER"},
        {"kernel_shape": [5, 5], "strides": [5, 5]},
        {"kernel_shape": [1, 1], "strides": [2, 2]},
    ],
)
def test_pools(kind, attributes):
    agree([helper.make_node(kind, ["x"], ["y"], **attributes)], {"x": array(2, 3, 13, 11)}, {})
    if kind == "AveragePool" and "auto_pad" not in attributes:
        node = helper.make_node(kind, ["x"], ["y"], count_include_pad=1, **attributes)
        agree([node], {"x": array(1, 2, 7, 18)}, {})


def test_pools_of_one_dimension_of_negative_numbers_and_of_nan():
    node = helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[3], pads=[1, 1])
    agree([node], {"x": -np.abs(array(1, 2, 17)) - 1}, {})
    x = array(1, 1, 40)
    x[0, 0, 20] = np.nan
    model = model_of([node], {"x": x}, {}, ["y"]).SerializeToString()
    [y] = InferenceSession(model).run(None, {"x": x})
    assert np.isnan(y).nonzero()[2].tolist() == [19, 20, 21]


def test_a_convolution_in_several_blocks_of_rows():
    conv((1, 2, 34, 70), 150, (3, 3), pads=[1, 1, 1, 1])


@pytest.mark.parametrize("name", ["", *MACHINES])
def test_the_schedules_of_all_machines_compute_the_same(name):
    nodes = [
        helper.make_node("Conv", ["x", "w", "b"], ["c"], pads=[1] * 4),
        helper.make_node("Relu", ["c"], ["r"]),
        helper.make_node("MaxPool", ["r"], ["p"], kernel_shape=[3, 3], strides=[2, 2]),
        helper.make_node("Flatten", ["p"], ["f"]),
        helper.make_node("Gemm", ["f", "v"], ["y"]),
    ]
    constants = {"w": array(13, 5, 3, 3), "b": array(13), "v": array(13 * 16, 21)}
    agree(nodes, {"x": array(2, 5, 9, 9)}, constants, machine=name)
