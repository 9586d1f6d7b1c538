"""The requirements of operators are checked at run time: for each declared requirement, inputs that
break it end the run of a one-operator model with an error that names the operator."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import helper, parser
from onnx.reference import ReferenceEvaluator

import mlirlite
from mlirlite.dialects.onnx import schemas
from mlirlite.dialects.onnx.attribute_values import LEAST, VALUES, wrong_attribute
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Between,
    Broadcast,
    Divides,
    Equal,
    NotZero,
    Reals,
    Requirement,
    Within,
    holds,
    known_leaf,
)
from mlirlite.dialects.onnx.terms import Count, Element, Size, Term, evaluate, leaves
from mlirlite.ir.values import BlockArgument
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx.import_ import import_model

Array = Any
Feeds = dict[str, Array]


def f(*shape: int, type: Any = np.float32) -> Array:
    """An array of floats."""
    return np.linspace(0.1, 0.9, int(np.prod(shape))).reshape(shape).astype(type)


def i(*numbers: Any, type: Any = np.int64) -> Array:
    """An array of integers."""
    return np.array(numbers, type)


def u8(*shape: int) -> Array:
    """An array of bytes."""
    return np.ones(shape, np.uint8)


_ONE = np.array(0.5, np.float32)
_ZERO = np.array(1, np.uint8)

CASES: dict[str, tuple[str, list[Array]]] = {
    # math
    "MatMul": ("y = MatMul(a, b)", [f(2, 3, 4), f(4, 5)]),
    "MatMulInteger": ("y = MatMulInteger(a, b, c, d)", [u8(3, 4), u8(4, 5), u8(3), u8(5)]),
    "QLinearMatMul": (
        "y = QLinearMatMul(a, b, c, d, e, f, g, h)",
        [u8(3, 4), _ONE, _ZERO, u8(4, 5), _ONE, _ZERO, _ONE, _ZERO],
    ),
    "Gemm": ("y = Gemm<transB = 1>(a, b, c)", [f(3, 4), f(5, 4), f(1, 5)]),
    "Einsum": ('y = Einsum<equation = "...ij,jk->...ik">(a, b)', [f(2, 3, 4), f(4, 5)]),
    "Det": ("y = Det(a)", [f(2, 3, 3)]),
    "PRelu": ("y = PRelu(a, b)", [f(2, 3), f(3)]),
    "SwiGLU": ("y = SwiGLU(a, b)", [f(2, 3), f(2, 3)]),
    "Clip": ("y = Clip(a, b)", [f(3), f(1)]),
    "CumSum": ("y = CumSum(a, b)", [f(2, 3), i(1)]),
    "CumProd": ("y = CumProd(a, b)", [f(2, 3), i(1)]),
    "MelWeightMatrix": (
        "y = MelWeightMatrix(a, b, c, d, e)",
        [i(4), i(16), i(8000), f(1) * 0, f(1) * 4000],
    ),
    "DFT": ("y = DFT(a, b, c)", [f(2, 8, 1), i(6), i(1)]),
    "STFT": ("y = STFT(a, b, c, d)", [f(1, 16, 1), i(4), f(8), i(8)]),
    # nn
    "Conv": ("y = Conv<group = 2>(a, b, c)", [f(1, 4, 5, 5), f(6, 2, 3, 3), f(6)]),
    "ConvInteger": ("y = ConvInteger(a, b, c, d)", [u8(1, 2, 5), u8(3, 2, 3), u8(1), u8(3)]),
    "QLinearConv": (
        "y = QLinearConv(a, b, c, d, e, f, g, h, k)",
        [u8(1, 2, 5), _ONE, _ZERO, u8(3, 2, 3), f(3), u8(3), _ONE, _ZERO, i(1, 2, 3, type="i")],
    ),
    "ConvTranspose": (
        "y = ConvTranspose<group = 2, pads = [3, 3]>(a, b, c)",
        [f(1, 4, 5), f(4, 2, 3), f(4)],
    ),
    "DeformConv": (
        "y = DeformConv<kernel_shape = [2, 2]>(a, b, c, d, e)",
        [f(1, 2, 4, 4), f(3, 2, 2, 2), f(1, 8, 3, 3), f(3), f(1, 4, 3, 3)],
    ),
    "CausalConvWithState": (
        "y, z = CausalConvWithState(a, b, c, d)",
        [f(1, 2, 5), f(2, 1, 3), f(2), f(1, 2, 2)],
    ),
    "Col2Im": ("y = Col2Im(a, b, c)", [f(1, 8, 9), i(4, 4), i(2, 2)]),
    "MaxPool": ("y = MaxPool<kernel_shape = [3]>(a)", [f(1, 2, 5)]),
    "AveragePool": ("y = AveragePool<kernel_shape = [3], pads = [1, 0]>(a)", [f(1, 2, 5)]),
    "LpPool": ("y = LpPool<kernel_shape = [2, 2]>(a)", [f(1, 2, 5, 5)]),
    "GlobalMaxPool": ("y = GlobalMaxPool(a)", [f(1, 2, 5)]),
    "MaxUnpool": (
        "y = MaxUnpool<kernel_shape = [2], pads = [1, 1]>(a, b)",
        [f(1, 1, 3), i(0, 1, 1)[None, None]],
    ),
    "BatchNormalization": (
        "y = BatchNormalization(a, b, c, d, e)",
        [f(2, 3, 4), f(3), f(3), f(3), f(3)],
    ),
    "InstanceNormalization": ("y = InstanceNormalization(a, b, c)", [f(2, 3, 4), f(3), f(3)]),
    "GroupNormalization": (
        "y = GroupNormalization<num_groups = 2>(a, b, c)",
        [f(2, 4, 3), f(4), f(4)],
    ),
    "LayerNormalization": ("y = LayerNormalization(a, b, c)", [f(2, 3), f(3), f(3)]),
    "RMSNormalization": ("y = RMSNormalization(a, b)", [f(2, 3), f(3)]),
    "Attention": ("y = Attention(a, b, c)", [f(1, 4, 3, 2), f(1, 2, 5, 2), f(1, 2, 5, 4)]),
    "DepthToSpace": ("y = DepthToSpace<blocksize = 2>(a)", [f(1, 8, 2, 2)]),
    "SpaceToDepth": ("y = SpaceToDepth<blocksize = 2>(a)", [f(1, 2, 4, 4)]),
    "Resize": ("y = Resize(a, , , b)", [f(1, 1, 3, 3), i(1, 1, 5, 5)]),
    "Resize by scales": ("y = Resize(a, , b)", [f(1, 1, 3, 3), f(4)]),
    "TensorScatter": ("y = TensorScatter(a, b, c)", [f(2, 1, 4, 3), f(2, 1, 2, 3), i(0, 1)]),
    "GridSample": ("y = GridSample(a, b)", [f(1, 2, 3, 3), f(1, 4, 4, 2)]),
    "AffineGrid": ("y = AffineGrid(a, b)", [f(2, 2, 3), i(2, 3, 4, 5)]),
    "RoiAlign": ("y = RoiAlign(a, b, c)", [f(2, 3, 8, 8), f(2, 4), i(0, 1)]),
    "NonMaxSuppression": (
        "y = NonMaxSuppression(a, b, c, d)",
        [f(1, 6, 4), f(1, 2, 6), i(3), np.float32([0.5])],
    ),
    # recurrent
    "RNN": (
        "y = RNN<hidden_size = 3>(a, b, c, d, e, f)",
        [f(4, 2, 5), f(1, 3, 5), f(1, 3, 3), f(1, 6), i(4, 2, type="i"), f(1, 2, 3)],
    ),
    "GRU": ("y = GRU<hidden_size = 3>(a, b, c)", [f(4, 2, 5), f(1, 9, 5), f(1, 9, 3)]),
    "LSTM": (
        "y = LSTM<hidden_size = 3>(a, b, c, d, , e, g, h)",
        [f(4, 2, 5), f(1, 12, 5), f(1, 12, 3), f(1, 24), f(1, 2, 3), f(1, 2, 3), f(1, 9)],
    ),
    # reductions
    "ReduceSum": ("y = ReduceSum(a, b)", [f(2, 3, 4), i(0, -1)]),
    "ReduceMax": ("y = ReduceMax<keepdims = 1>(a, b)", [f(2, 3, 4), i(1)]),
    "ArgMax": ("y = ArgMax<axis = 1>(a)", [f(2, 3)]),
    "TopK": ("y, z = TopK(a, b)", [f(2, 3), i(2)]),
    # tensors
    "Add": ("y = Add(a, b)", [f(2, 3), f(3)]),
    "Where": ("y = Where(a, b, c)", [f(2, 3) > 0, f(2, 3), f(3)]),
    "Gather": ("y = Gather<axis = 1>(a, b)", [f(2, 3), i(0, -3)]),
    "GatherElements": ("y = GatherElements(a, b)", [f(2, 3), i(0, -2)[:, None]]),
    "GatherND": ("y = GatherND(a, b)", [f(2, 3), i(0, -1)[None]]),
    "ScatterElements": ("y = ScatterElements(a, b, c)", [f(2, 3), i(0, -2)[:, None], f(2, 1)]),
    "ScatterND": ("y = ScatterND(a, b, c)", [f(2, 3), i(0, -1)[:, None], f(2, 3)]),
    "Slice": ("y = Slice(a, b, c, d, e)", [f(4, 5), i(0), i(4), i(1), i(2)]),
    "Pad": ("y = Pad(a, b)", [f(2, 3), i(1, 0, -1, 2)]),
    "Pad-reflect": ('y = Pad<mode = "reflect">(a, b)', [f(3, 3), i(1, 0, 2, 1)]),
    "CenterCropPad": ("y = CenterCropPad(a, b)", [f(2, 3), i(3, 2)]),
    "ReverseSequence": ("y = ReverseSequence(a, b)", [f(4, 2), i(4, 1)]),
    "OneHot": ("y = OneHot(a, b, c)", [i(0, 2), np.array(3), f(2)]),
    "Reshape": ("y = Reshape(a, b)", [f(2, 3), i(3, -1)]),
    "Squeeze": ("y = Squeeze(a, b)", [f(2, 1), i(1)]),
    "Unsqueeze": ("y = Unsqueeze(a, b)", [f(2, 3), i(1)]),
    "Concat": ("y = Concat<axis = 1>(a, b)", [f(2, 3), f(2, 1)]),
    "Split": ("y, z = Split(a, b)", [f(5, 2), i(2, 3)]),
    "Tile": ("y = Tile(a, b)", [f(2, 3), i(2, 1)]),
    "ConstantOfShape": ("y = ConstantOfShape(a)", [i(2, 3)]),
    # quantized
    "QuantizeLinear": ("y = QuantizeLinear(a, b, c)", [f(2, 3), f(3), u8(3)]),
    "DequantizeLinear": ("y = DequantizeLinear<axis = 0>(a, b, c)", [u8(2, 3), f(2), u8(2)]),
    "DequantizeLinear-blocks": (
        "y = DequantizeLinear<block_size = 2>(a, b)",
        [u8(2, 5), f(2, 3)],
    ),
    # ai.onnx.ml
    "ArrayFeatureExtractor": ("y = ai.onnx.ml.ArrayFeatureExtractor(a, b)", [f(2, 3), i(0, 2)]),
    "Scaler": ("y = ai.onnx.ml.Scaler<offset = [1.0, 2.0], scale = [1.0]>(a)", [f(3, 2)]),
    "LinearRegressor": ("y = ai.onnx.ml.LinearRegressor<coefficients = [1.0, 2.0]>(a)", [f(3, 2)]),
}
"""A node and its inputs, which fit."""

RANKS = {
    "AffineGrid": 4,
    "Col2Im": 4,
    "ConstantOfShape": 2,
    "GatherND": 1,
    "Reshape": 2,
    "Squeeze": 1,
    "Unsqueeze": 3,
    "Expand": 2,
}
"""Results' ranks that the model has to say."""


def model_of(text: str, feeds: Mapping[str, Array], *, sizes: bool) -> onnx.ModelProto:
    """A model of one node, which declares the sizes of its inputs or only their ranks."""
    node = parser.parse_node(text)
    if "." in node.op_type or node.domain:
        domain, _, kind = f"{node.domain}.{node.op_type}".strip(".").rpartition(".")
        node.domain, node.op_type = domain, kind
    inputs = [
        helper.make_tensor_value_info(
            name,
            helper.np_dtype_to_tensor_dtype(x.dtype),
            list(x.shape) if sizes else [f"{name}{d}" for d in range(x.ndim)],
        )
        for name, x in feeds.items()
    ]
    outputs = [onnx.ValueInfoProto(name=o) for o in node.output]
    if node.op_type in RANKS:
        dims = [f"y{d}" for d in range(RANKS[node.op_type])]
        outputs = [helper.make_tensor_value_info("y", onnx.TensorProto.FLOAT, dims)]
    graph = helper.make_graph([node], "g", inputs, outputs)
    opsets = [helper.make_opsetid("", 28), helper.make_opsetid("ai.onnx.ml", 5)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def feeds_of(text: str, values: list[Array]) -> Feeds:
    names = dict.fromkeys(n for n in parser.parse_node(text).input if n)
    return dict(zip(names, values, strict=True))


def operator(model: onnx.ModelProto) -> OnnxOp:
    """The imported operator."""
    wanted = f"onnx.{model.graph.node[0].op_type}"
    module = mlirlite.run_pipeline(import_model(model), "builtin.module(declared-ranks-onnx)")
    return next(o for o in module.walk() if isinstance(o, OnnxOp) and o.name.startswith(wanted))


def terms(requirement: Requirement) -> list[Term]:
    match requirement:
        case Equal(a, b) | Broadcast(a, b) | Divides(a, b):
            return [a, b]
        case NotZero(a):
            return [a]
        case Between(a, low, high):
            return [t for t in (a, low, high) if t is not None]
    return []


def others(op: OnnxOp, requirement: Requirement, feeds: Feeds) -> Iterator[Feeds]:
    """Inputs that differ in the sizes or values that the requirement is about."""
    names = _names(op, feeds)
    if isinstance(requirement, Within):
        name = names[requirement.operand]
        leaf = leaf_of(op, feeds)
        low, high = evaluate(requirement.low, leaf), evaluate(requirement.high, leaf)
        for number in (low - 1, high + 1, 2**31 - 1, -(2**31)):
            changed = feeds[name].copy()
            changed[..., requirement.column or 0] = number
            yield {**feeds, name: changed}
        return
    if isinstance(requirement, Reals):
        name = names[requirement.operand]
        for number in (-1, 2, np.nan):
            changed = feeds[name].copy()
            changed.reshape(-1)[-1] = number
            yield {**feeds, name: changed}
        return
    for term in terms(requirement):
        for leaf in leaves(term):
            name = names[leaf.operand]  # type: ignore[attr-defined]
            x = feeds[name]
            match leaf:
                case Size(_, dim):
                    for size in (x.shape[dim] + 1, x.shape[dim] - 1, x.shape[dim] * 2, 0, 1):
                        yield {
                            **feeds,
                            name: np.resize(x, (*x.shape[:dim], size, *x.shape[dim + 1 :])),
                        }
                case Count() if x.ndim:
                    for size in (x.shape[0] + 1, x.shape[0] - 1, 0):
                        yield {**feeds, name: np.resize(x, (size, *x.shape[1:]))}
                case Element(_, position):
                    ends = (2**62, -(2**62)) if x.dtype == np.int64 else (2**31 - 1, -(2**31))
                    for number in (*ends, 0, *range(-1, 9)):
                        changed = x.copy()
                        changed.reshape(-1)[position] = number
                        yield {**feeds, name: changed}


def _names(op: OnnxOp, feeds: Feeds) -> list[str]:
    """The names of an op's operands: the arguments of the function."""
    names = list(feeds)
    return [names[v.index] if isinstance(v, BlockArgument) else "" for v in op.operands]


def leaf_of(op: OnnxOp, feeds: Feeds) -> Callable[[Term], int | None]:
    """The number that a leaf of a term is for these inputs."""
    names = _names(op, feeds)

    def leaf(value: Term) -> int | None:
        x = feeds[names[value.operand]]  # type: ignore[attr-defined]
        match value:
            case Size(_, dim):
                return int(x.shape[dim])
            case Count():
                return int(x.size)
            case Element(_, position):
                return int(x.reshape(-1)[position]) if position < x.size else None
        return None

    return leaf


def is_broken(op: OnnxOp, requirement: Requirement, feeds: Feeds) -> bool:
    names, leaf = _names(op, feeds), leaf_of(op, feeds)
    if isinstance(requirement, Within):
        low, high = evaluate(requirement.low, leaf), evaluate(requirement.high, leaf)
        x = feeds[names[requirement.operand]]
        return bool(x.size and ((x < low) | (x > high)).any())
    if isinstance(requirement, Reals):
        return not requirement.hold(feeds[names[requirement.operand]]).all()
    return holds(requirement, leaf) is False


@pytest.mark.sampled(26)
@pytest.mark.parametrize("case", CASES)
def test_a_broken_requirement_ends_the_run(case: str) -> None:
    text, values = CASES[case]
    feeds = feeds_of(text, values)
    model = model_of(text, feeds, sizes=False)
    session = mlirlite.InferenceSession(model)
    session.run(None, feeds)
    op = operator(model)
    known, tried = known_leaf(op), 0
    for requirement in op.requirements():
        if holds(requirement, known):
            continue
        all_broken = [x for x in others(op, requirement, feeds) if is_broken(op, requirement, x)]
        assert all_broken, f"nothing breaks {requirement}"
        broken = all_broken[0]
        for inputs in all_broken if isinstance(requirement, Within) else [broken]:
            with pytest.raises(DiagnosticError, match=f"'?{op.name}'? ?op|{op.name}:"):
                session.run(None, inputs)
        tried += 1
        if case in RANKS or all(feeds[n].shape == x.shape for n, x in broken.items()):
            continue  # a claimed rank that does not follow from the operators is dropped
        with pytest.raises(DiagnosticError):
            mlirlite.InferenceSession(model_of(text, broken, sizes=True)).run(None, broken)
    assert tried


@pytest.mark.bulk
def test_positions_of_an_operator_that_is_a_function_count_from_the_front() -> None:
    text = "y = RotaryEmbedding(a, b, c, d)"
    feeds = feeds_of(text, [f(1, 2, 3, 4), f(5, 2), f(5, 2), i(0, 1, 2)[None]])
    session = mlirlite.InferenceSession(model_of(text, feeds, sizes=False))
    for position in (-1, 5):
        wrong = feeds_of(text, [*list(feeds.values())[:3], i(0, position, 2)[None]])
        with pytest.raises(DiagnosticError, match=rf"RotaryEmbedding.*idx={position} .*\[0,4\]"):
            session.run(None, wrong)


def test_the_table_of_attributes_names_existing_attributes() -> None:
    for attribute, operators in VALUES.items():
        named = {n for n in operators if n != "*"}
        having = {
            s.name: s.attributes[attribute]
            for domain in schemas.domains()
            for name in schemas.names(domain)
            for version in schemas.versions(name, domain)
            if (s := schemas.lookup(name, version, domain)) and attribute in s.attributes
        }
        assert named <= having.keys()
        for name, found in having.items():
            values = operators.get(name) or operators.get("*")
            assert values is None or found.default is None or found.default in values


def declared_attributes() -> Iterator[tuple[schemas.Schema, str, Any]]:
    """Operators, an attribute whose values the tables limit, and values beside them."""
    for domain in schemas.domains():
        for name in schemas.names(domain):
            schema = schemas.lookup(name, max(schemas.versions(name, domain)), domain)
            assert schema is not None
            for attribute, declared in schema.attributes.items():
                values = VALUES.get(attribute, {})
                allowed = values.get(name) or values.get("*")
                wrong: list[Any] = []
                if allowed:
                    texts = isinstance(allowed[0], str)
                    wrong = ["bogus"] if texts else [2**40, -9, max(allowed) + 1]
                elif name in LEAST.get(attribute, (0, ()))[1]:
                    wrong = [LEAST[attribute][0] - 1, -(2**63)]
                plural = declared.kind.endswith("s")
                yield from ((schema, attribute, [1, w] if plural else w) for w in wrong)


def test_values_beside_the_tables_are_wrong() -> None:
    count = 0
    for schema, attribute, wrong in declared_attributes():
        given = {attribute: tuple(wrong) if isinstance(wrong, list) else wrong}
        op: Any = SimpleNamespace(schema=schema, get=lambda n, other=None, g=given: g.get(n, other))
        assert f"attribute '{attribute}' is" in (wrong_attribute(op) or "")
        count += 1
    assert count > 200


@pytest.mark.parametrize(
    "node",
    [
        "CumSum<exclusive = 2>(x, k)",
        "MaxPool<kernel_shape = [2, 2], ceil_mode = 2>(x)",
        "AveragePool<kernel_shape = [2, 2], pads = [0, -1, 0, 0]>(x)",
        "LRN<size = -1>(x)",
    ],
)
def test_a_node_with_such_a_value_is_refused(node: str) -> None:
    with pytest.raises(DiagnosticError, match=r"attribute '\w+' is"):
        mlirlite.InferenceSession(_model_of(node))


@pytest.mark.parametrize(
    "node",
    [
        "MaxPool<kernel_shape = [2, 2], pads = [0, 2, 0, 0]>(x)",
        "AveragePool<kernel_shape = [2, 2], pads = [0, 0, 0, 3]>(x)",
        "LpPool<kernel_shape = [2, 2], dilations = [2, 1], pads = [3, 0, 0, 0]>(x)",
        "ConvTranspose<output_padding = [0, 1]>(x, w)",
        "ConvTranspose<strides = [2, 2], output_padding = [2, 0]>(x, w)",
    ],
)
def test_windows_of_padding_only(node: str) -> None:
    """Such elements have no value that ONNX says; onnxruntime refuses them, too."""
    with pytest.raises(DiagnosticError, match="not less than"):
        mlirlite.InferenceSession(_model_of(node))


@pytest.mark.parametrize(
    "node",
    [
        "MaxPool<kernel_shape = [2, MIN]>(x)",
        "MaxPool<kernel_shape = [2, 2], strides = [1, MIN]>(x)",
        "MaxPool<kernel_shape = [2, 2], dilations = [MIN, 1]>(x)",
        "MaxPool<kernel_shape = [2, 2], pads = [0, 0, 0, MIN]>(x)",
        "ConvTranspose<output_shape = [MIN, 4]>(x, w)",
        "Reshape(x, s)",
        "ConstantOfShape(s)",
        "OneHot(indices, depth, values)",
    ],
)
def test_the_number_that_stands_for_an_unknown_size(node: str) -> None:
    """-2^63, which types hold where a size is unknown, is no size of a model."""
    text = (
        '<ir_version: 10, opset_import: ["" : 21]> '
        "g (float[1, 4, 4, 4] x, float[4, 1, 3, 3] w) => (float[A, B, C, D] y) "
        "<int64[4] s = {1, 4, 4, MIN}, int64[1, 1, 1] indices = {0}, int64 depth = {MIN}, "
        f"float[2] values = {{0, 1}}> {{ y = {node} }}"
    )
    model = parser.parse_model(text.replace("MIN", str(-(2**63))))
    with pytest.raises(DiagnosticError):
        mlirlite.InferenceSession(model)


def test_padding_below_a_dilated_window() -> None:
    node = "MaxPool<kernel_shape = [2, 2], dilations = [3, 3], pads = [2, 2, 2, 2]>(x)"
    model = _model_of(node)
    x = np.arange(64, dtype=np.float32).reshape(1, 4, 4, 4)
    [found] = mlirlite.InferenceSession(model).run(None, {"x": x})
    assert np.array_equal(found, ReferenceEvaluator(model).run(None, {"x": x})[0])


def _model_of(node: str) -> onnx.ModelProto:
    inputs = {"x": "float[1, 4, 4, 4] x", "k": "int64 k", "w": "float[4, 1, 3, 3] w"}
    used = ", ".join(text for name, text in inputs.items() if re.search(rf"\b{name}[,)]", node))
    return parser.parse_model(
        '<ir_version: 10, opset_import: ["" : 21]> '
        f"g ({used}) => (float[A, B, C, D] y) {{ y = {node} }}"
    )


@pytest.mark.parametrize("count", [1, 3, 5])
def test_zero_points_of_columns_whose_number_is_unknown(count: int) -> None:
    """One for all, or one for each: vectors of columns read no further."""
    model = parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 17]> g (uint8[m, k] a, int8[k, n] b, uint8 az, '
        "int8[z] bz) => (int32[m, n] y) { y = MatMulInteger(a, b, az, bz) }"
    )
    feeds = {
        "a": np.ones((2, 4), np.uint8),
        "b": np.ones((4, 5), np.int8),
        "az": np.uint8(0),
        "bz": np.ones(count, np.int8),
    }
    session = mlirlite.InferenceSession(model, sanitize="address")
    if count != 3:
        assert (session.run(None, feeds)[0] == 0).all()
    else:
        with pytest.raises(DiagnosticError, match="3"):
            session.run(None, feeds)
