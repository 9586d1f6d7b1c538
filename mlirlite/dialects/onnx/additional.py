"""Ops of the dialect that are not operators of ONNX, with onnx-mlir's names, and the constant."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._constraints import FlatSymbolRef
from mlirlite.dialects.onnx.node import OnnxNode
from mlirlite.dialects.onnx.shapes import broadcast, shape_of
from mlirlite.dialects.onnx.types import SI64, STRING, OptType, SeqType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr, StringAttr, UnitAttr
from mlirlite.ir.constraints import AnyType, Constraint, exactly
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseStringElementsAttr,
    ElementsAttr,
    SparseElementsAttr,
)
from mlirlite.ir.fields import OptProp, Prop, RegionField, Result, VarOperand, VarResult, default
from mlirlite.ir.interfaces import FunctionLike, InferShape
from mlirlite.ir.traits import (
    ConstantLike,
    HasParent,
    IsolatedFromAbove,
    Pure,
    ReturnLike,
    SingleBlock,
    Terminator,
    compatible_shapes,
)
from mlirlite.ir.types import (
    F32,
    I64,
    NONE,
    NoneType,
    RankedTensorType,
    ShapedType,
    TensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic

_Tensor = Annotated[
    TensorType, Constraint("tensor of any type values", lambda t: isinstance(t, TensorType))
]
_TensorOrNone = Annotated[
    Type,
    Constraint(
        "tensor of any type values or none type", lambda t: isinstance(t, TensorType) or t is NONE
    ),
]
_Integer = Annotated[int, SI64]


class ConstantOp(Op, InferShape, OnnxNode, name="onnx.Constant", traits=(Pure, ConstantLike)):
    """A constant tensor. One attribute is set; importers and canonicalization set `value`.

    ```mlir
    %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
    ```
    """

    sparse_value: OptProp[Attribute]
    value: OptProp[Attribute]
    value_float: OptProp[FloatAttr]
    value_floats: OptProp[ArrayAttr]
    value_int: OptProp[IntegerAttr]
    value_ints: OptProp[ArrayAttr]
    value_string: OptProp[StringAttr]
    value_strings: OptProp[ArrayAttr]
    output: Result[_Tensor]

    def elements(self) -> ElementsAttr | None:
        """The constant as one attribute, whichever form it has; None when it is malformed."""
        for attribute in self.properties.values():
            if isinstance(attribute, ElementsAttr):
                return attribute
        match self.value_float or self.value_int or self.value_string:
            case FloatAttr(value=number):
                return DenseElementsAttr.of(RankedTensorType((), F32), number)
            case IntegerAttr(value=number):
                return DenseElementsAttr.of(RankedTensorType((), I64), number)
            case StringAttr(value=text):
                return DenseStringElementsAttr(RankedTensorType((), STRING), (text,))
        array = self.value_floats or self.value_ints or self.value_strings
        if array is None:
            return None
        found = (a for a in array if isinstance(a, (FloatAttr, IntegerAttr, StringAttr)))
        values: tuple[Any, ...] = tuple([a.value for a in found])
        if self.value_strings is not None:
            return DenseStringElementsAttr(RankedTensorType((len(values),), STRING), values)
        element = F32 if self.value_floats is not None else I64
        return DenseElementsAttr.of(RankedTensorType((len(values),), element), values)

    def infer_types(self) -> Sequence[Type] | None:
        elements = self.elements()
        return None if elements is None else [elements.type]

    def infer_shapes(self) -> Sequence[Type]:
        return self.infer_types() or self.result_types

    def verify_op(self) -> Diagnostic | None:
        if len(self.properties) != 1:
            return self.error(
                "requires exactly one of the attributes value, sparse_value, value_int, "
                "value_ints, value_float, value_floats, value_string, value_strings, "
                f"but has {len(self.properties)}"
            )
        elements = self.elements()
        if elements is None:
            return self.error("requires an elements attribute as value")
        given = element_type_of(self.results[0].type)
        if elements.element_type is not given:
            return self.error(
                f"has a value of {elements.element_type}, but its result is of {given}"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """onnx.Constant {value = c} --> c"""
        return self.elements()

    @classmethod
    def parse(cls, p: Any, state: Any) -> None:
        """Read ` dense<…> : type`, or attributes and a type."""
        p.op_attr_dict(state)
        if state.properties or state.attributes:
            p.expect(":")
            state.result_types.append(p.type())
            return
        at = p.here()
        value = p.attribute()
        if not isinstance(value, ElementsAttr):
            raise p.error("expected an elements attribute", at)
        name = "sparse_value" if isinstance(value, SparseElementsAttr) else "value"
        state.properties[name] = value
        state.result_types.append(value.type)

    def print(self, p: Any) -> None:
        """Write the elements where their type is the result's, else the attributes and the type."""
        type = self.results[0].type
        elements = self.value or self.sparse_value
        if isinstance(elements, ElementsAttr) and elements.type is type and not self._attributes:
            p.text(" ")
            p.attribute(elements)
            return
        p.attr_dict(self)
        p.text(" : ")
        p.type(type)


class NoValueOp(Op, OnnxNode, name="onnx.NoValue", traits=(Pure,)):
    """Stands for a missing optional operand.

    ```mlir
    %0 = "onnx.NoValue"() <{value}> : () -> none
    ```
    """

    value: OptProp[UnitAttr]
    none_val: Result[Annotated[NoneType, exactly(NONE, "none type")]]


class ReturnOp(
    Op, name="onnx.Return", traits=(Pure, HasParent("func.func"), ReturnLike, Terminator)
):
    """Returns from a function. Types may be more precise than the function's until
    `--standard-func-return`.

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<*xf32> {
      onnx.Return %x : tensor<2xf32>
    }
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"

    def verify_op(self) -> Diagnostic | None:
        function: object = self.parent_op
        if not isinstance(function, FunctionLike):
            return None
        expected = function.signature().results
        if len(expected) != len(self.operands):
            return self.error(
                f"has {len(self.operands)} operands, but enclosing function returns {len(expected)}"
            )
        for index, (type, value) in enumerate(zip(expected, self.operands, strict=True)):
            if not fits(value.type, type):
                return self.error(
                    f"type of return operand {index} ('{value.type}') doesn't match function "
                    f"result type ('{type}')"
                )
        return None


class YieldOp(Op, name="onnx.Yield", traits=(Pure, ReturnLike, Terminator)):
    """Ends a subgraph with its outputs.

    ```mlir
    func.func @f(%c: tensor<i1>, %x: tensor<f32>) {
      %0 = "onnx.If"(%c) ({
        onnx.Yield %x : tensor<f32>
      }, {
        onnx.Yield %x : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      return
    }
    ```
    """

    operands_: VarOperand[AnyType]
    assembly_format = "attr-dict ($operands^ `:` type($operands))?"


class EntryPointOp(Op, name="onnx.EntryPoint"):
    """Names the function that is the model's graph.

    ```mlir
    func.func private @main_graph()
    "onnx.EntryPoint"() <{func = @main_graph}> : () -> ()
    ```
    """

    func: Prop[FlatSymbolRef]


class CustomOp(Op, InferShape, OnnxNode, name="onnx.Custom", traits=(Pure,)):
    """An operator of a domain that the schemas do not know; its attributes are discardable ones.

    ```mlir
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "onnx.Custom"(%x) <{function_name = "Twice"}> {domain_name = "org.example"}
        : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }
    ```
    """

    inputs: VarOperand[AnyType]
    function_name: Prop[str]
    output_element_type: OptProp[Type]
    shape_infer_pattern: OptProp[str]
    inputs_for_infer: OptProp[ArrayAttr]
    outputs: VarResult[AnyType]

    def infer_shapes(self) -> Sequence[Type]:
        """`SameAs` copies the first chosen input's shape, `MDBroadcast` broadcasts them all."""
        pattern = self.shape_infer_pattern
        if pattern is None or len(self.results) != 1:
            return self.result_types
        chosen: Sequence[Any] = self.operands
        if self.inputs_for_infer is not None:
            picked: Any = self.inputs_for_infer
            chosen = [self.operands[index.value] for index in picked]
        shapes = [shape_of(v) for v in chosen]
        shape = shapes[0] if pattern == "SameAs" else broadcast(*shapes)
        if shape is None:
            return self.result_types
        element = self.output_element_type or element_type_of(chosen[0].type)
        return [RankedTensorType(shape, element)]

    def verify_op(self) -> Diagnostic | None:
        for index in self.inputs_for_infer or ():
            if not (isinstance(index, IntegerAttr) and 0 <= index.value < len(self.operands)):
                return self.error(
                    f"attribute 'inputs_for_infer' has {index}, but there are "
                    f"{len(self.operands)} inputs"
                )
        if self.shape_infer_pattern not in (None, "SameAs", "MDBroadcast"):
            return self.error(
                'attribute \'shape_infer_pattern\' must be "SameAs" or "MDBroadcast", '
                f'but is "{self.shape_infer_pattern}"'
            )
        return None


class FusedOp(Op, OnnxNode, name="onnx.Fused", traits=(Pure, IsolatedFromAbove, SingleBlock())):
    """Ops that are to be lowered together; the body's arguments are the inputs."""

    kind: Prop[str]
    inputs: VarOperand[AnyType]
    outputs: VarResult[AnyType]
    body: RegionField


class PrintSignatureOp(Op, OnnxNode, name="onnx.PrintSignature"):
    """Prints types of tensors at run time, or their values if `print_data` is 1."""

    op_name: Prop[str]
    print_data: Prop[_Integer]
    input: VarOperand[_TensorOrNone]


class DimGroupOp(Op, OnnxNode, name="onnx.DimGroup"):
    """Marks a dimension as one of a group of equal ones."""

    data: VarOperand[_Tensor]
    axis: Prop[_Integer] = default(0)
    group_id: Prop[_Integer] = default(-1)


def fits(type: Type, wanted: Type) -> bool:
    """Whether a value of `type` may replace one of type `wanted`: a tensor with the same elements
    and a compatible shape, or the same type."""
    if isinstance(type, ShapedType) and isinstance(wanted, ShapedType):
        return type.element_type is wanted.element_type and compatible_shapes(type, wanted)
    for kind in (SeqType, OptType):
        if isinstance(type, kind) and isinstance(wanted, kind):
            return fits(type.element_type, wanted.element_type)
    return type is wanted
