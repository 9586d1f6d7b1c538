"""gpu: matrices that a subgroup holds together, and their products."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.gpu.enums import MMAElementwiseOpAttr
from mlirlite.dialects.gpu.ids import IndexAttr
from mlirlite.dialects.gpu.types import (
    Factor,
    IntegerOrFloat,
    MatrixElement,
    MatrixMemRef,
    MMAMatrix,
    MMAMatrixType,
    Storable,
    Sum,
)
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import Effect, EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AllTypesMatch, Predicate, Pure, TypesMatch
from mlirlite.ir.types import MemRefType
from mlirlite.support.diagnostics import Diagnostic, error

_ELEMENT = "value type matches element type of mma_matrix"


def _element(type: MMAMatrixType) -> Type:
    return type.element_type


def _has_unit_stride(type: Type) -> bool:
    found = strides_and_offset(type) if isinstance(type, MemRefType) else None
    return found is not None and (not found[0] or found[0][-1] == 1)


class SubgroupMmaLoadMatrixOp(Op, MemoryEffects, name="gpu.subgroup_mma_load_matrix"):
    """Reads a matrix from memory.

    ```mlir
    %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index}
      : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    ```
    """

    srcMemref: Operand[MatrixMemRef]
    indices: VarOperand[Index]
    leadDimension: Prop[IndexAttr]
    transpose: OptProp[UnitAttr]
    res: Result[MMAMatrix]
    assembly_format = "$srcMemref`[`$indices`]` attr-dict `:` type($srcMemref) `->` type($res)"

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ), Effect(EffectKind.READ, self.srcMemref))

    def verify_op(self) -> Diagnostic | None:
        if not _has_unit_stride(self.srcMemref.type):
            return error("expected source memref most minor dim must have unit stride", self.where)
        return None


class SubgroupMmaStoreMatrixOp(Op, MemoryEffects, name="gpu.subgroup_mma_store_matrix"):
    """Writes a sum of products to memory.

    ```mlir
    gpu.subgroup_mma_store_matrix %c, %m[%i, %i] {leadDimension = 32 : index}
      : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
    ```
    """

    src: Operand[Storable]
    dstMemref: Operand[MatrixMemRef]
    indices: VarOperand[Index]
    leadDimension: Prop[IndexAttr]
    transpose: OptProp[UnitAttr]
    assembly_format = (
        "$src`,` $dstMemref`[`$indices`]` attr-dict `:` type($src)`,` type($dstMemref)"
    )

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.WRITE), Effect(EffectKind.WRITE, self.dstMemref))

    def verify_op(self) -> Diagnostic | None:
        if not _has_unit_stride(self.dstMemref.type):
            return error(
                "expected destination memref most minor dim must have unit stride", self.where
            )
        matrix = self.src.type
        if isinstance(matrix, MMAMatrixType) and matrix.operand != "COp":
            return error(
                "expected the operand matrix being stored to have 'COp' operand type", self.where
            )
        return None


class SubgroupMmaComputeOp(
    Op, name="gpu.subgroup_mma_compute", traits=(AllTypesMatch("opC", "res"), Pure)
):
    """a * b + c of matrices.

    ```mlir
    %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">,
      !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
    ```
    """

    opA: Operand[Factor]
    opB: Operand[Factor]
    opC: Operand[Sum]
    a_transpose: OptProp[UnitAttr]
    b_transpose: OptProp[UnitAttr]
    res: Result[MMAMatrix]
    assembly_format = "$opA`,` $opB`,` $opC attr-dict `:` type($opA)`,` type($opB) `->` type($res)"

    def verify_op(self) -> Diagnostic | None:
        types: list[Any] = [v.type for v in self.operands]
        if [t.operand for t in types] != ["AOp", "BOp", "COp"]:
            return error("operands must be in the order AOp, BOp, COp", self.where)
        a, b, c = (t.shape for t in types)
        if a[1] != b[0] or a[0] != c[0] or b[1] != c[1]:
            return error("operand shapes do not satisfy matmul constraints", self.where)
        return None


class SubgroupMmaConstantMatrixOp(
    Op,
    name="gpu.subgroup_mma_constant_matrix",
    traits=(Pure, TypesMatch(_ELEMENT, "res", "value", _element)),
):
    """A matrix whose elements are all the same.

    ```mlir
    %0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    value: Operand[MatrixElement]
    res: Result[MMAMatrix]
    assembly_format = "$value attr-dict `:` type($res)"


class SubgroupMmaExtractThreadLocalOp(
    Op,
    name="gpu.subgroup_mma_extract_thread_local",
    traits=(Pure, TypesMatch(_ELEMENT, "matrix", "res", _element)),
):
    """An element of those that this thread holds.

    ```mlir
    %0 = gpu.subgroup_mma_extract_thread_local %c[%i] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
    ```
    """

    matrix: Operand[MMAMatrix]
    indices: VarOperand[Index]
    res: Result[IntegerOrFloat]
    assembly_format = "$matrix`[`$indices`]` attr-dict `:` type($matrix) `->` type($res)"


class SubgroupMmaInsertThreadLocalOp(
    Op,
    name="gpu.subgroup_mma_insert_thread_local",
    traits=(Pure, TypesMatch(_ELEMENT, "matrix", "value", _element)),
):
    """The matrix with another element in this thread.

    ```mlir
    %0 = gpu.subgroup_mma_insert_thread_local %x, %c[%i]
      : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    ```
    """

    value: Operand[IntegerOrFloat]
    matrix: Operand[MMAMatrix]
    indices: VarOperand[Index]
    res: Result[MMAMatrix]
    assembly_format = (
        "$value`,` $matrix`[`$indices`]` attr-dict `:` type($value)`,` type($matrix) `->` "
        "type($res)"
    )


def _args_match(op: Operation) -> bool:
    return all(v.type is op.operands[0].type for v in op.operands)


class SubgroupMmaElementwiseOp(
    Op,
    name="gpu.subgroup_mma_elementwise",
    traits=(Predicate("all of {args} have same type", _args_match), Pure),
):
    """An operation on each element.

    ```mlir
    %0 = gpu.subgroup_mma_elementwise addf %c, %c : (!gpu.mma_matrix<16x16xf16, "COp">,
      !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
    ```
    """

    args: VarOperand[MMAMatrix]
    opType: Prop[MMAElementwiseOpAttr]
    res: Result[MMAMatrix]
    assembly_format = "$opType $args attr-dict `:` functional-type($args, $res)"
