"""Patterns on vector."""

from typing import Annotated

from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.enums import (
    VectorContractLowering,
    VectorMultiReductionLowering,
    VectorTransferSplit,
    VectorTransposeLowering,
)
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    ConversionPatternDescriptor,
    PatternDescriptor,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop
from mlirlite.ir.types import I32


class ApplyVectorToLLVMConversionPatternsOp(
    Op,
    ConversionPatternDescriptor,
    name="transform.apply_conversion_patterns.vector.vector_to_llvm",
):
    """Patterns that convert vector to the llvm dialect.

    ```mlir
    transform.apply_conversion_patterns.vector.vector_to_llvm {reassociate_fp_reductions = true}
    ```
    """

    reassociate_fp_reductions: Prop[bool] = default(False)
    force_32bit_vector_indices: Prop[bool] = default(True)
    use_vector_alignment: Prop[bool] = default(False)
    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class ApplyCastAwayVectorLeadingOneDimPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.cast_away_vector_leading_one_dim"
):
    """Patterns that drop leading dimensions of size one.

    ```mlir
    transform.apply_patterns.vector.cast_away_vector_leading_one_dim
    ```
    """

    assembly_format = "attr-dict"


class ApplyRankReducingSubviewPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.rank_reducing_subview_patterns"
):
    """Patterns that drop dimensions of size one from transferred data.

    ```mlir
    transform.apply_patterns.vector.rank_reducing_subview_patterns
    ```
    """

    assembly_format = "attr-dict"


class ApplyDropUnitDimWithShapeCastPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.drop_unit_dims_with_shape_cast"
):
    """Patterns that drop dimensions of size one by casts of shapes.

    ```mlir
    transform.apply_patterns.vector.drop_unit_dims_with_shape_cast
    ```
    """

    assembly_format = "attr-dict"


class ApplyDropInnerMostUnitDimsFromXferOpsPatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops",
):
    """Patterns that drop innermost dimensions of size one from transfers.

    ```mlir
    transform.apply_patterns.vector.drop_inner_most_unit_dims_from_xfer_ops
    ```
    """

    assembly_format = "attr-dict"


class ApplyTransferPermutationPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.transfer_permutation_patterns"
):
    """Patterns that turn permutations of transfers into transposes.

    ```mlir
    transform.apply_patterns.vector.transfer_permutation_patterns
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerBitCastPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_bitcast"
):
    """Patterns that spell out bitcasts for vectors of one dimension.

    ```mlir
    transform.apply_patterns.vector.lower_bitcast
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerBroadcastPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_broadcast"
):
    """Patterns that spell out broadcasts.

    ```mlir
    transform.apply_patterns.vector.lower_broadcast
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerContractionPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_contraction"
):
    """Patterns that spell out contractions.

    ```mlir
    transform.apply_patterns.vector.lower_contraction lowering_strategy = outerproduct
    ```
    """

    lowering_strategy: Prop[Annotated[VectorContractLowering, I32]] = default(
        VectorContractLowering.outerproduct
    )
    assembly_format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"


class ApplyLowerCreateMaskPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_create_mask"
):
    """Patterns that spell out masks.

    ```mlir
    transform.apply_patterns.vector.lower_create_mask
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerMasksPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_masks"
):
    """Patterns that spell out masked ops.

    ```mlir
    transform.apply_patterns.vector.lower_masks
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerMaskedTransfersPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_masked_transfers"
):
    """Patterns that move masks into transfers.

    ```mlir
    transform.apply_patterns.vector.lower_masked_transfers
    ```
    """

    assembly_format = "attr-dict"


class ApplyMaterializeMasksPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.materialize_masks"
):
    """Patterns that compute masks by comparisons.

    ```mlir
    transform.apply_patterns.vector.materialize_masks
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerMultiReductionPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_multi_reduction"
):
    """Patterns that spell out reductions of several dimensions.

    ```mlir
    transform.apply_patterns.vector.lower_multi_reduction lowering_strategy = innerreduction
    ```
    """

    lowering_strategy: Prop[Annotated[VectorMultiReductionLowering, I32]] = default(
        VectorMultiReductionLowering.innerparallel
    )
    assembly_format = "(`lowering_strategy` `=` $lowering_strategy^)? attr-dict"


class ApplyLowerOuterProductPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_outerproduct"
):
    """Patterns that spell out outer products.

    ```mlir
    transform.apply_patterns.vector.lower_outerproduct
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerGatherPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_gather"
):
    """Patterns that spell out gathers.

    ```mlir
    transform.apply_patterns.vector.lower_gather
    ```
    """

    assembly_format = "attr-dict"


class ApplyUnrollFromElementsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.unroll_from_elements"
):
    """Patterns that spell out vector.from_elements for vectors of one dimension.

    ```mlir
    transform.apply_patterns.vector.unroll_from_elements
    ```
    """

    assembly_format = "attr-dict"


class ApplyUnrollToElementsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.unroll_to_elements"
):
    """Patterns that spell out vector.to_elements for vectors of one dimension.

    ```mlir
    transform.apply_patterns.vector.unroll_to_elements
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerScanPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_scan"
):
    """Patterns that spell out scans.

    ```mlir
    transform.apply_patterns.vector.lower_scan
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerShapeCastPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_shape_cast"
):
    """Patterns that spell out casts of shapes.

    ```mlir
    transform.apply_patterns.vector.lower_shape_cast
    ```
    """

    assembly_format = "attr-dict"


class ApplyLowerTransferPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_transfer"
):
    """Patterns that turn transfers of up to this rank into loads and stores.

    ```mlir
    transform.apply_patterns.vector.lower_transfer max_transfer_rank = 2
    ```
    """

    max_transfer_rank: Prop[int] = default(1)
    assembly_format = "(`max_transfer_rank` `=` $max_transfer_rank^)? attr-dict"


class ApplyLowerTransposePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_transpose"
):
    """Patterns that spell out transposes.

    ```mlir
    transform.apply_patterns.vector.lower_transpose lowering_strategy = shuffle_16x16
        avx2_lowering_strategy = true
    ```
    """

    lowering_strategy: Prop[Annotated[VectorTransposeLowering, I32]] = default(
        VectorTransposeLowering.eltwise
    )
    avx2_lowering_strategy: Prop[bool] = default(False)
    assembly_format = (
        "oilist ( `lowering_strategy` `=` $lowering_strategy | `avx2_lowering_strategy` "
        "`=` $avx2_lowering_strategy ) attr-dict"
    )


class ApplyLowerInterleavePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.lower_interleave"
):
    """Patterns that spell out interleaving for vectors of one dimension.

    ```mlir
    transform.apply_patterns.vector.lower_interleave
    ```
    """

    assembly_format = "attr-dict"


class ApplyInterleaveToShufflePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.interleave_to_shuffle"
):
    """Patterns that turn interleaving into shuffles.

    ```mlir
    transform.apply_patterns.vector.interleave_to_shuffle
    ```
    """

    assembly_format = "attr-dict"


class ApplyRewriteNarrowTypePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.rewrite_narrow_types"
):
    """Patterns that spell out casts of integers of few bits.

    ```mlir
    transform.apply_patterns.vector.rewrite_narrow_types
    ```
    """

    assembly_format = "attr-dict"


class ApplySplitTransferFullPartialPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.split_transfer_full_partial"
):
    """Patterns that split transfers by whether they stay in bounds.

    ```mlir
    transform.apply_patterns.vector.split_transfer_full_partial
        split_transfer_strategy = "vector-transfer"
    ```
    """

    split_transfer_strategy: Prop[Annotated[VectorTransferSplit, I32]] = default(
        VectorTransferSplit.linalg_copy
    )
    assembly_format = "(`split_transfer_strategy` `=` $split_transfer_strategy^)? attr-dict"


class ApplyTransferToScfPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.transfer_to_scf"
):
    """Patterns that turn transfers into loops.

    ```mlir
    transform.apply_patterns.vector.transfer_to_scf max_transfer_rank = 1 full_unroll = true
    ```
    """

    max_transfer_rank: Prop[int] = default(1)
    full_unroll: Prop[bool] = default(False)
    assembly_format = (
        "oilist ( `max_transfer_rank` `=` $max_transfer_rank | `full_unroll` `=` "
        "$full_unroll ) attr-dict"
    )


class ApplyFoldArithExtensionPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.fold_arith_extension"
):
    """Patterns that fold extensions into contractions.

    ```mlir
    transform.apply_patterns.vector.fold_arith_extension
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldElementwiseToVectorPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.elementwise_to_vector"
):
    """Patterns that vectorize elementwise ops on tensors.

    ```mlir
    transform.apply_patterns.vector.elementwise_to_vector
    ```
    """

    assembly_format = "attr-dict"


class ApplyVectorReductionToContractPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.reduction_to_contract"
):
    """Patterns that turn reductions into contractions.

    ```mlir
    transform.apply_patterns.vector.reduction_to_contract
    ```
    """

    assembly_format = "attr-dict"


class ApplySinkVectorPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.sink_ops"
):
    """Patterns that move casts of shapes and transposes after elementwise ops.

    ```mlir
    transform.apply_patterns.vector.sink_ops
    ```
    """

    assembly_format = "attr-dict"


class ApplySinkVectorMemPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.vector.sink_mem_ops"
):
    """Patterns that load only the element that is extracted.

    ```mlir
    transform.apply_patterns.vector.sink_mem_ops
    ```
    """

    assembly_format = "attr-dict"
