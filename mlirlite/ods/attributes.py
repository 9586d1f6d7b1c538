"""Attribute constraints of records as what a field's annotation states; defaults."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.constraints import SYMBOL_NAME, Constraint
from mlirlite.ir.types import F32, F64, I1, I8, I16, I32, I64, IntegerType
from mlirlite.ods.cpp import Names, Unknown, compiled
from mlirlite.ods.data import RecordData

_DENSE: dict[str, Type] = {
    "DenseBoolArrayAttr": I1,
    "DenseI8ArrayAttr": I8,
    "DenseI16ArrayAttr": I16,
    "DenseI32ArrayAttr": I32,
    "DenseI64ArrayAttr": I64,
    "DenseF32ArrayAttr": F32,
    "DenseF64ArrayAttr": F64,
}
_CLASSES: dict[str, Any] = {
    "StringAttr": str,
    "BoolAttr": bool,
    "UnitAttr": UnitAttr,
    "ArrayAttr": ArrayAttr,
    "DictionaryAttr": DictionaryAttr,
    "FlatSymbolRefAttr": SymbolRefAttr,
    "SymbolRefAttr": SymbolRefAttr,
    "AffineMapAttr": AffineMapAttr,
    "TypeAttr": Type,
}


def stated(record: RecordData, constraint: Constraint, enums: Any, names: Names) -> Any:
    """The argument of a property's annotation. `enums` gives the Python class of a record that is
    an enum, or None."""
    storage = record.text("storageType").strip().rpartition("::")[2]
    if record.is_a("EnumAttrInfo"):
        width = IntegerType(record["bitwidth"])
        return Annotated[enums(record), width, constraint]
    if record.name == "SymbolNameAttr":
        return Annotated[str, SYMBOL_NAME, constraint]
    if storage in _DENSE:
        return Annotated[DenseArrayAttr, _DENSE[storage], constraint]
    if storage in _CLASSES:
        return Annotated[_CLASSES[storage], constraint]
    kind = builtin_type(record["valueType"], names)
    if storage == "IntegerAttr":
        return Annotated[int, kind, constraint] if kind else Annotated[IntegerAttr, constraint]
    if storage == "FloatAttr":
        return Annotated[float, kind, constraint] if kind else Annotated[FloatAttr, constraint]
    return Annotated[Attribute, constraint]


def builtin_type(record: RecordData | None, names: Names) -> Any:
    """The one type that a record of a type stands for; None if there is none, or several."""
    call = record.text("builderCall") if record is not None else ""
    if not call:
        return None
    try:
        return compiled(call, names)({})
    except (Unknown, TypeError, ValueError):
        return None


_MADE = re.compile(r"([\w:]+)::get\(\$_(?:builder\.getContext\(\)|ctxt)\)")
_NUMBER = re.compile(r"\s*(-?\d+(?:\.\d+(?:e[-+]?\d+)?)?)f?[uUlL]*\s*")


def default_value(text: str, argument: Any, named: Callable[[str], Any]) -> Any:
    """The default of a property, from its C++ expression; None if it has another form. `named`
    gives the class of a C++ name."""
    kind = getattr(argument, "__origin__", argument)
    text = text.strip()
    if isinstance(kind, type) and issubclass(kind, EnumAttr):
        case = getattr(kind.cases, "__symbols__", {}).get(text.rpartition("::")[2])
        return kind(case) if case is not None else None
    if made := _MADE.fullmatch(text):
        cls = named(made[1])
        return cls() if cls is not None and not cls.parameters else None
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        name = text.rpartition("::")[2]
        case = kind.__members__.get(name) or getattr(kind, "__symbols__", {}).get(name)
        return case
    if kind is bool:
        return {"true": True, "false": False}.get(text)
    if kind is str:
        found = re.fullmatch(r'"((?:[^"\\]|\\.)*)"', text)
        return found[1] if found else None
    if kind in (int, float):
        number = _NUMBER.fullmatch(text)
        if number is None:
            return {"true": 1, "false": 0}.get(text)
        return int(number[1]) if kind is int else float(number[1])
    if kind is ArrayAttr and text == "{}":
        return ArrayAttr(())
    if kind is DenseArrayAttr and text.strip("{}").replace(",", "").replace(" ", "").isdigit():
        element = argument.__metadata__[0]
        return DenseArrayAttr(element, tuple(int(v) for v in text.strip("{}").split(",")))
    if kind is DenseArrayAttr and text == "{}":
        return DenseArrayAttr(argument.__metadata__[0], ())
    return None
