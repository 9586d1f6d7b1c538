"""Behavior of elementwise operators, activations and casts."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Requirement,
    axis_within,
    broadcast_together,
    has_sizes,
    is_number,
    size_of,
)
from mlirlite.dialects.onnx.shapes import axis_in, broadcast, shape_of, tensor_type
from mlirlite.dialects.onnx.terms import Element
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.types import FloatType, RankedTensorType, UnrankedTensorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class SameShape(OnnxOp):
    """The first result has the shape of the first operand."""

    def infer(self) -> Inferred:
        return [shape_of(self.operands[0]), *[None] * (len(self.schema.outputs) - 1)]

    def infer_operand_types(self) -> Sequence[tuple[Value, Type]]:
        return same_shape_as_result(self)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return self.operands[0], index


def same_shape_as_result(op: OnnxOp) -> Sequence[tuple[Value, Type]]:
    """The first operand without a known rank, in the shape of the first result."""
    value, shape = op.operands[0], shape_of(op.results[0])
    if value.defining_op is None or not isinstance(value.type, UnrankedTensorType):
        return ()
    return [] if shape is None else [(value, RankedTensorType(shape, value.type.element_type))]


class Unary(
    SameShape,
    ops="""Abs Acos Acosh Asin Asinh Atan Atanh BitwiseNot Ceil Celu Cos Cosh Elu Erf Exp Floor Gelu
        HardSigmoid HardSwish IsInf IsNaN LeakyRelu Log Mish Neg Not Reciprocal Relu Round Selu
        Shrink Sigmoid Sign Sin Sinh Softplus Softsign Sqrt Swish Tan Tanh ThresholdedRelu""",
):
    """Elementwise functions of one tensor."""


class Broadcast(
    OnnxOp,
    ops="""Add And BitShift BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater GreaterOrEqual Less
        LessOrEqual Max Mean Min Mod Mul Or Pow StringConcat Sub Sum Where Xor""",
):
    """Elementwise functions of tensors that broadcast to one shape."""

    def infer(self) -> Inferred:
        if "broadcast" in self.schema.attributes:  # before opset 7 the second went to the first
            return [shape_of(self.operands[0])]
        return [broadcast(*map(shape_of, self.operands))]

    def requirements(self) -> Iterator[Requirement]:
        if "broadcast" not in self.schema.attributes:
            yield from broadcast_together(self, range(len(self.operands)))

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        sources = self.dim_sources(index)
        return sources[0] if len(sources) == 1 else None

    def dim_sources(self, index: int) -> Sequence[tuple[Value, int]]:
        """The operands that have this dimension with a size that may exceed 1."""
        shapes = [shape_of(v) or () for v in self.operands]
        back = max(map(len, shapes)) - index
        wide = [
            (v, len(s) - back)
            for v, s in zip(self.operands, shapes, strict=True)
            if not isinstance(v.type, RankedTensorType) or (len(s) >= back and s[-back] != 1)
        ]
        if not all(isinstance(v.type, RankedTensorType) for v, _ in wide):
            return ()
        return wide

    def check(self) -> Diagnostic | None:
        if self.schema.name == "Mod" and not self.get("fmod") and self.schema.version < 28:
            element = getattr(self.operands[0].type, "element_type", None)
            if isinstance(element, FloatType):
                return self.error("fmod must be 1 when the input type is floating point")
        if self.schema.name == "BitShift" and self.get("direction") not in ("LEFT", "RIGHT"):
            return self.error("direction attribute must be one of LEFT or RIGHT")
        return None


class Clip(SameShape, ops="Clip"):
    """`min(max, max(x, min))`."""

    def check(self) -> Diagnostic | None:
        for index in range(1, len(self.operands)):
            shape = shape_of(self.operands[index])
            if shape is not None and len(shape) > 1:
                name = self.schema.inputs[index].name
                return self.error(f"operand '{name}' must be a scalar, but has rank {len(shape)}")
        return None

    def requirements(self) -> Iterator[Requirement]:
        yield from is_number(self, *range(1, len(self.operands)))


class PRelu(OnnxOp, ops="PRelu"):
    """`x < 0 ? slope * x : x`."""

    X: Value
    slope: Value

    def infer(self) -> Inferred:
        shape, slope = shape_of(self.X), shape_of(self.slope)
        if self.schema.version > 6 and shape is not None and slope is not None:
            if len(slope) > len(shape):
                raise ValueError("Slope tensor has a wrong shape")
            return [broadcast(shape, slope)]
        return [shape]

    def requirements(self) -> Iterator[Requirement]:
        if self.schema.version > 6:
            yield from broadcast_together(self, (0, 1))


class SwiGLU(SameShape, ops="SwiGLU"):
    """`swish(A) * B`."""

    def requirements(self) -> Iterator[Requirement]:
        sizes = size_of(self, 0)
        if sizes is not None:
            yield from has_sizes(self, 1, sizes)


class AlongAxis(
    SameShape, ops="Hardmax LogSoftmax LpNormalization Softmax CumProd CumSum Binarizer"
):
    """Shape-preserving functions that may work along an axis."""

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        axis = self.get("axis")
        if isinstance(axis, Value):
            axis = scalar_of(axis)
        if shape is not None and isinstance(axis, int):
            flattens = self.schema.name in ("Softmax", "LogSoftmax", "Hardmax")
            axis_in(axis, len(shape), end=flattens and self.schema.version < 13)
        return [shape]

    def requirements(self) -> Iterator[Requirement]:
        x = size_of(self, 0)
        if isinstance(self.get("axis"), Value):
            yield from is_number(self, 1)
            if x is not None:
                yield axis_within(Element(1), len(x))


class Cast(OnnxOp, ops="Cast BitCast"):
    """The same numbers, or bits, with another element type."""

    input: Value
    to: Type

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if not isinstance(self.input.type, (RankedTensorType, UnrankedTensorType)):
            return None
        return [tensor_type(shape, self.to)]

    def infer_operand_types(self) -> Sequence[tuple[Value, Type]]:
        return same_shape_as_result(self)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """Every dimension is the operand's."""
        return self.input, index

    def check(self) -> Diagnostic | None:
        if element_type_of(self.results[0].type) is not self.to:
            return self.error("element type does not match the 'to' attribute")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Cast(x : tensor<…xT>) {to = T} --> x"""
        return self.input if self.input.type is self.results[0].type else None


class CastLike(SameShape, ops="CastLike"):
    """Cast to the element type of the second operand."""
