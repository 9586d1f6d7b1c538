"""arith's casts: other widths, other kinds of numbers, other readings of the same bits."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects._casts import Cast, Castable
from mlirlite.dialects._constraints import Bitcastable, FixedWidthIntegerLike, IndexCastable
from mlirlite.dialects.arith._fold import fold_elements
from mlirlite.dialects.arith.enums import (
    NO_OVERFLOW,
    FastMathFlagsAttr,
    IntegerOverflowFlagsAttr,
    RoundingMode,
)
from mlirlite.dialects.ub import PoisonAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.constants import bit_width, signed, unsigned
from mlirlite.ir.constraints import FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Elementwise, Predicate, Pure, SameOperandsAndResultShape
from mlirlite.ir.types import (
    I32,
    FloatType,
    IndexType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    TensorType,
    element_type_of,
)


def _same_tensor_dims(op: Operation) -> bool:
    return _tensor_dims(op.operands[0].type) == _tensor_dims(op.results[0].type)


def _tensor_dims(type: Type) -> tuple[int, ...] | None:
    """Of a tensor; none where it has no rank, and those of a scalar for all that is not a
    tensor."""
    if isinstance(type, RankedTensorType):
        return type.shape
    return None if isinstance(type, TensorType) else ()


_SAME_DIMS = Predicate("input and output have the same tensor dimensions", _same_tensor_dims)
_CAST = (_SAME_DIMS, Pure, SameOperandsAndResultShape, Cast, Elementwise)
_FORMAT = "$in attr-dict `:` type($in) `to` type($out)"


def same_container(source: Type, target: Type) -> bool:
    """Both scalars, or both shaped in one way, so that only the element types differ."""
    if isinstance(source, ShapedType) != isinstance(target, ShapedType):
        return False
    if isinstance(source, TensorType) and isinstance(target, TensorType):
        return getattr(source, "encoding", None) is getattr(target, "encoding", None)
    if isinstance(source, ShapedType) and isinstance(target, ShapedType):
        return source.kind == target.kind
    return True


class _CastOp(Op, Castable):
    """One operand, one result of the same shape."""

    @classmethod
    def is_castable(cls, source: Type, target: Type) -> bool:
        """Whether the op takes these types."""
        return same_container(source, target) and cls.fits(
            element_type_of(source), element_type_of(target)
        )

    @classmethod
    def fits(cls, source: Type, target: Type) -> bool:
        """Whether the op takes these element types."""
        return True


class _WideningOp(_CastOp):
    @classmethod
    def fits(cls, source: Type, target: Type) -> bool:
        return bit_width(source) < bit_width(target)


class _NarrowingOp(_CastOp):
    @classmethod
    def fits(cls, source: Type, target: Type) -> bool:
        return bit_width(source) > bit_width(target)


class ExtUIOp(_WideningOp, name="arith.extui", traits=_CAST):
    """More bits, filled with zeros.

    ```mlir
    %r = arith.extui %a : i8 to i32
    ```
    """

    in_: Operand[FixedWidthIntegerLike]
    out: Result[FixedWidthIntegerLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: unsigned(a, width))


class ExtSIOp(_WideningOp, name="arith.extsi", traits=_CAST):
    """More bits, filled with the sign bit.

    ```mlir
    %r = arith.extsi %a : i8 to i32
    ```
    """

    in_: Operand[FixedWidthIntegerLike]
    out: Result[FixedWidthIntegerLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: signed(a, width))


class TruncIOp(_NarrowingOp, name="arith.trunci", traits=_CAST):
    """The low bits.

    ```mlir
    %r = arith.trunci %a : i32 to i8
    ```
    """

    in_: Operand[FixedWidthIntegerLike]
    overflowFlags: Prop[IntegerOverflowFlagsAttr] = NO_OVERFLOW
    out: Result[FixedWidthIntegerLike]
    assembly_format = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_elements(operands, self.out.type, lambda a: a)


class ExtFOp(_WideningOp, name="arith.extf", traits=_CAST):
    """The same float in a wider type.

    ```mlir
    %r = arith.extf %a : f16 to f32
    ```
    """

    in_: Operand[FloatLike]
    fastmath: OptProp[FastMathFlagsAttr]
    out: Result[FloatLike]
    assembly_format = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return fold_elements(operands, self.out.type, lambda a: a)


class TruncFOp(_NarrowingOp, name="arith.truncf", traits=_CAST):
    """The nearest float of a narrower type, or as the rounding mode says.

    ```mlir
    %r = arith.truncf %a : f32 to f16
    ```
    """

    in_: Operand[FloatLike]
    roundingmode: OptProp[Annotated[RoundingMode, I32]]
    fastmath: OptProp[FastMathFlagsAttr]
    out: Result[FloatLike]
    assembly_format = (
        "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)"
    )

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants that stay exact, and NaNs"""
        target = element_type_of(self.out.type)
        if not isinstance(target, FloatType):
            return None
        exact = target.format.round
        return fold_elements(
            operands, self.out.type, lambda a: a if exact(a) == a or a != a else None
        )


class FPToSIOp(_CastOp, name="arith.fptosi", traits=_CAST):
    """The float rounded toward zero, as a signed integer; poison when it does not fit.

    ```mlir
    %r = arith.fptosi %a : f32 to i32
    ```
    """

    in_: Operand[FloatLike]
    out: Result[FixedWidthIntegerLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.out.type)
        low, high = -(1 << width >> 1), 1 << width >> 1
        return fold_elements(operands, self.out.type, lambda a: _to_integer(a, low, high))


class FPToUIOp(_CastOp, name="arith.fptoui", traits=_CAST):
    """The float rounded toward zero, as an unsigned integer; poison when it does not fit.

    ```mlir
    %r = arith.fptoui %a : f32 to i32
    ```
    """

    in_: Operand[FloatLike]
    out: Result[FixedWidthIntegerLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        high = 1 << bit_width(self.out.type)
        return fold_elements(operands, self.out.type, lambda a: _to_integer(a, 0, high))


def _to_integer(value: float, low: int, high: int) -> int | None:
    """The number rounded toward zero when it lies in [low, high), else None."""
    if value != value or value in (float("inf"), float("-inf")):
        return None
    return int(value) if low <= int(value) < high else None


class SIToFPOp(_CastOp, name="arith.sitofp", traits=_CAST):
    """The float nearest to a signed integer.

    ```mlir
    %r = arith.sitofp %a : i32 to f32
    ```
    """

    in_: Operand[FixedWidthIntegerLike]
    out: Result[FloatLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: float(signed(a, width)))


class UIToFPOp(_CastOp, name="arith.uitofp", traits=_CAST):
    """The float nearest to an unsigned integer.

    ```mlir
    %r = arith.uitofp %a : i32 to f32
    ```
    """

    in_: Operand[FixedWidthIntegerLike]
    out: Result[FloatLike]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: float(unsigned(a, width)))


class _IndexCastOp(_CastOp):
    @classmethod
    def fits(cls, source: Type, target: Type) -> bool:
        if isinstance(source, IndexType):
            return isinstance(target, IntegerType)
        return isinstance(source, IntegerType) and isinstance(target, IndexType)


class IndexCastOp(_IndexCastOp, name="arith.index_cast", traits=_CAST):
    """Between index and an integer type; the sign bit fills in.

    ```mlir
    %r = arith.index_cast %a : i32 to index
    ```
    """

    in_: Operand[IndexCastable]
    out: Result[IndexCastable]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """index_cast(index_cast(x) to A) to the type of x, through a type that loses nothing -->
        x"""
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: signed(a, width))


class IndexCastUIOp(_IndexCastOp, name="arith.index_castui", traits=_CAST):
    """Between index and an integer type; zeros fill in.

    ```mlir
    %r = arith.index_castui %a : i32 to index
    ```
    """

    in_: Operand[IndexCastable]
    out: Result[IndexCastable]
    assembly_format = _FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        width = bit_width(self.in_.type)
        return fold_elements(operands, self.out.type, lambda a: unsigned(a, width))


class BitcastOp(_CastOp, name="arith.bitcast", traits=_CAST):
    """The same bits as another type of the same width.

    ```mlir
    %r = arith.bitcast %a : i32 to f32
    ```
    """

    in_: Operand[Bitcastable]
    out: Result[Bitcastable]
    assembly_format = _FORMAT

    @classmethod
    def fits(cls, source: Type, target: Type) -> bool:
        return bit_width(source) == bit_width(target)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        if self.in_.type is self.out.type:
            return self.in_ if operands[0] is None else operands[0]
        return _reread(operands[0], self.out.type)


def _reread(attribute: Attribute | None, type: Type) -> Attribute | None:
    """The bits of a constant as another type."""
    result: Attribute | None = attribute if isinstance(attribute, PoisonAttr) else None
    if isinstance(attribute, DenseElementsAttr) and isinstance(type, ShapedType):
        result = DenseElementsAttr(type, attribute.raw) if bit_width(type) > 1 else None
    elif isinstance(attribute, (IntegerAttr, FloatAttr)):
        width = bit_width(type)
        bits = attribute.bits if isinstance(attribute, FloatAttr) else attribute.value
        if isinstance(type, FloatType):
            result = FloatAttr.from_bits(unsigned(bits, width), type)
        elif isinstance(type, IntegerType):
            result = IntegerAttr(signed(bits, width), type) if width > 1 else None
    return result


class ScalingExtFOp(
    _WideningOp, name="arith.scaling_extf", traits=(_SAME_DIMS, Pure, Cast, Elementwise)
):
    """A narrow float, widened and multiplied by a power of two that `scale` gives.

    ```mlir
    %r = arith.scaling_extf %a, %scale : f8E5M2, f8E8M0FNU to f32
    ```
    """

    in_: Operand[FloatLike]
    scale: Operand[FloatLike]
    fastmath: OptProp[FastMathFlagsAttr]
    out: Result[FloatLike]
    assembly_format = (
        "$in `,` $scale (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `,` type($scale) "
        "`to` type($out)"
    )


class ScalingTruncFOp(
    _NarrowingOp, name="arith.scaling_truncf", traits=(_SAME_DIMS, Pure, Cast, Elementwise)
):
    """A float, divided by a power of two that `scale` gives and rounded to a narrower type.

    ```mlir
    %r = arith.scaling_truncf %a, %scale : f32, f8E8M0FNU to f8E5M2
    ```
    """

    in_: Operand[FloatLike]
    scale: Operand[FloatLike]
    roundingmode: OptProp[Annotated[RoundingMode, I32]]
    fastmath: OptProp[FastMathFlagsAttr]
    out: Result[FloatLike]
    assembly_format = (
        "$in `,` $scale ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` "
        "type($in) `,` type($scale) `to` type($out)"
    )
