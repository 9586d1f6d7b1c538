# ruff: noqa: F401
"""The math dialect: elementary functions of numbers, vectors and tensors."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.math.exponentials import (
    CbrtOp,
    ErfcOp,
    ErfOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    FPowIOp,
    Log1pOp,
    Log2Op,
    Log10Op,
    LogOp,
    PowFOp,
    RsqrtOp,
    SqrtOp,
)
from mlirlite.dialects.math.floating import (
    AbsFOp,
    CeilOp,
    ClampFOp,
    CopySignOp,
    FloorOp,
    FmaOp,
    IsFiniteOp,
    IsInfOp,
    IsNaNOp,
    IsNormalOp,
    RoundEvenOp,
    RoundOp,
    TruncOp,
)
from mlirlite.dialects.math.integer import (
    AbsIOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    IPowIOp,
)
from mlirlite.dialects.math.trigonometry import (
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    Atan2Op,
    AtanhOp,
    AtanOp,
    CoshOp,
    CosOp,
    SincosOp,
    SinhOp,
    SinOp,
    TanhOp,
    TanOp,
)

DIALECT = ArithDialect("math", __name__)
"""Its constants are arith's."""
