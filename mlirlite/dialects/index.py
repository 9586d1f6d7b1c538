"""The index dialect: arithmetic on `index`, whose width the target decides. Only what 32 and 64
bits agree on is folded."""

import enum
from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._casts import Cast
from mlirlite.dialects.arith._fold import (
    ceiled,
    divide_signed,
    divide_unsigned,
    floored,
    signed,
    truncated,
    unsigned,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import EnumAttr, IntegerAttr, bool_attr, index_attr
from mlirlite.ir.constraints import Bool, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Commutative, ConstantLike, NoMemoryEffect, Pure
from mlirlite.ir.types import I1, INDEX, IndexType, IntegerType


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


class _IndexBinaryOp(Op):
    """Two operands and a result of type index."""

    lhs: Operand[Index]
    rhs: Operand[Index]
    result: Result[Index]
    assembly_format = "$lhs `,` $rhs attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the number, when 32 and 64 bits give the same one"""
        a, b = map(_number, operands)
        if a is None or b is None:
            return None if b is None else self.fold_with(b)
        wide, narrow = self.evaluate(a, b, 64), self.evaluate(signed(a, 32), signed(b, 32), 32)
        if wide is None or narrow is None or unsigned(wide, 32) != unsigned(narrow, 32):
            return None
        return index_attr(signed(wide, 64))

    def fold_with(self, b: int) -> Any:
        """What follows from the right number alone (x + 0), or None."""
        return None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        """The result for two numbers of a width, None when it has none."""
        raise NotImplementedError


class AddOp(
    _IndexBinaryOp,
    name="index.add",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The sum, wrapped to the width.

    ```mlir
    %r = index.add %a, %b
    ```
    """

    def fold_with(self, b: int) -> Any:
        return None if b else self.lhs

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a + b


class SubOp(_IndexBinaryOp, name="index.sub", traits=(Pure,)):
    """The difference, wrapped to the width.

    ```mlir
    %r = index.sub %a, %b
    ```
    """

    def fold_with(self, b: int) -> Any:
        return None if b else self.lhs

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a - b


class MulOp(
    _IndexBinaryOp,
    name="index.mul",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The product, wrapped to the width.

    ```mlir
    %r = index.mul %a, %b
    ```
    """

    def fold_with(self, b: int) -> Any:
        return index_attr(0) if b == 0 else self.lhs if b == 1 else None

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a * b


class DivSOp(_IndexBinaryOp, name="index.divs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded towards zero; undefined for 0.

    ```mlir
    %r = index.divs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, truncated)


class DivUOp(_IndexBinaryOp, name="index.divu", traits=(NoMemoryEffect,)):
    """The unsigned quotient; undefined for 0.

    ```mlir
    %r = index.divu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width)


class CeilDivSOp(_IndexBinaryOp, name="index.ceildivs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded towards positive infinity; undefined for 0.

    ```mlir
    %r = index.ceildivs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, ceiled)


class CeilDivUOp(_IndexBinaryOp, name="index.ceildivu", traits=(NoMemoryEffect,)):
    """The unsigned quotient, rounded up; undefined for 0.

    ```mlir
    %r = index.ceildivu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_unsigned(a, b, width, ceiled)


class FloorDivSOp(_IndexBinaryOp, name="index.floordivs", traits=(NoMemoryEffect,)):
    """The signed quotient, rounded towards negative infinity; undefined for 0.

    ```mlir
    %r = index.floordivs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return divide_signed(a, b, width, floored)


class RemSOp(_IndexBinaryOp, name="index.rems", traits=(NoMemoryEffect,)):
    """The signed remainder, with the sign of the dividend; undefined for 0.

    ```mlir
    %r = index.rems %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return (
            signed(a, width) - signed(b, width) * truncated(signed(a, width), signed(b, width))
            if b
            else None
        )


class RemUOp(_IndexBinaryOp, name="index.remu", traits=(NoMemoryEffect,)):
    """The unsigned remainder; undefined for 0.

    ```mlir
    %r = index.remu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) % unsigned(b, width) if b else None


class MaxSOp(
    _IndexBinaryOp,
    name="index.maxs",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The larger number, read as signed.

    ```mlir
    %r = index.maxs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(signed(a, width), signed(b, width))


class MaxUOp(
    _IndexBinaryOp,
    name="index.maxu",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The larger number, read as unsigned.

    ```mlir
    %r = index.maxu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return max(unsigned(a, width), unsigned(b, width))


class MinSOp(
    _IndexBinaryOp,
    name="index.mins",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The smaller number, read as signed.

    ```mlir
    %r = index.mins %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(signed(a, width), signed(b, width))


class MinUOp(
    _IndexBinaryOp,
    name="index.minu",
    traits=(
        Commutative,
        Pure,
    ),
):
    """The smaller number, read as unsigned.

    ```mlir
    %r = index.minu %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return min(unsigned(a, width), unsigned(b, width))


class ShlOp(_IndexBinaryOp, name="index.shl", traits=(Pure,)):
    """Shift left; poison when the amount reaches the width.

    ```mlir
    %r = index.shl %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a << b if 0 <= b < width else None


class ShrSOp(_IndexBinaryOp, name="index.shrs", traits=(Pure,)):
    """Shift right, copies of the sign bit come in.

    ```mlir
    %r = index.shrs %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return signed(a, width) >> b if 0 <= b < width else None


class ShrUOp(_IndexBinaryOp, name="index.shru", traits=(Pure,)):
    """Shift right, zeros come in.

    ```mlir
    %r = index.shru %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return unsigned(a, width) >> b if 0 <= b < width else None


class AndOp(
    _IndexBinaryOp,
    name="index.and",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise and.

    ```mlir
    %r = index.and %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a & b


class OrOp(
    _IndexBinaryOp,
    name="index.or",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise or.

    ```mlir
    %r = index.or %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a | b


class XOrOp(
    _IndexBinaryOp,
    name="index.xor",
    traits=(
        Commutative,
        Pure,
    ),
):
    """Bitwise exclusive or.

    ```mlir
    %r = index.xor %a, %b
    ```
    """

    def evaluate(self, a: int, b: int, width: int) -> int | None:
        return a ^ b


_CASTABLE = Annotated[
    Type,
    Constraint("integer or index", lambda t: isinstance(t, (IntegerType, IndexType))),
]


class _IndexCastOp(Op):
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
        """A constant integer --> index"""
        number, type = operands[0], self.input.type
        if not isinstance(number, IntegerAttr) or not isinstance(type, IntegerType):
            return None
        return index_attr(self.read(number.value, type.width))


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

    pred: Prop[CmpPredicateAttr]
    lhs: Operand[Index]
    rhs: Operand[Index]
    result: Result[Bool]
    assembly_format = "`` $pred `(` $lhs `,` $rhs `)` attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the truth, when 32 and 64 bits agree"""
        name = IndexCmpPredicate(self.pred.value).name
        if self.lhs is self.rhs:
            return bool_attr(name in ("eq", "sle", "sge", "ule", "uge"))
        a, b = map(_number, operands)
        if a is None or b is None:
            return None
        truths = {_compare(name, a, b, width) for width in (32, 64)}
        return bool_attr(truths.pop()) if len(truths) == 1 else None


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


class IndexDialect(Dialect):
    """Makes constants of index and i1."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        constant: Operation
        if not isinstance(value, IntegerAttr) or value.type is not type:
            return None
        if type is INDEX:
            constant = ConstantOp(value, loc=location)
            return constant
        if type is I1:
            constant = BoolConstantOp(value, loc=location)
            return constant
        return None


DIALECT = IndexDialect("index", __name__)
