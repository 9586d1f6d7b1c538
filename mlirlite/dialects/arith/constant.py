"""arith.constant: a number, or a vector or tensor of numbers."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.ub import PoisonAttr, PoisonOp
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, StringAttr
from mlirlite.ir.constraints import AnyType, Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AllTypesMatch, ConstantLike, Pure
from mlirlite.ir.types import I1, NONE, FloatType, IndexType, IntegerType, VectorType
from mlirlite.printer.literals import LONGEST
from mlirlite.support.diagnostics import Diagnostic


def type_of(attribute: Attribute) -> Type | None:
    """The type of a typed attribute; None for others."""
    found = getattr(attribute, "type", None)
    if found is None and isinstance(attribute, StringAttr):
        return NONE
    return found if isinstance(found, Type) else None


class ConstantOp(
    Op,
    AsmNames,
    name="arith.constant",
    traits=(AllTypesMatch("value", "result"), ConstantLike, Pure),
):
    """A constant.

    ```mlir
    %c = arith.constant 42 : i32
    ```
    """

    value: Prop[
        Annotated[Attribute, Constraint("TypedAttr instance", lambda a: type_of(a) is not None)]
    ]
    result: Result[AnyType]
    assembly_format = "attr-dict $value"

    def result_names(self) -> Sequence[str]:
        return (constant_name(self.value, self.result.type),)

    def verify_op(self) -> Diagnostic | None:
        type, value = self.result.type, self.value
        if isinstance(type, IntegerType) and not type.is_signless:
            return self.error("integer return type must be signless")
        if not isinstance(value, (IntegerAttr, FloatAttr, ElementsAttr)):
            return self.error("value must be an integer, float, or elements attribute")
        if (
            isinstance(type, VectorType)
            and type.is_scalable
            and not getattr(value, "is_splat", False)
        ):
            return self.error(
                "intializing scalable vectors with elements attribute is not supported unless it's "
                "a vector splat"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


def constant_name(value: Attribute, type: Type) -> str:
    """`c42`, `c42_i32`, `true`, `cst`: the name of a constant's result."""
    if isinstance(value, IntegerAttr) and value.value.bit_length() <= LONGEST:
        if type is I1:
            return "true" if value.value else "false"
        if isinstance(type, IntegerType):
            return f"c{value.value}_{type}"
        return f"c{value.value}"
    return "cst"


class ArithDialect(Dialect):
    """Makes constants of numbers."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        return make_constant(value, type, location)


def make_constant(value: Attribute, type: Type, location: Location | None = None) -> Op | None:
    """A detached arith.constant, or ub.poison; None when the attribute is not a number of this
    type."""
    if isinstance(value, PoisonAttr):
        return PoisonOp.create((), (type,), {"value": value}, location=location)
    if not isinstance(value, (IntegerAttr, FloatAttr, ElementsAttr)) or value.type is not type:
        return None
    element = getattr(type, "element_type", type)
    if isinstance(element, IntegerType) and not element.is_signless:
        return None
    if not isinstance(element, (IntegerType, IndexType, FloatType)):
        return None
    # Checked above; folding makes many, and the checked constructor costs ten times as much.
    return ConstantOp.create((), (type,), {"value": value}, location=location)
