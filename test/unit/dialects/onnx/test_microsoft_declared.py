"""Signatures of com.microsoft: they are onnxruntime's, and every way to break one is refused with
words that name the operator, before anything is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from onnx import helper
from onnxruntime.capi import onnxruntime_pybind11_state as registry

import mlirlite
from mlirlite.dialects.onnx.microsoft_signatures import SIGNATURES, Field, Operand, Signature
from mlirlite.dialects.onnx.types import ELEMENT_TYPES
from mlirlite.target.onnx.nodes import ELEMENTS_OF

_SCHEMAS = {(s.domain, s.name): s for s in registry.get_all_operator_schema()}
_NUMBERS = {"float": 1.5, "int": 3, "string": "x", "ints": [3], "floats": [1.5]}
_SIZE = 4


def schema_of(name: str) -> Any:
    """onnxruntime's declaration."""
    return _SCHEMAS.get(("com.microsoft", name)) or _SCHEMAS["", name]


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures_are_those_of_onnxruntime(name: str) -> None:
    ours, theirs = SIGNATURES[name], schema_of(name)
    types = {t.type_param_str: set(t.allowed_type_strs) for t in theirs.type_constraints}
    for mine, given in zip(ours.operands, theirs.inputs, strict=False):
        if mine.mark == "*":
            break
        assert mine.name == given.name
        assert (mine.mark == "?") == str(given.option).endswith("Optional"), mine.name
        allowed = {f"tensor({t})" for t in ours.types.get(mine.type, (mine.type,))}
        assert allowed <= types.get(given.typeStr, {given.typeStr}), mine.name
    for field in ours.attributes.values():
        assert field.needed == theirs.attributes[field.name].required, field.name
    # What is not here is refused when a model has it.
    assert {a for a, v in theirs.attributes.items() if v.required} <= set(ours.attributes)


@pytest.mark.parametrize("name", SIGNATURES)
def test_results_have_the_elements_of_an_operand(name: str) -> None:
    """Models need not say the types of results."""
    theirs, operand = schema_of(name), ELEMENTS_OF.get(name, 0)
    wanted = {"QGemm": "TYZ"}.get(name, theirs.outputs[0].typeStr)  # f32 without a zero point
    assert theirs.inputs[operand].typeStr == wanted


def usual(field: Field) -> Any:
    """A valid value of an attribute."""
    if field.only is not None:
        return int(field.only) if field.only.isdigit() else field.only
    return max(field.least or 0, 1) if field.kind in ("int", "flag") else _NUMBERS[field.kind]


def wrong_values(field: Field) -> Iterator[Any]:
    """Invalid values of an attribute."""
    yield 1 if field.kind == "string" else "x"
    if field.only is not None:
        yield 7
    elif field.kind == "flag":
        yield from (-1, 2, -(1 << 63), (1 << 63) - 1)
    elif field.least is not None and field.kind == "int":
        yield from (field.least - 1, -(1 << 63), 1 << 31)
    elif field.least is not None:
        yield from (field.least - 1.0, float("nan"))


Given = dict[str, tuple[str, tuple[int, ...]] | None]
"""Element type and shape of each operand, by a name that says which."""


def given(signature: Signature) -> Given:
    """Valid types for all operands."""
    first = {variable: types[0] for variable, types in signature.types.items()}
    return {
        o.name: (first.get(o.type, o.type), (1,) if o.is_number else (_SIZE,) * max(o.ranks[0], 1))
        for o in signature.operands
    }


def other_type(operand: Operand, signature: Signature) -> str:
    """A type that an operand never has."""
    allowed = signature.types.get(operand.type, (operand.type,))
    return next(t for t in ("int64", "float", "bool") if t not in allowed)


def broken(name: str) -> Iterator[tuple[Given, dict[str, Any]]]:
    """Operands and attributes, each wrong in one place."""
    signature = SIGNATURES[name]
    base = given(signature)
    attributes = {f.name: usual(f) for f in signature.attributes.values() if f.needed}
    for operand in signature.operands:
        element, shape = base[operand.name] or ("", ())
        for rank in {operand.ranks[0] - 1, operand.ranks[1] + 1} - {-1, 65}:
            yield {**base, operand.name: (element, (1,) * rank)}, attributes
        yield {**base, operand.name: (other_type(operand, signature), shape)}, attributes
        if operand.is_number:
            yield {**base, operand.name: (element, (2,))}, attributes
        if operand.mark != "?":
            yield {**base, operand.name: None}, attributes
    for group in signature.together:
        for left_out in group.split():
            yield {**base, left_out: None}, attributes
    variables = [o.type for o in signature.operands]
    for operand in signature.operands:
        others = signature.types.get(operand.type, ())[1:]
        if others and variables.count(operand.type) > 1:
            yield {**base, operand.name: (others[0], base[operand.name][1])}, attributes
    yield {**base, "one more": ("float", ())}, attributes
    yield {**base, **{o.name: None for o in signature.operands}}, attributes
    for field in signature.attributes.values():
        for value in wrong_values(field):
            yield base, {**attributes, field.name: value}
        if field.needed:
            yield base, {k: v for k, v in attributes.items() if k != field.name}
    yield base, {**attributes, "of_nobody": 1}


def model_of(name: str, operands: Given, attributes: dict[str, Any]) -> Any:
    """A model of one node."""
    numbers = {t: i for i, t in enumerate(ELEMENT_TYPES, start=1)}
    names = [f"x{i}" if v else "" for i, v in enumerate(operands.values())]
    inputs = [
        helper.make_tensor_value_info(n, numbers[v[0]], v[1])
        for n, v in zip(names, operands.values(), strict=True)
        if v is not None
    ]
    node = helper.make_node(name, names, ["y"], name="n", domain="com.microsoft", **attributes)
    graph = helper.make_graph([node], "g", inputs, [helper.make_tensor_value_info("y", 1, None)])
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(graph, opset_imports=imports, ir_version=10)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", SIGNATURES)
def test_what_a_signature_does_not_allow_is_refused(name: str) -> None:
    count = 0
    for operands, attributes in broken(name):
        count += 1
        with pytest.raises(mlirlite.DiagnosticError) as e:
            mlirlite.InferenceSession(model_of(name, operands, attributes))
        said = str(e.value)
        assert f".{name}" in said, (operands, attributes)
        assert "mistake in mlirlite" not in said
    assert count >= 5
