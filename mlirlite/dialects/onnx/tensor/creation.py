"""Behavior of operators that make tensors from other values."""

from collections.abc import Iterator
from typing import Any

from mlirlite.dialects.onnx.constants import Dim, check_sizes, known_ints, scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Requirement, at_least, has_elements
from mlirlite.dialects.onnx.shapes import (
    axis_in,
    expect_rank,
    rank_of,
    shape_of,
    tensor_type,
    unknown_dims,
)
from mlirlite.dialects.onnx.terms import Element
from mlirlite.dialects.onnx.types import element_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.types import DYNAMIC, F32
from mlirlite.ir.values import Value


class Shape_(OnnxOp, ops="Shape"):
    """The dimensions as a tensor."""

    data: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.data)
        if shape is None:
            return [(DYNAMIC,)]
        # MLIR differs: onnx-mlir rejects a start after the end; ONNX gives an empty tensor.
        return [(len(shape[self.get("start", 0) : self.get("end")]),)]


class Size(OnnxOp, ops="Size"):
    """The number of elements."""

    def infer(self) -> Inferred:
        return [()]


class OneDim(OnnxOp, ops="Dim"):
    """One dimension, as a tensor of one element."""

    data: Value
    axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.data)
        if shape is None:
            raise ValueError("input must have shape and rank.")
        if not 0 <= self.axis < len(shape):
            raise ValueError(
                f'attribute "axis" value is {self.axis}, accepted range is [0, {len(shape) - 1}].'
            )
        return [(1,)]


class ConstantOfShape(OnnxOp, ops="ConstantOfShape"):
    """One value everywhere."""

    input: Value
    value: ElementsAttr | None

    def element(self) -> Type:
        """The element type."""
        return F32 if self.value is None else self.value.element_type

    def infer(self) -> Inferred:
        count = shape_of(self.input)
        if count is not None and len(count) != 1:
            raise ValueError("Input tensor must be a 1D tensor")
        check_sizes(self.input)
        shape = known_ints(self.input)
        if shape is not None and any(d < 0 and d != DYNAMIC for d in shape):
            raise ValueError("All values of the input tensor must be >=0")
        if shape is None and count is not None and count[0] != DYNAMIC:
            shape = list(unknown_dims(count[0]))
        return [tensor_type(None if shape is None else tuple(shape), self.element())]

    def requirements(self) -> Iterator[Requirement]:
        rank = rank_of(self.results[0])
        if rank is not None:
            yield has_elements(0, rank, "entries of the shape and the result's rank")
            for at in range(rank):
                yield at_least(Element(0, at), 0, f"entry {at} of the shape")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """The dimension that an entry of the shape is taken from."""
        shape = known_ints(self.input)
        entry = shape[index] if shape is not None and index < len(shape) else None
        return entry.key if isinstance(entry, Dim) else None

    @classmethod
    def parse(cls, p: Any, state: Any) -> None:
        """Read `(%x) {value = …} : (tensor<…>) -> tensor<…>`."""
        p.expect("(")
        operand = p.operand()
        p.expect(")")
        p.op_attr_dict(state)
        p.expect(":")
        at = p.here()
        type = p.function_type()
        if len(type.inputs) != 1 or len(type.results) != 1:
            raise p.error("expected one operand type and one result type", at)
        state.operands.append(p.resolve(operand, type.inputs[0]))
        state.result_types.append(type.results[0])

    def print(self, p: Any) -> None:
        """Write what `parse` reads."""
        p.text("(")
        p.value(self.operands[0])
        p.text(")")
        p.attr_dict(self)
        p.text(" : ")
        p.functional_type(self.operands, self.results)


class Range(OnnxOp, ops="Range"):
    """Numbers from start on below limit."""

    start: Value
    limit: Value
    delta: Value

    def infer(self) -> Inferred:
        numbers = [scalar_of(v) for v in (self.start, self.limit, self.delta)]
        if numbers[2] == 0:
            raise ValueError("has a delta of 0")
        if any(n is None for n in numbers):
            known = [known_ints(v) for v in (self.start, self.limit, self.delta)]
            if any(k is None or DYNAMIC in k for k in known):
                return [(DYNAMIC,)]
            numbers = [k[0] for k in known if k]
        start, limit, delta = (n for n in numbers if n is not None)
        count = -((start - limit) // delta)
        if not count < 1 << 63:  # NaN, too
            raise ValueError(f"has {count} numbers, expected fewer than 2^63")
        return [(int(count) if count > 0 else 0,)]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        """From 0 by steps of 1 up to a dimension, there are as many numbers as it has."""
        limit = known_ints(self.limit)
        end = limit[0] if limit else None
        counts = scalar_of(self.start) == 0 and scalar_of(self.delta) == 1
        return end.key if counts and isinstance(end, Dim) else None


class EyeLike(OnnxOp, ops="EyeLike"):
    """Ones on a diagonal."""

    input: Value
    dtype: int | None

    def infer(self) -> Inferred:
        expect_rank(self, 0, 2)
        element: Type | None = getattr(self.input.type, "element_type", None)
        if self.dtype is not None:
            element = element_type(self.dtype)
        return [tensor_type(shape_of(self.input), element)]


class OneHot(OnnxOp, ops="OneHot"):
    """A new dimension with one entry on, all others off."""

    indices: Value
    depth: Value
    axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.indices)
        if shape is None:
            return [None]
        axis = axis_in(self.axis, len(shape) + 1)
        check_sizes(self.depth)
        depth = scalar_of(self.depth)
        return [(*shape[:axis], DYNAMIC if depth is None else int(depth), *shape[axis:])]

    def requirements(self) -> Iterator[Requirement]:
        yield has_elements(1, 1, "depths and 1")
        yield at_least(Element(1), 1, "depth")
        yield has_elements(2, 2, "values and 2")


class ImageDecoder(OnnxOp, ops="ImageDecoder"):
    """Pixels (height, width, channels) of an encoded image."""

    pixel_format: str

    def infer(self) -> Inferred:
        return [(DYNAMIC, DYNAMIC, 1 if self.pixel_format == "Grayscale" else 3)]
