"""The numbers of a row's operands, and its models: with sizes known or not, in wider types."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import ml_dtypes
import numpy as np
import onnx
from onnx import helper, numpy_helper

from grid.rows import ONNX_TYPES, Row, Tensor, onnx_type, type_of_input

Array = np.ndarray[Any, Any]
_IR_VERSION = 10


def dtype_of(type: str) -> np.dtype[Any]:
    """numpy's element type."""
    name = {"bf16": ml_dtypes.bfloat16, "f32": "float32", "f64": "float64"}
    return np.dtype(name.get(type, ONNX_TYPES[type]))


def type_name(array: Array) -> str:
    """Our name of an array's element type."""
    return next(t for t in ONNX_TYPES if dtype_of(t) == array.dtype)


def one(type: str) -> onnx.TensorProto:
    """A tensor of one 1."""
    return numpy_helper.from_array(np.ones(1, dtype_of(type)), "one")


def arrays_of(row: Row) -> list[Array | None]:
    """The operands, the same for the same row."""
    rng = np.random.default_rng(zlib.crc32(f"{row.op} {row.key}".encode()))
    return [
        None if tensor is None else draw(rng, tensor, type_of_input(row, i))
        for i, tensor in enumerate(row.variant.inputs)
    ]


def draw(rng: np.random.Generator, tensor: Tensor, type: str) -> Array:
    """The numbers of an operand."""
    dtype, values, shape = dtype_of(type), tensor.values, tensor.shape
    if isinstance(values, tuple):
        _, limit = values
        return rng.integers(0, limit, shape).astype(dtype)
    if not isinstance(values, str):
        return np.asarray(values).astype(dtype).reshape(shape)
    made = _DISTRIBUTIONS[values](rng, shape, dtype.kind if type != "bf16" else "f")
    return np.asarray(made).astype(dtype)


def _normal(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    if kind == "b":
        return rng.integers(0, 2, shape)
    if kind in "iu":
        return rng.integers(0 if kind == "u" else -9, 10, shape)
    return rng.standard_normal(shape, np.float32)


def _positive(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    if kind == "b":
        return rng.integers(0, 2, shape)
    return rng.integers(1, 4, shape) if kind in "iu" else rng.uniform(0.5, 2, shape)


def _near_one(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    if kind in "iub":
        return rng.integers(0, 2, shape)
    return 1 + 0.01 * rng.standard_normal(shape)


def _with_infinities(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    numbers = rng.standard_normal(shape)
    return np.where(numbers > 1.5, np.inf, np.where(numbers < -1.5, np.nan, numbers))


def _half_zero(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    return np.where(rng.random(shape) < 0.5, 0, _positive(rng, shape, kind))


def _boxes(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    corner = rng.uniform(0, 8, (*shape[:-1], 2))
    found = np.concatenate([corner, corner + rng.uniform(1, 5, corner.shape)], -1)
    if shape[-1] == 5:
        found = np.concatenate([np.zeros((*shape[:-1], 1)), np.round(found)], -1)
    return found


def _distinct(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    """In each row, each number once."""
    return np.argsort(rng.random(shape), -1)


def _rows(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    """Every second row."""
    return 2 * np.arange(shape[0]).reshape(shape)


def _unpooled(rng: np.random.Generator, shape: Any, kind: str) -> Any:
    """A position in each window of two by two."""
    n, c, h, w = np.indices(shape)
    return ((n * shape[1] + c) * 2 * shape[2] + 2 * h) * 2 * shape[3] + 2 * w


_DISTRIBUTIONS: Mapping[str, Any] = {
    "normal": _normal,
    "positive": _positive,
    "unit": lambda rng, shape, kind: rng.uniform(0.05, 0.95, shape),
    "above one": lambda rng, shape, kind: rng.uniform(1.1, 3, shape),
    "small": lambda rng, shape, kind: 0.1 * rng.standard_normal(shape),
    "grid": lambda rng, shape, kind: rng.uniform(-1.1, 1.1, shape),
    "near one": _near_one,
    "with infinities": _with_infinities,
    "half zero": _half_zero,
    "boxes": _boxes,
    "numbered boxes": _boxes,
    "distinct": _distinct,
    "rows": _rows,
    "unpooled": _unpooled,
}


def attributes_of(row: Row, type: str = "") -> dict[str, Any]:
    """The attributes, for operands of a type."""
    type = type or row.type
    return {k: a(type) if callable(a) else a for k, a in row.variant.attributes.items()}


def opset_of(row: Row) -> int:
    """The newest version of the operator's opset."""
    from grid.rows import schema_of

    return schema_of(row.op, row.domain).version


def model_of(
    row: Row, arrays: list[Array | None], mode: str = "known", opset: int = 0, type: str = ""
) -> onnx.ModelProto:
    """The model of one node. Outputs have no declared type: engines infer it."""
    inputs, weights, names = [], [], []
    for i, (tensor, array) in enumerate(zip(row.variant.inputs, arrays, strict=True)):
        if tensor is None or array is None:
            names.append("")
            continue
        names.append(f"x{i}")
        if tensor.constant:
            weights.append(numpy_helper.from_array(array, names[-1]))
            continue
        element = onnx_type(type_name(array))
        inputs.append(helper.make_tensor_value_info(names[-1], element, _shape(tensor, i, mode)))
    outputs = [f"y{i}" for i in range(row.variant.outputs)]
    node = helper.make_node(
        row.op, names, outputs, row.op, domain=row.domain, **attributes_of(row, type)
    )
    results = [onnx.ValueInfoProto(name=n) for n in outputs]
    graph = helper.make_graph([node], "grid", inputs, results, weights)
    versions = [helper.make_opsetid("", opset or max(opset_of(row), 21))]
    return helper.make_model(graph, opset_imports=versions, ir_version=_IR_VERSION)


def _shape(tensor: Tensor, index: int, mode: str) -> list[int | str]:
    shape: list[int | str] = list(tensor.shape)
    if tensor.fixed or mode == "known":
        return shape
    if mode == "unknown":
        return [n if d in tensor.known else f"x{index}_{d}" for d, n in enumerate(shape)]
    if tensor.batch is not None:
        shape[tensor.batch] = "batch"
    return shape


def feeds_of(row: Row, arrays: list[Array | None]) -> dict[str, Array]:
    """The arrays of the inputs that are not constant."""
    return {
        f"x{i}": array
        for i, (tensor, array) in enumerate(zip(row.variant.inputs, arrays, strict=True))
        if tensor is not None and array is not None and not tensor.constant
    }
