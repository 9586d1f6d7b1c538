"""transform ops on gpu."""

from typing import Annotated

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.transform.constraints import NO_INTEGERS, default, numbers
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    ConversionPatternDescriptor,
    PatternDescriptor,
    ReplacesAll,
)
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.types import I16
from mlirlite.support.diagnostics import Diagnostic


class EliminateBarriersOp(
    Op, PatternDescriptor, name="transform.apply_patterns.gpu.eliminate_barriers"
):
    """Patterns that remove barriers between accesses that cannot conflict.

    ```mlir
    transform.apply_patterns.gpu.eliminate_barriers
    ```
    """

    assembly_format = "attr-dict"


class MapNestedForallToThreadsOp(
    Op, ReplacesAll, name="transform.gpu.map_nested_forall_to_threads"
):
    """Maps the iterations of scf.forall inside a launch to its threads.

    ```mlir
    %1 = transform.gpu.map_nested_forall_to_threads %0 block_dims = [32, 4, 1]
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    block_dims: Prop[I64Array] = default(NO_INTEGERS)
    sync_after_distribute: Prop[bool] = default(True)
    warp_size: Prop[int] = default(32)
    result_: Result[Handle]
    assembly_format = (
        "$target `block_dims` `=` $block_dims (`sync_after_distribute` `=` "
        "$sync_after_distribute^)? (`warp_size` `=` $warp_size^)? attr-dict `:` "
        "functional-type($target, $result)"
    )


class MapForallToBlocksOp(Op, ReplacesAll, name="transform.gpu.map_forall_to_blocks"):
    """Maps the iterations of the outermost scf.forall to the blocks of a launch.

    ```mlir
    %1 = transform.gpu.map_forall_to_blocks %0 generate_gpu_launch grid_dims = [50, 16, 1]
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    grid_dims: OptProp[I64Array] = default(NO_INTEGERS)
    generate_gpu_launch: OptProp[UnitAttr]
    result_: Result[Handle]
    assembly_format = (
        "$target (`generate_gpu_launch` $generate_gpu_launch^)? (`grid_dims` `=` "
        "$grid_dims^)? attr-dict `:` functional-type($target, $result)"
    )

    def verify_op(self) -> Diagnostic | None:
        if len(numbers(self.grid_dims)) not in (0, 3):
            return self.error("transform requires empty or size-3 grid_dims")
        return None


class ApplyGPUToNVVMConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.gpu.gpu_to_nvvm"
):
    """Patterns that convert gpu to the nvvm dialect.

    ```mlir
    transform.apply_conversion_patterns.gpu.gpu_to_nvvm
    ```
    """

    benefit: Prop[Annotated[int, I16]] = default(1)
    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class ApplyGPUWwmaToNVVMConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm"
):
    """Patterns that convert gpu's matrix ops to the nvvm dialect.

    ```mlir
    transform.apply_conversion_patterns.gpu.gpu_wmma_to_nvvm
    ```
    """

    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class ApplyGPUSubgroupReduceToNVVMConversionPatternsOp(
    Op,
    ConversionPatternDescriptor,
    name="transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm",
):
    """Patterns that convert reductions of a subgroup to the nvvm dialect.

    ```mlir
    transform.apply_conversion_patterns.gpu.gpu_subgroup_reduce_to_nvvm
    ```
    """

    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class ApplyGPUToROCDLConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.gpu.gpu_to_rocdl"
):
    """Patterns that convert gpu to the rocdl dialect of a chip.

    ```mlir
    transform.apply_conversion_patterns.gpu.gpu_to_rocdl chipset = "gfx90a"
    ```
    """

    chipset: Prop[str]
    assembly_format = "`chipset` `=` $chipset attr-dict"
    type_converter = LLVM_TYPES


class ApplyGPURewritePatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.gpu.gpu_rewrite_patterns"
):
    """Patterns that expand gpu ops: all_reduce, global_id, shuffles.

    ```mlir
    transform.apply_patterns.gpu.gpu_rewrite_patterns
    ```
    """

    assembly_format = "attr-dict"


class ApplyGPUPromoteShuffleToAMDGPUPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu"
):
    """Patterns that turn shuffles into ops of AMD's chips.

    ```mlir
    transform.apply_patterns.gpu.gpu_shuffle_to_amdgpu chipset = "gfx950"
    ```
    """

    chipset: OptProp[str]
    assembly_format = "(`chipset` `=` $chipset^)? attr-dict"


class ApplyUnrollVectorsSubgroupMmaOp(
    Op, PatternDescriptor, name="transform.apply_patterns.gpu.unroll_vectors_subgroup_mma"
):
    """Patterns that unroll contractions into products of this size.

    ```mlir
    transform.apply_patterns.gpu.unroll_vectors_subgroup_mma [16, 16, 8]
    ```
    """

    m: Prop[int]
    n: Prop[int]
    k: Prop[int]
    assembly_format = "`[` $m `,` $n `,` $k `]` attr-dict"
