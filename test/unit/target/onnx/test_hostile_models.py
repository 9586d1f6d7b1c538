"""Models made to keep a compiler busy, or to break it: they compile, or give one clear error."""

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper, parser

from mlirlite.ir.context import Context
from mlirlite.runtime.compiler import STAGES, run_stages
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

FLOAT = TensorProto.FLOAT
LOCAL = helper.make_opsetid("loc", 1)
X = np.array([1, -2], np.float32)


def info(name, shape=(2,), type=FLOAT):
    return helper.make_tensor_value_info(name, type, shape)


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs.split(), outputs.split(), **attributes)


def model(nodes, constants=(), inputs=("x",), output="y", functions=(), opset=17):
    ins = [info(i) if isinstance(i, str) else i for i in inputs]
    outs = [info(output) if isinstance(output, str) else output]
    tensors = [numpy_helper.from_array(np.asarray(v), k) for k, v in dict(constants).items()]
    return helper.make_model(
        helper.make_graph(nodes, "g", ins, outs, tensors),
        opset_imports=[helper.make_opsetid("", opset), LOCAL],
        functions=functions,
        ir_version=9,
    )


def function(name, *nodes):
    return helper.make_function(
        "loc", name, ["a"], ["b"], nodes, [helper.make_opsetid("", 17), LOCAL]
    )


def calls(count, *inner):
    """Functions that each have `inner` nodes, which call the next one; the last one negates."""
    made = [function(f"f{count}", node("Neg", "a", "b"))]
    for i in range(count):
        nodes = [node(f"f{i + 1}", a, b, domain="loc") for a, b in inner]
        made.append(function(f"f{i}", *nodes))
    return model([node("f0", "x", "y", domain="loc")], functions=made)


def nested_ifs(depth):
    """Serialized by hand, from the inside: protobuf does not write so deep."""

    def number(n):
        return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + number(n >> 7)

    def part(field, data):
        return number(field << 3 | 2) + number(len(data)) + data

    def whole(field, n):
        return number(field << 3) + number(n)

    def graph(content, output, extra=b""):
        return part(1, content) + part(2, b"g") + extra + part(12, part(1, output))

    inner = graph(part(1, b"x") + part(2, b"i0") + part(4, b"Neg"), b"i0")
    for k in range(depth):
        e, result = b"e%d" % k, b"i%d" % (k + 1)
        other = graph(part(1, b"x") + part(2, e) + part(4, b"Abs"), e)
        branches = b"".join(
            part(5, part(1, name) + part(6, g) + whole(20, 5))
            for name, g in ((b"then_branch", inner), (b"else_branch", other))
        )
        last = part(1, b"c") + part(2, result) + part(4, b"If") + branches
        inner = graph(last, result)
    inputs = (info("x"), info("c", (), TensorProto.BOOL))
    whole_graph = graph(last, result, b"".join(part(11, i.SerializeToString()) for i in inputs))
    return whole(1, 9) + part(7, whole_graph) + part(8, part(1, b"") + whole(2, 17))


def compiled_to_onnx(made):
    """Import, and all that evaluates constants."""
    context = Context()
    run_stages(import_model(made, context), context, STAGES[:1])


def message(made):
    with pytest.raises(DiagnosticError) as caught:
        import_model(made)
    return str(caught.value)


# Depth


@pytest.mark.bulk
def test_200_nested_ifs():
    session = InferenceSession(nested_ifs(200))
    for condition in True, False:
        [y] = session.run(None, {"x": X, "c": np.array(condition)})
        np.testing.assert_array_equal(y, -X if condition else abs(X))


def test_500_functions_that_call_one_another():
    [y] = InferenceSession(calls(500, ("a", "b"))).run(None, {"x": X})
    np.testing.assert_array_equal(y, -X)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: nested_ifs(2000), "more graphs in one another, the limit is 250"),
        (lambda: calls(1500, ("a", "b")), "more functions that wait for one another, the limit"),
        (lambda: calls(40, ("a", "t"), ("t", "b")), "'f0' becomes 1099511627776 nodes when"),
        (lambda: ranked(10_000), "has 10000 dimensions, the limit is 64"),
        (lambda: sequences(40), "more types in one another, the limit is 16"),
    ],
)
def test_what_is_too_deep_is_one_error(make, expected):
    said = message(make())
    assert expected in said
    assert len(said) < 3000


def ranked(rank):
    return model([node("Neg", "x", "y")], inputs=[info("x", [1] * rank)], output=info("y", None))


def sequences(depth):
    type = helper.make_tensor_type_proto(FLOAT, [2])
    for _ in range(depth):
        type = helper.make_sequence_type_proto(type)
    return model([node("Neg", "x", "y")], inputs=["x", helper.make_value_info("s", type)])


def test_limits_can_be_set(monkeypatch):
    monkeypatch.setenv("MLIRLITE_LIMITS", "graph-depth=3,inlined-ops=100")
    assert "the limit is 3" in message(nested_ifs(5))
    assert "becomes 1024 nodes" in message(calls(10, ("a", "t"), ("t", "b")))
    monkeypatch.setenv("MLIRLITE_LIMITS", "graph-dept=3")
    assert "unknown limit 'graph-dept'; did you mean 'graph-depth'?" in message(nested_ifs(1))
    monkeypatch.setenv("MLIRLITE_LIMITS", "graph-depth=x")
    assert "expected a number for graph-depth, found 'x'" in message(nested_ifs(1))


# Constants


def summed(*nodes, **constants):
    """x plus the sum of a constant c that nodes make."""
    last = [node("ReduceSum", "c", "r", keepdims=0), node("Add", "x r", "y")]
    return model([*nodes, *last], constants)


ONE = numpy_helper.from_array(np.ones(1, np.float32))


def doubled(times):
    nodes = [node("Concat", f"t{i} t{i}", f"t{i + 1}", axis=0) for i in range(times)]
    return summed(*nodes, node("Identity", f"t{times}", "c"), t0=np.arange(2, dtype="f4"))


def looped(trips, condition):
    body = helper.make_graph(
        [node("Identity", "again", "still"), node("Add", "a a", "b")],
        "body",
        [info("i", (), TensorProto.INT64), info("again", (), TensorProto.BOOL), info("a")],
        [info("still", (), TensorProto.BOOL), info("b")],
    )
    constants = {"k": X}
    names = ["", "", "k"]
    if trips is not None:
        constants["n"], names[0] = np.array(trips), "n"
    if condition:
        constants["t"], names[1] = np.array(True), "t"
    loop = helper.make_node("Loop", names, ["c"], body=body)
    return summed(loop, **constants)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "make",
    [
        lambda: looped(1 << 62, False),
        lambda: looped(None, True),
        lambda: summed(node("ConstantOfShape", "s", "c", value=ONE), s=np.array([10**12])),
        lambda: summed(node("Tile", "k n", "c"), k=X, n=np.array([1 << 40])),
        lambda: summed(
            node("Range", "a n b", "i"), node("Cast", "i", "c", to=1), a=0, b=1, n=1 << 40
        ),
        lambda: doubled(62),
        lambda: summed(
            node("ConstantOfShape", "s", "d", value=ONE),
            node("Conv", "d w", "c"),
            s=np.array([1, 64, 4000, 4000]),
            w=np.ones((64, 64, 7, 7), np.float32),
        ),
    ],
)
def test_constants_that_would_take_too_long_are_left_to_the_run(make):
    compiled_to_onnx(make())


def test_a_constant_that_memory_has_no_room_for_ends_the_run():
    made = summed(node("ConstantOfShape", "s", "c", value=ONE), s=np.array([10**15]))
    session = InferenceSession(made)
    with pytest.raises(DiagnosticError, match="out of memory"):
        session.run(None, {"x": X})


def test_shapes_that_double_in_each_step_are_looked_at_once():
    nodes = [node("Shape", "x", "t0")]
    nodes += [node("Mul", f"t{i} t{i}", f"t{i + 1}") for i in range(64)]
    nodes += [node("Min", "t64 two", "s"), node("Expand", "x s", "y")]
    made = model(nodes, {"two": np.array([2])}, inputs=[info("x", ["n"])], output=info("y", ["m"]))
    compiled_to_onnx(made)


# What a stranger tries


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ([node("Neg", "b", "a"), node("Neg", "a", "b"), node("Add", "a x", "y")], "in a cycle"),
        ([node("Neg", "x", "y"), node("Abs", "x", "y")], "'y' is made a second time"),
        ([node("Neg", "n" * 10**6, "y")], "which nothing makes"),
        ([node("N" * 10**6, "x", "y")], "is not an operator of opset 17"),
        ([node("Foo", "x", "y", domain="com.acme")], None),
    ],
)
def test_graphs_that_make_no_sense(nodes, expected):
    made = model(nodes)
    if expected is None:
        with pytest.raises(DiagnosticError, match=r"no lowering for com\.acme\.Foo, .* function"):
            InferenceSession(made)
        return
    said = message(made)
    assert expected in said
    assert len(said) < 3000


def test_an_attribute_that_a_node_has_twice():
    softmax = node("Softmax", "x", "y", axis=0)
    softmax.attribute.append(onnx.helper.make_attribute("axis", -1))
    assert "'Softmax' has two attributes 'axis'" in message(model([softmax]))


def test_functions_that_call_themselves():
    again = function("f", node("f", "a", "b", domain="loc"))
    assert "calls itself" in message(model([node("f", "x", "y", domain="loc")], functions=[again]))
    both = [
        function("f", node("h", "a", "b", domain="loc")),
        function("h", node("f", "a", "b", domain="loc")),
    ]
    assert "calls itself" in message(model([node("f", "x", "y", domain="loc")], functions=both))


@pytest.mark.parametrize(
    ("opset", "expected"),
    [(0, "is not in opset 0"), (-1, "is not in opset -1"), (9999, "needs opset 9999")],
)
def test_opsets_that_are_none(opset, expected):
    assert expected in message(model([node("Neg", "x", "y")], opset=opset))


@pytest.mark.parametrize(
    ("dims", "values", "indices", "expected"),
    [
        ([2], 1, [7], "has indices outside of its shape 2"),
        ([2], 1, [-9], "has indices outside of its shape 2"),
        ([-2], 1, [0], "has dimensions -2"),
        ([1 << 62], 1, [0], "is sparse, but has 18446744073709551616 bytes"),
        ([2], 2, [0], "has 1 indices for 2 values of rank 1"),
        ([3, 0], 1, [1], "has indices outside of its shape 3x0"),
        ([2, 3], 1, [6], "has indices outside of its shape 2x3"),
    ],
)
def test_sparse_tensors(dims, values, indices, expected):
    made = model([node("Add", "x w", "y")])
    made.graph.sparse_initializer.append(
        onnx.SparseTensorProto(
            values=helper.make_tensor("w", FLOAT, [values], [1.0] * values),
            indices=helper.make_tensor("i", TensorProto.INT64, [len(indices)], indices),
            dims=dims,
        )
    )
    assert expected in message(made)


@pytest.mark.parametrize("size", [1 << 31, 1 << 40, 1 << 62])
def test_sizes_that_no_memory_has(size):
    made = model([node("Neg", "x", "y")], inputs=[info("x", [size])], output=info("y", [size]))
    compiled_to_onnx(made)
    tensor = TensorProto(name="w", data_type=FLOAT, dims=[size])
    made.graph.initializer.append(tensor)
    made.graph.node[0].input[0] = "w"
    assert f"has 0 bytes of data, expected {4 * size}" in message(made)


def test_windows_whose_sizes_would_wrap():
    made = parser.parse_model(
        '<ir_version: 9, opset_import: ["" : 19]> g (float[1, 1, h] x) => (float[a, b, c] y)'
        " { y = AveragePool <kernel_shape = [3], pads = [1, 1]> (x) }"
    )
    made.graph.node[0].attribute[1].ints[:] = [(1 << 63) - 1] * 2
    with pytest.raises(DiagnosticError, match="pads has an entry of 9223372036854775807, expected"):
        InferenceSession(made)
