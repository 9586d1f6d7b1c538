"""The complex dialect: arithmetic on complex numbers."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.arith.constant import make_constant
from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.complex.number import NumberAttr as NumberAttr
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr
from mlirlite.ir.constraints import (
    AnyComplex,
    AnyFloat,
    AnyType,
    Bool,
    Constraint,
    SignlessInteger,
    is_a,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.locations import Location
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import (
    AllTypesMatch,
    ConstantLike,
    Elementwise,
    Pure,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    TypesMatch,
)
from mlirlite.ir.types import ComplexType, FloatType, IntegerType
from mlirlite.support.diagnostics import Diagnostic

ComplexOfFloat = Annotated[
    ComplexType,
    Constraint(
        "complex type with floating-point elements",
        lambda t: isinstance(t, ComplexType) and isinstance(t.element_type, FloatType),
    ),
]


def _element(type: Any) -> Any:
    return type.element_type


def complex_of(constant: Attribute | None) -> complex | None:
    """The number of a `[re, im]` constant, None for anything else."""
    if isinstance(constant, ArrayAttr) and len(constant) == 2:
        real, imaginary = constant
        if isinstance(real, FloatAttr) and isinstance(imaginary, FloatAttr):
            return complex(real.value, imaginary.value)
    return None


# Parts


class ConstantOp(Op, AsmNames, name="complex.constant", traits=(ConstantLike, Pure)):
    """A constant: its real and its imaginary part.

    ```mlir
    %a = complex.constant [0.1 : f32, -1.0 : f32] : complex<f32>
    ```
    """

    value: Prop[Annotated[ArrayAttr, is_a(ArrayAttr, summary="array attribute")]]
    complex: Result[AnyComplex]
    assembly_format = "$value attr-dict `:` type($complex)"

    def result_names(self) -> Sequence[str]:
        return ("cst",)

    def verify(self) -> Diagnostic | None:
        if len(self.value) != 2:
            return self.error(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        numbers = [p for p in self.value if isinstance(p, (FloatAttr, IntegerAttr))]
        parts = [n.type for n in numbers]
        if len(parts) != 2:
            return self.error("requires attribute's elements to be float or integer attributes")
        element = _element(self.complex.type)
        if parts[0] is not element or parts[1] is not element:
            return self.error(
                f"requires attribute's element types ('{parts[0]}', '{parts[1]}') to match the "
                f"element type of the op's return type ('{element}')"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class CreateOp(
    Op,
    name="complex.create",
    traits=(
        AllTypesMatch("real", "imaginary"),
        TypesMatch("complex element type matches real operand type", "complex", "real", _element),
        TypesMatch(
            "complex element type matches imaginary operand type", "complex", "imaginary", _element
        ),
        Pure,
    ),
):
    """A number of its real and its imaginary part.

    ```mlir
    %0 = complex.create %re, %im : complex<f32>
    ```
    """

    real: Operand[AnyFloat]
    imaginary: Operand[AnyFloat]
    complex: Result[ComplexOfFloat]
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"

    def infer_types(self) -> Sequence[Type] | None:
        return (ComplexType(self.operands[0].type),)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """create(re(x), im(x)) --> x"""
        real, imaginary = (value.defining_op for value in self.operands)
        if isinstance(real, ReOp) and isinstance(imaginary, ImOp):
            return real.complex if real.complex is imaginary.complex else None
        return None


class _ComplexPartOp(Op):
    """A float that is taken from a complex number."""

    complex: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


def _part(result: str) -> tuple[Any, ...]:
    match = TypesMatch(
        "complex element type matches result type", "complex", result, lambda t: t.element_type
    )
    return (match, Pure, Elementwise)


class AbsOp(_ComplexPartOp, name="complex.abs", traits=_part("result")):
    """The absolute value.

    ```mlir
    %0 = complex.abs %z : complex<f32>
    ```
    """

    result: Result[AnyFloat]


class AngleOp(_ComplexPartOp, name="complex.angle", traits=_part("result")):
    """The angle in the complex plane, in radians.

    ```mlir
    %0 = complex.angle %z : complex<f32>
    ```
    """

    result: Result[AnyFloat]


class ReOp(_ComplexPartOp, name="complex.re", traits=_part("real")):
    """The real part.

    ```mlir
    %0 = complex.re %z : complex<f32>
    ```
    """

    real: Result[AnyFloat]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """re(create(a, b)) --> a; re(constant) --> its first part"""
        if isinstance(operands[0], ArrayAttr):
            return operands[0].value[0]
        maker = self.complex.defining_op
        return maker.real if isinstance(maker, CreateOp) else None


class ImOp(_ComplexPartOp, name="complex.im", traits=_part("imaginary")):
    """The imaginary part.

    ```mlir
    %0 = complex.im %z : complex<f32>
    ```
    """

    imaginary: Result[AnyFloat]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """im(create(a, b)) --> b; im(constant) --> its second part"""
        if isinstance(operands[0], ArrayAttr):
            return operands[0].value[1]
        maker = self.complex.defining_op
        return maker.imaginary if isinstance(maker, CreateOp) else None


class BitcastOp(Op, name="complex.bitcast", traits=(Pure,)):
    """The bits of a complex number read as another type, or the other way round.

    ```mlir
    %0 = complex.bitcast %i : i64 to complex<f32>
    ```
    """

    operand: Operand[AnyType]
    result: Result[AnyType]
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify(self) -> Diagnostic | None:
        source, target = self.operand.type, self.result.type
        if source is target:
            return None
        allowed = (IntegerType, FloatType, ComplexType)
        for what, type in (("operand", source), ("result", target)):
            if not isinstance(type, allowed):
                return self.error(f"{what} must be int/float/complex")
        if isinstance(source, ComplexType) is isinstance(target, ComplexType):
            return self.error("requires that either input or output has a complex type")
        if _bits(source) != _bits(target):
            return self.error("casting bitwidths do not match")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """bitcast(x) --> x and bitcast(bitcast(x)) --> x, when x has the result's type"""
        if self.operand.type is self.result.type:
            return self.operand
        maker = self.operand.defining_op
        if isinstance(maker, BitcastOp) and maker.operand.type is self.result.type:
            return maker.operand
        return None


def _bits(type: Any) -> int:
    if isinstance(type, ComplexType):
        return 2 * _bits(type.element_type)
    return int(getattr(type, "width", 64))


# Two operands


class _ComplexBinaryOp(Op):
    """Two operands and a result of one complex type."""

    lhs: Operand[ComplexOfFloat]
    rhs: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[ComplexOfFloat]
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.fold_identity(complex_of(operands[1]))

    def fold_identity(self, rhs: complex | None) -> Any:
        """A value that follows without both numbers, or None."""
        return None


_BINARY = (Pure, SameOperandsAndResultType, Elementwise)


class AddOp(_ComplexBinaryOp, name="complex.add", traits=_BINARY):
    """The sum.

    ```mlir
    %0 = complex.add %a, %b : complex<f32>
    ```
    """

    def fold_identity(self, rhs: complex | None) -> Any:
        """(x - b) + b --> x; b + (x - b) --> x; x + 0 --> x"""
        for difference, other in (self.operands, self.operands[::-1]):
            maker = difference.defining_op
            if isinstance(maker, SubOp) and maker.rhs is other:
                return maker.lhs
        return self.lhs if rhs == 0 else None


class SubOp(_ComplexBinaryOp, name="complex.sub", traits=_BINARY):
    """The difference.

    ```mlir
    %0 = complex.sub %a, %b : complex<f32>
    ```
    """

    def fold_identity(self, rhs: complex | None) -> Any:
        """(x + b) - b --> x; x - 0 --> x"""
        maker = self.lhs.defining_op
        if isinstance(maker, AddOp) and maker.rhs is self.rhs:
            return maker.lhs
        return self.lhs if rhs == 0 else None


class MulOp(_ComplexBinaryOp, name="complex.mul", traits=_BINARY):
    """The product.

    ```mlir
    %0 = complex.mul %a, %b : complex<f32>
    ```
    """

    def fold_identity(self, rhs: complex | None) -> Any:
        """x * 1 --> x"""
        return self.lhs if rhs == 1 else None


class DivOp(_ComplexBinaryOp, name="complex.div", traits=_BINARY):
    """The quotient.

    ```mlir
    %0 = complex.div %a, %b : complex<f32>
    ```
    """

    def fold_identity(self, rhs: complex | None) -> Any:
        """x / 1 --> x"""
        return self.lhs if rhs == 1 else None


class PowOp(_ComplexBinaryOp, name="complex.pow", traits=_BINARY):
    """A power whose exponent is complex.

    ```mlir
    %0 = complex.pow %a, %b : complex<f32>
    ```
    """


class Atan2Op(_ComplexBinaryOp, name="complex.atan2", traits=_BINARY):
    """The arc tangent of a quotient.

    ```mlir
    %0 = complex.atan2 %a, %b : complex<f32>
    ```
    """


class PowiOp(
    Op,
    name="complex.powi",
    traits=(
        AllTypesMatch("lhs", "result"),
        Pure,
        Elementwise,
        SameOperandsAndResultShape,
    ),
):
    """A power whose exponent is an integer.

    ```mlir
    %0 = complex.powi %a, %n : complex<f32>, i32
    ```
    """

    lhs: Operand[ComplexOfFloat]
    rhs: Operand[SignlessInteger]
    fastmath: OptProp[FastMathFlagsAttr]
    result: Result[ComplexOfFloat]
    assembly_format = (
        "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"
    )


class _ComplexCompareOp(Op):
    """Compares two numbers of one type."""

    lhs: Operand[ComplexOfFloat]
    rhs: Operand[ComplexOfFloat]
    result: Result[Bool]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


_COMPARE = (AllTypesMatch("lhs", "rhs"), Pure, Elementwise)


class EqualOp(_ComplexCompareOp, name="complex.eq", traits=_COMPARE):
    """Whether two numbers are equal.

    ```mlir
    %0 = complex.eq %a, %b : complex<f32>
    ```
    """


class NotEqualOp(_ComplexCompareOp, name="complex.neq", traits=_COMPARE):
    """Whether two numbers differ.

    ```mlir
    %0 = complex.neq %a, %b : complex<f32>
    ```
    """


# One operand


class _ComplexUnaryOp(Op):
    """One operand and a result of its type."""

    complex: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[ComplexOfFloat]
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"

    def inverse(self) -> Any:
        """The class of op that this one undoes, None for none."""
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """f(g(x)) --> x, where f undoes g"""
        maker, undone = self.complex.defining_op, self.inverse()
        return maker.complex if undone is not None and isinstance(maker, undone) else None


_UNARY = (SameOperandsAndResultType, Pure, Elementwise)


class ConjOp(_ComplexUnaryOp, name="complex.conj", traits=_UNARY):
    """The conjugate.

    ```mlir
    %0 = complex.conj %z : complex<f32>
    ```
    """

    def inverse(self) -> Any:
        return ConjOp


class NegOp(_ComplexUnaryOp, name="complex.neg", traits=_UNARY):
    """The number with the other sign.

    ```mlir
    %0 = complex.neg %z : complex<f32>
    ```
    """

    def inverse(self) -> Any:
        return NegOp


class ExpOp(_ComplexUnaryOp, name="complex.exp", traits=_UNARY):
    """e to the power of a number.

    ```mlir
    %0 = complex.exp %z : complex<f32>
    ```
    """

    def inverse(self) -> Any:
        return LogOp


class LogOp(_ComplexUnaryOp, name="complex.log", traits=_UNARY):
    """The natural logarithm.

    ```mlir
    %0 = complex.log %z : complex<f32>
    ```
    """

    def inverse(self) -> Any:
        return ExpOp


class Expm1Op(_ComplexUnaryOp, name="complex.expm1", traits=_UNARY):
    """e to the power of a number, less one.

    ```mlir
    %0 = complex.expm1 %z : complex<f32>
    ```
    """


class Log1pOp(_ComplexUnaryOp, name="complex.log1p", traits=_UNARY):
    """The natural logarithm of one plus a number.

    ```mlir
    %0 = complex.log1p %z : complex<f32>
    ```
    """


class SqrtOp(_ComplexUnaryOp, name="complex.sqrt", traits=_UNARY):
    """The square root.

    ```mlir
    %0 = complex.sqrt %z : complex<f32>
    ```
    """


class RsqrtOp(_ComplexUnaryOp, name="complex.rsqrt", traits=_UNARY):
    """The reciprocal of the square root.

    ```mlir
    %0 = complex.rsqrt %z : complex<f32>
    ```
    """


class SignOp(_ComplexUnaryOp, name="complex.sign", traits=_UNARY):
    """The number over its absolute value; 0 for 0.

    ```mlir
    %0 = complex.sign %z : complex<f32>
    ```
    """


class SinOp(_ComplexUnaryOp, name="complex.sin", traits=_UNARY):
    """The sine.

    ```mlir
    %0 = complex.sin %z : complex<f32>
    ```
    """


class CosOp(_ComplexUnaryOp, name="complex.cos", traits=_UNARY):
    """The cosine.

    ```mlir
    %0 = complex.cos %z : complex<f32>
    ```
    """


class TanOp(_ComplexUnaryOp, name="complex.tan", traits=_UNARY):
    """The tangent.

    ```mlir
    %0 = complex.tan %z : complex<f32>
    ```
    """


class TanhOp(_ComplexUnaryOp, name="complex.tanh", traits=_UNARY):
    """The hyperbolic tangent.

    ```mlir
    %0 = complex.tanh %z : complex<f32>
    ```
    """


class ComplexDialect(Dialect):
    """Makes constants of complex numbers and of their parts."""

    def materialize_constant(
        self, value: Attribute, type: Type, location: Location | None
    ) -> Operation | None:
        if complex_of(value) is not None and isinstance(type, ComplexType):
            made: Operation = ConstantOp(value, complex=type, loc=location)
            return made
        return make_constant(value, type, location)


DIALECT = ComplexDialect("complex", __name__)
