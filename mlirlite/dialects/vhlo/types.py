"""Types of VHLO and what they stand for: types of builtin, quant, shape and stablehlo."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import stablehlo, vhlo
from mlirlite.dialects.quant.types import UniformQuantizedPerAxisType, UniformQuantizedType
from mlirlite.dialects.shape.types import WitnessType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import (
    I1,
    INDEX,
    NONE,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    Signedness,
    TupleType,
    UnrankedTensorType,
)
from mlirlite.rewriting.type_conversion import NoCounterpart, TypeConverter

_NAMES = {"i1": "bool", "tf32": "tf31"}
"""Where a number type has another name in VHLO than in the builtin dialect."""

_WIDTHS = (2, 4, 8, 16, 32, 64)
_FLOATS = (
    *("bf16", "f16", "f32", "f64", "tf32", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4"),
    *("f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"),
)
NUMBERS: dict[str, Type] = {
    f"{_NAMES.get(str(type), str(type))}_v1": type
    for type in (
        *(I1, INDEX, NONE),
        *(
            IntegerType(width, sign)
            for sign in (Signedness.SIGNLESS, Signedness.UNSIGNED)
            for width in _WIDTHS
        ),
        *(FloatType(name) for name in _FLOATS),
    )
}
"""Types without parameters, by their name in VHLO."""

_SIGNED = 1


TO_VHLO = TypeConverter()
"""From types of builtin, quant, shape and stablehlo; others have no counterpart."""
FROM_VHLO = TypeConverter()
"""To these; others stay."""


def is_of_vhlo(entity: Attribute) -> bool:
    """Whether an attribute or a type is one of VHLO."""
    return type(entity).name.startswith("vhlo.")


def _make(name: str, *parameters: Any) -> Type:
    found: Type = vhlo.DIALECT.type_class(f"vhlo.{name}")(*parameters)
    return found


def _all(types: tuple[Type, ...], converter: TypeConverter) -> tuple[Type, ...]:
    return tuple([converter.convert(t) for t in types])


@TO_VHLO(Type)
def _other(type: Type, types: TypeConverter) -> Type | None:
    if is_of_vhlo(type):
        return type
    match type.name:
        case "stablehlo.token":
            return _make("token_v1")
        case "stablehlo.future":
            return _make("future_v1", _all(getattr(type, "types", ()), types))
        case "shape.witness":
            return _make("witness_v1")
    return None


@TO_VHLO(IntegerType, FloatType, IndexType, NoneType)
def _number(type: Type, types: TypeConverter) -> Type | None:
    name = f"{_NAMES.get(str(type), str(type))}_v1"
    return _make(name) if name in NUMBERS else None


@TO_VHLO(ComplexType)
def _complex(type: ComplexType, types: TypeConverter) -> Type:
    return _make("complex_v1", types.convert(type.element_type))


@TO_VHLO(FunctionType)
def _function(type: FunctionType, types: TypeConverter) -> Type:
    return _make("func_v1", _all(type.inputs, types), _all(type.results, types))


@TO_VHLO(RankedTensorType)
def _tensor(type: RankedTensorType, types: TypeConverter) -> Type | None:
    encoding: Any = type.encoding
    if encoding is not None and not is_of_vhlo(encoding):
        if not encoding.name.startswith("stablehlo."):
            return None
        encoding = vhlo.DIALECT.attribute_class("vhlo.type_extensions_v1")(encoding.bounds)
    return _make("tensor_v1", type.shape, types.convert(type.element_type), encoding)


@TO_VHLO(UnrankedTensorType)
def _unranked(type: UnrankedTensorType, types: TypeConverter) -> Type:
    return _make("unranked_tensor_v1", types.convert(type.element_type))


@TO_VHLO(TupleType)
def _tuple(type: TupleType, types: TypeConverter) -> Type:
    return _make("tuple_v1", _all(type.types, types))


@TO_VHLO(MemRefType)
def _buffer(type: MemRefType, types: TypeConverter) -> Type:
    return _make("buffer_v1", type.shape, types.convert(type.element_type))


def _stored(type: Any, types: TypeConverter) -> tuple[Any, ...]:
    flags = _SIGNED if type.is_signed else 0
    return flags, types.convert(type.storage_type), types.convert(type.expressed_type)


@TO_VHLO(UniformQuantizedType)
def _quantized(type: UniformQuantizedType, types: TypeConverter) -> Type:
    limits = type.storage_min, type.storage_max
    return _make("quant_v1", *_stored(type, types), type.scale, type.zero_point, *limits)


@TO_VHLO(UniformQuantizedPerAxisType)
def _quantized_along(type: UniformQuantizedPerAxisType, types: TypeConverter) -> Type:
    along = type.axis, type.scales, type.zero_points
    limits = type.storage_min, type.storage_max
    return _make("quant_per_axis_v1", *_stored(type, types), *along, *limits)


TO_VHLO_OR_OTHER = TypeConverter(TO_VHLO)
"""As `TO_VHLO`; types of other dialects stay."""
_TAKEN = ("", "vhlo", "stablehlo", "shape")


@TO_VHLO_OR_OTHER(Type)
def _other_stays(type: Type, types: TypeConverter) -> Any:
    return NotImplemented if type.name.partition(".")[0] in _TAKEN else type


@FROM_VHLO(Type)
def _from_vhlo(type: Type, types: TypeConverter) -> Type | None:
    dialect, _, name = type.name.partition(".")
    if dialect != "vhlo":
        return type
    try:
        return NUMBERS.get(name) or _composed(name, type, types)
    except ValueError as e:  # VHLO has no checks of its own
        raise NoCounterpart(f"type '{type}' has no counterpart: {e}") from e


def _composed(name: str, type: Any, types: TypeConverter) -> Type | None:
    """The counterpart of a type with parameters; an encoding of a tensor that is not of VHLO
    stays."""
    found: Type | None = None
    match name:
        case "complex_v1":
            found = ComplexType(types.convert(type.elementType))
        case "func_v1":
            found = FunctionType(_all(type.inputs, types), _all(type.outputs, types))
        case "tensor_v1":
            encoding = type.encoding
            if encoding is not None and is_of_vhlo(encoding):
                encoding = stablehlo.BoundsAttr(encoding.bounds)
            found = RankedTensorType(type.shape, types.convert(type.elementType), encoding)
        case "unranked_tensor_v1":
            found = UnrankedTensorType(types.convert(type.elementType))
        case "tuple_v1":
            found = TupleType(_all(type.types, types))
        case "buffer_v1":
            found = MemRefType(type.shape, types.convert(type.elementType))
        case "quant_v1" | "quant_per_axis_v1":
            found = _from_quantized(type, types)
        case "token_v1":
            found = stablehlo.DIALECT.type_class("stablehlo.token")()
        case "future_v1":
            found = stablehlo.DIALECT.type_class("stablehlo.future")(_all(type.types, types))
        case "witness_v1":
            found = WitnessType()
    return found


def _from_quantized(type: Any, types: TypeConverter) -> Type:
    stored = (
        *(types.convert(type.storageType), bool(type.flags & _SIGNED)),
        *(type.storageTypeMin, type.storageTypeMax, types.convert(type.expressedType)),
    )
    found: Type
    if hasattr(type, "scale"):
        found = UniformQuantizedType(*stored, type.scale, type.zeroPoint)
    else:
        along = type.scales, type.zeroPoints, type.quantizedDimension
        found = UniformQuantizedPerAxisType(*stored, *along)
    return found
