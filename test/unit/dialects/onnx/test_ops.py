"""Op classes made from schemas: fields, construction, look-up."""

import subprocess
import sys

import pytest

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx import nn
from mlirlite.dialects.onnx.constants import array_of, ints_of, known_ints, scalar_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.types import SI64, STRING, data_type, element_type, spelling
from mlirlite.ir.attributes import UNIT, IntegerAttr
from mlirlite.ir.block import Block
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import (
    DYNAMIC,
    F16,
    F32,
    F64,
    I1,
    I64,
    NONE,
    RankedTensorType,
    TupleType,
    UnrankedTensorType,
)
from mlirlite.ir.verifier import verify
from mlirlite.rewriting.effects import Effects


def tensor(*shape, of=F32):
    return RankedTensorType(shape, of)


def values(*types):
    return Block(types).args


def constant(type, data):
    return onnx.ConstantOp(value=DenseElementsAttr.of(type, data), output=type).results[0]


def no_value():
    return onnx.NoValueOp(value=UNIT).results[0]


def test_fields_read_as_python_values():
    x, w = values(tensor(1, 3, 8, 8), tensor(4, 3, 3, 3))
    op = onnx.ConvOp(x, w, no_value(), strides=(2, 2), group=1)
    assert op.name == "onnx.Conv"
    assert (x, w, None) == (op.X, op.W, op.B)
    assert (op.strides, op.group, op.auto_pad, op.pads) == ((2, 2), 1, "NOTSET", None)
    assert op.properties["group"] is IntegerAttr(1, SI64)
    assert op.Y.type is tensor(1, 4, 3, 3)
    assert isinstance(op, nn.Conv)
    assert verify(op) == []
    op.strides = [1, 1]
    assert op.strides == (1, 1)


def test_results_that_are_optional_are_none():
    [x] = values(tensor(2, 3))
    op = onnx.DropoutOp(x, no_value(), no_value())
    assert op.result_types == (tensor(2, 3), NONE)


def test_subgraphs_are_regions_in_the_order_then_else():
    assert [f.name for f in onnx.IfOp.definition.regions] == ["then_branch", "else_branch"]
    assert [f.name for f in onnx.LoopOp.definition.regions] == ["body"]


def test_clashing_names():
    results = [
        f.name for f in onnx.DIALECT.op_class("onnx.BatchNormalizationV9").definition.results
    ]
    assert results == ["Y", "o_mean", "o_var", "saved_mean", "saved_var"]
    split = onnx.SplitV1Op.definition
    assert split.properties["split"].attribute == "split_"
    assert [f.name for f in split.results] == ["outputs"]


def test_every_op_can_be_declared():
    names = onnx.DIALECT.op_names()
    assert len(names) > 300
    for name in names:
        cls = onnx.DIALECT.op_class(name)
        assert cls is not None
        assert cls.definition.name == name


def test_unknown_names():
    assert onnx.DIALECT.op_class("onnx.Foo") is None
    with pytest.raises(AttributeError, match="has no attribute 'FooOp'"):
        _ = onnx.FooOp
    with pytest.raises(TypeError, match=r"ConvOp\(\) missing 1 required positional argument: 'B'"):
        onnx.ConvOp(*values(tensor(1, 1, 3), tensor(1, 1, 3)))


def test_effects():
    assert onnx.AddOp.has_trait(Pure)
    assert not onnx.RandomNormalOp.has_trait(Pure)
    assert Effects().is_dead(onnx.RandomNormalOp(shape=(2,)))


def test_families():
    families = {name: onnx.DIALECT.family(f"onnx.{name}") for name in ("Conv", "ReduceSum", "Loop")}
    assert families == {"Conv": "nn", "ReduceSum": "reduction", "Loop": "control_flow"}


def test_every_operator_but_a_few_has_a_behavior():
    missing = {
        name
        for name in onnx.DIALECT.op_names()
        if issubclass(onnx.DIALECT.op_class(name), OnnxOp) and not onnx.DIALECT.family(name)
    }
    assert missing == {
        "onnx.CastMap",
        "onnx.DictVectorizer",
        "onnx.Gradient",
        "onnx.ShapeTransform",
        "onnx.ZipMap",
    }


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (tensor(2), "tensor(float)"),
        (UnrankedTensorType(F16), "tensor(float16)"),
        (tensor(2, of=STRING), "tensor(string)"),
        (onnx.SeqType(tensor(2, of=F64)), "seq(tensor(double))"),
        (onnx.OptType(onnx.SeqType(tensor(2, of=I1))), "optional(seq(tensor(bool)))"),
        (TupleType((I64, F32)), "map(int64, float)"),
        (NONE, "none"),
        (F32, ""),
    ],
)
def test_spelling(type, text):
    assert spelling(type) == text


def test_element_types_by_number():
    for number in range(1, 29):
        found = element_type(number)
        assert found is not None
        assert data_type(found) == number
    assert element_type(0) is None
    assert element_type(29) is None


# Constants


def test_reading_constants():
    two = constant(RankedTensorType((2,), I64), [3, -1])
    one = constant(RankedTensorType((1,), F32), [0.5])
    assert ints_of(two) == [3, -1]
    assert ints_of(one) is None
    assert scalar_of(one) == 0.5
    assert array_of(two).tolist() == [3, -1]
    [argument] = values(tensor(2, of=I64))
    assert (ints_of(argument), known_ints(argument)) == (None, [DYNAMIC, DYNAMIC])


def test_shape_arithmetic():
    [x] = values(RankedTensorType((DYNAMIC, 4, 6), F32))
    shape = onnx.ShapeOp(x).results[0]
    assert known_ints(shape) == [DYNAMIC, 4, 6]
    index = constant(RankedTensorType((1,), I64), [1])
    four = onnx.GatherOp(shape, index).results[0]
    eight = onnx.MulOp(four, constant(RankedTensorType((), I64), 2)).results[0]
    joined = onnx.ConcatOp([eight, four], axis=0).results[0]
    assert known_ints(joined) == [8, 4]


def test_unknown_dimensions_are_told_apart():
    """Reshape(x, [dim 0 of Relu(x), 4, -1]) has a known last dimension; with y's it has not."""
    x, y = values(*[RankedTensorType((DYNAMIC, 4, 6), F32)] * 2)
    rest = constant(RankedTensorType((2,), I64), [4, -1])
    zero = constant(RankedTensorType((1,), I64), [0])

    def reshaped(other):
        relu = onnx.ReluOp(other).results[0]
        first = onnx.GatherOp(onnx.ShapeOp(relu).results[0], zero).results[0]
        target = onnx.ConcatOp([first, rest], axis=0).results[0]
        return onnx.ReshapeOp(x, target).results[0].type.shape

    copied = constant(RankedTensorType((2,), I64), [0, -1])
    assert onnx.ReshapeOp(x, copied).results[0].type.shape == (DYNAMIC, 24)
    assert reshaped(x) == (DYNAMIC, 4, 6)
    assert reshaped(y) == (DYNAMIC, 4, DYNAMIC)


def test_import_is_cheap():
    code = (
        "import sys, mlirlite.dialects.onnx\n"
        "heavy = {'numpy', 'onnx', 'lark', 'mlirlite.dialects.onnx.nn'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
