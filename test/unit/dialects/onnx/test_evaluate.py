"""Constant folding: what it gives on the conformance suite is what the suite expects."""

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from mlirlite.dialects import onnx as dialect
from mlirlite.dialects.onnx.constants import array_from
from mlirlite.dialects.onnx.evaluate import fold
from mlirlite.ir.context import Context
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I64, RankedTensorType
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.target.onnx import import_model
from mlirlite.testing.onnx_suite import suite_cases

PIPELINE = "builtin.module(shape-inference,decompose-onnx,constprop-onnx)"


def with_constant_inputs(case):
    """The model with the inputs of its first data set as initializers; None if they are not
    arrays."""
    if not case.data_sets:
        return None
    inputs = case.data_sets[0][0]
    if not all(isinstance(v, np.ndarray) for v in inputs) or len(inputs) != len(
        case.model.graph.input
    ):
        return None
    model = onnx.ModelProto()
    model.CopyFrom(case.model)
    for value, array in zip(case.model.graph.input, inputs, strict=True):
        try:
            model.graph.initializer.append(numpy_helper.from_array(array, value.name))
        except (KeyError, ValueError):
            return None
    del model.graph.input[:]
    return model


def same(found, wanted):
    found, wanted = np.asarray(found), np.asarray(wanted)
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return False
    if wanted.dtype.kind in "OU":
        return bool((found == wanted).all())
    if wanted.dtype.kind in "fc":
        tolerance = 2e-3 if wanted.dtype.itemsize == 2 else 1e-5
        return np.allclose(found, wanted, rtol=tolerance, atol=tolerance, equal_nan=True)
    if wanted.dtype.kind == "V":
        return np.allclose(found.astype("f4"), wanted.astype("f4"), rtol=2e-2, equal_nan=True)
    return found.tobytes() == wanted.tobytes()


@pytest.mark.bulk
def test_folded_models_give_the_expected_outputs():
    folded, wrong = 0, []
    for case in suite_cases():
        model = with_constant_inputs(case)
        if model is None:
            continue
        context = Context()
        module = import_model(model, context)
        PassManager(parse_pipeline(PIPELINE), context).run(module)
        returned = module.body.first.regions[0].entry.last.operands
        for value, wanted in zip(returned, case.data_sets[0][1], strict=True):
            op = value.defining_op
            if isinstance(op, dialect.ConstantOp) and isinstance(wanted, np.ndarray):
                try:
                    found = array_from(op.elements())
                except ValueError:  # numpy has no such type
                    continue
                folded += 1
                if not same(found, wanted):
                    wrong.append(case.name)
    assert wrong == []
    assert folded > 1000


@pytest.mark.parametrize("count", [1, 1 << 20])
def test_splats_are_computed_once(count):
    type = RankedTensorType((2,), I64)
    shape = dialect.ConstantOp(value=DenseElementsAttr.of(type, [count, count]), output=type)
    [found] = fold(dialect.ConstantOfShapeOp(shape.results[0]))
    assert found.is_splat
    assert len(found.raw) == 4
    assert found.type.shape == (count, count)
