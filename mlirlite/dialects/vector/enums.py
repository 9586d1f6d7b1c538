"""How vectors are reduced, printed and iterated over."""

import enum
from typing import Annotated, Any

from mlirlite.dialects._constraints import array_of
from mlirlite.ir.attributes import ArrayAttr, EnumAttr


class CombiningKind(enum.IntEnum):
    """How two elements are combined."""

    add = 0
    mul = 1
    minui = 2
    minsi = 3
    minnumf = 4
    maxui = 5
    maxsi = 6
    maxnumf = 7
    and_ = 8
    or_ = 9
    xor = 10
    maximumf = 12
    minimumf = 11


class CombiningKindAttr(EnumAttr, name="vector.kind", cases=CombiningKind):
    """`#vector.kind<add>`."""

    description = "Kind of combining function for contractions and reductions"
    value: CombiningKind
    assembly_format = "`<` $value `>`"


class PrintPunctuation(enum.IntEnum):
    """What vector.print prints by itself or after a value."""

    no_punctuation = 0
    newline = 1
    comma = 2
    open = 3
    close = 4


class PrintPunctuationAttr(EnumAttr, name="vector.punctuation", cases=PrintPunctuation):
    """`#vector.punctuation<newline>`."""

    description = "Punctuation for separating vectors or vector elements"
    value: PrintPunctuation
    assembly_format = "`<` $value `>`"


class IteratorType(enum.IntEnum):
    """Whether a loop of a contraction is kept or reduced away."""

    parallel = 0
    reduction = 1


class IteratorTypeAttr(EnumAttr, name="vector.iterator_type", cases=IteratorType):
    """`#vector.iterator_type<parallel>`."""

    description = "Iterator type"
    value: IteratorType
    assembly_format = "`<` $value `>`"


IteratorTypes = Annotated[ArrayAttr, array_of("Iterator type should be an enum.", IteratorTypeAttr)]
ADD: Any = CombiningKindAttr(CombiningKind.add)
NEWLINE: Any = PrintPunctuationAttr(PrintPunctuation.newline)
