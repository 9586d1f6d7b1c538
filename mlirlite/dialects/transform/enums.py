"""The choices that the ops offer, and attributes that hold some."""

import enum

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr


class FailurePropagationMode(enum.IntEnum):
    """What becomes of a failure that can be recovered from."""

    propagate = 1
    suppress = 2


class MatchCmpIPredicate(enum.IntEnum):
    """How integers compare."""

    eq = 0
    ne = 1
    lt = 2
    le = 3
    gt = 4
    ge = 5


class ParamOperandAttr(Attribute, name="transform.param_operand"):
    """`#transform.param_operand<index = 0 : i64>`: an operand that is meant in an attribute."""

    index: IntegerAttr
    assembly_format = "`<` `index` `=` $index `>`"
