"""Import of ONNX models: what comes out, and what errors say."""

import mmap
import random

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

from mlirlite.dialects import onnx as dialect
from mlirlite.ir.context import Context
from mlirlite.ir.dense import DenseElementsAttr, DenseResourceAttr
from mlirlite.ir.locations import NameLoc
from mlirlite.ir.types import TensorType
from mlirlite.ir.verifier import verify, verify_or_raise
from mlirlite.parser import parse_module
from mlirlite.passes.manager import run_pipeline
from mlirlite.printer import print_op
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model
from mlirlite.testing.models import light_models, with_random_weights
from mlirlite.testing.onnx_suite import suite_cases


def model(text, opset=18):
    return parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]> {text}')


def body(module):
    """The lines of the main function."""
    lines = print_op(module).splitlines()
    start = next(i for i, line in enumerate(lines) if "func.func" in line)
    end = next(i for i, line in enumerate(lines) if i > start and line == "  }")
    return [line.strip() for line in lines[start:end]]


def ops(module, name):
    return [op for op in module.walk() if op.name == name]


def error(broken, **options):
    with pytest.raises(DiagnosticError) as caught:
        import_model(broken, **options)
    return str(caught.value)


# Real models


@pytest.mark.parametrize("name", sorted(light_models()))
def test_real_models_are_static_and_valid(name):
    module = import_model(light_models()[name])
    assert verify(module) == []
    types = [r.type for op in module.walk() for r in op.results]
    assert all(t.has_static_shape for t in types if isinstance(t, TensorType))


@pytest.mark.sampled(16)
@pytest.mark.parametrize("part", range(16))
def test_the_whole_suite_imports_and_round_trips(part):
    failures = {}
    for case in suite_cases()[part::16]:
        context = Context()
        try:
            module = import_model(case.model, context)
            text = print_op(module)
            again = parse_module(text, context)
            problems = [d.message for d in (*verify(module), *verify(again))]
            if not problems and print_op(again) != text:
                problems.append("the text changes")
        except DiagnosticError as e:
            problems = [str(e)]
        if problems:
            failures[case.name] = problems[0]
    assert failures == {}


# What comes out


def test_text():
    made = model(
        """g (float[batch, 3, 8, 8] x, float[N] unused) => (float[batch, 4, 6, 6] y)
        {
            s = Constant <value_ints = [4, 3, 3, 3]> ()
            [first] w = ConstantOfShape <value = float[1] {0.5}> (s)
            c = Conv (x, w)
            y = Relu (c)
        }"""
    )
    assert body(import_model(made)) == [
        'func.func @main_graph(%arg0: tensor<?x3x8x8xf32> {onnx.dim_params = "0:batch", '
        'onnx.name = "x"}, %arg1: tensor<?xf32> {onnx.dim_params = "0:N", onnx.name = "unused"}) '
        '-> (tensor<?x4x6x6xf32> {onnx.dim_params = "0:batch", onnx.name = "y"}) {',
        "%0 = onnx.Constant dense<[4, 3, 3, 3]> : tensor<4xi64>",
        '%1 = onnx.ConstantOfShape(%0) {onnx_node_name = "first", value = dense<5.000000e-01> : '
        "tensor<1xf32>} : (tensor<4xi64>) -> tensor<4x3x3x3xf32>",
        '%2 = "onnx.NoValue"() <{value}> : () -> none',
        '%3 = "onnx.Conv"(%arg0, %1, %2) <{auto_pad = "NOTSET", group = 1 : si64}> : '
        "(tensor<?x3x8x8xf32>, tensor<4x3x3x3xf32>, none) -> tensor<?x4x6x6xf32>",
        '%4 = "onnx.Relu"(%3) : (tensor<?x4x6x6xf32>) -> tensor<?x4x6x6xf32>',
        "onnx.Return %4 : tensor<?x4x6x6xf32>",
    ]


def test_locations_and_metadata(tmp_path):
    path = tmp_path / "m.onnx"
    made = model("g (float[2] x) => (float[2] y) { [relu] y = Relu (x) }")
    made.producer_name = "pytest"
    onnx.save(made, path)
    module = import_model(path)
    [relu] = ops(module, "onnx.Relu")
    assert relu.location is NameLoc("relu", NameLoc(str(path)))
    assert 'producer_name = "pytest"' in print_op(module).splitlines()[0]


@pytest.mark.parametrize(
    ("opset", "text", "name"),
    [
        (9, "Softmax <axis = 1>", "onnx.SoftmaxV11"),
        (13, "Softmax <axis = 1>", "onnx.Softmax"),
        (6, "Relu", "onnx.Relu"),
        (11, "Squeeze <axes = [0]>", "onnx.SqueezeV11"),
        (1, "Exp <consumed_inputs = [0]>", "onnx.Exp"),
        (1, 'Cast <to = "FLOAT">', "onnx.Cast"),
    ],
)
def test_newest_version_that_means_the_same(opset, text, name):
    made = model(f"g (float[1, 3] x) => (float y) {{ y = {text} (x) }}", opset)
    made.graph.output[0].type.tensor_type.ClearField("shape")
    module = import_model(made)
    assert len(ops(module, name)) == 1
    assert verify(module) == []


def test_legacy_broadcasting_at_the_end_is_numpys():
    made = model(
        """g (float[2, 3, 4] x, float[3, 4] s, float[3] t) => (float[2, 3, 4] y) {
            a = Add <broadcast = 1> (x, s)
            y = Mul <axis = 1, broadcast = 1> (a, t)
        }""",
        6,
    )
    module = import_model(made)
    assert len(ops(module, "onnx.Add")) == 1
    assert len(ops(module, "onnx.MulV6")) == 1


def test_inference_forms():
    made = model(
        """g (float[1, 2, 4, 4] x, float[2] v) => (float[1, 2, 3, 3] y) {
            n = BatchNormalization (x, v, v, v, v)
            y = MaxPool <kernel_shape = [2, 2]> (n)
        }""",
        9,
    )
    module = import_model(made)
    assert len(ops(module, "onnx.BatchNormalizationInferenceMode")) == 1
    assert len(ops(module, "onnx.MaxPoolSingleOut")) == 1


def test_weights_are_views_of_the_mapped_file(tmp_path):
    weights = np.arange(1000, dtype=np.float32)
    made = model("g (float[1000] x) => (float[1000] y) { y = Add (x, w) }")
    made.graph.initializer.append(numpy_helper.from_array(weights, "w/0"))
    made.graph.input.append(helper.make_tensor_value_info("w/0", TensorProto.FLOAT, [1000]))
    made.graph.node[0].input[1] = "w/0"
    onnx.save(made, tmp_path / "m.onnx")
    module = import_model(tmp_path / "m.onnx")
    [constant] = ops(module, "onnx.Constant")
    value = constant.properties["value"]
    assert isinstance(value, DenseResourceAttr)
    assert isinstance(value.resource.data.obj, mmap.mmap)
    assert np.array_equal(value.numpy(), weights)
    assert value.resource.key == "w_0"
    assert len(module.body.first.regions[0].entry.args) == 1


def test_external_data_is_mapped(tmp_path):
    weights = np.arange(500, dtype=np.float32)
    made = model("g (float[500] x) => (float[500] y) { y = Add (x, w) }")
    made.graph.initializer.append(numpy_helper.from_array(weights, "w"))
    onnx.save(
        made, tmp_path / "m.onnx", save_as_external_data=True, location="w.bin", size_threshold=0
    )
    [constant] = ops(import_model(tmp_path / "m.onnx"), "onnx.Constant")
    assert isinstance(constant.properties["value"].resource.data.obj, mmap.mmap)
    assert np.array_equal(constant.properties["value"].numpy(), weights)
    data = (tmp_path / "m.onnx").read_bytes()
    assert ops(import_model(data, directory=str(tmp_path)), "onnx.Constant")
    assert "the model is in memory: give the directory" in error(data)


@pytest.mark.parametrize(
    ("kind", "values", "text"),
    [
        (TensorProto.INT4, [-8, 7, 1], "dense<[-8, 7, 1]> : tensor<3xi4>"),
        (TensorProto.UINT4, [0, 15, 1], "dense<[0, 15, 1]> : tensor<3xui4>"),
        (TensorProto.INT2, [-2, 1, 0, 1, -1], "dense<[-2, 1, 0, 1, -1]> : tensor<5xi2>"),
        (TensorProto.FLOAT4E2M1, [0.5, -6.0], "dense<[5.000000e-01, -6.000000e+00]>"),
        (TensorProto.BFLOAT16, [1.0, -2.5], "dense<[1.000000e+00, -2.500000e+00]>"),
        (TensorProto.FLOAT16, [1.0, -2.5], "dense<[1.000000e+00, -2.500000e+00]>"),
        (TensorProto.FLOAT8E4M3FN, [1.0, 448.0], "dense<[1.000000e+00, 4.480000e+02]>"),
        (TensorProto.BOOL, [True, False], "dense<[true, false]> : tensor<2xi1>"),
        (TensorProto.UINT64, [1 << 63, 2], "dense<[9223372036854775808, 2]> : tensor<2xui64>"),
        (TensorProto.COMPLEX64, [1 + 2j], "dense<(1.000000e+00,2.000000e+00)>"),
        (TensorProto.STRING, ["a", "ü"], 'dense<["a", "\\C3\\BC"]> : tensor<2x!onnx.String>'),
    ],
)
@pytest.mark.parametrize("raw", [False, True])
def test_element_types(kind, values, text, raw):
    if raw and kind != TensorProto.STRING:
        array = np.array(values, helper.tensor_dtype_to_np_dtype(kind))
        tensor = numpy_helper.from_array(array, "t")
    else:
        tensor = helper.make_tensor("t", kind, [len(values)], values)
    node = helper.make_node("Constant", [], ["y"], value=tensor)
    output = helper.make_tensor_value_info("y", kind, [len(values)])
    made = helper.make_model(helper.make_graph([node], "g", [], [output]))
    assert f"onnx.Constant {text}" in print_op(import_model(made))


def test_sparse_initializers():
    values = helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0])
    indices = helper.make_tensor("i", TensorProto.INT64, [2], [1, 5])
    made = model("g (float[2, 3] x) => (float[2, 3] y) { y = Add (x, w) }")
    made.graph.sparse_initializer.append(helper.make_sparse_tensor(values, indices, [2, 3]))
    assert "onnx.Constant sparse<[[0, 1], [1, 2]], [1.000000e+00, 2.000000e+00]>" in print_op(
        import_model(made)
    )


def test_functions_of_the_model_are_inlined():
    made = parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 17, "local" : 1]>
        g (float[2] x) => (float[2] y) { [call] y = local.twice <slope = 0.25> (x) }
        <opset_import: ["" : 17, "local" : 1], domain: "local">
        twice <slope> (a) => (c) { b = local.once <slope: float = @slope> (a)
          c = local.once <slope: float = @slope> (b) }
        <opset_import: ["" : 17], domain: "local">
        once <slope> (a) => (b) { [leaky] b = LeakyRelu <alpha: float = @slope> (a) }"""
    )
    module = import_model(made)
    found = ops(module, "onnx.LeakyRelu")
    assert [op.alpha for op in found] == [0.25, 0.25]
    assert found[0].attributes["onnx_node_name"].value == "call/b/leaky"
    assert verify(module) == []


def test_operators_defined_by_others_are_expanded():
    made = model(
        "g (float[2, 3] x, int64[2] t) => (float y) { y = SoftmaxCrossEntropyLoss (x, t) }"
    )
    assert not ops(import_model(made), "onnx.SoftmaxCrossEntropyLoss")
    assert ops(import_model(made), "onnx.LogSoftmax")
    assert ops(import_model(made, expand=()), "onnx.SoftmaxCrossEntropyLoss")


def test_subgraphs_see_values_from_outside():
    made = model(
        """g (bool c, float[3] x) => (float[3] y) {
            z = Neg (x)
            y = If (c) <then_branch = t () => (float[3] a) { a = Exp (z) },
                        else_branch = e () => (float[3] b) { b = Identity (x) }>
        }"""
    )
    module = import_model(made)
    assert verify(module) == []
    [exp] = ops(module, "onnx.Exp")
    assert exp.operands[0] is ops(module, "onnx.Neg")[0].results[0]


@pytest.mark.parametrize(
    ("node", "mask", "whole"),
    [
        ("y = Attention (q, k, v)", "float[5, 7]", True),
        ("y = Attention <is_causal = 1> (q, k, v, m)", "float[5, 7]", True),
        ("y = Attention (q, k, v, m)", "float[5, 6]", True),
        ("y = Attention (q, k, v, m)", "float[a, b]", True),
        ("y = Attention (q, k, v, m)", "bool[5, 7]", True),
        ("y = Attention (q, k, v, m)", "int32[5, 7]", False),
        ("y = Attention <softcap = 2.0> (q, k, v)", "float[5, 7]", False),
        ("y = Attention <softcap = -2.0> (q, k, v)", "float[5, 7]", True),
        ("y = Attention <left_window_size = 2> (q, k, v)", "float[5, 7]", False),
        ("y, , , scores = Attention (q, k, v)", "float[5, 7]", False),
    ],
)
def test_attention_stays_where_it_is_lowered_whole(node, mask, whole):
    made = parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 25]>
        g (float[1, 2, 5, 8] q, float[1, 2, 7, 8] k, float[1, 2, 7, 8] v, {mask} m)
        => (float[1, 2, 5, 8] y) {{ {node} }}"""
    )
    assert bool(ops(import_model(made), "onnx.Attention")) == whole


@pytest.mark.parametrize(("cap", "capped"), [("2.0", True), ("-2.0", False), ("-0.0", False)])
def test_a_cap_that_is_not_above_0_is_none(cap, capped):
    """As in onnxruntime and onnx.reference (decision 040)."""
    made = parser.parse_model(
        f"""<ir_version: 10, opset_import: ["" : 24]>
        g (float[1, 2, 5, 8] q, float[1, 2, 7, 8] k, float[1, 2, 7, 8] v)
        => (float[1, 2, 5, 8] y, float[1, 2, 5, 7] s)
        {{ y, , , s = Attention <softcap = {cap}> (q, k, v) }}"""
    )
    assert bool(ops(import_model(made), "onnx.Tanh")) == capped


@pytest.mark.parametrize("block", ["0, 1", "1, 0", "0, 0", "0", "-1, 5"])
def test_blocks_without_elements(block):
    made = parser.parse_model(
        f"""<ir_version: 8, opset_import: ["" : 18]> g (float[1, 5, 5] x) => (float[1, 1, 5, 5] y)
        <int64[2] size = {{5, 5}}, int64[{block.count(",") + 1}] block = {{{block}}}>
        {{ y = Col2Im (x, size, block) }}"""
    )
    with pytest.raises(DiagnosticError, match="block"):
        verify_or_raise(import_model(made))


def test_other_domains_are_kept():
    made = parser.parse_model(
        """<ir_version: 8, opset_import: ["" : 18, "org.example" : 1]>
        g (float[2] x) => (float[2] y) { y = org.example.Twist <n = 3, s = "t"> (x) }"""
    )
    line = next(line for line in body(import_model(made)) if "onnx.Custom" in line)
    assert (
        '<{function_name = "Twist"}> {domain_name = "org.example", n = 3 : si64, '
        'onnx.declared = [tensor<?xf32>], s = "t"}' in line
    )


def test_onnx_text_files(tmp_path):
    path = tmp_path / "m.onnxtxt"
    path.write_text(
        '<ir_version: 8, opset_import: ["" : 18]> g (float[2] x) => (float[2] y) { y = Relu (x) }'
    )
    assert ops(import_model(path), "onnx.Relu")
    path.write_text("<ir_version: 8")
    assert "is not a model in ONNX's text" in error(path)


def test_training_information_is_noticed():
    made = model("g (float[2] x) => (float[2] y) { y = Relu (x) }")
    made.training_info.add()
    notices = []
    import_model(made, notice=notices.append)
    assert [n.message for n in notices] == ["the model's training information is left out"]


# Errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y = Relu (z)", """"y"("model"): error: 'Relu' uses 'z', which nothing makes"""),
        (
            "[n] y = Relux (x)",
            """"n"("model"): error: 'Relux' is not an operator of opset 18 of """
            "ai.onnx; did you mean 'Relu'?",
        ),
        ("y = Gelu (x)", "'Gelu' is not in opset 18 of ai.onnx, but only from opset 20 on"),
        (
            "a = Relu (b) b = Relu (a) y = Relu (a)",
            "uses 'b' before node 'Relu' makes it: the nodes are in a cycle, or not in order",
        ),
        ("y = Relu (x) y = Exp (x)", "'y' is made a second time"),
        ("z = Relu (x)", "nothing makes the output 'y' of graph 'g'"),
        ("y = Relu (x, x)", "'Relu' has 2 inputs, expected 1"),
        ("y = Add (x)", "'Add' has 1 inputs, expected 2"),
        ("y = Add (x, )", "'Add' has 1 inputs, expected 2"),
        (
            "y = LeakyRelu <alfa = 1.0> (x)",
            "'LeakyRelu' has no attribute 'alfa' in opset 16; did you mean 'alpha'?",
        ),
        (
            "y = LeakyRelu <alpha = 1> (x)",
            "'LeakyRelu' has attribute 'alpha' as int, expected float",
        ),
        (
            "y = LeakyRelu <alpha : ints = []> (x)",
            "'LeakyRelu' has attribute 'alpha' as ints, expected float",
        ),
        ("y = AveragePool (x)", "'AveragePool' misses attribute 'kernel_shape'"),
        (
            "y = Transpose <perm = [0, 2]> (x)",
            "'Transpose' expects a permutation as perm, got [0, 2]",
        ),
        (
            "y = MatMul (x, w)",
            "'MatMul' has matrices that do not fit: 3 columns on the left, 7 rows on the right",
        ),
        (
            "y = Cast <to = 7> (x)",
            "'Cast' makes 'y' of type 'tensor<2x3xi64>', but the model says 'tensor<2x3xf32>'",
        ),
        ("y = org.example.Thing (x)", ""),
    ],
)
def test_invalid_graphs(text, message):
    made = model(
        f"g (float[2, 3] x) => (float[2, 3] y) <float[7, 2] w = "
        f"{{{', '.join(['1.0'] * 14)}}}> {{ {text} }}"
    )
    if message:
        assert message in error(made)
    else:
        import_model(made)


def broken(change):
    made = model("g (float[2] x) => (float[2] y) { y = Add (x, w) }")
    made.graph.initializer.append(numpy_helper.from_array(np.ones(2, np.float32), "w"))
    change(made)
    return made


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda m: setattr(m.graph.initializer[0], "raw_data", b"123"),
            """"w"("model"): error: initializer 'w' has 3 bytes of data, expected 8 for [2]""",
        ),
        (
            lambda m: setattr(m.graph.initializer[0], "data_type", 99),
            "initializer 'w' has element type 99, which ONNX does not define",
        ),
        (lambda m: m.graph.initializer[0].dims.__setitem__(0, -2), "has negative dimensions: [-2]"),
        (lambda m: m.graph.input[0].type.Clear(), "input 'x' of graph 'g' has no type"),
        (
            lambda m: setattr(m.graph.input[0].type.tensor_type.shape.dim[0], "dim_value", -7),
            "value 'x' has a dimension of -7",
        ),
        (
            lambda m: setattr(m.opset_import[0], "version", 999),
            "the model needs opset 999 of ai.onnx, but the newest known one is",
        ),
        (
            lambda m: setattr(m.opset_import[0], "domain", "x"),
            "'Add' is of domain ai.onnx, which the model does not import",
        ),
        (
            lambda m: setattr(m.graph.node[0], "domain", "ai.onnx.ml"),
            "'Add' is of domain ai.onnx.ml, which the model does not import",
        ),
    ],
)
def test_invalid_models(change, message):
    assert message in error(broken(change))


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("gone.bin", "cannot open its external data 'gone.bin': No such file or directory"),
        ("../evil", "external data location \"../evil\" contains up-directory component '..'"),
        ("/etc/passwd", 'external data location "/etc/passwd" must be a relative path'),
    ],
)
def test_external_data_that_cannot_be_had(tmp_path, location, message):
    def change(made):
        tensor = made.graph.initializer[0]
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        tensor.external_data.add(key="location", value=location)

    assert f"initializer 'w' {message}" in error(broken(change), directory=str(tmp_path))


def test_files_that_are_no_models(tmp_path):
    assert "cannot open input file" in error(tmp_path / "missing.onnx")
    assert "No such file or directory" in error(str(tmp_path / "missing.onnx"))
    for name, data in (("empty", b""), ("text", b"hello, world\n"), ("zeros", bytes(100))):
        path = tmp_path / name
        path.write_bytes(data)
        assert "is not an ONNX model, or is damaged" in error(path)
    assert "expected a path, the bytes of an ONNX model or a ModelProto, found int" in error(3)


def test_truncated_models():
    data = with_random_weights(onnx.load(light_models()["squeezenet"])).SerializeToString()
    for end in (1, 10, 1000, len(data) // 2, len(data) - 1):
        assert "is not an ONNX model, or is damaged" in error(data[:end])


def test_mutated_models_give_errors_or_modules():
    choose = random.Random(0)
    source = model(
        """g (bool c, float[2, 3] x) => (float[2, 3] y) <float[3] w = {1.0, 2.0, 3.0}> {
            a = Add (x, w)
            s = Shape (a)
            r = Reshape (a, s)
            y = If (c) <then_branch = t () => (float[2, 3] p) { p = Softmax <axis = 1> (r) },
                        else_branch = e () => (float[2, 3] q) { q = Clip (r) }>
        }"""
    ).SerializeToString()
    refused = 0
    for _ in range(1000):
        data = bytearray(source)
        for _ in range(choose.randint(1, 4)):
            data[choose.randrange(len(data))] = choose.randrange(256)
        try:
            verify(import_model(bytes(data)))
        except DiagnosticError:
            refused += 1
    assert 0 < refused < 1000


def test_mutated_models_of_the_suite_give_errors_or_modules():
    """200 models, each with a few bytes changed; the graph passes take those that are read."""
    choose = random.Random(0)
    errors = []
    for case in choose.sample(suite_cases(), 200):
        data = bytearray(case.model.SerializeToString())
        for _ in range(choose.randint(1, 3)):
            data[choose.randrange(len(data))] = choose.randrange(256)
        context = Context()
        try:
            module = import_model(bytes(data), context)
            run_pipeline(module, "builtin.module(shape-inference,onnx-hybrid-transform)", context)
        except DiagnosticError as e:
            errors.append(str(e))
    assert 0 < len(errors) < 200
    assert [e for e in errors if "model" not in e] == []


def test_small_weights_are_written_out():
    made = broken(lambda m: None)
    [constant] = ops(import_model(made), "onnx.Constant")
    assert isinstance(constant, dialect.ConstantOp)
    assert isinstance(constant.properties["value"], DenseElementsAttr)
