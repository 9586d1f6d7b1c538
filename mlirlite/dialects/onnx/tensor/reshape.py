"""Behavior of operators that cut, join and reorder whole dimensions."""

from collections.abc import Iterator, Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import (
    Dim,
    check_sizes,
    dims_of,
    ints_of,
    known_ints,
    same_size,
)
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.requirements import (
    Broadcast,
    Equal,
    NotZero,
    Requirement,
    Within,
    at_least,
    has_elements,
)
from mlirlite.dialects.onnx.shapes import (
    Shape,
    axes_in,
    axis_in,
    broadcast,
    is_static,
    product,
    rank_of,
    shape_of,
    shape_of_rank,
    text_of,
    unknown_dims,
)
from mlirlite.dialects.onnx.terms import Element, Integer, Size
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.types import DYNAMIC, RankedTensorType
from mlirlite.ir.values import Value


class Identity(OnnxOp, ops="Identity"):
    """A copy."""

    input: Value

    def infer(self) -> Inferred:
        return [self.input.type]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Identity(x) --> x"""
        return self.input if self.input.type is self.results[0].type else None


class Reshape(OnnxOp, ops="Reshape"):
    """The same elements in another shape."""

    data: Value
    allowzero: int

    def target(self) -> list[int] | None:
        """The wanted shape as given (0 copies, -1 is inferred), DYNAMIC where unknown."""
        shape = self.get("shape")
        if isinstance(shape, Value):
            return known_ints(shape)
        return None if shape is None else list(shape)

    def infer(self) -> Inferred:
        rank = shape_of(self.get("shape")) if isinstance(self.get("shape"), Value) else None
        if rank is not None and len(rank) != 1:
            raise ValueError("Shape tensor must have rank one")
        check_sizes(self.get("shape") if rank is not None else None)
        data, target = dims_of(self.data), self.target()
        if target is None:
            return [None if not rank or rank[0] == DYNAMIC else unknown_dims(rank[0])]
        return [reshape(data, target, bool(self.get("allowzero")))]

    def requirements(self) -> Iterator[Requirement]:
        rank, wanted = rank_of(self.data), rank_of(self.results[0])
        if not isinstance(self.get("shape"), Value) or rank is None or wanted is None:
            return
        yield has_elements(1, wanted, "entries of the shape and the result's rank")
        for at in range(wanted):
            yield at_least(Element(1, at), -1, f"entry {at} of the shape")
            if at >= rank and not self.get("allowzero"):
                yield NotZero(Element(1, at), f"entry {at} of the shape, beyond the data's rank,")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        target = self.target()
        entry = target[index] if target is not None and index < len(target) else None
        if isinstance(entry, Dim):
            return entry.key
        if entry == 0 and not self.get("allowzero"):
            return self.data, index
        return self._only_unknown(target, index) if target is not None and entry == -1 else None

    def _only_unknown(self, target: list[int], index: int) -> tuple[Value, int] | None:
        """The data's dimension that an inferred one equals: each is the only unknown one of its
        shape, and the known sizes have the same product."""
        data = shape_of(self.data) or ()
        unknown = [axis for axis, size in enumerate(data) if size == DYNAMIC]
        known = [size for at, size in enumerate(target) if at != index]
        if len(unknown) != 1 or min(known, default=1) < 1:
            return None
        same = product(known) == product(size for size in data if size != DYNAMIC)
        return (self.data, unknown[0]) if same else None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Reshape(x : tensor<2x3xf32>) : tensor<2x3xf32> --> x, for static shapes"""
        type = self.results[0].type
        return self.data if self.data.type is type and is_static(shape_of(self.data)) else None


def reshape(data: Shape | None, target: Sequence[int], allow_zero: bool = False) -> Shape:
    """The shape that Reshape gives. ValueError when the elements do not fit."""
    result = list(target)
    if any(d < -1 and d != DYNAMIC for d in target):
        raise ValueError(f"has a negative dimension in the shape {list(target)}")
    if target.count(-1) > 1:
        raise ValueError(f"has more than one -1 in the shape {list(target)}")
    if allow_zero and 0 in target and -1 in target:
        raise ValueError("has 0 and -1 in a shape with allowzero, so that -1 means nothing")
    for index, size in enumerate(target):
        if size == 0 and not allow_zero:
            if data is not None and index >= len(data):
                raise ValueError(
                    f"copies dimension {index} of data, which has rank {len(data)} only"
                )
            result[index] = DYNAMIC if data is None else data[index]
    if data is None:
        return tuple(DYNAMIC if d == -1 else d for d in result)
    if -1 not in result:
        if DYNAMIC not in data and DYNAMIC not in result and product(data) != product(result):
            raise ValueError(f"cannot reshape {text_of(data)} to {text_of(result)}")
        if DYNAMIC not in data and result.count(DYNAMIC) == 1:
            hole = result.index(DYNAMIC)
            rest = product(d for d in result if d != DYNAMIC)
            # The unknown entry may be -1 or 0 at run time: the number of elements settles it.
            if rest and product(data) % rest == 0:
                result[hole] = product(data) // rest
        return tuple(result)
    hole = result.index(-1)
    left, others = _without_common(list(data), result[:hole] + result[hole + 1 :])
    total, rest = product(left), product(others)
    if DYNAMIC in (total, rest):
        result[hole] = DYNAMIC
    elif rest == 0:
        result[hole] = 0
    elif total % rest:
        raise ValueError(f"cannot reshape {text_of(data)} to {list(target)}")
    else:
        result[hole] = total // rest
    return tuple(result)


def _without_common(first: list[int], second: list[int]) -> tuple[list[int], list[int]]:
    """Both without their common non-zero dimensions."""
    keys = [d.key if isinstance(d, Dim) else d for d in first]
    left = list(first)
    right = []
    for size in second:
        key = size.key if isinstance(size, Dim) else size
        if key in keys and key not in (0, DYNAMIC):
            at = keys.index(key)
            del keys[at], left[at]
        else:
            right.append(size)
    return left, right


class Flatten(OnnxOp, ops="Flatten"):
    """Two dimensions: those before the axis, and the rest."""

    input: Value
    axis: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is None:
            return [(DYNAMIC, DYNAMIC)]
        axis = axis_in(self.axis, len(shape), end=True)
        return [(product(shape[:axis]), product(shape[axis:]))]


class Transpose(OnnxOp, ops="Transpose"):
    """Reorders dimensions."""

    data: Value
    perm: tuple[int, ...] | None

    def permutation(self) -> tuple[int, ...] | None:
        """`perm` without negative entries, or the reversal that it is when not given; None when the
        rank is unknown."""
        rank = rank_of(self.data)
        if self.perm is not None:
            count = len(self.perm)
            return tuple(p + count if p < 0 else p for p in self.perm)
        return None if rank is None else tuple(reversed(range(rank)))

    def infer(self) -> Inferred:
        shape, order = shape_of(self.data), self.permutation()
        if order is not None and sorted(order) != list(range(len(order))):
            raise ValueError(f"expects a permutation as perm, got {list(order)}")
        if shape is None or order is None:
            return [None if order is None else (DYNAMIC,) * len(order)]
        if len(order) != len(shape):
            raise ValueError(f"has perm with {len(order)} entries for rank {len(shape)}")
        return [tuple(shape[i] for i in order)]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        order = self.permutation()
        return None if order is None else (self.data, order[index])

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Transpose(x) {perm = [0, 1]} --> x"""
        order = self.permutation()
        same = order is not None and order == tuple(range(len(order)))
        return self.data if same and self.data.type is self.results[0].type else None


class Squeeze(OnnxOp, ops="Squeeze"):
    """Removes dimensions of size 1."""

    data: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.data)
        axes = self.get("axes")
        if shape is None:
            return [None]
        if axes is None:
            kept = tuple(d for d in shape if d != 1)
            return [kept if DYNAMIC not in kept or self._must_have_rank(len(kept)) else None]
        if isinstance(axes, Value):
            known = ints_of(axes)
            if known is None:
                count = shape_of_rank(axes, "axes", 1, 1)
                if count is None or count[0] == DYNAMIC:
                    return [None]
                return [(DYNAMIC,) * (len(shape) - count[0])]
            axes = known
        for axis in axes_in(axes, len(shape)):
            if shape[axis] not in (1, DYNAMIC):
                raise ValueError(f"cannot squeeze dimension {axis} of size {shape[axis]}")
        removed = axes_in(axes, len(shape))
        return [tuple(d for i, d in enumerate(shape) if i not in removed)]

    def requirements(self) -> Iterator[Requirement]:
        rank, axes, result = rank_of(self.data), self.get("axes"), rank_of(self.results[0])
        if rank is None or axes is None:
            return
        known = ints_of(axes) if isinstance(axes, Value) else axes
        if known is None and result is not None:
            yield has_elements(1, rank - result, "axes and of dimensions to remove")
            yield Within(1, Integer(-rank), Integer(rank - 1), "axes")
        for axis in axes_in(known or (), rank):
            yield Equal(Size(0, axis), Integer(1), f"the size of dimension {axis} to squeeze and 1")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank, axes = rank_of(self.data), self.get("axes")
        axes = ints_of(axes) if isinstance(axes, Value) else axes
        if rank is None or axes is None:
            return None
        removed = axes_in(axes, rank)
        kept = [i for i in range(rank) if i not in removed]
        return (self.data, kept[index]) if index < len(kept) else None

    def axes_in_doubt(self) -> list[int]:
        """Without named axes: the axes of unknown size, if they are so few that code for all cases,
        twice as many with each, can be made; otherwise none."""
        shape = shape_of(self.data)
        if shape is None or self.get("axes") is not None:
            return []
        unknown = [axis for axis, size in enumerate(shape) if size == DYNAMIC]
        return unknown if len(unknown) <= _MOST_IN_DOUBT else []

    def _must_have_rank(self, rank: int) -> bool:
        """Whether a user names the last of this many axes, so that the result has at least this
        rank."""
        return any(
            getattr(user, "axis", None) == rank - 1
            for result in self.results
            for user in result.users
            if user.name in _NAMES_AN_AXIS and user.operands[0] is result
        )


_MOST_IN_DOUBT = 2
_NAMES_AN_AXIS = frozenset({"onnx.Concat", "onnx.Gather", "onnx.Softmax", "onnx.Split"})


class Unsqueeze(OnnxOp, ops="Unsqueeze"):
    """Inserts dimensions of size 1; the axes are those of the result."""

    data: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.data)
        axes = self.get("axes")
        if isinstance(axes, Value):
            known = ints_of(axes)
            if known is None:
                count = shape_of(axes)
                if shape is None or count is None or DYNAMIC in count:
                    return [None]
                return [(DYNAMIC,) * (len(shape) + (count[0] if count else 1))]
            axes = known
        if shape is None:
            return [None]
        new = axes_in(axes, len(shape) + len(axes))
        rest = iter(shape)
        return [tuple(1 if i in new else next(rest) for i in range(len(shape) + len(new)))]

    def requirements(self) -> Iterator[Requirement]:
        rank, axes, result = rank_of(self.data), self.get("axes"), rank_of(self.results[0])
        if rank is None or result is None or not isinstance(axes, Value):
            return
        if ints_of(axes) is None:
            yield has_elements(1, result - rank, "axes and of dimensions to insert")
            yield Within(1, Integer(-result), Integer(result - 1), "axes")

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.data)
        axes = self.get("axes")
        axes = ints_of(axes) if isinstance(axes, Value) else axes
        if rank is None or axes is None:
            return None
        new = axes_in(axes, rank + len(axes))
        return None if index in new else (self.data, index - sum(a < index for a in new))


class Expand(OnnxOp, ops="Expand"):
    """Broadcasts to a shape."""

    input: Value
    shape: Value

    def infer(self) -> Inferred:
        data, wanted = shape_of(self.input), known_ints(self.shape)
        if wanted is None:
            count = shape_of(self.shape)
            if data is None or count is None or DYNAMIC in count:
                return [None]
            return [broadcast(data, unknown_dims(count[0]))]
        # An unknown dimension may be 1 and then broadcast: only a known one above 1 is certain.
        return [broadcast(data, tuple(wanted))]

    def requirements(self) -> Iterator[Requirement]:
        rank, count = rank_of(self.input), shape_of(self.shape)
        if rank is None or count is None or count[0] == DYNAMIC:
            return
        for at in range(count[0]):
            entry, dim = Element(1, at), rank - count[0] + at
            yield at_least(entry, 0, f"entry {at} of the shape")
            if dim >= 0:
                what = f"dimension {dim} and the entry of the shape that it is expanded to"
                yield Broadcast(Size(0, dim), entry, what)

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        data, wanted = dims_of(self.input), known_ints(self.shape)
        if data is None or wanted is None:
            return None
        rank = max(len(data), len(wanted))
        old, new = ((1,) * (rank - len(s)) + tuple(s) for s in (data, wanted))
        size, entry = old[index], new[index]
        if isinstance(entry, Dim) and (size == 1 or same_size(size, entry)):
            return entry.key
        return (self.input, index - rank + len(data)) if new[index] == 1 else None


class Tile(OnnxOp, ops="Tile"):
    """Repeats along each dimension."""

    input: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        if shape is None:
            return [None]
        if self.schema.version == 1:
            return [(DYNAMIC,) * len(shape)]
        repeats = known_ints(self.get("repeats"))
        if repeats is None:
            return [(DYNAMIC,) * len(shape)]
        if len(repeats) != len(shape):
            raise ValueError(f"has {len(repeats)} repeats for rank {len(shape)}")
        return [tuple(product(pair) for pair in zip(shape, repeats, strict=True))]

    def requirements(self) -> Iterator[Requirement]:
        rank = rank_of(self.input)
        if rank is not None and self.schema.version > 1:
            yield has_elements(1, rank, "repeats and of dimensions")
            for at in range(rank):
                yield at_least(Element(1, at), 0, f"repeats[{at}]")


class UpsampleAndPad(OnnxOp, ops="UpsampleAndPad"):
    """Spreads elements apart by strides, then pads the last dimensions."""

    X: Value
    strides: tuple[int, ...] | None
    pads: tuple[int, ...] | None

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        count = len(self.strides) if self.strides is not None else len(self.pads or ()) // 2
        strides, pads = self.strides or (1,) * count, self.pads or (0,) * (2 * count)
        if count > len(shape) or len(pads) != 2 * count:
            raise ValueError(f"has strides and pads that do not fit rank {len(shape)}")
        first = len(shape) - count
        tail = (
            d if d == DYNAMIC else (d - 1) * s + 1 + before + after
            for d, s, before, after in zip(
                shape[first:], strides, pads[:count], pads[count:], strict=True
            )
        )
        return [(*shape[:first], *tail)]


class LayoutTransform(OnnxOp, ops="LayoutTransform"):
    """Another layout in memory, or the usual one."""

    data: Value
    target_layout: Attribute | None

    def infer(self) -> Inferred:
        type = self.data.type
        if not isinstance(type, RankedTensorType):
            return [type]
        return [RankedTensorType(type.shape, type.element_type, self.target_layout)]
