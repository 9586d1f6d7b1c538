"""Integer and float arithmetic, comparisons, select and casts of the LLVM dialect."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects._division import Division, SignedDivision
from mlirlite.dialects.llvm._fold import integers
from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.constraints import (
    AnyLLVM,
    BoolLike,
    FloatLike,
    IntLike,
    IntOrPtrLike,
)
from mlirlite.dialects.llvm.enums import FCmpPredicate, ICmpPredicate, IntegerOverflowFlags
from mlirlite.dialects.llvm.types import LLVMPointerType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, UnitAttr, enum_keywords, i64_attr
from mlirlite.ir.constants import constant
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.native_properties import enum_property
from mlirlite.ir.traits import (
    AllTypesMatch,
    Commutative,
    NoMemoryEffect,
    Pure,
    SameOperandsAndResultType,
    SameTypeOperands,
)
from mlirlite.ir.types import I32, FloatType, IntegerType, element_type_of
from mlirlite.parser import directive

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer

_OVERFLOW = enum_keywords(IntegerOverflowFlags)


@directive("Overflow", "llvm")
class OverflowDirective:
    """`overflow<nsw, nuw>`, nothing for no flags."""

    @staticmethod
    def parse(p: "OpParser", state: "OpState") -> Attribute | None:
        """Read it if it is there."""
        if not p.accept("overflow"):
            return None
        flags = 0
        for word in p.comma_list(p.keyword, "<", ">"):
            if word not in _OVERFLOW:
                raise p.error(f"invalid overflow flag '{word}', expected nsw or nuw")
            flags |= _OVERFLOW[word]
        return IntegerAttr(flags, I32)

    @staticmethod
    def print(p: "Printer", op: Op, flags: Attribute | None) -> None:
        """Print the flags that are set."""
        if isinstance(flags, IntegerAttr) and flags.value:
            words = [f.name or "" for f in IntegerOverflowFlags if flags.value & f]
            p.text(f"overflow<{', '.join(words)}>")


NO_OVERFLOW: Any = IntegerOverflowFlags.none
Overflow = Annotated[IntegerOverflowFlags, I32]
OVERFLOW_IN_BYTECODE = {"overflowFlags": enum_property(IntegerOverflowFlags, "overflow flags")}


class IntegerBinaryOp(Op, traits=(SameOperandsAndResultType,)):
    """Base: two integers of one type."""

    lhs: Operand[IntLike]
    rhs: Operand[IntLike]
    res: Result[IntLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($res)"


class OverflowBinaryOp(Op, traits=(Pure, SameOperandsAndResultType)):
    """Base: two integers; overflow may be declared impossible."""

    lhs: Operand[IntLike]
    rhs: Operand[IntLike]
    overflowFlags: Prop[Overflow] = NO_OVERFLOW
    cpp_properties = OVERFLOW_IN_BYTECODE
    res: Result[IntLike]
    assembly_format = "$lhs `,` $rhs (custom<Overflow>($overflowFlags)^)? attr-dict `:` type($res)"


class ExactBinaryOp(Op, traits=(NoMemoryEffect, SameOperandsAndResultType)):
    """Base: two integers; `exact` says that no set bit is lost."""

    lhs: Operand[IntLike]
    rhs: Operand[IntLike]
    isExact: OptProp[UnitAttr]
    res: Result[IntLike]
    assembly_format = "(`exact` $isExact^)? $lhs `,` $rhs attr-dict `:` type($res)"


class AddOp(OverflowBinaryOp, name="llvm.add", traits=(Commutative,)):
    """Sum.

    ```mlir
    llvm.func @f(%a: i32) {
      %0 = llvm.add %a, %a overflow<nsw> : i32
      llvm.return
    }
    ```
    """


class SubOp(OverflowBinaryOp, name="llvm.sub"):
    """Difference."""


class MulOp(OverflowBinaryOp, name="llvm.mul", traits=(Commutative,)):
    """Product."""


class ShlOp(OverflowBinaryOp, name="llvm.shl"):
    """Left shift."""

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        type, known = self.res.type, integers(*operands)
        if known is None or not isinstance(type, IntegerType) or known[1] >= type.width:
            return None
        return constant(known[0] << known[1], type)


class UDivOp(ExactBinaryOp, Division, name="llvm.udiv"):
    """Unsigned quotient."""


class SDivOp(ExactBinaryOp, SignedDivision, name="llvm.sdiv"):
    """Signed quotient, rounded toward zero."""


class LShrOp(ExactBinaryOp, name="llvm.lshr", traits=(Pure,)):
    """Right shift that brings in zeros."""


class AShrOp(ExactBinaryOp, name="llvm.ashr", traits=(Pure,)):
    """Right shift that brings in the sign."""


class URemOp(IntegerBinaryOp, name="llvm.urem", traits=(Pure,)):
    """Unsigned remainder."""


class SRemOp(IntegerBinaryOp, name="llvm.srem", traits=(Pure,)):
    """Signed remainder, with the sign of the dividend."""


class AndOp(IntegerBinaryOp, name="llvm.and", traits=(Pure,)):
    """Bitwise and."""


class XOrOp(IntegerBinaryOp, name="llvm.xor", traits=(Pure,)):
    """Bitwise exclusive or."""


class OrOp(Op, name="llvm.or", traits=(Pure, SameOperandsAndResultType)):
    """Bitwise or; `disjoint` says that no bit is set in both."""

    lhs: Operand[IntLike]
    rhs: Operand[IntLike]
    isDisjoint: OptProp[UnitAttr]
    res: Result[IntLike]
    assembly_format = "(`disjoint` $isDisjoint^)? $lhs `,` $rhs attr-dict `:` type($res)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        known = integers(*operands)
        return None if known is None else constant(known[0] | known[1], self.res.type)


class FloatBinaryOp(Op, traits=(Pure, SameOperandsAndResultType)):
    """Base: two floats of one type."""

    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[FloatLike]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($res)"


class FAddOp(FloatBinaryOp, name="llvm.fadd"):
    """Sum.

    ```mlir
    llvm.func @f(%x: f32) {
      %0 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<fast>} : f32
      llvm.return
    }
    ```
    """


class FSubOp(FloatBinaryOp, name="llvm.fsub"):
    """Difference."""


class FMulOp(FloatBinaryOp, name="llvm.fmul"):
    """Product."""


class FDivOp(FloatBinaryOp, name="llvm.fdiv"):
    """Quotient."""


class FRemOp(FloatBinaryOp, name="llvm.frem"):
    """Remainder, with the sign of the dividend."""


class FNegOp(Op, name="llvm.fneg", traits=(Pure, SameOperandsAndResultType)):
    """Negation."""

    operand: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[FloatLike]
    assembly_format = "$operand attr-dict `:` type($res)"


class _CompareOp(Op):
    """Base: syntax `"predicate" %lhs, %rhs : type`."""

    def infer_types(self) -> Sequence[Type] | None:
        return (i1_like(self.operands[0].type),)

    @classmethod
    def _parse_with(cls, p: "OpParser", state: "OpState", keywords: dict[str, int]) -> None:
        where = p.here()
        word = p.optional_string()
        if word is None:
            p.attribute()
            raise p.error("invalid kind of attribute specified", where)
        if word not in keywords:
            raise p.error(f"'{word}' is an incorrect value of the 'predicate' attribute", where)
        state.properties["predicate"] = i64_attr(keywords[word])
        lhs = p.operand()
        p.expect(",")
        rhs = p.operand()
        p.op_attr_dict(state)
        p.expect(":")
        where = p.here()
        type = p.type()
        state.operands = p.resolve_all([lhs, rhs], type)
        scalar = element_type_of(type)
        if not isinstance(scalar, (IntegerType, FloatType, LLVMPointerType)):
            raise p.error("expected LLVM dialect-compatible type", where)
        state.result_types = [i1_like(type)]

    def _print_with(self, p: "Printer", word: str) -> None:
        p.text(f' "{word}" ')
        p.values(self.operands)
        p.attr_dict(self, ("predicate", *self._elided()))
        p.text(" : ")
        p.type(self.operands[0].type)

    def _elided(self) -> Sequence[str]:
        return ()


_ICMP = enum_keywords(ICmpPredicate)
_FCMP = enum_keywords(FCmpPredicate)


def _is_case(summary: str, cases: set[int]) -> Constraint:
    return Constraint(summary, lambda a: isinstance(a, IntegerAttr) and a.value in cases)


class ICmpOp(_CompareOp, name="llvm.icmp", traits=(Pure, SameTypeOperands)):
    """Compares integers or pointers.

    ```mlir
    llvm.func @f(%a: i32) {
      %0 = llvm.icmp "slt" %a, %a : i32
      llvm.return
    }
    ```
    """

    predicate: Prop[
        Annotated[ICmpPredicate, _is_case("llvm.icmp comparison predicate", set(_ICMP.values()))]
    ]
    lhs: Operand[IntOrPtrLike]
    rhs: Operand[IntOrPtrLike]
    res: Result[BoolLike]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        cls._parse_with(p, state, _ICMP)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        self._print_with(p, self.predicate.name)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x == x --> true; alloca == null --> false"""
        if self.predicate not in (ICmpPredicate.eq, ICmpPredicate.ne):
            return None
        equal, type = self.predicate is ICmpPredicate.eq, self.res.type
        if self.lhs is self.rhs:
            return constant(equal, type)
        makers = [v.defining_op.name if v.defining_op else "" for v in self.operands]
        if makers == ["llvm.alloca", "llvm.mlir.zero"]:
            return constant(not equal, type)
        if makers == ["llvm.mlir.zero", "llvm.alloca"]:
            self.set_operands((self.rhs, self.lhs))
            return self.res
        return None


class FCmpOp(_CompareOp, name="llvm.fcmp", traits=(Pure, SameTypeOperands)):
    """Compares floats."""

    predicate: Prop[
        Annotated[FCmpPredicate, _is_case("llvm.fcmp comparison predicate", set(_FCMP.values()))]
    ]
    lhs: Operand[FloatLike]
    rhs: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[BoolLike]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        cls._parse_with(p, state, _FCMP)
        state.properties.setdefault("fastmathFlags", NO_FASTMATH)

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        self._print_with(p, self.predicate.name)

    def _elided(self) -> Sequence[str]:
        return ("fastmathFlags",) if self.fastmathFlags is NO_FASTMATH else ()


class SelectOp(
    Op, name="llvm.select", traits=(Pure, AllTypesMatch("trueValue", "falseValue", "res"))
):
    """One of two values, by a bit or element by element."""

    condition: Operand[BoolLike]
    trueValue: Operand[AnyLLVM]
    falseValue: Operand[AnyLLVM]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = "operands attr-dict `:` type($condition) `,` type($res)"


class FreezeOp(Op, name="llvm.freeze", traits=(Pure, SameOperandsAndResultType)):
    """Turns poison and undef into some fixed value."""

    val: Operand[AnyLLVM]
    res: Result[AnyLLVM]
    assembly_format = "$val attr-dict `:` type($val)"
