"""tosa's constants, and ops that pass values through."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.quant.types import QuantizedType
from mlirlite.dialects.tosa.syntax import FORMAT, index_elements
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands, ShapeOperator
from mlirlite.dialects.tosa.types import Shape, ShapeType, Tensor, storage_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.locations import Location
from mlirlite.ir.traits import ConstantLike, Predicate, Pure
from mlirlite.ir.types import INDEX, ShapedType, TensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

Elements = Annotated[ElementsAttr, is_a(ElementsAttr, summary="constant vector/tensor attribute")]
IndexElements = Annotated[
    DenseElementsAttr,
    Constraint(
        "index elements attribute",
        lambda a: isinstance(a, DenseElementsAttr) and a.element_type is INDEX,
    ),
]


def _same_shape(op: "ConstOp") -> bool:
    a, b = op.values.type, op.output.type
    return isinstance(b, ShapedType) and b.has_rank and a.shape == b.shape


class ConstOp(
    Op,
    name="tosa.const",
    traits=(
        Predicate("all of {values, output} have same shape", _same_shape),
        ConstantLike,
        Pure,
        ResolvableShapeOperands,
    ),
):
    """A constant tensor.

    ```mlir
    %0 = "tosa.const"() <{values = dense<1.000000e+00> : tensor<4xf32>}> : () -> tensor<4xf32>
    ```
    """

    values: Prop[Elements]
    output: Result[Tensor]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.values

    def verify_op(self) -> Diagnostic | None:
        type, result = self.values.type, self.output.type
        if not isinstance(type, TensorType):
            return self.error("expected tensors for attr/result type")
        element = element_type_of(result)
        if isinstance(element, QuantizedType) and storage_type(result) is type.element_type:
            return None
        if type.element_type is not element:
            return self.error("expected same attr/result element types")
        return None


class ConstShapeOp(
    Op,
    name="tosa.const_shape",
    traits=(ConstantLike, Pure, ShapeOperator, ResolvableShapeOperands),
):
    """A constant shape.

    ```mlir
    %0 = tosa.const_shape {values = dense<[1, 8]> : tensor<2xindex>} : () -> !tosa.shape<2>
    ```
    """

    values: Prop[IndexElements]
    output: Result[Shape]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.values

    def verify_op(self) -> Diagnostic | None:
        type = self.values.type
        if type.rank != 1:
            return self.error("expect elements in attribute values with rank 1")
        count, rank = type.num_elements, self.output.type.rank
        if count != rank and (count, rank) != (1, 0):
            return self.error(
                f"expect number of elements in attribute values ({count}) to be equal to the rank "
                f"({rank}) for the result shape type"
            )
        return None


def sizes_of(value: Value) -> list[int] | None:
    """The sizes of a constant shape, -1 for unknown; None for anything else."""
    maker = value.defining_op
    return maker.values.values() if isinstance(maker, ConstShapeOp) else None


def const_shape(sizes: Sequence[int], location: Location | None = None) -> ConstShapeOp:
    """A detached constant shape."""
    made: ConstShapeOp = ConstShapeOp(
        index_elements(sizes), output=ShapeType(len(sizes)), loc=location
    )
    return made


def make_constant(value: Attribute, type: Type, location: Location | None) -> Op | None:
    """A detached constant of a type; None when the attribute is not one of tosa's."""
    if isinstance(type, ShapeType) and isinstance(value, DenseElementsAttr):
        return ConstShapeOp.create((), (type,), {"values": value}, location=location)
    if isinstance(value, ElementsAttr):
        return ConstOp.create((), (type,), {"values": value}, location=location)
    return None


class IdentityOp(Op, name="tosa.identity", traits=(Pure, ResolvableShapeOperands)):
    """The tensor as it is.

    ```mlir
    %0 = tosa.identity %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    input1: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT


class CustomOp(Op, name="tosa.custom", traits=(ResolvableShapeOperands,)):
    """A custom operator.

    ```mlir
    %0 = tosa.custom %x {domain_name = "mine", implementation_attrs = "", operator_name = "twist"} : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """  # noqa: E501

    operator_name: Prop[str]
    domain_name: Prop[str]
    implementation_attrs: Prop[str]
    input_list: VarOperand[Tensor]
    output_list: VarResult[Tensor]
    assembly_format = FORMAT
