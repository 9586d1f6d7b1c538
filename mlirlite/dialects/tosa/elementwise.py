"""tosa ops that compute element by element with one or two tensors of numbers."""

import math
from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.tosa import _fold
from mlirlite.dialects.tosa._verify import (
    same_elements,
    zero_point,
    zero_point_problem,
    zero_point_type_problem,
)
from mlirlite.dialects.tosa.attributes import PROPAGATE, IntOrFloat, NanPropagationModeAttr
from mlirlite.dialects.tosa.syntax import FORMAT, NanModeOp
from mlirlite.dialects.tosa.traits import (
    ResolvableShapeOperands,
    ResultsBroadcastable,
    SameOperandsAndResultRank,
    TosaElementwise,
    broadcast_shapes,
)
from mlirlite.dialects.tosa.types import (
    FloatTensor,
    Int32Or64Tensor,
    ScalarInt8Tensor,
    ScalarIntOrFloatTensor,
    Tensor,
    storage_type,
)
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import FloatAttr, IntegerAttr
from mlirlite.ir.constants import scalar
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import (
    Commutative,
    Pure,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    compatible_shapes,
)
from mlirlite.ir.types import (
    I32,
    FloatType,
    IntegerType,
    RankedTensorType,
    ShapedType,
    element_type_of,
)
from mlirlite.rewriting.folding import constant_value
from mlirlite.support.diagnostics import Diagnostic

ELEMENTWISE = (
    ResultsBroadcastable,
    TosaElementwise,
    SameOperandsAndResultRank,
    Pure,
    ResolvableShapeOperands,
)
BINARY = (SameOperandsAndResultElementType, *ELEMENTWISE)
COMMUTATIVE = (Commutative, *BINARY)
UNARY = (SameOperandsAndResultShape, *BINARY)


class UnaryOp(Op):
    """A function of each element."""

    input1: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT


class FloatUnaryOp(Op):
    """A function of each element, which is floating-point."""

    input1: Operand[FloatTensor]
    output: Result[FloatTensor]
    assembly_format = FORMAT


class ActivationOp(Op):
    """A function of each element between layers."""

    input: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT


class BinaryOp(Op):
    """A function of elements of two tensors, which are broadcast."""

    input1: Operand[Tensor]
    input2: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT


class AbsOp(UnaryOp, name="tosa.abs", traits=UNARY):
    """The absolute value.

    ```mlir
    %0 = tosa.abs %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """abs(abs(x)) --> abs(x)"""
        return self.input1 if isinstance(self.input1.defining_op, AbsOp) else None


class BitwiseNotOp(UnaryOp, name="tosa.bitwise_not", traits=UNARY):
    """Every bit inverted.

    ```mlir
    %0 = tosa.bitwise_not %x : (tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class CeilOp(UnaryOp, name="tosa.ceil", traits=UNARY):
    """The next integer that is not smaller.

    ```mlir
    %0 = tosa.ceil %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class ClzOp(UnaryOp, name="tosa.clz", traits=UNARY):
    """The number of leading zero bits.

    ```mlir
    %0 = tosa.clz %x : (tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class CosOp(FloatUnaryOp, name="tosa.cos", traits=UNARY):
    """The cosine of an angle in radians.

    ```mlir
    %0 = tosa.cos %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class ExpOp(UnaryOp, name="tosa.exp", traits=UNARY):
    """e to the power of the element.

    ```mlir
    %0 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class FloorOp(UnaryOp, name="tosa.floor", traits=UNARY):
    """The next integer that is not larger.

    ```mlir
    %0 = tosa.floor %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class LogOp(UnaryOp, name="tosa.log", traits=UNARY):
    """The natural logarithm.

    ```mlir
    %0 = tosa.log %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class ReciprocalOp(UnaryOp, name="tosa.reciprocal", traits=UNARY):
    """1 / x.

    ```mlir
    %0 = tosa.reciprocal %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A splat --> its reciprocal"""
        known = operands[0]
        if not isinstance(known, DenseElementsAttr) or not isinstance(scalar(known), float):
            return None
        value = known.splat_value()
        inverse = 1.0 / value if value else math.copysign(math.inf, value)
        return _fold.splat_of(inverse, self.output.type)


class RsqrtOp(UnaryOp, name="tosa.rsqrt", traits=UNARY):
    """1 / sqrt(x).

    ```mlir
    %0 = tosa.rsqrt %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class SinOp(FloatUnaryOp, name="tosa.sin", traits=UNARY):
    """The sine of an angle in radians.

    ```mlir
    %0 = tosa.sin %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class ErfOp(ActivationOp, name="tosa.erf", traits=UNARY):
    """The Gauss error function.

    ```mlir
    %0 = tosa.erf %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class SigmoidOp(ActivationOp, name="tosa.sigmoid", traits=UNARY):
    """1 / (1 + exp(-x)).

    ```mlir
    %0 = tosa.sigmoid %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class TanhOp(ActivationOp, name="tosa.tanh", traits=UNARY):
    """The hyperbolic tangent.

    ```mlir
    %0 = tosa.tanh %x : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class ClampOp(NanModeOp, name="tosa.clamp", traits=UNARY):
    """The element, clamped to the bounds.

    ```mlir
    %0 = tosa.clamp %x {max_val = 6.000000e+00 : f32, min_val = 0.000000e+00 : f32} : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """  # noqa: E501

    input: Operand[Tensor]
    min_val: Prop[IntOrFloat]
    max_val: Prop[IntOrFloat]
    nan_mode: Prop[NanPropagationModeAttr] = PROPAGATE
    output: Result[Tensor]

    def verify_op(self) -> Diagnostic | None:
        type = storage_type(self.input.type)
        low: Any = self.min_val
        high: Any = self.max_val
        if type is not storage_type(self.output.type):
            return self.error("input/output element types are incompatible.")
        cls = IntegerAttr if isinstance(type, IntegerType) else FloatAttr
        if not all(isinstance(a, cls) and a.type is type for a in (low, high)):
            return self.error(
                "min/max attributes types are incompatible with input/output element types."
            )
        bounds = f"got min_val={low}, max_val={high}"
        a, b = low.value, high.value
        if a != a or b != b:
            return self.error(f"min/max attributes should not be 'NaN', {bounds}")
        return self.error(f"expected min_val <= max_val, {bounds}") if a > b else None


class NegateOp(Op, name="tosa.negate", traits=(TosaElementwise, Pure, ResolvableShapeOperands)):
    """The negative, of numbers with a zero point.

    ```mlir
    %0 = tosa.negate %x, %a, %b : (tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
    ```
    """

    input1: Operand[Tensor]
    input1_zp: Operand[ScalarIntOrFloatTensor]
    output_zp: Operand[ScalarIntOrFloatTensor]
    output: Result[Tensor]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """negate(negate(x)) --> x, when all zero points are 0"""
        maker = self.input1.defining_op
        if not isinstance(maker, NegateOp):
            return None
        zeros = (self.input1_zp, self.output_zp, maker.input1_zp, maker.output_zp)
        return maker.input1 if all(zero_point(z) == 0 for z in zeros) else None

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        if found is not None:
            return found
        if not compatible_shapes(self.input1.type, self.output.type):
            return self.error("requires the same shape for input1 and output")
        return (
            zero_point_type_problem(self, self.input1, self.input1_zp, "input1")
            or zero_point_type_problem(self, self.output, self.output_zp, "output")
            or zero_point_problem(self, self.input1_zp, "input1")
            or zero_point_problem(self, self.output_zp, "output")
        )


class AddOp(BinaryOp, name="tosa.add", traits=COMMUTATIVE):
    """The sum.

    ```mlir
    %0 = tosa.add %x, %y : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x + 0 --> x; two splats --> their sum"""
        x, y, type = self.input1, self.input2, self.output.type
        if not _fold.is_foldable(x.type, y.type) or not isinstance(type, RankedTensorType):
            return None
        if x.type is type and _fold.is_splat_zero(operands[1]):
            return x
        if y.type is type and _fold.is_splat_zero(operands[0]):
            return y
        return _fold.fold_splats(operands, type, lambda a, b: a + b)


class SubOp(BinaryOp, name="tosa.sub", traits=BINARY):
    """The difference.

    ```mlir
    %0 = tosa.sub %x, %y : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x - 0 --> x; two splats --> their difference"""
        x, type = self.input1, self.output.type
        if not _fold.is_foldable(x.type, self.input2.type):
            return None
        if x.type is type and _fold.is_splat_zero(operands[1]):
            return x
        return _fold.fold_splats(operands, type, lambda a, b: a - b)


class MulOp(Op, name="tosa.mul", traits=(Pure, ResolvableShapeOperands)):
    """The product, of integers shifted to the right and rounded.

    ```mlir
    %0 = tosa.mul %x, %y, %shift : (tensor<4x1xi32>, tensor<1x3xi32>, tensor<1xi8>) -> tensor<4x3xi32>
    ```
    """  # noqa: E501

    input1: Operand[Tensor]
    input2: Operand[Tensor]
    shift: Operand[ScalarInt8Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x * 0 --> 0; x * 1 --> x; two splats --> their product"""
        x, y, type = self.input1, self.input2, self.output.type
        if not all(isinstance(t, RankedTensorType) for t in (x.type, y.type, type)):
            return None
        shift = 0
        if element_type_of(type) is I32:
            known = operands[2]
            if not isinstance(known, DenseElementsAttr):
                return None
            shift = known.values()[0]
        a, b = operands[:2]
        for one, known in ((y, a), (x, b)):
            if one.type is type and isinstance(known, DenseElementsAttr):
                if _fold.is_splat_zero(known) and type.has_static_shape:
                    return DenseElementsAttr(type, known.raw)
                if _fold.is_splat_one(known, shift):
                    return one
        if not isinstance(element_type_of(type), (IntegerType, FloatType)):
            return None
        return _fold.fold_splats((a, b), type, lambda p, q: _fold.multiply(p, q, shift, type))

    def verify_op(self) -> Diagnostic | None:
        result = element_type_of(self.output.type)
        a, b = (element_type_of(v.type) for v in (self.input1, self.input2))
        if isinstance(result, IntegerType):
            if not isinstance(a, IntegerType) or a is not b:
                return self.error("requires the same element type for all operands")
            if a.width > result.width:
                return self.error("invalid data type size for operands or result")
        else:
            if a is not result or b is not result:
                return self.error("requires the same element type for all operands and results")
            shift = constant_value(self.shift)
            if isinstance(shift, DenseElementsAttr) and shift.values()[0]:
                return self.error("require shift to be 0 for float type")
        return self._verify_shapes()

    def _verify_shapes(self) -> Diagnostic | None:
        a, b, result = (v.type for v in (self.input1, self.input2, self.output))
        if isinstance(a, RankedTensorType) and isinstance(b, RankedTensorType):
            if a.rank != b.rank:
                return self.error(
                    f"a and b operands don't have matching ranks, got {a.rank} and {b.rank}"
                )
            if broadcast_shapes(a.shape, b.shape) is None:
                return self.error(
                    f"a and b operands don't have broadcast-compatible shapes, got '{a}' and '{b}'"
                )
        if isinstance(result, RankedTensorType):
            for name, type in (("a", a), ("b", b)):
                if isinstance(type, RankedTensorType) and type.rank != result.rank:
                    return self.error(
                        f"result type has different rank than {name}, got {result.rank} vs "
                        f"{type.rank}"
                    )
        return None


class IntDivOp(Op, name="tosa.intdiv", traits=BINARY):
    """The quotient of integers, rounded toward zero.

    ```mlir
    %0 = tosa.intdiv %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """

    input1: Operand[Int32Or64Tensor]
    input2: Operand[Int32Or64Tensor]
    output: Result[Int32Or64Tensor]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """0 / x --> 0; x / 1 --> x; two splats --> their quotient"""
        x, y, type = self.input1, self.input2, self.output.type
        ranked = isinstance(type, ShapedType) and isinstance(x.type, RankedTensorType)
        if not ranked or x.type is not y.type:
            return None
        if _fold.is_splat_zero(operands[0]):
            return operands[0]
        if _fold.is_splat_one(operands[1]):
            return x
        if _fold.is_splat_zero(operands[1]):
            return None
        return _fold.fold_splats(operands, type, _fold.divide)


class PowOp(BinaryOp, name="tosa.pow", traits=BINARY):
    """The power.

    ```mlir
    %0 = tosa.pow %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class _ExtremumOp(NanModeOp):
    input1: Operand[Tensor]
    input2: Operand[Tensor]
    nan_mode: Prop[NanPropagationModeAttr] = PROPAGATE
    output: Result[Tensor]


class MaximumOp(_ExtremumOp, name="tosa.maximum", traits=COMMUTATIVE):
    """The larger one of two elements.

    ```mlir
    %0 = tosa.maximum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
    """


class MinimumOp(_ExtremumOp, name="tosa.minimum", traits=COMMUTATIVE):
    """The smaller one of two elements.

    ```mlir
    %0 = tosa.minimum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
    """
