"""The arith dialect: numbers, vectors and tensors of numbers, computed element by element."""

from mlirlite.dialects.arith.casts import (
    BitcastOp as BitcastOp,
    ExtFOp as ExtFOp,
    ExtSIOp as ExtSIOp,
    ExtUIOp as ExtUIOp,
    FPToSIOp as FPToSIOp,
    FPToUIOp as FPToUIOp,
    IndexCastOp as IndexCastOp,
    IndexCastUIOp as IndexCastUIOp,
    ScalingExtFOp as ScalingExtFOp,
    ScalingTruncFOp as ScalingTruncFOp,
    SIToFPOp as SIToFPOp,
    TruncFOp as TruncFOp,
    TruncIOp as TruncIOp,
    UIToFPOp as UIToFPOp,
)
from mlirlite.dialects.arith.compare import (
    CmpFOp as CmpFOp,
    CmpIOp as CmpIOp,
    SelectOp as SelectOp,
    compare_floats as compare_floats,
    compare_integers as compare_integers,
)
from mlirlite.dialects.arith.constant import (
    ArithDialect as ArithDialect,
    ConstantOp as ConstantOp,
    make_constant as make_constant,
)
from mlirlite.dialects.arith.division import (
    CeilDivSIOp as CeilDivSIOp,
    CeilDivUIOp as CeilDivUIOp,
    DivSIOp as DivSIOp,
    DivUIOp as DivUIOp,
    FloorDivSIOp as FloorDivSIOp,
    RemSIOp as RemSIOp,
    RemUIOp as RemUIOp,
)
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH as NO_FASTMATH,
    NO_OVERFLOW as NO_OVERFLOW,
    AtomicRMWKind as AtomicRMWKind,
    CmpFPredicate as CmpFPredicate,
    CmpIPredicate as CmpIPredicate,
    FastMathFlags as FastMathFlags,
    FastMathFlagsAttr as FastMathFlagsAttr,
    IntegerOverflowFlags as IntegerOverflowFlags,
    IntegerOverflowFlagsAttr as IntegerOverflowFlagsAttr,
    RoundingMode as RoundingMode,
)
from mlirlite.dialects.arith.extended import (
    AddUIExtendedOp as AddUIExtendedOp,
    MulSIExtendedOp as MulSIExtendedOp,
    MulUIExtendedOp as MulUIExtendedOp,
)
from mlirlite.dialects.arith.floating import (
    AddFOp as AddFOp,
    DivFOp as DivFOp,
    MaximumFOp as MaximumFOp,
    MaxNumFOp as MaxNumFOp,
    MinimumFOp as MinimumFOp,
    MinNumFOp as MinNumFOp,
    MulFOp as MulFOp,
    NegFOp as NegFOp,
    RemFOp as RemFOp,
    SubFOp as SubFOp,
)
from mlirlite.dialects.arith.integer import (
    AddIOp as AddIOp,
    AndIOp as AndIOp,
    MaxSIOp as MaxSIOp,
    MaxUIOp as MaxUIOp,
    MinSIOp as MinSIOp,
    MinUIOp as MinUIOp,
    MulIOp as MulIOp,
    OrIOp as OrIOp,
    ShLIOp as ShLIOp,
    ShRSIOp as ShRSIOp,
    ShRUIOp as ShRUIOp,
    SubIOp as SubIOp,
    XOrIOp as XOrIOp,
)

DIALECT = ArithDialect("arith", __name__)
