"""Poolings on vectors of pixels: each plane is staged (it fits a cache), then taps are folded."""

from __future__ import annotations

from collections.abc import Callable

from mlirlite.conversion.onnx_to_krnl.conv.staging import Staging, axes_of_window
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.window import Window
from mlirlite.conversion.onnx_to_krnl.registers.tile import Vectors, blocks, vector_parts
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F32, F64


def pool_in_tiles(
    b: KrnlBuilder,
    x: Buffer,
    window: Window,
    step: type[Operation],
    filler: float,
    finish: Callable[[Scalar, Ix, Ix], Scalar],
) -> Buffer | None:
    """Fold each window with an op, starting with `filler`, which also fills the pads;
    `finish(value, row, column)` gives the stored value. None if plain loops have to be used."""
    axes = axes_of_window(window)
    element = x.element
    if b.machine is None or axes is None or element not in (F32, F64):
        return None
    if all(a.stride >= a.kernel > 1 and a.dilation == 1 and a.pad == 0 for a in axes):
        return None  # no pixel is in two windows
    staging = Staging(b, *axes)
    high, wide = axes
    out = b.output([*x.shape[:2], *window.output])
    sizes = [*x.shape[:2], high.output, wide.output]
    shown = b.view(out, b.memref(sizes, element), sizes)
    image = staging.image(x)
    stage = b.alloc([staging.size], element) if staging.is_needed else None
    row = b.alloc([staging.columns], element)
    lanes = b.machine.lanes(element.width)
    v = Vectors(b, element, lanes)
    with b.loops(*x.shape[:2]) as (n, c):
        if stage is not None:
            staging.fill(image, [n, c], stage, [], b.scalar(filler, element))
        for part in vector_parts(staging.columns, lanes, b.tuning.chains):
            used = [part.lanes if j == part.size - 1 else lanes for j in range(part.size)]
            with blocks(b, part) as (_, first):

                def fold(
                    at: list[Ix], values: list[Scalar], first: Ix = first, used: list[int] = used
                ) -> list[Scalar]:
                    found = []
                    for j, value in enumerate(values):
                        pixel = staging.distance(at[0], at[1]) + (first + j) * lanes
                        if stage is None:
                            tap = v.load(image, [n, c, pixel], used[j])
                        else:
                            tap = v.load(stage, [pixel], used[j])
                        found.append(Scalar(b, b.emit(step, (value.value, tap)), v.type))
                    return found

                start = [Scalar(b, v.splat_of(filler), v.type)] * part.size
                for j, value in enumerate(b.fold([high.kernel, wide.kernel], start, fold)):
                    v.store(value.value, row, [(first + j) * lanes], used[j])
        with b.loops(high.output, wide.output) as (r, q):
            shown[[n, c, r, q]] = finish(row[r * staging.pitch + q], r, q)
    return out
