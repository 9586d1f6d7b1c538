"""The choices that the ops offer, and attributes that hold some."""

import enum

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr


class FailurePropagationMode(enum.IntEnum):
    """How recoverable failures are handled."""

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


class VectorContractLowering(enum.IntEnum):
    """What contractions become."""

    dot = 0
    llvmintr = 1
    outerproduct = 2
    parallelarith = 3


class VectorMultiReductionLowering(enum.IntEnum):
    """Where the reduced dimensions go."""

    innerparallel = 0
    innerreduction = 1


class VectorTransposeLowering(enum.IntEnum):
    """What transposes become."""

    eltwise = 0
    llvmintr = 1
    shuffle_1d = 2
    shuffle_16x16 = 3


class VectorTransferSplit(enum.IntEnum):
    """What transfers do out of bounds."""

    __keywords__ = {
        "vector_transfer": "vector-transfer",
        "linalg_copy": "linalg-copy",
        "force_in_bounds": "force-in-bounds",
    }
    none = 0
    vector_transfer = 1
    linalg_copy = 2
    force_in_bounds = 3


class ParamOperandAttr(Attribute, name="transform.param_operand"):
    """`#transform.param_operand<index = 0 : i64>`: refers to an operand in an attribute."""

    index: IntegerAttr
    assembly_format = "`<` `index` `=` $index `>`"
