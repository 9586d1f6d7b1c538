"""Operations on two complex numbers, or on one and an integer."""

from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.complex._common import ComplexOfFloat
from mlirlite.ir.constraints import Bool, SignlessInteger
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, OptProp, Prop, Result
from mlirlite.ir.traits import (
    AllTypesMatch,
    Elementwise,
    Pure,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
)


class _ComplexBinaryOp(Op):
    """Two operands and a result of one complex type."""

    lhs: Operand[ComplexOfFloat]
    rhs: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[ComplexOfFloat]
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"


_BINARY = (Pure, SameOperandsAndResultType, Elementwise)


class AddOp(_ComplexBinaryOp, name="complex.add", traits=_BINARY):
    """The sum.

    ```mlir
    %0 = complex.add %a, %b : complex<f32>
    ```
    """


class SubOp(_ComplexBinaryOp, name="complex.sub", traits=_BINARY):
    """The difference.

    ```mlir
    %0 = complex.sub %a, %b : complex<f32>
    ```
    """


class MulOp(_ComplexBinaryOp, name="complex.mul", traits=_BINARY):
    """The product.

    ```mlir
    %0 = complex.mul %a, %b : complex<f32>
    ```
    """


class DivOp(_ComplexBinaryOp, name="complex.div", traits=_BINARY):
    """The quotient.

    ```mlir
    %0 = complex.div %a, %b : complex<f32>
    ```
    """


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
