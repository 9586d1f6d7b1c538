# ruff: noqa: F401
"""The arith dialect: numbers, vectors and tensors of numbers, computed element by element."""

from mlirlite.dialects.arith.casts import (
    BitcastOp,
    ExtFOp,
    ExtSIOp,
    ExtUIOp,
    FPToSIOp,
    FPToUIOp,
    IndexCastOp,
    IndexCastUIOp,
    ScalingExtFOp,
    ScalingTruncFOp,
    SIToFPOp,
    TruncFOp,
    TruncIOp,
    UIToFPOp,
)
from mlirlite.dialects.arith.compare import (
    CmpFOp,
    CmpIOp,
    SelectOp,
    compare_floats,
    compare_integers,
)
from mlirlite.dialects.arith.constant import ArithDialect, ConstantOp, make_constant
from mlirlite.dialects.arith.division import (
    CeilDivSIOp,
    CeilDivUIOp,
    DivSIOp,
    DivUIOp,
    FloorDivSIOp,
    RemSIOp,
    RemUIOp,
)
from mlirlite.dialects.arith.enums import (
    NO_FASTMATH,
    NO_OVERFLOW,
    AtomicRMWKind,
    CmpFPredicate,
    CmpIPredicate,
    FastMathFlags,
    FastMathFlagsAttr,
    IntegerOverflowFlags,
    IntegerOverflowFlagsAttr,
    RoundingMode,
)
from mlirlite.dialects.arith.extended import (
    AddUIExtendedOp,
    MulSIExtendedOp,
    MulUIExtendedOp,
)
from mlirlite.dialects.arith.floating import (
    AddFOp,
    DivFOp,
    MaximumFOp,
    MaxNumFOp,
    MinimumFOp,
    MinNumFOp,
    MulFOp,
    NegFOp,
    RemFOp,
    SubFOp,
)
from mlirlite.dialects.arith.integer import (
    AddIOp,
    AndIOp,
    MaxSIOp,
    MaxUIOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    OrIOp,
    ShLIOp,
    ShRSIOp,
    ShRUIOp,
    SubIOp,
    XOrIOp,
)

DIALECT = ArithDialect("arith", __name__)
