"""Rules of ops on windows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.moving import listed, padded, shape_of
from mlirlite.conversion.stablehlo_to_onnx.reducing import (
    REDUCTIONS,
    applied,
    folded,
    identity,
    single,
)
from mlirlite.ir.types import I64
from mlirlite.ods.hooks import DataOp

_MOST = 256
"""The number of places in a window up to which each is an op of its own."""


class Windows:
    """Where the windows of an op are."""

    def __init__(self, op: DataOp, rank: int) -> None:
        def of(name: str) -> list[int]:
            return listed(op.properties.get(name)) or [1] * rank

        self.sizes, self.strides = of("window_dimensions"), of("window_strides")
        self.base, self.window = of("base_dilations"), of("window_dilations")
        padding = listed(op.properties.get("padding")) or [0] * (2 * rank)
        self.low, self.high = padding[::2], padding[1::2]

    def padded(self, b: Builder, x: Tensor, value: Tensor) -> Tensor:
        """The tensor with its padding."""
        return padded(b, x, value, self.low, self.high, [n - 1 for n in self.base])

    def inside(self, b: Builder, x: Tensor) -> Tensor | None:
        """Where the tensor with its padding has elements of its own; None if it has no padding."""
        if not any((*self.low, *self.high)) and set(self.base) <= {1}:
            return None
        ones = b.number(1, I64).expand(x.shape)
        return self.padded(b, ones, b.number(0, I64)).equal(1)

    def count(self, shape: tuple[int, ...]) -> list[int]:
        """How many windows there are along each dimension of a padded shape."""
        wholes = [(n - 1) * d + 1 for n, d in zip(self.sizes, self.window, strict=True)]
        return [
            0 if whole > size else (size - whole) // stride + 1
            for size, whole, stride in zip(shape, wholes, self.strides, strict=True)
        ]

    def places(self) -> list[tuple[int, ...]]:
        """The places in a window."""
        found: list[tuple[int, ...]] = [()]
        for n in self.sizes:
            found = [(*p, i) for p in found for i in range(n)]
        return found

    def at(self, x: Tensor, place: tuple[int, ...]) -> Tensor:
        """The elements of all windows at a place in them."""
        shape = self.count(x.shape)
        for d, (p, n) in enumerate(zip(place, shape, strict=True)):
            start = p * self.window[d]
            x = x.slice(d, start, start + (n - 1) * self.strides[d] + 1, self.strides[d])
        return x


@rule("reduce_window")
def reduce_window(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """Elements of each window combined by the body."""
    half = len(operands) // 2
    inputs, inits = operands[:half], operands[half:]
    windows = Windows(op, inputs[0].rank)
    shape = shape_of(op)
    if 0 in shape:
        return [i.expand(shape) for i in inits]
    if half == 1 and single(op.regions[0]) == "stablehlo.add":
        found = _running(b, windows, inputs[0], inits[0], shape)
        if found is not None:
            return [found]
    wide = [windows.padded(b, x, i) for x, i in zip(inputs, inits, strict=True)]
    inside = None if _is_neutral(op, inputs, inits) else windows.inside(b, inputs[0])
    places = windows.places()
    if len(places) > _MOST:
        raise Refused(f"a window of {len(places)} elements, which are more than {_MOST}")
    values = [i.expand(shape) for i in inits]
    marks: list[Tensor] = [] if inside is None else [inside]
    if len(places) > 16:
        rows, marks = (
            [b.concat([windows.at(x, p).reshape([1, *shape]) for p in places], 0) for x in of]
            for of in (wide, marks)
        )
        return folded(b, op.regions[0], rows, inits, [0], marks[0] if marks else None)
    for place in places:
        given = [*values, *(windows.at(x, place) for x in wide)]
        made = applied(b, op.regions[0], given, "window")
        for mark in marks:
            here = windows.at(mark, place)
            made = [here.where(new, old) for new, old in zip(made, values, strict=True)]
        values = made
    return values


def _is_neutral(op: DataOp, inputs: Sequence[Tensor], inits: Sequence[Tensor]) -> bool:
    """Whether initial values change nothing, so that they can be the padding."""
    name = single(op.regions[0])
    if len(inputs) != 1 or name not in REDUCTIONS:
        return False
    return inits[0].splat() is not None and bool(inits[0].splat() == identity(name, inputs[0]))


def _running(
    b: Builder, windows: Windows, x: Tensor, init: Tensor, shape: tuple[int, ...]
) -> Tensor | None:
    """A running sum as CumSum; None if the windows are others."""
    wide = [d for d, n in enumerate(windows.sizes) if n != 1]
    if len(wide) != 1 or shape != x.shape or init.splat() != 0 or not x.is_float:
        return None
    [d] = wide
    plain = {*windows.strides, *windows.base, *windows.window} == {1}
    before = windows.low[d] == x.shape[d] - 1 and windows.high[d] == 0
    after = windows.high[d] == x.shape[d] - 1 and windows.low[d] == 0
    if not plain or windows.sizes[d] != x.shape[d] or not (before or after):
        return None
    return x("CumSum", b.number(d, I64), reverse=int(not before))


@rule("select_and_scatter")
def select_and_scatter(b: Builder, op: DataOp, x: Tensor, source: Tensor, init: Tensor) -> Tensor:
    """Elements of another tensor added where the body selects one of each window."""
    windows = Windows(op, x.rank)
    places = windows.places()
    if len(places) > _MOST:
        raise Refused(f"a window of {len(places)} elements, which are more than {_MOST}")
    if single(op.regions[1]) != "stablehlo.add":
        raise Refused("a scatter that does not add")
    size = prod(x.shape)
    flat = b.counts(size).reshape(x.shape)
    values = windows.padded(b, x, b.number(0, I64).to(x.element))
    numbers = windows.padded(b, flat, b.number(-1, I64))
    best, chosen = windows.at(values, places[0]), windows.at(numbers, places[0])
    for place in places[1:]:
        value, number = windows.at(values, place), windows.at(numbers, place)
        [stays] = applied(b, op.regions[0], [best, value], "window")
        keep = (stays | (number < 0)) & (chosen >= 0)
        best, chosen = keep.where(best, value), keep.where(chosen, number)
    row = (chosen < 0).where(size, chosen).reshape([prod(chosen.shape), 1])
    start = init.reshape([1]).expand([size + 1])
    made = start("ScatterND", row, source.reshape([prod(source.shape)]), reduction="add")
    return made.slice(0, 0, size).reshape(x.shape)
