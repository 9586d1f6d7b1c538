"""--quantize-weights-onnx: weights of products in few bits, with a scale for each block.

MatMul(x, w : f32)  -->  MatMul(x, DequantizeLinear(w' : ui4, s, z) {axis = 0, block_size = 32})
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.packed_weights import LEAST_BLOCK, Blocks
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms._build import array_like, constant, nothing
from mlirlite.dialects.onnx.transforms._gptq import corrected
from mlirlite.dialects.onnx.transforms._half_quadratic import refined
from mlirlite.dialects.onnx.transforms._quantized_values import has_numbers
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.labels import node_name
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import F16, F32, IntegerType, RankedTensorType, Signedness
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.diagnostics import DiagnosticError, did_you_mean
from mlirlite.support.tuning import Fixed

WEIGHTS: Fixed[dict[str, int]] = {"int4": 4, "int8": 8}
"""Names of types, and their bits."""
METHODS = ("rtn", "hqq", "gptq")
"""Rounding in the range of a block; in one with smaller errors; so that products of inputs that are
known have smaller errors."""
_OF_ZEROS: Fixed[float] = 2.0**-126
"""The scale of a block of zeros: the smallest normal number, since kernels round products before
they take off what the zero point adds."""
USUAL_BLOCK: Fixed[int] = 32
"""Numbers that share a scale, as most models have it."""


class Layer(NamedTuple):
    """A product whose weights have been quantized: how far they are from what they were."""

    name: str
    rows: int
    columns: int
    largest: float
    """The largest error, relative to the largest number."""
    root_mean_square: float
    """Of the errors, relative to that of the numbers."""


@compiler_pass("quantize-weights-onnx")
def quantize_weights_onnx(
    op: Operation,
    state: PassState,
    *,
    weights: str = "int4",
    block: int = USUAL_BLOCK,
    symmetric: bool = False,
    method: str = "rtn",
) -> None:
    """Quantize the constant weights of MatMul and Gemm, in blocks of a column with a scale each.

    Numbers are rounded to the nearest one. DequantizeLinear gives them back; a session does not
    unpack them in memory.

    weights: the type, int4 or int8
    block: how many numbers share a scale: a power of two from 16 on
    symmetric: no zero points
    method: rtn rounds in the range of a block, hqq looks for a range with smaller errors
    """
    if method == "gptq":
        raise DiagnosticError("method 'gptq' needs inputs: mlirlite-quantize has them")
    state.count("products", len(quantize_products(op, weights, block, symmetric, method)))


def quantize_products(
    module: Operation,
    weights: str = "int4",
    block: int = USUAL_BLOCK,
    symmetric: bool = False,
    method: str = "rtn",
    moments: Mapping[Operation, Any] | None = None,
) -> list[Layer]:
    """What the pass does; returns the products. `moments` are sums of products of the rows that an
    op's matrix is multiplied by, for method "gptq"; an op without them is rounded. DiagnosticError
    for another type, block or method."""
    if method not in METHODS:
        near = did_you_mean(method, METHODS)
        raise DiagnosticError(f"unknown method '{method}'{near}; expected {' or '.join(METHODS)}")
    if weights not in WEIGHTS:
        near = did_you_mean(weights, WEIGHTS)
        raise DiagnosticError(f"unknown type '{weights}'{near}; expected {' or '.join(WEIGHTS)}")
    bits = WEIGHTS[weights]
    if not Blocks(1, 1, bits, block).is_valid:
        raise DiagnosticError(
            f"expected blocks of a power of two from {LEAST_BLOCK} on, found {block}"
        )
    form = _Form(bits, block, symmetric, method)
    known = moments or {}
    found = [_quantized(op, form, known.get(op)) for op in products(module, block)]
    return [layer for layer in found if layer is not None]


def products(module: Operation, block: int) -> list[Operation]:
    """The products whose weights can be quantized in such blocks."""
    return [op for op in module.walk() if _weights(op, block) is not None]


def _weights(op: Operation, block: int) -> Any:
    """The constant matrix of a product, `[columns, depth]`; None for another op."""
    if not isinstance(op, (onnx.MatMulOp, onnx.GemmOp)) or op.parent is None:
        return None
    given, element = array_of(op.operands[1]), element_of(op.operands[1])
    if given is None or given.ndim != 2 or element not in (F32, F16):
        return None
    if not has_numbers(op.operands[1]):
        return None
    rows = given if _is_transposed(op) else given.T
    return rows if rows.shape[1] >= block else None


def _is_transposed(op: Operation) -> bool:
    return isinstance(op, onnx.GemmOp) and bool(op.get("transB", 0))


class _Form(NamedTuple):
    """How numbers are rounded."""

    bits: int
    block: int
    symmetric: bool
    method: str


def _quantized(op: Operation, form: _Form, moments: Any = None) -> Layer | None:
    import numpy as np

    bits, block, symmetric, _ = form
    right, transposed = op.operands[1], _is_transposed(op)
    exact = _weights(op, block)
    if op.parent is None:
        raise ValueError("a product that is in no block")
    with np.errstate(over="ignore", invalid="ignore"):  # of weights near the largest number
        numbers, scales, zeros = rounded(np, exact, *form, moments)
        factors = np.ascontiguousarray(scales if transposed else scales.T).astype(exact.dtype)
    if not np.isfinite(factors).all() or not np.isfinite(numbers).all():
        return None
    back = numbers - (0 if zeros is None else np.repeat(zeros, block, 1)[:, : numbers.shape[1]])
    error = back * np.repeat(scales, block, 1)[:, : numbers.shape[1]] - exact
    if form.method != "rtn" and not np.abs(error).max() <= np.abs(exact).max():
        return _quantized(op, form._replace(method="rtn"))  # denormal weights have no range to fit
    type = IntegerType(bits, Signedness.SIGNLESS if symmetric else Signedness.UNSIGNED)
    rw = Rewriter(op.parent, op, op.location)

    def integers(array: Any) -> Any:
        array = np.ascontiguousarray(array if transposed else array.T).astype(numpy_dtype(type))
        return constant(rw, elements_from(np, array, RankedTensorType(array.shape, type)))

    made = onnx.DequantizeLinearOp(
        integers(numbers),
        array_like(rw, factors, right),
        nothing(rw) if zeros is None else integers(zeros),
        axis=int(transposed),
        block_size=block,
    )
    value = rw.insert(made).results[0]
    with rw.modify(op):
        op.set_operand(1, value)
    if right.defining_op is not None and not right.has_uses:
        rw.erase(right.defining_op)
    largest = float(np.abs(exact).max()) or 1.0
    mean = float(np.sqrt(np.square(exact, dtype=np.float64).mean())) or 1.0
    rows, columns = exact.shape[::-1]
    squares = float(np.sqrt(np.square(error, dtype=np.float64).mean()))
    return Layer(
        node_name(op) or op.name,
        rows,
        columns,
        float(np.abs(error).max()) / largest,
        squares / mean,
    )


def rounded(
    np: Any,
    rows: Any,
    bits: int,
    block: int,
    symmetric: bool,
    method: str = "rtn",
    moments: Any = None,
) -> tuple[Any, Any, Any]:
    """Rows in blocks, each rounded to the nearest of this many numbers: the numbers, the scales and
    the zero points (None if symmetric) as f32; `number = (integer - zero) * scale`. With moments,
    method "gptq" rounds others up or down so that errors of products are smaller."""
    half = 1 << bits - 1
    ends = (-half, half - 1) if symmetric else (0, 2 * half - 1)

    def range_of(parts: Any) -> tuple[Any, Any]:
        return _range(np, parts, bits, symmetric)

    if method == "gptq" and moments is not None:
        return corrected(np, rows, moments, block, ends, range_of)
    count = -(-rows.shape[1] // block)
    whole = np.zeros((len(rows), count * block), np.float32)
    whole[:, : rows.shape[1]] = rows
    parts = whole.reshape(len(rows), count, block)
    scales, zeros = range_of(parts)
    numbers = np.round(parts / scales[..., None])
    if zeros is not None:
        numbers = numbers + zeros[..., None]
    numbers = np.clip(numbers, *ends)
    if method == "hqq":
        numbers, scales, zeros = refined(np, parts, scales, zeros, ends)
    return numbers.reshape(len(rows), -1)[:, : rows.shape[1]], scales, zeros


def _range(np: Any, parts: Any, bits: int, symmetric: bool) -> tuple[Any, Any]:
    """Scales and zero points (None if symmetric) of the range of numbers along the last axis."""
    if symmetric:
        scales, zeros = np.abs(parts).max(-1) / ((1 << bits - 1) - 1), None
    else:
        low, high = np.minimum(parts.min(-1), 0), np.maximum(parts.max(-1), 0)
        scales = (high - low) / ((1 << bits) - 1)
        zeros = np.round(-low / np.where(scales == 0, 1, scales))
    return np.where(scales == 0, _OF_ZEROS, scales).astype(np.float32), zeros
