# ruff: noqa: F401
"""The math dialect: elementary functions of numbers, vectors and tensors."""

from mlirlite.dialects.math.floating import (
    AbsFOp,
    AcosOp,
    AcoshOp,
    AsinOp,
    AsinhOp,
    Atan2Op,
    AtanOp,
    AtanhOp,
    CbrtOp,
    CeilOp,
    ClampFOp,
    CopySignOp,
    CosOp,
    CoshOp,
    ErfOp,
    ErfcOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    FPowIOp,
    FloorOp,
    FmaOp,
    IsFiniteOp,
    IsInfOp,
    IsNaNOp,
    IsNormalOp,
    Log10Op,
    Log1pOp,
    Log2Op,
    LogOp,
    PowFOp,
    RoundEvenOp,
    RoundOp,
    RsqrtOp,
    SinOp,
    SincosOp,
    SinhOp,
    SqrtOp,
    TanOp,
    TanhOp,
    TruncOp,
)
from mlirlite.dialects.math.integer import (
    AbsIOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    IPowIOp,
)
from mlirlite.dialects.arith.constant import ArithDialect

DIALECT = ArithDialect("math", __name__)
"""Its constants are arith's."""
