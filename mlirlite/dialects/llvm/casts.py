"""Conversions of the LLVM dialect between numbers, pointers and bit patterns."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.llvm._fold import integers
from mlirlite.dialects.llvm.arithmetic import NO_OVERFLOW, OVERFLOW_IN_BYTECODE, Overflow
from mlirlite.dialects.llvm.attributes import DereferenceableAttr
from mlirlite.dialects.llvm.constraints import (
    FloatLike,
    IntLike,
    NonAggregate,
    PointerLike,
)
from mlirlite.dialects.llvm.types import is_pointer
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.constants import constant
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import SlotUser
from mlirlite.ir.traits import (
    Pure,
)
from mlirlite.ir.types import FloatType, IntegerType, VectorType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    pass

_CAST = "$arg attr-dict `:` type($arg) `to` type($res)"


def _width(type: Type) -> int:
    element = element_type_of(type)
    return element.width if isinstance(element, (IntegerType, FloatType)) else 0


class _CastOp(Op, traits=(Pure,)):
    """Base of casts."""

    def _verify_shape(self) -> Diagnostic | None:
        source, target = self.operands[0].type, self.results[0].type
        shapes = [t.shape if isinstance(t, VectorType) else None for t in (source, target)]
        if shapes[0] != shapes[1]:
            return self.error("input and output vectors are of incompatible shape")
        return None


class _ChainedCastOp(_CastOp):
    """Base of casts that lose nothing."""

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cast(x : T) : T --> x; cast(cast(x : T)) : T --> x; cast(cast(x)) --> cast(x)"""
        source, type = self.operands[0], self.results[0].type
        inner = source.defining_op
        if source.type is type:
            return source
        if isinstance(inner, _ChainedCastOp) and inner.name == self.name:
            if inner.operands[0].type is type:
                return inner.operands[0]
            self.set_operand(0, inner.operands[0])
            return self.results[0]
        return None


class _ExtOp(_CastOp):
    """Base of zext and sext: the result is wider."""

    def verify_op(self) -> Diagnostic | None:
        source, target = self.operands[0].type, self.results[0].type
        if isinstance(source, VectorType) != isinstance(target, VectorType):
            kinds = [
                "a vector" if isinstance(t, VectorType) else "an integer" for t in (source, target)
            ]
            words = f"input type is {kinds[0]} but output type is {kinds[1]}"
            return error(words, self.where)
        if (wrong := self._verify_shape()) is not None:
            return wrong
        if _width(self.results[0].type) <= _width(self.operands[0].type):
            return error(
                "integer width of the output type is smaller or equal to the integer width of the "
                "input type",
                self.where,
            )
        return None


class ZExtOp(_ExtOp, name="llvm.zext"):
    """Widens with zeros; `nneg` says that the sign bit is not set."""

    arg: Operand[IntLike]
    nonNeg: OptProp[UnitAttr]
    res: Result[IntLike]
    assembly_format = f"(`nneg` $nonNeg^)? {_CAST}"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        known = integers(*operands)
        return None if known is None else constant(known[0], self.res.type)


class SExtOp(_ExtOp, name="llvm.sext"):
    """Widens with the sign."""

    arg: Operand[IntLike]
    res: Result[IntLike]
    assembly_format = _CAST


class TruncOp(_CastOp, name="llvm.trunc"):
    """Drops high bits."""

    arg: Operand[IntLike]
    overflowFlags: Prop[Overflow] = NO_OVERFLOW
    cpp_properties = OVERFLOW_IN_BYTECODE
    res: Result[IntLike]
    assembly_format = (
        "$arg (custom<Overflow>($overflowFlags)^)? attr-dict `:` type($arg) `to` type($res)"
    )


class UIToFPOp(_CastOp, name="llvm.uitofp"):
    """Float of an unsigned integer; `nneg` says that the sign bit is not set."""

    arg: Operand[IntLike]
    nonNeg: OptProp[UnitAttr]
    res: Result[FloatLike]
    assembly_format = f"(`nneg` $nonNeg^)? {_CAST}"


class SIToFPOp(_CastOp, name="llvm.sitofp"):
    """Float of a signed integer."""

    arg: Operand[IntLike]
    res: Result[FloatLike]
    assembly_format = _CAST


class FPToUIOp(_CastOp, name="llvm.fptoui"):
    """Unsigned integer of a float, toward zero."""

    arg: Operand[FloatLike]
    res: Result[IntLike]
    assembly_format = _CAST


class FPToSIOp(_CastOp, name="llvm.fptosi"):
    """Signed integer of a float, toward zero."""

    arg: Operand[FloatLike]
    res: Result[IntLike]
    assembly_format = _CAST


class FPExtOp(_CastOp, name="llvm.fpext"):
    """A float in a wider format."""

    arg: Operand[FloatLike]
    res: Result[FloatLike]
    assembly_format = _CAST


class FPTruncOp(_CastOp, name="llvm.fptrunc"):
    """A float in a narrower format."""

    arg: Operand[FloatLike]
    res: Result[FloatLike]
    assembly_format = _CAST


class PtrToIntOp(_CastOp, name="llvm.ptrtoint"):
    """A pointer as an integer."""

    arg: Operand[PointerLike]
    res: Result[IntLike]
    assembly_format = _CAST


class IntToPtrOp(_CastOp, name="llvm.inttoptr"):
    """An integer as a pointer."""

    arg: Operand[IntLike]
    dereferenceable: OptProp[DereferenceableAttr]
    res: Result[PointerLike]
    assembly_format = (
        "$arg (`dereferenceable` `` $dereferenceable^)? attr-dict `:` type($arg) `to` type($res)"
    )


class AddrSpaceCastOp(_ChainedCastOp, SlotUser, name="llvm.addrspacecast"):
    """A pointer in another address space."""

    arg: Operand[PointerLike]
    res: Result[PointerLike]
    assembly_format = _CAST


class BitcastOp(_ChainedCastOp, SlotUser, name="llvm.bitcast"):
    """The same bits in another type of the same size."""

    arg: Operand[NonAggregate]
    res: Result[NonAggregate]
    assembly_format = _CAST

    def verify_op(self) -> Diagnostic | None:
        source, target = self.operands[0].type, self.results[0].type
        pointers = [is_pointer(element_type_of(t)) for t in (source, target)]
        if pointers[0] != pointers[1]:
            return self.error("can only cast pointers from and to pointers")
        if not pointers[0]:
            return None
        vectors = [isinstance(t, VectorType) for t in (source, target)]
        if vectors[1] and not vectors[0]:
            return self.error("cannot cast pointer to vector of pointers")
        if vectors[0] and not vectors[1]:
            return self.error("cannot cast vector of pointers to pointer")
        spaces = {getattr(element_type_of(t), "address_space", 0) for t in (source, target)}
        if len(spaces) > 1:
            return self.error(
                "cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead"
            )
        return None
