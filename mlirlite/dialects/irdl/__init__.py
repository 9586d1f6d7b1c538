# ruff: noqa: F401
"""The irdl dialect: definitions of dialects as IR, and dialects made from them."""

from mlirlite.dialects.irdl.constraints import (
    AllOfOp,
    AnyOfOp,
    AnyOp,
    BaseOp,
    CPredOp,
    IsOp,
    ParametricOp,
    RegionOp,
)
from mlirlite.dialects.irdl.definitions import (
    AttributeOp,
    AttributesOp,
    DialectOp,
    OperandsOp,
    OperationOp,
    ParametersOp,
    RegionsOp,
    ResultsOp,
    TypeOp,
)
from mlirlite.dialects.irdl.dynamic import IRDLDialect
from mlirlite.dialects.irdl.load import define_dialects, load_irdl
from mlirlite.dialects.irdl.types import (
    AttributeType,
    RegionType,
    VariadicityArrayAttr,
    VariadicityAttr,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("irdl", __name__)
