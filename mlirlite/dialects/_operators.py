"""The ops that Python's operators make on values of builtin types: those of arith, index and
complex. An operator exists only if the op means the same as Python's: `/` of floats, `//` of signed
integers."""

from typing import Any

from mlirlite.dialects import arith, complex, index
from mlirlite.ir.from_python import to_attribute
from mlirlite.ir.operation import Operation
from mlirlite.ir.operators import constant_of, operators
from mlirlite.ir.types import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    TensorType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import Value

_INTEGERS: dict[str, Any] = {
    "add": arith.AddIOp,
    "sub": arith.SubIOp,
    "mul": arith.MulIOp,
    "floordiv": arith.FloorDivSIOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "shl": arith.ShLIOp,
    "shr": arith.ShRSIOp,
}
_INDICES: dict[str, Any] = {
    "add": index.AddOp,
    "sub": index.SubOp,
    "mul": index.MulOp,
    "floordiv": index.FloorDivSOp,
    "and": index.AndOp,
    "or": index.OrOp,
    "xor": index.XOrOp,
    "shl": index.ShlOp,
    "shr": index.ShrSOp,
}
_FLOATS: dict[str, Any] = {
    "add": arith.AddFOp,
    "sub": arith.SubFOp,
    "mul": arith.MulFOp,
    "div": arith.DivFOp,
}
_COMPLEX: dict[str, Any] = {
    "add": complex.AddOp,
    "sub": complex.SubOp,
    "mul": complex.MulOp,
    "div": complex.DivOp,
    "eq": complex.EqualOp,
    "ne": complex.NotEqualOp,
}
_ORDERS = {"lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_EQUALITIES = {"eq": "eq", "ne": "ne"}
_INTEGER_ORDERS = _EQUALITIES | _ORDERS | {w: w for w in ("ult", "ule", "ugt", "uge")}
_FLOAT_ORDERS = {"ne": "une"} | {w: f"o{w}" for w in ("eq", "lt", "le", "gt", "ge")}
"""As Python: with a NaN, all except `ne` are false."""


def _constant(number: Any, type: Any) -> Operation | None:
    """A constant of a number, as that of the operators of its type."""
    element = element_type_of(type)
    if isinstance(element, IntegerType) and not element.is_signless:
        return None
    attribute = to_attribute(number, type)
    made: Operation
    if isinstance(type, ComplexType):
        made = complex.ConstantOp(attribute, complex=type)
    else:
        made = arith.ConstantOp(attribute)
    return made


@operators(
    IntegerType, IndexType, FloatType, ComplexType, VectorType, TensorType, constant=_constant
)
def _build(name: str, lhs: Value, rhs: Value | None) -> Operation | None:
    type = lhs.type
    element = element_type_of(type)
    if isinstance(element, IntegerType) and not element.is_signless:
        return None
    if rhs is None:
        return _unary(name, lhs, element)
    made: Operation | None
    if isinstance(element, FloatType):
        made = arith.CmpFOp(_FLOAT_ORDERS[name], lhs, rhs) if name in _FLOAT_ORDERS else None
        return made or _made(_FLOATS, name, lhs, rhs)
    if isinstance(type, ComplexType):
        return _made(_COMPLEX, name, lhs, rhs)
    if not isinstance(element, (IntegerType, IndexType)):
        return None
    alone = isinstance(type, IndexType)
    if name in _INTEGER_ORDERS:
        compare: Any = index.CmpOp if alone else arith.CmpIOp
        made = compare(_INTEGER_ORDERS[name], lhs, rhs)
        return made
    return _made(_INDICES if alone else _INTEGERS, name, lhs, rhs)


def _made(table: dict[str, Any], name: str, lhs: Value, rhs: Value) -> Operation | None:
    cls = table.get(name)
    made: Operation | None = None if cls is None else cls(lhs, rhs)
    return made


def _unary(name: str, value: Value, element: Any) -> Operation | None:
    """-x and ~x; integers have no ops of their own for them."""
    made: Operation | None = None
    if isinstance(element, (IntegerType, IndexType)):
        if name == "neg":
            made = _build("sub", constant_of(0, value.type), value)
        elif name == "not":
            made = _build("xor", value, constant_of(-1, value.type))
    elif isinstance(element, FloatType) and name == "neg":
        made = arith.NegFOp(value)
    elif isinstance(value.type, ComplexType) and name == "neg":
        made = complex.NegOp(value)
    return made
