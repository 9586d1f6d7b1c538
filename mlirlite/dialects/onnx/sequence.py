"""Behavior of operators on sequences of tensors."""

from collections.abc import Iterator

from mlirlite.dialects.onnx.constants import ints_of, scalar_of
from mlirlite.dialects.onnx.op import Inferred, OnnxOp
from mlirlite.dialects.onnx.region_types import common_type, yielded
from mlirlite.dialects.onnx.requirements import Between, Equal, Requirement, Within, at_least
from mlirlite.dialects.onnx.shapes import Mismatch, axis_in, rank_of, shape_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size
from mlirlite.dialects.onnx.types import OptType, SeqType, element_type
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.types import (
    DYNAMIC,
    F32,
    RankedTensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic


def member_type(value: Value) -> Type:
    """The type of a sequence's members."""
    type = value.type
    if not isinstance(type, SeqType):
        raise ValueError(f"expects a sequence, got '{type}'")
    return type.element_type


def position_within(operand: int) -> Between:
    """The position of a member, from the front or from the end."""
    return Between(Element(operand), -Count(0), Count(0) - 1, "position")


class SequenceEmpty(OnnxOp, ops="SequenceEmpty"):
    """A sequence without members."""

    dtype: int | None

    def infer(self) -> Inferred:
        element = F32 if self.dtype is None else element_type(self.dtype)
        return None if element is None else [SeqType(UnrankedTensorType(element))]

    def check(self) -> Diagnostic | None:
        type = self.results[0].type
        element = F32 if self.dtype is None else element_type(self.dtype)
        if isinstance(type, SeqType) and element_type_of(type.element_type) is not element:
            return self.error(f"dtype is {element}, but the result is of '{type}'")
        return None


class SequenceConstruct(OnnxOp, ops="SequenceConstruct"):
    """A sequence of the operands."""

    inputs: tuple[Value, ...]

    def infer(self) -> Inferred:
        type: Type | None = self.inputs[0].type
        for value in self.inputs[1:]:
            type = None if type is None else common_type(type, value.type)
        return None if type is None else [SeqType(type)]


class SequenceInsert(OnnxOp, ops="SequenceInsert"):
    """A sequence with one more member."""

    input_sequence: Value
    tensor: Value

    def infer(self) -> Inferred:
        member = member_type(self.input_sequence)
        definer = self.input_sequence.defining_op
        if definer is not None and definer.name == "onnx.SequenceEmpty":
            return [SeqType(self.tensor.type)]
        common = common_type(member, self.tensor.type)
        if common is None:
            raise ValueError(f"cannot insert '{self.tensor.type}' among members '{member}'")
        return [SeqType(common)]

    def requirements(self) -> Iterator[Requirement]:
        if self.get("position") is not None:
            yield Between(Element(2), -Count(0), Count(0), "position")


class SequenceErase(OnnxOp, ops="SequenceErase"):
    """A sequence with one member less."""

    input_sequence: Value

    def infer(self) -> Inferred:
        return [self.input_sequence.type]

    def requirements(self) -> Iterator[Requirement]:
        yield at_least(Count(0), 1, "the number of members")
        if self.get("position") is not None:
            yield position_within(1)


class SequenceAt(OnnxOp, ops="SequenceAt"):
    """A member."""

    input_sequence: Value

    def infer(self) -> Inferred:
        return [member_type(self.input_sequence)]

    def requirements(self) -> Iterator[Requirement]:
        yield position_within(1)


class SequenceLength(OnnxOp, ops="SequenceLength"):
    """The number of members."""

    def infer(self) -> Inferred:
        return [()]


class ConcatFromSequence(OnnxOp, ops="ConcatFromSequence"):
    """The members joined along an axis, or stacked along a new one."""

    input_sequence: Value
    axis: int
    new_axis: int

    def infer(self) -> Inferred:
        member = member_type(self.input_sequence)
        if not isinstance(member, RankedTensorType):
            return [None if not hasattr(member, "element_type") else member]
        shape = member.shape
        axis = axis_in(self.axis, len(shape) + (1 if self.new_axis else 0))
        rest = shape[axis:] if self.new_axis else shape[axis + 1 :]
        return [RankedTensorType((*shape[:axis], DYNAMIC, *rest), member.element_type)]

    def requirements(self) -> Iterator[Requirement]:
        yield at_least(Count(0), 1, "the number of members")


class SplitToSequence(OnnxOp, ops="SplitToSequence"):
    """The pieces of a tensor as a sequence."""

    input: Value
    split: Value | None
    axis: int
    keepdims: int

    def infer(self) -> Inferred:
        shape = shape_of(self.input)
        element = element_type_of(self.input.type)
        if shape is None:
            return [SeqType(UnrankedTensorType(element))]
        axis = axis_in(self.axis, len(shape))
        if self.keepdims not in (0, 1):
            raise Mismatch(f"'keepdims' value is {self.keepdims}, accepted range is [0, 1]")
        if self.split is None:
            kept = (1,) if self.keepdims else ()
            piece = (*shape[:axis], *kept, *shape[axis + 1 :])
            return [SeqType(RankedTensorType(piece, element))]
        return [SeqType(RankedTensorType(self._piece(shape, axis), element))]

    def _piece(self, shape: tuple[int, ...], axis: int) -> tuple[int, ...]:
        extent = shape[axis]
        size = 0 if extent == 0 else DYNAMIC
        sizes = ints_of(self.split)
        rank = len(shape_of(self.split) or ())
        if rank > 1:
            raise ValueError(f": split has rank {rank} > 1")
        if sizes is not None:
            if rank == 0:
                each = int(scalar_of(self.split) or 0)
                if each <= 0:
                    raise ValueError(f": split scalar {each} <= 0")
                size = each if extent != DYNAMIC and each and extent % each == 0 else DYNAMIC
            else:
                negative = next((s for s in sizes if s < 0), None)
                if negative is not None:
                    raise ValueError(f": split tensor has entry {negative} < 0")
                if extent != DYNAMIC and sum(sizes) != extent:
                    raise ValueError(
                        f": split tensor entries sum to {sum(sizes)} != "
                        f"axis dimension size {extent}"
                    )
                size = sizes[0] if len(set(sizes)) == 1 else DYNAMIC
        return (*shape[:axis], size, *shape[axis + 1 :])

    def requirements(self) -> Iterator[Requirement]:
        rank = rank_of(self.input)
        if not rank or self.split is None:
            return
        if rank_of(self.split) == 0:
            yield at_least(Element(1), 1, "split")
        else:
            yield Within(1, Integer(0), Size(0, axis_in(self.axis, rank)), "split")


class SequenceMap(OnnxOp, ops="SequenceMap"):
    """A subgraph run on each member."""

    input_sequence: Value
    body: Region

    def infer(self) -> Inferred:
        values = yielded(self.body)
        return [SeqType(v.type) for v in values] if values else None

    def requirements(self) -> Iterator[Requirement]:
        for operand, value in enumerate(self.operands):
            if operand and isinstance(value.type, SeqType):
                what = f"the numbers of members of inputs 0 and {operand}"
                yield Equal(Count(0), Count(operand), what)


class Optional(OnnxOp, ops="Optional"):
    """A value, or nothing of a type."""

    input: Value | None
    type: Type | None

    def infer(self) -> Inferred:
        if self.input is not None:
            return [OptType(self.input.type)]
        if self.type is None:
            raise ValueError("needs an operand or the attribute type")
        return [OptType(self.type)]


class OptionalHasElement(OnnxOp, ops="OptionalHasElement"):
    """Whether there is a value."""

    def infer(self) -> Inferred:
        return [()]


class OptionalGetElement(OnnxOp, ops="OptionalGetElement"):
    """The value of an optional."""

    input: Value

    def infer(self) -> Inferred:
        type = self.input.type
        return [type.element_type if isinstance(type, OptType) else type]

    def requirements(self) -> Iterator[Requirement]:
        if isinstance(self.input.type, OptType):
            yield at_least(Count(0), 1, "the number of elements of the optional")
