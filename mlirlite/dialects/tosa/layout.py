"""tosa ops that move elements: concat, pad, reshape, reverse, slice, tile, transpose."""

from collections.abc import Sequence
from math import prod
from typing import Any

from mlirlite.dialects._constraints import I32Array, I32Attr
from mlirlite.dialects.tosa import _fold
from mlirlite.dialects.tosa._verify import agree, integers, same_elements, shape_of
from mlirlite.dialects.tosa.constants import sizes_of
from mlirlite.dialects.tosa.syntax import FORMAT, mlir_shape
from mlirlite.dialects.tosa.traits import FollowingTypes, ResolvableShapeOperands
from mlirlite.dialects.tosa.types import (
    ScalarTensor,
    Shape,
    Tensor,
    TensorAtLeast1D,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.traits import Predicate, Pure
from mlirlite.ir.types import (
    DYNAMIC,
    RankedTensorType,
    ShapedType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic

_TRAITS = (Pure, ResolvableShapeOperands)


class ConcatOp(FollowingTypes, name="tosa.concat", traits=_TRAITS):
    """Tensors one after the other along a dimension.

    ```mlir
    %0 = tosa.concat %x, %y {axis = 0 : i32} : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<3x4xf32>
    ```
    """

    input1: VarOperand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def infer_types(self) -> Sequence[Type] | None:
        if not self.operands:
            return None
        element = element_type_of(self.operands[0].type)
        shapes = [s for s in map(shape_of, self.operands) if s is not None]
        if not shapes:
            return (UnrankedTensorType(element),)
        found = [DYNAMIC] * len(shapes[0])
        for shape in shapes:
            for i, size in enumerate(shape[: len(found)]):
                if i == self.axis or size == DYNAMIC:
                    continue
                if found[i] not in (DYNAMIC, size):
                    raise ValueError(
                        f"Cannot concat tensors with different sizes on the non-axis dimension {i}"
                    )
                found[i] = size
        if not 0 <= self.axis < len(found):
            return None
        sizes = [s[self.axis] for s in shapes if self.axis < len(s)]
        known = len(sizes) == len(self.operands) and DYNAMIC not in sizes
        found[self.axis] = sum(sizes) if known else DYNAMIC
        return (RankedTensorType(tuple(found), element),)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """concat(concat(x, y), z) --> concat(x, y, z), along one axis"""
        flat: list[Any] = []
        for value in self.operands:
            maker = value.defining_op
            inner = isinstance(maker, ConcatOp) and maker.axis == self.axis
            flat += maker.operands if inner and maker is not None else [value]
        if len(flat) == len(self.operands) and all(
            a is b for a, b in zip(flat, self.operands, strict=True)
        ):
            return None
        self.input1 = flat
        return self.output

    def verify_op(self) -> Diagnostic | None:
        return self._verify_inputs() or self.verify_following()

    def _verify_inputs(self) -> Diagnostic | None:
        inputs, axis = self.operands, self.axis
        if not inputs:
            return self.error("expect at least one input")
        for value in inputs:
            found = same_elements(self, value.type, self.output.type)
            if found is not None:
                return found
        shapes = [shape_of(v) for v in inputs]
        first = next((s for s in shapes if s is not None), None)
        if first is None:
            return None
        if not 0 <= axis < len(first):
            return self.error(
                "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got "
                f"{axis}"
            )
        if None in shapes:
            return None
        return self._verify_sizes([s for s in shapes if s is not None])

    def _verify_sizes(self, shapes: list[tuple[int, ...]]) -> Diagnostic | None:
        first, axis = shapes[0], self.axis
        for number, shape in enumerate(shapes[1:], 1):
            if len(shape) != len(first):
                return self.error(
                    f"expect all operands to have the same rank, but got {len(first)} vs "
                    f"{len(shape)} on operands 0 and {number}"
                )
            for i, (a, b) in enumerate(zip(first, shape, strict=True)):
                if i != axis and not agree(a, b):
                    return self.error(
                        "expect all operand shapes to have the same sizes on non-axis dimensions, "
                        f"but got {b} vs {a} at index {i} on operands 0 and {number}"
                    )
        out = shape_of(self.output)
        if out is None:
            return None
        if len(out) != len(first):
            return self.error(
                f"expect output rank to match inputs rank, got {len(out)} vs {len(first)}"
            )
        sizes = [s[axis] for s in shapes]
        if DYNAMIC not in (*sizes, out[axis]) and sum(sizes) != out[axis]:
            return self.error(
                "requires sum of axis dimensions of input1 equal to output axis dimension, got "
                f"{sum(sizes)} and {out[axis]}"
            )
        return None


class PadOp(Op, name="tosa.pad", traits=_TRAITS):
    """A tensor with a border of a constant.

    ```mlir
    %p = tosa.const_shape {values = dense<[1, 0, 0, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %0 = tosa.pad %x, %p, %c : (tensor<2x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<3x5xf32>
    ```
    """

    input1: Operand[TensorAtLeast1D]
    padding: Operand[Shape]
    pad_const: Operand[ScalarTensor]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """pad by 0 --> the input"""
        same = self.input1.type is self.output.type
        return self.input1 if same and _fold.is_splat_zero(operands[1]) else None

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type) or same_elements(
            self, self.pad_const.type, self.output.type
        )
        shape, out = shape_of(self.input1), shape_of(self.output)
        if found is not None or shape is None or out is None:
            return found
        if len(shape) != len(out):
            return self.error(
                f"expect same input and output tensor rank, but got inputRank: {len(shape)}, "
                f"outputRank: {len(out)}"
            )
        widths = integers(self.padding)
        if widths is None:
            # MLIR differs: upstream fails without a message.
            return self.error("padding must be a constant shape")
        if len(widths) != 2 * len(shape):
            return self.error(
                f"padding tensor must have {len(shape)} * 2 = {2 * len(shape)} elements, but got "
                f"{len(widths)}"
            )
        for i, (size, result) in enumerate(zip(shape, out, strict=True)):
            before, after = widths[2 * i : 2 * i + 2]
            if before < -1 or after < -1:
                return self.error(
                    f"invalid padding values at dimension {i}: values must be non-negative or -1 "
                    f"for dynamic padding, got [{before}, {after}]"
                )
            if DYNAMIC not in (size, result) and result != size + before + after:
                return self.error(
                    f"mismatch in output shape at dimension {i}: expected {size} + {before} + "
                    f"{after} = {size + before + after}, but got {result}"
                )
        return None


class ReshapeOp(FollowingTypes, name="tosa.reshape", traits=_TRAITS):
    """The elements in another shape, in the same order.

    ```mlir
    %s = tosa.const_shape {values = dense<[4, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.reshape %x, %s : (tensor<2x4xf32>, !tosa.shape<2>) -> tensor<4x2xf32>
    ```
    """

    input1: Operand[Tensor]
    shape: Operand[Shape]
    output: Result[Tensor]
    assembly_format = FORMAT

    def infer_types(self) -> Sequence[Type] | None:
        type, element = self.input1.type, element_type_of(self.input1.type)
        sizes = sizes_of(self.shape)
        if sizes is None:
            return (RankedTensorType((DYNAMIC,) * self.shape.type.rank, element),)
        shape = list(mlir_shape(sizes))
        if isinstance(type, RankedTensorType) and type.has_static_shape:
            rest = type.num_elements // (prod(n for n in shape if n != DYNAMIC) or 1)
            shape = [rest if n == DYNAMIC else n for n in shape]
        return (RankedTensorType(tuple(n if n >= 0 else DYNAMIC for n in shape), element),)

    def is_compatible(self, inferred: Sequence[Type], given: Sequence[Type]) -> bool:
        return element_type_of(inferred[0]) is element_type_of(given[0])

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """reshape to the same type --> x; reshape(reshape(x)) --> reshape(x); reshape of a constant
        --> a constant"""
        type, result = self.input1.type, self.output.type
        if not isinstance(type, RankedTensorType) or not isinstance(result, RankedTensorType):
            return None
        if type is result and type.num_dynamic_dims < 2:
            return self.input1
        maker = self.input1.defining_op
        if isinstance(maker, ReshapeOp):
            self.set_operand(0, maker.input1)
            return self.output
        known = operands[0]
        if not isinstance(known, DenseElementsAttr) or not result.has_static_shape:
            return None
        if not _fold.is_foldable(type):
            return None
        if not known.is_splat and (not self.input1.has_one_use or sizes_of(self.shape) is None):
            return None
        return DenseElementsAttr(result, known.raw)

    def verify_op(self) -> Diagnostic | None:
        return self._verify_sizes() or self.verify_following()

    def _verify_sizes(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        sizes = sizes_of(self.shape)
        if found is not None or sizes is None:
            return found
        if sizes.count(-1) > 1:
            return self.error("expected at most one target dimension to be -1")
        out, type, result = shape_of(self.output), self.input1.type, self.output.type
        if out is None or not isinstance(result, ShapedType):
            return None
        if len(sizes) != len(out):
            return self.error("new shape does not match result rank")
        for size, given in zip(sizes, out, strict=True):
            if size != -1 and given not in (DYNAMIC, size):
                return self.error("new shape is inconsistent with result shape")
            if size < -1:
                return self.error(f"new shape has invalid tensor dimension size {size}")
        if isinstance(type, ShapedType) and type.has_static_shape:
            count = type.num_elements
            if result.has_static_shape and result.num_elements != count:
                return self.error(f"cannot reshape {count} elements into {result.num_elements}")
            new = prod(n for n in sizes if n > 0)
            if new != count if all(n > 0 for n in sizes) else new > count:
                return self.error(f"cannot reshape {count} elements into {new}")
        return None


class ReverseOp(Op, name="tosa.reverse", traits=_TRAITS):
    """The elements along a dimension in the opposite order.

    ```mlir
    %0 = tosa.reverse %x {axis = 0 : i32} : (tensor<4xf32>) -> tensor<4xf32>
    ```
    """

    input1: Operand[TensorAtLeast1D]
    axis: Prop[I32Attr]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """reverse of a splat, or along a dimension of size 1 --> the input"""
        known, shape = operands[0], shape_of(self.input1)
        if isinstance(known, DenseElementsAttr) and known.is_splat:
            return known
        if shape is None or self.input1.type is not self.output.type:
            return None
        return self.input1 if not shape or shape[self.axis] == 1 else None

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        if found is not None:
            return found
        axis, shape, out = self.axis, shape_of(self.input1), shape_of(self.output)
        if axis < 0:
            return self.error("expected non-negative reverse axis")
        if shape is not None and axis >= max(len(shape), 1):
            return self.error(
                f"expect input tensor rank ({len(shape)}) to be larger than reverse axis ({axis})"
            )
        if out is None:
            return None
        if shape is not None and len(shape) != len(out):
            return self.error("expect output tensor rank to be equal to input tensor rank")
        if axis >= max(len(out), 1):
            return self.error(
                f"expect output tensor rank ({len(out)}) to be larger than reverse axis ({axis})"
            )
        return None


class SliceOp(Op, name="tosa.slice", traits=_TRAITS):
    """A box of a tensor.

    ```mlir
    %a = tosa.const_shape {values = dense<[1, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %n = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.slice %x, %a, %n : (tensor<4x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<2x3xf32>
    ```
    """  # noqa: E501

    input1: Operand[TensorAtLeast1D]
    start: Operand[Shape]
    size: Operand[Shape]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """slice of everything --> the input; of a splat, or one element of a constant --> a
        constant"""
        type, result = self.input1.type, self.output.type
        if not isinstance(type, RankedTensorType) or not isinstance(result, RankedTensorType):
            return None
        if type is result and type.has_static_shape:
            return self.input1
        known = operands[0]
        if not isinstance(known, DenseElementsAttr) or not result.has_static_shape:
            return None
        if not _fold.is_foldable(type, result):
            return None
        if known.is_splat:
            return _fold.splat_of(known.splat_value(), result)
        start = integers(self.start)
        if result.num_elements != 1 or start is None:
            return None
        place = 0
        for size, at in zip(type.shape, start, strict=True):
            place = place * size + at
        return _fold.splat_of(known.values()[place], result)

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        shape, out = shape_of(self.input1), shape_of(self.output)
        if found is not None or shape is None:
            return found
        if out is not None and len(shape) != len(out):
            return self.error(
                f"expect input1 and output to have the same ranks, got {len(shape)} and {len(out)}"
            )
        for name, value in (("start", self.start), ("size", self.size)):
            if value.type.rank != len(shape):
                return self.error(f"length of {name} is not equal to rank of input shape")
        return None


class TileOp(Op, name="tosa.tile", traits=_TRAITS):
    """A tensor repeated along each dimension.

    ```mlir
    %n = tosa.const_shape {values = dense<[1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %0 = tosa.tile %x, %n : (tensor<4x3xf32>, !tosa.shape<2>) -> tensor<4x9xf32>
    ```
    """

    input1: Operand[TensorAtLeast1D]
    multiples: Operand[Shape]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """tile once --> the input"""
        counts = integers(self.multiples)
        if counts is None or self.input1.type is not self.output.type:
            return None
        return self.input1 if all(n == 1 for n in counts) else None

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        if found is not None:
            return found
        shape, out = shape_of(self.input1), shape_of(self.output)
        rank: int = self.multiples.type.rank
        if shape is not None:
            if len(shape) != rank:
                return self.error(f"expect 'multiples' to have rank {len(shape)} but got {rank}.")
            if out is not None and len(shape) != len(out):
                return self.error("expect same input and output tensor rank.")
        elif out is not None and len(out) != rank:
            return self.error(f"expect 'multiples' array to have length {len(out)} but got {rank}.")
        if any(n <= 0 and n != -1 for n in integers(self.multiples) or ()):
            return self.error("expect element of 'multiples' to be positive integer or -1.")
        return None


def _same_element_types(op: "TransposeOp") -> bool:
    return element_type_of(op.input1.type) is element_type_of(op.output.type)


class TransposeOp(
    Op,
    name="tosa.transpose",
    traits=(
        Predicate("all of {input1, output} have same element type", _same_element_types),
        *_TRAITS,
    ),
):
    """The dimensions in another order: dimension i of the result is dimension `perms[i]`.

    ```mlir
    %0 = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
    ```
    """

    input1: Operand[TensorAtLeast1D]
    perms: Prop[I32Array]
    output: Result[TensorAtLeast1D]
    assembly_format = FORMAT

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """transpose of a splat --> a splat; transpose to the same order --> the input"""
        known, type = operands[0], self.output.type
        if (
            isinstance(known, DenseElementsAttr)
            and known.is_splat
            and isinstance(type, RankedTensorType)
            and type.has_static_shape
            and known.element_type is type.element_type
        ):
            return DenseElementsAttr(type, known.raw)
        same = tuple(self.perms) == tuple(range(len(self.perms)))
        return self.input1 if same and self.input1.type is type else None

    def verify_op(self) -> Diagnostic | None:
        found = same_elements(self, self.input1.type, self.output.type)
        if found is not None:
            return found
        shape, out, perms = shape_of(self.input1), shape_of(self.output), tuple(self.perms)
        if shape is not None and len(perms) != len(shape):
            return self.error(
                f"expected perms attribute to have size {len(shape)} (input rank) but got size "
                f"{len(perms)}"
            )
        if shape is not None and out is not None and len(shape) != len(out):
            return self.error("expected input tensor rank to equal result tensor rank")
        if out is not None and len(perms) != len(out):
            return self.error(
                f"expected perms attribute to have size {len(out)} (output rank) but got size "
                f"{len(perms)}"
            )
        if sorted(perms) != list(range(len(perms))):
            return self.error("expected valid permutation indices")
        if shape is None or out is None:
            return None
        if DYNAMIC not in (*shape, *out) and prod(shape) != prod(out):
            return self.error(
                "expected input1 and output to have same numbers of elements, got "
                f"{prod(shape)} and {prod(out)}"
            )
        for i, source in enumerate(perms):
            if not agree(shape[source], out[i]):
                return self.error(
                    f"expected output tensor dim {i} to match input dim {source} with value of "
                    f"{shape[source]}"
                )
        return None
