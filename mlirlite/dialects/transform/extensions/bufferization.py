"""transform ops for bufferization."""

import enum
from typing import Annotated

from mlirlite.dialects.transform.constraints import default
from mlirlite.dialects.transform.interfaces import Modifies, ReplacesAll
from mlirlite.dialects.transform.types import Handle, handle_to
from mlirlite.ir.attribute import Type
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic

AllocTensorHandle = Annotated[Type, handle_to("bufferization.alloc_tensor")]
EmptyHandle = Annotated[Type, handle_to("tensor.empty")]


class LayoutMapOption(enum.IntEnum):
    """The layout of buffers at the boundaries of functions."""

    InferLayoutMap = 0
    IdentityLayoutMap = 1
    FullyDynamicLayoutMap = 2


class EliminateEmptyTensorsOp(Op, Modifies, name="transform.bufferization.eliminate_empty_tensors"):
    """Replaces empty tensors by the destination of their contents.

    ```mlir
    transform.bufferization.eliminate_empty_tensors %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class EmptyTensorToAllocTensorOp(
    Op, ReplacesAll, name="transform.bufferization.empty_tensor_to_alloc_tensor"
):
    """Replaces tensor.empty by bufferization.alloc_tensor.

    ```mlir
    %1 = transform.bufferization.empty_tensor_to_alloc_tensor %0
        : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    ```
    """

    target: Operand[EmptyHandle]
    transformed: Result[AllocTensorHandle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class BufferLoopHoistingOp(Op, Modifies, name="transform.bufferization.buffer_loop_hoisting"):
    """Moves allocations out of loops.

    ```mlir
    transform.bufferization.buffer_loop_hoisting %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class OneShotBufferizeOp(Op, ReplacesAll, name="transform.bufferization.one_shot_bufferize"):
    """Bufferizes the tensors inside the ops.

    ```mlir
    %1 = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %0
        {bufferize_function_boundaries = true}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    function_boundary_type_conversion: OptProp[Annotated[LayoutMapOption, I32]]
    allow_return_allocs_from_loops: Prop[bool] = default(False)
    allow_unknown_ops: Prop[bool] = default(False)
    bufferize_function_boundaries: Prop[bool] = default(False)
    dump_alias_sets: Prop[bool] = default(False)
    test_analysis_only: Prop[bool] = default(False)
    print_conflicts: Prop[bool] = default(False)
    check_parallel_regions: Prop[bool] = default(True)
    memcpy_op: Prop[str] = default("memref.copy")
    transformed: Result[Handle]
    assembly_format = (
        "(`layout` `{` $function_boundary_type_conversion^ `}`)? $target attr-dict `:` "
        "functional-type($target, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.memcpy_op not in ("memref.copy", "linalg.copy"):
            return self.error("unsupported memcpy op")
        for name in ("print_conflicts", "dump_alias_sets"):
            if getattr(self, name) and not self.test_analysis_only:
                return self.error(f"'{name}' requires 'test_analysis_only'")
        return None
