"""Ops that upstream's tests add to the transform dialect, as far as their text goes, as a plugin.

mlirlite-opt --load-plugin test/lib/transform.py in.mlir
"""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._constraints import I32Attr, I64ArrayAttr
from mlirlite.dialects.scf.forall import DeviceMapping
from mlirlite.dialects.transform.checks import check_top_level
from mlirlite.dialects.transform.constraints import NO_ELEMENTS, default
from mlirlite.dialects.transform.interfaces import (
    ConversionPatternDescriptor,
    Matcher,
    Modifies,
    PatternDescriptor,
    Reads,
    ReplacesAll,
    TopLevel,
    TransformOp,
    TypeConverterBuilder,
)
from mlirlite.dialects.transform.types import Anything, Handle, OpHandle, Param, Parameter, Values
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr, UnitAttr
from mlirlite.ir.constraints import AnyType, exactly
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import DialectExtension
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    OptResult,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarRegion,
    VarResult,
    VarSuccessor,
)
from mlirlite.ir.interfaces import Effect, EffectKind
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import AttrSizedOperandSegments, Terminator
from mlirlite.support.diagnostics import Diagnostic


class OpType(Type, OpHandle, name="transform.test_dialect_op"):
    """Ops of the dialect `test`."""


class ParameterType(Type, Parameter, name="transform.test_dialect_param"):
    """Integers of 32 bits."""


TEST_PARAM = ParameterType()
TestParam = Annotated[Type, exactly(TEST_PARAM, "")]


class ApplyTestConversionPatternsOp(
    Op,
    ConversionPatternDescriptor,
    name="transform.apply_conversion_patterns.transform.test_conversion_patterns",
):
    assembly_format = "attr-dict"


class ApplyTestPatternsOp(
    Op, PatternDescriptor, name="transform.apply_patterns.transform.test_patterns"
):
    assembly_format = "attr-dict"


class TestAddTestExtensionOp(Op, TransformOp, name="transform.test_add_test_extension"):
    message: Prop[str]
    assembly_format = "$message attr-dict"


class TestAddToParamOp(Op, Matcher, name="transform.test_add_to_param"):
    param: OptOperand[TestParam]
    addendum: Prop[I32Attr]
    result_: Result[TestParam]
    assembly_format = "($param^ `,`)? $addendum attr-dict"


class TestBranchingTransformOpTerminatorOp(
    Op,
    TransformOp,
    name="transform.test_branching_transform_op_terminator",
    traits=(Terminator,),
):
    succ: VarSuccessor


class TestTransformOp(Op, TransformOp, name="transform.test_transform_op"):
    @classmethod
    def parse(cls, p: Any, state: Any) -> None:
        message = p.optional_string()
        if message is not None:
            state.attributes["message"] = StringAttr(message)

    def print(self, p: Any) -> None:
        message = self.attribute("message")
        if message is not None:
            p.text(" ")
            p.attribute(message)


class TestTransformUnrestrictedOpNoInterface(
    Op, TopLevel, name="transform.test_transform_unrestricted_op_no_interface"
):
    operands_: VarOperand[AnyType]
    regions_: VarRegion
    assembly_format = "operands attr-dict `:` type(operands) regions"

    def verify(self) -> Diagnostic | None:
        return check_top_level(self)


class TestCheckIfTestExtensionPresentOp(
    Op, Reads, name="transform.test_check_if_test_extension_present"
):
    operand: Operand[Handle]
    assembly_format = "$operand attr-dict `:` type($operand)"


class TestConsumeOperandOp(Op, ReplacesAll, name="transform.test_consume_operand"):
    operand: Operand[Anything]
    second_operand: OptOperand[Handle]
    allow_repeated_handles: OptProp[UnitAttr]
    assembly_format = (
        "$operand (`,` $second_operand^)? attr-dict `:` type($operand)(`,` type($second_operand)^)?"
    )


class TestConsumeOperandEachOp(Op, ReplacesAll, name="transform.test_consume_operand_each"):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestConsumeOperandOfOpKindOrFailOp(
    Op, ReplacesAll, name="transform.test_consume_operand_of_op_kind_or_fail"
):
    operand: Operand[Handle]
    op_kind: Prop[str]
    assembly_format = "$operand `,` $op_kind attr-dict `:` type($operand)"


class TestCopyPayloadOp(Op, Reads, name="transform.test_copy_payload"):
    handle: Operand[Handle]
    copy: Result[Handle]
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"


class TestCorrectNumberOfMultiResultsOp(
    Op, ReplacesAll, name="transform.test_correct_number_of_multi_results"
):
    target: Operand[Handle]
    result1: Result[Handle]
    result2: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class TestDummyPayloadOp(Op, TransformOp, name="transform.test_dummy_payload_op"):
    args: VarOperand[AnyType]
    fail_to_verify: OptProp[UnitAttr]
    outs: VarResult[AnyType]
    assembly_format = "$args attr-dict `:` functional-type(operands, results)"


class TestEmitRemarkAndEraseOperandOp(
    Op, ReplacesAll, name="transform.test_emit_remark_and_erase_operand"
):
    target: Operand[Handle]
    remark: Prop[str]
    fail_after_erase: OptProp[UnitAttr]
    assembly_format = "$target `,` $remark attr-dict `:` type($target)"


class TestInitializerExtensionOp(Op, TransformOp, name="transform.test_initializer_extension"):
    type: Prop[str]
    assembly_format = "$type attr-dict"


class TestMixedNullAndNonNullResultsOp(
    Op, ReplacesAll, name="transform.test_mixed_null_and_non_null_results"
):
    target: Operand[Handle]
    null: Result[Handle]
    non_null: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class TestMixedSuccessAndSilenceableOp(
    Op, ReplacesAll, name="transform.test_mixed_success_and_silenceable"
):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestNotifyPayloadOpReplacedOp(
    Op, TransformOp, name="transform.test_notify_payload_op_replaced"
):
    original: Operand[Handle]
    replacement: Operand[Handle]
    assembly_format = "$original `,` $replacement attr-dict `:` functional-type(operands, results)"


class TestProduceEmptyPayloadOp(Op, ReplacesAll, name="transform.test_produce_empty_payload"):
    out: Result[Handle]
    assembly_format = "attr-dict `:` type($out)"


class TestProduceInvalidIROp(Op, Modifies, name="transform.test_produce_invalid_ir"):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestProduceNullParamOp(Op, TransformOp, name="transform.test_produce_null_param"):
    out: Result[Param]
    assembly_format = "attr-dict `:` type($out)"


class TestProduceNullPayloadOp(Op, TransformOp, name="transform.test_produce_null_payload"):
    out: Result[Handle]
    assembly_format = "attr-dict `:` type($out)"


class TestProduceNullValueOp(Op, TransformOp, name="transform.test_produce_null_value"):
    out: Result[Values]
    assembly_format = "attr-dict `:` type($out)"


class TestProduceParamOp(Op, TransformOp, name="transform.test_produce_param"):
    attr: Prop[Attribute]
    result_: Result[Param]
    assembly_format = "`(` $attr `)` attr-dict `:` type($result)"


class TestProduceParamWithNumberOfTestOpsOp(
    Op, Reads, Matcher, name="transform.test_produce_param_with_number_of_test_ops"
):
    handle: Operand[Handle]
    result_: Result[TestParam]
    assembly_format = "$handle attr-dict `:` type($handle)"


class TestProduceSelfHandleOrForwardOperandOp(
    Op, TransformOp, name="transform.test_produce_self_handle_or_forward_operand"
):
    operand: OptOperand[Handle]
    res: Result[Handle]
    assembly_format = "($operand^)? attr-dict `:` functional-type($operand, $res)"


class TestProduceTransformParamOrForwardOperandOp(
    Op, TransformOp, name="transform.test_produce_transform_param_or_forward_operand"
):
    in_: Operand[Handle]
    first_result_is_param: OptProp[UnitAttr]
    first_result_is_null: OptProp[UnitAttr]
    second_result_is_handle: OptProp[UnitAttr]
    out: Result[AnyType]
    param: Result[Param]
    assembly_format = "$in attr-dict `:` functional-type(operands, results)"


class TestProduceValueHandleToArgumentOfParentBlockOp(
    Op, Reads, name="transform.test_produce_value_handle_to_argument_of_parent_block"
):
    in_: Operand[Handle]
    number: Prop[int]
    out: Result[Values]
    assembly_format = "$in `,` $number attr-dict `:` functional-type(operands, results)"


class TestProduceValueHandleToResultOp(
    Op, Reads, name="transform.test_produce_value_handle_to_result"
):
    in_: Operand[Handle]
    number: Prop[int]
    out: Result[Values]
    assembly_format = "$in `,` $number attr-dict `:` functional-type(operands, results)"


class TestProduceValueHandleToSelfOperandOp(
    Op, Reads, name="transform.test_produce_value_handle_to_self_operand"
):
    in_: Operand[Handle]
    out: Result[Values]
    assembly_format = "$in attr-dict `:` functional-type(operands, results)"


class TestReEnterRegionOp(Op, ReplacesAll, name="transform.test_re_enter_region"):
    args: VarOperand[AnyType]
    body: RegionField[OneBlock]
    assembly_format = "($args^ `:` type($args))? attr-dict-with-keyword regions"


class TestRemapOperandPayloadToSelfOp(Op, Reads, name="transform.test_remap_operand_to_self"):
    operand: Operand[Handle]
    out: OptResult[Handle]
    assembly_format = "$operand attr-dict `:` functional-type($operand, $out)"


class TestRemoveTestExtensionOp(Op, TransformOp, name="transform.test_remove_test_extension"):
    assembly_format = "attr-dict"


class TestReportNumberOfTrackedHandlesNestedUnderOp(
    Op, TransformOp, name="transform.test_report_number_of_tracked_handles_nested_under"
):
    target: Operand[Handle]
    assembly_format = "$target attr-dict `:` type($target)"


class TestRequiredMemoryEffectsOp(Op, TransformOp, name="transform.test_required_memory_effects"):
    in_: Operand[Handle]
    has_operand_effect: OptProp[UnitAttr]
    has_result_effect: OptProp[UnitAttr]
    modifies_payload: OptProp[UnitAttr]
    out: Result[Handle]
    assembly_format = "$in attr-dict `:` functional-type(operands, results)"

    def effects(self) -> Sequence[Effect]:
        found = []
        if self.has_operand_effect:
            found += [Effect(EffectKind.READ, self.in_), Effect(EffectKind.FREE, self.in_)]
        kind = EffectKind.ALLOCATE if self.has_result_effect else EffectKind.READ
        found.append(Effect(kind, self.out))
        return [*found, Effect(EffectKind.WRITE)] if self.modifies_payload else found


class TestReversePayloadOpsOp(Op, ReplacesAll, name="transform.test_reverse_payload_ops"):
    target: Operand[Handle]
    result_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class TestSucceedIfOperandOfOpKindOp(
    Op, Reads, Matcher, name="transform.test_succeed_if_operand_of_op_kind"
):
    operand_handle: Operand[Handle]
    op_kind: Prop[str]
    assembly_format = "$operand_handle `,` $op_kind attr-dict `:` type($operand_handle)"


class TestTrackedRewriteOp(Op, Modifies, name="transform.test_tracked_rewrite"):
    in_: Operand[Handle]
    assembly_format = "$in attr-dict `:` functional-type(operands, results)"


class TestTransformOpWithRegionsOp(
    Op, TransformOp, name="transform.test_transform_op_with_regions"
):
    first: RegionField
    second: RegionField
    assembly_format = "attr-dict-with-keyword regions"


class TestTypeConverterOp(
    Op,
    TypeConverterBuilder,
    name="transform.apply_conversion_patterns.transform.test_type_converter",
):
    assembly_format = "attr-dict"


class TestWrongNumberOfMultiResultsOp(
    Op, ReplacesAll, name="transform.test_wrong_number_of_multi_results"
):
    target: Operand[Handle]
    result_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type($target, $result)"


class TestWrongNumberOfResultsOp(Op, ReplacesAll, name="transform.test_wrong_number_of_results"):
    target: Operand[Handle]
    a: Result[Handle]
    b: Result[Handle]
    c: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


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


EXTENSION = DialectExtension("transform", __name__)
