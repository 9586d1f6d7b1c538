"""Operators of com.microsoft, written by ONNX's own, give what numpy gives in f64 and int64, and
what onnxruntime gives where its sums do not saturate."""

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper

import mlirlite
from mlirlite.testing.onnx_suite import without_sizes
from mlirlite.testing.trust.microsoft import floats, microsoft_cases, model_of
from mlirlite.testing.trust.microsoft_numbers import numbers_of

pytestmark = pytest.mark.processor
CASES = {case.name.removeprefix("microsoft_"): case for case in microsoft_cases()}
INEXACT = ("qgemm", "dynamic_matmul", "integer_matmul", "qgemm_large_bias")
"""Products of unsigned by signed bytes: without VNNI, onnxruntime adds pairs of them in 16 bits.
Its sums with a bias wrap in 32 bits."""


def near(found, wanted, case):
    """Whether outputs are those of an engine, to a rounding."""
    for have, want in zip(found, wanted, strict=True):
        assert have.dtype == want.dtype
        assert have.shape == want.shape
        # Products of bytes are exact; what is rounded to them may differ by one.
        distance = np.abs(have.astype(np.float64) - want.astype(np.float64)).max()
        assert distance <= (
            1e-4 * max(1, np.abs(want).max()) if have.dtype == np.float32 else case.atol
        )


@pytest.mark.sampled(13)
@pytest.mark.parametrize("name", CASES)
def test_as_numpy_and_onnxruntime(name):
    case = CASES[name]
    feeds = dict(zip([i.name for i in case.model.graph.input], case.data_sets[0][0], strict=True))
    found = mlirlite.InferenceSession(case.model).run(None, feeds)
    near(found, numbers_of(case.model, feeds), case)
    if name in INEXACT:
        return
    onnxruntime.set_default_logger_severity(3)
    session = onnxruntime.InferenceSession(
        case.model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    theirs = session.run(None, feeds)
    if name == "group_query_lengths":  # rows of the cache that are of no position are 0 there
        lengths = feeds["x5"] + 1
        for n, length in enumerate(lengths):
            near(
                [x[n, :, :length] for x in found[1:]], [x[n, :, :length] for x in theirs[1:]], case
            )
            assert not any(x[n, :, length:].any() for x in theirs[1:])
        found, theirs = found[:1], theirs[:1]
    near(found, theirs, case)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("columns", [63, 65])
@pytest.mark.parametrize("name", ["matmul_4_bits_groups", "matmul_8_bits"])
def test_columns_that_do_not_fit_packed_weights(name, columns, dynamic):
    """Groups of rows put the columns into another order, which has no place for a further one."""
    model, x = onnx.ModelProto(), np.ones((3, columns), np.float32)
    model.CopyFrom(CASES[name].model)
    size = model.graph.input[0].type.tensor_type.shape.dim[1]
    size.Clear() if dynamic else setattr(size, "dim_value", columns)
    with pytest.raises(mlirlite.DiagnosticError, match=f"columns of A and K.* {columns} and 64"):
        mlirlite.InferenceSession(model).run(None, {"x0": x})


@pytest.mark.parametrize("name", ["multi_head", "attention", "rotary"])
def test_an_empty_batch_keeps_its_widths(name):
    case = CASES[name]
    feeds = dict(zip([i.name for i in case.model.graph.input], case.data_sets[0][0], strict=True))
    batch = {n: v[:0] for n, v in feeds.items() if v.shape[:1] == (2,)}
    model = without_sizes(case.model, kept=1)
    found = mlirlite.InferenceSession(model).run(None, feeds | batch)
    assert found[0].shape == (0, *numbers_of(case.model, feeds)[0].shape[1:])


@pytest.mark.parametrize(
    ("operator", "shapes", "attributes", "message"),
    [
        ("FusedConv", ([1, 3, 5, 5], [2, 3, 3, 3]), {"pads": [1, 1]}, "pads has 2 entries"),
        ("FusedConv", ([1, 3, 5, 5], [2, 3, 3, 3]), {"dilations": [-1, 1]}, "at least one"),
        ("QuantizeLinear", ([2, 3], [3]), {"axis": 4}, "'axis' value is 4"),
    ],
)
def test_attributes_that_the_decomposition_refuses(operator, shapes, attributes, message):
    names = ["x", "w"]
    node = helper.make_node(operator, names, ["y"], domain="com.microsoft", **attributes)
    inputs = [helper.make_tensor_value_info(n, 1, s) for n, s in zip(names, shapes, strict=True)]
    kind = 2 if operator == "QuantizeLinear" else 1
    graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info("y", kind, None)])
    imports = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=8)
    with pytest.raises(mlirlite.DiagnosticError, match=f"com.microsoft.{operator}' op .*{message}"):
        mlirlite.InferenceSession(model)


NEW = [floats(2, 3, 32), floats(2, 3, 16), floats(2, 3, 16)]
PAST = [np.zeros((2, 1, 9, 16), np.float32)] * 2
COS, SIN = np.cos(floats(12, 4)), np.sin(floats(12, 4))
GROUPS = {"num_heads": 2, "kv_num_heads": 1}


def lengths(total):
    return [np.full(2, total - 1, np.int32), np.array(total, np.int32)]


LAX = {
    "samples": ("GroupQueryAttention", [*NEW, *PAST, *lengths(5)], 3, GROUPS),
    "angles": (
        "GroupQueryAttention",
        [*(x[:, :1] for x in NEW), *PAST, *lengths(5), COS, SIN],
        3,
        {**GROUPS, "do_rotary": 1},
    ),
    "growth": ("GroupQueryAttention", [*(x[:1] for x in NEW), *(p[:1] for p in PAST)], 3, GROUPS),
    "rows": ("LayerNormalization", [floats(2, 0), floats(0), floats(0)], 1, {"axis": -1}),
    "scale": (
        "QLinearGlobalAveragePool",
        [np.full((1, 1, 2, 2), 9, np.uint8), *map(np.float32, [2]), np.uint8(0)],
        1,
        {},
    ),
}
LAX["growth"][1].extend([lengths(10)[0][:1], lengths(10)[1]])
LAX["scale"][1].extend([np.float32(-np.inf), np.uint8(0)])


@pytest.mark.filterwarnings("ignore:Mean of empty slice", "ignore:invalid value")
@pytest.mark.parametrize("name", LAX)
def test_what_only_onnxruntime_refuses(name):
    """The rows of docs/decisions/035-requirements.md, in their order."""
    operator, inputs, outputs, attributes = LAX[name]
    model, feeds = model_of((operator, [np.asarray(x) for x in inputs], outputs, attributes))
    found = mlirlite.InferenceSession(model).run(None, feeds)
    for have, want in zip(found, numbers_of(model, feeds), strict=True):
        np.testing.assert_allclose(have, want, atol=1e-5)
    onnxruntime.set_default_logger_severity(4)
    with pytest.raises(Exception, match=r"ONNXRuntimeError|out of computation range"):
        onnxruntime.InferenceSession(
            model.SerializeToString(), providers=["CPUExecutionProvider"]
        ).run(None, feeds)
