"""What C++ expressions that make types mean: `VectorType::get({4}, $_builder.getF32Type())`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    ArrayAttr,
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.constants import constant, constant_or_none
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import (
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    FloatType,
    FunctionType,
    IntegerType,
    NoneType,
    RankedTensorType,
    Signedness,
    TupleType,
    VectorType,
)

CONTEXT = object()
"""A context, or a builder: an argument that types here do without."""

_FLOAT = re.compile(r"(?:B?Float|FloatTF)\d+(\w*?)Type")


def _integer(width: int, signed: Any = None) -> IntegerType:
    if signed is None:
        return IntegerType(width)
    return IntegerType(width, Signedness.SIGNED if signed else Signedness.UNSIGNED)


def _vector(shape: Any, element: Any, scalable: Any = ()) -> VectorType:
    flags = tuple(bool(flag) for flag in scalable)
    if flags:
        return VectorType(tuple(shape), element, flags)
    return VectorType(tuple(shape), element)


def _text(value: Any) -> StringAttr:
    return StringAttr(value if isinstance(value, str) else "")  # `StringAttr::get(context, {})`


def _dense(type: Any, value: Any) -> Attribute:
    """Elements of a shaped type: a number for all of them, or a list."""
    numbers = [v.value if isinstance(v, IntegerAttr | FloatAttr) else v for v in _listed(value)]
    return DenseElementsAttr.of(type, numbers if isinstance(value, list) else numbers[0])


def _symbol(name: Any) -> SymbolRefAttr:
    return SymbolRefAttr(name.value if isinstance(name, StringAttr) else name)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _numbers(type: Any) -> Callable[..., Attribute]:
    """`getI64ArrayAttr`: an array of numbers of one type."""
    return lambda b, values: ArrayAttr(tuple(constant(v, type) for v in values))


def _dense_numbers(type: Any) -> Callable[..., Attribute]:
    return lambda b, values: DenseArrayAttr(type, tuple(values))


MAKERS: dict[str, Callable[..., Any]] = {
    "IntegerAttr": lambda type, value: constant(value, type),
    "FloatAttr": lambda type, value: constant(float(value), type),
    "BoolAttr": lambda value: constant(int(value), I1),
    "StringAttr": _text,
    "TypeAttr": lambda type: type,
    "UnitAttr": UnitAttr,
    "ArrayAttr": lambda values=(): ArrayAttr(tuple(values)),
    "FlatSymbolRefAttr": _symbol,
    "DenseElementsAttr": _dense,
    "DenseIntElementsAttr": _dense,
    "DenseFPElementsAttr": _dense,
    "DenseI64ArrayAttr": lambda values=(): DenseArrayAttr(I64, tuple(values)),
    "RankedTensorType": lambda shape, element: RankedTensorType(tuple(shape), element),
    "TupleType": lambda types=(): TupleType(tuple(types)),
    "IntegerType": _integer,
    "VectorType": _vector,
    "IndexType": lambda: INDEX,
    "NoneType": NoneType,
}


def maker(short: str) -> Callable[..., Any] | None:
    """What `X::get` and `getType<X>` make for a builtin type; None for another one."""
    if short in MAKERS or not _FLOAT.fullmatch(short):
        return MAKERS.get(short)
    keyword = short.removesuffix("Type").replace("FloatTF", "tf").replace("BFloat", "bf")
    return lambda: FloatType(keyword.replace("Float", "f"))


def made(make: Callable[..., Any], values: list[Any]) -> Any:
    """A type of some arguments; the context is left out."""
    known = [v for v in values if v is not CONTEXT and not isinstance(v, Builder)]
    return make(*known)


def _scaled(type: Any, factor: int) -> Any:
    element = type.element_type
    kinds = {32: F32, 64: F64, 16: F16}
    width = element.width * factor
    new = IntegerType(width) if isinstance(element, IntegerType) else kinds[width]
    return type.replace(element_type=new)


def _cloned(type: Any, shape: Any, element: Any) -> Any:
    if shape:
        return type.replace(shape=tuple(shape), element_type=element)
    return type.replace(element_type=element)


def _without(type: Any, dim: int) -> Any:
    shape, flags = list(type.shape), list(type.scalable_dims)
    del shape[dim], flags[dim]
    return VectorType(tuple(shape), type.element_type, tuple(flags))


def _resized(type: Any, dim: int, size: int) -> Any:
    shape = list(type.shape)
    shape[dim] = size
    return type.replace(shape=tuple(shape))


METHODS: dict[tuple[str, int], Callable[..., Any]] = {
    ("getContext", 0): lambda value: CONTEXT,
    ("getIntegerType", 1): lambda builder, width: _integer(width),
    ("getIntegerType", 2): lambda builder, width, signed: _integer(width, signed),
    ("getIndexType", 0): lambda builder: INDEX,
    ("getNoneType", 0): lambda builder: NoneType(),
    ("clone", 1): lambda t, element: _cloned(t, (), element),
    ("cloneWith", 2): _cloned,
    ("scaleElementBitwidth", 1): _scaled,
    ("dropDim", 1): _without,
    ("setDim", 2): _resized,
    ("setElementType", 1): lambda t, element: t.replace(element_type=element),
    ("drop_front", 0): lambda values: list(values)[1:],
    **{(f"getI{t.width}Type", 0): (lambda b, t=t: t) for t in (I1, I8, I16, I32, I64)},
    **{(f"getF{w}Type", 0): (lambda b, t=t: t) for w, t in ((16, F16), (32, F32), (64, F64))},
    ("getBF16Type", 0): lambda builder: FloatType("bf16"),
    ("getTF32Type", 0): lambda builder: FloatType("tf32"),
    ("getTupleType", 1): lambda builder, types: TupleType(tuple(types)),
    ("getFunctionType", 2): lambda b, inputs, results: FunctionType(tuple(inputs), tuple(results)),
    ("getBoolAttr", 1): lambda builder, value: constant(int(value), I1),
    ("getUnitAttr", 0): lambda builder: UnitAttr(),
    ("getStringAttr", 1): lambda builder, value: _text(value),
    ("getIndexAttr", 1): lambda builder, value: constant(value, INDEX),
    ("getIntegerAttr", 2): lambda builder, type, value: constant(value, type),
    ("getFloatAttr", 2): lambda builder, type, value: constant(float(value), type),
    ("getZeroAttr", 1): lambda builder, type: constant_or_none(0, type),
    ("getOneAttr", 1): lambda builder, type: constant_or_none(1, type),
    ("getTypeAttr", 1): lambda builder, type: type,
    ("getArrayAttr", 1): lambda builder, values: ArrayAttr(tuple(values)),
    ("getStrArrayAttr", 1): lambda b, values: ArrayAttr(tuple(map(StringAttr, values))),
    ("getTypeArrayAttr", 1): lambda builder, types: ArrayAttr(tuple(types)),
    ("getBoolArrayAttr", 1): _numbers(I1),
    **{(f"getI{t.width}ArrayAttr", 1): _numbers(t) for t in (I32, I64)},
    **{(f"getDenseI{t.width}ArrayAttr", 1): _dense_numbers(t) for t in (I8, I16, I32, I64)},
    ("getDenseBoolArrayAttr", 1): _dense_numbers(I1),
    **{
        (f"getI{t.width}IntegerAttr", 1): (lambda b, value, t=t: constant(value, t))
        for t in (I8, I16, I32, I64)
    },
    ("getSI32IntegerAttr", 1): lambda b, value: constant(value, _integer(32, True)),
    ("getUI32IntegerAttr", 1): lambda b, value: constant(value, _integer(32, False)),
    **{
        (f"getF{w}FloatAttr", 1): (lambda b, value, t=t: constant(float(value), t))
        for w, t in ((16, F16), (32, F32), (64, F64))
    },
}
"""Methods of builders, and those that make a type of another."""
