"""Transpose."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.movement.move import move
from mlirlite.conversion.onnx_to_krnl.registers.squares import transpose_in_squares


@kernel("Transpose")
def transpose(b: KrnlBuilder) -> Any:
    """Dimensions in another order, reversed by default."""
    (x,) = b.inputs(1)
    order = [p % x.rank for p in b.attr("perm") or reversed(range(x.rank))]
    out = b.output([x.shape[d] for d in order])
    if not transpose_in_squares(b, x, order, out):
        inverse = [order.index(d) for d in range(x.rank)]
        move(b, out, x, lambda i: [i[d] for d in inverse])
    return out
