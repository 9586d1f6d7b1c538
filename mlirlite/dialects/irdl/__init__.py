# ruff: noqa: F401
"""The irdl dialect: definitions of dialects as IR, and dialects made from them."""

from mlirlite.dialects.irdl.dynamic import IRDLDialect
from mlirlite.dialects.irdl.load import define_dialects, load_irdl
from mlirlite.dialects.irdl.ops import (
    AllOfOp,
    AnyOfOp,
    AnyOp,
    AttributeOp,
    AttributesOp,
    AttributeType,
    BaseOp,
    CPredOp,
    DialectOp,
    IsOp,
    OperandsOp,
    OperationOp,
    ParametersOp,
    ParametricOp,
    RegionOp,
    RegionsOp,
    RegionType,
    ResultsOp,
    TypeOp,
    VariadicityArrayAttr,
    VariadicityAttr,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("irdl", __name__)
