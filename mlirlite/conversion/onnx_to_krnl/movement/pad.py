"""Pad and CenterCropPad: more elements around a tensor, or fewer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.conversion.onnx_to_krnl.registers.runs import copy_box
from mlirlite.ir.types import I64


@kernel("Pad", "PadV2", "PadV1")
def pad(b: KrnlBuilder) -> Any:
    """More elements around; negative pads remove some. Elements outside are a constant, the edge, a
    reflection without the edge, or those of the other end."""
    x, pads, value, axes = b.inputs(4)
    begins, ends = _pads(b, x, pads, axes)
    sizes = [s + p + q for s, p, q in zip(x.shape, begins, ends, strict=True)]
    out = b.output(sizes)
    mode = b.attr("mode", "constant")
    if mode != "constant":
        outside = {"edge": _edge, "reflect": _reflect, "wrap": _wrap}.get(mode)
        if outside is None:
            raise b.error(f"has the unknown mode '{mode}'")
        move(
            b,
            out,
            x,
            lambda i: [
                n if p == 0 and q == 0 else _place(b, outside, n, p, q, s)
                for n, p, q, s in zip(i, begins, ends, x.shape, strict=True)
            ],
        )
        return out
    fill = value.scalar() if value is not None else b.attr("value", 0.0)
    # Before and after the copied part, dimension by dimension; outer dimensions only where
    # something is copied.
    inside: list[Any] = [
        ([0, p], [n, n - q]) if p != 0 or q != 0 else n
        for n, p, q in zip(out.shape, begins, ends, strict=True)
    ]
    for d, (n, p, q) in enumerate(zip(out.shape, begins, ends, strict=True)):
        for width, span in ((p, (0, [n, p])), (q, ([0, n - q], n))):
            if isinstance(width, int) and width <= 0:
                continue
            with b.loops(*inside[:d], span, *out.shape[d + 1 :]) as i:
                out[i] = fill
    first = [b.index_max(0, 0 - p) for p in begins]
    sizes = [
        s if p == 0 and q == 0 else b.index_max(0, b.index_min(s, s + q) - n)
        for n, p, q, s in zip(first, begins, ends, x.shape, strict=True)
    ]
    copy_box(b, (x, first), (out, [n + p for n, p in zip(first, begins, strict=True)]), sizes)
    return out


def _pads(
    b: KrnlBuilder, x: Buffer, pads: Buffer | None, axes: Buffer | None
) -> tuple[list[Ix], list[Ix]]:
    """For each dimension how much comes before and after it."""
    begins: list[Ix] = [0] * x.rank
    ends: list[Ix] = [0] * x.rank
    if pads is not None and axes is not None and not isinstance(axes.size, int):
        count = axes.shape[0]
        for d in range(x.rank):

            def look(i: list[Ix], found: list[Scalar], d: int = d) -> list[Scalar]:
                here = b.test("eq", b.wrap_index(axes[i].index(), x.rank), d)
                new = pads[i], pads[i[0] + count]
                return [here.select(n, f) for n, f in zip(new, found, strict=True)]

            zero = b.scalar(0, I64)
            begin, end = b.fold([count], [zero, zero], look)
            begins[d], ends[d] = begin.index(), end.index()
        return begins, ends
    chosen: list[Any] = list(range(x.rank)) if axes is None else axes.ints()
    half = len(chosen)
    if pads is None:
        given: list[Ix] = list(b.attr("pads") or b.attr("paddings"))
    else:
        given = pads.ints(2 * half)
    for n, axis in enumerate(chosen):
        if isinstance(axis, int):
            begins[axis % x.rank], ends[axis % x.rank] = given[n], given[half + n]
            continue
        for d in range(x.rank):
            here = b.test("eq", b.wrap_index(axis, x.rank), d)
            begins[d] = b.index_select(here, given[n], begins[d])
            ends[d] = b.index_select(here, given[half + n], ends[d])
    return begins, ends


def _place(
    b: KrnlBuilder,
    outside: Callable[[KrnlBuilder, Ix, Ix], Ix],
    i: Ix,
    before: Ix,
    after: Ix,
    size: Ix,
) -> Ix:
    """The source index of an element of the result, within what negative pads leave."""
    first, lost = b.index_max(0, 0 - before), b.index_max(0, 0 - after)
    return first + outside(b, i - b.index_max(0, before), size - first - lost)


def _edge(b: KrnlBuilder, i: Ix, size: Ix) -> Ix:
    return b.index_max(0, b.index_min(i, size - 1))


def _positive_mod(b: KrnlBuilder, i: Ix, size: Ix) -> Ix:
    if isinstance(size, int):
        return i % size if size > 0 else 0
    rest: Ix = i % b.index_max(1, size)
    return b.index_select(b.test("slt", rest, 0), rest + size, rest)


def _reflect(b: KrnlBuilder, i: Ix, size: Ix) -> Ix:
    period = b.index_max(1, (size - 1) * 2)
    rest = _positive_mod(b, i, period)
    return b.index_min(rest, period - rest) if size != 1 else 0


def _wrap(b: KrnlBuilder, i: Ix, size: Ix) -> Ix:
    return _positive_mod(b, i, size)


@kernel("CenterCropPad")
def center_crop_pad(b: KrnlBuilder) -> Any:
    """Cropped or padded with zeros around the middle to a shape."""
    x, shape = b.inputs(2)
    axes = b.attr("axes")
    chosen = range(x.rank) if axes is None else [a % x.rank for a in axes]
    sizes = list(x.shape)
    for axis, size in zip(chosen, shape.ints(len(chosen)), strict=True):
        sizes[axis] = size
    out = b.output(sizes)
    shifts = [
        b.index_max(0, o - s) // 2 - b.index_max(0, s - o) // 2 if o is not s else 0
        for o, s in zip(out.shape, x.shape, strict=True)
    ]
    with b.loops(*out.shape) as i:
        out[i] = 0
    ranges = [([0, 0 - d], [s, o - d]) for s, o, d in zip(x.shape, out.shape, shifts, strict=True)]
    with b.loops(*ranges) as i:
        out.store(x.load(i), [n + d for n, d in zip(i, shifts, strict=True)])
    return out
