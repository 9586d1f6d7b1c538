"""A node of a plugin's operator -> an op of the plugin's class."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from mlirlite.dialects.onnx.own_operators import OnnxOperator
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.fields import Arity, Field
from mlirlite.ir.locations import Location
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute
from mlirlite.rewriting.terms import definition as definition_of
from mlirlite.support.diagnostics import did_you_mean


def own_op(
    cls: type[OnnxOperator],
    inputs: Sequence[Value | None],
    outputs: Sequence[Type | None],
    attributes: Mapping[str, Attribute],
    location: Location,
) -> OnnxOperator:
    """The op of a node. An input or output without a name is None. ValueError for what the class
    does not declare."""
    definition = definition_of(cls)
    given: dict[str, Any] = {}
    given |= _by_field(definition.operands, inputs, "inputs")
    given |= _by_field(definition.results, outputs, "outputs")
    fields = definition.properties
    for name, value in attributes.items():
        if name not in fields:
            raise ValueError(f"has an attribute '{name}'{did_you_mean(name, fields) or _of(cls)}")
        try:
            given[fields[name].attribute] = fields[name].encode(_plain(value))
        except (TypeError, ValueError, struct.error):
            shown = print_attribute(value)
            raise ValueError(f"has an attribute '{name}' of a wrong type: {shown}") from None
    try:
        return cls(**given, loc=location)
    except (TypeError, ValueError) as e:
        raise ValueError(f"is no {cls.name}: {e}") from None


def _of(cls: type[OnnxOperator]) -> str:
    names = ", ".join(definition_of(cls).properties) or "none"
    return f"; {cls.name} has {names}"


def _by_field(fields: Sequence[Field[Any]], values: Sequence[Any], what: str) -> dict[str, Any]:
    """The values for each field: those at the end may be left out if they are optional."""
    found: dict[str, Any] = {}
    left = list(values)
    for n, field in enumerate(fields):
        if field.arity is Arity.VARIADIC:
            count = max(0, len(left) - (len(fields) - n - 1))
            found[field.attribute], left = left[:count], left[count:]
            if None in found[field.attribute]:
                raise ValueError(f"has {what} without a name in '{field.name}'")
            continue
        value = left.pop(0) if left else None
        if value is None and field.arity is Arity.ONE:
            raise ValueError(f"has no '{field.name}' among its {len(values)} {what}")
        if value is not None:
            found[field.attribute] = value
    if left:
        raise ValueError(f"has {len(values)} {what}, expected at most {len(values) - len(left)}")
    return found


def _plain(value: Attribute) -> Any:
    """The Python value of an attribute that has one."""
    if isinstance(value, ArrayAttr):
        return [_plain(v) for v in value.value]
    return value.value if isinstance(value, (IntegerAttr, FloatAttr, StringAttr)) else value
