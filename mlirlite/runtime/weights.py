"""Models whose weights have few bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.transforms.quantize_weights_onnx import (
    USUAL_BLOCK,
    Layer,
    products,
    quantize_products,
)
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.runtime.calibration import Examples
from mlirlite.runtime.compiler import STAGES, load_module, run_stages
from mlirlite.runtime.entry import entry_function
from mlirlite.support.diagnostics import DiagnosticError


def quantize_weights(
    model: Any,
    weights: str = "int4",
    block: int = USUAL_BLOCK,
    symmetric: bool = False,
    method: str = "rtn",
    batches: Iterable[Mapping[str, Any]] = (),
    step: Callable[[str], object] | None = None,
) -> tuple[Operation, list[Layer]]:
    """The model with the weights of MatMul and Gemm in few bits, as a module of the onnx dialect,
    and how far they are from what they were. The rest computes in floats as before.

    `model` is what `InferenceSession` takes; `weights` is "int4" or "int8", `block` how many
    numbers of a column share a scale, a power of two from 16 on; `symmetric` leaves out zero
    points; `method` is "rtn", to round in the range of a block, "hqq", for a range with smaller
    errors, or "gptq", for smaller errors of the products for `batches` of typical inputs by name.
    `step` is told what begins, as in `quantize`.
    DiagnosticError for a model without such weights, for no batches, or inputs that do not fit."""
    context = Context()
    module, name = load_module(model, context)
    run_stages(module, context, STAGES[:1])
    moments = _moments(module, block, batches, step) if method == "gptq" else None
    layers = quantize_products(module, weights, block, symmetric, method, moments)
    if not layers:
        raise DiagnosticError(
            f"{name} has no MatMul or Gemm with constant weights of at least {block} rows"
        )
    return module, layers


def _moments(
    module: Operation,
    block: int,
    batches: Iterable[Mapping[str, Any]],
    step: Callable[[str], object] | None,
) -> dict[Operation, Any]:
    """Sums of products of the rows that each product's matrix is multiplied by, over the batches;
    of the products in the entry function itself."""
    function = entry_function(module)
    there = [op for op in products(module, block) if op.parent is function.regions[0].block]
    found: dict[Operation, Any] = {}
    if not there:
        return found
    examples = Examples(module, [op.operands[0] for op in there], step)
    for arrays in examples.of(batches):
        for op, array in zip(there, arrays, strict=True):
            transposed = isinstance(op, onnx.GemmOp) and op.get("transA", 0)
            rows = (array.T if transposed else array).astype(np.float64)
            rows = rows.reshape(-1, rows.shape[-1])
            found[op] = found.get(op, 0) + rows.T @ rows
    return found
