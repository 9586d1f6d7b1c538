# ruff: noqa: F401
"""The math dialect: elementary functions of numbers, vectors and tensors."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.math.floating import (
    AbsFOp,
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    Atan2Op,
    AtanhOp,
    AtanOp,
    CbrtOp,
    CeilOp,
    ClampFOp,
    CopySignOp,
    CoshOp,
    CosOp,
    ErfcOp,
    ErfOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    FloorOp,
    FmaOp,
    FPowIOp,
    IsFiniteOp,
    IsInfOp,
    IsNaNOp,
    IsNormalOp,
    Log1pOp,
    Log2Op,
    Log10Op,
    LogOp,
    PowFOp,
    RoundEvenOp,
    RoundOp,
    RsqrtOp,
    SincosOp,
    SinhOp,
    SinOp,
    SqrtOp,
    TanhOp,
    TanOp,
    TruncOp,
)
from mlirlite.dialects.math.integer import (
    AbsIOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    IPowIOp,
)

DIALECT = ArithDialect("math", __name__)
"""Its constants are arith's."""
