"""How much work the evaluation of an op on constants is, as far as known beforehand: an op that may
exceed the budget is left to run time."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.control_flow import If, Loop, Scan
from mlirlite.dialects.onnx.costs import flops, flops_of, is_move
from mlirlite.dialects.onnx.evaluators import ELEMENTWISE
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IntegerType,
    RankedTensorType,
    TensorType,
)
from mlirlite.ir.values import Value
from mlirlite.support.limits import CONSTANT_BYTES, CONSTANT_STEPS

# fmt: off
_SIZED_BY_VALUES = frozenset((
    "AffineGrid", "AveragePool", "BlackmanWindow", "CenterCropPad", "Col2Im", "ConstantOfShape",
    "Conv", "ConvInteger", "ConvTranspose", "DFT", "DeformConv", "Expand", "EyeLike",
    "HammingWindow", "HannWindow", "ImageDecoder", "LpPool", "MaxPool", "MaxRoiPool", "MaxUnpool",
    "MelWeightMatrix", "OneHot", "Pad", "QLinearConv", "Range", "Resize", "RoiAlign", "STFT",
    "TfIdfVectorizer", "Tile", "Upsample",
))
# fmt: on
"""Operators whose results may have any number of elements; those of others have at most as many as
pairs, triples … of elements of the operands."""


class ConstantWork:
    """The rest of the budget of one function, whose constants take this many bytes."""

    def __init__(self, constants: int) -> None:
        self.bytes = CONSTANT_BYTES.get() + 4 * constants
        self.steps = CONSTANT_STEPS.get()
        self._elements: dict[Value, int] = {}

    def spend(self, op: Operation) -> bool:
        """Take the work of an op, with its contents, from the budget; False, and nothing is taken,
        when it is more than is left or unknown."""
        size = steps = 0
        for inner in op.walk():
            times = self._repeated(inner, op)
            made = self._made_by(inner)
            if times is None or made is None:
                return False
            size += made * times * _size_of(inner)
            steps += self._steps(inner, made) * times
            if size > self.bytes or steps > self.steps:
                return False
        self.bytes -= size
        self.steps -= steps
        return True

    def _made_by(self, op: Operation) -> int | None:
        """The most elements that the results and region arguments of an op have; None when
        unknown."""
        most = 0
        values: list[Value] = [a for r in op.regions for b in r for a in b.args]
        for value in (*values, *op.results):
            known = _static_elements(value)
            if known is None and isinstance(value.type, TensorType):
                if op.regions or _name(op) in _SIZED_BY_VALUES:
                    return None
                known = prod(max(1, self.elements(v)) for v in op.operands)
            self._elements[value] = known = known or 0
            most += known
        return most

    def elements(self, value: Value) -> int:
        """The most elements of a known value; sequences count as their longest part."""
        known = _static_elements(value)
        return self._elements.get(value, 1) if known is None else known

    def _steps(self, op: Operation, made: int) -> int:
        name = _name(op)
        read = [self.elements(v) for v in op.operands]
        if is_move(op) or name in ELEMENTWISE or op.regions or not isinstance(op, OnnxOp):
            return made + sum(read)
        if flops.get(type(op)) is not None:
            return max(flops_of(op), made + sum(read))
        return made * max(read, default=1)

    def _repeated(self, op: Operation, outermost: Operation) -> int | None:
        """How often an op runs at most for each run of an enclosing op."""
        times = 1
        while op is not outermost and op.parent_op is not None:
            op = op.parent_op
            count = _iterations(op)
            if count is None:
                return None
            times *= max(1, count)
        return times


def _iterations(op: Operation) -> int | None:
    if isinstance(op, If):
        return 1
    if isinstance(op, Loop):
        trips = scalar_of(op.M)
        return None if trips is None else int(trips)
    if isinstance(op, Scan):
        return _longest(op.initial_state_and_scan_inputs)
    return None


def _longest(values: Iterable[Value]) -> int | None:
    """The largest of the sizes of some tensors; None when one is not known."""
    sizes = [shape_of(v) for v in values]
    if any(s is None or DYNAMIC in s for s in sizes):
        return None
    return max((max(s, default=1) for s in sizes if s is not None), default=1)


def _static_elements(value: Value) -> int | None:
    type = value.type
    if isinstance(type, RankedTensorType) and type.has_static_shape:
        return type.num_elements
    return None


def _size_of(op: Operation) -> int:
    """The most bytes of an element of a result."""
    elements = [getattr(r.type, "element_type", None) for r in op.results]
    plain = (FloatType, IntegerType, ComplexType)
    return max((element_size(e) if isinstance(e, plain) else 16 for e in elements), default=1)


def _name(op: Operation) -> str:
    """The operator's name without its version."""
    return op.schema.name if isinstance(op, OnnxOp) else op.name
