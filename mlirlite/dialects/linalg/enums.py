"""How linalg iterates, casts and computes: its enums, and the attributes that hold them."""

import enum
from typing import Any

from mlirlite.ir.attributes import EnumAttr


class IteratorType(enum.IntEnum):
    """The kind of a loop of a structured op."""

    parallel = 0
    reduction = 1
    window = 2


class IteratorTypeAttr(EnumAttr, name="linalg.iterator_type", cases=IteratorType):
    """`#linalg.iterator_type<parallel>`."""

    description = "Iterator type"
    value: IteratorType
    assembly_format = "`<` $value `>`"


class TypeFn(enum.IntEnum):
    """Whether integers are read with or without a sign when they are cast."""

    cast_signed = 0
    cast_unsigned = 1


class TypeFnAttr(EnumAttr, name="linalg.type_fn", cases=TypeFn):
    """`#linalg.type_fn<cast_signed>`."""

    description = "allowed 32-bit signless integer cases: 0, 1"
    value: TypeFn
    assembly_format = "`<` $value `>`"


class UnaryFn(enum.IntEnum):
    """Functions of one number."""

    exp = 0
    log = 1
    abs = 2
    ceil = 3
    floor = 4
    negf = 5
    reciprocal = 6
    round = 7
    sqrt = 8
    rsqrt = 9
    square = 10
    tanh = 11
    erf = 12


class UnaryFnAttr(EnumAttr, name="linalg.unary_fn", cases=UnaryFn):
    """`#linalg.unary_fn<exp>`."""

    value: UnaryFn
    assembly_format = "`<` $value `>`"


class BinaryFn(enum.IntEnum):
    """Functions of two numbers."""

    add = 0
    sub = 1
    mul = 2
    div = 3
    div_unsigned = 4
    max_signed = 5
    min_signed = 6
    max_unsigned = 7
    min_unsigned = 8
    powf = 9


class BinaryFnAttr(EnumAttr, name="linalg.binary_fn", cases=BinaryFn):
    """`#linalg.binary_fn<add>`."""

    value: BinaryFn
    assembly_format = "`<` $value `>`"


class TernaryFn(enum.IntEnum):
    """Functions of three numbers."""

    select = 0


class TernaryFnAttr(EnumAttr, name="linalg.ternary_fn", cases=TernaryFn):
    """`#linalg.ternary_fn<select>`."""

    value: TernaryFn
    assembly_format = "`<` $value `>`"


class ElementwiseKind(enum.IntEnum):
    """What linalg.elementwise computes: any function of one, two or three numbers."""

    exp = 0
    log = 1
    abs = 2
    ceil = 3
    floor = 4
    negf = 5
    reciprocal = 6
    round = 7
    sqrt = 8
    rsqrt = 9
    square = 10
    tanh = 11
    erf = 12
    add = 13
    sub = 14
    mul = 15
    div = 16
    div_unsigned = 17
    max_signed = 18
    min_signed = 19
    max_unsigned = 20
    min_unsigned = 21
    powf = 22
    select = 23

    @property
    def arity(self) -> int:
        """How many numbers it takes."""
        return (
            1 if self.name in UnaryFn.__members__ else 2 if self.name in BinaryFn.__members__ else 3
        )


class ElementwiseKindAttr(EnumAttr, name="linalg.elementwise_kind", cases=ElementwiseKind):
    """`#linalg.elementwise_kind<add>`."""

    description = "allowed 32-bit signless integer cases"
    value: ElementwiseKind
    assembly_format = "`<` $value `>`"


class WinogradConv2DFmr(enum.IntEnum):
    """Sizes of a Winograd convolution: F(output, filter)."""

    F_2_3 = 0
    F_4_3 = 1
    F_2_5 = 2


SIGNED: Any = TypeFnAttr(TypeFn.cast_signed)
