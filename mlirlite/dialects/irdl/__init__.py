"""The irdl dialect: definitions of dialects as IR, and dialects made from them."""

from mlirlite.dialects.irdl.constraints import (
    AllOfOp as AllOfOp,
    AnyOfOp as AnyOfOp,
    AnyOp as AnyOp,
    BaseOp as BaseOp,
    CPredOp as CPredOp,
    IsOp as IsOp,
    ParametricOp as ParametricOp,
    RegionOp as RegionOp,
)
from mlirlite.dialects.irdl.definitions import (
    AttributeOp as AttributeOp,
    AttributesOp as AttributesOp,
    DialectOp as DialectOp,
    OperandsOp as OperandsOp,
    OperationOp as OperationOp,
    ParametersOp as ParametersOp,
    RegionsOp as RegionsOp,
    ResultsOp as ResultsOp,
    TypeOp as TypeOp,
)
from mlirlite.dialects.irdl.dynamic import IRDLDialect as IRDLDialect
from mlirlite.dialects.irdl.load import define_dialects as define_dialects, load_irdl as load_irdl
from mlirlite.dialects.irdl.types import (
    AttributeType as AttributeType,
    RegionType as RegionType,
    VariadicityArrayAttr as VariadicityArrayAttr,
    VariadicityAttr as VariadicityAttr,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("irdl", __name__)
