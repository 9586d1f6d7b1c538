"""Ops that tile, fuse and move."""

from mlirlite.dialects._constraints import I32Attr, I64ArrayAttr
from mlirlite.dialects.scf.forall import DeviceMapping
from mlirlite.dialects.transform.constraints import NO_ELEMENTS, default
from mlirlite.dialects.transform.interfaces import (
    Reads,
    ReplacesAll,
)
from mlirlite.dialects.transform.types import Handle, Values
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.traits import AttrSizedOperandSegments


class TestFuseAndYieldOp(Op, ReplacesAll, name="transform.test.fuse_and_yield"):
    target: Operand[Handle]
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    tile_interchange: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    use_forall: Prop[bool] = default(False)
    transfomed: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$target ($tile_sizes^)? (`interchange` $tile_interchange^)? (`use_forall` "
        "$use_forall^)? attr-dict `:` functional-type(operands, results)"
    )


class TestFuseConsumerOp(Op, ReplacesAll, name="transform.test.fuse_consumer"):
    consumer: Operand[Handle]
    loops: VarOperand[Handle]
    fused_consumer: Result[Handle]
    result_loops: VarResult[Handle]
    assembly_format = (
        "$consumer `into` `(` $loops `)` attr-dict `:` functional-type(operands, results)"
    )


class TestFuseConsumerUsingSliceOp(
    Op,
    ReplacesAll,
    name="transform.test.fuse_consumer_using_slice",
    traits=(AttrSizedOperandSegments,),
):
    targets: VarOperand[Handle]
    loops: VarOperand[Handle]
    num_consumer_to_fuse: Prop[I32Attr] = default(1)
    consumer: Result[Handle]
    fused_consumer: Result[Handle]
    assembly_format = (
        "$targets `in` `(` $loops `)` (`num_consumer_to_fuse` `=` $num_consumer_to_fuse^)? "
        "attr-dict `:` functional-type(operands, results)"
    )


class TestFuseUsingForallOp(Op, ReplacesAll, name="transform.test.fuse_using_forall"):
    root_op: Operand[Handle]
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    interchange: OptProp[I64ArrayAttr] = default(NO_ELEMENTS)
    mapping: OptProp[DeviceMapping]
    tiled_ops: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$root_op ($tile_sizes^)? (`interchange` $interchange^)? (`mapping` `=` "
        "$mapping^)? attr-dict `:` functional-type(operands, results)"
    )


class TestQueryConsumerFusabilityOp(Op, Reads, name="transform.test.query_consumer_fusability"):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestQueryProducerFusabilityOp(Op, Reads, name="transform.test.query_producer_fusability"):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestTileAndFuseOuterParallelPartialReductionOp(
    Op, ReplacesAll, name="transform.test.tile_and_fuse_outer_parallel_partial_reduction"
):
    root_op: Operand[Handle]
    reduction_dims: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    mapping: OptProp[DeviceMapping]
    tiled_ops: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$root_op (`reduction_dims` `=` $reduction_dims^)? (`tile_sizes` `=` "
        "$tile_sizes^)? (`mapping` `=` $mapping^)? attr-dict `:` functional-type(operands, "
        "results)"
    )


class TestTileUsingCustomLoopOp(Op, ReplacesAll, name="transform.test.tile_using_custom_loop"):
    root_op: Operand[Handle]
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    tiled_ops: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$root_op `tile_sizes` `=` $tile_sizes attr-dict `:` functional-type(operands, results)"
    )


class TestTileUsingForallOp(Op, ReplacesAll, name="transform.test.tile_using_forall"):
    target: Operand[Handle]
    tile_sizes: Prop[I64ArrayAttr] = default(NO_ELEMENTS)
    interchange: OptProp[I64ArrayAttr] = default(NO_ELEMENTS)
    mapping: OptProp[DeviceMapping]
    tiled_op: Result[Handle]
    loops: VarResult[Handle]
    assembly_format = (
        "$target ($tile_sizes^)? (`interchange` `=` $interchange^)? (`mapping` `=` "
        "$mapping^)? attr-dict `:` functional-type(operands, results)"
    )


class TestMakeComposedFoldedAffineApplyOp(
    Op, ReplacesAll, name="transform.test.make_composed_folded_affine_apply"
):
    op: Operand[Handle]
    composed: Result[Handle]
    assembly_format = "$op attr-dict `:` functional-type(operands, results)"


class TestMoveOperandDepsOp(Op, ReplacesAll, name="transform.test.move_operand_deps"):
    op: Operand[Handle]
    insertion_point: Operand[Handle]
    assembly_format = (
        "$op `before` $insertion_point attr-dict `:` type($op) `,` type($insertion_point)"
    )


class TestMoveValueDefnsOp(Op, ReplacesAll, name="transform.test.move_value_defns"):
    values: VarOperand[Values]
    insertion_point: Operand[Handle]
    assembly_format = (
        "$values `before` $insertion_point attr-dict `:` `(` type($values) `)` `` `,` "
        "type($insertion_point)"
    )
