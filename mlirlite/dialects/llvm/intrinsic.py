"""The base of ops that are LLVM intrinsics, `llvm.intr.*`: what the emitter needs to write the
call."""

from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.constraints import AnyLLVM, FloatLike, IntLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Pure, SameOperandsAndResultType

Overloads = tuple[int | str | tuple[int, int], ...]
Immediates = tuple[tuple[int, str], ...]
CALL = "`(` operands `)` attr-dict `:` functional-type(operands, results)"


_OTHER_NAMES = {"vastart": "va_start", "vaend": "va_end", "vacopy": "va_copy"}


class IntrinsicOp(Op):
    """A call of the LLVM intrinsic `llvm.x` that is written `llvm.intr.x`."""

    overloads: Overloads = (-1,)
    """Which types end the intrinsic's name: an operand by its index, the result by -1, a member of
    a struct result by (-1, n), a constant argument by the property that holds it."""
    immediates: Immediates = ()
    """Constant arguments: the position among the arguments, the property that holds it."""

    @classmethod
    def intrinsic(cls) -> str:
        """LLVM's name, without the types."""
        name = cls.name[10:]
        return "llvm." + _OTHER_NAMES.get(name, name)


class UnaryFloatIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: one float, or element by element."""

    in_: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class BinaryFloatIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: two floats, or element by element."""

    a: Operand[FloatLike]
    b: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class TernaryFloatIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: three floats, or element by element."""

    a: Operand[FloatLike]
    b: Operand[FloatLike]
    c: Operand[FloatLike]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class UnaryIntIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: one integer, or element by element."""

    in_: Operand[IntLike]
    res: Result[AnyLLVM]
    assembly_format = CALL


class BinaryIntIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: two integers, or element by element."""

    a: Operand[IntLike]
    b: Operand[IntLike]
    res: Result[AnyLLVM]
    assembly_format = CALL


class TernaryIntIntrinsic(IntrinsicOp, traits=(Pure, SameOperandsAndResultType)):
    """Base: three integers, or element by element."""

    a: Operand[IntLike]
    b: Operand[IntLike]
    c: Operand[IntLike]
    res: Result[AnyLLVM]
    assembly_format = CALL
