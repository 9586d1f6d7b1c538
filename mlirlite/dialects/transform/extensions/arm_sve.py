"""Patterns for SVE."""

from mlirlite.dialects.transform.interfaces import PatternDescriptor
from mlirlite.ir.definition import Op


class ApplyArmSVELowerContractionToI8MMPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.arm_sve.vector_contract_to_i8mm"
):
    """Patterns that turn contractions of bytes into SVE's I8MM instructions.

    ```mlir
    transform.apply_patterns.arm_sve.vector_contract_to_i8mm
    ```
    """

    assembly_format = "attr-dict"


class ApplyArmSVELowerContractionToBFMMLAPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.arm_sve.vector_contract_to_bfmmla"
):
    """Patterns that turn contractions of bf16 into SVE's BFMMLA instructions.

    ```mlir
    transform.apply_patterns.arm_sve.vector_contract_to_bfmmla
    ```
    """

    assembly_format = "attr-dict"
