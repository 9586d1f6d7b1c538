"""Rules of reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.conversion.stablehlo_to_onnx.control import counted
from mlirlite.conversion.stablehlo_to_onnx.elementwise import PLAIN
from mlirlite.conversion.stablehlo_to_onnx.moving import listed
from mlirlite.ir.block import Region
from mlirlite.ir.types import F32, I1, I32, I64, FloatType
from mlirlite.ods.hooks import DataOp

REDUCTIONS = {
    "stablehlo.add": "ReduceSum",
    "stablehlo.multiply": "ReduceProd",
    "stablehlo.maximum": "ReduceMax",
    "stablehlo.minimum": "ReduceMin",
    "stablehlo.or": "ReduceMax",
    "stablehlo.and": "ReduceMin",
}
_BY_ELEMENT = frozenset(
    (
        *(n if "." in n else f"stablehlo.{n}" for n in PLAIN),
        *(
            f"stablehlo.{n}"
            for n in (
                *("add", "and", "atan2", "cbrt", "clamp", "compare", "constant", "convert"),
                *("count_leading_zeros", "divide", "exponential_minus_one", "is_finite"),
                *("log_plus_one", "maximum", "minimum", "multiply", "negate", "not", "or"),
                *("popcnt", "power", "remainder", "return", "round_nearest_afz", "rsqrt"),
                *("select", "shift_left", "shift_right_arithmetic", "shift_right_logical"),
                *("subtract", "xor", "bitcast_convert", "reduce_precision", "complex"),
                *("real", "imag"),
            )
        ),
    )
)
"""Ops whose rules do not ask for the shape of the result."""


def single(region: Region) -> str:
    """The only op of a body that applies it to its two arguments; "" if there is none."""
    block = region.entry
    ops = list(block)
    if len(ops) == 2 and len(block.args) == 2:
        inner, end = ops
        swapped = list(reversed(block.args))
        fits = list(inner.operands) == list(block.args) or (
            list(inner.operands) == swapped and inner.name in REDUCTIONS
        )
        if fits and list(end.operands) == list(inner.results):
            return inner.name
    return ""


def applied(b: Builder, region: Region, arguments: Sequence[Any], what: str) -> list[Tensor]:
    """What a region of scalars makes of all elements at once."""
    for op in region.entry:
        if op.name not in _BY_ELEMENT:
            raise Refused(f"a {what} with {op.name} in its body")
    return b.body(b, region.entry, arguments)


def identity(name: str, x: Tensor) -> Any:
    """The number that changes nothing; None if it is not known."""
    if name == "stablehlo.add":
        return 0
    if name == "stablehlo.multiply":
        return 1
    if x.is_bool:
        return name in ("stablehlo.and", "stablehlo.minimum")
    lowest = name in ("stablehlo.maximum", "stablehlo.or")
    if isinstance(x.element, FloatType):
        return float("-inf") if lowest else float("inf")
    if x.is_unsigned:
        return 0 if lowest else (1 << x.width) - 1
    return -(1 << (x.width - 1)) if lowest else (1 << (x.width - 1)) - 1


def reduced(b: Builder, name: str, x: Tensor, axes: Sequence[int]) -> Tensor:
    """A reduction that onnx has."""
    operator = REDUCTIONS[name]
    if x.is_bool:
        arithmetic = {"ReduceSum": "ReduceMax", "ReduceProd": "ReduceMin"}
        operator = arithmetic.get(operator, operator)
        found = x.to(I32)(operator, b.integers(*axes), keepdims=0)
        return found.to(I1)
    small = not isinstance(x.element, FloatType) and x.width < 32
    source = x.to(I32) if small else x
    half = isinstance(x.element, FloatType) and x.width < 32
    source = source.to(F32) if half else source
    found = source(operator, b.integers(*axes), keepdims=0)
    return found.to(x.element)


@rule("reduce")
def reduce(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """Elements along dimensions combined by the body."""
    half = len(operands) // 2
    inputs, inits = operands[:half], operands[half:]
    axes = listed(op.properties["dimensions"])
    name = single(op.regions[0])
    if half == 1 and name in REDUCTIONS and 0 not in inputs[0].shape:
        [x], [init] = inputs, inits
        bitwise = name in ("stablehlo.or", "stablehlo.and") and not x.is_bool
        if not bitwise:
            found = reduced(b, name, x, axes) if axes else x
            if init.splat() is not None and init.splat() == identity(name, x):
                return [found]
            return applied(b, op.regions[0], [found, init], "reduction")
    return folded(b, op.regions[0], inputs, inits, axes)


def folded(
    b: Builder,
    region: Region,
    inputs: Sequence[Tensor],
    inits: Sequence[Tensor],
    axes: Sequence[int],
    inside: Tensor | None = None,
) -> list[Tensor]:
    """Elements along dimensions combined by the body, one after the other; only those that are
    inside."""
    shape = inputs[0].shape
    rest = [d for d in range(len(shape)) if d not in axes]
    kept = [shape[d] for d in rest]
    count = 1
    for d in axes:
        count *= shape[d]
    chosen = [] if inside is None else [inside]
    rows, marks = (
        [x.transpose([*axes, *rest]).reshape([count, *kept]) for x in of] for of in (inputs, chosen)
    )
    start = [i.expand(kept) for i in inits]
    if count == 0:
        return start
    for op in region.entry:
        if op.name not in _BY_ELEMENT:
            raise Refused(f"a reduction with {op.name} in its body")

    def step(index: Tensor, values: Sequence[Tensor]) -> list[Tensor]:
        given = [*values, *(row("Gather", index, axis=0) for row in rows)]
        found = [v.expand(kept) for v in b.body(b, region.entry, given)]
        for mark in marks:
            here = mark("Gather", index, axis=0)
            found = [here.where(new, old) for new, old in zip(found, values, strict=True)]
        return found

    if count <= 4:
        values: Sequence[Tensor] = start
        for i in range(count):
            values = step(b.number(i, I64), values)
        return list(values)
    return counted(b, count, start, step)


@rule("map")
def run_map(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """The body of each element."""
    found = applied(b, op.regions[0], operands, "map")
    return [v.expand(operands[0].shape) for v in found]
