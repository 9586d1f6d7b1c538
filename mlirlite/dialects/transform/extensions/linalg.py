"""Patterns on linalg."""

from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.interfaces import PatternDescriptor
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop


class ApplyEraseUnnecessaryInputsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.erase_unnecessary_inputs"
):
    """Patterns that drop inputs that the body does not read.

    ```mlir
    transform.apply_patterns.linalg.erase_unnecessary_inputs
    ```
    """

    assembly_format = "attr-dict"


class ApplyDecomposeTensorPackUnpackPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.decompose_pack_unpack"
):
    """Patterns that turn linalg.pack and linalg.unpack into pads, transposes and slices.

    ```mlir
    transform.apply_patterns.linalg.decompose_pack_unpack
    ```
    """

    assembly_format = "attr-dict"


class ApplyDecomposeTensorPadPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.decompose_pad"
):
    """Patterns that turn padding into insertions into a filled tensor.

    ```mlir
    transform.apply_patterns.linalg.decompose_pad
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldUnitExtentDimsViaReshapesPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes"
):
    """Patterns that drop dimensions of size one by reshapes.

    ```mlir
    transform.apply_patterns.linalg.fold_unit_extent_dims_via_reshapes
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldUnitExtentDimsViaSlicesPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices"
):
    """Patterns that drop dimensions of size one by slices.

    ```mlir
    transform.apply_patterns.linalg.fold_unit_extent_dims_via_slices
    ```
    """

    assembly_format = "attr-dict"


class ApplyTilingCanonicalizationPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.tiling_canonicalization"
):
    """Patterns that clean up after tiling.

    ```mlir
    transform.apply_patterns.linalg.tiling_canonicalization
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldAddIntoDestPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.fold_add_into_dest"
):
    """Patterns that fold additions into contractions.

    ```mlir
    transform.apply_patterns.linalg.fold_add_into_dest
    ```
    """

    assembly_format = "attr-dict"


class ApplyPadVectorizationPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.pad_vectorization"
):
    """Patterns that turn padding into vector transfers.

    ```mlir
    transform.apply_patterns.linalg.pad_vectorization
    ```
    """

    assembly_format = "attr-dict"


class ApplyFoldPackUnpackIntoEmptyPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.linalg.fold_pack_unpack_into_empty"
):
    """Patterns that fold linalg.pack and linalg.unpack of empty tensors.

    ```mlir
    transform.apply_patterns.linalg.fold_pack_unpack_into_empty {fold_single_use_only = true}
    ```
    """

    fold_single_use_only: Prop[bool] = default(False)
    assembly_format = "attr-dict"
