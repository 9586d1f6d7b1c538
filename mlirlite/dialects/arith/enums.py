"""Predicates and flags of arith, and the attributes that hold them."""

import enum
from typing import Any, ClassVar

from mlirlite.ir.attributes import EnumAttr


class CmpIPredicate(enum.IntEnum):
    """Integer comparisons; `s…` reads the bits as signed, `u…` as unsigned."""

    eq = 0
    ne = 1
    slt = 2
    sle = 3
    sgt = 4
    sge = 5
    ult = 6
    ule = 7
    ugt = 8
    uge = 9


class CmpFPredicate(enum.IntEnum):
    """Float comparisons; `o…` is false and `u…` is true when an operand is a NaN."""

    false_ = 0
    oeq = 1
    ogt = 2
    oge = 3
    olt = 4
    ole = 5
    one = 6
    ord = 7
    ueq = 8
    ugt = 9
    uge = 10
    ult = 11
    ule = 12
    une = 13
    uno = 14
    true_ = 15


class AtomicRMWKind(enum.IntEnum):
    """What an atomic read-modify-write or a reduction does with the old and the new value."""

    addf = 0
    addi = 1
    andi = 2
    assign = 3
    maximumf = 4
    maxnumf = 5
    maxs = 6
    maxu = 7
    minimumf = 8
    minnumf = 9
    mins = 10
    minu = 11
    mulf = 12
    muli = 13
    ori = 14
    xori = 15


class RoundingMode(enum.IntEnum):
    """How a float is rounded that the target type cannot represent."""

    to_nearest_even = 0
    downward = 1
    upward = 2
    toward_zero = 3
    to_nearest_away = 4


class FastMathFlags(enum.IntFlag):
    """Liberties that an optimizer may take with floats."""

    none = 0
    reassoc = 1
    nnan = 2
    ninf = 4
    nsz = 8
    arcp = 16
    contract = 32
    afn = 64
    fast = 127


class IntegerOverflowFlags(enum.IntFlag):
    """Overflows that a program promises not to have."""

    none = 0
    nsw = 1
    nuw = 2


class FastMathFlagsAttr(EnumAttr, name="arith.fastmath", cases=FastMathFlags):
    """`#arith.fastmath<nnan,ninf>`."""

    description = "Floating point fast math flags"
    value: FastMathFlags
    assembly_format = "`<` $value `>`"


class IntegerOverflowFlagsAttr(EnumAttr, name="arith.overflow", cases=IntegerOverflowFlags):
    """`#arith.overflow<nsw, nuw>`."""

    description = "Integer overflow arith flags"
    separator: ClassVar[str] = ", "
    value: IntegerOverflowFlags
    assembly_format = "`<` $value `>`"


NO_FASTMATH: Any = FastMathFlagsAttr(FastMathFlags.none)
NO_OVERFLOW: Any = IntegerOverflowFlagsAttr(IntegerOverflowFlags.none)
