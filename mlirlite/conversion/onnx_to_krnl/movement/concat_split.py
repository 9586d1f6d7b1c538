"""Concat and Split."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, ceildiv, product
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.epilogue.concat_in_place import concat_in_place
from mlirlite.conversion.onnx_to_krnl.registers.runs import (
    copy_box,
    copy_run,
    has_runs,
    interleave,
    is_interleaved,
    merged,
)


@kernel("Concat", "ConcatV1")
def concat(b: KrnlBuilder) -> Any:
    """Inputs one after the other along an axis."""
    inputs = b.all_inputs()
    first = inputs[0]
    axis = b.attr("axis", 1)
    axis += first.rank if axis < 0 else 0
    ends: list[Ix] = [0]
    for x in inputs:
        ends.append(ends[-1] + x.shape[axis])
    found = concat_in_place(b, inputs, axis)
    if found is not None:
        out, inputs = found
    else:
        out = b.output([*first.shape[:axis], ends[-1], *first.shape[axis + 1 :]])
    if found is None and axis == out.rank - 1 and _interleave(b, b.all_inputs(), out):
        return out
    left = [(x, start) for x, start in zip(inputs, ends, strict=False) if x is not None]
    if left and _has_long_rows(b, out, axis):
        rows = [(merged(b, x, axis), start * product(out.shape[axis + 1 :])) for x, start in left]
        whole = merged(b, out, axis)
        with b.loops(*out.shape[:axis]) as i:
            for x, start in rows:
                copy_run(b, (x, [*i, 0]), [(whole, [*i, start])], x.shape[axis])
        return out
    for x, start in left:
        place = [start if d == axis else 0 for d in range(out.rank)]
        copy_box(b, (x, [0] * x.rank), (out, place), x.shape)
    return out


def _interleave(b: KrnlBuilder, inputs: list[Buffer], out: Buffer) -> bool:
    """Fill a result whose rows have one element of each input; False for others."""
    if any(not isinstance(x.shape[-1], int) or x.shape[-1] != 1 for x in inputs):
        return False
    size = product(out.shape[:-1])
    if not is_interleaved(b, out.element, len(inputs), size):
        return False
    rows = [b.view(x, b.memref([x.size], x.element), [x.size]) for x in inputs]
    whole = b.view(out, b.memref([out.size], out.element), [out.size])
    interleave(b, [(x, [0]) for x in rows], (whole, [0]), size)
    return True


def _has_long_rows(b: KrnlBuilder, out: Buffer, axis: int) -> bool:
    """True if the parts of a row are copied one after the other, which is faster than all rows of a
    part if rows are vectors and there are many of them."""
    count = product(out.shape[:axis])
    return has_runs(b, out.element, product(out.shape[axis:])) and (
        not isinstance(count, int) or count >= b.tuning.many_rows
    )


@kernel("Split", "SplitV13", "SplitV11", "SplitV1")
def split(b: KrnlBuilder) -> Any:
    """Parts of given sizes along an axis; without sizes equal ones, the last possibly smaller."""
    x, sizes = b.inputs(2)
    axis = b.attr("axis", 0)
    axis += x.rank if axis < 0 else 0
    count = len(b.op.results)
    if sizes is not None:
        parts = sizes.ints(count)
    elif b.attr("split") is not None:
        parts = list(b.attr("split"))
    else:
        size = x.shape[axis]
        part = ceildiv(size, count)
        parts = [b.index_min(part, b.index_max(0, size - part * i)) for i in range(count)]
    found: list[Buffer] = []
    start: Ix = 0
    for index, part in enumerate(parts):
        out = b.output([*x.shape[:axis], part, *x.shape[axis + 1 :]], index)
        place = [start if d == axis else 0 for d in range(x.rank)]
        copy_box(b, (x, place), (out, [0] * x.rank), out.shape)
        found.append(out)
        start = start + part
    return found
