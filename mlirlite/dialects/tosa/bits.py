"""tosa ops on bits and truth values, comparisons and choices, element by element."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.tosa import _fold
from mlirlite.dialects.tosa._verify import same_elements
from mlirlite.dialects.tosa.elementwise import BINARY, COMMUTATIVE, ELEMENTWISE, UNARY, BinaryOp
from mlirlite.dialects.tosa.syntax import FORMAT
from mlirlite.dialects.tosa.traits import (
    FollowingTypes,
    broadcast_shapes,
)
from mlirlite.dialects.tosa.types import BoolTensor, Tensor
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import Commutative, SameOperandsElementType, compatible_shapes
from mlirlite.ir.types import (
    I1,
    IntegerType,
    RankedTensorType,
    ShapedType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic


class ArithmeticRightShiftOp(BinaryOp, name="tosa.arithmetic_right_shift", traits=BINARY):
    """Shift right, copies of the sign bit come in; rounded on demand.

    ```mlir
    %0 = tosa.arithmetic_right_shift %x, %y {round = false} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """  # noqa: E501

    round: Prop[bool]


class LogicalLeftShiftOp(BinaryOp, name="tosa.logical_left_shift", traits=BINARY):
    """Shift left, zeros come in.

    ```mlir
    %0 = tosa.logical_left_shift %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class LogicalRightShiftOp(BinaryOp, name="tosa.logical_right_shift", traits=BINARY):
    """Shift right, zeros come in.

    ```mlir
    %0 = tosa.logical_right_shift %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class BitwiseAndOp(BinaryOp, name="tosa.bitwise_and", traits=COMMUTATIVE):
    """The bits that both have.

    ```mlir
    %0 = tosa.bitwise_and %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class BitwiseOrOp(BinaryOp, name="tosa.bitwise_or", traits=COMMUTATIVE):
    """The bits that either has.

    ```mlir
    %0 = tosa.bitwise_or %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class BitwiseXorOp(BinaryOp, name="tosa.bitwise_xor", traits=COMMUTATIVE):
    """The bits that one of both has.

    ```mlir
    %0 = tosa.bitwise_xor %x, %y : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
    ```
    """


class _LogicalOp(Op):
    input1: Operand[BoolTensor]
    input2: Operand[BoolTensor]
    output: Result[BoolTensor]
    assembly_format = FORMAT


class LogicalAndOp(_LogicalOp, name="tosa.logical_and", traits=COMMUTATIVE):
    """Whether both are true.

    ```mlir
    %0 = tosa.logical_and %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    ```
    """


class LogicalOrOp(_LogicalOp, name="tosa.logical_or", traits=COMMUTATIVE):
    """Whether either is true.

    ```mlir
    %0 = tosa.logical_or %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    ```
    """


class LogicalXorOp(_LogicalOp, name="tosa.logical_xor", traits=COMMUTATIVE):
    """Whether one of both is true.

    ```mlir
    %0 = tosa.logical_xor %x, %y : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
    ```
    """


class LogicalNotOp(Op, name="tosa.logical_not", traits=UNARY):
    """The opposite truth value.

    ```mlir
    %0 = tosa.logical_not %x : (tensor<4xi1>) -> tensor<4xi1>
    ```
    """

    input1: Operand[BoolTensor]
    output: Result[BoolTensor]
    assembly_format = FORMAT


class ComparisonOp(Op):
    """Compares elements of two tensors, which are broadcast."""

    input1: Operand[Tensor]
    input2: Operand[Tensor]
    output: Result[BoolTensor]
    assembly_format = FORMAT


class EqualOp(
    ComparisonOp,
    FollowingTypes,
    name="tosa.equal",
    traits=(Commutative, SameOperandsElementType, *ELEMENTWISE),
):
    """Whether two elements are equal.

    ```mlir
    %0 = tosa.equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
    """

    def infer_types(self) -> Sequence[Type] | None:
        found: tuple[int, ...] | None = ()
        for value in self.operands:
            type = value.type
            if found is None or not isinstance(type, RankedTensorType):
                return (UnrankedTensorType(I1),)
            found = broadcast_shapes(found, type.shape)
        return (UnrankedTensorType(I1) if found is None else RankedTensorType(found, I1),)

    def verify_op(self) -> Diagnostic | None:
        return self.verify_following()

    def is_compatible(self, inferred: Sequence[Type], given: Sequence[Type]) -> bool:
        return compatible_shapes(inferred[0], given[0])

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x = x --> true, of integers; two splats --> whether they are equal"""
        x, type = self.input1, self.output.type
        is_integer = isinstance(element_type_of(x.type), IntegerType)
        if is_integer and x is self.input2:
            return _fold.splat_of(1, type)
        return _fold.fold_splats(operands, type, lambda a, b: int(a == b))


_COMPARISON = (SameOperandsElementType, *ELEMENTWISE)


class GreaterOp(ComparisonOp, name="tosa.greater", traits=_COMPARISON):
    """Whether the first one is larger.

    ```mlir
    %0 = tosa.greater %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Two splats --> whether the first one is larger"""
        return _fold.fold_splats(operands, self.output.type, lambda a, b: int(a > b))


class GreaterEqualOp(ComparisonOp, name="tosa.greater_equal", traits=_COMPARISON):
    """Whether the first one is not smaller.

    ```mlir
    %0 = tosa.greater_equal %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Two splats --> whether the first one is not smaller"""
        return _fold.fold_splats(operands, self.output.type, lambda a, b: int(a >= b))


class SelectOp(Op, name="tosa.select", traits=ELEMENTWISE):
    """An element of the second tensor where the first one is true, else of the third one.

    ```mlir
    %0 = tosa.select %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    input1: Operand[BoolTensor]
    input2: Operand[Tensor]
    input3: Operand[Tensor]
    output: Result[Tensor]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """select(c, x, x) --> x; select(true, x, y) --> x, when nothing is broadcast"""
        types = self.operand_types
        if not all(isinstance(t, ShapedType) and t.has_static_shape for t in types):
            return None
        if not all(compatible_shapes(types[0], t) for t in types):
            return None
        if self.input2 is self.input3:
            return self.input2
        known = operands[0]
        if not isinstance(known, DenseElementsAttr) or not known.is_splat:
            return None
        return self.input2 if known.splat_value() else self.input3

    def verify_op(self) -> Diagnostic | None:
        return same_elements(self, self.input2.type, self.output.type) or same_elements(
            self, self.input3.type, self.output.type
        )
