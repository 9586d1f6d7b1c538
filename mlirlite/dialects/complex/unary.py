"""Functions of one complex number."""

from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.complex._common import ComplexOfFloat
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Elementwise, Pure, SameOperandsAndResultType


class _ComplexUnaryOp(Op):
    """One operand and a result of its type."""

    complex: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    result: Result[ComplexOfFloat]
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


_UNARY = (SameOperandsAndResultType, Pure, Elementwise)


class ConjOp(_ComplexUnaryOp, name="complex.conj", traits=_UNARY):
    """The conjugate.

    ```mlir
    %0 = complex.conj %z : complex<f32>
    ```
    """


class NegOp(_ComplexUnaryOp, name="complex.neg", traits=_UNARY):
    """The number with the other sign.

    ```mlir
    %0 = complex.neg %z : complex<f32>
    ```
    """


class ExpOp(_ComplexUnaryOp, name="complex.exp", traits=_UNARY):
    """e to the power of a number.

    ```mlir
    %0 = complex.exp %z : complex<f32>
    ```
    """


class LogOp(_ComplexUnaryOp, name="complex.log", traits=_UNARY):
    """The natural logarithm.

    ```mlir
    %0 = complex.log %z : complex<f32>
    ```
    """


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
