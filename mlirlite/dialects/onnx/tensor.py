"""Behaviour of operators that move, cut, join, select and make tensors."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import (
    Dim,
    dims_of,
    ints_of,
    known_ints,
    scalar_of,
    slice_of,
)
from mlirlite.dialects.onnx.math import SameShape, tensor
from mlirlite.dialects.onnx.op import Inferred, Mismatch, OnnxOp, Shape
from mlirlite.dialects.onnx.shapes import (
    add,
    axes_in,
    axis_in,
    broadcast,
    expect_dim,
    expect_no_scalars,
    expect_rank,
    is_static,
    product,
    rank_of,
    refine_dim,
    shape_of,
    text_of,
)
from mlirlite.dialects.onnx.types import OptType, element_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.types import DYNAMIC, F32
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


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
        data, target = dims_of(self.data), self.target()
        if target is None:
            rank = shape_of(self.get("shape")) if isinstance(self.get("shape"), Value) else None
            return [None if not rank or rank[0] == DYNAMIC else (DYNAMIC,) * rank[0]]
        return [reshape(data, target, bool(self.get("allowzero")))]

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        target = self.target()
        entry = target[index] if target is not None and index < len(target) else None
        if isinstance(entry, Dim):
            return entry.key
        if entry == 0 and not self.get("allowzero"):
            return self.data, index
        return None

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
    """Both without the dimensions other than 0 that they have in common."""
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
        """`perm`, or the reversal that it is when not given; None when the rank is unknown."""
        rank = rank_of(self.data)
        if self.perm is not None:
            return self.perm
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
            return [None if DYNAMIC in shape else tuple(d for d in shape if d != 1)]
        if isinstance(axes, Value):
            known = ints_of(axes)
            if known is None:
                count = shape_of(axes)
                if count is None or count[0] == DYNAMIC:
                    return [None]
                return [(DYNAMIC,) * (len(shape) - count[0])]
            axes = known
        for axis in axes_in(axes, len(shape)):
            if shape[axis] not in (1, DYNAMIC):
                raise ValueError(f"cannot squeeze dimension {axis} of size {shape[axis]}")
        gone = axes_in(axes, len(shape))
        return [tuple(d for i, d in enumerate(shape) if i not in gone)]


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

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.data)
        axes = self.get("axes")
        axes = ints_of(axes) if isinstance(axes, Value) else axes
        if rank is None or axes is None:
            return None
        new = axes_in(axes, rank + len(axes))
        return None if index in new else (self.data, index - sum(a < index for a in new))


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

    def dim_source(self, index: int) -> tuple[Value, int] | None:
        rank = rank_of(self.inputs[0])
        if rank is None or axis_in(self.get("axis", 1), rank) == index:
            return None
        return self.inputs[0], index

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Concat(x) --> x"""
        alone = len(self.inputs) == 1 and self.inputs[0].type is self.results[0].type
        return self.inputs[0] if alone else None


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
        joined[axis] = add(*(s[axis] for s in known))
        order = self.perm or tuple(reversed(range(len(joined))))
        part = joined[self.get("start", 0) : self.get("end")]
        return [(len(part),), tuple(joined[i] for i in order)]


class Split(OnnxOp, ops="Split"):
    """Cuts along an axis."""

    input: Value

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
        return known_ints(value) if isinstance(value, Value) else value

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
                whole = size == DYNAMIC and start == 0 and step == 1 and end >= (1 << 31) - 1
                bounded = size == DYNAMIC and 0 <= start < end and False
                result[axis] = size if whole or bounded else DYNAMIC
            else:
                result[axis] = len(range(*slice_of(start, end, step, size).indices(size)))
        return [tuple(result)]


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
            return [broadcast(data, (DYNAMIC,) * count[0])]
        # A dimension that is not known may be 1 and then widened: only a known one above 1 is sure.
        return [broadcast(data, tuple(wanted))]


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


class TensorScatter(SameShape, ops="TensorScatter"):
    """A cache with an update written into it."""


class Preserving(SameShape, ops="Trilu ReverseSequence"):
    """Zeroes or reorders elements in place."""


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
        shape = known_ints(self.input)
        if shape is not None and any(d < 0 and d != DYNAMIC for d in shape):
            raise ValueError("All values of the input tensor must be >=0")
        if shape is None and count is not None and count[0] != DYNAMIC:
            shape = [DYNAMIC] * count[0]
        return [tensor(None if shape is None else tuple(shape), self.element())]

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
        return [(max(0, int(count)),)]


class EyeLike(OnnxOp, ops="EyeLike"):
    """Ones on a diagonal."""

    input: Value
    dtype: int | None

    def infer(self) -> Inferred:
        expect_rank(self, 0, 2)
        element: Type | None = getattr(self.input.type, "element_type", None)
        if self.dtype is not None:
            element = element_type(self.dtype)
        return [tensor(shape_of(self.input), element)]


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
        depth = scalar_of(self.depth)
        return [(*shape[:axis], DYNAMIC if depth is None else int(depth), *shape[axis:])]


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

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        unknown = (DYNAMIC,)
        if self.axis is None:
            return [unknown, unknown, (DYNAMIC if shape is None else product(shape),), unknown]
        if shape is None:
            return [None, unknown, unknown, unknown]
        axis = axis_in(self.axis, len(shape))
        found = (*shape[:axis], DYNAMIC, *shape[axis + 1 :])
        return [found, unknown, (shape[axis],), unknown]


class CenterCropPad(OnnxOp, ops="CenterCropPad"):
    """Crops or pads around the centre."""

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


class LayoutTransform(SameShape, ops="LayoutTransform"):
    """Another layout in memory."""

    def infer(self) -> Inferred:
        return None


class Optional(OnnxOp, ops="Optional"):
    """A value, or nothing of a type."""

    input: Value | None
    type: Type | None

    def infer(self) -> Inferred:
        if self.input is not None:
            return [OptType(self.input.type)]
        if self.type is None:
            raise ValueError("needs an operand or the attribute type")
        return [OptType(self.type)]


class OptionalHasElement(OnnxOp, ops="OptionalHasElement"):
    """Whether there is a value."""

    def infer(self) -> Inferred:
        return [()]


class OptionalGetElement(OnnxOp, ops="OptionalGetElement"):
    """The value of an optional."""

    input: Value

    def infer(self) -> Inferred:
        type = self.input.type
        return [type.element_type if isinstance(type, OptType) else type]


class ImageDecoder(OnnxOp, ops="ImageDecoder"):
    """Pixels (height, width, channels) of an encoded image."""

    pixel_format: str

    def infer(self) -> Inferred:
        return [(DYNAMIC, DYNAMIC, 1 if self.pixel_format == "Grayscale" else 3)]


class StringNormalizer(OnnxOp, ops="StringNormalizer"):
    """Texts in one case, without stop words."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        if self.get("stopwords"):
            return [(*shape[:-1], DYNAMIC)]
        return [shape]


class StringSplit(OnnxOp, ops="StringSplit"):
    """Pieces of texts in a new dimension, and their numbers."""

    X: Value

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        return [None if shape is None else (*shape, DYNAMIC), shape]


class RegexFullMatch(SameShape, ops="RegexFullMatch"):
    """Which texts match an expression."""


class TfIdfVectorizer(OnnxOp, ops="TfIdfVectorizer"):
    """Counts of n-grams."""

    X: Value
    ngram_indexes: tuple[int, ...]

    def infer(self) -> Inferred:
        shape = shape_of(self.X)
        if shape is None:
            return [None]
        return [(*shape[:-1], max(self.ngram_indexes, default=-1) + 1)]
