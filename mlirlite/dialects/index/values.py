"""index ops that compare and cast, and its constants."""

import enum
import re
from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._casts import Cast, Castable
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr, IntegerAttr, bool_attr, index_attr
from mlirlite.ir.constants import signed, unsigned
from mlirlite.ir.constraints import Bool, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Pure
from mlirlite.ir.types import INDEX, IndexType, IntegerType
from mlirlite.rewriting.folding import constant_value


class IndexCmpPredicate(enum.IntEnum):
    """Comparisons; `s…` reads the bits as signed, `u…` as unsigned."""

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


class CmpPredicateAttr(EnumAttr, name="index.cmp_predicate", cases=IndexCmpPredicate):
    """`#index<cmp_predicate slt>`."""

    description = "index comparison predicate kind"
    value: IndexCmpPredicate
    assembly_format = "$value"


def _number(attribute: Attribute | None) -> int | None:
    return attribute.value if isinstance(attribute, IntegerAttr) else None


_CASTABLE = Annotated[
    Type,
    Constraint("integer or index", lambda t: isinstance(t, (IntegerType, IndexType))),
]


class _IndexCastOp(Op, Castable):
    input: Operand[_CASTABLE]
    output: Result[_CASTABLE]
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: one of them is index, the other is not."""
        return (source is INDEX) != (target is INDEX)

    def read(self, value: int, width: int) -> int:
        """The bits of a number as the cast extends them."""
        raise NotImplementedError

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant integer --> index; a constant index --> integer, if 32 and 64 bits agree"""
        number, source, target = operands[0], self.input.type, self.output.type
        if not isinstance(number, IntegerAttr):
            return None
        if isinstance(source, IntegerType):
            return index_attr(signed(self.read(number.value, source.width), 64))
        if not isinstance(target, IntegerType):
            return None
        narrow, wide = (signed(self.read(number.value, n), target.width) for n in (32, 64))
        return IntegerAttr(wide, target) if narrow == wide else None


class CastSOp(_IndexCastOp, name="index.casts", traits=(Cast, Pure)):
    """Between index and an integer type; the sign bit fills in.

    ```mlir
    %r = index.casts %a : index to i32
    ```
    """

    def read(self, value: int, width: int) -> int:
        return signed(value, width)


class CastUOp(_IndexCastOp, name="index.castu", traits=(Cast, Pure)):
    """Between index and an integer type; zeros fill in.

    ```mlir
    %r = index.castu %a : index to i32
    ```
    """

    def read(self, value: int, width: int) -> int:
        return unsigned(value, width)


class CmpOp(Op, name="index.cmp", traits=(Pure,)):
    """Compares two indices.

    ```mlir
    %r = index.cmp slt(%a, %b)
    ```
    """

    constants_first = True

    pred: Prop[CmpPredicateAttr]
    lhs: Operand[Index]
    rhs: Operand[Index]
    result: Result[Bool]
    assembly_format = "`` $pred `(` $lhs `,` $rhs `)` attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants, or a maximum or minimum and a constant --> the truth, when 32 and 64 bits
        agree"""
        name = IndexCmpPredicate(self.pred.value).name
        a, b = map(_number, operands)
        if b is None:
            return None
        if a is None:
            truths = {_compare_bounded(name, self.lhs.defining_op, b, width) for width in (32, 64)}
        else:
            truths = {_compare(name, a, b, width) for width in (32, 64)}
        truth = truths.pop()
        return bool_attr(truth) if not truths and truth is not None else None


def _compare_bounded(name: str, maker: Operation | None, b: int, width: int) -> bool | None:
    """Compare `maxs(x, constant)` and similar ops with a number, if the bound decides."""
    match = _BOUNDED.fullmatch(maker.name if maker is not None else "")
    if maker is None or match is None:
        return None
    known = constant_value(maker.operands[1])
    if not isinstance(known, IntegerAttr):
        return None
    is_signed = match[2] == "s"
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)
    read = signed if is_signed else unsigned
    at, b = read(known.value, width), read(b, width)
    low, high = (at, high) if match[1] == "max" else (low, at)
    if name in ("eq", "ne"):
        return None if low <= b <= high else name == "ne"
    if name[0] != match[2] and (low < 0 or high >= 1 << width - 1):
        return None  # signed and unsigned readings have different ranges
    ends = {_compare(name, low, b, width), _compare(name, high, b, width)}
    return ends.pop() if len(ends) == 1 else None


_BOUNDED = re.compile(r"index\.(max|min)([su])")


def _compare(name: str, a: int, b: int, width: int) -> bool:
    read = unsigned if name[0] == "u" else signed
    a, b = read(a, width), read(b, width)
    return {
        "eq": a == b,
        "ne": a != b,
        "lt": a < b,
        "le": a <= b,
        "gt": a > b,
        "ge": a >= b,
    }[name[-2:]]


class SizeOfOp(Op, name="index.sizeof", traits=(Pure,)):
    """The width of index, in bits.

    ```mlir
    %0 = index.sizeof
    ```
    """

    result: Result[Index]
    assembly_format = "attr-dict"


IndexNumber = Annotated[
    int,
    INDEX,
    Constraint("index attribute", lambda a: isinstance(a, IntegerAttr) and a.type is INDEX),
]


class ConstantOp(Op, AsmNames, name="index.constant", traits=(ConstantLike, Pure)):
    """A number.

    ```mlir
    %idx42 = index.constant 42
    ```
    """

    value: Prop[IndexNumber]
    result: Result[Index]
    assembly_format = "attr-dict $value"

    def result_names(self) -> Sequence[str]:
        return (f"idx{self.value}",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.properties["value"]


class BoolConstantOp(Op, AsmNames, name="index.bool.constant", traits=(ConstantLike, Pure)):
    """True or false.

    ```mlir
    %true = index.bool.constant true
    ```
    """

    value: Prop[bool]
    result: Result[Bool]
    assembly_format = "attr-dict $value"

    def result_names(self) -> Sequence[str]:
        return ("true" if self.value else "false",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.properties["value"]
