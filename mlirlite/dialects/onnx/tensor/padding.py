"""Behavior of operators that add and crop at the ends of dimensions."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import ints_of, known_ints
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    MOST_SIZE,
    Between,
    Equal,
    Requirement,
    Within,
    at_least,
    at_most,
    has_elements,
)
from mlirlite.dialects.onnx.shapes import (
    add,
    axes_in,
    is_static,
    rank_of,
    shape_of,
    text_of,
)
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size, Term, larger
from mlirlite.ir.types import DYNAMIC
from mlirlite.ir.values import Value


class Pad(OnnxOp, ops="Pad"):
    """Adds at the ends of dimensions, or crops where negative."""

    data: Value

    def amounts(self) -> list[tuple[int, int]] | None:
        """(before, after) for each dimension, DYNAMIC where unknown; None when the rank is."""
        rank = rank_of(self.data)
        if rank is None:
            return None
        given = self.get("pads", self.get("paddings"))
        pads = known_ints(given) if isinstance(given, Value) else given
        axes: Any = self.get("axes")
        if isinstance(axes, Value):
            axes = ints_of(axes)
            if axes is None:
                return [(DYNAMIC, DYNAMIC)] * rank
        axes = axes_in(axes if axes is not None else range(rank), rank)
        if pads is None:
            pads = [DYNAMIC] * (2 * len(axes))
        if len(pads) != 2 * len(axes):
            raise ValueError(f"has {len(pads)} pads, expected {2 * len(axes)} for {len(axes)} axes")
        amounts = [(0, 0)] * rank
        for index, axis in enumerate(axes):
            amounts[axis] = (pads[index], pads[index + len(axes)])
        return amounts

    def infer(self) -> Inferred:
        shape, amounts = shape_of(self.data), self.amounts()
        if shape is None or amounts is None:
            return [None]
        result = tuple(add(d, *pair) for d, pair in zip(shape, amounts, strict=True))
        if any(d < 0 and d != DYNAMIC for d in result):
            raise ValueError(f"crops more than there is: {text_of(shape)} by {amounts}")
        return [result]

    def requirements(self) -> Iterator[Requirement]:
        rank, given, axes = rank_of(self.data), self.get("pads"), self.get("axes")
        if rank is None:
            return
        count: int | None = rank
        if isinstance(axes, Value):
            yield Within(3, Integer(-rank), Integer(rank - 1), "axes")
            number = shape_of(axes)
            count = None if not is_static(number) or not number else number[0]
        if isinstance(given, Value):
            if count is None:
                yield Equal(Count(1), Count(3) * 2, "the number of pads and twice that of axes")
            else:
                yield has_elements(1, 2 * count, "pads and twice that of axes")
        known = self.axes_known()
        for at, axis in enumerate(known or ()):
            before, after = self._amount(given, at), self._amount(given, at + len(known or ()))
            if before is not None and after is not None:
                yield from self._fits(axis, before, after)

    def axes_known(self) -> Sequence[int] | None:
        """The axes that are padded, from the front; None if known only at run time."""
        rank, axes = rank_of(self.data), self.get("axes")
        if isinstance(axes, Value):
            axes = ints_of(axes)
        elif axes is None and rank is not None:
            axes = range(rank)
        return None if axes is None or rank is None else axes_in(axes, rank)

    def _amount(self, given: Any, at: int) -> Term | None:
        if isinstance(given, Value):
            return Element(1, at)
        values = given if given is not None else self.get("paddings")
        return Integer(values[at]) if values is not None and at < len(values) else None

    def _fits(self, axis: int, before: Term, after: Term) -> Iterator[Requirement]:
        far = Integer(MOST_SIZE)
        for pad, what in ((before, "before"), (after, "after")):
            yield Between(pad, -far, far, f"the padding {what} dimension {axis}")
        size: Term = Size(0, axis)
        mode = self.get("mode", "constant")
        what = f"the padded size of dimension {axis}"
        yield at_least(size + before + after, 0, what)
        if mode == "constant":
            return
        zero = Integer(0)
        size = size - larger(zero - before, 0) - larger(zero - after, 0)
        yield at_least(size, 0, f"the rest of dimension {axis}")
        for pad in (before, after):
            # A size of 0 cannot be reflected, for any padding; no product wraps.
            most = larger(size - 1, 0) if mode == "reflect" else size * (1 << 31)
            yield at_most(pad, most, f"the padding of dimension {axis} in mode '{mode}'")


class CenterCropPad(OnnxOp, ops="CenterCropPad"):
    """Crops or pads around the center."""

    input_data: Value
    shape: Value
    axes: tuple[int, ...] | None

    def infer(self) -> Inferred:
        data, wanted = shape_of(self.input_data), known_ints(self.shape)
        if data is None:
            return [None]
        axes = axes_in(self.axes if self.axes is not None else range(len(data)), len(data))
        if wanted is None:
            wanted = [DYNAMIC] * len(axes)
        if len(wanted) != len(axes):
            raise ValueError(f"has a shape of {len(wanted)} entries for {len(axes)} axes")
        result = list(data)
        for axis, size in zip(axes, wanted, strict=True):
            result[axis] = size
        return [tuple(result)]

    def requirements(self) -> Iterator[Requirement]:
        rank = rank_of(self.input_data)
        if rank is not None:
            count = rank if self.axes is None else len(self.axes)
            yield has_elements(1, count, "sizes and of axes")
            for at in range(count):
                yield at_least(Element(1, at), 0, f"shape[{at}]")
