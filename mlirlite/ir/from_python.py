"""Types and attributes from Python values: numbers, texts, lists, dicts, numpy arrays."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.ir.affine import AffineMap, IntegerSet
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
    bool_attr,
    f64_attr,
    i64_attr,
)
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr, numpy_dtype
from mlirlite.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    INDEX,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    Signedness,
)
from mlirlite.support.diagnostics import did_you_mean
from mlirlite.support.late import load

if TYPE_CHECKING:
    import numpy

_TYPES: dict[Any, Type] = {int: I64, float: F64, bool: I1, complex: ComplexType(F64)}


def to_type(value: Any) -> Type:
    """A type as it is, or the one that a text spells (`"memref<?xf32>"`); int is i64, float f64,
    bool i1, complex complex<f64>; of numpy, the type of the elements. TypeError for others."""
    if isinstance(value, Type):
        return value
    parser = load("types") if isinstance(value, str) else None
    if parser is not None:
        found: Type = parser.parse_type(value)
        return found
    if isinstance(value, type) and value in _TYPES:
        return _TYPES[value]
    if type(value).__module__.partition(".")[0] == "numpy" or hasattr(value, "dtype"):
        return _element_type(value)
    raise TypeError(f"no type stands for {value!r}")


def _element_type(of: Any) -> Type:
    """The element type for a numpy type, or for that of an array."""
    import numpy as np

    wanted = of.dtype if isinstance(of, (np.ndarray, np.generic)) else np.dtype(of)
    unsigned = [IntegerType(w, Signedness.UNSIGNED) for w in (8, 16, 32, 64)]
    known = (I1, I8, I16, I32, I64, *unsigned, F16, F32, F64, ComplexType(F32), ComplexType(F64))
    for type_ in known:
        if numpy_dtype(type_) == wanted.newbyteorder("<"):
            return type_
    if wanted.name == "bfloat16":
        return BF16
    raise TypeError(f"no type stands for numpy's {wanted}")


def _plain(value: Any) -> Any:
    """A number of numpy's as Python's."""
    return value.item() if hasattr(value, "dtype") and not value.shape else value


def to_attribute(value: Any, of: Type | None = None) -> Attribute:
    """The usual attribute of a Python value: bool, int (i64), float (f64), str, None (unit),
    sequences, mappings, maps, numpy arrays (elements). Numbers and arrays have the type `of`, if
    that is given."""
    value = _plain(value)
    match value:
        case Attribute():
            return value
        case bool() | int() | float() | complex() if of is not None:
            return _number(value, of)
        case bool():
            return bool_attr(value)
        case int():
            return i64_attr(value)
        case float():
            return f64_attr(value)
        case str():
            return StringAttr(value)
        case None:
            return UNIT
        case AffineMap():
            return AffineMapAttr(value)
        case IntegerSet():
            return IntegerSetAttr(value)
        case Mapping():
            return DictionaryAttr(tuple((k, to_attribute(v)) for k, v in value.items()))
        case _ if hasattr(value, "dtype"):
            return _elements(value, of)
        case Iterable():
            if isinstance(of, ShapedType):
                return _elements(value, of)
            return ArrayAttr(tuple(map(to_attribute, value)))
    raise TypeError(f"no attribute stands for a {type(value).__name__}")


def _number(value: Any, of: Type) -> Attribute:
    real = not isinstance(value, complex)
    if isinstance(of, (IntegerType, IndexType)) and real and int(value) == value:
        number: Attribute = IntegerAttr(int(value), of)
        return number
    if isinstance(of, FloatType) and real:
        number = FloatAttr(float(value), of)
        return number
    if isinstance(of, ShapedType) and not isinstance(of.element_type, ComplexType) and real:
        element = _number(value, of.element_type)
        if isinstance(element, (IntegerAttr, FloatAttr)):
            return DenseElementsAttr.of(of, element.value)
    if isinstance(of, ComplexType):
        parts = (value.real, value.imag)
        return ArrayAttr(tuple(_number(part, of.element_type) for part in parts))
    raise TypeError(f"no attribute of type {of} stands for {value!r}")


def _elements(value: Any, of: Type | None) -> DenseElementsAttr:
    """The dense elements of an array, or of nested lists."""
    import numpy as np

    shaped = of if isinstance(of, ShapedType) else None
    array: numpy.ndarray[Any, Any] = np.asarray(value)
    if shaped is not None:
        if array.shape != shaped.shape:
            raise TypeError(f"an array of shape {array.shape} is not a constant of type {shaped}")
        return DenseElementsAttr.from_numpy(array.astype(numpy_dtype(shaped.element_type)), shaped)
    type_ = RankedTensorType(array.shape, _element_type(array.dtype))
    return DenseElementsAttr.from_numpy(array.astype(array.dtype.newbyteorder("<")), type_)


def attribute_for(
    value: Any,
    wanted: type[Attribute],
    matches: Callable[[Attribute], bool],
    element: Type | None = None,
    of: Type | None = None,
) -> Attribute:
    """The attribute of class `wanted` for a Python value: of several possible ones, the first that
    `matches`. `element` is the type of numbers in it, `of` that of the whole. TypeError when there
    is none."""
    made = []
    for attribute in _candidates(_plain(value), wanted, element, of):
        if matches(attribute):
            return attribute
        made.append(attribute)
    if not made:
        raise TypeError(f"takes an attribute, not {type(value).__name__}")
    return made[0]  # the verifier reports what is wrong with it


_ELEMENTS = (I64, I32, I8, I16, INDEX)


def _candidates(
    value: Any, wanted: type[Attribute], element: Type | None, of: Type | None
) -> Iterator[Attribute]:
    typed = wanted is Attribute or issubclass(wanted, ElementsAttr)
    if not typed and not (
        issubclass(wanted, (IntegerAttr, FloatAttr)) and not isinstance(of, ShapedType)
    ):
        of = None
    if issubclass(wanted, Type):
        yield _function_type(value) if wanted is FunctionType else to_type(value)
    elif issubclass(wanted, SymbolRefAttr):
        if isinstance(value, str):
            yield SymbolRefAttr(value.removeprefix("@"))
    elif issubclass(wanted, UnitAttr):
        if value is True or value is None:
            yield UNIT
    elif issubclass(wanted, EnumAttr):
        if isinstance(value, (str, int)):
            yield wanted(_case(wanted, value))
    elif issubclass(wanted, DenseArrayAttr):
        if isinstance(value, Iterable) and not isinstance(value, (str, Mapping)):
            yield from _dense_arrays([_plain(v) for v in value], element)
    elif isinstance(value, (list, tuple)) and of is None:
        yield from _arrays(value, wanted)
    else:
        attribute = to_attribute(value, element if of is None else of)
        if isinstance(attribute, wanted):
            yield attribute
        if type(value) is int and of is None and element is None:
            yield from (
                IntegerAttr(value, t) for t in _ELEMENTS[1:] if issubclass(IntegerAttr, wanted)
            )


def _function_type(value: Any) -> Type:
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) == 2:
        return FunctionType(*(tuple(map(to_type, types)) for types in value))
    return to_type(value)


def _case(wanted: type[EnumAttr], value: str | int) -> int:
    """The case of an enum, or flags, by their keywords in text."""
    if isinstance(value, int):
        return value
    total = 0
    words = value.split(wanted.separator) if issubclass(wanted.cases, enum.IntFlag) else [value]
    for word in map(str.strip, words):
        if word not in wanted.keywords:
            near = did_you_mean(word, list(wanted.keywords))
            raise ValueError(f"{wanted.cases.__name__} has no case '{word}'{near}")
        total |= wanted.keywords[word]
    return total


def _dense_arrays(values: list[Any], element: Type | None) -> Iterator[Attribute]:
    if element is not None:
        types: tuple[Type, ...] = (element,)
    elif any(isinstance(v, float) for v in values):
        types = (F64, F32)
    else:
        types = (I1, *_ELEMENTS) if all(isinstance(v, bool) for v in values) else _ELEMENTS
    for type_ in types:
        number = float if isinstance(type_, FloatType) else int
        yield DenseArrayAttr(type_, tuple(map(number, values)))


def _arrays(values: Sequence[Any], wanted: type[Attribute]) -> Iterator[Attribute]:
    """Arrays of attributes; numbers and texts in them may be of several kinds."""
    plain = [_plain(v) for v in values]
    usual = to_attribute(plain)
    if isinstance(usual, wanted):
        yield usual
    if not issubclass(ArrayAttr, wanted):
        return
    if plain and all(type(v) is int for v in plain):
        for type_ in _ELEMENTS[1:]:
            yield ArrayAttr(tuple(IntegerAttr(v, type_) for v in plain))
    elif plain and all(isinstance(v, str) for v in plain):
        yield ArrayAttr(tuple(SymbolRefAttr(v.removeprefix("@")) for v in plain))
    elif plain and all(isinstance(v, float) for v in plain):
        yield ArrayAttr(tuple(FloatAttr(v, F32) for v in plain))
