"""Evaluation of onnx ops by `onnx.reference`, the evaluator of the specification: an op becomes a
model of one node. The interpreter finds EVALUATIONS by the name of this file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_from
from mlirlite.dialects.onnx.edge_values import defined
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.types import OptType, SeqType
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import numpy_dtype
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE, FloatType, IntegerType, RankedTensorType, TensorType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

Array = np.ndarray[Any, np.dtype[Any]]
_PLAIN = "fiub"
"""Kinds of numpy's own number types; the interpreter has all others as Python numbers."""
QUICKLY = "onnx.quickly"
"""A machine whose `globals` have this evaluates by numpy's products of matrices where it can
(quick_evaluation.py): a hundred times as fast, and no independent check of compiled code."""


def run_operator(machine: Any, op: Operation) -> Any:
    """Evaluate an operator on the machine's values. Its model is cached. Where the specification
    leaves integers open, the result is that of compiled code."""
    open_to_us = defined(op) if isinstance(op, OnnxOp) else None
    if open_to_us is not None:
        arrays = [to_reference(machine[v], v.type) for v in op.operands]
        with np.errstate(all="ignore"), suppress(ValueError):
            return to_runtime(open_to_us(np, op, *arrays), op.results[0].type)
    if machine.globals.get(QUICKLY) and isinstance(op, OnnxOp):
        with suppress(ValueError, IndexError):
            return _quickly(machine, op)
    known = machine.globals.setdefault("onnx", {})
    prepared = known.get(op)
    if prepared is None:
        prepared = known[op] = _prepare(op)
    evaluator, values = prepared
    feeds = {f"v{i}": to_reference(machine[v], v.type) for i, v in enumerate(values)}
    try:
        with np.errstate(all="ignore"):
            found = iter(evaluator.run(None, feeds))
    except Exception as e:
        raise DiagnosticError(
            op.error(f"cannot be evaluated by onnx.reference: {type(e).__name__}: {e}")
        ) from e
    types = op.result_types
    results = [None if t is NONE else to_runtime(next(found), t) for t in types]
    return results[0] if len(results) == 1 else results


def _quickly(machine: Any, op: OnnxOp) -> Any:
    """Evaluate an operator by products of matrices. ValueError when its form is not known."""
    from mlirlite.target.onnx.quick_evaluation import QUICK  # late: seldom asked for

    evaluator = QUICK.get(op.schema.name)
    if evaluator is None or op.regions:
        raise ValueError("has no quick form")
    arrays = [to_reference(machine[v], v.type) for v in op.operands]
    if not all(a is None or (hasattr(a, "dtype") and a.dtype.kind in _PLAIN) for a in arrays):
        raise ValueError("is not of numpy's numbers")
    with np.errstate(all="ignore"):
        found = evaluator(np, op, *arrays)
    results = found if isinstance(found, (list, tuple)) else [found]
    if len(results) != len(op.results) or results[0] is None:
        raise ValueError("has other results")
    made = [
        None if t is NONE else to_runtime(r, t)
        for r, t in zip(results, op.result_types, strict=True)
    ]
    return made[0] if len(made) == 1 else made


def _prepare(op: Operation) -> tuple[Any, list[Value]]:
    from onnx.reference import ReferenceEvaluator  # late: half a second

    from mlirlite.target.onnx.export import export_op  # late: not for quick answers

    model, values = export_op(op)
    return ReferenceEvaluator(model), values


def run_constant(machine: Any, op: onnx.ConstantOp) -> Any:
    """The constant as an array."""
    elements = op.elements()
    if elements is None:
        raise DiagnosticError(op.error("has no value"))
    return to_runtime(array_from(elements), elements.type)


def run_no_value(machine: Any, op: Operation) -> Any:
    """Nothing."""
    return None


EVALUATIONS: dict[type, Callable[[Any, Any], Any]] = {
    OnnxOp: run_operator,
    onnx.CustomOp: run_operator,
    onnx.ConstantOp: run_constant,
    onnx.NoValueOp: run_no_value,
}


def to_reference(value: Any, type: Type) -> Any:
    """A value of the interpreter, converted for onnx.reference."""
    if isinstance(type, SeqType):
        return [to_reference(v, type.element_type) for v in value]
    if isinstance(type, OptType):
        return None if value is None else to_reference(value, type.element_type)
    if isinstance(type, TensorType) and isinstance(type.element_type, (FloatType, IntegerType)):
        return np.asarray(value).astype(numpy_dtype(type.element_type), copy=False)
    return value


def to_runtime(value: Any, type: Type) -> Any:
    """A value of onnx.reference, converted for the interpreter."""
    if value is None:
        return None
    if isinstance(type, SeqType):
        return [to_runtime(v, type.element_type) for v in value]
    if isinstance(type, OptType):
        return to_runtime(value, type.element_type)
    array: Array = np.asarray(value)
    element = type.element_type if isinstance(type, TensorType) else None
    if isinstance(element, (FloatType, IntegerType)):
        if array.dtype.kind in _PLAIN and numpy_dtype(element).kind in _PLAIN:
            array = array.astype(numpy_dtype(element), copy=False)
        else:
            number: Callable[[Any], Any] = float if isinstance(element, FloatType) else int
            array = _objects([number(v) for v in array.reshape(-1)], array.shape)
    if isinstance(type, RankedTensorType) and len(type.shape) != array.ndim:
        raise DiagnosticError(f"a result of rank {array.ndim} was expected as {type}")
    return array


def _objects(values: Sequence[Any], shape: tuple[int, ...]) -> Array:
    array: Array = np.empty(len(values), dtype=object)
    array[:] = values
    return array.reshape(shape)
