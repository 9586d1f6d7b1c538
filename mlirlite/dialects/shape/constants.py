"""Constants of the shape dialect, and checks that its ops share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.shape.types import (
    SHAPE,
    SIZE,
    VALUE_SHAPE,
    ShapeOrExtentTensor,
    Size,
    Witness,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, bool_attr, index_attr
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import ConstantLike, Pure, compatible_shapes
from mlirlite.ir.types import INDEX, RankedTensorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

IndexElements = Annotated[
    DenseElementsAttr,
    Constraint(
        "index elements attribute",
        lambda a: isinstance(a, DenseElementsAttr) and element_type_of(a.type) is INDEX,
    ),
]
IndexNumber = Annotated[int, INDEX]


def verify_inferred_shape(op: Op) -> Diagnostic | None:
    """The result type is compatible with the inferred one: a shape holds any extents."""
    try:
        (inferred,) = op.infer_types() or ()
    except ValueError as e:
        return error(str(e), op.where).then(f"'{op.name}' op failed to infer returned types")
    (given,) = op.result_types
    if SHAPE in (inferred, given) or compatible_shapes(inferred, given):
        return None
    return op.error(
        f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{given}'"
    ).then(f"'{op.name}' op failed to infer returned types")


def verify_shape_errors(op: Op) -> Diagnostic | None:
    """An operand that may hold an error requires a result that may hold one: a shape."""
    if any(v.type in (SHAPE, VALUE_SHAPE) for v in op.operands) and op.results[0].type is not SHAPE:
        return op.error(
            "if at least one of the operands can hold error values then the result must be of "
            "type `shape` to propagate them"
        )
    return None


def verify_size_errors(op: Op) -> Diagnostic | None:
    """An operand that may hold an error requires a result that may hold one: a size."""
    errors = (SHAPE, SIZE, VALUE_SHAPE)
    if any(v.type in errors for v in op.operands) and op.results[0].type is not SIZE:
        return op.error(
            "if at least one of the operands can hold error values then the result must be of "
            "type `size` to propagate them"
        )
    return None


def extents_attr(extents: Sequence[int]) -> DenseElementsAttr:
    """`dense<…> : tensor<…xindex>`, the constant of a shape."""
    return DenseElementsAttr.of(RankedTensorType((len(extents),), INDEX), list(extents))


class ConstShapeOp(Op, name="shape.const_shape", traits=(ConstantLike, Pure)):
    """A shape of known extents.

    ```mlir
    %0 = shape.const_shape [1, 2, 3] : !shape.shape
    ```
    """

    shape: Prop[IndexElements]
    result: Result[ShapeOrExtentTensor]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        p.op_attr_dict(state)
        where = p.here()
        extents = p.attribute()
        if not isinstance(extents, ArrayAttr):
            raise p.error("invalid kind of attribute specified", where)
        numbers = []
        for extent in extents:
            if not isinstance(extent, IntegerAttr):
                raise p.error("extent must be an integer", where)
            numbers.append(extent.value)
        state.properties["shape"] = DenseElementsAttr.of(
            RankedTensorType((len(numbers),), INDEX), numbers
        )
        p.expect(":")
        state.result_types = [p.type()]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.attr_dict(self, ("shape",))
        p.text(f"[{', '.join(map(str, self.shape.values()))}] : ")
        p.type(self.result.type)

    def infer_types(self) -> Sequence[Type] | None:
        extents: Type = RankedTensorType((len(self.shape.values()),), INDEX)
        return (extents,)

    def verify_op(self) -> Diagnostic | None:
        return verify_inferred_shape(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.shape


class ConstSizeOp(Op, AsmNames, name="shape.const_size", traits=(ConstantLike, Pure)):
    """A known size.

    ```mlir
    %0 = shape.const_size 10
    ```
    """

    value: Prop[IndexNumber]
    result: Result[Size]
    assembly_format = "$value attr-dict"

    def result_names(self) -> Sequence[str]:
        return (f"c{self.value}",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return index_attr(self.value)


class ConstWitnessOp(Op, name="shape.const_witness", traits=(ConstantLike, Pure)):
    """A constraint that holds, or does not.

    ```mlir
    %0 = shape.const_witness true
    ```
    """

    passing: Prop[bool]
    result: Result[Witness]
    assembly_format = "$passing attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return bool_attr(self.passing)
