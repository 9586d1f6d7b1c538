"""Scalar functions of krnl that neither arith nor math has, or that are named by an ONNX op."""

from mlirlite.ir.constraints import AnyFloat, Bool, FloatLike
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Pure


class _ScalarMathOp(Op, traits=(Pure,)):
    """A function of one float, or of each in a vector."""

    in_: Operand[FloatLike]
    out: Result[FloatLike]


class _FloatTestOp(Op, traits=(Pure,)):
    """A test of one float."""

    in_: Operand[AnyFloat]
    out: Result[Bool]


class RoundEvenOp(Op, name="krnl.round_even", traits=(Pure,)):
    """Rounds a scalar or vector to the nearest integer, ties to the even one.

    ```mlir
    %r = "krnl.round_even"(%x) : (vector<4xf32>) -> vector<4xf32>
    ```
    """

    in_: Operand[FloatLike]
    out: Result[FloatLike]


class ErfOp(_ScalarMathOp, name="krnl.erf"):
    """The error function.

    ```mlir
    %r = "krnl.erf"(%x) : (f32) -> f32
    ```
    """


class AcosOp(_ScalarMathOp, name="krnl.acos"):
    """Arc cosine.

    ```mlir
    %r = "krnl.acos"(%x) : (f32) -> f32
    ```
    """


class AcoshOp(_ScalarMathOp, name="krnl.acosh"):
    """Inverse hyperbolic cosine.

    ```mlir
    %r = "krnl.acosh"(%x) : (f32) -> f32
    ```
    """


class AsinOp(_ScalarMathOp, name="krnl.asin"):
    """Arc sine.

    ```mlir
    %r = "krnl.asin"(%x) : (f32) -> f32
    ```
    """


class AsinhOp(_ScalarMathOp, name="krnl.asinh"):
    """Inverse hyperbolic sine.

    ```mlir
    %r = "krnl.asinh"(%x) : (f32) -> f32
    ```
    """


class AtanOp(_ScalarMathOp, name="krnl.atan"):
    """Arc tangent.

    ```mlir
    %r = "krnl.atan"(%x) : (f32) -> f32
    ```
    """


class AtanhOp(_ScalarMathOp, name="krnl.atanh"):
    """Inverse hyperbolic tangent.

    ```mlir
    %r = "krnl.atanh"(%x) : (f32) -> f32
    ```
    """


class TanOp(_ScalarMathOp, name="krnl.tan"):
    """Tangent.

    ```mlir
    %r = "krnl.tan"(%x) : (f32) -> f32
    ```
    """


class IsInfOp(_FloatTestOp, name="krnl.isinf"):
    """Whether a float is an infinity of either sign.

    ```mlir
    %r = "krnl.isinf"(%x) : (f32) -> i1
    ```
    """


class IsNaNOp(_FloatTestOp, name="krnl.isnan"):
    """Whether a float is not a number.

    ```mlir
    %r = "krnl.isnan"(%x) : (f32) -> i1
    ```
    """
