"""Evaluation of operators on constants: `fold(op)` gives the constants of an op's results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import perf_counter
from typing import Any

from mlirlite.dialects.onnx.additional import ConstantOp
from mlirlite.dialects.onnx.constants import array_from, constant_of
from mlirlite.dialects.onnx.evaluators import ELEMENTWISE, EVALUATORS, MOVES, SHAPE_ONLY, Evaluator
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.requirements import violation
from mlirlite.dialects.onnx.shapes import refine
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    ElementsAttr,
    element_size,
    numpy_dtype,
)
from mlirlite.ir.operation import Operation
from mlirlite.ir.resources import Resource
from mlirlite.ir.types import NONE, ComplexType, FloatType, IntegerType, RankedTensorType
from mlirlite.support.interruptible import interruptibly
from mlirlite.support.limits import CONSTANT_BYTES, CONSTANT_SECONDS

_SMALL = 1 << 16
"""Evaluating constants of up to this many bytes costs nothing noticeable."""
_LONG = 1 << 23
"""From this many bytes on, evaluation can take so long that the user presses Ctrl-C."""
INLINE = 1024
"""Results of up to this many elements are stored in the text, larger ones become resources."""


class Budget:
    """The budget of bytes and time for evaluating constants in one run of a pass. Small ones do not
    count."""

    def __init__(self, constants: int = 0) -> None:
        """`constants`: the bytes of the existing ones."""
        self.bytes = CONSTANT_BYTES.get() + 4 * constants
        self.seconds = float(CONSTANT_SECONDS.get())

    def has(self, size: int) -> bool:
        """Subtract an evaluation on this many bytes from the budget; False if it exceeds the
        remainder."""
        if size <= _SMALL:
            return True
        if size > self.bytes or self.seconds <= 0:
            return False
        self.bytes -= size
        return True


def fold(
    op: OnnxOp, most_growth: int = 1 << 16, budget: Budget | None = None
) -> list[ElementsAttr] | None:
    """The constants of the results, or None: an operand is not constant, the operator has no
    evaluator, its result is not defined or has too many bytes.

    `most_growth`: how many bytes more the results may have than the operands. A splat counts as one
    element. Work beyond the rest of `budget` is not evaluated either.
    """
    evaluator = EVALUATORS.get(op.schema.name)
    if evaluator is None or op.regions or not op.results:
        return None
    constants = [constant_of(v) for v in op.operands]
    for value, constant in zip(op.operands, constants, strict=True):
        if constant is None and value.type is not NONE and op.schema.name not in SHAPE_ONLY:
            return None
        if isinstance(constant, DenseResourceAttr) and not constant.resource.is_defined:
            return None
    types = _types(op)
    if types is None:
        return None
    static = [t for t in types if t.has_static_shape]
    splat = _splat(op, constants, static) if len(static) == len(types) else None
    if splat is not None:
        return splat
    most = sum(map(stored_bytes, constants)) + most_growth
    if sum(map(_bytes, static)) > most:
        return None
    size = sum(map(_bytes, static)) + sum(_bytes(v.type) for v in op.operands)
    if budget is not None and not budget.has(size):
        return None
    begin = perf_counter()
    try:
        arrays = [None if c is None else array_from(c) for c in constants]
        found = _evaluate(op, evaluator, arrays, types, size)
    except (ValueError, ArithmeticError, IndexError, TypeError, MemoryError):
        return None
    finally:
        if budget is not None and size > _SMALL:
            budget.seconds -= perf_counter() - begin
    return found if found and sum(map(stored_bytes, found)) <= most else None


def _types(op: OnnxOp) -> list[RankedTensorType] | None:
    """The types of the present results; None if one is not known, or if the operands do not fit,
    which the verifier reports."""
    try:
        inferred = op.infer_shapes()
        if violation(op) is not None:
            return None
    except ValueError:
        return None
    types = [t for t in inferred if isinstance(t, RankedTensorType)]
    return types if len(types) == sum(t is not NONE for t in op.result_types) else None


def _evaluate(
    op: OnnxOp, evaluator: Evaluator, arrays: Sequence[Any], types: Sequence[Any], size: int
) -> list[ElementsAttr] | None:
    import numpy as np

    def work() -> Any:
        with np.errstate(all="ignore"):
            return evaluator(np, op, *arrays)

    found = interruptibly(work) if size > _LONG else work()
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


def _bytes(type: Type) -> int:
    if not isinstance(type, RankedTensorType) or not type.has_static_shape:
        return 0
    if not isinstance(type.element_type, (FloatType, IntegerType, ComplexType)):
        return type.num_elements
    return type.num_elements * element_size(type.element_type)


def bytes_of_constants(ops: Iterable[Operation]) -> int:
    """How many bytes the constants among some ops take."""
    return sum(stored_bytes(op.elements()) for op in ops if isinstance(op, ConstantOp))


def stored_bytes(constant: ElementsAttr | None) -> int:
    """How many bytes the numbers of a constant take; a splat is one number."""
    if isinstance(constant, DenseResourceAttr):
        return len(constant.resource.data)
    return len(constant.raw) if isinstance(constant, DenseElementsAttr) else 0


def _splat(
    op: OnnxOp, constants: Sequence[ElementsAttr | None], types: Sequence[Any]
) -> list[ElementsAttr] | None:
    """The results if all data are splats and the operator preserves that: computed on one element.

    So ConstantOfShape and its users cost nothing, for any shapes.
    """
    name = op.schema.name
    if name == "ConstantOfShape":
        value = op.get("value")
        if isinstance(value, DenseElementsAttr) and value.type.num_elements != 1:
            return None
        fill = value.raw if isinstance(value, DenseElementsAttr) else b"\0" * 4
        return [_splat_of(types[0], fill)]
    data = constants if name in ELEMENTWISE else constants[:1] if name in MOVES else []
    if not data or len(types) != 1:
        return None
    if not all(isinstance(c, DenseElementsAttr) and c.is_splat for c in data):
        return None
    first = data[0]
    if name in MOVES and isinstance(first, DenseElementsAttr):
        return [_splat_of(types[0], first.raw)]
    single = RankedTensorType((), types[0].element_type)
    try:
        arrays = [array_from(c).reshape(-1)[:1].reshape(()) for c in data if c is not None]
        found = _evaluate(op, EVALUATORS[name], arrays, [single], 0)
    except (ValueError, ArithmeticError, IndexError, TypeError):
        return None
    return [_splat_of(types[0], f.raw) for f in found or () if hasattr(f, "raw")] or None


def _splat_of(type: RankedTensorType, raw: Any) -> DenseElementsAttr:
    made: DenseElementsAttr = DenseElementsAttr(type, bytes(raw) if type.num_elements else b"")
    return made
