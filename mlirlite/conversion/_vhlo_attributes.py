"""Attributes of StableHLO and builtin, and their counterparts in VHLO."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from mlirlite.dialects import stablehlo, vhlo
from mlirlite.dialects.vhlo.types import TO_VHLO_OR_OTHER
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    TRUE,
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    bool_attr,
    i64_array,
    i64_attr,
)
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, RankedTensorType
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter

PARTS = {
    "convolution": ("dimension_numbers", "ConvDimensionNumbersAttr"),
    "dynamic_conv": ("dimension_numbers", "ConvDimensionNumbersAttr"),
    "gather": ("dimension_numbers", "GatherDimensionNumbersAttr"),
    "dynamic_gather": ("dimension_numbers", "GatherDimensionNumbersAttr"),
    "scatter": ("scatter_dimension_numbers", "ScatterDimensionNumbersAttr"),
    "dot_general": ("dot_dimension_numbers", "DotDimensionNumbersAttr"),
}
"""The attribute of an op that VHLO takes apart, and its class."""

ALGORITHM = "algorithm"
"""The attribute of `dot_general` that VHLO takes apart, too; its parts are `none` without it."""

FLAGS = ("use_global_device_ids", "has_dynamic_root")
"""Unit attributes, for which VHLO has Booleans."""


def snake(name: str) -> str:
    """`fooBar` as `foo_bar`."""
    return re.sub("[A-Z]", lambda m: "_" + m[0].lower(), name)


def to_vhlo(attribute: Any, types: TypeConverter) -> Attribute:
    """The counterpart of an attribute, or of a type as an attribute. NoCounterpart if there is
    none."""
    made: Any = vhlo
    found: Attribute
    match attribute:
        case Type():
            found = made.TypeV1Attr(types.convert(attribute))
        case ArrayAttr():
            found = made.ArrayV1Attr(tuple([to_vhlo(a, types) for a in attribute]))
        case DenseElementsAttr():
            found = made.TensorV1Attr(types.convert(attribute.type), attribute)
        case DenseArrayAttr():
            type = RankedTensorType((len(attribute.value),), attribute.element_type)
            found = to_vhlo(DenseElementsAttr.of(type, attribute.value), types)
        case DictionaryAttr():
            entries = [(made.StringV1Attr(n), to_vhlo(a, types)) for n, a in attribute.entries]
            found = made.DictionaryV1Attr(tuple(entries))
        case FloatAttr():
            found = made.FloatV1Attr(types.convert(attribute.type), attribute)
        case IntegerAttr() if attribute.type is I1:
            found = made.BooleanV1Attr(bool(attribute.value))
        case IntegerAttr():
            found = made.IntegerV1Attr(types.convert(attribute.type), attribute)
        case SymbolRefAttr() if not attribute.nested:
            found = made.StringV1Attr(attribute.root)
        case StringAttr() if attribute.type is None:
            found = made.StringV1Attr(attribute.value)
        case _:
            found = _own_to_vhlo(attribute, types)
    return found


def _own_to_vhlo(attribute: Any, types: TypeConverter) -> Attribute:
    """The counterpart of an attribute of a dialect: the attribute of the same name and parts. One
    of another dialect stays where types of others do."""
    cls = type(attribute)
    dialect, _, name = cls.name.partition(".")
    counterpart: Any = None
    found: Attribute = attribute
    if dialect == "vhlo":
        return found
    if dialect == "stablehlo":
        counterpart = vhlo.DIALECT.attribute_class(f"vhlo.{name}_v1")
    elif types is TO_VHLO_OR_OTHER:
        return found
    if counterpart is None:
        raise NoCounterpart(f"attribute '{attribute}' has no counterpart in VHLO")
    if issubclass(cls, EnumAttr):
        found = counterpart(counterpart.cases[cls.cases(attribute.value).name])
        return found
    parts = [_part_to_vhlo(getattr(attribute, n), types) for n in cls.parameters]
    found = counterpart(*parts)
    return found


def _part_to_vhlo(value: Any, types: TypeConverter) -> Any:
    """A parameter: numbers stay, names and lists of attributes become attributes."""
    if isinstance(value, str):
        return vhlo.StringV1Attr(value)
    if isinstance(value, tuple) and value and isinstance(value[0], Attribute):
        return vhlo.ArrayV1Attr(tuple([to_vhlo(a, types) for a in value]))
    return to_vhlo(value, types) if isinstance(value, Attribute) else value


def to_stablehlo(attribute: Any, types: TypeConverter) -> Any:
    """The counterpart of an attribute of VHLO; of a type, the type. Others stay."""
    cls = type(attribute)
    dialect, _, name = cls.name.partition(".")
    if dialect != "vhlo":
        return attribute
    match name:
        case "array_v1":
            return ArrayAttr(tuple([to_stablehlo(a, types) for a in attribute.value]))
        case "bool_v1":
            return bool_attr(attribute.value)
        case "dict_v1":
            entries = [(k.value, to_stablehlo(a, types)) for k, a in attribute.value]
            return DictionaryAttr(tuple(entries))
        case "float_v1" | "integer_v1":
            return attribute.value
        case "tensor_v1":
            return attribute.data
        case "string_v1":
            return StringAttr(attribute.value)
        case "type_v1":
            return types.convert(attribute.value)
    return _own_to_stablehlo(attribute, name.removesuffix("_v1"), types)


def _own_to_stablehlo(attribute: Any, name: str, types: TypeConverter) -> Attribute:
    cls = type(attribute)
    found: Attribute
    counterpart: Any = stablehlo.DIALECT.attribute_class(f"stablehlo.{name}")
    if counterpart is None:
        raise NoCounterpart(f"attribute '{attribute}' has no counterpart in StableHLO")
    if issubclass(cls, EnumAttr):
        found = counterpart(counterpart.cases[cls.cases(attribute.value).name])
        return found
    kinds = counterpart.__annotations__
    parts = [
        _part_to_stablehlo(getattr(attribute, n), n, kinds.get(n), types) for n in cls.parameters
    ]
    found = counterpart(*parts)
    return found


def _part_to_stablehlo(value: Any, name: str, kind: Any, types: TypeConverter) -> Any:
    """A parameter of the kind that the class of StableHLO has."""
    if not isinstance(value, Attribute):
        return value
    found = to_stablehlo(value, types)
    if kind is str:
        return found.value
    if isinstance(found, ArrayAttr) and kind is not ArrayAttr:
        return tuple(found)
    return SymbolRefAttr(found.value) if isinstance(found, StringAttr) else found


def parts_of(op: str, given: dict[str, Any], types: TypeConverter) -> dict[str, Attribute]:
    """What VHLO has for the attributes of an op that it takes apart, which are removed."""
    found: dict[str, Attribute] = {}
    for name in (PARTS.get(op, ("", ""))[0], ALGORITHM):
        whole: Any = given.pop(name, None)
        for part in type(whole).parameters if whole is not None else ():
            found[snake(part)] = to_vhlo(_attribute(getattr(whole, part)), types)
    return found


def _attribute(value: Any) -> Attribute:
    if isinstance(value, Attribute):
        return value
    if isinstance(value, tuple):
        return i64_array(value)
    return bool_attr(value) if isinstance(value, bool) else i64_attr(value)


def whole_of(cls: Any, given: dict[str, Any], types: TypeConverter) -> Attribute:
    """The attribute of StableHLO that VHLO has taken apart; its parts are removed."""
    values = []
    for name in cls.parameters:
        part = to_stablehlo(given.pop(snake(name)), types)
        kind = cls.__annotations__[name]
        if isinstance(part, DenseElementsAttr):
            part = tuple(int(n) for n in part.values())
        elif isinstance(part, IntegerAttr):
            part = bool(part.value) if kind is bool else part.value
        values.append(part)
    found: Attribute = cls(*values)
    return found


def fitting(value: Attribute, constraint: Any) -> Attribute:
    """An attribute in the form that an op of StableHLO has it: VHLO has no dense arrays, symbols
    and unit attributes."""
    if constraint is None or constraint.matches(value):
        return value
    forms: list[Attribute] = []
    match value:
        case DenseElementsAttr():
            forms = [DenseArrayAttr(value.type.element_type, tuple(map(int, value.values())))]
        case StringAttr():
            forms = [SymbolRefAttr(value.value)]
        case ArrayAttr():
            names = [SymbolRefAttr(a.value) for a in value if isinstance(a, StringAttr)]
            forms = [ArrayAttr(tuple(names))]
        case IntegerAttr() if value is TRUE:
            forms = [UNIT]
    return next((f for f in forms if constraint.matches(f)), value)


@cache
def newest(name: str) -> Any:
    """The class of the newest version of an op; None if VHLO has no such op."""
    found = [n for n in vhlo.DIALECT.op_names() if n[:-1].rstrip("0123456789") == f"vhlo.{name}_v"]
    return vhlo.DIALECT.op_class(max(found)) if found else None
