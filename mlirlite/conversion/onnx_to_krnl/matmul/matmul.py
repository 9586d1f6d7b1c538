"""MatMul and Gemm: in register tiles where vectors fit, else in plain loops."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.element_types import compute_type
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.emit.table import kernel
from mlirlite.conversion.onnx_to_krnl.matmul.loops import dot_products, matmul_of, product_of
from mlirlite.conversion.onnx_to_krnl.matmul.tiled import (
    gemm_in_tiles,
    matmul_by_vector,
    matmul_in_tiles,
)
from mlirlite.ir.types import F64


@kernel("MatMul")
def matmul(b: KrnlBuilder) -> Any:
    """numpy's matmul: matrices in the last two dimensions, those before them broadcast; a vector is
    a row on the left and a column on the right."""
    x, y = b.inputs(2)
    type = b.result_type()
    tiled = matmul_by_vector(b, x, y, type) or matmul_in_tiles(b, x, y, type)
    if tiled is not None:
        return tiled
    return matmul_of(b, x, y, lambda s, at: s, lambda s, at: s, type)


@kernel("Gemm", "GemmV6")
def gemm(b: KrnlBuilder) -> Any:
    """alpha * A' B' + beta * C."""
    x, y, c = b.inputs(3)
    trans_a, trans_b = b.attr("transA", 0), b.attr("transB", 0)
    alpha, beta = b.attr("alpha", 1.0), b.attr("beta", 1.0)
    rows, depth = x.shape[::-1] if trans_a else x.shape
    columns = y.shape[0] if trans_b else y.shape[1]
    tiled = gemm_in_tiles(b, x, y, c, [rows, columns])
    if tiled is not None:
        return tiled
    out = b.output([rows, columns])
    type = compute_type(out.element)

    def left(i: Ix, k: Ix) -> Scalar:
        return _scaled(x[[k, i] if trans_a else [i, k]], alpha)

    def right(k: Ix, j: Ix) -> Scalar:
        element: Scalar = y[[j, k] if trans_b else [k, j]]
        return element

    def start(i: Ix, j: Ix) -> Scalar:
        if c is None or beta == 0:
            return b.scalar(0, type)
        return _scaled(c[c.broadcast([i, j], out.shape)], beta)

    if trans_b and type is out.element:
        dot_products(b, (rows, columns, depth), left, right, start, out, type)
    else:
        product_of(b, (rows, columns, depth), left, right, lambda i, j: [i, j], out, start)
    return out


def _scaled(x: Scalar, factor: float) -> Scalar:
    if factor == 1:
        return x
    if x.is_float or factor == int(factor):
        return x * factor
    return (x.cast(F64) * factor).cast(x.type)
