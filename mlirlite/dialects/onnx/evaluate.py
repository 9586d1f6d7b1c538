"""What operators make of constants: `fold(op)` gives the constants of an op's results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.constants import array_from, constant_of
from mlirlite.dialects.onnx.evaluators import ELEMENTWISE, EVALUATORS, MOVES, SHAPE_ONLY, Evaluator
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import refine
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    ElementsAttr,
    element_size,
    numpy_dtype,
)
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import NONE, RankedTensorType

INLINE = 1024
"""Results of up to so many elements are written out, larger ones become resources."""


def fold(op: OnnxOp, most_growth: int = 1 << 16) -> list[ElementsAttr] | None:
    """The constants of the results, or None: an operand is not constant, the operator has no
    evaluator, its result is not defined or has too many bytes.

    `most_growth`: how many bytes more the results may have than the operands. A splat counts as one
    element.
    """
    evaluator = EVALUATORS.get(op.schema.name)
    if evaluator is None or op.regions or not op.results:
        return None
    types = [t for t in op.infer_shapes() if isinstance(t, RankedTensorType)]
    if len(types) != sum(t is not NONE for t in op.result_types):
        return None
    constants = [constant_of(v) for v in op.operands]
    for value, constant in zip(op.operands, constants, strict=True):
        if constant is None and value.type is not NONE and op.schema.name not in SHAPE_ONLY:
            return None
        if isinstance(constant, DenseResourceAttr) and not constant.resource.is_defined:
            return None
    static = [t for t in types if t.has_static_shape]
    splat = _splat(op, constants, static) if len(static) == len(types) else None
    if splat is not None:
        return splat
    most = sum(map(stored_bytes, constants)) + most_growth
    if sum(map(_bytes, static)) > most:
        return None
    try:
        arrays = [None if c is None else array_from(c) for c in constants]
        found = _evaluate(op, evaluator, arrays, types)
    except (ValueError, ArithmeticError, IndexError, TypeError):
        return None
    return found if found and sum(map(stored_bytes, found)) <= most else None


def _evaluate(
    op: OnnxOp, evaluator: Evaluator, arrays: Sequence[Any], types: Sequence[Any]
) -> list[ElementsAttr] | None:
    import numpy as np

    with np.errstate(all="ignore"):
        found = evaluator(np, op, *arrays)
    results = found if isinstance(found, (list, tuple)) else [found]
    if len(results) < len(types):
        return None
    return [elements_from(np, a, t) for a, t in zip(results, types, strict=False)]


def elements_from(np: Any, array: Any, type: RankedTensorType) -> ElementsAttr:
    """An array as a constant of a type; unknown dimensions are those of the array.

    ValueError when shape or element type differ.
    """
    dtype = numpy_dtype(type.element_type)
    if refine(type.shape, tuple(array.shape)) != tuple(array.shape):
        raise ValueError(f"evaluation gave shape {array.shape}, expected {type.shape}")
    type = RankedTensorType(tuple(array.shape), type.element_type)
    if array.dtype != dtype:
        raise ValueError(f"evaluation gave {array.dtype}, expected {dtype}")
    made = DenseElementsAttr.from_numpy(array, type)
    if made.is_splat or type.num_elements <= INLINE:
        return DenseElementsAttr(type, bytes(made.raw))
    return DenseResourceAttr(type, Resource("folded", made.raw))


def _bytes(type: RankedTensorType) -> int:
    return type.num_elements * element_size(type.element_type)


def stored_bytes(constant: ElementsAttr | None) -> int:
    """How many bytes the numbers of a constant take; a splat is one number."""
    if isinstance(constant, DenseResourceAttr):
        return len(constant.resource.data)
    return len(constant.raw) if isinstance(constant, DenseElementsAttr) else 0


def _splat(
    op: OnnxOp, constants: Sequence[ElementsAttr | None], types: Sequence[Any]
) -> list[ElementsAttr] | None:
    """The results where all data are splats and the operator keeps that: computed on one element.

    So ConstantOfShape and what is done to it cost nothing, whatever the shapes are.
    """
    name = op.schema.name
    if name == "ConstantOfShape":
        value = op.get("value")
        fill = value.raw if isinstance(value, DenseElementsAttr) else b"\0" * 4
        return [_splat_of(types[0], fill)]
    data = constants if name in ELEMENTWISE else constants[:1] if name in MOVES else []
    if not data or len(types) != 1:
        return None
    if not all(isinstance(c, DenseElementsAttr) and c.is_splat for c in data):
        return None
    if name in MOVES:
        return [_splat_of(types[0], data[0].raw)]  # type: ignore[union-attr]
    single = RankedTensorType((), types[0].element_type)
    try:
        arrays = [array_from(c).reshape(-1)[:1].reshape(()) for c in data if c is not None]
        found = _evaluate(op, EVALUATORS[name], arrays, [single])
    except (ValueError, ArithmeticError, IndexError, TypeError):
        return None
    return [_splat_of(types[0], f.raw) for f in found or () if hasattr(f, "raw")] or None


def _splat_of(type: RankedTensorType, raw: Any) -> DenseElementsAttr:
    made: DenseElementsAttr = DenseElementsAttr(type, bytes(raw) if type.num_elements else b"")
    return made
