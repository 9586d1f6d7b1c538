"""Intrinsics on vectors: reductions, parts, masks, matrices."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.llvm.attributes import NO_FASTMATH, FastmathFlagsAttr
from mlirlite.dialects.llvm.constraints import (
    AnyFloat,
    AnyLLVM,
    FloatVector,
    IntVector,
    LLVMInt,
    LLVMVector,
)
from mlirlite.dialects.llvm.intrinsic import CALL, Immediates, IntrinsicOp, Overloads
from mlirlite.ir.attribute import Type
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Predicate, Pure, TypesMatch
from mlirlite.ir.types import I32, I64, element_type_of

I32Prop = Annotated[int, I32]


class _Reduction(IntrinsicOp, traits=(Pure,)):
    """Base: one number of a vector's elements."""

    overloads: Overloads = (0,)

    def infer_types(self) -> Sequence[Type] | None:
        return (element_type_of(self.operands[-1].type),)


class _IntReduction(_Reduction):
    """Base of those of integers."""

    in_: Operand[IntVector]
    res: Result[AnyLLVM]


class vector_reduce_add(_IntReduction, name="llvm.intr.vector.reduce.add"):
    """Sum."""


class vector_reduce_and(_IntReduction, name="llvm.intr.vector.reduce.and"):
    """Bitwise and."""


class vector_reduce_mul(_IntReduction, name="llvm.intr.vector.reduce.mul"):
    """Product."""


class vector_reduce_or(_IntReduction, name="llvm.intr.vector.reduce.or"):
    """Bitwise or."""


class vector_reduce_smax(_IntReduction, name="llvm.intr.vector.reduce.smax"):
    """The largest signed element."""


class vector_reduce_smin(_IntReduction, name="llvm.intr.vector.reduce.smin"):
    """The smallest signed element."""


class vector_reduce_umax(_IntReduction, name="llvm.intr.vector.reduce.umax"):
    """The largest unsigned element."""


class vector_reduce_umin(_IntReduction, name="llvm.intr.vector.reduce.umin"):
    """The smallest unsigned element."""


class vector_reduce_xor(_IntReduction, name="llvm.intr.vector.reduce.xor"):
    """Bitwise exclusive or."""


class _FloatReduction(_Reduction):
    """Base of those of floats."""

    in_: Operand[FloatVector]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]
    assembly_format = CALL


class vector_reduce_fmax(_FloatReduction, name="llvm.intr.vector.reduce.fmax"):
    """The largest element; NaNs lose."""


class vector_reduce_fmin(_FloatReduction, name="llvm.intr.vector.reduce.fmin"):
    """The smallest element; NaNs lose."""


class vector_reduce_fmaximum(_FloatReduction, name="llvm.intr.vector.reduce.fmaximum"):
    """The largest element; NaNs win."""


class vector_reduce_fminimum(_FloatReduction, name="llvm.intr.vector.reduce.fminimum"):
    """The smallest element; NaNs win."""


class _StartedReduction(_Reduction):
    """Base: a sum or product in order, from a start value; in any order with `reassoc`."""

    overloads: Overloads = (1,)
    start_value: Operand[AnyFloat]
    input: Operand[FloatVector]
    fastmathFlags: Prop[FastmathFlagsAttr] = NO_FASTMATH
    res: Result[AnyLLVM]


class vector_reduce_fadd(_StartedReduction, name="llvm.intr.vector.reduce.fadd"):
    """Start value plus all elements."""


class vector_reduce_fmul(_StartedReduction, name="llvm.intr.vector.reduce.fmul"):
    """Start value times all elements."""


def _bits(type: Any) -> int:
    """The size of a vector, of its smallest one when it is scalable."""
    return int(type.shape[0] * getattr(type.element_type, "width", 0))


_NOT_BIGGER = "vectors are not bigger than 2^17 bits."


class vector_extract(
    IntrinsicOp,
    name="llvm.intr.vector.extract",
    traits=(
        Pure,
        Predicate(
            _NOT_BIGGER, lambda op: max(map(_bits, (op.srcvec.type, op.res.type))) <= 1 << 17
        ),
        Predicate(
            "it is not extracting scalable from fixed-length vectors.",
            lambda op: op.srcvec.type.is_scalable or not op.res.type.is_scalable,
        ),
    ),
):
    """Consecutive elements of a vector."""

    overloads: Overloads = (-1, 0)
    immediates: Immediates = ((1, "pos"),)
    srcvec: Operand[LLVMVector]
    pos: Prop[Annotated[int, I64]]
    res: Result[LLVMVector]
    assembly_format = "$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)"


class vector_insert(
    IntrinsicOp,
    name="llvm.intr.vector.insert",
    traits=(
        Pure,
        AllTypesMatch("dstvec", "res"),
        Predicate(
            _NOT_BIGGER, lambda op: max(map(_bits, (op.dstvec.type, op.srcvec.type))) <= 1 << 17
        ),
        Predicate(
            "it is not inserting scalable into fixed-length vectors.",
            lambda op: op.dstvec.type.is_scalable or not op.srcvec.type.is_scalable,
        ),
    ),
):
    """A vector with consecutive elements replaced."""

    overloads: Overloads = (-1, 1)
    immediates: Immediates = ((2, "pos"),)
    dstvec: Operand[LLVMVector]
    srcvec: Operand[LLVMVector]
    pos: Prop[Annotated[int, I64]]
    res: Result[LLVMVector]
    assembly_format = (
        "$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)"
    )


def _twice(type: Any) -> Any:
    return type.replace(shape=(2 * type.shape[0],))


class vector_interleave2(
    IntrinsicOp,
    name="llvm.intr.vector.interleave2",
    traits=(
        Pure,
        AllTypesMatch("vec1", "vec2"),
        TypesMatch("result has twice as many elements as 'vec1'", "vec1", "res", _twice),
    ),
):
    """Elements of two vectors in turns."""

    vec1: Operand[LLVMVector]
    vec2: Operand[LLVMVector]
    res: Result[AnyLLVM]


class vector_deinterleave2(IntrinsicOp, name="llvm.intr.vector.deinterleave2", traits=(Pure,)):
    """Even and odd elements of a vector, as a struct."""

    overloads: Overloads = (0,)
    vec: Operand[LLVMVector]
    res: Result[AnyLLVM]


class StepVectorOp(IntrinsicOp, name="llvm.intr.stepvector", traits=(Pure,)):
    """0, 1, 2, …"""

    res: Result[IntVector]
    assembly_format = "attr-dict `:` type($res)"


class vscale(IntrinsicOp, name="llvm.intr.vscale"):
    """The number that scalable vectors are multiplied with."""

    res: Result[AnyLLVM]


class GetActiveLaneMaskOp(IntrinsicOp, name="llvm.intr.get.active.lane.mask", traits=(Pure,)):
    """A mask of the lanes i with base + i < n."""

    overloads: Overloads = (-1, 0)
    base: Operand[LLVMInt]
    n: Operand[LLVMInt]
    res: Result[AnyLLVM]
    assembly_format = "$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)"


class MatrixMultiplyOp(IntrinsicOp, name="llvm.intr.matrix.multiply"):
    """Product of two small column-major matrices that are vectors."""

    overloads: Overloads = (-1, 0, 1)
    immediates: Immediates = ((2, "lhs_rows"), (3, "lhs_columns"), (4, "rhs_columns"))
    lhs: Operand[LLVMVector]
    rhs: Operand[LLVMVector]
    lhs_rows: Prop[I32Prop]
    lhs_columns: Prop[I32Prop]
    rhs_columns: Prop[I32Prop]
    res: Result[LLVMVector]
    assembly_format = (
        "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($res)"
    )


class MatrixTransposeOp(IntrinsicOp, name="llvm.intr.matrix.transpose"):
    """Transpose of a small column-major matrix that is a vector."""

    immediates: Immediates = ((1, "rows"), (2, "columns"))
    matrix: Operand[LLVMVector]
    rows: Prop[I32Prop]
    columns: Prop[I32Prop]
    res: Result[LLVMVector]
    assembly_format = "$matrix attr-dict `:` type($matrix) `into` type($res)"
