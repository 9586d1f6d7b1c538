"""The ub dialect: values and blocks that a correct program never reaches."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import AnyType, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Prop, Result
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Pure, Terminator


class PoisonAttr(Attribute, name="ub.poison"):
    """`#ub.poison`: the constant of a poison value. Other kinds of poison are subclasses."""

    assembly_format = ""


POISON: Any = PoisonAttr()


class PoisonOp(Op, name="ub.poison", traits=(ConstantLike, Pure)):
    """A value that nothing may depend on.

    ```mlir
    %0 = ub.poison : i32
    ```
    """

    value: Prop[Annotated[Attribute, is_a(PoisonAttr, summary="PoisonAttrInterface instance")]] = (
        POISON
    )
    result: Result[AnyType]
    assembly_format = "attr-dict (`<` $value^ `>`)? `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class UnreachableOp(Op, name="ub.unreachable", traits=(Terminator,)):
    """Ends a block that control never reaches.

    ```mlir
    ub.unreachable
    ```
    """

    assembly_format = "attr-dict"


class UBDialect(Dialect):
    """Makes poison."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if not isinstance(value, PoisonAttr):
            return None
        poison: Operation = PoisonOp(value, result=type, loc=location)
        return poison


DIALECT = UBDialect("ub", __name__)
