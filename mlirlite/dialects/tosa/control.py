"""tosa's control flow, and its variables."""

from collections.abc import Generator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._assignments import parse_assignments, print_assignments
from mlirlite.dialects._constraints import SymbolName
from mlirlite.dialects.tosa._verify import same_type, same_values
from mlirlite.dialects.tosa.constants import IndexElements
from mlirlite.dialects.tosa.syntax import variable_type
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands
from mlirlite.dialects.tosa.types import BoolTensor, Tensor
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr, symbol_ref
from mlirlite.ir.block import Region
from mlirlite.ir.constraints import ANY, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import (
    Operand,
    OptProp,
    Prop,
    RegionField,
    Result,
    VarOperand,
    VarResult,
)
from mlirlite.ir.interfaces import LoopLike, SymbolUser
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    Pure,
    RecursiveMemoryEffects,
    SingleBlockImplicitTerminator,
    Symbol,
    Terminator,
)
from mlirlite.ir.types import I1, FunctionType, RankedTensorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_CONTROL = (
    SingleBlockImplicitTerminator("tosa.yield"),
    RecursiveMemoryEffects,
    ResolvableShapeOperands,
)


class YieldOp(Op, name="tosa.yield", traits=(Terminator, Pure, ResolvableShapeOperands)):
    """Ends a region and passes its values on.

    ```mlir
    tosa.yield %0 : tensor<4xf32>
    ```
    """

    inputs: VarOperand[Tensor]
    assembly_format = "$inputs attr-dict `:` type($inputs)"


def _yielded(region: Region) -> Sequence[Any] | None:
    """The yielded values of a region; None when it does not end in a yield."""
    last = region.entry.last
    return last.operands if isinstance(last, YieldOp) else None


def _is_one(type: Type) -> bool:
    """Whether a tensor has one element, as far as its shape is known."""
    if not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return True
    return type.num_elements == 1


_LIST_EXPECTED = (
    "expected list of types for block arguments followed by arrow type and list of return types"
)


class IfOp(Op, name="tosa.cond_if", traits=_CONTROL):
    """Runs one of two regions.

    ```mlir
    %0 = tosa.cond_if %c : tensor<i1> -> tensor<4xf32> {
      tosa.yield %x : tensor<4xf32>
    } else {
      tosa.yield %y : tensor<4xf32>
    }
    ```
    """

    condition: Operand[BoolTensor]
    input_list: VarOperand[Tensor]
    output_list: VarResult[Tensor]
    then_graph: RegionField[OneBlock]
    else_graph: RegionField[OneBlock]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        condition = p.operand()
        has_list = p.peek("(")
        _, operands = parse_assignments(p, optional=True)
        with p.then("expected type for condition operand"):
            p.expect(":")
            type = p.type()
        state.operands = [p.resolve(condition, type)]
        if has_list:
            signature = _read_signature(p, len(operands), _LIST_EXPECTED)
            state.result_types = list(signature.results)
            state.operands += p.resolve_all(operands, list(signature.inputs))
        else:
            state.result_types = p.arrow_types(optional=True)
        then = yield p.region()
        otherwise = Region()
        if p.optional_keyword("else"):
            otherwise = yield p.region()
        state.regions = [then, otherwise]
        p.op_attr_dict(state)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.condition)
        print_assignments(p, self.then_graph.entry.args, self.input_list, " ")
        p.text(" : ")
        p.type(self.condition.type)
        if self.input_list:
            p.text(" (")
            p.types([v.type for v in self.input_list])
            p.text(")")
        p.arrow_types(self.result_types)
        p.text(" ")
        p.region(self.then_graph)
        if not self.else_graph.empty:
            p.text(" else ")
            p.region(self.else_graph)
        p.attr_dict(self)

    def verify_op(self) -> Diagnostic | None:
        found: Diagnostic | None = None
        for name in ("then", "else"):
            found = found or same_values(
                self,
                self._graph(name).entry.args,
                f"'{name}_graph' arguments",
                self.input_list,
                "'input_list'",
            )
        for name in ("then", "else"):
            given = _yielded(self._graph(name)) if found is None else None
            if given is not None:
                found = same_values(
                    self, given, f"'{name}_graph' results", self.output_list, "'output_list'"
                )
        type = self.condition.type
        if found is None and not _is_one(type):
            found = self.error(f"'condition' must be a size 1 tensor, got '{type}'")
        return found

    def _graph(self, name: str) -> Region:
        return self.then_graph if name == "then" else self.else_graph


def _read_signature(p: "OpParser", count: int, expected: str = "") -> FunctionType:
    """The types of `count` operands and of results. `expected` is added to the error of a type."""
    where = p.here()
    with p.then(expected) if expected else nullcontext():
        type = p.type()
    if not isinstance(type, FunctionType):
        raise p.error("invalid kind of type specified", where)
    if len(type.inputs) != count:
        raise p.error(
            f"expected as many input types as operands (expected {count} got {len(type.inputs)})",
            where,
        )
    return type


class WhileOp(Op, LoopLike, name="tosa.while_loop", traits=_CONTROL):
    """Runs the second region repeatedly, as long as the first one yields true.

    ```mlir
    %0 = tosa.while_loop (%i = %x) : (tensor<i32>) -> tensor<i32> {
      %c = tosa.greater %y, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      tosa.yield %c : tensor<i1>
    } do {
    ^bb0(%i: tensor<i32>):
      tosa.yield %i : tensor<i32>
    }
    ```
    """

    input_list: VarOperand[Tensor]
    output_list: VarResult[Tensor]
    cond_graph: RegionField[OneBlock]
    body_graph: RegionField[OneBlock]

    def loop_regions(self) -> Sequence[Region]:
        return (self.body_graph,)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> Generator[Any, Any, None]:
        """Read what follows the name."""
        arguments, operands = parse_assignments(p, optional=True)
        p.expect(":")
        signature = _read_signature(p, len(operands))
        state.result_types = list(signature.results)
        state.operands = p.resolve_all(operands, list(signature.inputs))
        pairs = zip(arguments, signature.inputs, strict=True)
        condition = yield p.region([a._replace(type=t) for a, t in pairs])
        p.expect("do")
        state.regions = [condition, (yield p.region())]
        p.op_attr_dict(state, keyword=True)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        print_assignments(p, self.cond_graph.entry.args, self.input_list, " ")
        p.text(" : ")
        p.functional_type(self.input_list, self.output_list)
        p.text(" ")
        p.region(self.cond_graph, print_entry_args=False)
        p.text(" do ")
        p.region(self.body_graph)
        p.attr_dict_with_keyword(self)

    def verify_op(self) -> Diagnostic | None:
        inputs, condition, body = self.input_list, self.cond_graph, self.body_graph
        found = (
            same_values(self, inputs, "'input_list'", self.output_list, "'output_list'")
            or same_values(
                self, condition.entry.args, "'cond_graph' arguments", inputs, "'input_list'"
            )
            or same_values(self, body.entry.args, "'body_graph' arguments", inputs, "'input_list'")
        )
        given = _yielded(body) if found is None else None
        if given is not None:
            found = same_values(self, given, "'body_graph' results", inputs, "'input_list'")
        truth = _yielded(condition) if found is None else None
        if truth is None:
            return found
        if len(truth) != 1:
            return self.error("require 'cond_graph' only have one result")
        type = truth[0].type
        if not _is_one(type):
            return self.error(f"'cond_graph' result must be a size 1 tensor, got '{type}'")
        if element_type_of(type) is not I1:
            return self.error(f"'cond_graph' result must be a boolean tensor, got '{type}'")
        return None


class VariableOp(Op, name="tosa.variable", traits=(Symbol, ResolvableShapeOperands)):
    """A tensor that is kept from one run to the next.

    ```mlir
    tosa.variable @state = dense<0.000000e+00> : tensor<2xf32>
    ```
    """

    sym_name: Prop[SymbolName]
    var_shape: Prop[IndexElements]
    type: Prop[Annotated[Type, is_a(Type, summary="any type attribute")]]
    initial_value: OptProp[Annotated[Attribute, ANY]]
    assembly_format = (
        "$sym_name attr-dict custom<VariableOpTypeOrInitialValue>($var_shape, $type, "
        "$initial_value)"
    )


class _VariableUser(Op, SymbolUser):
    def check(self, tables: Any, type: Type, name: str) -> Diagnostic | None:
        """Whether the variable exists, and has this type."""
        name_attribute = self.properties["name"]
        assert isinstance(name_attribute, StringAttr)
        variable = name_attribute.value
        op = tables.lookup(self, symbol_ref(variable))
        if not isinstance(op, VariableOp):
            return self.error(f"'{variable}' has not been declared by 'tosa.variable'")
        stored = variable_type(op.var_shape, op.type)
        return same_type(self, type, name, stored, "the input tensor")


class VariableReadOp(_VariableUser, name="tosa.variable_read", traits=(ResolvableShapeOperands,)):
    """The value of a variable.

    ```mlir
    %0 = tosa.variable_read @state : tensor<2xf32>
    ```
    """

    name_: Prop[SymbolName]
    output1: Result[Tensor]
    assembly_format = "$name attr-dict `:` type($output1)"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return self.check(tables, self.output1.type, "'output1'")


class VariableWriteOp(_VariableUser, name="tosa.variable_write", traits=(ResolvableShapeOperands,)):
    """Puts a tensor into a variable.

    ```mlir
    tosa.variable_write @state, %0 : tensor<2xf32>
    ```
    """

    name_: Prop[SymbolName]
    input1: Operand[Tensor]
    assembly_format = "$name attr-dict `,` $input1 `:` type($input1)"

    def verify_symbol_uses(self, tables: Any) -> Diagnostic | None:
        return self.check(tables, self.input1.type, "'input1'")
