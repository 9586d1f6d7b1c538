"""The shape dialect: computing with shapes, including those known only at run time."""

from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.shape.constants import (
    ConstShapeOp as ConstShapeOp,
    ConstSizeOp as ConstSizeOp,
    ConstWitnessOp as ConstWitnessOp,
)
from mlirlite.dialects.shape.constraints import (
    AssumingAllOp as AssumingAllOp,
    CstrBroadcastableOp as CstrBroadcastableOp,
    CstrEqOp as CstrEqOp,
    CstrRequireOp as CstrRequireOp,
    IsBroadcastableOp as IsBroadcastableOp,
    ShapeEqOp as ShapeEqOp,
)
from mlirlite.dialects.shape.libraries import check_library as check_library
from mlirlite.dialects.shape.ops import (
    AnyOp as AnyOp,
    BroadcastOp as BroadcastOp,
    ConcatOp as ConcatOp,
    DebugPrintOp as DebugPrintOp,
    DimOp as DimOp,
    FromExtentsOp as FromExtentsOp,
    FromExtentTensorOp as FromExtentTensorOp,
    GetExtentOp as GetExtentOp,
    MeetOp as MeetOp,
    NumElementsOp as NumElementsOp,
    RankOp as RankOp,
    ShapeOfOp as ShapeOfOp,
    SplitAtOp as SplitAtOp,
    ToExtentTensorOp as ToExtentTensorOp,
    ValueAsShapeOp as ValueAsShapeOp,
    ValueOfOp as ValueOfOp,
    WithShapeOp as WithShapeOp,
)
from mlirlite.dialects.shape.regions import (
    AssumingOp as AssumingOp,
    AssumingYieldOp as AssumingYieldOp,
    FuncOp as FuncOp,
    FunctionLibraryOp as FunctionLibraryOp,
    ReduceOp as ReduceOp,
    ReturnOp as ReturnOp,
    YieldOp as YieldOp,
)
from mlirlite.dialects.shape.sizes import (
    AddOp as AddOp,
    DivOp as DivOp,
    IndexToSizeOp as IndexToSizeOp,
    MaxOp as MaxOp,
    MinOp as MinOp,
    MulOp as MulOp,
    SizeToIndexOp as SizeToIndexOp,
)
from mlirlite.dialects.shape.types import (
    SHAPE as SHAPE,
    SIZE as SIZE,
    WITNESS as WITNESS,
    ShapeType as ShapeType,
    SizeType as SizeType,
    ValueShapeType as ValueShapeType,
    WitnessType as WitnessType,
    is_extent_tensor as is_extent_tensor,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1
from mlirlite.support.diagnostics import Diagnostic


class ShapeDialect(Dialect):
    """Makes constants of shapes, sizes and witnesses; plain numbers are arith's."""

    allows_unknown_operations = True

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        return check_library(op, value) if name == "shape.lib" else None

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        made: Operation | None = None
        if isinstance(value, DenseElementsAttr) and (type is SHAPE or is_extent_tensor(type)):
            made = ConstShapeOp(value, result=type, loc=location)
        elif type is SIZE and isinstance(value, IntegerAttr):
            made = ConstSizeOp(value.value, loc=location)
        elif type is WITNESS and isinstance(value, IntegerAttr) and value.type is I1:
            made = ConstWitnessOp(bool(value.value), loc=location)
        else:
            made = make_constant(value, type, location)
        return made


DIALECT = ShapeDialect("shape", __name__)
