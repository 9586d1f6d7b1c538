"""Patterns for x86's vector instructions."""

from mlirlite.dialects.transform.interfaces import PatternDescriptor
from mlirlite.ir.definition import Op


class ApplyVectorContractToFMAPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.x86vector.vector_contract_to_fma"
):
    """Patterns that turn contractions into fused multiply-adds.

    ```mlir
    transform.apply_patterns.x86vector.vector_contract_to_fma
    ```
    """

    assembly_format = "attr-dict"


class ApplyVectorContractToPackedTypeDotProductPatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product",
):
    """Patterns that turn contractions into dot products of packed numbers.

    ```mlir
    transform.apply_patterns.x86vector.vector_contract_to_packed_type_dot_product
    ```
    """

    assembly_format = "attr-dict"


class ApplyVectorContractBF16ToFMAPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.x86vector.vector_contract_bf16_to_fma"
):
    """Patterns that turn contractions of bf16 into fused multiply-adds.

    ```mlir
    transform.apply_patterns.x86vector.vector_contract_bf16_to_fma
    ```
    """

    assembly_format = "attr-dict"


class ApplySinkVectorProducerOpsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.x86vector.sink_vector_producer_ops"
):
    """Patterns that move loads to where they are needed.

    ```mlir
    transform.apply_patterns.x86vector.sink_vector_producer_ops
    ```
    """

    assembly_format = "attr-dict"
