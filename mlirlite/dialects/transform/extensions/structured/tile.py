"""transform.structured: tiles, splits and fusion."""

from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import BoolArray, I64Array, I64ArrayAttr
from mlirlite.dialects.scf.forall import DeviceMapping
from mlirlite.dialects.transform import syntax as _syntax  # noqa: F401
from mlirlite.dialects.transform.constraints import (
    NO_ELEMENTS,
    NO_FLAGS,
    NO_INTEGERS,
    NonNegative,
    default,
    listed,
    numbers,
)
from mlirlite.dialects.transform.interfaces import Access, Reads, Replaces, ReplacesAll
from mlirlite.dialects.transform.types import Handle, HandleOrParam, Parameter
from mlirlite.ir.attributes import UnitAttr, i64_attr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptOperand, OptProp, Prop, Result, VarOperand, VarResult
from mlirlite.ir.traits import AttrSizedOperandSegments
from mlirlite.ir.types import DYNAMIC
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class TileUsingForOp(Op, Replaces, name="transform.structured.tile_using_for"):
    """Tiles by scf.for; a size of 0 leaves a dimension whole.

    ```mlir
    %1, %2:2 = transform.structured.tile_using_for %0 tile_sizes [4, 0, [8]]
        interchange = [0, 2, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    dynamic_sizes: VarOperand[HandleOrParam]
    static_sizes: OptProp[I64Array] = default(NO_INTEGERS)
    interchange: OptProp[I64Array] = default(NO_INTEGERS)
    scalable_sizes: OptProp[BoolArray] = default(NO_FLAGS)
    tiled_linalg_op: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$target `tile_sizes` custom<ScalableDynamicIndexList>($dynamic_sizes, "
        "$static_sizes, $scalable_sizes) (`interchange` `=` $interchange^)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        sizes, flags = numbers(self.static_sizes), numbers(self.scalable_sizes)
        if len(sizes) != len(flags):
            return self.error(
                f"expected same number of sizes ({len(sizes)}) and scalable sizes ({len(flags)})"
            )
        wanted = sum(size != 0 for size in sizes)
        if len(self.loops) != wanted:
            return self.error(
                f"expected number of loops to tile ({wanted}) to match number of `loops` results "
                f"({len(self.loops)})"
            )
        return None


class TileUsingForallOp(
    Op, Replaces, name="transform.structured.tile_using_forall", traits=(AttrSizedOperandSegments,)
):
    """Tiles by scf.forall: to sizes, or for a number of threads.

    ```mlir
    %1, %2 = transform.structured.tile_using_forall %0 num_threads [10, 20]
        (mapping = [#gpu.thread<y>, #gpu.thread<x>])
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    num_threads: VarOperand[HandleOrParam]
    tile_sizes: VarOperand[HandleOrParam]
    packed_num_threads: OptOperand[HandleOrParam]
    packed_tile_sizes: OptOperand[HandleOrParam]
    static_num_threads: OptProp[I64Array] = default(NO_INTEGERS)
    static_tile_sizes: OptProp[I64Array] = default(NO_INTEGERS)
    mapping: OptProp[DeviceMapping]
    tiled_op: Result[Handle]
    forall_op: Result[Handle]
    assembly_format = (
        "$target oilist( `num_threads` "
        "custom<PackedOrDynamicIndexList>($packed_num_threads, $num_threads, "
        "$static_num_threads) | `tile_sizes` "
        "custom<PackedOrDynamicIndexList>($packed_tile_sizes, $tile_sizes, "
        "$static_tile_sizes)) (`(` `mapping` `=` $mapping^ `)`)? attr-dict `:` "
        "functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        threads = (bool(numbers(self.static_num_threads)), self.packed_num_threads is not None)
        sizes = (bool(numbers(self.static_tile_sizes)), self.packed_tile_sizes is not None)
        if all(threads):
            return self.error("num_threads and packed_num_threads are mutually exclusive")
        if all(sizes):
            return self.error("tile_sizes and packed_tile_sizes are mutually exclusive")
        if not any(threads + sizes):
            return self.error(
                "either (packed_)num_threads or (packed_)tile_sizes must be specified"
            )
        return None


class TileReductionUsingForOp(
    Op, ReplacesAll, name="transform.structured.tile_reduction_using_for"
):
    """Tiles a reduction: partial results in a loop, then their combination.

    ```mlir
    %1, %2, %3, %4 = transform.structured.tile_reduction_using_for %0 by tile_sizes = [0, 5]
        : (!transform.any_op)
           -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    reduction_dims: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    fill_op: VarResult[Handle]
    split_op: Result[Handle]
    combining_op: Result[Handle]
    for_op: Result[Handle]
    assembly_format = (
        "$target (`reduction_dims` `=` $reduction_dims^)? `by` `tile_sizes` `=` "
        "$tile_sizes attr-dict `:` functional-type(operands, results)"
    )


class TileReductionUsingForallOp(
    Op, ReplacesAll, name="transform.structured.tile_reduction_using_forall"
):
    """Distributes a reduction to threads, and combines their results.

    ```mlir
    %1, %2, %3, %4 = transform.structured.tile_reduction_using_forall %0 by num_threads = [0, 5]
        tile_sizes = [0, 3] : (!transform.any_op) ->
        (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    reduction_dims: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    num_threads: Prop[I64Array] = default(NO_INTEGERS)
    tile_sizes: Prop[I64Array] = default(NO_INTEGERS)
    mapping: OptProp[DeviceMapping]
    fill_op: VarResult[Handle]
    split_op: Result[Handle]
    combining_op: Result[Handle]
    forall_op: Result[Handle]
    assembly_format = (
        "$target (`reduction_dims` `=` $reduction_dims^)? `by` (`num_threads` `=` "
        "$num_threads^)? (`tile_sizes` `=` $tile_sizes^)? (`mapping` `=` $mapping^)? "
        "attr-dict `:` functional-type(operands, results)"
    )


class ContinuousTileSizesOp(Op, Reads, name="transform.structured.continuous_tile_sizes"):
    """Tile sizes that halve until the dimension is covered.

    ```mlir
    %1, %2 = transform.structured.continuous_tile_sizes %0
        {dimension = 0 : i64, target_size = 9 : i64}
        : (!transform.any_op) -> !transform.any_param
    ```
    """

    target: Operand[Handle]
    dimension: Prop[NonNegative]
    target_size: Prop[NonNegative]
    tile_sizes: Result[HandleOrParam]
    chunk_sizes: Result[HandleOrParam]
    assembly_format = (
        "$target attr-dict `:` custom<ContinuousTileSizeTypes>(type($target), "
        "type($tile_sizes), type($chunk_sizes))"
    )

    def access(self) -> Access:
        return Access.READ if isinstance(self.tile_sizes.type, Parameter) else Access.WRITE

    def verify_op(self) -> Diagnostic | None:
        if self.tile_sizes.type is not self.chunk_sizes.type:
            return self.error("expects all results type to be the same")
        return None


class MultiTileSizesOp(Op, Reads, name="transform.structured.multitile_sizes"):
    """Two tile sizes that cover a dimension without a remainder, and where to change from one to
    the other.

    ```mlir
    %1, %2, %3 = transform.structured.multitile_sizes %0
        {dimension = 0 : i64, target_size = 10 : i64}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    dimension: Prop[int]
    target_size: Prop[int]
    divisor: Prop[int] = default(1)
    low_size: Result[HandleOrParam]
    high_size: Result[HandleOrParam]
    split_point: Result[HandleOrParam]
    assembly_format = (
        "$target attr-dict `:` custom<MultitileSizesTypes>(type($target), type($low_size), "
        "type($high_size), type($split_point))"
    )

    def access(self) -> Access:
        return Access.READ if isinstance(self.low_size.type, Parameter) else Access.WRITE

    def verify_op(self) -> Diagnostic | None:
        sizes = (self.low_size, self.high_size, self.split_point)
        if any(size.type is not self.low_size.type for size in sizes):
            return self.error("expects all results type to be the same")
        return None


class FuseOp(Op, Replaces, name="transform.structured.fuse", traits=(AttrSizedOperandSegments,)):
    """Tiles an op together with the producers of its operands.

    ```mlir
    %1, %2 = transform.structured.fuse %0 tile_sizes [4, 0] interchange [1, 0]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    tile_sizes: VarOperand[HandleOrParam]
    tile_interchange: VarOperand[HandleOrParam]
    static_tile_sizes: OptProp[I64Array] = default(NO_INTEGERS)
    static_tile_interchange: OptProp[I64Array] = default(NO_INTEGERS)
    apply_cleanup: OptProp[UnitAttr]
    use_forall: OptProp[UnitAttr]
    transformed: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$target oilist( `tile_sizes` custom<DynamicIndexList>($tile_sizes, "
        "$static_tile_sizes) | `interchange` custom<DynamicIndexList>($tile_interchange, "
        "$static_tile_interchange) ) attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        sizes = numbers(self.static_tile_sizes)
        order = numbers(self.static_tile_interchange)
        rank = len(sizes)
        if len(order) > rank:
            return self.error(
                f"interchange length exceeds iteration space dimensions ({rank}), found "
                f"{listed(order)}"
            )
        seen: set[int] = set()
        for position in order:
            if position == DYNAMIC:
                continue
            if not 0 <= position < rank:
                return self.error(
                    f"expects interchange values to be in range [0, {rank}), found: {position}"
                )
            if position in seen:
                return self.error(f"found duplicate interchange value: {position}")
            seen.add(position)
        wanted = 1 if self.use_forall else sum(size != 0 for size in sizes)
        if wanted != len(self.results) - 1:
            return self.error(f"expects {wanted} loop results")
        return None


class FuseIntoContainingOp(Op, Replaces, name="transform.structured.fuse_into_containing_op"):
    """Computes the part of an op that a loop needs inside the loop.

    ```mlir
    %2, %3 = transform.structured.fuse_into_containing_op %0 into %1
        : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    producer_op: Operand[Handle]
    containing_op: Operand[Handle]
    fused_op: Result[Handle]
    new_containing_op: Result[Handle]
    assembly_format = (
        "$producer_op `into` $containing_op attr-dict `:` functional-type(operands, results)"
    )


class SplitOp(Op, Replaces, name="transform.structured.split"):
    """Splits the iterations of a dimension at points.

    ```mlir
    %1 = transform.structured.split %0 after 42 {dimension = 0 : i64} : !transform.any_op
    ```
    """

    target: Operand[Handle]
    dimension: Prop[int]
    dynamic_chunk_sizes: OptOperand[HandleOrParam]
    static_chunk_sizes: Prop[int]
    multiway: OptProp[UnitAttr]
    split_list: Result[Handle]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        target = p.operand()
        p.expect("after")
        dynamic = p.optional_operand()
        size = DYNAMIC if dynamic is not None else p.integer()
        p.op_attr_dict(state)
        p.expect(":")
        type = p.type()
        state.operands.append(p.resolve(target, type))
        if dynamic is not None:
            p.expect(",")
            state.operands.append(p.resolve(dynamic, p.type()))
        state.properties["static_chunk_sizes"] = i64_attr(size)
        state.result_types = [type]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        dynamic = self.dynamic_chunk_sizes
        p.text(" ")
        p.value(self.target)
        p.text(" after ")
        if dynamic is None:
            p.text(str(self.static_chunk_sizes))
        else:
            p.value(dynamic)
        p.text(" ")  # upstream prints it before the dictionary's own
        p.attr_dict(self, ("static_chunk_sizes",))
        p.text(" : ")
        p.type(self.target.type)
        if dynamic is not None:
            p.text(", ")
            p.type(dynamic.type)

    def verify_op(self) -> Diagnostic | None:
        if (self.static_chunk_sizes == DYNAMIC) != (self.dynamic_chunk_sizes is not None):
            return self.error("expects either a dynamic or a static split point to be provided")
        return None


class SplitReductionOp(Op, ReplacesAll, name="transform.structured.split_reduction"):
    """Makes part of a reduction parallel, and combines the parts.

    ```mlir
    %1, %2, %3, %4 = transform.structured.split_reduction %0
        {split_factor = 4, insert_split_dimension = 2}
        : (!transform.any_op)
           -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    split_factor: Prop[int] = default(0)
    insert_split_dimension: Prop[int] = default(0)
    inner_parallel: OptProp[UnitAttr]
    use_scaling_algorithm: OptProp[UnitAttr]
    use_alloc: OptProp[UnitAttr]
    init_or_alloc_op: Result[Handle]
    fill_op: Result[Handle]
    split_linalg_op: Result[Handle]
    combining_linalg_op: Result[Handle]
    assembly_format = "$target attr-dict `:`functional-type(operands, results)"


class MapCopyToThreadsOp(Op, ReplacesAll, name="transform.structured.gpu.map_copy_to_threads"):
    """Distributes a copy to threads, so that they transfer aligned vectors.

    ```mlir
    %1, %2 = transform.structured.gpu.map_copy_to_threads %0 total_num_threads = 32
        desired_bit_alignment = 128
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    target: Operand[Handle]
    total_num_threads: Prop[int]
    desired_bit_alignment: Prop[int]
    forall_op: Result[Handle]
    tiled_op: Result[Handle]
    assembly_format = (
        "$target `total_num_threads` `=` $total_num_threads `desired_bit_alignment` `=` "
        "$desired_bit_alignment attr-dict `:` functional-type(operands, results)"
    )
