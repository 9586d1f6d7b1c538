"""Large weights of 16 bits stay so in memory, in products in f32 and in models of f16 and bf16."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from onnx import TensorProto, helper

import mlirlite
from mlirlite.conversion.onnx_to_krnl.registers.packing import exact_type
from mlirlite.ir.context import Context
from mlirlite.ir.types import BF16, F16, F32
from mlirlite.runtime.compiler import load_module, lower
from mlirlite.runtime.constants import constants_in

RNG = np.random.default_rng(0)
DEPTH, COLUMNS = 512, 520
KINDS = {
    "f16": (TensorProto.FLOAT16, np.float16),
    "bf16": (TensorProto.BFLOAT16, ml_dtypes.bfloat16),
}


def product(kind: str, form: str) -> tuple[bytes, Any, Any]:
    """A model of one product, its input and result."""
    type, dtype = KINDS[kind]
    weights = RNG.standard_normal((DEPTH, COLUMNS)).astype(dtype)
    whole = form == "model"
    x = RNG.standard_normal((3, DEPTH)).astype(dtype if whole else np.float32)
    stored = weights.T if form in ("gemm", "transpose") else weights
    data = np.ascontiguousarray(stored).tobytes()
    inits = [helper.make_tensor("h", type, stored.shape, data, raw=True)]
    cast = helper.make_node("Cast", ["h"], ["w"], to=TensorProto.FLOAT)
    nodes = {
        "matmul": [cast, helper.make_node("MatMul", ["x", "w"], ["y"])],
        "gemm": [cast, helper.make_node("Gemm", ["x", "w"], ["y"], transB=1)],
        "transpose": [
            cast,
            helper.make_node("Transpose", ["w"], ["t"], perm=[1, 0]),
            helper.make_node("MatMul", ["x", "t"], ["y"]),
        ],
        "model": [helper.make_node("MatMul", ["x", "h"], ["y"])],
    }[form]
    element = type if whole else TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("x", element, x.shape)],
        [helper.make_tensor_value_info("y", element, [3, COLUMNS])],
        inits,
    )
    made = helper.make_model(graph, ir_version=10, opset_imports=[helper.make_opsetid("", 21)])
    return made.SerializeToString(), x, x.astype(float) @ weights.astype(float)


@pytest.mark.parametrize("form", ["matmul", "gemm", "transpose", "model"])
@pytest.mark.parametrize("kind", list(KINDS))
def test_weights_stay_narrow(kind: str, form: str) -> None:
    model, x, wanted = product(kind, form)
    found = mlirlite.InferenceSession(model).run(None, {"x": x})[0]
    bound = {"model": 1e-2}.get(form, 3e-6)
    assert np.abs(found.astype(float) - wanted).max() < bound * np.abs(wanted).max()
    context = Context()
    module, _ = load_module(model, context)
    lower(module, context, machine="haswell")
    assert max(c.size for _, c in constants_in(module)) < DEPTH * COLUMNS * 2 * 1.05


def test_which_numbers_are_narrow() -> None:
    """All of them, infinities and denormals among them; NaN, whose bits may differ, is f32."""
    array = RNG.standard_normal((512, 512)).astype(np.float32)
    assert exact_type(array) is F32
    assert exact_type(array.astype(np.float16).astype(np.float32)) is F16
    cut = array.astype(ml_dtypes.bfloat16).astype(np.float32)
    assert exact_type(cut * 1e30) is F32
    assert exact_type((cut * 2.0**60).astype(np.float32)) is BF16
    assert exact_type(cut[:100]) is F32
    narrow = array.astype(np.float16)
    narrow[0, :2] = np.inf, 2.0**-24
    assert exact_type(narrow.astype(np.float32)) is F16
    narrow[-1, -1] = np.nan
    assert exact_type(narrow.astype(np.float32)) is not F16
