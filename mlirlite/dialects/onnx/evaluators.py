"""Operators in numpy: the table behind --constprop-onnx.

An evaluator gets numpy, the op and an array for each operand (None for a missing one). It raises
ValueError if the result is undefined or better left to run time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from mlirlite.dialects.onnx.constants import slice_of
from mlirlite.dialects.onnx.edge_values import DEFINED, to_integer
from mlirlite.dialects.onnx.math.products import Gemm
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.packed_weights import Blocks
from mlirlite.dialects.onnx.reduction import Reduction
from mlirlite.dialects.onnx.shapes import axis_in, element_of, product, shape_of
from mlirlite.dialects.onnx.tensor.indexing import Slice
from mlirlite.dialects.onnx.tensor.join import Split
from mlirlite.dialects.onnx.tensor.padding import Pad
from mlirlite.dialects.onnx.tensor.reshape import Transpose
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.types import DYNAMIC, FloatType, IntegerType, RankedTensorType, element_type_of
from mlirlite.ir.values import Value

Evaluator = Callable[..., Any]
T = TypeVar("T")

_ERF_LIMIT = 1 << 16


# Elementwise operators


def _divide(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    return DEFINED["Div"](np, op, a, b) if a.dtype.kind in "iu" else a / b


def _mod(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    if a.dtype.kind in "iu":
        return DEFINED["Mod"](np, op, a, b)
    return np.fmod(a, b) if op.get("fmod") else np.mod(a, b)


def _erf(np: Any, op: OnnxOp, x: Any) -> Any:
    if x.size > _ERF_LIMIT:
        raise ValueError("too large")
    return np.vectorize(math.erf, otypes=[np.float64])(x).astype(x.dtype).reshape(x.shape)


def _sigmoid(np: Any, op: OnnxOp, x: Any) -> Any:
    small = np.exp(-np.abs(x))
    return (np.where(x < 0, small, 1) / (1 + small)).astype(x.dtype)


def _cast(np: Any, op: OnnxOp, x: Any, like: Any = None) -> Any:
    element: Any = element_type_of(op.results[0].type)
    if x.dtype.kind == "O" or not isinstance(element, (FloatType, IntegerType)):
        raise ValueError("texts are left to the run time")
    if isinstance(element, FloatType) and element.keyword not in ("f16", "bf16", "f32", "f64"):
        raise ValueError("saturation is left to the run time")
    dtype = numpy_dtype(element)
    if dtype.kind == "b":
        return x != 0
    if dtype.kind in "iu" and x.dtype.kind not in "iub":
        return to_integer(np, x, dtype)
    return x.astype(dtype)


def _pow(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    if a.dtype.kind in "iu":
        return DEFINED["Pow"](np, op, a, b)
    return np.power(a, b).astype(a.dtype)


def _clip(np: Any, op: OnnxOp, x: Any, low: Any = None, high: Any = None) -> Any:
    low = op.get("min") if low is None and not isinstance(op.get("min"), Value) else low
    high = op.get("max") if high is None and not isinstance(op.get("max"), Value) else high
    x = x if low is None else np.maximum(x, np.asarray(low, x.dtype).reshape(()))
    return x if high is None else np.minimum(x, np.asarray(high, x.dtype).reshape(()))


def _joined(function: str) -> Evaluator:
    def evaluate(np: Any, op: OnnxOp, *arrays: Any) -> Any:
        result = arrays[0]
        for array in arrays[1:]:
            result = getattr(np, function)(result, array)
        return result

    return evaluate


def _mean(np: Any, op: OnnxOp, *arrays: Any) -> Any:
    return (_joined("add")(np, op, *arrays) / len(arrays)).astype(arrays[0].dtype)


def _plain(function: str) -> Evaluator:
    return lambda np, op, *arrays: getattr(np, function)(*arrays)


ELEMENTWISE: dict[str, Evaluator] = {
    "Add": _plain("add"),
    "Sub": _plain("subtract"),
    "Mul": _plain("multiply"),
    "Div": _divide,
    "Mod": _mod,
    "Pow": _pow,
    "Max": _joined("maximum"),
    "Min": _joined("minimum"),
    "Sum": _joined("add"),
    "Mean": _mean,
    "And": _plain("logical_and"),
    "Or": _plain("logical_or"),
    "Xor": _plain("logical_xor"),
    "Not": _plain("logical_not"),
    "BitwiseAnd": _plain("bitwise_and"),
    "BitwiseOr": _plain("bitwise_or"),
    "BitwiseXor": _plain("bitwise_xor"),
    "BitwiseNot": _plain("bitwise_not"),
    "BitShift": DEFINED["BitShift"],
    "Equal": _plain("equal"),
    "Less": _plain("less"),
    "LessOrEqual": _plain("less_equal"),
    "Greater": _plain("greater"),
    "GreaterOrEqual": _plain("greater_equal"),
    "Where": _plain("where"),
    "Abs": _plain("abs"),
    "Neg": _plain("negative"),
    "Sign": _plain("sign"),
    "Ceil": _plain("ceil"),
    "Floor": _plain("floor"),
    "Round": _plain("rint"),
    "Sqrt": _plain("sqrt"),
    "Exp": _plain("exp"),
    "Log": _plain("log"),
    "Sin": _plain("sin"),
    "Cos": _plain("cos"),
    "Tan": _plain("tan"),
    "Sinh": _plain("sinh"),
    "Cosh": _plain("cosh"),
    "Tanh": _plain("tanh"),
    "Asin": _plain("arcsin"),
    "Acos": _plain("arccos"),
    "Atan": _plain("arctan"),
    "Asinh": _plain("arcsinh"),
    "Acosh": _plain("arccosh"),
    "Atanh": _plain("arctanh"),
    "Erf": _erf,
    "Sigmoid": _sigmoid,
    "Relu": lambda np, op, x: np.maximum(x, np.zeros((), x.dtype)),
    "Reciprocal": lambda np, op, x: (1 / x).astype(x.dtype),
    "IsNaN": _plain("isnan"),
    "Cast": _cast,
    "CastLike": lambda np, op, x, like=None: _cast(np, op, x),
    "Clip": _clip,
}


# Operators that move elements


def _known(found: T | None) -> T:
    if found is None:
        raise ValueError("it is not known")
    return found


def _inferred_shape(op: OnnxOp) -> tuple[int, ...]:
    type = op.infer_shapes()[0]
    return _known(type.shape if isinstance(type, RankedTensorType) else None)


def _to_result_shape(np: Any, op: OnnxOp, x: Any, *rest: Any) -> Any:
    return x.reshape(_inferred_shape(op))


def _transpose(np: Any, op: Transpose, x: Any) -> Any:
    return np.transpose(x, op.permutation())


def _concat(np: Any, op: OnnxOp, *arrays: Any) -> Any:
    return np.concatenate(arrays, axis=op.get("axis", 1))


def _slice(np: Any, op: Slice, x: Any, *rest: Any) -> Any:
    parts = [slice(None)] * x.ndim
    for axis, start, end, step in _known(op.bounds()):
        parts[axis] = slice_of(start, end, step, x.shape[axis])
    return x[tuple(parts)]


def _split(np: Any, op: Split, x: Any, *rest: Any) -> Any:
    places, at = [], 0
    for size in _known(op.parts())[:-1]:
        at += size
        places.append(at)
    return np.split(x, places, axis=op.get("axis", 0))


def _gather(np: Any, op: OnnxOp, x: Any, indices: Any) -> Any:
    _in_range(indices, x.shape[op.get("axis")])
    return np.take(x, indices, axis=op.get("axis"))


def _gather_elements(np: Any, op: OnnxOp, x: Any, indices: Any) -> Any:
    axis = axis_in(op.get("axis"), x.ndim)
    _in_range(indices, x.shape[axis])
    cut = tuple(slice(None) if i == axis else slice(0, n) for i, n in enumerate(indices.shape))
    size = x.shape[axis]
    return np.take_along_axis(x[cut], np.where(indices < 0, indices + size, indices), axis)


def _gather_nd(np: Any, op: OnnxOp, x: Any, indices: Any) -> Any:
    if op.get("batch_dims"):
        raise ValueError("has batches")
    return x[tuple(np.moveaxis(indices, -1, 0))]


def _scatter_elements(np: Any, op: OnnxOp, x: Any, indices: Any, updates: Any) -> Any:
    if op.get("reduction", "none") != "none":
        raise ValueError("reduces")
    axis = axis_in(op.get("axis", 0), x.ndim)
    _in_range(indices, x.shape[axis])
    result = x.copy()
    places = list(np.ogrid[tuple(slice(n) for n in indices.shape)])
    places[axis] = indices
    result[tuple(places)] = updates
    return result


def _scatter_nd(np: Any, op: OnnxOp, x: Any, indices: Any, updates: Any) -> Any:
    if op.get("reduction", "none") != "none":
        raise ValueError("reduces")
    result = x.copy()
    result[tuple(np.moveaxis(indices, -1, 0))] = updates
    return result


def _in_range(indices: Any, size: int) -> None:
    if indices.size and not ((indices >= -size) & (indices < size)).all():
        raise ValueError("index out of range")


def _pad(np: Any, op: Pad, x: Any, *rest: Any) -> Any:
    amounts = _known(op.amounts())
    if op.get("mode") != "constant" or any(a < 0 for pair in amounts for a in pair):
        raise ValueError("crops or mirrors")
    fill = op.get("value", 0.0)
    if len(rest) > 1 and rest[1] is not None:
        fill = rest[1].reshape(())
    return np.pad(x, amounts, constant_values=np.asarray(fill, x.dtype))


MOVES: dict[str, Evaluator] = {
    "Identity": lambda np, op, x: x,
    "Reshape": _to_result_shape,
    "Flatten": _to_result_shape,
    "Squeeze": _to_result_shape,
    "Unsqueeze": _to_result_shape,
    "Transpose": _transpose,
    "Slice": _slice,
    "Expand": lambda np, op, x, s: np.broadcast_to(x, _inferred_shape(op)),
    "Tile": lambda np, op, x, r: np.tile(x, tuple(r)),
    "Gather": _gather,
}
"""One operand of data: a splat stays one."""


# Others


def _reduce(function: Callable[[Any, Any, Any, bool], Any]) -> Evaluator:
    def evaluate(np: Any, op: OnnxOp, x: Any, *rest: Any) -> Any:
        axes = op.reduced_axes() if isinstance(op, Reduction) else ()
        if axes is None:
            raise ValueError("unknown axes")
        result = function(np, x, tuple(axes), bool(op.get("keepdims")))
        return np.asarray(result, x.dtype) if result.dtype == x.dtype else result.astype(x.dtype)

    return evaluate


def _float_mean(np: Any, x: Any, axes: Any, keep: bool) -> Any:
    if x.dtype.kind in "iu":
        raise ValueError("rounds at run time")
    return np.mean(x, axis=axes, keepdims=keep)


def _arg(function: str) -> Evaluator:
    def evaluate(np: Any, op: OnnxOp, x: Any) -> Any:
        if op.get("select_last_index"):
            raise ValueError("selects the last")
        found = getattr(np, function)(x, axis=op.get("axis"), keepdims=bool(op.get("keepdims")))
        return np.asarray(found, np.int64)

    return evaluate


def _cumsum(np: Any, op: OnnxOp, x: Any, axis: Any) -> Any:
    place = int(axis.reshape(()))
    if op.get("exclusive") or op.get("reverse"):
        raise ValueError("runs otherwise")
    return np.cumsum(x, axis=place, dtype=x.dtype)


def _range(np: Any, op: OnnxOp, start: Any, limit: Any, delta: Any) -> Any:
    (count,) = _inferred_shape(op)
    return (start.reshape(()) + np.arange(count) * delta.reshape(())).astype(start.dtype)


def _one_hot(np: Any, op: OnnxOp, indices: Any, depth: Any, values: Any) -> Any:
    size = int(depth.reshape(()))
    axis = axis_in(op.get("axis"), indices.ndim + 1)
    wrapped = np.where(indices < 0, indices + size, indices) if op.schema.version > 9 else indices
    on = np.expand_dims(wrapped, axis) == np.arange(size).reshape(
        [-1 if i == axis else 1 for i in range(indices.ndim + 1)]
    )
    return np.where(on, values[1], values[0])


def _eye(np: Any, op: OnnxOp, x: Any) -> Any:
    element = _known(element_of(op.results[0]))
    return np.eye(*_inferred_shape(op), k=op.get("k"), dtype=numpy_dtype(element))


def _trilu(np: Any, op: OnnxOp, x: Any, k: Any = None) -> Any:
    place = 0 if k is None else int(k.reshape(()))
    return np.triu(x, place) if op.get("upper") else np.tril(x, place)


def _matmul(np: Any, op: OnnxOp, a: Any, b: Any) -> Any:
    if a.size * (b.shape[-1] if b.ndim > 1 else 1) > 1 << 24:
        raise ValueError("too large")
    return np.matmul(a, b)


def _matmul_integer(np: Any, op: OnnxOp, a: Any, b: Any, x: Any = None, y: Any = None) -> Any:
    wide_a, wide_b = a.astype(np.int32), b.astype(np.int32)
    if x is not None:
        wide_a -= x.astype(np.int32).reshape(-1, 1) if x.ndim == 1 and x.size > 1 else x
    if y is not None:
        wide_b -= y
    return _matmul(np, op, wide_a, wide_b)


def _gemm(np: Any, op: Gemm, a: Any, b: Any, c: Any = None) -> Any:
    product = _matmul(np, op, a.T if op.transA else a, b.T if op.transB else b)
    alpha, beta = op.get("alpha"), op.get("beta")
    total = product if alpha == 1 else product * alpha
    if c is not None:
        total = total + (c if beta == 1 else c * beta)
    return total.astype(a.dtype)


def _matmul_n_bits(np: Any, op: OnnxOp, a: Any, b: Any, scales: Any, *rest: Any) -> Any:
    zeros, bias = (*rest, None, None)[:2]
    weights = Blocks.of(op).weights(np, b, scales, zeros)
    product = _matmul(np, op, a.astype(np.float32), weights)
    return (product if bias is None else product + bias).astype(a.dtype)


def _softmax(np: Any, op: OnnxOp, x: Any) -> Any:
    if op.schema.version < 13:
        raise ValueError("flattens")
    raised = np.exp(x - x.max(axis=op.get("axis"), keepdims=True))
    return (raised / raised.sum(axis=op.get("axis"), keepdims=True)).astype(x.dtype)


def _compress(np: Any, op: OnnxOp, x: Any, condition: Any) -> Any:
    return np.compress(condition, x, axis=op.get("axis"))


def _shape(np: Any, op: OnnxOp, *rest: Any) -> Any:
    shape = shape_of(op.operands[0])
    part = (DYNAMIC,) if shape is None else shape[op.get("start", 0) : op.get("end")]
    if DYNAMIC in part:
        raise ValueError("the shape is not known")
    return np.asarray(part, np.int64)


def _size(np: Any, op: OnnxOp, *rest: Any) -> Any:
    size = product(shape_of(op.operands[0]) or (DYNAMIC,))
    if shape_of(op.operands[0]) is None or size == DYNAMIC:
        raise ValueError("the shape is not known")
    return np.asarray(size, np.int64)


SHAPE_ONLY = frozenset({"Shape", "Size"})

EVALUATORS: dict[str, Evaluator] = {
    **ELEMENTWISE,
    **MOVES,
    "ConstantOfShape": lambda np, op, shape: None,
    "Concat": _concat,
    "Split": _split,
    "GatherElements": _gather_elements,
    "GatherND": _gather_nd,
    "ScatterElements": _scatter_elements,
    "ScatterND": _scatter_nd,
    "Pad": _pad,
    "ReduceSum": _reduce(lambda np, x, a, k: np.sum(x, axis=a, keepdims=k, dtype=x.dtype)),
    "ReduceProd": _reduce(lambda np, x, a, k: np.prod(x, axis=a, keepdims=k, dtype=x.dtype)),
    "ReduceMax": _reduce(lambda np, x, a, k: np.max(x, axis=a, keepdims=k)),
    "ReduceMin": _reduce(lambda np, x, a, k: np.min(x, axis=a, keepdims=k)),
    "ReduceMean": _reduce(_float_mean),
    "ReduceL1": _reduce(lambda np, x, a, k: np.sum(np.abs(x), axis=a, keepdims=k)),
    "ReduceSumSquare": _reduce(lambda np, x, a, k: np.sum(x * x, axis=a, keepdims=k)),
    "ArgMax": _arg("argmax"),
    "ArgMin": _arg("argmin"),
    "CumSum": _cumsum,
    "Range": _range,
    "OneHot": _one_hot,
    "EyeLike": _eye,
    "Trilu": _trilu,
    "MatMul": _matmul,
    "MatMulInteger": _matmul_integer,
    "Gemm": _gemm,
    "MatMulNBits": _matmul_n_bits,
    "Softmax": _softmax,
    "Compress": _compress,
    "NonZero": lambda np, op, x: np.asarray(np.nonzero(x), np.int64),
    "Shape": _shape,
    "Size": _size,
}
