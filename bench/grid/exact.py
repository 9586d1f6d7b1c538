"""Results to compare with: computed in wider types, of the same rounded operands. An error is the
largest difference over the largest number of the exact result (docs/decisions/027)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from grid.arrays import Array, dtype_of, model_of, type_name
from grid.engines import numpy_function, onnxruntime
from grid.own_references import own_results, with_rounded_points
from grid.rows import Row

_FLOATS = ("f16", "bf16", "f32", "f64")
BOUNDS = {"f32": 5e-6, "f64": 5e-15, "f16": 2e-3, "bf16": 1.6e-2}
"""By the type of a result."""
_WINOGRAD = 4e-5
_TO_BYTES = ("QuantizeLinear", "QLinearConv", "QLinearMatMul", "DynamicQuantizeLinear", "Resize")
"""Operators whose results may be one step from the exact ones, where a tie or a whole number is
near: onnxruntime truncates sums of Resize in f32."""
_OTHERS = {"i8": "i64", "i16": "i64", "i32": "i64", "u8": "u64", "u16": "u64", "u32": "u64"}


def exact_results(row: Row, arrays: list[Array | None]) -> tuple[str, Sequence[Any]] | None:
    """The results, and the type that they were computed in; None where no engine has them."""
    if row.op == "Cast":
        call = numpy_function(row, arrays)
        with np.errstate(all="ignore"):
            return ("f64", [call()]) if call is not None else None
    own = own_results(row, arrays)
    if own is not None:
        return "f64", own
    if row.op == "GridSample" and row.type == "f32":
        arrays = with_rounded_points(row, arrays)
    for widened in _candidates(row):
        wide = [_widened(a, widened) for a in arrays]
        type = widened.get(row.type, row.type)
        engine = onnxruntime(row, wide, "known", 1, type)
        if engine is not None:
            results = engine.results()
            if all(isinstance(r, np.ndarray) for r in results):
                return type, results
    wide = [_widened(a, _candidates(row)[0]) for a in arrays]
    call = numpy_function(row, wide)
    try:
        with np.errstate(all="ignore"):
            return ("f64", [np.asarray(call())]) if call is not None else None
    except Exception:
        return None


def reference_results(row: Row, arrays: list[Array | None]) -> tuple[str, Sequence[Any]] | None:
    """The results of onnx.reference in f64."""
    from onnx.reference import ReferenceEvaluator

    from grid.arrays import feeds_of

    widened = _candidates(row)[0]
    wide = [_widened(a, widened) for a in arrays]
    type = widened.get(row.type, row.type)
    try:
        with np.errstate(all="ignore"):
            evaluator = ReferenceEvaluator(model_of(row, wide, type=type))
            return type, evaluator.run(None, feeds_of(row, wide))
    except Exception:
        return None


def _candidates(row: Row) -> list[dict[str, str]]:
    """Wider types to try, best first."""
    if row.op in ("QuantizeLinear", "DequantizeLinear", "BitCast", "DynamicQuantizeLinear"):
        return [{"bf16": "f32"} if row.type == "bf16" else {}, {"bf16": "f32", "f16": "f32"}]
    if row.op.startswith("QLinear"):
        return [{}]
    if row.op == "Resize" and row.type == "bool":
        return [{"bool": "f32"}]  # a sum of weights is true unless it is zero
    floats = [dict.fromkeys(_FLOATS, to) for to in ("f64", "f32")]
    if row.type in _FLOATS:
        return floats
    found = [{**floats[0]}, {}]
    if row.type in _OTHERS:
        found += [{row.type: _OTHERS[row.type]}, {row.type: "i64"}, {row.type: "i32"}]
    if row.type in ("u64", "i64"):
        found += [{row.type: "i64"}]
    if row.type == "bool":
        found += [{"bool": "u8"}, {"bool": "i32"}]
    return found


def _widened(array: Array | None, types: dict[str, str]) -> Array | None:
    if array is None:
        return None
    to = types.get(type_name(array))
    return array if to is None else array.astype(dtype_of(to))


def largest_error(found: Any, exact: Any) -> float:
    """The error of a result; infinite for another shape."""
    found, exact = np.asarray(found), np.asarray(exact)
    if found.shape != exact.shape:
        return float("inf")
    if not found.size:
        return 0.0
    with np.errstate(all="ignore"):
        exact = exact.astype(found.dtype) if found.dtype.kind in "iub" else exact
        if found.dtype.kind in "iub":
            return _difference(found.astype(np.float64), exact.astype(np.float64))
        rounded = exact.astype(found.dtype).astype(np.float64)
        return _difference(found.astype(np.float64), exact.astype(np.float64), rounded)


def _difference(found: Array, exact: Array, rounded: Array | None = None) -> float:
    same = (found == exact) | (np.isnan(found) & np.isnan(exact))
    if rounded is not None:
        same |= found == rounded
    finite = np.isfinite(exact) & np.isfinite(found)
    if not (same | finite).all():
        return float("inf")
    size = np.abs(exact[finite]).max(initial=0.0)
    differences = np.abs(found - exact)[~same & finite]
    return float(differences.max(initial=0.0) / (size or 1.0))


def bound_of(row: Row, result: Any, exact_type: str) -> float:
    """How large an error of a result may be."""
    result = np.asarray(result)
    if result.dtype.kind in "iub":
        most = float(np.abs(result.astype(np.float64)).max(initial=1.0))
        return 1.01 / most if row.op in _TO_BYTES else 0.0
    own = BOUNDS[type_name(result)]
    if row.op == "Conv" and row.type == "f32":
        own = _WINOGRAD
    return max(own, BOUNDS.get(exact_type, 0.0))
