"""Conversions of element types."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.scalar import signless
from mlirlite.conversion.onnx_to_krnl.table import kernel
from mlirlite.dialects import arith


@kernel("Cast", "CastV6", "CastV1", "CastLike")
def cast(b: KrnlBuilder) -> Any:
    """Every element as another type: floats truncate to integers, integers keep their low bits."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    if x.element is out.element:
        return x
    with b.loops(*x.shape) as i:
        out[i] = x[i]
    return out


@kernel("BitCast")
def bit_cast(b: KrnlBuilder) -> Any:
    """The same bits as another type of the same width."""
    (x,) = b.inputs(1)
    out = b.output(x.shape)
    with b.loops(*x.shape) as i:
        raw = b.cast(x.load(i), signless(x.element))
        target = signless(out.element)
        if raw.type is not target:
            raw = b.emit(arith.BitcastOp, (raw,), type=target)
        out.store(b.cast(raw, out.element), i)
    return out
