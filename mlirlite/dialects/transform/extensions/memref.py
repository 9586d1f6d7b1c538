"""transform ops on memref."""

from typing import Annotated

from mlirlite.dialects.transform.constraints import Positive, default
from mlirlite.dialects.transform.interfaces import (
    LLVM_TYPES,
    Modifies,
    PatternDescriptor,
    Replaces,
    ReplacesAll,
    TypeConverterBuilder,
)
from mlirlite.dialects.transform.types import Handle, handle_to
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result

AllocHandle = Annotated[Type, handle_to("memref.alloc")]
AllocaHandle = Annotated[Type, handle_to("memref.alloca")]


class ApplyFoldMemrefAliasOpsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.memref.fold_memref_alias_ops"
):
    """Patterns that read and write through views in place.

    ```mlir
    transform.apply_patterns.memref.fold_memref_alias_ops
    ```
    """

    assembly_format = "attr-dict"


class ApplyResolveRankedShapedTypeResultDimsPatternsOp(
    Op,
    PatternDescriptor,
    name="transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims",
):
    """Patterns that compute sizes of results from operands.

    ```mlir
    transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims
    ```
    """

    assembly_format = "attr-dict"


class ApplyAllocToAllocaOp(
    Op, PatternDescriptor, name="transform.apply_patterns.memref.alloc_to_alloca"
):
    """Patterns that move small allocations to the stack.

    ```mlir
    transform.apply_patterns.memref.alloc_to_alloca size_limit(32)
    ```
    """

    size_limit: OptProp[int]
    assembly_format = "(`size_limit` `(` $size_limit^ `)`)? attr-dict"


class ApplyExpandOpsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.memref.expand_ops"
):
    """Patterns that expand memref ops.

    ```mlir
    transform.apply_patterns.memref.expand_ops
    ```
    """

    assembly_format = "attr-dict"


class ApplyExpandStridedMetadataPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.memref.expand_strided_metadata"
):
    """Patterns that turn views into arithmetic on offsets, sizes and strides.

    ```mlir
    transform.apply_patterns.memref.expand_strided_metadata
    ```
    """

    assembly_format = "attr-dict"


class ApplyExtractAddressComputationsPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.memref.extract_address_computations"
):
    """Patterns that compute addresses before the access, as views.

    ```mlir
    transform.apply_patterns.memref.extract_address_computations
    ```
    """

    assembly_format = "attr-dict"


class MemrefToLLVMTypeConverterOp(
    Op,
    TypeConverterBuilder,
    name="transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter",
):
    """Converts memrefs to the llvm dialect's descriptors.

    ```mlir
    transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter
        {use_bare_ptr_call_conv = true}
    ```
    """

    use_aligned_alloc: OptProp[bool] = default(False)
    index_bitwidth: OptProp[int] = default(64)
    use_generic_functions: OptProp[bool] = default(False)
    use_bare_ptr_call_conv: OptProp[bool] = default(False)
    data_layout: OptProp[str]
    assembly_format = "attr-dict"
    type_converter = LLVM_TYPES


class MemRefAllocaToGlobalOp(Op, Replaces, name="transform.memref.alloca_to_global"):
    """Turns stack memory into global variables.

    ```mlir
    %1, %2 = transform.memref.alloca_to_global %0
        : (!transform.op<"memref.alloca">) -> (!transform.any_op, !transform.any_op)
    ```
    """

    alloca: Operand[AllocaHandle]
    getGlobal: Result[Handle]
    global_: Result[Handle]
    assembly_format = "$alloca attr-dict `:` functional-type(operands, results)"


class MemRefMultiBufferOp(Op, ReplacesAll, name="transform.memref.multibuffer"):
    """Gives a buffer that a loop rewrites several copies in turn.

    ```mlir
    %1 = transform.memref.multibuffer %0 {factor = 2 : i64}
        : (!transform.op<"memref.alloc">) -> !transform.any_op
    ```
    """

    target: Operand[AllocHandle]
    factor: Prop[Positive]
    skip_analysis: OptProp[UnitAttr]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class MemRefEraseDeadAllocAndStoresOp(
    Op, Modifies, name="transform.memref.erase_dead_alloc_and_stores"
):
    """Removes buffers that are only written.

    ```mlir
    transform.memref.erase_dead_alloc_and_stores %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, results)"


class MemRefMakeLoopIndependentOp(Op, ReplacesAll, name="transform.memref.make_loop_independent"):
    """Replaces sizes that change in the loops by bounds that do not.

    ```mlir
    %1 = transform.memref.make_loop_independent %0 {num_loops = 1 : i64}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    num_loops: Prop[int]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, $transformed)"
