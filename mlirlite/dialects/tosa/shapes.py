"""tosa ops that compute with shapes."""

from mlirlite.dialects._constraints import I32Attr
from mlirlite.dialects.tosa._verify import integers, shape_of
from mlirlite.dialects.tosa.syntax import FORMAT
from mlirlite.dialects.tosa.traits import ResolvableShapeOperands, SameShapeRanks, ShapeOperator
from mlirlite.dialects.tosa.types import ScalarInt32Tensor, Shape, TensorAtLeast1D
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.traits import Pure
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (ShapeOperator, Pure, ResolvableShapeOperands)
_ELEMENTWISE = (SameShapeRanks, *_TRAITS)


class _BinaryShapeOp(Op):
    input1: Operand[Shape]
    input2: Operand[Shape]
    output: Result[Shape]
    assembly_format = FORMAT


class _UnaryShapeOp(Op):
    input: Operand[Shape]
    output: Result[Shape]
    assembly_format = FORMAT


class AddShapeOp(_BinaryShapeOp, name="tosa.add_shape", traits=_ELEMENTWISE):
    """The sums of sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.add_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class SubShapeOp(_BinaryShapeOp, name="tosa.sub_shape", traits=_ELEMENTWISE):
    """The differences of sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.sub_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class MulShapeOp(_BinaryShapeOp, name="tosa.mul_shape", traits=_ELEMENTWISE):
    """The products of sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.mul_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class DivCeilShapeOp(_BinaryShapeOp, name="tosa.div_ceil_shape", traits=_ELEMENTWISE):
    """The quotients of sizes, rounded up.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.div_ceil_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class DivFloorShapeOp(_BinaryShapeOp, name="tosa.div_floor_shape", traits=_ELEMENTWISE):
    """The quotients of sizes, rounded down.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.div_floor_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class ModShapeOp(_BinaryShapeOp, name="tosa.mod_shape", traits=_ELEMENTWISE):
    """The remainders of dividing sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.mod_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class MaxShapeOp(_BinaryShapeOp, name="tosa.max_shape", traits=_ELEMENTWISE):
    """The larger ones of two sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.max_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class MinShapeOp(_BinaryShapeOp, name="tosa.min_shape", traits=_ELEMENTWISE):
    """The smaller ones of two sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.min_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class Exp2ShapeOp(_UnaryShapeOp, name="tosa.exp2_shape", traits=_ELEMENTWISE):
    """2 to the power of sizes.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.exp2_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class Log2CeilShapeOp(_UnaryShapeOp, name="tosa.log2_ceil_shape", traits=_ELEMENTWISE):
    """The logarithms of sizes to base 2, rounded up.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.log2_ceil_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class Log2FloorShapeOp(_UnaryShapeOp, name="tosa.log2_floor_shape", traits=_ELEMENTWISE):
    """The logarithms of sizes to base 2, rounded down.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.log2_floor_shape %a : (!tosa.shape<2>) -> !tosa.shape<2>
    ```
    """


class ConcatShapeOp(Op, name="tosa.concat_shape", traits=_TRAITS):
    """Shapes one after the other.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.concat_shape %a, %a : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<4>
    ```
    """

    input: VarOperand[Shape]
    output: Result[Shape]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        total = sum(v.type.rank for v in self.input)
        rank = self.output.type.rank
        if rank == total:
            return None
        return self.error(
            "requires output shape rank to be equal to the sum of the input shape ranks "
            f"({total}), got {rank}"
        )


class DimOp(Op, name="tosa.dim", traits=_TRAITS):
    """The size of a dimension, as a shape of one size.

    ```mlir
    %0 = tosa.dim %x {axis = 0 : i32} : (tensor<4xf32>) -> !tosa.shape<1>
    ```
    """

    input1: Operand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    output: Result[Shape]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        type = self.output.type
        if type.rank != 1:
            return self.error(f"expect output shape type to contain one element, got '{type}'")
        shape = shape_of(self.input1)
        if shape is not None and not 0 <= self.axis < len(shape):
            return self.error(f"expect axis to be in the range [0, {len(shape)}), got {self.axis}")
        return None


def _single(value: Value) -> int | None:
    found = integers(value)
    return found[0] if found else None


class SliceShapeOp(Op, name="tosa.slice_shape", traits=_TRAITS):
    """A run of sizes of a shape.

    ```mlir
    %a = tosa.const_shape {values = dense<[4, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.slice_shape %a, %start, %size : (!tosa.shape<2>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<1>
    ```
    """  # noqa: E501

    input: Operand[Shape]
    start: Operand[ScalarInt32Tensor]
    size: Operand[ScalarInt32Tensor]
    output: Result[Shape]
    assembly_format = FORMAT

    def verify_op(self) -> Diagnostic | None:
        start, size = (_single(v) for v in (self.start, self.size))
        if start is not None and start < 0:
            return self.error(f"expected non-negative start index, got {start}")
        if size is None:
            return None
        if size <= 0:
            return self.error(f"expected positive size, got {size}")
        rank = self.output.type.rank
        if rank != size:
            return self.error(
                f"expected output type size to be equal to size attribute, got {rank} vs {size}"
            )
        whole = self.input.type.rank
        if start is not None and start + size > whole:
            return self.error(
                "expected start + size to be less than or equal to input shape rank "
                f"({whole}), got {start + size}"
            )
        return None
