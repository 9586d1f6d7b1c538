"""Operands of any rank, and lengths of any size, are imported or refused: no shape rule takes for
granted what a model may have otherwise."""

import numpy as np
import onnx
import onnx.defs
import pytest
from onnx import helper, numpy_helper

from mlirlite.ir.context import Context
from mlirlite.ir.crash import CrashError
from mlirlite.ir.verifier import verify
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.onnx import import_model

TYPES = "float", "int64", "int32", "uint8", "bool", "string", "double"
NUMBERS = {
    "INT": 1,
    "INTS": [1],
    "FLOAT": 1.0,
    "FLOATS": [1.0],
    "STRING": "x",
    "STRINGS": ["x"],
    "TENSOR": helper.make_tensor("t", onnx.TensorProto.FLOAT, [2], [1.0, 2.0]),
}
RANKS = 0, 1, 2, 3, 5
VALUES = None, 0, -1, 3
"""What operands in int64 hold; None: they are inputs."""


def operators():
    for schema in onnx.defs.get_all_schemas():
        graphs = [a for a in schema.attributes.values() if a.type.name == "GRAPH"]
        if schema.domain in ("", "ai.onnx.ml") and not schema.deprecated and not graphs:
            yield pytest.param(schema, id=schema.name)


def type_of(schema, operand):
    """The first of TYPES that an operand may have, as a number of ONNX; None if there is none."""
    allowed = {t.type_param_str: t.allowed_type_strs for t in schema.type_constraints}
    spelled = allowed.get(operand.type_str, [operand.type_str])
    found = [t for t in TYPES if f"tensor({t})" in spelled]
    return onnx.TensorProto.DataType.Value(found[0].upper()) if found else None


def model(schema, types, ranks, value):
    inputs, constants = [], []
    for i, (type, rank) in enumerate(zip(types, ranks, strict=True)):
        if type == onnx.TensorProto.INT64 and value is not None:
            array = np.full([2] * min(rank, 2), value, np.int64)
            constants.append(numpy_helper.from_array(array, f"x{i}"))
        else:
            inputs.append(helper.make_tensor_value_info(f"x{i}", type, [2] * rank))
    needed = {n: NUMBERS[a.type.name] for n, a in schema.attributes.items() if a.required}
    results = [f"y{i}" for i in range(max(1, schema.min_output))]
    names = [f"x{i}" for i in range(len(types))]
    node = helper.make_node(schema.name, names, results, domain=schema.domain, **needed)
    outputs = [onnx.ValueInfoProto(name=n) for n in results]
    graph = helper.make_graph([node], "g", inputs, outputs, constants)
    opsets = [helper.make_opsetid("", 26), helper.make_opsetid("ai.onnx.ml", 5)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10).SerializeToString()


@pytest.mark.sampled(8)
@pytest.mark.parametrize("schema", list(operators()))
def test_operands_of_any_rank(schema):
    most = min(schema.max_input, max(len(schema.inputs), schema.min_input))
    for count in {schema.min_input, most}:
        operands = [schema.inputs[min(i, len(schema.inputs) - 1)] for i in range(count)]
        types = [type_of(schema, o) for o in operands]
        if None in types:
            continue
        shapes = [(rank,) * count for rank in RANKS]
        for odd in range(count if count > 1 else 0):
            shapes += [tuple(rank if i == odd else 2 for i in range(count)) for rank in RANKS]
        for ranks in shapes:
            for value in VALUES if onnx.TensorProto.INT64 in types else VALUES[:1]:
                try:
                    verify(import_model(model(schema, types, ranks, value), Context()))
                except CrashError as e:
                    pytest.fail(f"{ranks}, int64 {value}: {e}")
                except DiagnosticError:
                    continue
