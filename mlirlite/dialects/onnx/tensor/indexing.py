"""Behavior of operators that select and replace by indices."""

from collections.abc import Iterator
from typing import Any

from mlirlite.dialects.onnx.constants import ints_of, known_bounds, slice_of
from mlirlite.dialects.onnx.math.elementwise import SameShape
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    MOST_SIZE,
    Equal,
    NotZero,
    Requirement,
    Within,
    at_most,
    has_sizes,
    indices_within,
    size_of,
)
from mlirlite.dialects.onnx.shapes import (
    Mismatch,
    axes_in,
    axis_in,
    expect_dim,
    expect_no_scalars,
    expect_rank,
    product,
    rank_of,
    shape_of,
)
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size
from mlirlite.ir.types import DYNAMIC, NoneType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


class Slice(OnnxOp, ops="Slice"):
    """Cuts a part out of each of some dimensions."""

    data: Value

    def bounds(self) -> list[tuple[int, int, int, int]] | None:
        """(axis, start, end, step) as given, the axis from the front, DYNAMIC where unknown; None
        when the axes, or the rank, are not known."""
        rank = rank_of(self.data)
        starts, ends = (self._ints(n) for n in ("starts", "ends"))
        count = next((len(p) for p in (starts, ends) if p is not None), None)
        axes: Any = self.get("axes")
        if isinstance(axes, Value):
            axes = ints_of(axes)
            if axes is None:
                return None
        steps = self._ints("steps") if self.get("steps") is not None else [1] * (count or 0)
        if rank is None or count is None or steps is None:
            return None
        axes = axes_in(axes if axes is not None else range(count), rank)
        unknown = [DYNAMIC] * count
        columns = (axes, starts or unknown, ends or unknown, steps)
        if len({len(c) for c in columns}) != 1:
            raise ValueError("has starts, ends, axes and steps of different lengths")
        if 0 in steps:
            raise ValueError("has a step of 0")
        return list(zip(*columns, strict=True))

    def _ints(self, name: str) -> list[int] | None:
        value = self.get(name)
        return known_bounds(value) if isinstance(value, Value) else value

    def infer(self) -> Inferred:
        shape = shape_of(self.data)
        bounds = self.bounds()
        if shape is None:
            return [None]
        if bounds is None:
            return [(DYNAMIC,) * len(shape)]
        result = list(shape)
        for axis, start, end, step in bounds:
            size = shape[axis]
            if DYNAMIC in (size, start, end, step):
                first = start == 0 or DYNAMIC < start < -(1 << 31)
                whole = size == DYNAMIC and first and step == 1 and end >= (1 << 31) - 1
                result[axis] = size if whole else DYNAMIC
            else:
                result[axis] = len(range(*slice_of(start, end, step, size).indices(size)))
        return [tuple(result)]

    def requirements(self) -> Iterator[Requirement]:
        rank, lists = rank_of(self.data), range(2, len(self.operands))
        if not isinstance(self.get("starts"), Value) or rank is None:
            return
        given = [i for i in lists if not isinstance(self.operands[i].type, NoneType)]
        for index in given:
            name = self.schema.inputs[index].name
            yield Equal(Count(1), Count(index), f"the numbers of starts and {name}")
        if 3 in given:
            yield Within(3, Integer(-rank), Integer(rank - 1), "axes")
        else:
            yield at_most(Count(1), rank, "the number of starts")
        count = shape_of(self.operands[1])
        for at in range(count[0] if 4 in given and count and count[0] != DYNAMIC else 0):
            yield NotZero(Element(4, at), f"steps[{at}]")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        bounds = self.bounds()
        cut = bounds is None or index in {axis for axis, *_ in bounds}
        return None if cut else (self.data, index)


class Gather(OnnxOp, ops="Gather"):
    """Entries along an axis, by their indices."""

    data: Value
    indices: Value
    axis: int

    def infer(self) -> Inferred:
        data, indices = shape_of(self.data), shape_of(self.indices)
        if data is None:
            return [None]
        if not data:
            raise Mismatch("operand 'data' has rank 0, rank should be > 0")
        axis = axis_in(self.axis, len(data))
        if indices is None:
            return [None]
        return [(*data[:axis], *indices, *data[axis + 1 :])]

    def requirements(self) -> Iterator[Requirement]:
        data = shape_of(self.data)
        if data:
            yield indices_within(1, Size(0, axis_in(self.axis, len(data))), "indices")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        data, indices = shape_of(self.data), shape_of(self.indices)
        if data is None or indices is None:
            return None
        axis = axis_in(self.axis, len(data))
        if index < axis:
            return self.data, index
        if index < axis + len(indices):
            return self.indices, index - axis
        return self.data, index - len(indices) + 1


class GatherElements(OnnxOp, ops="GatherElements"):
    """Entries along an axis, an index for each element of the result."""

    data: Value
    indices: Value
    axis: int

    def infer(self) -> Inferred:
        data, indices = shape_of(self.data), shape_of(self.indices)
        if data is None:
            return [indices]
        expect_no_scalars(self, 0)
        expect_rank(self, 1, len(data))
        axis = axis_in(self.axis, len(data))
        size = data[axis]
        if size != DYNAMIC:
            for index in ints_of(self.indices) or ():
                axis_in(index, size, "indices")
        return [indices]

    def requirements(self) -> Iterator[Requirement]:
        yield from elements_along_axis(self, self.axis)


def elements_along_axis(op: OnnxOp, axis: int) -> Iterator[Requirement]:
    """The requirements on an index for each element: it is in bounds, and so is its position in the
    other dimensions."""
    data, indices = shape_of(op.operands[0]), shape_of(op.operands[1])
    if not data or indices is None or len(indices) != len(data):
        return
    axis = axis_in(axis, len(data))
    for dim in range(len(data)):
        if dim != axis:
            what = f"the size of indices in dimension {dim}"
            yield at_most(Size(1, dim), Size(0, dim), what)
    yield indices_within(1, Size(0, axis), "indices")


class GatherND(OnnxOp, ops="GatherND"):
    """Slices by tuples of indices."""

    data: Value
    indices: Value
    batch_dims: int

    def infer(self) -> Inferred:
        data, indices = shape_of(self.data), shape_of(self.indices)
        expect_no_scalars(self, 0, 1)
        if data is None or indices is None:
            return [None]
        batch = self.get("batch_dims", 0)
        most = min(len(data), len(indices)) - 1
        if not 0 <= batch <= most:
            raise Mismatch(f"'batch_dims' value is {batch}, accepted range is [0, {most}]")
        for position in range(batch):
            expect_dim(self, 1, position, data[position])
        length = indices[-1]
        if length == DYNAMIC:
            return [None]
        last = len(indices) - 1
        expect_dim(self, 1, last, len(data) - batch, at_most=True)
        for at, index in enumerate(ints_of(self.indices) or ()):
            size = data[batch + at % length]
            if size != DYNAMIC:
                axis_in(index, size, f"indices[{at}]")
        return [(*indices[:-1], *data[batch + length :])]

    def requirements(self) -> Iterator[Requirement]:
        data, indices = shape_of(self.data), shape_of(self.indices)
        result, batch = rank_of(self.results[0]), self.get("batch_dims", 0)
        if not data or not indices or result is None:
            return
        last = len(indices) - 1
        length = last + len(data) - batch - result
        yield Equal(Size(1, last), Integer(length), "the indices' last size and that of a tuple")
        for dim in range(batch):
            yield Equal(Size(0, dim), Size(1, dim), f"batch dimension {dim} of data and indices")
        for column in range(length):
            yield indices_within(1, Size(0, batch + column), f"indices[..., {column}]", column)


class ScatterElements(SameShape, ops="Scatter ScatterElements"):
    """A copy with some elements replaced."""

    def check(self) -> Diagnostic | None:
        shape = shape_of(self.operands[0])
        expect_no_scalars(self, 0)
        if shape is not None:
            expect_rank(self, 1, len(shape))
            expect_rank(self, 2, len(shape))
            size = shape[axis_in(self.get("axis", 0), len(shape))]
            for index in ints_of(self.operands[1]) or () if size != DYNAMIC else ():
                axis_in(index, size, "indices")
        return None

    def requirements(self) -> Iterator[Requirement]:
        for dim in range(rank_of(self.operands[1]) or 0):
            what = f"the sizes of indices and updates in dimension {dim}"
            yield Equal(Size(1, dim), Size(2, dim), what)
        yield from elements_along_axis(self, self.get("axis", 0))


class ScatterND(SameShape, ops="ScatterND"):
    """A copy with some slices replaced."""

    def check(self) -> Diagnostic | None:
        expect_no_scalars(self, 0, 1)
        data, indices = shape_of(self.operands[0]), shape_of(self.operands[1])
        if data is None or indices is None or indices[-1] == DYNAMIC:
            return None
        length = indices[-1]
        expect_dim(self, 1, len(indices) - 1, len(data), at_most=True)
        wanted = (*indices[:-1], *data[length:])
        expect_rank(self, 2, len(wanted))
        for position, size in enumerate(wanted):
            expect_dim(self, 2, position, size)
        return None

    def requirements(self) -> Iterator[Requirement]:
        data, indices, updates = (shape_of(v) for v in self.operands)
        if not data or not indices or updates is None:
            return
        last = len(indices) - 1
        length = last + len(data) - len(updates)
        yield Equal(Size(1, last), Integer(length), "the indices' last size and that of a tuple")
        for dim in range(last):
            yield Equal(Size(1, dim), Size(2, dim), f"dimension {dim} of indices and updates")
        for dim in range(length, len(data)):
            there = last + dim - length
            what = f"dimension {dim} of data and {there} of updates"
            yield Equal(Size(0, dim), Size(2, there), what)
        for column in range(length):
            yield indices_within(1, Size(0, column), f"indices[..., {column}]", column)


class TensorScatter(SameShape, ops="TensorScatter"):
    """A cache with an update written into it."""

    axis: int
    mode: str

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        if shape is not None and axis_in(self.axis, len(shape)) == 0:
            raise ValueError("axis cannot be 0, which is the batch dimension")
        return [shape]

    def requirements(self) -> Iterator[Requirement]:
        cache = size_of(self, 0)
        if cache is None:
            return
        axis = axis_in(self.axis, len(cache))
        yield from has_sizes(self, 1, [None if d == axis else n for d, n in enumerate(cache)])
        yield from has_sizes(self, 2, [cache[0]])
        update = size_of(self, 1)
        if update is None or len(update) != len(cache):
            return
        yield at_most(update[axis], cache[axis], "the length of the update, which the cache has,")
        if size_of(self, 2) is not None:
            last = Integer(MOST_SIZE) if self.mode == "circular" else cache[axis] - update[axis]
            yield Within(2, Integer(0), last, "write_indices")


class Triangle(SameShape, ops="Trilu"):
    """Zeroes elements on one side of a diagonal."""


class ReverseSequence(SameShape, ops="ReverseSequence"):
    """Reorders the first elements of each sequence."""

    time_axis: int
    batch_axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.operands[0])
        axes = (self.time_axis, self.batch_axis)
        if sorted(axes) != [0, 1] or (shape is not None and len(shape) < 2):
            raise ValueError(f"expects axes 0 and 1 of a tensor that has them, found {axes}")
        return [shape]

    def requirements(self) -> Iterator[Requirement]:
        time, batch = self.time_axis, self.batch_axis
        if rank_of(self.operands[0]) is not None:
            yield Equal(Count(1), Size(0, batch), "the number of sequence_lens and of sequences")
            yield Within(1, Integer(0), Size(0, time), "sequence_lens")


class Compress(OnnxOp, ops="Compress"):
    """The entries along an axis for which a condition holds."""

    input: Value
    condition: Value
    axis: int | None

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is not None and self.axis is not None:
            axis_in(self.axis, len(shape))
        expect_rank(self, 1, 1)
        chosen = ints_of(self.condition)
        if self.axis is None:
            return [(DYNAMIC if chosen is None else sum(chosen),)]
        if shape is None:
            return [None]
        axis = axis_in(self.axis, len(shape))
        count = DYNAMIC if chosen is None else sum(chosen)
        return [(*shape[:axis], count, *shape[axis + 1 :])]


class NonZero(OnnxOp, ops="NonZero"):
    """Positions of the elements that are not zero."""

    X: Value

    def infer(self) -> Inferred:
        rank = rank_of(self.X)
        return [(DYNAMIC if rank is None else rank, DYNAMIC)]


class Unique(OnnxOp, ops="Unique"):
    """Distinct elements, or slices along an axis."""

    X: Value
    axis: int | None
    sorted: int

    def infer(self) -> Inferred:
        if self.sorted not in (0, 1):
            raise Mismatch(f"'sorted' value is {self.sorted}, accepted range is [0, 1]")
        shape = shape_of(self.X)
        unknown = (DYNAMIC,)
        if self.axis is None:
            return [unknown, unknown, (DYNAMIC if shape is None else product(shape),), unknown]
        if shape is None:
            return [None, unknown, unknown, unknown]
        axis = axis_in(self.axis, len(shape))
        found = (*shape[:axis], DYNAMIC, *shape[axis + 1 :])
        return [found, unknown, (shape[axis],), unknown]
