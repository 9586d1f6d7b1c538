"""The math dialect: elementary functions of numbers, vectors and tensors."""

from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.dialects.math.exponentials import (
    CbrtOp as CbrtOp,
    ErfcOp as ErfcOp,
    ErfOp as ErfOp,
    Exp2Op as Exp2Op,
    ExpM1Op as ExpM1Op,
    ExpOp as ExpOp,
    FPowIOp as FPowIOp,
    Log1pOp as Log1pOp,
    Log2Op as Log2Op,
    Log10Op as Log10Op,
    LogOp as LogOp,
    PowFOp as PowFOp,
    RsqrtOp as RsqrtOp,
    SqrtOp as SqrtOp,
)
from mlirlite.dialects.math.floating import (
    AbsFOp as AbsFOp,
    CeilOp as CeilOp,
    ClampFOp as ClampFOp,
    CopySignOp as CopySignOp,
    FloorOp as FloorOp,
    FmaOp as FmaOp,
    IsFiniteOp as IsFiniteOp,
    IsInfOp as IsInfOp,
    IsNaNOp as IsNaNOp,
    IsNormalOp as IsNormalOp,
    RoundEvenOp as RoundEvenOp,
    RoundOp as RoundOp,
    TruncOp as TruncOp,
)
from mlirlite.dialects.math.integer import (
    AbsIOp as AbsIOp,
    CountLeadingZerosOp as CountLeadingZerosOp,
    CountTrailingZerosOp as CountTrailingZerosOp,
    CtPopOp as CtPopOp,
    IPowIOp as IPowIOp,
)
from mlirlite.dialects.math.trigonometry import (
    AcoshOp as AcoshOp,
    AcosOp as AcosOp,
    AsinhOp as AsinhOp,
    AsinOp as AsinOp,
    Atan2Op as Atan2Op,
    AtanhOp as AtanhOp,
    AtanOp as AtanOp,
    CoshOp as CoshOp,
    CosOp as CosOp,
    SincosOp as SincosOp,
    SinhOp as SinhOp,
    SinOp as SinOp,
    TanhOp as TanhOp,
    TanOp as TanOp,
)

DIALECT = ArithDialect("math", __name__)
"""Its constants are arith's."""
