"""Ops on handles: their payload, and its surroundings."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.transform.constraints import Positive, default
from mlirlite.dialects.transform.interfaces import Matcher, Reads, TransformOp
from mlirlite.dialects.transform.syntax import verify_positions
from mlirlite.dialects.transform.types import Anything, Handle, Param, ParamType, Values, same_kind
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand, VarResult
from mlirlite.ir.traits import SameOperandsAndResultType
from mlirlite.ir.types import I64
from mlirlite.support.diagnostics import Diagnostic, error


class CastOp(Op, Reads, name="transform.cast"):
    """The same ops under a handle of another type.

    ```mlir
    %1 = transform.cast %0 : !transform.any_op to !transform.op<"scf.for">
    ```
    """

    input: Operand[Handle]
    output: Result[Handle]
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"


class SplitHandleOp(Op, TransformOp, name="transform.split_handle"):
    """One handle for each of the ops, values or parameters of a handle; `overflow_result` says
    which result takes the rest.

    ```mlir
    %1:2 = transform.split_handle %0
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    ```
    """

    handle: Operand[Anything]
    pass_through_empty_handle: Prop[bool] = default(True)
    fail_on_payload_too_small: Prop[bool] = default(True)
    overflow_result: OptProp[int]
    results_: VarResult[Anything]
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> Diagnostic | None:
        if self.overflow_result is not None and self.overflow_result >= len(self.results):
            return self.error("overflow_result is not a valid result index")
        if not all(same_kind(self.handle.type, result.type) for result in self.results):
            return self.error(
                "expects result types to implement the same transform interface as the operand type"
            )
        return None


class MergeHandlesOp(
    Op, Matcher, name="transform.merge_handles", traits=(SameOperandsAndResultType,)
):
    """One handle to the payload of all operands, without duplicates with `deduplicate`.

    ```mlir
    %2 = transform.merge_handles deduplicate %0, %1 : !transform.any_op
    ```
    """

    handles: VarOperand[Anything]
    deduplicate: OptProp[UnitAttr]
    result_: Result[Anything]
    assembly_format = "(`deduplicate` $deduplicate^)? $handles attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return None if self.deduplicate or len(self.handles) != 1 else self.handles[0]


class ReplicateOp(Op, TransformOp, name="transform.replicate"):
    """Repeats each handle as often as the pattern has ops.

    ```mlir
    %1 = transform.replicate num(%0) %h : !transform.any_op, !transform.any_op
    ```
    """

    pattern: Operand[Handle]
    handles: VarOperand[Anything]
    replicated: VarResult[Anything]
    assembly_format = (
        "`num` `(` $pattern `)` $handles attr-dict `:` type($pattern) `,` type($handles)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        return [value.type for value in self.handles]


class NumAssociationsOp(Op, Reads, Matcher, name="transform.num_associations"):
    """How many ops, values or parameters a handle stands for.

    ```mlir
    %1 = transform.num_associations %0 : (!transform.any_op) -> !transform.param<i64>
    ```
    """

    handle: Operand[Anything]
    num: Result[Param]
    assembly_format = "$handle attr-dict `:` functional-type(operands, results)"

    def verify_op(self) -> Diagnostic | None:
        type = self.num.type
        if isinstance(type, ParamType) and type.type is not I64:
            return error(
                "expected the type of the parameter attribute ('i64') to match the parameter type "
                f"('{type.type}')",
                self.where,
            )
        return None


class SelectOp(Op, Reads, name="transform.select"):
    """The ops with this name.

    ```mlir
    %1 = transform.select "scf.for" in %0 : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    op_name: Prop[str]
    result_: Result[Handle]
    assembly_format = "$op_name `in` $target attr-dict `:` functional-type(operands, results)"


class ParamConstantOp(Op, Matcher, name="transform.param.constant"):
    """A parameter that is this attribute.

    ```mlir
    %0 = transform.param.constant 42 : i64 -> !transform.param<i64>
    ```
    """

    value: Prop[Attribute]
    param: Result[Param]
    assembly_format = "$value attr-dict `->` type($param)"


class GetConsumersOfResultOp(Op, Reads, name="transform.get_consumers_of_result"):
    """The ops that use a result of the one op of a handle.

    ```mlir
    %1 = transform.get_consumers_of_result %0[0] : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    result_number: Prop[int]
    consumers: Result[Handle]
    assembly_format = (
        "$target `[` $result_number `]` attr-dict `:` functional-type(operands, results)"
    )


class GetDefiningOp(Op, Reads, Matcher, name="transform.get_defining_op"):
    """The ops that make the values.

    ```mlir
    %1 = transform.get_defining_op %0 : (!transform.any_value) -> !transform.any_op
    ```
    """

    target: Operand[Values]
    result_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class GetParentOp(Op, Reads, Matcher, name="transform.get_parent_op"):
    """The closest enclosing op of each op that has this name or is isolated from above, or the n-th
    one outwards.

    ```mlir
    %1 = transform.get_parent_op %0 {op_name = "scf.for"}
        : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    isolated_from_above: OptProp[UnitAttr]
    allow_empty_results: OptProp[UnitAttr]
    op_name: OptProp[str]
    deduplicate: OptProp[UnitAttr]
    nth_parent: Prop[Positive] = default(1)
    parent_: Result[Handle]
    assembly_format = "$target attr-dict `:` functional-type(operands, results)"


class GetProducerOfOperandOp(Op, Reads, Matcher, name="transform.get_producer_of_operand"):
    """The ops that make an operand of each op.

    ```mlir
    %1 = transform.get_producer_of_operand %0[0] : (!transform.any_op) -> !transform.any_op
    ```
    """

    target: Operand[Handle]
    operand_number: Prop[int]
    producer: Result[Handle]
    assembly_format = (
        "$target `[` $operand_number `]` attr-dict `:` functional-type(operands, results)"
    )


class GetOperandOp(Op, Reads, Matcher, name="transform.get_operand"):
    """Operands of the ops by position: some, all except some, or all.

    ```mlir
    %1 = transform.get_operand %0[except(0)] : (!transform.any_op) -> !transform.any_value
    ```
    """

    target: Operand[Handle]
    raw_position_list: Prop[I64Array]
    is_inverted: OptProp[UnitAttr]
    is_all: OptProp[UnitAttr]
    result_: Result[Values]
    assembly_format = (
        "$target `[`custom<TransformMatchDims>($raw_position_list, $is_inverted, "
        "$is_all)`]` attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_positions(self, self.raw_position_list)


class GetResultOp(Op, Reads, name="transform.get_result"):
    """Results of the ops by position: some, all except some, or all.

    ```mlir
    %1 = transform.get_result %0[all] : (!transform.any_op) -> !transform.any_value
    ```
    """

    target: Operand[Handle]
    raw_position_list: Prop[I64Array]
    is_inverted: OptProp[UnitAttr]
    is_all: OptProp[UnitAttr]
    result_: Result[Values]
    assembly_format = (
        "$target `[`custom<TransformMatchDims>($raw_position_list, $is_inverted, "
        "$is_all)`]` attr-dict `:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        return verify_positions(self, self.raw_position_list)


class GetTypeOp(Op, Reads, Matcher, name="transform.get_type"):
    """The types of values, or with `elemental` those of their elements.

    ```mlir
    %1 = transform.get_type elemental %0 : (!transform.any_value) -> !transform.type
    ```
    """

    value: Operand[Values]
    elemental: OptProp[UnitAttr]
    type_param: Result[Param]
    assembly_format = (
        "(`elemental` $elemental^)? $value attr-dict `:`functional-type(operands, results)"
    )
