"""Behavior of reductions: one number, or position, for all along some axes."""

from collections.abc import Collection, Iterator
from typing import Any

from mlirlite.dialects.onnx.constants import ints_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Between,
    Divides,
    Equal,
    Requirement,
    Within,
    at_least,
    distinct_axes,
    is_number,
    size_of,
)
from mlirlite.dialects.onnx.shapes import Mismatch, axes_in, axis_in, product, rank_of, shape_of
from mlirlite.dialects.onnx.terms import Element, Integer, Size
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


def _keeps(value: int) -> bool:
    """Whether the reduced axes stay. Mismatch for a number other than 0 or 1: ONNX does not define
    its meaning."""
    if value not in (0, 1):
        raise Mismatch(f"'keepdims' value is {value}, accepted range is [0, 1]")
    return bool(value)


class Reduction(
    OnnxOp,
    ops="""ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd
        ReduceSum ReduceSumSquare""",
):
    """`axes` is an attribute in older versions and an operand in newer ones."""

    data: Value
    keepdims: int

    def reduced_axes(self) -> tuple[int, ...] | None:
        """The axes, sorted and counted from the front; None when they, or the rank, are not known.

        Empty for no reduction at all (`noop_with_empty_axes`).
        """
        rank = rank_of(self.data)
        axes: Any = self.get("axes")
        if isinstance(axes, Value):
            axes = [] if shape_of(axes) == (0,) else ints_of(axes)
            if axes is None:
                return None
        if rank is None:
            return None
        if not axes:
            return () if self.get("noop_with_empty_axes") else tuple(range(rank))
        return tuple(sorted(axes_in(axes, rank)))

    def infer(self) -> Inferred:
        keeps = _keeps(self.keepdims)
        shape = shape_of(self.data)
        axes = self.reduced_axes()
        if shape is None:
            return [None]
        if axes is None:
            if keeps:
                return [(DYNAMIC,) * len(shape)]
            given = shape_of(self.get("axes"))
            count = DYNAMIC if given is None else product(given)
            return [None if count == DYNAMIC else (DYNAMIC,) * (len(shape) - count)]
        if keeps:
            return [tuple(1 if i in axes else d for i, d in enumerate(shape))]
        return [tuple(d for i, d in enumerate(shape) if i not in axes)]

    def requirements(self) -> Iterator[Requirement]:
        rank, given = rank_of(self.data), self.get("axes")
        if rank is None or not isinstance(given, Value) or rank_of(given) != 1:
            return
        yield Within(1, Integer(-rank), Integer(rank - 1), "axes")
        result = rank_of(self.results[0]) if self.results else None
        if self.keepdims or result is None:
            return
        if result or self.get("noop_with_empty_axes"):
            lost = rank - result
            yield Equal(Size(1, 0), Integer(lost), "the number of axes and of dimensions that go")
            yield from distinct_axes(1, lost, rank)
        elif rank:  # no axes are all
            yield Divides(Integer(rank), Size(1, 0), "the number of dimensions, which are axes,")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        return _kept(self.data, self.reduced_axes(), _keeps(self.keepdims), index)


class ArgReduction(OnnxOp, ops="ArgMax ArgMin"):
    """Where along an axis the extreme is."""

    data: Value
    axis: int
    keepdims: int

    def infer(self) -> Inferred:
        kept = (1,) if _keeps(self.keepdims) else ()
        shape = shape_of(self.data)
        if shape is None:
            return [None]
        axis = axis_in(self.axis, len(shape))
        return [(*shape[:axis], *kept, *shape[axis + 1 :])]

    def requirements(self) -> Iterator[Requirement]:
        sizes = size_of(self, 0)
        if sizes:
            yield at_least(sizes[self.axis], 1, f"the size in dimension {self.axis}")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.data)
        axes = None if rank is None else (axis_in(self.axis, rank),)
        return _kept(self.data, axes, _keeps(self.keepdims), index)


def _kept(
    data: Value, axes: Collection[int] | None, keeps: bool, index: int
) -> tuple[Value, int] | None:
    """The dimension that is result `index` of a reduction along the axes, if it is not reduced."""
    rank = rank_of(data)
    if rank is None or axes is None:
        return None
    kept = [i for i in range(rank) if keeps or i not in axes]
    found = kept[index] if index < len(kept) else None
    return None if found is None or found in axes else (data, found)


class TopK(OnnxOp, ops="TopK"):
    """The largest or smallest entries along an axis and where they are."""

    X: Value
    axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None, None]
        axis = axis_in(self.axis, len(shape))
        known = "k" in self.schema.attributes
        counts = [self.get("k")] if known else ints_of(self.get("K"))
        count = counts[0] if counts else DYNAMIC
        found = (*shape[:axis], max(count, DYNAMIC), *shape[axis + 1 :])
        return [found, found]

    def requirements(self) -> Iterator[Requirement]:
        sizes = size_of(self, 0)
        yield from is_number(self, 1)
        if sizes:
            known = self.get("k")
            count = Element(1) if known is None else Integer(known)
            yield Between(count, Integer(0), sizes[self.axis], "K")
