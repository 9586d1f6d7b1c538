"""transform ops on tensor."""

from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.interfaces import (
    PatternDescriptor,
    ReplacesAll,
    TypeConverterBuilder,
)
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result


class ApplyDecomposeTensorConcatPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.decompose_concat"
):
    """Patterns that turn concatenations into insertions.

    ```mlir
    transform.apply_patterns.tensor.decompose_concat
    ```
    """

    assembly_format = "attr-dict"


class ApplyDropRedundantInsertSliceRankExpansionPatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion",
):
    """Patterns that drop redundant insertions of dimensions of size one.

    ```mlir
    transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldTensorEmptyPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.fold_tensor_empty"
):
    """Patterns that fold tensor.empty into ops that reshape or slice it.

    ```mlir
    transform.apply_patterns.tensor.fold_tensor_empty {fold_single_use_only = true}
    ```
    """

    fold_single_use_only: Prop[bool] = default(False)
    assembly_format = "attr-dict"


class ApplyFoldIntoPackAndUnpackPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.fold_into_pack_and_unpack"
):
    """Patterns that fold padding and slices into linalg.pack and linalg.unpack.

    ```mlir
    transform.apply_patterns.tensor.fold_into_pack_and_unpack
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldTensorSubsetOpsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.fold_tensor_subset_ops"
):
    """Patterns that fold slices into loads, stores and transfers.

    ```mlir
    transform.apply_patterns.tensor.fold_tensor_subset_ops
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldTensorSubsetOpsIntoVectorTransfersPatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers",
):
    """Patterns that fold slices into vector transfers.

    ```mlir
    transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers
    ```
    """

    assembly_format = "attr-dict"


class ApplyMergeConsecutiveInsertExtractSlicePatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice",
):
    """Patterns that merge consecutive slices.

    ```mlir
    transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    ```
    """

    assembly_format = "attr-dict"


class ApplyReassociativeReshapeFoldingPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.reassociative_reshape_folding"
):
    """Patterns that fold collapsing and expanding of shapes.

    ```mlir
    transform.apply_patterns.tensor.reassociative_reshape_folding
    ```
    """

    assembly_format = "attr-dict"


class ApplyRewriteTensorOpsAsConstantPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.rewrite_as_constant"
):
    """Patterns that fold constant tensors.

    ```mlir
    transform.apply_patterns.tensor.rewrite_as_constant aggressive
    ```
    """

    aggressive: OptProp[UnitAttr]
    assembly_format = "(`aggressive` $aggressive^)? attr-dict"


class ApplyBubbleUpExtractSlicePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.tensor.bubble_up_extract_slice"
):
    """Patterns that move slices before reshapes.

    ```mlir
    transform.apply_patterns.tensor.bubble_up_extract_slice
    ```
    """

    assembly_format = "attr-dict"


class MakeLoopIndependentOp(Op, ReplacesAll, name="transform.tensor.make_loop_independent"):
    """Replaces sizes that change in the loops by bounds that do not.

    ```mlir
    %1 = transform.tensor.make_loop_independent %0 {num_loops = 1 : i64}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    num_loops: Prop[int]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, $transformed)"


class TypeConversionCastShapeDynamicDimsOp(
    Op, TypeConverterBuilder, name="transform.type_conversion.tensor.cast_shape_dynamic_dims"
):
    """Converts tensors by casts that only change which sizes are static.

    ```mlir
    transform.type_conversion.tensor.cast_shape_dynamic_dims ignore_dynamic_info
    ```
    """

    ignore_dynamic_info: OptProp[UnitAttr]
    assembly_format = "(`ignore_dynamic_info` $ignore_dynamic_info^)? attr-dict"
