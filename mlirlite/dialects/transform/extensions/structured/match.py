"""transform.match.structured: matchers of structured ops."""

from typing import Annotated

from mlirlite.dialects._constraints import I64Array, StringArray
from mlirlite.dialects.transform.enums import FailurePropagationMode
from mlirlite.dialects.transform.interfaces import Matcher, Reads
from mlirlite.dialects.transform.syntax import verify_positions
from mlirlite.dialects.transform.types import (
    AffineMapParamType,
    Anything,
    Handle,
    HandleOrValues,
    OpHandle,
    Param,
    Values,
    is_handle,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    OptResult,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import HasParent, SingleBlockImplicitTerminator, Terminator
from mlirlite.ir.types import I32
from mlirlite.support.diagnostics import Diagnostic

OperandOrMap = Annotated[
    Type,
    Constraint(
        "transform operation or value handle or ",
        lambda t: is_handle(t) or isinstance(t, AffineMapParamType),
    ),
]


class _Predicate(HasParent):
    """The op stands directly inside transform.match.structured."""

    def __init__(self) -> None:
        super().__init__("transform.match.structured")

    def verify(self, op: Operation) -> Diagnostic | None:
        parent = op.parent_op
        if isinstance(parent, MatchStructuredOp):
            args = parent.body_region.entry.args
            if not args or op.operands[0] is args[0]:
                return None  # without arguments the parent's own check has a better error
            return op.error("expected predicate to apply to the surrounding structured op")
        return op.error(f"expects parent op to be '{self.parents[0]}'")


Predicate = _Predicate()


def _verify_operand(op: "MatchStructuredInputOp | MatchStructuredInitOp") -> Diagnostic | None:
    """The error of a matcher of inputs or outputs."""
    if op.permutation and op.projected_permutation:
        return op.error('"permutation" and "projected_permutation" are mutually exclusive')
    if len(op.raw_position_list) > 1 and op.results:
        return op.error("cannot bind multiple inputs/inits to the same value")
    return verify_positions(op, op.raw_position_list)


class MatchStructuredOp(
    Op,
    Reads,
    Matcher,
    name="transform.match.structured",
    traits=(SingleBlockImplicitTerminator(terminator="transform.match.structured.yield"),),
):
    """Succeeds for structured ops for which all matchers in it do.

    ```mlir
    transform.match.structured %0 : !transform.any_op {
    ^bb0(%op: !transform.any_op):
      transform.match.structured.yield
    }
    ```
    """

    current: Operand[Handle]
    failure_propagation_mode: OptProp[Annotated[FailurePropagationMode, I32]]
    outputs: VarResult[Anything]
    body_region: RegionField[OneBlock]
    assembly_format = (
        "(`failures` `(` $failure_propagation_mode^ `)`)?$current `:` "
        "custom<SemiFunctionTypes>(type($current), type($outputs))attr-dict-with-keyword "
        "regions"
    )

    def verify_op(self) -> Diagnostic | None:
        arguments = self.body_region.entry.args
        if len(arguments) != 1:
            return self.error("expected one body argument")
        if not isinstance(arguments[0].type, OpHandle):
            return self.error("expected body argument to implement TransformHandleTypeInterface")
        last = self.body_region.entry.last
        for op in self.body_region.entry:
            if op is not last and not isinstance(op, Matcher):
                found = self.error("expects nested operations to implement MatchOpInterface")
                return found.note("offending operation", op.where)
        return None


class MatchStructuredYieldOp(
    Op, Reads, name="transform.match.structured.yield", traits=(Terminator,)
):
    """Ends matchers, and yields what they found.

    ```mlir
    transform.match.structured.yield %0 : !transform.any_op
    ```
    """

    handles: VarOperand[Anything]
    assembly_format = "$handles attr-dict (`:` type($handles)^)?"


class MatchStructuredBodyOp(
    Op, Reads, Matcher, name="transform.match.structured.body", traits=(Predicate,)
):
    """Succeeds when the body is of a kind: a reduction, a copy, elementwise, a contraction.

    ```mlir
    transform.match.structured.body %0 {passthrough} : !transform.any_op
    ```
    """

    operand_handle: Operand[Handle]
    reduction_position: OptProp[int]
    passthrough: OptProp[UnitAttr]
    elementwise: OptProp[UnitAttr]
    contraction: OptProp[StringArray]
    assembly_format = "$operand_handle attr-dict `:` type($operand_handle)"

    def verify_op(self) -> Diagnostic | None:
        kinds = (self.reduction_position, self.passthrough, self.elementwise, self.contraction)
        if sum(kind is not None for kind in kinds) > 1:
            return self.error(
                'only one of {"reduction_position", "passthrough", "elementwise", "contraction"} '
                "is allowed"
            )
        if self.contraction is not None and len(self.contraction) != 2:
            return self.error('expects "contraction" to contain two elements')
        return None


class MatchStructuredClassifyContractionDimsOp(
    Op,
    Reads,
    Matcher,
    name="transform.match.structured.classify_contraction_dims",
    traits=(Predicate,),
):
    """Which dimensions of a contraction are for batches, rows, columns, and summed.

    ```mlir
    %1:4 = transform.match.structured.classify_contraction_dims %0
        : (!transform.any_op)
           -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>,
           !transform.param<i64>)
    ```
    """

    operand_handle: Operand[Handle]
    batch: Result[Param]
    m: Result[Param]
    n: Result[Param]
    k: Result[Param]
    assembly_format = "$operand_handle attr-dict `:` functional-type(operands, results)"


class MatchStructuredClassifyConvolutionDimsOp(
    Op,
    Reads,
    Matcher,
    name="transform.match.structured.classify_convolution_dims",
    traits=(Predicate,),
):
    """The roles of the dimensions of a convolution, with strides and dilations.

    ```mlir
    %1:8 = transform.match.structured.classify_convolution_dims %0
        : (!transform.any_op)
           -> (!transform.param<i64>, !transform.param<i64>, !transform.param<i64>,
           !transform.param<i64>, !transform.param<i64>, !transform.param<i64>,
           !transform.param<i64>, !transform.param<i64>)
    ```
    """

    operand_handle: Operand[Handle]
    batch: Result[Param]
    output_image: Result[Param]
    output_channel: Result[Param]
    filter_loop: Result[Param]
    input_channel: Result[Param]
    depth: Result[Param]
    strides: Result[Param]
    dilations: Result[Param]
    assembly_format = "$operand_handle attr-dict `:` functional-type(operands, results)"


class MatchStructuredDimOp(
    Op, Reads, Matcher, name="transform.match.structured.dim", traits=(Predicate,)
):
    """The sizes of dimensions, which may have to be parallel or reductions.

    ```mlir
    %1 = transform.match.structured.dim %0[0, -1] {parallel}
        : (!transform.any_op) -> !transform.param<i64>
    ```
    """

    operand_handle: Operand[Handle]
    raw_dim_list: Prop[I64Array]
    is_inverted: OptProp[UnitAttr]
    is_all: OptProp[UnitAttr]
    parallel: OptProp[UnitAttr]
    reduction: OptProp[UnitAttr]
    result_: OptResult[Param]
    assembly_format = (
        "$operand_handle `[`custom<TransformMatchDims>($raw_dim_list, $is_inverted, "
        "$is_all)`]` attr-dict `:` custom<SemiFunctionType>(type($operand_handle), "
        "type($result))"
    )

    def verify_op(self) -> Diagnostic | None:
        if self.parallel and self.reduction:
            return self.error("cannot request the same dimension to be both parallel and reduction")
        return verify_positions(self, self.raw_dim_list)


class MatchStructuredElementalBitwidthOp(
    Op, Reads, Matcher, name="transform.match.structured.elemental_bitwidth"
):
    """How many bits the elements of a value have.

    ```mlir
    %1 = transform.match.structured.elemental_bitwidth %0
        : (!transform.any_value) -> !transform.param<i64>
    ```
    """

    operand_handle: Operand[Values]
    result_: Result[Param]
    assembly_format = "$operand_handle attr-dict `:` functional-type(operands, results)"


class MatchStructuredInputOp(
    Op, Reads, Matcher, name="transform.match.structured.input", traits=(Predicate,)
):
    """Inputs of a structured op, or their maps.

    ```mlir
    %1 = transform.match.structured.input %0[0] : (!transform.any_op) -> !transform.any_value
    ```
    """

    operand_handle: Operand[Handle]
    raw_position_list: Prop[I64Array]
    is_inverted: OptProp[UnitAttr]
    is_all: OptProp[UnitAttr]
    permutation: OptProp[UnitAttr]
    projected_permutation: OptProp[UnitAttr]
    result_: OptResult[OperandOrMap]
    assembly_format = (
        "$operand_handle `[`custom<TransformMatchDims>($raw_position_list, $is_inverted, "
        "$is_all)`]` attr-dict `:` custom<SemiFunctionType>(type($operand_handle), "
        "type($result))"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_operand(self)


class MatchStructuredInitOp(
    Op, Reads, Matcher, name="transform.match.structured.init", traits=(Predicate,)
):
    """Outputs of a structured op, or their maps.

    ```mlir
    %1 = transform.match.structured.init %0[0] : (!transform.any_op) -> !transform.any_op
    ```
    """

    operand_handle: Operand[Handle]
    raw_position_list: Prop[I64Array]
    is_inverted: OptProp[UnitAttr]
    is_all: OptProp[UnitAttr]
    permutation: OptProp[UnitAttr]
    projected_permutation: OptProp[UnitAttr]
    result_: OptResult[OperandOrMap]
    assembly_format = (
        "$operand_handle `[`custom<TransformMatchDims>($raw_position_list, $is_inverted, "
        "$is_all)`]` attr-dict `:` custom<SemiFunctionType>(type($operand_handle), "
        "type($result))"
    )

    def verify_op(self) -> Diagnostic | None:
        return _verify_operand(self)


class MatchStructuredNumInputsOp(
    Op,
    Reads,
    Matcher,
    name="transform.match.structured.num_inputs",
    traits=(Predicate,),
):
    """How many inputs a structured op has.

    ```mlir
    %1 = transform.match.structured.num_inputs %0 : (!transform.any_op) -> !transform.param<i64>
    ```
    """

    operand_handle: Operand[Handle]
    result_: Result[Param]
    assembly_format = "$operand_handle attr-dict `:` functional-type(operands, results)"


class MatchStructuredNumInitsOp(
    Op, Reads, Matcher, name="transform.match.structured.num_inits", traits=(Predicate,)
):
    """How many outputs a structured op has.

    ```mlir
    %1 = transform.match.structured.num_inits %0 : (!transform.any_op) -> !transform.param<i64>
    ```
    """

    operand_handle: Operand[Handle]
    result_: Result[Param]
    assembly_format = "$operand_handle attr-dict `:` functional-type(operands, results)"


class MatchStructuredRankOp(
    Op, Reads, Matcher, name="transform.match.structured.rank", traits=(Predicate,)
):
    """How many loops a structured op has.

    ```mlir
    %1 = transform.match.structured.rank %0 : (!transform.any_op) -> !transform.param<i64>
    ```
    """

    operand_handle: Operand[Handle]
    rank: Result[Param]
    assembly_format = (
        "$operand_handle attr-dict `:` custom<SemiFunctionType>(type($operand_handle), "
        'type($rank), "false")'
    )


class MatchStructuredResultOp(
    Op, Reads, Matcher, name="transform.match.structured.result", traits=(Predicate,)
):
    """A result of a structured op, or an op that uses it.

    ```mlir
    %1 = transform.match.structured.result %0[0] single : (!transform.any_op) -> !transform.any_op
    ```
    """

    operand_handle: Operand[Handle]
    position: Prop[int]
    any: OptProp[UnitAttr]
    single: OptProp[UnitAttr]
    result_: Result[HandleOrValues]
    assembly_format = (
        "$operand_handle `[` $position `]` (`any` $any^)? (`single` $single^)?attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify_op(self) -> Diagnostic | None:
        if bool(self.any or self.single) != isinstance(self.result.type, OpHandle):
            return self.error(
                "expects either the any/single keyword or the type value handle result type"
            )
        if self.any and self.single:
            return self.error("'any' and 'single' are mutually exclusive")
        return None
