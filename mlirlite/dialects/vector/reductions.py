"""vector ops that combine elements along dimensions."""

from collections.abc import Sequence

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.vector._constraints import (
    SAME_ELEMENTS,
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
)
from mlirlite.dialects.vector.enums import CombiningKind, CombiningKindAttr
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Pure, TypesMatch
from mlirlite.ir.types import FloatType, IndexType, IntegerType, VectorType
from mlirlite.support.diagnostics import Diagnostic

_FLOAT_KINDS = frozenset({"minnumf", "maxnumf", "minimumf", "maximumf"})


def combines(kind: CombiningKindAttr, type: Type) -> bool:
    """Whether elements of a type can be combined in this way."""
    name = CombiningKind(kind.value).name
    if name in ("add", "mul"):
        return isinstance(type, (IntegerType, IndexType, FloatType))
    if name in _FLOAT_KINDS:
        return isinstance(type, FloatType)
    return isinstance(type, (IntegerType, IndexType))


class ReductionOp(
    Op,
    name="vector.reduction",
    traits=(
        SAME_ELEMENTS,
        TypesMatch("dest and acc have the same type", "dest", "acc", lambda t: t),
        Pure,
    ),
):
    """All elements of a vector, and an initial value if given, combined into one.

    ```mlir
    %0 = vector.reduction <add>, %v, %acc : vector<16xf32> into f32
    ```
    """

    kind: Prop[CombiningKindAttr]
    vector: Operand[AnyVectorOfAnyRank]
    acc: OptOperand[AnyType]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    dest: Result[AnyType]
    assembly_format = (
        "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` "
        "type($vector) `into` type($dest)"
    )

    def verify_op(self) -> Diagnostic | None:
        vector, dest = self.vector.type, self.dest.type
        if isinstance(vector, VectorType) and vector.rank > 1:
            return self.error(f"unsupported reduction rank: {vector.rank}")
        if not combines(self.kind, dest):
            name = CombiningKind(self.kind.value).name.removesuffix("_")
            return self.error(f"unsupported reduction type ''{dest}'' for kind '{name}'")
        return None


class MultiDimReductionOp(
    Op, name="vector.multi_reduction", traits=(AllTypesMatch("dest", "acc"), SAME_ELEMENTS, Pure)
):
    """Some dimensions of a vector reduced away.

    ```mlir
    %0 = vector.multi_reduction <add>, %v, %acc [1] : vector<4x8xf32> to vector<4xf32>
    ```
    """

    kind: Prop[CombiningKindAttr]
    source: Operand[AnyVectorOfNonZeroRank]
    acc: Operand[AnyType]
    reduction_dims: Prop[I64Array]
    dest: Result[AnyType]
    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"
    )

    def verify_op(self) -> Diagnostic | None:
        source, dest = self.source.type, self.dest.type
        removed = set(self.reduction_dims.value)
        kept = [d for i, d in enumerate(source.shape) if i not in removed]
        scalable = [s for i, s in enumerate(source.scalable_dims) if i not in removed]
        expected: Type = source.element_type
        if kept:
            expected = VectorType(tuple(kept), source.element_type, tuple(scalable))
        if dest is not expected:
            return self.error(
                f"destination type '{dest}' is incompatible with source type '{source}'"
            )
        return None


class ScanOp(
    Op,
    name="vector.scan",
    traits=(
        AllTypesMatch("source", "dest"),
        AllTypesMatch("initial_value", "accumulated_value"),
        Pure,
    ),
):
    """Running totals along a dimension.

    ```mlir
    %dest, %acc = vector.scan <add>, %v, %init {inclusive = false, reduction_dim = 1 : i64}
      : vector<4x8xf32>, vector<4xf32>
    ```
    """

    kind: Prop[CombiningKindAttr]
    source: Operand[AnyVectorOfNonZeroRank]
    initial_value: Operand[AnyVectorOfAnyRank]
    reduction_dim: Prop[int]
    inclusive: Prop[bool]
    dest: Result[AnyVectorOfNonZeroRank]
    accumulated_value: Result[AnyVectorOfAnyRank]
    assembly_format = (
        "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return self.operands[0].type, self.operands[1].type

    def verify_op(self) -> Diagnostic | None:
        source, initial, dim = self.source.type, self.initial_value.type, self.reduction_dim
        if dim >= source.rank:
            return self.error(f"reduction dimension {dim} has to be less than {source.rank}")
        if initial.rank != source.rank - 1:
            return self.error(
                f"initial value rank {initial.rank} has to be equal to {source.rank - 1}"
            )
        if initial.shape != (*source.shape[:dim], *source.shape[dim + 1 :]):
            return self.error("incompatible input/initial value shapes")
        if not combines(self.kind, initial.element_type):
            name = CombiningKind(self.kind.value).name.removesuffix("_")
            return self.error(
                f"unsupported reduction type '{initial.element_type}' for kind '{name}'"
            )
        return None
