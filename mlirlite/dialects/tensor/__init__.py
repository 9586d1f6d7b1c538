"""The tensor dialect: values of many elements, whose sizes may be known only at run time."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.tensor.shapes import (
    CollapseShapeOp as CollapseShapeOp,
    ConcatOp as ConcatOp,
    ExpandShapeOp as ExpandShapeOp,
    GatherOp as GatherOp,
    PadOp as PadOp,
    ReshapeOp as ReshapeOp,
    ScatterOp as ScatterOp,
)
from mlirlite.dialects.tensor.slices import (
    ExtractSliceOp as ExtractSliceOp,
    InsertSliceOp as InsertSliceOp,
    ParallelInsertSliceOp as ParallelInsertSliceOp,
)
from mlirlite.dialects.tensor.values import (
    BitcastOp as BitcastOp,
    CastOp as CastOp,
    DimOp as DimOp,
    EmptyOp as EmptyOp,
    ExtractOp as ExtractOp,
    FromElementsOp as FromElementsOp,
    GenerateOp as GenerateOp,
    InsertOp as InsertOp,
    RankOp as RankOp,
    SplatOp as SplatOp,
    YieldOp as YieldOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ComplexType


class TensorDialect(ArithDialect):
    """Its constants are arith's, and complex's for complex elements."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if isinstance(type, ComplexType):
            # late: few modules have complex constants
            from mlirlite.dialects.complex import DIALECT as complex_dialect

            return complex_dialect.materialize_constant(value, type, location)
        return super().materialize_constant(value, type, location)


DIALECT = TensorDialect("tensor", __name__)
"""Its constants are arith's."""
