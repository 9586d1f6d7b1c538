"""Ops that try out the interpreter."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.transform.checks import check_top_level
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
from mlirlite.dialects.transform.types import Anything, Handle
from mlirlite.ir.attributes import StringAttr, UnitAttr
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
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
from mlirlite.ir.traits import Terminator
from mlirlite.support.diagnostics import Diagnostic
from transform_ops.types import TestParam


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

    def verify_op(self) -> Diagnostic | None:
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
