"""vector ops that make vectors, take them apart, and move their elements."""

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects.vector._constraints import (
    AnyRankMask,
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
    FixedVector,
    FloatVector,
    I64ArrayAttr,
    IndexVector,
    ScalableVector,
    Vector1D,
    integers,
    scalable_flags,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.constraints import AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr, element_size, unpack_elements
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import AllTypesMatch, Predicate, Pure, TypesMatch
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    VectorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic, error


class VectorScaleOp(Op, AsmNames, name="vector.vscale", traits=(Pure,)):
    """The run-time factor of scalable dimensions.

    ```mlir
    %vscale = vector.vscale
    ```
    """

    res: Result[Index]
    assembly_format = "attr-dict"

    def result_names(self) -> Sequence[str]:
        return ("vscale",)


def known_elements(raw: Any, type: Type) -> DenseElementsAttr:
    """A constant of these elements in a vector's shape."""
    if not isinstance(type, ShapedType):
        raise TypeError(f"'{type}' has no elements")
    found: DenseElementsAttr = DenseElementsAttr(type, raw)
    return found


def same_elements(names: str, operand: int = 0) -> Predicate:
    """The operand and the first result have one element type."""
    return Predicate(
        f"{names} have same element type",
        lambda op: (
            element_type_of(op.operands[operand].type) is element_type_of(op.results[0].type)
        ),
    )


SAME_ELEMENTS = same_elements("source operand and result")


class BroadcastOp(Op, name="vector.broadcast", traits=(SAME_ELEMENTS, Pure)):
    """A value or a smaller vector, repeated to fill a vector.

    ```mlir
    %0 = vector.broadcast %f : f32 to vector<4xf32>
    ```
    """

    source: Operand[AnyType]
    vector: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($vector)"

    def verify(self) -> Diagnostic | None:
        source, target = self.source.type, self.vector.type
        if isinstance(source, ShapedType) and not isinstance(source, VectorType):
            return self.error("source type is not a vector")
        if not isinstance(target, VectorType) or not isinstance(source, VectorType):
            return None
        if source.rank > target.rank:
            return self.error("source rank higher than destination rank")
        skipped = target.rank - source.rank
        wanted = list(zip(target.shape, scalable_flags(target), strict=True))[skipped:]
        given = zip(source.shape, scalable_flags(source), strict=True)
        for dim, goal in zip(given, wanted, strict=True):
            if dim not in (goal, (1, False)):
                found, expected = (f"[{n}]" if s else str(n) for n, s in (dim, goal))
                return self.error(f"dimension mismatch ({found} vs. {expected})")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant scalar --> a splat; the same type --> the operand"""
        type = self.vector.type
        if self.source.type is type:
            return self.source
        number = getattr(operands[0], "value", None)
        if isinstance(number, (int, float)) and isinstance(type, VectorType):
            return DenseElementsAttr.of(type, number)
        known = operands[0]
        if isinstance(known, DenseElementsAttr) and known.is_splat:
            return known_elements(known.raw, type)
        return None


class FMAOp(Op, name="vector.fma", traits=(AllTypesMatch("lhs", "rhs", "acc", "result"), Pure)):
    """`lhs * rhs + acc`, rounded once, element by element.

    ```mlir
    %0 = vector.fma %a, %b, %c : vector<4xf32>
    ```
    """

    lhs: Operand[FloatVector]
    rhs: Operand[FloatVector]
    acc: Operand[FloatVector]
    result: Result[FloatVector]
    assembly_format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)"


class _PositionOp(Op):
    """An op with `[0, %i]`, a position in the leading dimensions of a vector."""

    @property
    def mixed_position(self) -> list[Mixed]:
        """The position, numbers or values."""
        return merge(self.static_position, self.dynamic_position)  # type: ignore[attr-defined]

    def verify_position(self, vector: Type, words: str, ending: str) -> Diagnostic | None:
        """The position lies in the vector."""
        position = self.static_position  # type: ignore[attr-defined]
        if not isinstance(vector, VectorType):
            return None
        for i, (at, size) in enumerate(zip(position, vector.shape, strict=False)):
            if at != DYNAMIC and not -1 <= at < size:
                return self.error(
                    f"expected position attribute #{i + 1} to be a non-negative integer smaller "
                    f"than the corresponding {words} dimension{ending}"
                )
        return None


def rest_type(vector: VectorType, count: int) -> Type:
    """What is left of a vector type when the first `count` dimensions are fixed."""
    if count == vector.rank:
        return vector.element_type
    rest: Type = VectorType(vector.shape[count:], vector.element_type, vector.scalable_dims[count:])
    return rest


class ExtractOp(
    _PositionOp, name="vector.extract", traits=(same_elements("operand and result"), Pure)
):
    """The element or the smaller vector at a position.

    ```mlir
    %0 = vector.extract %v[0, %i] : f32 from vector<2x4xf32>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    dynamic_position: VarOperand[Index]
    static_position: Prop[I64Array]
    result: Result[AnyType]
    assembly_format = (
        "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` "
        "type($result) `from` type($source)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        source = self.operands[0].type
        position = self.static_position
        return (rest_type(source, len(position)),) if isinstance(source, VectorType) else None

    def verify(self) -> Diagnostic | None:
        source, given = self.source.type, self.result.type
        if isinstance(given, VectorType) and not given.rank:
            message = "expected a scalar instead of a 0-d vector as the result type"
            return error(message, self.where)
        if isinstance(source, VectorType) and len(self.static_position) > source.rank:
            return self.error("expected position attribute of rank no greater than vector rank")
        found = self.verify_position(source, "vector", " or poison (-1)")
        if found is not None:
            return found
        inferred = self.infer_types()
        if inferred is None or given is inferred[0] or _is_unit_vector_of(given, inferred[0]):
            return None
        return verify_inferred(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A part of a constant --> a constant"""
        known, position = operands[0], self.static_position.value
        if not isinstance(known, DenseElementsAttr):
            return None
        if not known.is_splat and DYNAMIC in position:
            return None
        return constant_part(known, position, self.result.type)


def constant_part(known: DenseElementsAttr, position: Sequence[int], type: Type) -> Any:
    """The constant at a position in the leading dimensions; None for one that cannot be."""
    raw, size = known.raw, element_size(known.element_type)
    if not known.is_splat:
        at = 0
        for index, limit in zip(position, known.type.shape, strict=False):
            if not 0 <= index < limit:
                return None
            at = at * limit + index
        count = prod(known.type.shape[len(position) :])
        raw = bytes(raw[at * count * size : (at + 1) * count * size])
    if isinstance(type, VectorType):
        splat = raw == raw[:size] * (len(raw) // size)
        part: Any = DenseElementsAttr(type, raw[:size] if splat else raw)
        return part
    number = unpack_elements(raw, type)[0]
    if isinstance(type, FloatType):
        return FloatAttr(number, type)
    return IntegerAttr(int(number), type) if isinstance(type, (IntegerType, IndexType)) else None


def _is_unit_vector_of(type: Type, element: Type) -> bool:
    """Upstream takes `vector<1xf32>` for `f32`."""
    return isinstance(type, VectorType) and type.shape == (1,) and type.element_type is element


class InsertOp(
    _PositionOp,
    name="vector.insert",
    traits=(SAME_ELEMENTS, AllTypesMatch("dest", "result"), Pure),
):
    """A vector with an element or a smaller vector put at a position.

    ```mlir
    %0 = vector.insert %f, %v [0, 1] : f32 into vector<2x4xf32>
    ```
    """

    valueToStore: Operand[AnyType]
    dest: Operand[AnyVectorOfAnyRank]
    dynamic_position: VarOperand[Index]
    static_position: Prop[I64Array]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = (
        "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) "
        "attr-dict `:` type($valueToStore) `into` type($dest)"
    )

    def verify(self) -> Diagnostic | None:
        dest, value, count = self.dest.type, self.valueToStore.type, len(self.static_position)
        if not isinstance(dest, VectorType):
            return None
        if isinstance(value, VectorType) and not value.rank:
            message = "expected a scalar instead of a 0-d vector as the source operand"
            return error(message, self.where)
        if count > dest.rank:
            return self.error(
                "expected position attribute of rank no greater than dest vector rank"
            )
        if isinstance(value, VectorType) and count + value.rank != dest.rank:
            return self.error(
                "expected position attribute rank + source rank to match dest vector rank"
            )
        if not isinstance(value, VectorType) and count != dest.rank:
            return self.error("expected position attribute rank to match the dest vector rank")
        return self.verify_position(dest, "dest vector", "")


class ShuffleOp(
    Op,
    name="vector.shuffle",
    traits=(
        same_elements("first operand v1 and result"),
        same_elements("second operand v2 and result", 1),
        Pure,
    ),
):
    """Elements of two vectors, picked by number; the second vector's follow the first's.

    ```mlir
    %0 = vector.shuffle %a, %b [0, 3, 4] : vector<2xf32>, vector<3xf32>
    ```
    """

    v1: Operand[FixedVector]
    v2: Operand[FixedVector]
    mask: Prop[I64Array]
    vector: Result[AnyVectorOfNonZeroRank]
    assembly_format = "operands $mask attr-dict `:` type(operands)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        if not isinstance(type, VectorType):
            return None
        shape = (max(1, len(self.mask)), *type.shape[1:])  # no mask: `verify` says so
        shuffled: Type = VectorType(shape, type.element_type)
        return (shuffled,)

    def verify(self) -> Diagnostic | None:
        a, b, result = self.v1.type, self.v2.type, self.vector.type
        if (
            not isinstance(a, VectorType)
            or not isinstance(b, VectorType)
            or not isinstance(result, VectorType)
        ):
            return None
        flat = a.rank == b.rank == 0 and result.rank == 1
        if not flat and not a.rank == b.rank == result.rank:
            return self.error("rank mismatch")
        if not flat and not a.shape[1:] == b.shape[1:] == result.shape[1:]:
            return self.error("dimension mismatch")
        if not self.mask:
            return self.error("invalid mask length")
        if len(self.mask) != result.shape[0]:
            return self.error("mask length mismatch")
        size = (a.shape[0] if a.rank else 1) + (b.shape[0] if b.rank else 1)
        for i, index in enumerate(self.mask):
            if not -1 <= index < size:
                return self.error(f"mask index #{i + 1} out of range")
        return verify_inferred(self)


class FromElementsOp(
    Op,
    name="vector.from_elements",
    traits=(
        TypesMatch(
            "operand types match result element type",
            "dest",
            "elements",
            lambda t: (t.element_type,) * t.num_elements,
        ),
        Pure,
    ),
):
    """A vector of given elements in row-major order.

    ```mlir
    %0 = vector.from_elements %f, %f : vector<2xf32>
    ```
    """

    elements: VarOperand[AnyType]
    dest: Result[FixedVector]
    assembly_format = "$elements attr-dict `:` type($dest)"

    def verify(self) -> Diagnostic | None:
        type = self.dest.type
        if isinstance(type, VectorType) and len(self.operands) != type.num_elements:
            return self.error(
                f"number of operands ({len(self.operands)}) does not match the result type '{type}'"
            )
        return None


class ToElementsOp(Op, name="vector.to_elements", traits=(Pure,)):
    """All elements of a vector in row-major order.

    ```mlir
    %0:4 = vector.to_elements %v : vector<4xf32>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    elements: VarResult[AnyType]
    assembly_format = "$source attr-dict `:` type($source)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        return [type.element_type] * type.num_elements if isinstance(type, VectorType) else None

    def verify(self) -> Diagnostic | None:
        return verify_inferred(self)


class BitCastOp(Op, name="vector.bitcast", traits=(Pure,)):
    """The same bits as elements of another width; the last dimension makes up for it.

    ```mlir
    %0 = vector.bitcast %v : vector<5x4xi32> to vector<5x8xi16>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify(self) -> Diagnostic | None:
        a, b = self.source.type, self.result.type
        if not isinstance(a, VectorType) or not isinstance(b, VectorType):
            return None
        if a.rank != b.rank:
            return self.error("failed to verify that all of {source, result} have same rank")
        for i, (x, y) in enumerate(zip(a.shape[:-1], b.shape[:-1], strict=True)):
            if x != y:
                return self.error(f"dimension size mismatch at: {i}")
        widths: list[Any] = [getattr(t.element_type, "width", None) for t in (a, b)]
        if a.rank == 0:
            if widths[0] != widths[1]:
                return self.error(
                    "source/result bitwidth of the 0-D vector element types must be equal"
                )
        elif None not in widths and a.shape[-1] * widths[0] != b.shape[-1] * widths[1]:
            return self.error("source/result bitwidth of the minor 1-D vectors must be equal")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """bitcast(x : T) : T --> x"""
        return self.source if self.source.type is self.result.type else None


class ShapeCastOp(Op, name="vector.shape_cast", traits=(Pure,)):
    """The same elements in another shape.

    ```mlir
    %0 = vector.shape_cast %v : vector<2x4xf32> to vector<8xf32>
    ```
    """

    source: Operand[AnyVectorOfAnyRank]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type($result)"

    def verify(self) -> Diagnostic | None:
        a, b = self.source.type, self.result.type
        if not isinstance(a, VectorType) or not isinstance(b, VectorType):
            return None
        if a.element_type is not b.element_type:
            return self.error("has different source and result element types")
        if a.num_elements != b.num_elements:
            return self.error(
                f"has different number of elements at source ({a.num_elements}) and result "
                f"({b.num_elements})"
            )
        counts = [scalable_flags(t).count(True) for t in (a, b)]
        if counts[0] != counts[1]:
            return self.error(
                f"has different number of scalable dims at source ({counts[0]}) and result "
                f"({counts[1]})"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """shape_cast(x : T) : T --> x; shape_cast(shape_cast(x)) --> shape_cast(x)"""
        if self.source.type is self.result.type:
            return self.source
        known = operands[0]
        if isinstance(known, DenseElementsAttr):
            return known_elements(known.raw, self.result.type)
        inner = self.source.defining_op
        if isinstance(inner, ShapeCastOp):
            self.set_operand(0, inner.source)
            return self.result
        return None


class TransposeOp(Op, name="vector.transpose", traits=(same_elements("operand and result"), Pure)):
    """The dimensions in another order.

    ```mlir
    %0 = vector.transpose %v, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
    ```
    """

    vector: Operand[AnyVectorOfAnyRank]
    permutation: Prop[I64Array]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)"

    def verify(self) -> Diagnostic | None:
        source, result, order = self.vector.type, self.result.type, self.permutation.value
        if not isinstance(source, VectorType) or not isinstance(result, VectorType):
            return None
        if source.rank != result.rank:
            return self.error(f"vector result rank mismatch: {result.rank}")
        if len(order) != source.rank:
            return self.error(f"transposition length mismatch: {len(order)}")
        seen: set[int] = set()
        for i, d in enumerate(order):
            if not 0 <= d < source.rank:
                return self.error(f"transposition index out of range: {d}")
            if d in seen:
                return self.error(f"duplicate position index: {d}")
            seen.add(d)
            if result.shape[i] != source.shape[d]:
                return self.error(f"dimension size mismatch at: {d}")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The identity permutation --> the vector; a splat --> the splat"""
        order, type = self.permutation.value, self.result.type
        if isinstance(operands[0], DenseElementsAttr) and operands[0].is_splat:
            return known_elements(operands[0].raw, type)
        return self.vector if order == tuple(range(len(order))) else None


class _StridedSliceOp(Op):
    """A box in a vector."""

    def verify_scalable(
        self, sizes: Sequence[int], whole: Sequence[int], flags: Sequence[bool]
    ) -> Diagnostic | None:
        """Scalable dimensions are taken whole."""
        for i, (size, limit, scalable) in enumerate(zip(sizes, whole, flags, strict=False)):
            if scalable and size != limit:
                return self.error(
                    f"expected size at idx={i} to match the corresponding base size from the "
                    f"input vector ({size} vs {limit})"
                )
        return None


class ExtractStridedSliceOp(
    _StridedSliceOp,
    name="vector.extract_strided_slice",
    traits=(same_elements("operand and result"), Pure),
):
    """A box of a vector.

    ```mlir
    %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [1], strides = [1]}
      : vector<2x4xf32> to vector<1x4xf32>
    ```
    """

    source: Operand[AnyVectorOfNonZeroRank]
    offsets: Prop[I64ArrayAttr]
    sizes: Prop[I64ArrayAttr]
    strides: Prop[I64ArrayAttr]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type(results)"

    def verify(self) -> Diagnostic | None:
        source = self.source.type
        if not isinstance(source, VectorType):
            return None
        lists = [integers(a) for a in (self.offsets, self.sizes, self.strides)]
        if len({len(values) for values in lists}) > 1:
            return self.error("expected offsets, sizes and strides attributes of same size")
        offsets, sizes, strides = lists
        if len(offsets) > source.rank:
            return self.error("expected offsets attribute of rank no greater than vector rank")
        for i, (start, size, step) in enumerate(zip(offsets, sizes, strides, strict=True)):
            limit = source.shape[i]
            if not 0 <= start < limit:
                return self.error(f"expected offsets dimension {i} to be confined to [0, {limit})")
            if not 1 <= size <= limit:
                return self.error(
                    f"expected sizes dimension {i} to be confined to [1, {limit + 1})"
                )
            if step != 1:
                return self.error("expected strides to be confined to [1, 2)")
            if start + size > limit:
                return self.error(
                    f"expected sum(offsets, sizes) dimension {i} to be confined to [1, {limit + 1})"
                )
        shape = (*sizes, *source.shape[len(sizes) :])
        expected: Type = VectorType(shape, source.element_type, source.scalable_dims)
        if self.result.type is not expected:
            return self.error(f"expected result type to be '{expected}'")
        return self.verify_scalable(sizes, source.shape, scalable_flags(source))


class InsertStridedSliceOp(
    _StridedSliceOp,
    name="vector.insert_strided_slice",
    traits=(
        same_elements("operand #0 and result"),
        AllTypesMatch("dest", "result"),
        Pure,
    ),
):
    """A vector with a box of it replaced.

    ```mlir
    %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1]}
      : vector<4xf32> into vector<2x4xf32>
    ```
    """

    valueToStore: Operand[AnyVectorOfNonZeroRank]
    dest: Operand[AnyVectorOfNonZeroRank]
    offsets: Prop[I64ArrayAttr]
    strides: Prop[I64ArrayAttr]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"

    def verify(self) -> Diagnostic | None:
        source, dest = self.valueToStore.type, self.dest.type
        if not isinstance(source, VectorType) or not isinstance(dest, VectorType):
            return None
        offsets, strides = integers(self.offsets), integers(self.strides)
        if len(offsets) != dest.rank:
            return self.error("expected offsets of same size as destination vector rank")
        if len(strides) != source.rank:
            return self.error("expected strides of same size as source vector rank")
        if source.rank > dest.rank:
            return self.error("expected source rank to be no greater than destination rank")
        shape = (*(0,) * (dest.rank - source.rank), *source.shape)
        for i, (start, limit) in enumerate(zip(offsets, dest.shape, strict=True)):
            if not 0 <= start < limit:
                return self.error(f"expected offsets dimension {i} to be confined to [0, {limit})")
        if any(step != 1 for step in strides):
            return self.error("expected strides to be confined to [1, 2)")
        for i, (start, size, limit) in enumerate(zip(offsets, shape, dest.shape, strict=True)):
            if start + size > limit:
                return self.error(
                    f"expected sum(offsets, source vector shape) dimension {i} to be confined to "
                    f"[1, {limit + 1})"
                )
        skipped, flags = dest.rank - source.rank, scalable_flags(source)
        for i, (mine, its) in enumerate(zip(flags, scalable_flags(dest)[skipped:], strict=True)):
            if mine != its:
                return self.error(f"mismatching scalable flags (at source vector idx={i})")
        return self.verify_scalable(source.shape, dest.shape[skipped:], flags)


def _doubled(type: Type) -> Type | None:
    if not isinstance(type, VectorType):
        return None
    shape = (*type.shape[:-1], 2 * type.shape[-1]) if type.shape else (2,)
    doubled: Type = VectorType(shape, type.element_type, type.scalable_dims)
    return doubled


def _halved(type: VectorType) -> Type:
    half: Type = VectorType(
        (*type.shape[:-1], type.shape[-1] // 2), type.element_type, type.scalable_dims
    )
    return half


class InterleaveOp(
    Op,
    name="vector.interleave",
    traits=(
        AllTypesMatch("lhs", "rhs"),
        Predicate(
            "type of 'result' is double the width of the inputs",
            lambda op: op.result.type is _doubled(op.lhs.type),
        ),
        Pure,
    ),
):
    """Elements of two vectors in turn.

    ```mlir
    %0 = vector.interleave %a, %b : vector<4xf32> -> vector<8xf32>
    ```
    """

    lhs: Operand[AnyVectorOfAnyRank]
    rhs: Operand[AnyVectorOfAnyRank]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"

    def infer_types(self) -> Sequence[Type] | None:
        doubled = _doubled(self.operands[0].type)
        return None if doubled is None else (doubled,)


class DeinterleaveOp(
    Op,
    name="vector.deinterleave",
    traits=(
        Predicate(
            "the trailing dimension of the source vector has an even number of elements",
            lambda op: op.source.type.shape[-1] % 2 == 0,
        ),
        Predicate(
            "the trailing dimension of the results is half the width of source trailing dimension",
            lambda op: all(r.type is _halved(op.source.type) for r in op.results),
        ),
        AllTypesMatch("res1", "res2"),
        Pure,
    ),
):
    """The even elements of a vector, and the odd ones.

    ```mlir
    %even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
    ```
    """

    source: Operand[AnyVectorOfNonZeroRank]
    res1: Result[AnyVectorOfNonZeroRank]
    res2: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$source attr-dict `:` type($source) `->` type($res1)"


class ScalableExtractOp(
    Op,
    name="vector.scalable.extract",
    traits=(
        Predicate(
            "all of {source, result} have same element type",
            lambda op: element_type_of(op.source.type) is element_type_of(op.result.type),
        ),
        Predicate(
            "position is a multiple of the result length.",
            lambda op: op.pos % op.result.type.num_elements == 0,
        ),
        Pure,
    ),
):
    """A fixed-length part of a scalable vector.

    ```mlir
    %0 = vector.scalable.extract %v[0] : vector<4xf32> from vector<[4]xf32>
    ```
    """

    source: Operand[ScalableVector]
    pos: Prop[int]
    result: Result[Vector1D]
    assembly_format = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)"


class ScalableInsertOp(
    Op,
    name="vector.scalable.insert",
    traits=(
        Predicate(
            "all of {valueToStore, dest} have same element type",
            lambda op: element_type_of(op.valueToStore.type) is element_type_of(op.dest.type),
        ),
        AllTypesMatch("dest", "result"),
        Predicate(
            "position is a multiple of the source length.",
            lambda op: op.pos % op.valueToStore.type.num_elements == 0,
        ),
        Pure,
    ),
):
    """A scalable vector with a fixed-length part replaced.

    ```mlir
    %0 = vector.scalable.insert %a, %v[0] : vector<4xf32> into vector<[4]xf32>
    ```
    """

    valueToStore: Operand[Vector1D]
    dest: Operand[ScalableVector]
    pos: Prop[int]
    result: Result[ScalableVector]
    assembly_format = (
        "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)"
    )


class CreateMaskOp(Op, name="vector.create_mask", traits=(Pure,)):
    """A mask that is true in a box from 0 to given sizes.

    ```mlir
    %0 = vector.create_mask %n : vector<4xi1>
    ```
    """

    operands_: VarOperand[Index]
    result: Result[AnyRankMask]
    assembly_format = "$operands attr-dict `:` type(results)"

    def verify(self) -> Diagnostic | None:
        type = self.result.type
        if not isinstance(type, VectorType):
            return None
        if not type.rank and len(self.operands) != 1:
            return self.error("must specify exactly one operand for 0-D create_mask")
        if type.rank and len(self.operands) != type.rank:
            return self.error("must specify an operand for each result vector dimension")
        return None


class ConstantMaskOp(Op, name="vector.constant_mask", traits=(Pure,)):
    """As vector.create_mask with constant sizes.

    ```mlir
    %0 = vector.constant_mask [2] : vector<4xi1>
    ```
    """

    mask_dim_sizes: Prop[I64Array]
    result: Result[AnyRankMask]
    assembly_format = "$mask_dim_sizes attr-dict `:` type(results)"

    def verify(self) -> Diagnostic | None:
        type, sizes = self.result.type, self.mask_dim_sizes.value
        if not isinstance(type, VectorType):
            return None
        if not type.rank:
            if len(sizes) != 1:
                return self.error("array attr must have length 1 for 0-D vectors")
            if sizes[0] not in (0, 1):
                return self.error("mask dim size must be either 0 or 1 for 0-D vectors")
            return None
        if len(sizes) != type.rank:
            return self.error("must specify array attr of size equal vector result rank")
        for size, limit in zip(sizes, type.shape, strict=True):
            if not 0 <= size <= limit:
                return self.error(
                    "array attr of size out of bounds of vector result dimension size"
                )
        for size, limit, scalable in zip(sizes, type.shape, scalable_flags(type), strict=True):
            if scalable and size not in (0, limit):
                return self.error("only supports 'none set' or 'all set' scalable dimensions")
        if 0 in sizes and any(sizes):
            return self.error(
                "expected all mask dim sizes to be zeros, as a result of conjunction with zero "
                "mask dim"
            )
        return None


class StepOp(Op, name="vector.step", traits=(Pure,)):
    """`0, 1, 2, …`.

    ```mlir
    %0 = vector.step : vector<4xindex>
    ```
    """

    result: Result[IndexVector]
    assembly_format = "attr-dict `:` type($result)"
