"""The index dialect: arithmetic on `index`, whose width the target decides."""

from mlirlite.dialects.index.arithmetic import (
    AddOp as AddOp,
    AndOp as AndOp,
    CeilDivSOp as CeilDivSOp,
    CeilDivUOp as CeilDivUOp,
    DivSOp as DivSOp,
    DivUOp as DivUOp,
    FloorDivSOp as FloorDivSOp,
    MaxSOp as MaxSOp,
    MaxUOp as MaxUOp,
    MinSOp as MinSOp,
    MinUOp as MinUOp,
    MulOp as MulOp,
    OrOp as OrOp,
    RemSOp as RemSOp,
    RemUOp as RemUOp,
    ShlOp as ShlOp,
    ShrSOp as ShrSOp,
    ShrUOp as ShrUOp,
    SubOp as SubOp,
    XOrOp as XOrOp,
)
from mlirlite.dialects.index.values import (
    BoolConstantOp as BoolConstantOp,
    CastSOp as CastSOp,
    CastUOp as CastUOp,
    CmpOp as CmpOp,
    CmpPredicateAttr as CmpPredicateAttr,
    ConstantOp as ConstantOp,
    IndexCmpPredicate as IndexCmpPredicate,
    SizeOfOp as SizeOfOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, INDEX


class IndexDialect(Dialect):
    """Makes constants of index and i1."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        constant: Operation
        if not isinstance(value, IntegerAttr) or value.type is not type:
            return None
        if type is INDEX:
            constant = ConstantOp(value, loc=location)
            return constant
        if type is I1:
            constant = BoolConstantOp(value, loc=location)
            return constant
        return None


DIALECT = IndexDialect("index", __name__)
