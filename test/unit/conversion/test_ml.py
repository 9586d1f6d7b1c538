"""Operators of ai.onnx.ml, compiled, against onnxruntime (onnx.reference for maps)."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

import mlirlite

RNG = np.random.default_rng(3)
X = RNG.standard_normal((7, 4)).astype(np.float32)
TRANSFORMS = ("NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO")
SIZES = [True, False]
"""Whether the sizes of inputs are known, in the models that a test compiles."""


@pytest.fixture(autouse=True)
def sample(request: pytest.FixtureRequest) -> None:
    """Each test runs with static or with dynamic sizes, which its name decides; `--all-models` runs
    both."""
    name = request.node.name.encode()
    both = request.config.getoption("all_models")
    SIZES[:] = [True, False] if both else [zlib.crc32(name) % 2 == 0]


def compare(
    op: str,
    x: np.ndarray,
    outputs: tuple[int, ...],
    opset: int = 3,
    labels: bool = True,
    **attributes: Any,
) -> list[Any]:
    """Both engines must agree (`labels`: also on strings), with static and dynamic sizes."""
    names = [f"y{i}" for i in range(len(outputs))]
    node = helper.make_node(op, ["x"], names, domain="ai.onnx.ml", **attributes)
    found: list[Any] = []
    for known in SIZES:
        shape = list(x.shape) if known else [None] * x.ndim
        text = x.dtype.kind in "OU"
        kind = TensorProto.STRING if text else helper.np_dtype_to_tensor_dtype(x.dtype)
        graph = helper.make_graph(
            [node],
            "g",
            [helper.make_tensor_value_info("x", kind, shape)],
            [
                helper.make_tensor_value_info(n, t, None)
                for n, t in zip(names, outputs, strict=True)
            ],
        )
        opsets = [helper.make_opsetid("", 21), helper.make_opsetid("ai.onnx.ml", opset)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9)
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        peer = onnxruntime.InferenceSession(
            model.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        found = mlirlite.InferenceSession(model).run(None, {"x": x})
        for mine, theirs in zip(found, peer.run(None, {"x": x}), strict=True):
            if mine.dtype.kind == "O":
                assert not labels or mine.tolist() == theirs.tolist()
            else:
                assert mine.dtype == theirs.dtype
                np.testing.assert_allclose(mine, theirs, rtol=1e-4, atol=1e-5)
    return found


FLOAT, INT64, STRING = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING


@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("targets", [1, 3])
def test_linear_regressor(targets: int, transform: str) -> None:
    coefficients = RNG.standard_normal(4 * targets).tolist()
    intercepts = RNG.standard_normal(targets).tolist()
    if targets == 1 and transform != "NONE":
        transform = "NONE"
    compare(
        "LinearRegressor",
        X,
        (FLOAT,),
        1,
        coefficients=coefficients,
        intercepts=intercepts,
        targets=targets,
        post_transform=transform,
    )


@pytest.mark.sampled(6)
@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize("classes", [1, 2, 3])
@pytest.mark.parametrize("names", [False, True])
def test_linear_classifier(classes: int, transform: str, names: bool) -> None:
    labels = ["no", "yes", "maybe"][: max(classes, 2)]
    given: dict[str, Any] = (
        {"classlabels_strings": labels} if names else {"classlabels_ints": [5, 7, 9][: len(labels)]}
    )
    compare(
        "LinearClassifier",
        X,
        (STRING if names else INT64, FLOAT),
        1,
        coefficients=RNG.standard_normal(4 * classes).tolist(),
        intercepts=RNG.standard_normal(classes).tolist(),
        post_transform=transform,
        **given,
    )


@pytest.mark.parametrize("kernel", ["LINEAR", "RBF", "POLY", "SIGMOID"])
@pytest.mark.parametrize("one_class", [0, 1])
def test_svm_regressor(kernel: str, one_class: int) -> None:
    compare(
        "SVMRegressor",
        X,
        (FLOAT,),
        1,
        kernel_type=kernel,
        kernel_params=[0.3, 0.1, 2.0],
        n_supports=3,
        one_class=one_class,
        rho=[0.2],
        support_vectors=RNG.standard_normal(12).tolist(),
        coefficients=RNG.standard_normal(3).tolist(),
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("kernel", ["LINEAR", "RBF"])
@pytest.mark.parametrize("sizes", [(2, 3), (2, 1, 3)])
@pytest.mark.parametrize("names", [False, True])
def test_svm_classifier(kernel: str, sizes: tuple[int, ...], names: bool) -> None:
    total, classes = sum(sizes), len(sizes)
    pairs = classes * (classes - 1) // 2
    given: dict[str, Any] = (
        {"classlabels_strings": ["a", "b", "c"][:classes]}
        if names
        else {"classlabels_ints": [4, 5, 6][:classes]}
    )
    compare(
        "SVMClassifier",
        X,
        (STRING if names else INT64, FLOAT),
        1,
        kernel_type=kernel,
        kernel_params=[0.3, 0.1, 2.0],
        vectors_per_class=list(sizes),
        rho=RNG.standard_normal(pairs).tolist(),
        support_vectors=RNG.standard_normal(4 * total).tolist(),
        coefficients=RNG.standard_normal(total * (classes - 1)).tolist(),
        **given,
    )


def forest(kind: str, targets: int, trees: int = 3) -> dict[str, Any]:
    """Trees of depth 2 with random splits."""
    names = "treeids nodeids featureids values modes truenodeids falsenodeids"
    nodes: dict[str, list[Any]] = {n: [] for n in names.split(" ")}
    ends: dict[str, list[Any]] = {n: [] for n in ("treeids", "nodeids", "ids", "weights")}
    for tree in range(trees):
        for node in range(7):
            inner = node < 3
            nodes["treeids"].append(tree)
            nodes["nodeids"].append(node)
            nodes["featureids"].append(int(RNG.integers(4)) if inner else 0)
            nodes["values"].append(float(RNG.standard_normal()) if inner else 0.0)
            nodes["modes"].append("BRANCH_LEQ" if inner else "LEAF")
            nodes["truenodeids"].append(2 * node + 1 if inner else 0)
            nodes["falsenodeids"].append(2 * node + 2 if inner else 0)
            for target in range(targets) if not inner else ():
                ends["treeids"].append(tree)
                ends["nodeids"].append(node)
                ends["ids"].append(target)
                ends["weights"].append(float(RNG.standard_normal()))
    found = {f"nodes_{k}": v for k, v in nodes.items()}
    return found | {f"{kind}_{k}": v for k, v in ends.items()}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("how", ["SUM", "AVERAGE", "MIN", "MAX"])
@pytest.mark.parametrize("targets", [1, 2])
def test_tree_regressor(how: str, targets: int) -> None:
    compare(
        "TreeEnsembleRegressor",
        X,
        (FLOAT,),
        n_targets=targets,
        aggregate_function=how,
        base_values=[0.5] * targets,
        **forest("target", targets),
    )


@pytest.mark.sampled(6)
@pytest.mark.parametrize("transform", TRANSFORMS)
@pytest.mark.parametrize(
    ("classes", "only", "positive"),
    [(1, 0, False), (1, 1, False), (1, 0, True), (1, 1, True), (2, 0, True), (3, 0, False)],
)
def test_tree_classifier(classes: int, only: int, positive: bool, transform: str) -> None:
    given = forest("class", classes)
    if classes == 1:
        given["class_ids"] = [only] * len(given["class_ids"])
    if positive:
        given["class_weights"] = [abs(w) / 3 for w in given["class_weights"]]
    # Of two classes that both have weights, onnxruntime takes the second one when its score is
    # positive, which may not be the top one that the specification asks for.
    found, scores = compare(
        "TreeEnsembleClassifier",
        X,
        (STRING, FLOAT),
        labels=classes != 2,
        classlabels_strings=["a", "b", "c"][: max(2, classes)],
        post_transform=transform,
        **given,
    )
    if classes > 1 and transform != "SOFTMAX_ZERO":
        assert found.tolist() == ["abc"[i] for i in scores.argmax(axis=1)]


def test_trees_that_are_one_leaf() -> None:
    given = {
        "nodes_treeids": [0],
        "nodes_nodeids": [0],
        "nodes_featureids": [0],
        "nodes_values": [0.0],
        "nodes_modes": ["LEAF"],
        "nodes_truenodeids": [0],
        "nodes_falsenodeids": [0],
        "target_treeids": [0],
        "target_nodeids": [0],
        "target_ids": [0],
        "target_weights": [2.5],
    }
    [y] = compare("TreeEnsembleRegressor", X, (FLOAT,), n_targets=1, **given)
    assert (y == 2.5).all()


KEYS: dict[str, Any] = {
    "strings": ["b", "ä", "a"],
    "int64s": [3, -1, 7],
    "floats": [2.5, float("nan"), -1.0],
}
INPUTS = {
    "strings": np.array(["a", "ä", "?", "b"], object),
    "int64s": np.array([7, 3, 0, -1]),
    "floats": np.array([-1, np.nan, 9, 2.5], np.float32),
}


@pytest.mark.parametrize("source", ["strings", "int64s", "floats"])
@pytest.mark.parametrize("target", ["strings", "int64s", "floats"])
def test_label_encoder(source: str, target: str) -> None:
    values = {"strings": ["x", "y", "z"], "int64s": [1, 2, 3], "floats": [0.5, 1.5, 2.5]}
    given = {f"keys_{source}": KEYS[source], f"values_{target}": values[target]}
    default = {"strings": "none", "int64s": -5, "floats": -5.0}[target]
    given[f"default_{target.removesuffix('s')}"] = default
    kinds = {"strings": STRING, "int64s": INT64, "floats": FLOAT}
    compare("LabelEncoder", INPUTS[source], (kinds[target],), 4, **given)


def test_category_mapper() -> None:
    given = {"cats_strings": ["a", "b"], "cats_int64s": [10, 20], "default_int64": -3}
    compare("CategoryMapper", np.array(["b", "?", "a"], object), (INT64,), 1, **given)
    given = {"cats_strings": ["a", "b"], "cats_int64s": [10, 20], "default_string": "-"}
    compare("CategoryMapper", np.array([20, 5, 10]), (STRING,), 1, **given)


def test_one_hot_encoder() -> None:
    compare("OneHotEncoder", np.array([3, 9, 1]), (FLOAT,), 1, cats_int64s=[1, 2, 3])
    names = np.array(["b", "?"], object)
    compare("OneHotEncoder", names, (FLOAT,), 1, cats_strings=["a", "b"])


def test_imputer() -> None:
    x = X.copy()
    x[1, 2] = np.nan
    for values in ([1.0], [1.0, 2.0, 3.0, 4.0]):
        given = {"imputed_value_floats": values, "replaced_value_float": float("nan")}
        compare("Imputer", x, (FLOAT,), 1, **given)


@pytest.mark.parametrize("norm", ["MAX", "L1", "L2"])
def test_normalizer(norm: str) -> None:
    compare("Normalizer", X, (FLOAT,), 1, norm=norm)


def test_zip_map_and_dict_vectorizer() -> None:
    for attribute, labels, kind in (
        ("classlabels_strings", ["b", "a"], STRING),
        ("classlabels_int64s", [4, 2], INT64),
    ):
        node = helper.make_node("ZipMap", ["x"], ["z"], domain="ai.onnx.ml", **{attribute: labels})
        value = helper.make_tensor_type_proto(FLOAT, [])
        output = onnx.ValueInfoProto(name="z")
        output.type.sequence_type.elem_type.CopyFrom(helper.make_map_type_proto(kind, value))
        inputs = [helper.make_tensor_value_info("x", FLOAT, [None, 2])]
        model = helper.make_model(
            helper.make_graph([node], "g", inputs, [output]),
            opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("ai.onnx.ml", 1)],
            ir_version=9,
        )
        x = X[:3, :2]
        [rows] = mlirlite.InferenceSession(model).run(None, {"x": x})
        wanted = [dict(zip(labels, row.tolist(), strict=True)) for row in x]
        assert rows == wanted

    node = helper.make_node(
        "DictVectorizer", ["x"], ["y"], domain="ai.onnx.ml", string_vocabulary=["a", "b", "c"]
    )
    given = onnx.ValueInfoProto(name="x")
    given.type.CopyFrom(
        helper.make_map_type_proto(STRING, helper.make_tensor_type_proto(INT64, []))
    )
    model = helper.make_model(
        helper.make_graph(
            [node], "g", [given], [helper.make_tensor_value_info("y", INT64, [1, 3])]
        ),
        opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("ai.onnx.ml", 1)],
        ir_version=9,
    )
    [y] = mlirlite.InferenceSession(model).run(None, {"x": {"c": 3, "a": 1, "?": 9}})
    assert y.tolist() == [[1, 0, 3]]


@pytest.mark.parametrize(
    ("op", "attributes"),
    [
        ("LabelEncoder", {"keys_int64s": [1, 2, 3], "values_floats": [1.0, 2.0]}),
        ("LabelEncoder", {"keys_int64s": [1, 2], "values_floats": [1.0, 2.0, 3.0]}),
        ("CategoryMapper", {"cats_int64s": [1, 2, 3], "cats_strings": ["a", "b"]}),
    ],
)
def test_as_many_keys_as_values(op: str, attributes: Any) -> None:
    node = helper.make_node(op, ["x"], ["y"], domain="ai.onnx.ml", **attributes)
    kind = FLOAT if op == "LabelEncoder" else STRING
    infos = [helper.make_tensor_value_info(n, t, [2]) for n, t in (("x", INT64), ("y", kind))]
    model = helper.make_model(
        helper.make_graph([node], "g", infos[:1], infos[1:]),
        opset_imports=[
            helper.make_opsetid("", 21),
            helper.make_opsetid("ai.onnx.ml", 3 if op == "LabelEncoder" else 1),
        ],
        ir_version=9,
    )
    with pytest.raises(mlirlite.DiagnosticError, match=r"as many of both|the same size"):
        mlirlite.InferenceSession(model)


def cast_map(value: int, to: str, form: str, size: int) -> onnx.ModelProto:
    given = onnx.ValueInfoProto(name="x")
    given.type.CopyFrom(helper.make_map_type_proto(INT64, helper.make_tensor_type_proto(value, [])))
    node = helper.make_node(
        "CastMap", ["x"], ["y"], domain="ai.onnx.ml", cast_to=to, map_form=form, max_map=size
    )
    kind = {"TO_FLOAT": FLOAT, "TO_INT64": INT64, "TO_STRING": STRING}[to]
    output = helper.make_tensor_value_info("y", kind, [1, None])
    return helper.make_model(
        helper.make_graph([node], "g", [given], [output]),
        opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid("ai.onnx.ml", 1)],
        ir_version=9,
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("to", ["TO_FLOAT", "TO_INT64", "TO_STRING"])
@pytest.mark.parametrize(("form", "size"), [("DENSE", 1), ("SPARSE", 9), ("SPARSE", 2)])
def test_cast_map(to: str, form: str, size: int) -> None:
    x = {5: 1.5, 0: -0.0, 1: 3.4e38, 7: float("nan"), 6: -1e-9}
    model = cast_map(FLOAT, to, form, size)
    [mine] = mlirlite.InferenceSession(model).run(None, {"x": x})
    peer = onnxruntime.InferenceSession(model.SerializeToString())
    [theirs] = peer.run(None, {"x": x})
    np.testing.assert_array_equal(mine, theirs)

    # Python cannot give onnxruntime a map to texts.
    session = mlirlite.InferenceSession(cast_map(STRING, to, form, size))
    [mine] = session.run(None, {"x": {4: "12 or so", 0: "-7"}})
    nothing = {"TO_FLOAT": 0.0, "TO_INT64": 0, "TO_STRING": "0.f"}[to]
    texts = ["-7", "12 or so"] if to == "TO_STRING" else [-7, 12]
    row = texts if form == "DENSE" else [texts[0], *[nothing] * 8]
    if form == "SPARSE" and size > 4:
        row[4] = texts[1]
    assert mine.tolist() == [row if form == "DENSE" else row[:size]]
    if to != "TO_STRING":
        with pytest.raises(mlirlite.DiagnosticError, match="text 0 of its operand, which is no"):
            session.run(None, {"x": {0: "seven"}})


SVM = {
    "coefficients": [1.0, -2.0],
    "support_vectors": [1.0] * 8,
    "vectors_per_class": [1, 1],
    "rho": [0.0],
    "classlabels_ints": [0, 1],
}
NODES = {
    "nodes_featureids": [0, 0, 0],
    "nodes_modes": ["BRANCH_LEQ", "LEAF", "LEAF"],
    "nodes_truenodeids": [1, 0, 0],
    "nodes_falsenodeids": [2, 0, 0],
    "nodes_nodeids": [0, 1, 2],
    "nodes_treeids": [0, 0, 0],
    "nodes_values": [0.5, 0.0, 0.0],
    "target_ids": [0, 0],
    "target_nodeids": [1, 2],
    "target_treeids": [0, 0],
    "target_weights": [1.0, 2.0],
    "n_targets": 1,
}
ENSEMBLE = {
    "tree_roots": [0],
    "n_targets": 1,
    "nodes_featureids": [0, 1],
    "nodes_splits": helper.make_tensor("s", TensorProto.FLOAT, [2], [1.0, 2.0]),
    "nodes_modes": helper.make_tensor("m", TensorProto.UINT8, [2], [0, 0]),
    "nodes_truenodeids": [1, 0],
    "nodes_trueleafs": [0, 1],
    "nodes_falsenodeids": [0, 1],
    "nodes_falseleafs": [1, 1],
    "leaf_targetids": [0, 0],
    "leaf_weights": helper.make_tensor("w", TensorProto.FLOAT, [2], [1.0, 2.0]),
}
LINEAR = {"coefficients": [1.0] * 8, "intercepts": [0.0, 1.0], "classlabels_ints": [3, 4]}
REGRESSOR = {"coefficients": [1.0] * 8, "intercepts": [0.0, 1.0], "targets": 2}


@pytest.mark.parametrize(
    ("op", "given", "changed", "words"),
    [
        ("SVMClassifier", SVM, {"classlabels_ints": [0, 1, 2]}, "3 labels for 2 classes"),
        ("SVMClassifier", SVM, {"coefficients": [1.0]}, "1 entries in coefficients, expected 2"),
        ("SVMClassifier", SVM, {"vectors_per_class": [3, -1]}, "vectors_per_class"),
        ("SVMClassifier", SVM, {"prob_a": [1.0]}, "0 entries in prob_b, expected at least 1"),
        ("LinearClassifier", LINEAR, {"classlabels_ints": [3]}, "1 labels for 2 classes"),
        ("LinearClassifier", LINEAR, {"coefficients": [1.0] * 9}, "expected 2 rows"),
        ("LinearRegressor", REGRESSOR, {"intercepts": [1.0] * 3}, "3 entries in intercepts"),
        ("TreeEnsembleRegressor", NODES, {"target_ids": [0, 5]}, "weight of target 5"),
        ("TreeEnsembleRegressor", NODES, {"nodes_featureids": [-5, 0, 0]}, "feature -5"),
        ("TreeEnsembleRegressor", NODES, {"nodes_falsenodeids": [9, 0, 0]}, "branch to node 9"),
        ("TreeEnsembleRegressor", NODES, {"nodes_falsenodeids": [0, 0, 0]}, "leads back"),
        ("TreeEnsembleRegressor", NODES, {"nodes_values": [0.5]}, "1 entries in nodes_values"),
        ("TreeEnsembleRegressor", NODES, {"target_nodeids": [1, 7]}, "weight of node 7"),
        ("TreeEnsembleRegressor", NODES, {"target_treeids": [3, 0]}, "node 1 of tree 3"),
        ("TreeEnsembleRegressor", NODES, {"nodes_nodeids": [0, 1, 1]}, "node 1 .* more than once"),
        ("TreeEnsemble", ENSEMBLE, {"tree_roots": [2]}, "root 2, expected 0 to 1"),
        ("TreeEnsemble", ENSEMBLE, {"nodes_truenodeids": [1, 7]}, "leaf 7, expected 0 to 1"),
        ("TreeEnsemble", ENSEMBLE, {"nodes_truenodeids": [0, 0]}, "leads back"),
        ("TreeEnsemble", ENSEMBLE, {"leaf_targetids": [0, -3]}, "target -3"),
    ],
)
def test_tables_that_would_be_read_or_written_out_of_bounds_are_refused(
    op: str, given: dict[str, Any], changed: dict[str, Any], words: str
) -> None:
    count = 1 if "n_targets" in given or "targets" in given else 2
    outputs = [f"y{i}" for i in range(count)]

    def session(attributes: dict[str, Any]) -> mlirlite.InferenceSession:
        node = helper.make_node(op, ["x"], outputs, domain="ai.onnx.ml", **attributes)
        graph = helper.make_graph(
            [node],
            "g",
            [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 4])],
            [helper.make_empty_tensor_value_info(name) for name in outputs],
        )
        ml = helper.make_opsetid("ai.onnx.ml", 5 if op == "TreeEnsemble" else 3)
        opsets = [helper.make_opsetid("", 21), ml]
        return mlirlite.InferenceSession(helper.make_model(graph, opset_imports=opsets))

    session(given)
    with pytest.raises(mlirlite.DiagnosticError, match=words):
        session({**given, **changed})


def test_a_machine_of_four_classes_has_a_score_for_each_pair() -> None:
    compare(
        "SVMClassifier",
        X,
        (TensorProto.INT64, TensorProto.FLOAT),
        coefficients=[float(i % 5 - 2) for i in range(12)],
        support_vectors=[float(i % 3) for i in range(16)],
        vectors_per_class=[1, 1, 1, 1],
        rho=[0.1 * i for i in range(6)],
        classlabels_ints=[0, 1, 2, 3],
        kernel_type="LINEAR",
        kernel_params=[0.0, 0.0, 3.0],
    )
