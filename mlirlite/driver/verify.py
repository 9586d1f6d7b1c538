"""Other engines to compare with: onnxruntime, and onnx.reference, the specification's evaluator."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError

TEXT_SUFFIXES = (".onnxtxt", ".onnxtext", ".json", ".textproto", ".prototxt", ".pbtxt")
"""ONNX's other file formats, which onnxruntime does not read."""


def check_engine(name: str) -> None:
    """DiagnosticError when an engine's package is missing."""
    if name == "onnxruntime":
        try:
            import onnxruntime  # noqa: F401
        except ImportError:
            raise DiagnosticError(
                "--verify=onnxruntime needs the package onnxruntime: pip install onnxruntime"
            ) from None


def run_engine(name: str, model: Any, feeds: Mapping[str, Any]) -> dict[str, Any]:
    """Outputs by name for a path or a ModelProto; DiagnosticError when the engine refuses it."""
    engine = _onnxruntime if name == "onnxruntime" else _reference
    try:
        return engine(model, feeds)
    except Exception as e:  # engines raise what they like: a kernel is missing, a value is wrong
        words = (str(e).strip() or type(e).__name__).splitlines()[0]
        peer = "onnxruntime" if name == "onnxruntime" else "onnx.reference"
        raise DiagnosticError(
            f"cannot compare: {peer} does not run this model with these inputs: {words}"
        ) from None


def _onnxruntime(model: Any, feeds: Mapping[str, Any]) -> dict[str, Any]:
    import onnxruntime

    onnxruntime.set_default_logger_severity(4)
    if isinstance(model, (str, os.PathLike)) and os.fspath(model).endswith(TEXT_SUFFIXES):
        import onnx

        model = onnx.load(model)
    source = model if isinstance(model, (str, bytes)) else model.SerializeToString()
    session = onnxruntime.InferenceSession(source, providers=["CPUExecutionProvider"])
    names = [o.name for o in session.get_outputs()]
    return dict(zip(names, session.run(names, dict(feeds)), strict=True))


def _reference(model: Any, feeds: Mapping[str, Any]) -> dict[str, Any]:
    import onnx
    from onnx.reference import ReferenceEvaluator

    evaluator = ReferenceEvaluator(
        onnx.load(model) if isinstance(model, (str, os.PathLike)) else model
    )
    names = list(evaluator.output_names)
    return dict(zip(names, evaluator.run(names, dict(feeds)), strict=True))


def largest_error(got: Any, want: Any) -> float:
    """The largest absolute difference, relative to the largest expected magnitude; inf for a wrong
    shape or type, or a NaN on one side only."""
    import numpy as np

    got, want = np.asarray(got), np.asarray(want)
    if got.shape != want.shape or got.dtype != want.dtype:
        return float("inf")
    if want.size == 0:
        return 0.0
    if want.dtype.kind not in "fiub":
        return 0.0 if bool((got == want).all()) else float("inf")
    a, b = got.astype(np.float64), want.astype(np.float64)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    difference = np.where(same, 0.0, np.abs(a - b))
    scale = float(np.abs(b[np.isfinite(b)]).max(initial=0.0)) or 1.0
    worst = float(difference.max())
    return worst / scale if worst == worst else float("inf")
