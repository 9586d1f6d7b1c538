"""Resize and Upsample: a table of taps and weights for each axis, then one weighted sum."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.vision.resize_nearest import nearest_rows
from mlirlite.conversion.onnx_to_krnl.vision.resize_weighted import rounded, weighted, weighted_rows
from mlirlite.ir.types import DYNAMIC, F64, I1, I64
from mlirlite.support.tuning import Fixed


@dataclass
class _Axis:
    """How one axis is resized: `taps` weights for each output index, at consecutive inputs."""

    places: Buffer
    """Where in the input each tap is, clamped into it."""
    weights: Buffer
    outside: Buffer | None
    """Whether the coordinate is out of the region, for tf_crop_and_resize."""
    taps: Ix


@dataclass(frozen=True, slots=True)
class _Factor:
    """Output length over input length; both lengths, if sizes give them."""

    value: Scalar
    lengths: tuple[Scalar, Scalar] | None = None

    def divide(self, n: Scalar) -> Scalar:
        """n divided by it: whole numbers stay whole if lengths are known, since the product comes
        before the division."""
        if self.lengths is None:
            return n / self.value
        output, input = self.lengths
        return n * input / output


_WHOLE: Fixed[int] = 1 << 20
"""Whole scales below this are factors of a size, whose product fits 64 bits."""


@kernel("Resize", "ResizeV11", "ResizeV10", "UpsampleV1", "UpsampleV7", "UpsampleV9")
def resize(b: KrnlBuilder) -> Any:
    """Interpolated at other coordinates: nearest, linear or cubic, along some axes."""
    x, roi, scales, sizes = _operands(b)
    axes = [a % x.rank for a in b.attr("axes") or range(x.rank)]
    type = b.result_type()
    factors = _factors(b, x, scales, sizes, axes)
    known = _known_scales(b, scales, axes)
    crop = b.attr("coordinate_transformation_mode") == "tf_crop_and_resize"
    lengths: list[Ix] = list(x.shape)
    kept: set[int] = set()
    """Axes that stay as they are."""
    for position, axis in enumerate(axes):
        scale = known.get(axis)
        if scale == 1 or (sizes is not None and x.shape[axis] == type.shape[axis]):
            kept.add(axis)
        elif scale is not None and scale in range(_WHOLE):
            lengths[axis] = x.shape[axis] * int(scale)
        elif type.shape[axis] != DYNAMIC:
            lengths[axis] = type.shape[axis]
        elif sizes is not None and b.attr("keep_aspect_ratio_policy", "stretch") == "stretch":
            lengths[axis] = sizes.int_at(position)
        else:
            exact = factors[axis].value * b.number(x.shape[axis], F64)
            exact = (exact + 0.5).floor() if sizes is not None else exact.floor()
            lengths[axis] = exact.cast(I64).index()
    out = b.alloc_type(type, lengths)
    nearest = b.attr("mode", "nearest") == "nearest" and not crop
    tables: dict[int, _Axis] = {}
    times: dict[int, int] = {}
    for position, axis in enumerate(axes):
        if axis in kept and not crop:
            continue
        repeated = _times(b, known.get(axis), x.shape[axis], out.shape[axis]) if nearest else None
        if repeated is not None:
            times[axis] = repeated
            continue
        region = _region(b, roi, position, len(axes)) if crop else None
        tables[axis] = _table(b, x.shape[axis], out.shape[axis], factors[axis], region)
    if nearest and (tables or times):

        def where(axis: int, n: Ix) -> Ix:
            if axis in times:
                return n // times[axis]
            return tables[axis].places[n, 0].index() if axis in tables else n

        last = max(tables.keys() | times.keys())
        nearest_rows(b, x, out, where, last, times.get(last))
        return out
    if tables and not crop:
        weighted_rows(b, x, out, tables)
        return out
    with b.loops(*out.shape) as i:
        out[i] = _interpolated(b, x, i, tables)
    return out


def _operands(b: KrnlBuilder) -> tuple[Buffer, Any, Any, Any]:
    inputs = b.inputs(4)
    if len(b.op.operands) <= 2:  # Upsample and Resize-10: scales only
        return inputs[0], None, inputs[1], None
    x, roi, scales, sizes = inputs
    scales, sizes = (v if v is not None and _has_numbers(v) else None for v in (scales, sizes))
    return x, roi, scales, sizes if scales is None else None


def _has_numbers(x: Buffer) -> bool:
    """Whether a list is not known to be empty, which is as good as absent."""
    return not x.rank or x.shape[0] != 0


def _factors(
    b: KrnlBuilder, x: Buffer, scales: Buffer | None, sizes: Buffer | None, axes: list[int]
) -> dict[int, _Factor]:
    """Output over input length of each axis."""
    if scales is not None:
        return {axis: _Factor(_at(b, scales, i).cast(F64)) for i, axis in enumerate(axes)}
    given = _stated_scales(b)
    if given is not None:
        return {axis: _Factor(b.scalar(given[i], F64)) for i, axis in enumerate(axes)}
    if sizes is None:
        raise b.error("has neither scales nor sizes")
    found = {}
    for i, axis in enumerate(axes):
        output, input = b.number(sizes.int_at(i), F64), b.number(x.shape[axis], F64)
        found[axis] = _Factor(output / input, (output, input))
    policy = b.attr("keep_aspect_ratio_policy", "stretch")
    if policy != "stretch":
        common, *others = (f.value for f in found.values())
        for other in others:
            common = common.min(other) if policy == "not_larger" else common.max(other)
        found = dict.fromkeys(found, _Factor(common))
    return found


def _stated_scales(b: KrnlBuilder) -> Any:
    if b.attr("height_scale") is not None:  # Upsample-1
        return 1.0, 1.0, b.attr("height_scale"), b.attr("width_scale")
    return b.attr("scales") if "scales" in b.op.schema.attributes else None


def _known_scales(b: KrnlBuilder, scales: Buffer | None, axes: list[int]) -> dict[int, float]:
    """Scales by axis, if they are constants."""
    given = _stated_scales(b) if scales is None else scales.constant()
    return {} if given is None else dict(zip(axes, given, strict=True))


def _times(b: KrnlBuilder, scale: float | None, size: Ix, length: Ix) -> int | None:
    """The number for which n // number is the nearest input index, for all n; None if there is
    none, or it is large."""
    stretched = b.attr("keep_aspect_ratio_policy", "stretch") == "stretch"
    if scale is None and isinstance(size, int) and isinstance(length, int) and size and stretched:
        scale = length / size
    if scale is None or scale not in range(2, b.tuning.shuffled_repeats + 1):
        return None
    coordinates = b.attr("coordinate_transformation_mode") or "asymmetric"
    is_floor = coordinates in ("asymmetric", "tf_half_pixel_for_nn")
    is_center = coordinates in ("half_pixel", "pytorch_half_pixel", "half_pixel_symmetric")
    way = _nearest_mode(b)
    fits = (is_floor and way == "floor") or (is_center and way.startswith("round"))
    return int(scale) if fits else None


def _at(b: KrnlBuilder, x: Buffer, index: int) -> Scalar:
    constant = x.constant()
    return x[index] if constant is None else b.scalar(constant[index], compute_type(x.element))


def _region(b: KrnlBuilder, roi: Buffer, position: int, count: int) -> tuple[Scalar, Scalar]:
    return _at(b, roi, position).cast(F64), _at(b, roi, count + position).cast(F64)


def _coordinate(
    b: KrnlBuilder, n: Scalar, size: Scalar, length: Scalar, factor: _Factor, region: Any
) -> Scalar:
    """The input coordinate of an output index; `length` is the exact output length."""
    mode = b.attr("coordinate_transformation_mode") or "asymmetric"
    single = length.eq(1)
    last = single.select(1, length - 1)
    match mode:
        case "asymmetric":
            return factor.divide(n)
        case "align_corners":
            return single.select(0, n * (size - 1) / last)
        case "tf_crop_and_resize":
            start: Scalar = region[0]
            end: Scalar = region[1]
            width = end - start
            spread = n * width * (size - 1) / last
            inside = single.select(width * (size - 1) / 2, spread)
            return inside + start * (size - 1)
        case "tf_half_pixel_for_nn":
            return factor.divide(n + 0.5)
        case "pytorch_half_pixel":
            return single.select(-0.5, factor.divide(n + 0.5) - 0.5)
        case "half_pixel_symmetric":
            adjustment = length.floor() / length
            offset = size / 2 * (1 - adjustment)
            return offset + factor.divide(n + 0.5) - 0.5
        case "half_pixel":
            return factor.divide(n + 0.5) - 0.5
    raise b.error(f"has the unknown coordinate_transformation_mode '{mode}'")


def _table(b: KrnlBuilder, size: Ix, length: Ix, factor: _Factor, region: Any) -> _Axis:
    mode = b.attr("mode", "nearest").removeprefix("bi")
    if mode not in ("nearest", "linear", "cubic"):
        raise b.error(f"has the unknown mode '{mode}'")
    stretch = factor.value.min(1) if b.attr("antialias", 0) and mode != "nearest" else None
    reach = {"nearest": 1, "linear": 1, "cubic": 2}[mode]
    # Taps reach from `start` to `1 - start` around the pixel left of the coordinate.
    start: Ix = 1 - reach
    if stretch is not None:
        start = (b.scalar(-reach, F64) / stretch).floor().cast(I64).index() + 1
    taps: Ix = 1 if mode == "nearest" else (1 - start) * 2
    axis = _Axis(
        b.alloc([length, taps], I64),
        b.alloc([length, taps], F64),
        b.alloc([length], I1) if region is not None else None,
        taps,
    )
    number = b.number(size, F64)
    with b.loops(length) as (n,):
        x = _coordinate(b, b.number(n, F64), number, factor.value * number, factor, region)
        if axis.outside is not None:
            axis.outside[n] = (x < 0) | (x > number - 1)
        left = x.ceil() - 1
        ratio = x - left  # in (0, 1]
        first = left.cast(I64).index()
        if mode == "nearest":
            step = _nearest(b, ratio).cast(I64).index()
            axis.places[n, 0] = b.number(b.index_max(0, b.index_min(first + step, size - 1)))
            axis.weights[n, 0] = 1
        else:
            _weights(b, axis, n, first + start, size, start, ratio, stretch, mode)
    return axis


def _nearest_mode(b: KrnlBuilder) -> str:
    if b.op.schema.version < 11:
        return "floor"
    return b.attr("nearest_mode", "round_prefer_floor")


def _nearest(b: KrnlBuilder, ratio: Scalar) -> Scalar:
    mode = _nearest_mode(b)
    whole = ratio.eq(1)
    match mode:
        case "round_prefer_floor":
            return whole | (ratio > 0.5)
        case "round_prefer_ceil":
            return whole | (ratio >= 0.5)
        case "floor":
            return whole
        case "ceil":
            return b.scalar(1, I1)
    raise b.error(f"has the unknown nearest_mode '{mode}'")


def _weights(
    b: KrnlBuilder,
    axis: _Axis,
    n: Ix,
    first: Ix,
    size: Ix,
    start: Ix,
    ratio: Scalar,
    stretch: Scalar | None,
    mode: str,
) -> None:
    exclude = bool(b.attr("exclude_outside", 0))

    def weigh(t: list[Ix], total: list[Scalar]) -> list[Scalar]:
        distance = (b.number(t[0] + start, F64) - ratio).abs()
        if stretch is not None:
            distance = distance * stretch
        if mode == "linear":
            weight = (1 - distance).max(0)
        else:
            weight = keys_kernel(distance, b.attr("cubic_coeff_a", -0.75))
        place = first + t[0]
        if exclude:
            inside = b.test("sge", place, 0) & b.test("slt", place, size)
            weight = inside.select(weight, 0)
        axis.places[n, t[0]] = b.number(b.index_max(0, b.index_min(place, size - 1)))
        axis.weights[n, t[0]] = weight
        return [total[0] + weight]

    total = b.fold([axis.taps], [b.scalar(0, F64)], weigh)[0]
    if exclude or stretch is not None:
        with b.loops(axis.taps) as (t,):
            axis.weights[n, t] = axis.weights[n, t] / total


def keys_kernel(x: Scalar, a: float) -> Scalar:
    """The weight of cubic convolution at a distance; a is its slope at 1."""
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return (x <= 1).select(near, (x < 2).select(far, 0))


def _interpolated(b: KrnlBuilder, x: Buffer, i: list[Ix], tables: dict[int, _Axis]) -> Scalar:
    type = compute_type(x.element)
    if b.attr("mode", "nearest") == "nearest":
        at = [t.places[i[d], 0].index() if (t := tables.get(d)) else n for d, n in enumerate(i)]
        result = x[at]
    else:

        def add(taps: list[Ix], total: list[Scalar]) -> list[Scalar]:
            at = list(i)
            weight: Scalar | None = None
            for (axis, table), tap in zip(tables.items(), taps, strict=True):
                at[axis] = table.places[i[axis], tap].index()
                factor = table.weights[i[axis], tap]
                weight = factor if weight is None else weight * factor
            element = x[at].cast(F64)
            return [total[0] + (element if weight is None else weighted(element, weight))]

        total = b.fold([t.taps for t in tables.values()], [b.scalar(0, F64)], add)[0]
        result = rounded(total, type)
    outside: Scalar | None = None
    for axis, table in tables.items():
        if table.outside is not None:
            here = table.outside[i[axis]]
            outside = here if outside is None else outside | here
    if outside is not None:
        result = outside.select(b.attr("extrapolation_value", 0.0), result)
    return result
