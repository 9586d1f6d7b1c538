"""Behavior of operators that join tensors and cut them into parts."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import Between, Divides, Equal, Requirement, has_elements
from mlirlite.dialects.onnx.shapes import (
    add,
    axis_in,
    expect_dim,
    expect_rank,
    rank_of,
    refine_dim,
    shape_of,
)
from mlirlite.dialects.onnx.terms import Element, Integer, Size, total
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class Concat(OnnxOp, ops="Concat"):
    """Joins along an axis."""

    inputs: tuple[Value, ...]

    def infer(self) -> Inferred:
        shapes = [shape_of(v) for v in self.inputs]
        first = next((s for s in shapes if s is not None), None)
        if first is None:
            return [None]
        rank = len(first)
        if not rank:
            raise ValueError("cannot join scalars")
        axis = axis_in(self.get("axis", 1), rank)
        result = list(first)
        for index, shape in enumerate(shapes):
            expect_rank(self, index, rank)
            for position in range(rank):
                if position != axis and shape is not None:
                    expect_dim(self, index, position, result[position])
                    result[position] = refine_dim(result[position], shape[position])
        result[axis] = add(*(DYNAMIC if s is None else s[axis] for s in shapes))
        return [tuple(result)]

    def requirements(self) -> Iterator[Requirement]:
        yield from equal_beside(self, self.get("axis", 1))

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.inputs[0])
        if rank is None or axis_in(self.get("axis", 1), rank) == index:
            return None
        return self.inputs[0], index

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Concat(x) --> x"""
        alone = len(self.inputs) == 1 and self.inputs[0].type is self.results[0].type
        return self.inputs[0] if alone else None


def equal_beside(op: OnnxOp, axis: int) -> Iterator[Requirement]:
    """All operands have the first one's sizes, except along an axis."""
    rank = rank_of(op.operands[0])
    if not rank:
        return
    axis = axis_in(axis, rank)
    for index in range(1, len(op.operands)):
        for dim in range(rank):
            if dim != axis and rank_of(op.operands[index]) == rank:
                what = f"dimension {dim} of inputs 0 and {index}"
                yield Equal(Size(0, dim), Size(index, dim), what)


class ConcatShapeTranspose(OnnxOp, ops="ConcatShapeTranspose"):
    """Concat, and the Shape and the Transpose of its result."""

    inputs: tuple[Value, ...]
    axis: int
    perm: tuple[int, ...] | None

    def infer(self) -> Inferred:
        shapes = [shape_of(v) for v in self.inputs]
        if any(s is None for s in shapes):
            return [(DYNAMIC,), None]
        known = [s for s in shapes if s is not None]
        axis = axis_in(self.axis, len(known[0]))
        joined = list(known[0])
        for at in range(len(joined)):
            for shape in known:
                joined[at] = joined[at] if at == axis else refine_dim(joined[at], shape[at])
        joined[axis] = add(*(s[axis] for s in known))
        order = self.perm or tuple(reversed(range(len(joined))))
        part = joined[self.get("start", 0) : self.get("end")]
        return [(len(part),), tuple(joined[i] for i in order)]

    def requirements(self) -> Iterator[Requirement]:
        yield from equal_beside(self, self.axis)


class Split(OnnxOp, ops="Split"):
    """Cuts along an axis."""

    input: Value
    alike = True

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.input)
        if rank is None or axis_in(self.get("axis", 0), rank) == index:
            return None
        return self.input, index

    def parts(self) -> list[int] | None:
        """The sizes of the pieces, DYNAMIC where unknown; None when the rank is."""
        shape = shape_of(self.input)
        if shape is None:
            return None
        size = shape[axis_in(self.get("axis", 0), len(shape))]
        count = len(self.results)
        given = self.get("split")
        if given is None and "split_" in vars(type(self)):
            given = self.get("split_")
        if isinstance(given, Value):
            given = known_ints(given) or [DYNAMIC] * count
        if given is not None:
            sizes = list(given)
            if len(sizes) != count or any(s < 0 and s != DYNAMIC for s in sizes):
                raise ValueError(f"has split {sizes} for {count} results")
            if DYNAMIC not in sizes and size != DYNAMIC and sum(sizes) != size:
                raise ValueError(f"has split {sizes}, whose sum is not the dimension {size}")
            return sizes
        if size == DYNAMIC:
            return [DYNAMIC] * count
        pieces = self.get("num_outputs", count)
        if pieces != count:
            raise ValueError(f"has num_outputs = {pieces}, but {count} results")
        if size % count and "num_outputs" not in self.schema.attributes:
            raise ValueError(f"cannot cut a dimension of {size} into {count} equal parts")
        chunk = -(-size // count)
        return [max(0, min(chunk, size - i * chunk)) for i in range(count)]

    def infer(self) -> Inferred:
        if not self.results:
            return None
        shape, parts = shape_of(self.input), self.parts()
        if shape is None or parts is None:
            return [None] * len(self.results)
        axis = axis_in(self.get("axis", 0), len(shape))
        return [(*shape[:axis], part, *shape[axis + 1 :]) for part in parts]

    def requirements(self) -> Iterator[Requirement]:
        rank, count = rank_of(self.input), len(self.results)
        if not rank:
            return
        size = Size(0, axis_in(self.get("axis", 0), rank))
        given = self.get("split")
        if given is None and "split_" in vars(type(self)):
            given = self.get("split_")
        if isinstance(given, Value):
            yield has_elements(1, count, "parts and of results")
            parts = [Element(1, at) for at in range(count)]
            for at, part in enumerate(parts):
                yield Between(part, Integer(0), size, f"part {at} of split")
            yield Equal(total(parts), size, "the sum of split and the dimension")
        elif given is not None:
            yield Equal(Integer(sum(given)), size, "the sum of split and the dimension")
        elif self.get("num_outputs") is None:
            yield Divides(Integer(count), size, "the number of results and the dimension")
