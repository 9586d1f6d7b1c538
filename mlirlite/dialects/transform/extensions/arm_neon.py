"""Patterns for Neon."""

from mlirlite.dialects.transform.interfaces import PatternDescriptor
from mlirlite.ir.definition import Op


class ApplyArmNeonContractionToI8MMPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.arm_neon.vector_contract_to_i8mm"
):
    """Patterns that turn contractions of bytes into Neon's I8MM instructions.

    ```mlir
    transform.apply_patterns.arm_neon.vector_contract_to_i8mm
    ```
    """

    assembly_format = "attr-dict"


class ApplyArmNeonContractionToBFMMLAPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.arm_neon.vector_contract_to_bfmmla"
):
    """Patterns that turn contractions of bf16 into Neon's BFMMLA instructions.

    ```mlir
    transform.apply_patterns.arm_neon.vector_contract_to_bfmmla
    ```
    """

    assembly_format = "attr-dict"
