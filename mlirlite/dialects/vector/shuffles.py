"""vector ops that mix the elements of two vectors, or separate them."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.dialects.vector._constants import constant_of_pieces, pieces_of
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
    FixedVector,
    same_elements,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Predicate, Pure
from mlirlite.ir.types import VectorType
from mlirlite.support.diagnostics import Diagnostic


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
        shape = (max(1, len(self.mask)), *type.shape[1:])  # no mask: `verify` reports it
        shuffled: Type = VectorType(shape, type.element_type)
        return (shuffled,)

    def verify_op(self) -> Diagnostic | None:
        a, b, result = self.v1.type, self.v2.type, self.vector.type
        flat = a.rank == b.rank == 0 and result.rank == 1
        if not flat and not a.rank == b.rank == result.rank:
            return self.error("rank mismatch")
        if not flat and not a.shape[1:] == b.shape[1:] == result.shape[1:]:
            return self.error("dimension mismatch")
        if not self.mask.value:
            return self.error("invalid mask length")
        if len(self.mask) != result.shape[0]:
            return self.error("mask length mismatch")
        size = (a.shape[0] if a.rank else 1) + (b.shape[0] if b.rank else 1)
        for i, index in enumerate(self.mask):
            if not -1 <= index < size:
                return self.error(f"mask index #{i + 1} out of range")
        return verify_inferred(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """All of one vector in order --> that vector; constants --> a constant"""
        a, b = self.v1.type, self.v2.type
        if not isinstance(a, VectorType) or not isinstance(b, VectorType) or not a.rank:
            return None
        mask, size = self.mask.value, a.shape[0]
        if mask == tuple(range(size)):
            return self.v1
        if mask == tuple(range(size, size + b.shape[0])):
            return self.v2
        if all(isinstance(known, PoisonAttr) for known in operands):
            return operands[0]
        # Elements of poison may be anything: an element of the constant, as upstream.
        known = [None if isinstance(k, PoisonAttr) else k for k in operands if k is not None]
        if a.rank != 1 or len(known) != 2:
            return None
        pieces = [pieces_of(k) if isinstance(k, DenseElementsAttr) else [] for k in known]
        if any(not p and k is not None for p, k in zip(pieces, known, strict=True)):
            return None
        anything = (pieces[0] or pieces[1])[0]
        both = [p or [anything] * n for p, n in zip(pieces, (size, b.shape[0]), strict=True)]
        return constant_of_pieces(
            [anything if i < 0 else [*both[0], *both[1]][i] for i in mask], self.vector.type
        )


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
            lambda op: op.res1.type is _halved(op.source.type),
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
