"""Ops that make handles and parameters."""

from mlirlite.dialects.transform.interfaces import (
    Matcher,
    Modifies,
    Reads,
    ReplacesAll,
    TransformOp,
)
from mlirlite.dialects.transform.types import Handle, Param, Values
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import AnyType
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptOperand,
    OptProp,
    Prop,
    Result,
)
from transform_ops.types import TestParam


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
