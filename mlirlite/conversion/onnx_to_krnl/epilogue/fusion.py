"""Elementwise ops that are fused into the store of an op's result, as --fuse-elementwise-onnx
marked them.

y = MatMul(x, w) {fused = 0}; z = Add(y, c) {fused = 0}  -->  one lowering that stores z
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer, as_element
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.conversion.onnx_to_krnl.registers.lanes import Lanes
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of
from mlirlite.dialects.onnx.transforms.fuse_elementwise_onnx import FUSED
from mlirlite.ir.attribute import Type
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NoneType, RankedTensorType
from mlirlite.ir.values import BlockArgument, Value

Function = Callable[..., "Scalar | float"]

FUNCTIONS: dict[str, Function] = {}
"""By the name of an op: the function of a builder and one element of each operand."""


@dataclass(frozen=True, slots=True)
class Step:
    """One op: its function, the element type of its result, and for each operand a buffer, or the
    number of an earlier value: 0 is the first op's own, 1 the first step's. Missing operands are
    None."""

    op: Operation
    function: Function
    element: Type
    operands: tuple[Buffer | int | None, ...]


@dataclass(slots=True)
class Fusion:
    """The steps on each element before it is stored."""

    steps: list[Step] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.steps)

    @classmethod
    def claim(
        cls,
        b: KrnlBuilder,
        takes: Callable[[Buffer], bool] = lambda x: True,
        head: Operation | None = None,
        element: Type | None = None,
    ) -> Fusion:
        """The ops that are marked to be fused with the builder's op, up to the first one with an
        operand that the caller cannot use, or an unsupported element type. They are erased after
        the lowering, and so is another `head`, whose value the caller computes as well."""
        found = cls()
        mark = b.op.attribute(FUSED)
        if mark is None:
            return found
        first = head or b.op
        values: dict[Value, int] = {first.results[0]: 0}
        op = first.next
        while op is not None and op.attribute(FUSED) is mark:  # the pass made them adjacent
            step = _step(b, op, first.results[0].type, values, takes)
            if step is None or element not in (None, step.element):
                break
            found.steps.append(step)
            values[op.results[0]] = len(found.steps)
            op = op.next
        found._keep_what_is_closed(first)
        b.fused += [*([] if head is None else [head]), *(s.op for s in found.steps)]
        return found

    def _keep_what_is_closed(self, first: Operation) -> None:
        """Drop steps from the end until only the last value is used elsewhere."""
        while self.steps:
            inside = {first, *(s.op for s in self.steps)}
            made = [first, *(s.op for s in self.steps[:-1])]
            if all(user in inside for op in made for user in op.results[0].users):
                return
            self.steps.pop()

    def apply(self, b: KrnlBuilder, value: Scalar, load: Callable[[Buffer], Scalar]) -> Scalar:
        """The steps on one element or vector; `load` gives another operand's. Each result is as if
        stored and loaded: rounded to the type of its result."""
        values = [value]
        loaded: dict[Value, Scalar] = {}
        own = b.op
        for step in self.steps:
            arguments: list[Scalar | None] = []
            for operand in step.operands:
                if operand is None or isinstance(operand, int):
                    arguments.append(None if operand is None else values[operand])
                    continue
                if operand.value not in loaded:
                    loaded[operand.value] = load(operand)
                arguments.append(loaded[operand.value])
            b.op = step.op  # the builder reads this op's attributes
            made = as_element(b, step.function(b, *arguments), step.element)
            b.op = own
            values.append(made.spread(value.value.type))
        return values[-1]


@dataclass(slots=True)
class FusedRows:
    """The steps on the elements of a result that is stored as a matrix."""

    b: KrnlBuilder
    fusion: Fusion
    others: dict[Value, Buffer | None]

    @classmethod
    def claim(
        cls, b: KrnlBuilder, matrix: tuple[Sequence[int], Ix, Ix], head: Operation | None = None
    ) -> FusedRows:
        """As `Fusion.claim`, for a result of a type's shape, and its rows and columns."""
        element = element_of((head or b.op).results[0])

        def takes(z: Buffer) -> bool:
            return z.element is element and as_rows(b, z, *matrix) is not None

        fusion = Fusion.claim(b, takes, head, element)
        others = {
            z.value: as_rows(b, z, *matrix)
            for step in fusion.steps
            for z in step.operands
            if isinstance(z, Buffer)
        }
        return cls(b, fusion, others)

    def apply(self, v: Lanes, value: Scalar, row: Ix, column: Ix, lanes: Ix) -> Scalar:
        """The steps on a vector that begins at a place."""

        def load(z: Buffer) -> Scalar:
            shown = self.others[z.value]
            if shown is None:
                raise ValueError("an operand that was not taken")
            if shown.rank == 0:
                return shown[()].spread(v.type)
            return v.read(shown, [column] if shown.rank == 1 else [row, column], lanes)

        return self.fusion.apply(self.b, value, load)


def _step(
    b: KrnlBuilder,
    op: Operation,
    type: Type,
    values: dict[Value, int],
    takes: Callable[[Buffer], bool],
) -> Step | None:
    function = FUNCTIONS.get(op.name)
    if not isinstance(op, OnnxOp) or function is None:
        return None
    made = op.results[0].type
    if not isinstance(made, RankedTensorType) or not isinstance(type, RankedTensorType):
        return None
    if made.shape != type.shape or made.encoding is not type.encoding:
        return None
    operands: list[Buffer | int | None] = []
    for value in op.operands:
        if value in values or isinstance(value.type, NoneType):
            operands.append(values.get(value))
            continue
        if not _is_ready(value, b.op):
            return None
        buffer = Buffer(b, b.rewriter.converted(value))
        if not takes(buffer):
            return None
        operands.append(buffer)
    return Step(op, function, made.element_type, tuple(operands))


def _is_ready(value: Value, op: Operation) -> bool:
    """True when a value is computed before an op of the same block, or outside of it."""
    definer = value.defining_op
    if isinstance(value, BlockArgument) or definer is None or definer.parent is not op.parent:
        return True
    return definer.is_before_in_block(op)


def as_rows(
    b: KrnlBuilder, x: Buffer, shape: Sequence[int], rows: Ix, columns: Ix
) -> Buffer | None:
    """An operand of a result of a type's shape that is stored as a matrix: as a matrix too, as one
    row, or as one number; None where it is none of these."""
    mine = x.type.shape
    if all(n == 1 for n in mine):
        return b.view(x, b.memref([], x.element), [])
    if all(n == 1 for n in mine[:-1]):
        return b.view(x, b.memref([columns], x.element), [columns])
    if mine == tuple(shape):
        return b.view(x, b.memref([rows, columns], x.element), [rows, columns])
    return None
