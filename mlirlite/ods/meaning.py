"""What names in upstream's C++ predicates mean: classes, methods and functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DictionaryAttr,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
)
from mlirlite.ir.locations import UNKNOWN, Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    F32,
    F64,
    I1,
    I8,
    I16,
    I32,
    I64,
    BaseMemRefType,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    RankedTensorType,
    ShapedType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
)

Test = Callable[[Any], bool]


def _class(*classes: type) -> Test:
    return lambda value: isinstance(value, classes)


def _float(keyword: str) -> Test:
    return lambda value: isinstance(value, FloatType) and value.keyword == keyword


def _dense_array(element: Type) -> Test:
    return lambda a: isinstance(a, DenseArrayAttr) and a.element_type is element


def _dense_elements(*kinds: type) -> Test:
    return lambda a: isinstance(a, DenseElementsAttr) and isinstance(a.type.element_type, kinds)


CLASSES: dict[str, Test] = {
    "Type": _class(Type),
    "Attribute": _class(Attribute),
    "IntegerType": _class(IntegerType),
    "FloatType": _class(FloatType),
    "IndexType": _class(IndexType),
    "NoneType": _class(NoneType),
    "ComplexType": _class(ComplexType),
    "TupleType": _class(TupleType),
    "FunctionType": _class(FunctionType),
    "ShapedType": _class(ShapedType),
    "VectorType": _class(VectorType),
    "FixedVectorType": lambda t: isinstance(t, VectorType) and not any(t.scalable_dims),
    "ScalableVectorType": lambda t: isinstance(t, VectorType) and any(t.scalable_dims),
    "TensorType": _class(TensorType),
    "RankedTensorType": _class(RankedTensorType),
    "UnrankedTensorType": _class(UnrankedTensorType),
    "BaseMemRefType": _class(BaseMemRefType),
    "MemRefType": _class(MemRefType),
    "UnrankedMemRefType": _class(UnrankedMemRefType),
    "IntegerAttr": _class(IntegerAttr),
    "BoolAttr": lambda a: isinstance(a, IntegerAttr) and a.type is I1,
    "FloatAttr": _class(FloatAttr),
    "StringAttr": _class(StringAttr),
    "ArrayAttr": _class(ArrayAttr),
    "DictionaryAttr": _class(DictionaryAttr),
    "UnitAttr": _class(UnitAttr),
    "TypeAttr": _class(Type),
    "SymbolRefAttr": _class(SymbolRefAttr),
    "FlatSymbolRefAttr": lambda a: isinstance(a, SymbolRefAttr) and not a.nested,
    "AffineMapAttr": _class(AffineMapAttr),
    "IntegerSetAttr": _class(IntegerSetAttr),
    "DenseElementsAttr": _class(DenseElementsAttr),
    "DenseIntOrFPElementsAttr": _class(DenseElementsAttr),
    "DenseStringElementsAttr": _class(DenseStringElementsAttr),
    "LocationAttr": _class(Location),
    "DenseIntElementsAttr": _dense_elements(IntegerType, IndexType),
    "DenseFPElementsAttr": _dense_elements(FloatType),
    "ElementsAttr": _class(DenseElementsAttr, DenseResourceAttr),
    "TypedAttr": lambda a: isinstance(getattr(a, "type", None), Type),
    "DenseBoolArrayAttr": _dense_array(I1),
    "DenseI8ArrayAttr": _dense_array(I8),
    "DenseI16ArrayAttr": _dense_array(I16),
    "DenseI32ArrayAttr": _dense_array(I32),
    "DenseI64ArrayAttr": _dense_array(I64),
    "DenseF32ArrayAttr": _dense_array(F32),
    "DenseF64ArrayAttr": _dense_array(F64),
    "Float16Type": _float("f16"),
    "BFloat16Type": _float("bf16"),
    "FloatTF32Type": _float("tf32"),
    "Float32Type": _float("f32"),
    "Float64Type": _float("f64"),
    "Float80Type": _float("f80"),
    "Float128Type": _float("f128"),
    "Float8E5M2Type": _float("f8E5M2"),
    "Float8E4M3Type": _float("f8E4M3"),
    "Float8E4M3FNType": _float("f8E4M3FN"),
    "Float8E5M2FNUZType": _float("f8E5M2FNUZ"),
    "Float8E4M3FNUZType": _float("f8E4M3FNUZ"),
    "Float8E4M3B11FNUZType": _float("f8E4M3B11FNUZ"),
    "Float8E3M4Type": _float("f8E3M4"),
    "Float4E2M1FNType": _float("f4E2M1FN"),
    "Float6E2M3FNType": _float("f6E2M3FN"),
    "Float6E3M2FNType": _float("f6E3M2FN"),
    "Float8E8M0FNUType": _float("f8E8M0FNU"),
    "VectorElementTypeInterface": lambda t: (
        isinstance(t, IntegerType | IndexType | FloatType) or getattr(t, "vector_element", False)
    ),
}


def _integer(signedness: str = "") -> Callable[..., bool]:
    def test(value: Any, width: int | None = None) -> bool:
        if not isinstance(value, IntegerType) or width not in (None, value.width):
            return False
        return not signedness or value.signedness.name.lower() == signedness

    return test


def _signless_or(*kinds: type) -> Test:
    return lambda t: isinstance(t, kinds) or (isinstance(t, IntegerType) and t.is_signless)


def _elements(value: Any) -> Any:
    found = getattr(value, "element_type", None)
    return value.elementType if found is None else found  # the name that the data has


def _bits(value: Any) -> int:
    return value.width if isinstance(value, IntegerType | FloatType) else 0


def _scalable(value: Any) -> bool:
    return isinstance(value, VectorType) and any(value.scalable_dims)


def _dynamic(value: Any) -> int:
    return sum(d == DYNAMIC or d < 0 for d in value.shape)


def _value_of(value: Any) -> Any:
    known = IntegerAttr | FloatAttr | StringAttr | EnumAttr
    return value.value if isinstance(value, known) else value


def _count(value: Any) -> int:
    return len(value.value) if isinstance(value, ArrayAttr) else len(value)


def _location(value: Any) -> Any:
    owner = value if isinstance(value, Operation) else value.defining_op or value
    return owner.location or UNKNOWN


def _attribute(op: Operation, name: str) -> Any:
    found = op.properties.get(name)
    return op.attributes.get(name) if found is None else found


METHODS: dict[tuple[str, int], Callable[..., Any]] = {
    ("isInteger", 0): _integer(),
    ("isInteger", 1): _integer(),
    ("isSignlessInteger", 0): _integer("signless"),
    ("isSignlessInteger", 1): _integer("signless"),
    ("isSignedInteger", 0): _integer("signed"),
    ("isSignedInteger", 1): _integer("signed"),
    ("isUnsignedInteger", 0): _integer("unsigned"),
    ("isUnsignedInteger", 1): _integer("unsigned"),
    ("isSignless", 0): _integer("signless"),
    ("isSigned", 0): lambda v: v.is_signed if hasattr(v, "storage_type") else _integer("signed")(v),
    ("isUnsigned", 0): _integer("unsigned"),
    ("isIndex", 0): _class(IndexType),
    ("isF16", 0): _float("f16"),
    ("isBF16", 0): _float("bf16"),
    ("isF32", 0): _float("f32"),
    ("isF64", 0): _float("f64"),
    ("isF80", 0): _float("f80"),
    ("isF128", 0): _float("f128"),
    ("isTF32", 0): _float("tf32"),
    ("isFloat", 0): _class(FloatType),
    ("isIntOrIndex", 0): _class(IntegerType, IndexType),
    ("isIntOrFloat", 0): _class(IntegerType, FloatType),
    ("isIntOrIndexOrFloat", 0): _class(IntegerType, IndexType, FloatType),
    ("isSignlessIntOrIndex", 0): _signless_or(IndexType),
    ("isSignlessIntOrFloat", 0): _signless_or(FloatType),
    ("isSignlessIntOrIndexOrFloat", 0): _signless_or(IndexType, FloatType),
    ("getIntOrFloatBitWidth", 0): _bits,
    ("getWidth", 0): _bits,
    ("getElementType", 0): _elements,
    ("getElementTypeBitWidth", 0): lambda t: _bits(_elements(t)),
    ("hasRank", 0): lambda t: t.has_rank,
    ("getRank", 0): lambda t: len(t.shape),
    ("getShape", 0): lambda t: list(t.shape),
    ("getDimSize", 1): lambda t, i: t.shape[i],
    ("hasStaticShape", 0): lambda t: t.has_rank and not _dynamic(t),
    ("getNumDynamicDims", 0): _dynamic,
    ("getNumElements", 0): lambda t: math.prod(t.shape),
    ("isScalable", 0): _scalable,
    ("getNumScalableDims", 0): lambda t: sum(t.scalable_dims),
    ("getScalableDims", 0): lambda t: list(t.scalable_dims),
    ("allDimsScalable", 0): lambda t: all(t.scalable_dims),
    ("getType", 0): lambda v: v if isinstance(v, list) else v.type,
    ("getTypes", 0): lambda v: [x.type for x in v],
    ("getValue", 0): _value_of,
    ("getInt", 0): lambda a: a.value,
    ("getStorageType", 0): lambda t: t.storage_type,
    ("getStorageTypeIntegralWidth", 0): lambda t: t.width,
    ("getSExtValue", 0): lambda v: v,
    ("getZExtValue", 0): lambda v: v,
    ("isStrictlyPositive", 0): lambda v: v > 0,
    ("isPositive", 0): lambda v: v >= 0,
    ("isNegative", 0): lambda v: v < 0,
    ("isNonNegative", 0): lambda v: v >= 0,
    ("isPowerOf2", 0): lambda v: v > 0 and v & (v - 1) == 0,
    ("isZero", 0): lambda v: v == 0,
    ("empty", 0): lambda v: not _count(v),
    ("size", 0): _count,
    ("back", 0): lambda v: v[-1],
    ("front", 0): lambda v: v[0],
    ("getAddressSpace", 0): lambda t: t.address_space,
    ("getInputs", 0): lambda t: list(t.inputs),
    ("getResults", 0): lambda t: list(t.results),
    ("getNumInputs", 0): lambda t: len(t.inputs),
    ("getNumResults", 0): lambda t: len(t.results),
    ("asArrayRef", 0): lambda a: list(a.values),
    ("getOperand", 1): lambda op, i: op.operands[i],
    ("getResult", 1): lambda op, i: op.results[i],
    ("getParentOp", 0): lambda op: op.parent_op,
    ("getNumOperands", 0): lambda op: len(op.operands),
    ("getOperands", 0): lambda op: list(op.operands),
    ("getDefiningOp", 0): lambda value: value.defining_op,
    ("getLoc", 0): _location,
    ("hasOneUse", 0): lambda value: value.num_uses == 1,
    ("use_empty", 0): lambda value: not value.has_uses,
    ("getUses", 0): lambda value: list(value.uses),
    ("getUsers", 0): lambda value: list(value.users),
    ("getAttr", 1): _attribute,
    ("hasAttr", 1): lambda op, name: _attribute(op, name) is not None,
    ("isAllOnes", 0): lambda v: v == -1,
    ("isOne", 0): lambda v: v == 1,
    ("str", 0): lambda v: v,
}


def _all_equal(values: Any) -> bool:
    values = list(values)
    return all(v is values[0] or v == values[0] for v in values)


def _i1_same_shape(value: Any) -> Any:
    return value.replace(element_type=I1) if isinstance(value, ShapedType) else I1


def _element_or_self(value: Any) -> Any:
    value = value if isinstance(value, Attribute) else value.type
    if isinstance(value, ShapedType):
        return value.element_type
    return getattr(value, "elementType", value) if hasattr(value, "shape") else value


FUNCTIONS: dict[str, Any] = {
    "getElementTypeOrSelf": _element_or_self,
    "getI1SameShape": _i1_same_shape,
    "is_contained": lambda values, value: value in values,
    "all_equal": _all_equal,
    "all_of": lambda values, test: all(test(v) for v in _values(values)),
    "any_of": lambda values, test: any(test(v) for v in _values(values)),
    "none_of": lambda values, test: not any(test(v) for v in _values(values)),
    "hasNItems": lambda values, n: len(values) == n,
    "hasNItemsOrLess": lambda values, n: len(values) <= n,
    "hasNItemsOrMore": lambda values, n: len(values) >= n,
    "hasSingleElement": lambda values: len(values) == 1,
    "max": max,
    "min": min,
    "Log2_64_Ceil": lambda v: max(v - 1, 0).bit_length(),
    "Log2_64": lambda v: v.bit_length() - 1,
    "isPowerOf2_64": lambda v: v > 0 and v & (v - 1) == 0,
    "isPowerOf2_32": lambda v: v > 0 and v & (v - 1) == 0,
    "ArrayRef": lambda values: list(values),
    "bitEnumContainsAny": lambda flags, some: bool(int(_value_of(flags)) & int(some)),
    "nullptr": None,
    "bool": lambda value: value is not None and value is not False,
    "size": lambda values: _count(values),
    "VectorType": lambda t: t,
    "Builder": lambda t: t,
}


def _values(values: Any) -> Any:
    return values.value if isinstance(values, ArrayAttr) else values


def _strided(value: Any) -> bool:
    return value.layout is None or isinstance(value.layout, StridedLayoutAttr)


METHODS["isStrided", 0] = _strided
TEMPLATES: dict[tuple[str, str], Callable[..., Any]] = {
    ("hasTrait", "ValueSemantics"): lambda t: isinstance(t, VectorType | TensorType),
}
"""Methods with a class in angle brackets, by the class."""
