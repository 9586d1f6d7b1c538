"""Operators that take most of a model's time, in numpy: products of matrices in place of the
loops of `onnx.reference`.

An evaluator gets numpy, the op and an array for each operand (None for a missing one). ValueError
when it does not know this form of the operator; the caller then asks `onnx.reference`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from mlirlite.dialects.onnx.evaluators import EVALUATORS, SHAPE_ONLY, Evaluator
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import Window, slide, window_of
from mlirlite.ir.types import NONE


def _positions(op: OnnxOp, window: Window, spatial: Sequence[int]) -> tuple[int, ...]:
    """How many positions the window has along each dimension."""
    ceil = bool(op.get("ceil_mode"))
    return tuple(slide(window, spatial, op.get("auto_pad", "NOTSET"), ceil))


def _padded(np: Any, x: Any, window: Window, count: Sequence[int], fill: float) -> Any:
    """An image with its padding, and as much more at its end as the last window covers."""
    if min((*window.begins, *window.ends), default=0) < 0:
        raise ValueError("crops")
    amounts = [(0, 0), (0, 0)]
    sizes = zip(x.shape[2:], count, window.strides, window.extents, strict=True)
    for dim, (size, positions, stride, extent) in enumerate(sizes):
        begin = window.begins[dim]
        missing = (positions - 1) * stride + extent - size - begin
        amounts.append((begin, max(missing, window.ends[dim], 0)))
    if not any(map(any, amounts)):
        return x
    return np.pad(x, amounts, constant_values=np.asarray(fill, x.dtype))


def _taps(padded: Any, window: Window, count: Sequence[int]) -> Iterator[Any]:
    """For each tap of the window, the elements that it has in all positions: (N, C, positions)."""
    steps = list(zip(window.strides, window.dilations, count, strict=True))
    for tap in product(*map(range, window.kernel)):
        parts = [
            slice(t * dilation, t * dilation + (positions - 1) * stride + 1, stride)
            for t, (stride, dilation, positions) in zip(tap, steps, strict=True)
        ]
        yield padded[(slice(None), slice(None), *parts)]


def _conv(np: Any, op: OnnxOp, x: Any, w: Any, bias: Any = None) -> Any:
    """The image as columns, times the filters."""
    window = window_of(op, w.shape[2:], x.shape[2:])
    count, groups = _positions(op, window, x.shape[2:]), op.get("group", 1)
    images, channels, filters = x.shape[0], x.shape[1], w.shape[0]
    taps = list(_taps(_padded(np, x, window, count, 0), window, count))
    if groups == channels == filters:  # each channel on its own
        per_tap = w.reshape(filters, len(taps)).T.reshape(len(taps), filters, *[1] * len(count))
        found = taps[0] * per_tap[0]
        for tap, weights in zip(taps[1:], per_tap[1:], strict=True):
            found += tap * weights
    else:
        columns = taps[0] if len(taps) == 1 else np.stack(taps, axis=2)
        taken = channels // groups * len(taps)
        columns = columns.reshape(images, groups, taken, prod(count))
        found = np.matmul(w.reshape(groups, filters // groups, taken), columns)
        found = found.reshape(images, filters, *count)
    if bias is not None:
        found += bias.reshape(filters, *[1] * len(count))
    return found


def _max_pool(np: Any, op: OnnxOp, x: Any) -> Any:
    if x.dtype.kind != "f" or op.get("storage_order"):
        raise ValueError("is not of floats")
    window = window_of(op, op.get("kernel_shape"), x.shape[2:])
    count = _positions(op, window, x.shape[2:])
    taps = _taps(_padded(np, x, window, count, -np.inf), window, count)
    found = next(taps).copy()
    for tap in taps:
        np.maximum(found, tap, out=found)
    return found


def _average_pool(np: Any, op: OnnxOp, x: Any) -> Any:
    window = window_of(op, op.get("kernel_shape"), x.shape[2:])
    count = _positions(op, window, x.shape[2:])
    total = sum(_taps(_padded(np, x, window, count, 0), window, count))
    inside = np.ones((1, 1, *x.shape[2:]), x.dtype)
    if op.get("count_include_pad"):
        pads = [(0, 0), (0, 0), *zip(window.begins, window.ends, strict=True)]
        inside = np.pad(inside, pads, constant_values=1)
        window = window._replace(begins=(0,) * len(count), ends=(0,) * len(count))
    return total / sum(_taps(_padded(np, inside, window, count, 0), window, count))


def _spatial(x: Any) -> tuple[int, ...]:
    return tuple(range(2, x.ndim))


def _per_channel(x: Any, values: Any) -> Any:
    return values.reshape(-1, *[1] * (x.ndim - 2)) if x.ndim > 1 else values


def _batch_normalization(
    np: Any, op: OnnxOp, x: Any, scale: Any, bias: Any, mean: Any, variance: Any
) -> Any:
    if len(op.results) > 1 or op.get("training_mode"):
        raise ValueError("trains")
    factor = scale / np.sqrt(variance + np.asarray(op.get("epsilon"), variance.dtype))
    offset = bias - mean * factor
    found = x * _per_channel(x, factor)
    found += _per_channel(x, offset)
    return found.astype(x.dtype, copy=False)


def _lrn(np: Any, op: OnnxOp, x: Any) -> Any:
    size, channels = op.get("size"), x.shape[1]
    before, total = (size - 1) // 2, np.zeros_like(x)
    for shift in range(-before, size - before):
        first, last = max(0, -shift), min(channels, channels - shift)
        if first < last:
            total[:, first:last] += np.square(x[:, first + shift : last + shift])
    base = op.get("bias") + op.get("alpha") / size * total
    return (x / base ** op.get("beta")).astype(x.dtype, copy=False)


def _dropout(np: Any, op: OnnxOp, x: Any, *rest: Any) -> Any:
    if len(rest) > 1 and rest[1] is not None and rest[1].any():
        raise ValueError("trains")
    mask = [np.ones(x.shape, bool)] if op.result_types[1:] not in ((), (NONE,)) else []
    return [x, *mask, *[None] * (len(op.results) - 1 - len(mask))]


def _axes(op: OnnxOp, given: Any, count: int) -> tuple[int, ...] | None:
    """Axes that an operand gives, or, in older versions, an attribute."""
    axes = op.get("axes") if given is None and isinstance(op.get("axes"), tuple) else given
    return None if axes is None else tuple([int(a) % count for a in axes])


def _reshape(np: Any, op: OnnxOp, x: Any, shape: Any = None) -> Any:
    if shape is None:
        raise ValueError("is an attribute")
    keep = not op.get("allowzero")
    return x.reshape([x.shape[i] if keep and n == 0 else int(n) for i, n in enumerate(shape)])


def _flatten(np: Any, op: OnnxOp, x: Any) -> Any:
    axis = op.get("axis")
    first = prod(x.shape[: axis + x.ndim if axis < 0 else axis])
    return x.reshape(first, x.size // max(first, 1))


def _squeeze(np: Any, op: OnnxOp, x: Any, axes: Any = None) -> Any:
    return np.squeeze(x, _axes(op, axes, x.ndim))


def _unsqueeze(np: Any, op: OnnxOp, x: Any, axes: Any = None) -> Any:
    given = axes if axes is not None else op.get("axes")
    return np.expand_dims(x, _axes(op, given, x.ndim + len(given)))


def _expand(np: Any, op: OnnxOp, x: Any, shape: Any) -> Any:
    return np.broadcast_to(x, np.broadcast_shapes(x.shape, tuple(map(int, shape))))


def _shape(np: Any, op: OnnxOp, x: Any) -> Any:
    return np.asarray(x.shape[op.get("start", 0) : op.get("end")], np.int64)


def _softmax(np: Any, op: OnnxOp, x: Any) -> Any:
    if op.schema.version >= 13:
        return EVALUATORS["Softmax"](np, op, x)
    axis = op.get("axis") % (x.ndim + 1)  # all dimensions from the axis on are one
    rows = x.reshape(prod(x.shape[:axis]), -1)
    raised = np.exp(rows - rows.max(axis=1, keepdims=True))
    return (raised / raised.sum(axis=1, keepdims=True)).reshape(x.shape)


def _matmul(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    return np.matmul(a, b)


def _gemm(np: Any, op: OnnxOp, a: Any, b: Any, c: Any = None) -> Any:
    found = np.matmul(a.T if op.get("transA") else a, b.T if op.get("transB") else b)
    if op.get("alpha") != 1:
        found = found * a.dtype.type(op.get("alpha"))
    if c is not None:
        found = found + (c if op.get("beta") == 1 else c * a.dtype.type(op.get("beta")))
    return found


_BY_TYPES = SHAPE_ONLY | {"ConstantOfShape", "EyeLike", "Range"}
"""Their evaluators look at types, which need not be known before a run."""
QUICK: dict[str, Evaluator] = {
    **{name: e for name, e in EVALUATORS.items() if name not in _BY_TYPES},
    "Reshape": _reshape,
    "Flatten": _flatten,
    "Squeeze": _squeeze,
    "Unsqueeze": _unsqueeze,
    "Expand": _expand,
    "Shape": _shape,
    "Conv": _conv,
    "MaxPoolSingleOut": _max_pool,
    "AveragePool": _average_pool,
    "GlobalAveragePool": lambda np, op, x: x.mean(axis=_spatial(x), keepdims=True),
    "GlobalMaxPool": lambda np, op, x: x.max(axis=_spatial(x), keepdims=True),
    "BatchNormalizationInferenceMode": _batch_normalization,
    "BatchNormalization": _batch_normalization,
    "LRN": _lrn,
    "Dropout": _dropout,
    "Softmax": _softmax,
    "MatMul": _matmul,
    "Gemm": _gemm,
}
