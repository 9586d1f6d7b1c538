"""transform ops for NVIDIA's GPUs."""

from typing import Annotated

from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    ConversionPatternDescriptor,
    Replaces,
    ReplacesAll,
)
from mlirlite.dialects.transform.types import Handle
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.types import I32


class ApplyNVGPUToNVVMConversionPatternsOp(
    Op, ConversionPatternDescriptor, name="transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm"
):
    """Patterns that convert nvgpu to the nvvm dialect.

    ```mlir
    transform.apply_conversion_patterns.nvgpu.nvgpu_to_nvvm
    ```
    """

    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class CreateAsyncGroupsOp(Op, Replaces, name="transform.nvgpu.create_async_groups"):
    """Makes copies to shared memory asynchronous.

    ```mlir
    %1 = transform.nvgpu.create_async_groups %0 {bypass_l1}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    bypass_l1: OptProp[UnitAttr]
    result_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class PipelineSharedMemoryCopiesOp(
    Op, ReplacesAll, name="transform.nvgpu.pipeline_shared_memory_copies"
):
    """Copies to shared memory before the iterations that need it.

    ```mlir
    %1 = transform.nvgpu.pipeline_shared_memory_copies failures(propagate) %0 {depth = 4 : i64}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    for_op: Operand[Handle]
    depth: Prop[int]
    peel_epilogue: OptProp[UnitAttr]
    failure_propagation_mode: Prop[Annotated[FailurePropagationMode, I32]] = default(
        FailurePropagationMode.suppress
    )
    result_: Result[Handle]
    assembly_format = (
        "`failures` `(` $failure_propagation_mode `)` $for_op attr-dict `:` "
        "functional-type(operands, results)"
    )


class RewriteMatmulAsMmaSyncOp(Op, ReplacesAll, name="transform.nvgpu.rewrite_matmul_as_mma_sync"):
    """Turns a matmul into products of tensor cores.

    ```mlir
    transform.nvgpu.rewrite_matmul_as_mma_sync %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class RewriteCopyAsTmaOp(Op, ReplacesAll, name="transform.nvgpu.rewrite_copy_as_tma"):
    """Turns copies into those of the tensor memory accelerator.

    ```mlir
    transform.nvgpu.rewrite_copy_as_tma %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"
