"""The complex dialect: arithmetic on complex numbers."""

from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.complex.binary import (
    AddOp as AddOp,
    Atan2Op as Atan2Op,
    DivOp as DivOp,
    EqualOp as EqualOp,
    MulOp as MulOp,
    NotEqualOp as NotEqualOp,
    PowiOp as PowiOp,
    PowOp as PowOp,
    SubOp as SubOp,
)
from mlirlite.dialects.complex.number import NumberAttr as NumberAttr
from mlirlite.dialects.complex.parts import (
    AbsOp as AbsOp,
    AngleOp as AngleOp,
    BitcastOp as BitcastOp,
    ConstantOp as ConstantOp,
    CreateOp as CreateOp,
    ImOp as ImOp,
    ReOp as ReOp,
)
from mlirlite.dialects.complex.unary import (
    ConjOp as ConjOp,
    CosOp as CosOp,
    Expm1Op as Expm1Op,
    ExpOp as ExpOp,
    Log1pOp as Log1pOp,
    LogOp as LogOp,
    NegOp as NegOp,
    RsqrtOp as RsqrtOp,
    SignOp as SignOp,
    SinOp as SinOp,
    SqrtOp as SqrtOp,
    TanhOp as TanhOp,
    TanOp as TanOp,
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
