"""Which types go together, and traits that ask for it, in StableHLO's words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects.quant.types import (
    QuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedType,
)
from mlirlite.dialects.stablehlo.syntax import BoundsAttr
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.traits import Marker, Trait
from mlirlite.ir.types import DYNAMIC, I32, RankedTensorType, ShapedType, TupleType, element_type_of
from mlirlite.ods.hooks import DataOp, function, trait
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None


@function("isValidStablehloQuantizedElementType")
def is_valid_quantized(type: Any) -> bool:
    """Whether zero points are numbers of the storage type."""
    if not isinstance(type, QuantizedType):
        return False
    points: Any = getattr(type, "zero_points", ())
    if isinstance(type, UniformQuantizedType):
        points = (type.zero_point,)
    return all(type.storage_min <= z <= type.storage_max for z in points)


@function("UniformQuantizedPerAxisType")
def is_per_axis(type: Any) -> bool:
    """Whether a type is quantized along a dimension."""
    return isinstance(type, UniformQuantizedPerAxisType)


@function("UniformQuantizedType")
def is_per_tensor(type: Any) -> bool:
    """Whether a type is quantized with one scale."""
    return isinstance(type, UniformQuantizedType)


@function("CustomCallApiVersionAttr")
def is_version(attribute: Any) -> bool:
    """Whether an attribute is the version of the interface of a custom call."""
    return isinstance(attribute, IntegerAttr) and attribute.type is I32


@function("isValidQuantizedDimension")
def has_valid_axis(type: Any) -> bool:
    """Whether a tensor has the dimension along which it is quantized, with a scale for each
    index."""
    element = getattr(type, "element_type", None)
    if not isinstance(type, RankedTensorType) or not isinstance(
        element, UniformQuantizedPerAxisType
    ):
        return True
    size = type.shape[element.axis] if element.axis < type.rank else None
    return size is not None and size in (DYNAMIC, len(element.scales))


@function("hasSingleBoundedDimension")
def has_single_bound(type: Any) -> bool:
    """Whether one dimension is dynamic, and has a bound."""
    bounds = bounds_of(type)
    if bounds is None:
        return False
    return [sum(b != DYNAMIC for b in bounds), sum(n == DYNAMIC for n in type.shape)] == [1, 1]


@function("getFlattenedTypes")
def flattened(types: Any) -> list[Type]:
    """Types, tuples taken apart."""
    found: list[Type] = []
    for type in types.types if isinstance(types, TupleType) else types:
        found += flattened(type) if isinstance(type, TupleType) else [type]
    return found


def bounds_of(type: Any) -> tuple[int, ...] | None:
    """The upper bounds of dynamic sizes; None if a type has none."""
    encoding = getattr(type, "encoding", None)
    return encoding.bounds if isinstance(encoding, BoundsAttr) else None


def same_elements(a: Type, b: Type) -> bool:
    """Whether the elements of two types go together: equal, or quantized alike."""
    a, b = element_type_of(a), element_type_of(b)
    if isinstance(a, QuantizedType) and isinstance(b, QuantizedType):
        per_axis = [isinstance(t, UniformQuantizedPerAxisType) for t in (a, b)]
        return per_axis[0] == per_axis[1] and all(
            getattr(a, name) == getattr(b, name)
            for name in ("storage_type", "storage_min", "storage_max", "expressed_type")
        )
    return a is b


def same_size(a: int, b: int) -> bool:
    """Whether two sizes may be equal at run time."""
    return DYNAMIC in (a, b) or a == b


def same_shape(a: Any, b: Any) -> bool:
    """Whether two types may have one shape at run time."""
    if not isinstance(a, RankedTensorType) or not isinstance(b, RankedTensorType):
        return True
    if a.rank != b.rank or not all(map(same_size, a.shape, b.shape)):
        return False
    for shape, bounds in ((a.shape, bounds_of(b)), (b.shape, bounds_of(a))):
        pairs = zip(shape, bounds or (), strict=False)
        if any(limit != DYNAMIC and limit < size for size, limit in pairs):
            return False
    return True


def compatible(a: Type, b: Type) -> bool:
    """Whether two types go together: shapes that may be equal, elements that are."""
    if isinstance(a, ShapedType) and isinstance(b, ShapedType):
        return same_shape(a, b) and same_elements(a, b)
    return same_elements(a, b)


class _Alike(Trait):
    """All types go together with the first; `words` says of what."""

    test: Callable[[Type, Type], bool]
    words: str
    with_results: bool = True

    def verify(self, op: DataOp) -> Problem:
        types: list[Type] = [v.type for v in op.operands]
        types += [v.type for v in op.results] if self.with_results else []
        if all(self.test(t, types[0]) for t in types):
            return None
        found: Problem = op.error(f"requires compatible {self.words}")
        return found


class _Inferred(_Alike):
    """As above; the result has the type of the operands."""

    def infer(self, op: DataOp, inferred: list[Any]) -> None:
        if op.operands and len(inferred) == 1 and inferred[0] is None:
            inferred[0] = most_specific([v.type for v in op.operands])


def most_specific(types: Sequence[Any]) -> Any:
    """The type that says most of those that go together."""
    first = types[0]
    if not all(isinstance(t, RankedTensorType) and t.rank == first.rank for t in types):
        return first
    sizes = [
        next((n for n in column if n != DYNAMIC), DYNAMIC)
        for column in zip(*(t.shape for t in types), strict=True)
    ]
    return first.replace(shape=tuple(sizes)) if tuple(sizes) != first.shape else first


class _Pairwise(Trait):
    """Operands and results have the same types in pairs, or the same elements."""

    of: Callable[[Type], Type]
    words: str

    def verify(self, op: DataOp) -> Problem:
        found: Problem = None
        if len(op.operands) != len(op.results):
            found = op.error("requires the same number of operands and results")
            return found
        for i, (a, b) in enumerate(zip(op.operands, op.results, strict=True)):
            if self.of(a.type) is not self.of(b.type):
                found = op.error(
                    f"requires the same {self.words} for operand and result at index {i}"
                )
                return found
        return None


_TRAITS: dict[str, Trait] = {
    "CompatibleOperandsAndResultType": _Inferred(compatible, "types for all operands and results"),
    "CompatibleOperandsAndResultElementType": _Alike(
        same_elements, "element types for all operands and results"
    ),
    "CompatibleOperandsElementType": _Alike(same_elements, "element types for all operands", False),
    "PairwiseSameOperandAndResultType": _Pairwise(lambda t: t, "type"),
    "PairwiseSameOperandAndResultElementType": _Pairwise(element_type_of, "element type"),
}
_MARKERS = (
    *("BroadcastingElementwise", "Broadcasting", "InferTensorType"),
    *(
        f"{recursive}SpeculatableIf{condition}ImplTrait"
        for recursive in ("", "Recursively")
        for condition in (
            "StaticDimInOutputIsStaticInInput",
            "AllInputsStatic",
            "AllInputsStaticAndShapeConstant",
        )
    ),
)


def _named(name: str) -> Callable[[], Trait]:
    return lambda: _TRAITS.get(name) or Marker(name)


for _name in (*_TRAITS, *_MARKERS):
    trait(_name)(_named(_name))
