"""vector ops that move vectors between memory and values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import NOT_NONTEMPORAL, Alignment
from mlirlite.dialects.memref._constraints import StaticMemRef
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfAnyRank,
    AnyVectorOfNonZeroRank,
    FixedMask,
    MaskVector,
    OffsetVector,
    TensorOrMemRef,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.constraints import AnyMemRef, AnyRankedTensor, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, OptResult, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.traits import Pure
from mlirlite.ir.types import BaseMemRefType, MemRefType, ShapedType, VectorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class MemoryOp(Op, MemoryEffects):
    """An access through `base[indices]`."""

    if TYPE_CHECKING:
        base: Operand[ShapedType]

    kind = EffectKind.READ

    def effects(self) -> Sequence[Effect]:
        base = self.base
        return (Effect(self.kind, base),) if isinstance(base.type, BaseMemRefType) else ()

    def verify_indices(self, indices: Sequence[Value]) -> Diagnostic | None:
        """One index for each dimension of the base."""
        base = self.base.type
        if base.has_rank and len(indices) != base.rank:
            return self.error(f"requires {base.rank} indices")
        return None


class LoadOp(MemoryOp, name="vector.load"):
    """Neighboring elements of a buffer.

    ```mlir
    %0 = vector.load %m[%i, %j] : memref<100x100xf32>, vector<8xf32>
    ```
    """

    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    result: Result[AnyVectorOfAnyRank]
    assembly_format = "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)"

    def verify_op(self) -> Diagnostic | None:
        memref, vector = self.base.type, self.result.type
        if isinstance(memref, MemRefType) and isinstance(vector, VectorType):
            element = memref.element_type
            if not has_unit_stride(memref, vector):
                return self.error("most minor memref dim must have unit stride")
            if memref.rank < vector.rank:
                return self.error("destination memref has lower rank than the result vector")
            if isinstance(element, VectorType) and element is not vector:
                return self.error("base memref and result vector types should match")
            if not isinstance(element, VectorType) and element is not vector.element_type:
                return self.error("base and result element types should match")
        return self.verify_indices(self.indices)


def has_unit_stride(memref: MemRefType, vector: VectorType) -> bool:
    """Neighbors in the last dimension are neighbors in memory, or there is only one element."""
    if not vector.is_scalable and vector.num_elements == 1:
        return True
    layout = strides_and_offset(memref)
    return layout is not None and (not layout[0] or layout[0][-1] == 1)


class StoreOp(MemoryOp, name="vector.store"):
    """Writes neighboring elements of a buffer.

    ```mlir
    vector.store %v, %m[%i, %j] : memref<200x100xf32>, vector<8xf32>
    ```
    """

    kind = EffectKind.WRITE
    valueToStore: Operand[AnyVectorOfAnyRank]
    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    nontemporal: OptProp[bool] = NOT_NONTEMPORAL
    alignment: OptProp[Alignment]
    assembly_format = (
        "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)"
    )

    def verify_op(self) -> Diagnostic | None:
        memref, vector = self.base.type, self.valueToStore.type
        if isinstance(memref, MemRefType) and isinstance(vector, VectorType):
            element = memref.element_type
            if not has_unit_stride(memref, vector):
                return self.error("most minor memref dim must have unit stride")
            if memref.rank < vector.rank:
                return self.error("source memref has lower rank than the vector to store")
            if isinstance(element, VectorType) and element is not vector:
                return self.error("base memref and valueToStore vector types should match")
            if not isinstance(element, VectorType) and element is not vector.element_type:
                return self.error("base and valueToStore element type should match")
        return self.verify_indices(self.indices)


class _MaskedOp(MemoryOp):
    if TYPE_CHECKING:
        mask: Operand[VectorType]

    def verify_masked(
        self, vector: Value[VectorType], what: str, indices: Sequence[Value]
    ) -> Diagnostic | None:
        """The vector fits the base, the mask and the pass-through value."""
        if self.base.type.element_type is not vector.type.element_type:
            return self.error(f"base and {what} element type should match")
        found = self.verify_indices(indices)
        if found is not None:
            return found
        if isinstance(self, (GatherOp, ScatterOp)) and self.indices.type.shape != vector.type.shape:
            return self.error(f"expected {what} dim to match indices dim")
        if self.mask.type.shape != vector.type.shape:
            word = "shape" if isinstance(self, (MaskedLoadOp, MaskedStoreOp)) else "dim"
            return self.error(f"expected {what} {word} to match mask {word}")
        kept = (
            self.pass_thru if isinstance(self, (MaskedLoadOp, ExpandLoadOp, GatherOp)) else vector
        )
        if kept.type is not vector.type:
            return self.error("expected pass_thru of same type as result type")
        return None


class MaskedLoadOp(_MaskedOp, name="vector.maskedload"):
    """Neighboring elements where a mask is true, and elements of another vector where it is not.

    ```mlir
    %0 = vector.maskedload %m[%i], %mask, %other
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    ```
    """

    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    mask: Operand[MaskVector]
    pass_thru: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) "
        "`,` type($pass_thru) `into` type($result)"
    )

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.result, "result", self.indices)


class MaskedStoreOp(_MaskedOp, name="vector.maskedstore"):
    """Writes neighboring elements where a mask is true.

    ```mlir
    vector.maskedstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
    ```
    """

    kind = EffectKind.WRITE
    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    mask: Operand[MaskVector]
    valueToStore: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` "
        "type($mask) "
        "`,` type($valueToStore)"
    )

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.valueToStore, "valueToStore", self.indices)


class ExpandLoadOp(_MaskedOp, name="vector.expandload"):
    """Neighboring elements, spread over the lanes where a mask is true.

    ```mlir
    %0 = vector.expandload %m[%i], %mask, %other
      : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    ```
    """

    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    mask: Operand[FixedMask]
    pass_thru: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) "
        "`,` type($pass_thru) `into` type($result)"
    )

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.result, "result", self.indices)


class CompressStoreOp(_MaskedOp, name="vector.compressstore"):
    """Writes the elements for which a mask is true side by side.

    ```mlir
    vector.compressstore %m[%i], %mask, %v : memref<?xf32>, vector<8xi1>, vector<8xf32>
    ```
    """

    kind = EffectKind.WRITE
    base: Operand[AnyMemRef]
    indices: VarOperand[Index]
    mask: Operand[FixedMask]
    valueToStore: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    assembly_format = (
        "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` "
        "type($mask) "
        "`,` type($valueToStore)"
    )

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.valueToStore, "valueToStore", self.indices)


class GatherOp(_MaskedOp, name="vector.gather"):
    """Elements at separate indices.

    ```mlir
    %0 = vector.gather %m[%i] [%v], %mask, %other
      : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    ```
    """

    base: Operand[TensorOrMemRef]
    offsets: VarOperand[Index]
    indices: Operand[OffsetVector]
    mask: Operand[MaskVector]
    pass_thru: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` "
        "type($base) "
        "`,` type($indices) `,` type($mask) `,` type($pass_thru) `into` type($result)"
    )

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.result, "result", self.offsets)


class ScatterOp(_MaskedOp, name="vector.scatter"):
    """Writes elements to separate indices.

    ```mlir
    vector.scatter %m[%i] [%v], %mask, %w
      : memref<?xf32>, vector<16xi32>, vector<16xi1>, vector<16xf32>
    ```
    """

    kind = EffectKind.WRITE
    base: Operand[TensorOrMemRef]
    offsets: VarOperand[Index]
    indices: Operand[OffsetVector]
    mask: Operand[MaskVector]
    valueToStore: Operand[AnyVectorOfNonZeroRank]
    alignment: OptProp[Alignment]
    result: OptResult[AnyRankedTensor]
    assembly_format = (
        "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` "
        "type($base) `,` type($indices) `,` type($mask) `,` type($valueToStore) "
        "(`->` type($result)^)?"
    )

    def effects(self) -> Sequence[Effect]:
        """MLIR agrees: it writes to a tensor, too."""
        return (Effect(self.kind, self.base),)

    def verify_op(self) -> Diagnostic | None:
        return self.verify_masked(self.valueToStore, "valueToStore", self.offsets)


class TypeCastOp(Op, name="vector.type_cast", traits=(Pure,)):
    """A buffer of numbers seen as a buffer of one vector.

    ```mlir
    %0 = vector.type_cast %m : memref<5x4x3xf32> to memref<vector<5x4x3xf32>>
    ```
    """

    memref: Operand[StaticMemRef]
    result: Result[AnyMemRef]
    assembly_format = "$memref attr-dict `:` type($memref) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        source, result = self.memref.type, self.result.type
        if source.layout is not None:
            return self.error("expects operand to be a memref with identity layout")
        if result.layout is not None:
            return self.error("expects result to be a memref with identity layout")
        if source.memory_space is not result.memory_space:
            return self.error("expects result in same memory space")
        if _scalar(source) is not _scalar(result):
            return self.error(
                f"expects result and operand with same underlying scalar type: '{_scalar(result)}'"
            )
        if _flat_shape(source) != _flat_shape(result):
            return self.error("expects concatenated result and operand shapes to be equal")
        return None


def _scalar(type: Type) -> Type:
    while isinstance(type, ShapedType):
        type = type.element_type
    return type


def _flat_shape(type: Type) -> tuple[int, ...]:
    shape: tuple[int, ...] = ()
    while isinstance(type, ShapedType):
        shape += type.shape
        type = type.element_type
    return shape
