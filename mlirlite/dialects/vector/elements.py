"""vector ops that extract elements and smaller vectors from vectors and insert them."""

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects.ub import POISON, PoisonAttr
from mlirlite.dialects.vector._constants import (
    LARGEST_NEW_CONSTANT,
    constant_of_pieces,
    flat_position,
    piece_of,
    pieces_of,
)
from mlirlite.dialects.vector._constraints import (
    SAME_ELEMENTS,
    AnyVectorOfAnyRank,
    FixedVector,
    ScalableVector,
    Vector1D,
    same_elements,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.constraints import AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr, element_size, unpack_elements
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.traits import AllTypesMatch, Predicate, Pure, TypesMatch
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    VectorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic, error

POISON_INDEX = -1
"""An invalid index."""


class _PositionOp(Op):
    """An op with `[0, %i]`, a position in the leading dimensions of a vector."""

    if TYPE_CHECKING:
        dynamic_position: VarOperand[Index]
        static_position: Prop[I64Array]

    @property
    def mixed_position(self) -> list[Mixed]:
        """The position, numbers or values."""
        return merge(self.static_position, self.dynamic_position)

    def verify_position(self, vector: Type, words: str, ending: str) -> Diagnostic | None:
        """The position lies in the vector."""
        position = self.static_position
        if not isinstance(vector, VectorType):
            return None
        for i, (at, size) in enumerate(zip(position, vector.shape, strict=False)):
            if at != DYNAMIC and not POISON_INDEX <= at < size:
                return self.error(
                    f"expected position attribute #{i + 1} to be a non-negative integer smaller "
                    f"than the corresponding {words} dimension{ending}"
                )
        return None


def rest_type(vector: VectorType, count: int) -> Type:
    """The rest of a vector type when the first `count` dimensions are fixed."""
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

    def verify_op(self) -> Diagnostic | None:
        source, given = self.source.type, self.result.type
        if isinstance(given, VectorType) and not given.rank:
            message = "expected a scalar instead of a 0-d vector as the result type"
            return error(message, self.where)
        if sum(at == DYNAMIC for at in self.static_position) != len(self.dynamic_position):
            return self.error(
                "mismatch between dynamic and static positions (kDynamic marker but no "
                "corresponding dynamic position) -- this can only happen due to an incorrect "
                "fold/rewrite"
            )
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
        """All of a vector --> the vector; a part of a constant --> a constant"""
        known, position = operands[0], self.static_position.value
        if not position and self.source.type is self.result.type:
            return self.source
        if isinstance(known, PoisonAttr):
            return known
        if POISON_INDEX in position:
            return POISON
        if not isinstance(known, DenseElementsAttr):
            return None
        if not known.is_splat and DYNAMIC in position:
            return None
        return constant_part(known, position, self.result.type)


def constant_part(known: DenseElementsAttr, position: Sequence[int], type: Type) -> Any:
    """The constant at a position in the leading dimensions; None for an invalid position."""
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


def constant_with_part(
    into: DenseElementsAttr, part: Attribute | None, position: Sequence[int]
) -> DenseElementsAttr | None:
    """A constant with another one inserted at a position in the leading dimensions; None if one is
    not a constant."""
    if isinstance(part, DenseElementsAttr):
        put = pieces_of(part)
    else:
        piece = piece_of(part, into.element_type)
        if piece is None:
            return None
        put = [piece]
    pieces = pieces_of(into)
    at = flat_position(position, into.type.shape)
    pieces[at : at + len(put)] = put
    return constant_of_pieces(pieces, into.type)


def _is_unit_vector_of(type: Type, element: Type) -> bool:
    """Upstream accepts `vector<1xf32>` for `f32`."""
    return isinstance(type, VectorType) and type.shape == (1,) and type.element_type is element


class InsertOp(
    _PositionOp,
    name="vector.insert",
    traits=(SAME_ELEMENTS, AllTypesMatch("dest", "result"), Pure),
):
    """A vector with an element or a smaller vector inserted at a position.

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

    def verify_op(self) -> Diagnostic | None:
        dest, value, count = self.dest.type, self.valueToStore.type, len(self.static_position)
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

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """All of a vector --> the inserted one; a constant inserted into a constant --> a
        constant"""
        value, into, *_ = operands
        position, type = self.static_position.value, self.result.type
        if not position and self.valueToStore.type is type:
            return self.valueToStore
        if POISON_INDEX in position:
            return POISON
        if not isinstance(into, DenseElementsAttr) or not isinstance(type, VectorType):
            return None
        if DYNAMIC in position or type.is_scalable:
            return None
        if type.num_elements > LARGEST_NEW_CONSTANT and not self.result.has_one_use:
            return None
        return constant_with_part(into, value, position)


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

    def verify_op(self) -> Diagnostic | None:
        type = self.dest.type
        if isinstance(type, VectorType) and len(self.operands) != type.num_elements:
            return self.error(
                f"number of operands ({len(self.operands)}) does not match the result type '{type}'"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> a constant"""
        type = self.dest.type
        element = element_type_of(type)
        pieces = []
        for known in operands:
            piece = piece_of(known, element)
            if piece is None:
                return None
            pieces.append(piece)
        return constant_of_pieces(pieces, type) if pieces else None


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

    def verify_op(self) -> Diagnostic | None:
        return verify_inferred(self)


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
