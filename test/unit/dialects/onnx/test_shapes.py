"""Shape inference, against onnx's own and against the shapes that the conformance suite states."""

import onnx
import pytest

from mlirlite.dialects.onnx.shapes import Window, broadcast, slide
from mlirlite.dialects.onnx.tensor import reshape
from mlirlite.dialects.onnx.types import OptType, SeqType
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.target.onnx import import_model
from mlirlite.testing.onnx_suite import suite_cases

Q = DYNAMIC

# onnx takes the stated members of the sequence for scalars; they are vectors of different lengths.
# What a loop's body declares of its inputs is a claim: in test_loop11 a size follows from no more.
KNOWN_WORSE = {"test_loop11", "test_loop13_seq"}


def ours(type):
    if isinstance(type, (SeqType, OptType)):
        return ours(type.element_type)
    if not isinstance(type, RankedTensorType):
        return None
    return tuple(None if d == DYNAMIC else d for d in type.shape)


def theirs(proto):
    kind = proto.WhichOneof("value")
    if kind in ("sequence_type", "optional_type"):
        return theirs(getattr(proto, kind).elem_type)
    if kind != "tensor_type" or not proto.tensor_type.HasField("shape"):
        return None
    dims = proto.tensor_type.shape.dim
    return tuple(d.dim_value if d.HasField("dim_value") else None for d in dims)


def forget_shape(proto):
    kind = proto.WhichOneof("value")
    if kind in ("sequence_type", "optional_type"):
        forget_shape(getattr(proto, kind).elem_type)
    elif kind == "tensor_type":
        proto.tensor_type.ClearField("shape")


def says_no_less(first, second):
    if second is None:
        return True
    if first is None or len(first) != len(second):
        return False
    return all(b is None or a == b for a, b in zip(first, second, strict=True))


def contradict(first, second):
    if first is None or second is None:
        return False
    if len(first) != len(second):
        return True
    return any(None not in (a, b) and a != b for a, b in zip(first, second, strict=True))


def infer_by_onnx(model):
    try:
        inferred = onnx.shape_inference.infer_shapes(model, data_prop=True)
    except (onnx.shape_inference.InferenceError, RuntimeError):
        return [None] * len(model.graph.output)
    return [theirs(o.type) for o in inferred.graph.output]


@pytest.mark.bulk
def test_as_sharp_as_onnx_on_the_whole_suite():
    """The declared shapes of outputs are removed, and inferred again."""
    worse, wrong, exact, outputs = {}, {}, 0, 0
    for case in suite_cases():
        model = onnx.ModelProto()
        model.CopyFrom(case.model)
        stated = [theirs(o.type) for o in model.graph.output]
        for output in model.graph.output:
            forget_shape(output.type)
        del model.graph.value_info[:]
        function = import_model(model).body.first
        found = [ours(t) for t in function.properties["function_type"].results]
        for mine, other, true in zip(found, infer_by_onnx(model), stated, strict=True):
            outputs += 1
            exact += mine == true
            if not says_no_less(mine, other) and case.name not in KNOWN_WORSE:
                worse[case.name] = (mine, other)
            if contradict(mine, true):
                wrong[case.name] = (mine, true)
    assert worse == {}
    assert wrong == {}
    assert exact > 0.85 * outputs  # the others depend on data


@pytest.mark.parametrize(
    ("shapes", "result"),
    [
        (((2, 1), (3,)), (2, 3)),
        (((), (4, 5)), (4, 5)),
        (((Q, 3), (1, 3)), (Q, 3)),
        (((Q,), (7,)), (7,)),
        (((Q,), (Q,)), (Q,)),
        (((0,), (1,)), (0,)),
        (((2, 3), None), None),
    ],
)
def test_broadcast(shapes, result):
    assert broadcast(*shapes) == result
    assert broadcast(*reversed(shapes)) == result


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match="2x3 and 4 that do not broadcast: 3 and 4 differ"):
        broadcast((2, 3), (4,))


@pytest.mark.parametrize(
    ("data", "target", "result"),
    [
        ((2, 3, 4), [0, -1], (2, 12)),
        ((Q, 4, 6), [-1, 24], (Q, 24)),
        ((2, 12), [Q, 12], (2, 12)),
        ((0, 3), [-1, 3], (0, 3)),
        (None, [0, -1], (Q, Q)),
        ((), [1, 1], (1, 1)),
    ],
)
def test_reshape(data, target, result):
    assert reshape(data, target) == result


def test_reshape_with_zeros_that_mean_zero():
    assert reshape((0, 3), [3, 0], allow_zero=True) == (3, 0)


@pytest.mark.parametrize(
    ("data", "target", "message"),
    [
        ((2, 3), [4, -1], "cannot reshape 2x3 to"),
        ((2, 3), [-1, -1], "more than one -1"),
        ((2,), [1, 0], "copies dimension 1 of data, which has rank 1 only"),
        ((2,), [-3], "negative dimension"),
    ],
)
def test_impossible_reshapes(data, target, message):
    with pytest.raises(ValueError, match=message):
        reshape(data, target)


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "dilation", "pads", "ceil", "count"),
    [
        (7, 3, 2, 1, (0, 0), False, 3),
        (8, 3, 2, 1, (0, 0), False, 3),
        (8, 3, 2, 1, (0, 0), True, 4),
        (5, 3, 1, 2, (1, 1), False, 3),
        (2, 1, 2, 1, (0, 1), True, 1),  # a second window would start in the padding
        (Q, 3, 1, 1, (1, 1), False, Q),
    ],
)
def test_windows(size, kernel, stride, dilation, pads, ceil, count):
    window = Window((kernel,), (stride,), (dilation,), pads[:1], pads[1:])
    assert slide(window, (size,), "NOTSET", ceil) == (count,)
