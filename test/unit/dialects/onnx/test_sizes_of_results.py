"""A constant operand that makes an operator an identity leaves the sizes of its result as they are,
whatever the others broadcast to in a run: every operator that broadcasts, every operand."""

from itertools import product

import numpy as np
import onnx
import pytest
from onnx import helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from mlirlite.dialects import onnx as dialect
from mlirlite.dialects.onnx.math.elementwise import Broadcast
from mlirlite.ir.context import Context
from mlirlite.passes.manager import run_pipeline
from mlirlite.target.onnx import import_model
from mlirlite.target.onnx.export import export_model

KINDS = {
    "tensor(float)": np.dtype(np.float32),
    "tensor(int32)": np.dtype(np.int32),
    "tensor(uint8)": np.dtype(np.uint8),
    "tensor(bool)": np.dtype(bool),
}
ATTRIBUTES = {"BitShift": {"direction": "LEFT"}, "Mod": {"fmod": 1}}
NO_ORACLE = ("Mean", "StringConcat")
"""The evaluator adds to the first operand in place; and strings, which are never neutral."""
FORMS = ((), (1,), (1, 1))
PASSES = "builtin.module(canonicalize,constprop-onnx,simplify-shape-related-ops-onnx,canonicalize)"


def broadcasting():
    """The newest schema of each operator that broadcasts, and the type of each operand."""
    for schema in onnx.defs.get_all_schemas():
        made = getattr(dialect, f"{schema.name}Op", object) if not schema.domain else object
        if not issubclass(made, Broadcast) or schema.name in NO_ORACLE:
            continue
        variadic = schema.inputs[-1].option == onnx.defs.OpSchema.FormalParameterOption.Variadic
        types = [
            next(d for text, d in KINDS.items() if text in i.types or text == i.type_str)
            for i in (*schema.inputs, *(schema.inputs if variadic else ()))
        ]
        yield schema.name, types


CASES = dict(broadcasting())


def model_of(name, types):
    """Each operand as each number in each form: a node of its own, with an output."""
    constants, nodes = [], []
    for i, dtype in enumerate(types):
        for number, form in product(range(2 if dtype.kind == "b" else 4), FORMS):
            constant, result = f"c{len(nodes)}", f"y{len(nodes)}"
            constants.append(numpy_helper.from_array(np.full(form, number, dtype), constant))
            operands = [constant if j == i else f"x{j}" for j in range(len(types))]
            nodes.append(helper.make_node(name, operands, [result], **ATTRIBUTES.get(name, {})))
    kinds = [helper.np_dtype_to_tensor_dtype(d) for d in types]
    inputs = [helper.make_tensor_value_info(f"x{i}", k, [None, None]) for i, k in enumerate(kinds)]
    outputs = [onnx.ValueInfoProto(name=n.output[0]) for n in nodes]
    return helper.make_model(helper.make_graph(nodes, name, inputs, outputs, constants))


@pytest.mark.parametrize("name", CASES)
def test_sizes_of_results(name):
    model = onnx.shape_inference.infer_shapes(model_of(name, CASES[name]))
    context = Context()
    module = import_model(model, context)
    run_pipeline(module, PASSES, context)
    before, after = ReferenceEvaluator(model), ReferenceEvaluator(export_model(module))
    for sizes in product(((2, 2), (1, 1), (1, 2)), repeat=len(CASES[name])):
        pairs = zip(sizes, CASES[name], strict=True)
        feeds = {f"x{i}": np.ones(size, dtype) for i, (size, dtype) in enumerate(pairs)}
        with np.errstate(all="ignore"):
            found, wanted = after.run(None, feeds), before.run(None, feeds)
        assert [f.shape for f in found] == [w.shape for w in wanted], sizes
