"""Post-training quantisation of a model: ranges of its values over examples, then bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from mlirlite.dialects.onnx.transforms._quantized_values import quantized_values, set_range
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import parse_pipeline
from mlirlite.runtime.compiler import STAGES, load_module, run_stages
from mlirlite.runtime.entry import entry_function
from mlirlite.runtime.session import InferenceSession
from mlirlite.support.diagnostics import DiagnosticError

METHODS = ("minmax", "percentile")


@dataclass(slots=True)
class _Range:
    """The range of one value so far."""

    low: float = 0.0
    high: float = 0.0
    batches: int = 0

    def see(self, array: np.ndarray[Any, Any], percentile: float | None) -> None:
        """Take another batch into account: the widest range, or the mean of percentiles."""
        if percentile is None:
            low, high = float(array.min()), float(array.max())
            self.low, self.high = min(self.low, low), max(self.high, high)
        else:
            low, high = np.percentile(array, (100 - percentile, percentile))
            self.low += (min(float(low), 0.0) - self.low) / (self.batches + 1)
            self.high += (max(float(high), 0.0) - self.high) / (self.batches + 1)
        self.batches += 1


def quantize(
    model: Any,
    batches: Iterable[Mapping[str, Any]],
    *,
    method: str = "minmax",
    percentile: float = 99.99,
    activations: str = "ui8",
) -> Operation:
    """The model with convolutions and Gemm on bytes, as a module of the onnx dialect.

    `model` is what `InferenceSession` takes, `batches` are inputs by name: some that are typical
    of those to come. Ranges are the least and the largest number of a value ("minmax"), or leave
    out the share beyond a percentile at each end, as the mean over the batches ("percentile").
    `activations` is "ui8" or "i8"; x86 has instructions for ui8, plain AArch64 for i8. The result
    compiles like any model and exports to ONNX. DiagnosticError for no batches, or inputs that do
    not fit.
    """
    if method not in METHODS:
        raise DiagnosticError(f"unknown method '{method}'; expected one of {', '.join(METHODS)}")
    if not 50 < percentile <= 100:
        raise DiagnosticError(f"expected a percentile above 50 and up to 100, found {percentile:g}")
    context = Context()
    module, _ = load_module(model, context)
    run_stages(module, context, STAGES[:1])
    calibrate(module, batches, percentile if method == "percentile" else None)
    passes = f"builtin.module(func.func(quantize-onnx{{activations={activations}}}))"
    PassManager(parse_pipeline(passes), context).run(module)
    return module


def calibrate(
    module: Operation, batches: Iterable[Mapping[str, Any]], percentile: float | None = None
) -> None:
    """Write the ranges of what would be quantised on a module of the onnx dialect, as the
    attributes that --quantize-onnx reads."""
    values = quantized_values(entry_function(module))
    if not values:
        raise DiagnosticError("the model has no convolution or Gemm with constant weights")
    copy = module.clone()
    count = _show(copy)
    session = InferenceSession(copy)
    names = [o.name for o in session.get_outputs()][-count:]
    ranges = [_Range() for _ in values]
    for feeds in batches:
        for found, array in zip(ranges, session.run(names, feeds), strict=True):
            if not np.isfinite(array).all():
                raise DiagnosticError("a value of the model is not finite for a calibration input")
            found.see(array, percentile)
    if not ranges[0].batches:
        raise DiagnosticError("calibration needs one batch of inputs or more")
    for value, found in zip(values, ranges, strict=True):
        set_range(value, found.low, found.high)


def _show(module: Operation) -> int:
    """Return what would be quantised as well; gives the number of values."""
    function: Any = entry_function(module)
    values: list[Value] = quantized_values(function)
    end = function.regions[0].block.last
    end.set_operands((*end.operands, *values))
    type = function.signature()
    results = (*type.results, *[v.type for v in values])
    function.properties["function_type"] = FunctionType(type.inputs, results)
    function.properties.pop("res_attrs", None)
    return len(values)
