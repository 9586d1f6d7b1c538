"""transform ops on loops."""

from typing import Annotated

from mlirlite.dialects.transform.constraints import Positive, default
from mlirlite.dialects.transform.interfaces import Modifies, Replaces, ReplacesAll
from mlirlite.dialects.transform.types import Handle, handle_to
from mlirlite.ir.attribute import Type
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarResult

ForHandle = Annotated[Type, handle_to("scf.for")]


class HoistLoopInvariantSubsetsOp(Op, Modifies, name="transform.loop.hoist_loop_invariant_subsets"):
    """Moves reads and writes of the same part of a tensor out of the loops.

    ```mlir
    transform.loop.hoist_loop_invariant_subsets %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class ParallelForToNestedForsOp(Op, ReplacesAll, name="transform.loop.parallel_for_to_nested_fors"):
    """Replaces scf.parallel by a nest of scf.for.

    ```mlir
    transform.loop.parallel_for_to_nested_fors %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    transformed: VarResult[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LoopOutlineOp(Op, ReplacesAll, name="transform.loop.outline"):
    """Moves each loop into a separate function, and calls it.

    ```mlir
    %1, %2 = transform.loop.outline %0 {func_name = "outlined"}
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    func_name: Prop[str]
    function: Result[Handle]
    call: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LoopPeelOp(Op, ReplacesAll, name="transform.loop.peel"):
    """Splits off the last iteration, so that the others are whole steps, or the first.

    ```mlir
    %1, %2 = transform.loop.peel %0 {peel_front = true}
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[ForHandle]
    peel_front: Prop[bool] = default(False)
    fail_if_already_divisible: Prop[bool] = default(False)
    peeled_loop: Result[Handle]
    remainder_loop: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LoopPipelineOp(Op, ReplacesAll, name="transform.loop.pipeline"):
    """Starts iterations before earlier ones have ended.

    ```mlir
    %1 = transform.loop.pipeline %0 {iteration_interval = 2 : i64}
        : (!transform.op<"scf.for">) -> !transform.any_op
    ```
    """

    target: Operand[ForHandle]
    iteration_interval: Prop[int] = default(1)
    read_latency: Prop[int] = default(10)
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class LoopPromoteIfOneIterationOp(Op, Replaces, name="transform.loop.promote_if_one_iteration"):
    """Replaces loops that run once by their bodies.

    ```mlir
    transform.loop.promote_if_one_iteration %0 : !transform.any_op
    ```
    """

    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class LoopUnrollOp(Op, ReplacesAll, name="transform.loop.unroll"):
    """Does several iterations in one.

    ```mlir
    transform.loop.unroll %0 {factor = 4 : i64} : !transform.any_op
    ```
    """

    target: Operand[Handle]
    factor: Prop[Positive]
    assembly_format = "$target attr-dict `:` type($target)"


class LoopUnrollAndJamOp(Op, ReplacesAll, name="transform.loop.unroll_and_jam"):
    """Does several iterations of an outer loop in one, inside the inner loops.

    ```mlir
    transform.loop.unroll_and_jam %0 {factor = 4 : i64} : !transform.any_op
    ```
    """

    target: Operand[Handle]
    factor: Prop[Positive]
    assembly_format = "$target attr-dict `:` type($target)"


class LoopCoalesceOp(Op, ReplacesAll, name="transform.loop.coalesce"):
    """Coalesces a perfect nest into one loop.

    ```mlir
    %1 = transform.loop.coalesce %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    transformed: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, $transformed)"


class LoopFuseSiblingOp(Op, ReplacesAll, name="transform.loop.fuse_sibling"):
    """Does the iterations of two loops together.

    ```mlir
    %2 = transform.loop.fuse_sibling %0 into %1
        : (!transform.any_op, !transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    source: Operand[Handle]
    fused_loop: Result[Handle]
    assembly_format = "$target `into` $source attr-dict `:` functional-type(operands, results)"


class ForallToForOp(Op, ReplacesAll, name="transform.loop.forall_to_for"):
    """Replaces scf.forall by a nest of scf.for.

    ```mlir
    transform.loop.forall_to_for %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    transformed: VarResult[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class ForallToParallelOp(Op, ReplacesAll, name="transform.loop.forall_to_parallel"):
    """Replaces scf.forall by scf.parallel.

    ```mlir
    transform.loop.forall_to_parallel %0 : (!transform.any_op) -> ()
    ```
    """

    target: Operand[Handle]
    transformed: VarResult[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"
