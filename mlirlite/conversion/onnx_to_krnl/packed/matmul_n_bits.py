"""MatMulNBits: which kernel computes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.epilogue.fusion import FusedRows
from mlirlite.conversion.onnx_to_krnl.packed.bytes import rows_of_bytes
from mlirlite.conversion.onnx_to_krnl.packed.few_rows import few_rows
from mlirlite.conversion.onnx_to_krnl.packed.many_rows import many_rows
from mlirlite.conversion.onnx_to_krnl.packed.plain import plain_loops
from mlirlite.conversion.onnx_to_krnl.packed.words import Store, Words, words_of
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.dialects.onnx.packed_weights import Blocks
from mlirlite.dialects.onnx.schedules.packed import PackedProduct
from mlirlite.ir.types import F32


@kernel("MatMulNBits")
def matmul_n_bits(b: KrnlBuilder) -> Any:
    """A product with packed weights, and a bias."""
    x, *weights, bias = b.inputs(5)
    blocks, rows = Blocks.of(b.op), product(x.shape[:-1])
    left = b.view(x, b.memref([rows, blocks.depth], x.element), [rows, blocks.depth])
    out = b.output([*x.shape[:-1], blocks.columns])
    target = b.view(out, b.memref([rows, blocks.columns], out.element), [rows, blocks.columns])
    schedule = b.schedule(PackedProduct)
    if schedule is None:

        def number(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
            target[[i, j]] = value if bias is None else value + bias[[j]].cast(F32)

        plain_loops(b, words_of(b, blocks, weights, 1), left, number)
        return out
    v = Lanes(b, F32)
    words = words_of(b, blocks, weights, schedule.vectors * v.lanes)
    fused = FusedRows.claim(b, (b.result_type().shape, rows, blocks.columns))

    def store(value: Scalar, i: Ix, j: Ix, lanes: Ix) -> None:
        if bias is not None:
            value = value + v.read(bias, [j], lanes)
        v.write(fused.apply(v, value, i, j, lanes), target, [i, j], lanes)

    rows_times_words(v, schedule, words, left, store)
    return out


def rows_times_words(
    v: Lanes, schedule: PackedProduct, words: Words, x: Buffer, store: Store
) -> None:
    """The product of rows of x, `[rows, depth]`, and the weights, by the kernel for their number
    and the accuracy level."""
    for are_many in _cases(v.b, x.shape[0], schedule.many):
        if schedule.left == "i8":
            tile = schedule.panel_tile if are_many else schedule.tile
            rows_of_bytes(v, tile, words, x, store)
        elif are_many:
            many_rows(v, schedule.panel_tile, words, x, store)
        else:
            few_rows(v, schedule.tile, words, x, store)


def _cases(b: KrnlBuilder, rows: Ix, many: int) -> Iterator[bool]:
    """Whether rows are many: known now, or both cases, each under its condition."""
    if isinstance(rows, int):
        yield rows >= many
        return
    for are_many, predicate in ((False, "slt"), (True, "sge")):
        with b.if_(b.test(predicate, rows, many)):
            yield are_many
