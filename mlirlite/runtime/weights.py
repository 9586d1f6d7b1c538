"""Models whose weights have few bits."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.onnx.transforms.quantize_weights_onnx import (
    USUAL_BLOCK,
    Layer,
    quantize_products,
)
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.runtime.compiler import STAGES, load_module, run_stages
from mlirlite.support.diagnostics import DiagnosticError


def quantize_weights(
    model: Any,
    weights: str = "int4",
    block: int = USUAL_BLOCK,
    symmetric: bool = False,
    method: str = "rtn",
) -> tuple[Operation, list[Layer]]:
    """The model with the weights of MatMul and Gemm in few bits, as a module of the onnx dialect,
    and how far they are from what they were. The rest computes in floats as before.

    `model` is what `InferenceSession` takes; `weights` is "int4" or "int8", `block` how many
    numbers of a column share a scale, a power of two from 16 on; `symmetric` leaves out zero
    points; `method` is "rtn", to round in the range of a block, or "hqq", for a range with smaller
    errors.
    DiagnosticError for a model without such weights."""
    context = Context()
    module, name = load_module(model, context)
    run_stages(module, context, STAGES[:1])
    layers = quantize_products(module, weights, block, symmetric, method)
    if not layers:
        raise DiagnosticError(
            f"{name} has no MatMul or Gemm with constant weights of at least {block} rows"
        )
    return module, layers
