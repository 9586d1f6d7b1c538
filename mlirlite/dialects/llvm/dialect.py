"""The llvm dialect's checks of ops and attributes of other dialects."""

import re
from collections.abc import Callable
from typing import Any

from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.dialects.llvm.data_layout import check_data_layout
from mlirlite.dialects.llvm.meaning import FUNCTIONS
from mlirlite.dialects.llvm.parameters import check_parameter
from mlirlite.dialects.llvm.types import is_compatible, is_pointer
from mlirlite.dialects.llvm.values import AddressOfOp, ConstantOp, PoisonOp, UndefOp, ZeroOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import DictionaryAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic

_BUILTIN_TYPE = re.compile(
    r"[su]?i\d+|b?f\d+\w*|tf32|index|none|complex|tuple|vector|tensor|memref"
)


class LLVMDialect(Dialect):
    """Makes constants; checks data layouts and attributes of parameters."""

    allows_unknown_operations = True

    def cpp_function(self, name: str) -> Callable[..., Any] | None:
        return FUNCTIONS.get(name)

    def wrong_type(self, name: str) -> str:
        if _BUILTIN_TYPE.fullmatch(name):
            return "unexpected type, expected keyword"
        return f"unknown LLVM type: {name}"

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        if name != "llvm.data_layout":
            return None
        if not isinstance(value, StringAttr):
            return op.error(f"expected '{name}' to be a string attributes")
        try:
            check_data_layout(value.value)
        except ValueError as e:
            return op.error(f"invalid data layout descriptor: {e}")
        return None

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if not is_compatible(type):
            return None
        properties: dict[str, Attribute] = {}
        cls: Any
        match value:
            case SymbolRefAttr() if is_pointer(type):
                cls, properties = AddressOfOp, {"global_name": value}
            case UndefAttr():
                cls = UndefOp
            case PoisonAttr():
                cls = PoisonOp
            case ZeroAttr():
                cls = ZeroOp
            case IntegerAttr() | FloatAttr() | ElementsAttr():
                cls, properties = ConstantOp, {"value": value}
            case _:
                return None
        made: Operation = cls.create((), (type,), properties, location=location)
        return made

    def check_parameter(
        self,
        op: Operation,
        name: str,
        value: Attribute,
        type: Type,
        beside: DictionaryAttr,
        *,
        result: bool,
    ) -> str | None:
        return check_parameter(name, value, type, result=result)
