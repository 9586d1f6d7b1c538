"""Integers in numpy where ONNX leaves the result open: as in docs/decisions/040-edge-values.md for
division by zero, out-of-range casts, and the like, equal to compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.reduction import Reduction
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.types import element_type_of

_UPPER = 1 << 63


def to_integer(np: Any, x: Any, dtype: Any) -> Any:
    """Floats as integers: the whole part, of narrow types its low bits. NaN and numbers out of
    range of a wide signed integer give the least integer."""
    x = np.trunc(x.astype(np.float64))
    if dtype == np.uint64:
        upper = x >= 2.0**63
        lower = _or_least(np, np.where(upper, x - 2.0**63, x), np.int64).view(np.uint64)
        return lower ^ np.where(upper, np.uint64(_UPPER), np.uint64(0))
    wide = np.int64 if dtype.itemsize == 8 or dtype == np.uint32 else np.int32
    return _or_least(np, x, wide).astype(dtype)


def _or_least(np: Any, x: Any, wide: Any) -> Any:
    least = float(np.iinfo(wide).min)
    return np.where(np.abs(x) < -least, x, least).astype(wide)


def _cast(np: Any, op: OnnxOp, x: Any, like: Any = None) -> Any:
    dtype = numpy_dtype(element_type_of(op.results[0].type))
    if x.dtype.kind == "O":
        raise ValueError("texts are read at run time")
    return to_integer(np, x, dtype) if x.dtype.kind not in "iub" else x.astype(dtype)


def _divide(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    safe = np.where(b == 0, b.dtype.type(1), b)
    quotient = (a - np.fmod(a, safe)) // safe  # toward zero: the rest has the sign of a
    return np.where(b == 0, a.dtype.type(0), quotient)


def _modulo(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    safe = np.where(b == 0, b.dtype.type(1), b)
    rest = np.fmod(a, safe) if op.get("fmod") else np.mod(a, safe)
    return np.where(b == 0, a.dtype.type(0), rest)


def _log_sum_exp(np: Any, op: OnnxOp, x: Any, *rest: Any) -> Any:
    axes = op.reduced_axes() if isinstance(op, Reduction) else None
    if axes is None or not x.size:
        raise ValueError("unknown axes, or no numbers")
    wide = x.astype(np.float64)
    top = np.max(wide, axis=tuple(axes), keepdims=True)
    total = np.sum(np.exp(wide - top), axis=tuple(axes), keepdims=True)
    found = to_integer(np, np.log(total) + top, x.dtype)
    return found if op.get("keepdims") else np.squeeze(found, tuple(axes))


def _power(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    if b.dtype.kind not in "iu":
        raise ValueError("rounds at run time")
    base = a.astype(np.int64).view(np.uint64) if a.dtype.kind == "i" else a.astype(np.uint64)
    result = np.power(base, np.where(b < 0, b.dtype.type(0), b).astype(np.uint64)).astype(a.dtype)
    if b.dtype.kind == "u":
        return result
    infinite = to_integer(np, np.float64("inf"), a.dtype)
    inverse = np.where(a == 0, infinite, (a == 1).astype(a.dtype))
    if a.dtype.kind == "i":
        inverse = np.where(a == -1, np.where(b & 1, -1, 1).astype(a.dtype), inverse)
    return np.where(b < 0, inverse, result)


def _shift(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    width = b.dtype.itemsize * 8
    beyond = (b >= width) | (b < 0)
    safe = np.where(beyond, b.dtype.type(0), b)
    if op.get("direction") == "LEFT":
        return np.where(beyond, a.dtype.type(0), np.left_shift(a, safe))
    signs = np.where(a < 0, ~a.dtype.type(0), a.dtype.type(0))
    return np.where(beyond, signs, np.right_shift(a, safe))


def _quantize(np: Any, op: OnnxOp, x: Any, scale: Any, zero: Any = None) -> Any:
    if scale.size != 1 or x.dtype.kind != "f" or x.dtype.itemsize < 4:
        raise ValueError("has several scales, or rounds twice")
    info = np.iinfo(numpy_dtype(element_type_of(op.results[0].type)))
    level = np.rint(x / scale.reshape(())) + (0 if zero is None else x.dtype.type(zero.reshape(())))
    level = np.where(level > info.min, level, info.min)
    return np.where(level < info.max, level, info.max).astype(info.dtype)


DEFINED: dict[str, Callable[..., Any]] = {
    "BitShift": _shift,
    "Cast": _cast,
    "CastLike": _cast,
    "Div": _divide,
    "Mod": _modulo,
    "Pow": _power,
    "QuantizeLinear": _quantize,
    "ReduceLogSumExp": _log_sum_exp,
}
"""Evaluators, as those of `evaluators.py`, of operators with integers as results."""


def defined(op: OnnxOp) -> Callable[..., Any] | None:
    """The evaluator of an operator whose result is integers, when it is one of these."""
    type = op.results[0].type if op.results else None
    element = getattr(type, "element_type", None)
    found = DEFINED.get(op.schema.name)
    if found is None or element is None or op.schema.domain:
        return None
    try:
        return found if numpy_dtype(element).kind in "iu" else None
    except (TypeError, ValueError, KeyError):
        return None
