# ruff: noqa: F401
"""The complex dialect: arithmetic on complex numbers."""

from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.complex.binary import (
    AddOp,
    Atan2Op,
    DivOp,
    EqualOp,
    MulOp,
    NotEqualOp,
    PowiOp,
    PowOp,
    SubOp,
)
from mlirlite.dialects.complex.number import NumberAttr
from mlirlite.dialects.complex.parts import (
    AbsOp,
    AngleOp,
    BitcastOp,
    ConstantOp,
    CreateOp,
    ImOp,
    ReOp,
)
from mlirlite.dialects.complex.unary import (
    ConjOp,
    CosOp,
    Expm1Op,
    ExpOp,
    Log1pOp,
    LogOp,
    NegOp,
    RsqrtOp,
    SignOp,
    SinOp,
    SqrtOp,
    TanhOp,
    TanOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constants import complex_of
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ComplexType


class ComplexDialect(Dialect):
    """Makes constants of complex numbers and of their parts."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if complex_of(value) is not None and isinstance(type, ComplexType):
            made: Operation = ConstantOp(value, complex=type, loc=location)
            return made
        return make_constant(value, type, location)


DIALECT = ComplexDialect("complex", __name__)
