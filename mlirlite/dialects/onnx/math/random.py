"""Behavior of random numbers."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Requirement, at_least, has_sizes
from mlirlite.dialects.onnx.shapes import shape_of, shape_of_rank, tensor_type
from mlirlite.dialects.onnx.terms import Size
from mlirlite.dialects.onnx.types import numbered_type
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class RandomLike(OnnxOp, ops="RandomNormalLike RandomUniformLike Bernoulli"):
    """Random numbers in the shape of an operand."""

    input: Value
    dtype: int | None

    def infer(self) -> Inferred:
        element = getattr(self.input.type, "element_type", None)
        if self.dtype is not None:
            element = numbered_type(self.dtype)
        return [tensor_type(shape_of(self.input), element)]


class Random(OnnxOp, ops="RandomNormal RandomUniform"):
    """Random numbers in a shape."""

    shape: tuple[int, ...]
    dtype: int

    def infer(self) -> Inferred:
        return [tensor_type(self.shape, numbered_type(self.dtype))]


class Multinomial(OnnxOp, ops="Multinomial"):
    """Draws from rows of unnormalized log-probabilities."""

    input: Value
    sample_size: int
    dtype: int

    def infer(self) -> Inferred:
        shape = shape_of_rank(self.input, "input", 2, 2)
        rows = DYNAMIC if shape is None else shape[0]
        return [tensor_type((rows, self.sample_size), numbered_type(self.dtype))]

    def requirements(self) -> Iterator[Requirement]:
        yield from has_sizes(self, 0, [None, None])
        if shape_of(self.input) is not None:
            yield at_least(Size(0, 1), 1, "the number of classes")
