"""Engines as calls without arguments, with everything bound that can be bound: ours by a dict of
arrays that is ready, which is how it is called; onnxruntime by an IOBinding whose inputs are bound
once and whose outputs it allocates at the first call; OpenVINO by a request with its tensors set;
numpy by its function."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from grid.arrays import Array, attributes_of, feeds_of, model_of, opset_of
from grid.rows import Row, onnx_type

_OPSETS = 21, 20, 18, 13
"""Where a kernel of onnxruntime may be if it is not in the newest opset."""


class Engine(NamedTuple):
    """A bound call, and its results as arrays."""

    name: str
    call: Callable[[], Any]
    results: Callable[[], Sequence[Any]]
    seconds: float = 0.0
    """How long it took to compile."""


def ours(row: Row, arrays: list[Array | None], mode: str, threads: int) -> Engine:
    """Our engine; errors are the caller's."""
    from mlirlite.runtime.session import InferenceSession

    model = model_of(row, arrays, mode).SerializeToString()
    started = time.process_time()
    session = InferenceSession(model, threads=threads)
    seconds = time.process_time() - started
    feeds = feeds_of(row, arrays)
    return Engine(
        "ours", lambda: session.run(None, feeds), lambda: session.run(None, feeds), seconds
    )


def onnxruntime(
    row: Row, arrays: list[Array | None], mode: str, threads: int, type: str = ""
) -> Engine | None:
    """onnxruntime, None without a kernel."""
    import onnxruntime as ort

    ort.set_default_logger_severity(4)
    options = ort.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    options.log_severity_level = 4
    newest = max(opset_of(row), 21)
    for opset in dict.fromkeys((newest, *(o for o in _OPSETS if o < newest))):
        try:
            model = model_of(row, arrays, mode, opset, type).SerializeToString()
            session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
            return _bound(ort, session, feeds_of(row, arrays))
        except Exception:  # it has many classes of them
            continue
    return None


def _bound(ort: Any, session: Any, feeds: dict[str, Array]) -> Engine:
    """A session with its inputs and outputs bound, once called."""
    binding = session.io_binding()
    held = {name: _ort_value(ort, array) for name, array in feeds.items()}
    for name, value in held.items():
        binding.bind_ortvalue_input(name, value)
    for output in session.get_outputs():
        binding.bind_output(output.name, "cpu")
    session.run_with_iobinding(binding)

    def call(keep: Any = held) -> None:
        session.run_with_iobinding(binding)

    return Engine("onnxruntime", call, lambda: [o.numpy() for o in binding.get_outputs()])


def _ort_value(ort: Any, array: Array) -> Any:
    if array.dtype.name == "bfloat16":
        make = ort.OrtValue.ortvalue_from_numpy_with_onnx_type
        return make(array.view(np.uint16), onnx_type("bf16"))
    return ort.OrtValue.ortvalue_from_numpy(array)


def openvino(row: Row, arrays: list[Array | None], mode: str, threads: int) -> Engine | None:
    """OpenVINO, None without an implementation."""
    try:
        import openvino as ov
    except ImportError:
        return None
    options = {"INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1, "PERFORMANCE_HINT": "LATENCY"}
    if row.type != "bf16":
        options["INFERENCE_PRECISION_HINT"] = "f32"
    try:
        core = ov.Core()
        model = core.read_model(model_of(row, arrays, mode).SerializeToString())
        request = core.compile_model(model, "CPU", options).create_infer_request()
        for name, array in feeds_of(row, arrays).items():
            request.set_tensor(name, _ov_tensor(ov, array))
        request.infer()
    except Exception:
        return None
    return Engine("OpenVINO", request.infer, lambda: [t.data for t in request.output_tensors])


def _ov_tensor(ov: Any, array: Array) -> Any:
    if array.dtype.name == "bfloat16":
        return ov.Tensor(array.view(np.uint16), array.shape, ov.Type.bf16)
    return ov.Tensor(array, shared_memory=True) if array.ndim else ov.Tensor(array)


_NUMPY: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(np, function)
        for name, function in {
            "Abs": "abs", "Acos": "arccos", "Acosh": "arccosh", "Add": "add", "And": "logical_and",
            "Asin": "arcsin", "Asinh": "arcsinh", "Atan": "arctan", "Atanh": "arctanh",
            "BitwiseAnd": "bitwise_and", "BitwiseNot": "bitwise_not", "BitwiseOr": "bitwise_or",
            "BitwiseXor": "bitwise_xor", "Ceil": "ceil", "Cos": "cos", "Cosh": "cosh",
            "Equal": "equal", "Exp": "exp", "Floor": "floor", "Greater": "greater",
            "GreaterOrEqual": "greater_equal", "Less": "less", "LessOrEqual": "less_equal",
            "IsNaN": "isnan", "Log": "log", "MatMul": "matmul", "Max": "maximum", "Min": "minimum",
            "Mul": "multiply", "Neg": "negative", "Not": "logical_not", "Or": "logical_or",
            "Pow": "power", "Reciprocal": "reciprocal", "Round": "rint", "Sign": "sign",
            "Sin": "sin", "Sinh": "sinh", "Sqrt": "sqrt", "Sub": "subtract", "Tan": "tan",
            "Tanh": "tanh", "Where": "where", "Xor": "logical_xor", "Det": "linalg.det",
        }.items()
        if "." not in function
    },
    "Det": np.linalg.det,
    "IsInf": np.isinf,
    "Relu": lambda a: np.maximum(a, 0),
    "Clip": lambda a, low=None, high=None: np.clip(a, low, high),
    "PRelu": lambda a, slope: np.where(a < 0, a * slope, a),
    "Mean": lambda *a: sum(a) / len(a),
    "Sum": lambda *a: sum(a[1:], a[0]),
    "NonZero": lambda a: np.stack(np.nonzero(a)),
    "Identity": np.copy,
}  # fmt: skip
_ATTRIBUTED: dict[str, Callable[..., Any]] = {
    "Mod": lambda a, b, fmod=0: np.fmod(a, b) if fmod else np.mod(a, b),
    "BitShift": lambda a, b, direction: (
        np.left_shift(a, b) if direction == "LEFT" else np.right_shift(a, b)
    ),
    "Transpose": lambda a, perm: np.ascontiguousarray(a.transpose(perm)),
    "Concat": lambda *a, axis: np.concatenate(a, axis),
    "Gather": lambda a, i, axis=0: np.take(a, i, axis),
    "GatherElements": lambda a, i, axis=0: np.take_along_axis(a, i, axis),
    "CumSum": lambda a, axis, **_: np.cumsum(a, int(axis), a.dtype),
    "CumProd": lambda a, axis, **_: np.cumprod(a, int(axis), a.dtype),
    "Compress": lambda a, c, axis=None: np.compress(c, a, axis),
    "ArgMax": lambda a, axis, **_: np.argmax(a, axis),
    "ArgMin": lambda a, axis, **_: np.argmin(a, axis),
    "Einsum": lambda *a, equation: np.einsum(equation, *a, optimize=True),
    "Expand": lambda a, shape: np.broadcast_to(
        a, np.broadcast_shapes(a.shape, tuple(shape))
    ).copy(),
    "Tile": lambda a, repeats: np.tile(a, repeats),
    "Trilu": lambda a, upper=1: np.triu(a) if upper else np.tril(a),
}
_REDUCTIONS = {"ReduceMax": np.max, "ReduceMin": np.min, "ReduceSum": np.sum, "ReduceProd": np.prod}


def numpy_function(row: Row, arrays: list[Array | None]) -> Callable[[], Any] | None:
    """A call of numpy's function, None where there is none."""
    given = [a for a in arrays if a is not None]
    extra = attributes_of(row)
    if row.op == "Cast":
        from grid.arrays import dtype_of
        from grid.rows import ONNX_TYPES

        to = next(dtype_of(t) for t in ONNX_TYPES if onnx_type(t) == extra["to"])
        return lambda: given[0].astype(to)
    if row.op in _REDUCTIONS:
        axes = tuple(given[1].tolist()) if len(given) > 1 else None
        function, keep = _REDUCTIONS[row.op], bool(extra.get("keepdims", 1))
        more = {"dtype": given[0].dtype} if row.op in ("ReduceSum", "ReduceProd") else {}
        return lambda: function(given[0], axis=axes, keepdims=keep, **more)
    if row.op in _ATTRIBUTED:
        return lambda: _ATTRIBUTED[row.op](*given, **extra)
    if row.op in _NUMPY and (row.op not in ("Max", "Min") or len(given) == 2):
        return lambda: _NUMPY[row.op](*given)
    return None


def numpy_engine(row: Row, arrays: list[Array | None]) -> Engine | None:
    """numpy's function for the operator."""
    call = numpy_function(row, arrays)
    if call is None:
        return None
    try:
        call()
    except Exception:
        return None
    return Engine("numpy", call, lambda: [np.asarray(call())])


def peer_of(row: Row, arrays: list[Array | None], mode: str, threads: int) -> Engine | None:
    """The engine to compare with."""
    return (
        onnxruntime(row, arrays, mode, threads)
        or openvino(row, arrays, mode, threads)
        or numpy_engine(row, arrays)
    )
