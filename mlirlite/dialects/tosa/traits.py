"""Checks of several of tosa's ops."""

from collections.abc import Sequence

from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects.tosa.types import ShapeType
from mlirlite.ir.attribute import Type
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Marker, Trait, compatible_shapes
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    RankedTensorType,
    ShapedType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic


def broadcast_shapes(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...] | None:
    """The shape of two tensors that are broadcast along dimensions of size 1; None when they are
    incompatible. A known size opposite an unknown one is used unless it is 1."""
    if len(a) < len(b):
        a, b = b, a
    found = list(a)
    for i in range(1, len(b) + 1):
        x, y = a[-i], b[-i]
        if DYNAMIC in (x, y):
            found[-i] = next(
                (n for n in (x, y) if n > 1), y if x == 1 else x if y == 1 else DYNAMIC
            )
        elif x == y or y == 1:
            found[-i] = x
        elif x == 1:
            found[-i] = y
        else:
            return None
    return tuple(found)


def _shape_text(shape: Sequence[int]) -> str:
    return f"'{'x'.join('?' if n == DYNAMIC else str(n) for n in shape)}'"


class ResultsBroadcastableTrait(Trait):
    """The results have the shape that the operands are broadcast to."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        shapes = [v.type.shape for v in op.operands if isinstance(v.type, RankedTensorType)]
        if not shapes:
            return None
        whole: tuple[int, ...] = ()
        for shape in shapes:
            found = broadcast_shapes(whole, shape)
            if found is None:
                return op.error("operands don't have broadcast-compatible shapes")
            whole = found
        for result in op.results:
            if isinstance(result.type, RankedTensorType):
                shape = result.type.shape
                suffix = shape[len(shape) - len(whole) :] if len(shape) > len(whole) else shape
                if not _fits(whole, suffix):
                    return op.error(
                        f"result type {_shape_text(shape)} not broadcast compatible with "
                        f"broadcasted operands's shapes {_shape_text(whole)}"
                    )
        return None


def _fits(inferred: Sequence[int], given: Sequence[int]) -> bool:
    """Whether a shape may be written for an inferred one: an unknown size may be anything."""
    return len(inferred) == len(given) and all(
        DYNAMIC in (i, g) or i == g for i, g in zip(inferred, given, strict=True)
    )


class SameOperandsAndResultRankTrait(Trait):
    """All known ranks are the same."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        operands, results = _ranks(op.operand_types), _ranks(op.result_types)
        if not op.operands:
            return op.error("expected 1 or more operands, but found 0")
        if not operands and not results:
            return None
        rank = (operands or results)[0]
        if any(r != rank for r in operands):
            return op.error("operands don't have matching ranks")
        if any(r != rank for r in results):
            return op.error("result type has different rank than operands")
        return None


def _ranks(types: Sequence[Type]) -> list[int]:
    return [t.rank for t in types if isinstance(t, ShapedType) and t.has_rank]


class ResultsAreFloatLikeTrait(Trait):
    """All results are floating-point."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        if any(not isinstance(element_type_of(t), FloatType) for t in op.result_types):
            return op.error("requires a floating point type")
        return None


class FollowingTypes(Op):
    """An op whose result type is inferred, up to unknown sizes (upstream: InferTensorType)."""

    def verify_following(self) -> Diagnostic | None:
        """Whether the result type fits the inferred one; checked last."""
        return verify_inferred(self, self.is_compatible)

    def is_compatible(self, inferred: Sequence[Type], given: Sequence[Type]) -> bool:
        """Whether the results may have these types."""
        return element_type_of(inferred[0]) is element_type_of(given[0]) and compatible_shapes(
            inferred[0], given[0]
        )


class ResolvableShapeOperandsTrait(Trait):
    """Shapes among the operands are made by ops on shapes."""

    def verify(self, op: Operation) -> Diagnostic | None:
        for value in op.operands:
            if isinstance(value.type, ShapeType):
                maker = value.defining_op
                if maker is None or not maker.has_trait(ShapeOperator):
                    return op.error("shape operand is not compile time resolvable")
        return None


class SameShapeRanksTrait(Trait):
    """All shapes, operands and results, have the same length."""

    local = True

    def verify(self, op: Operation) -> Diagnostic | None:
        operands, results = (
            {t.rank for t in types if isinstance(t, ShapeType)}
            for types in (op.operand_types, op.result_types)
        )
        if len(operands) > 1:
            return op.error("operands don't have matching ranks")
        if not results <= operands:
            return op.error("result shape has different rank than operands")
        return None


ResultsBroadcastable = ResultsBroadcastableTrait()
SameOperandsAndResultRank = SameOperandsAndResultRankTrait()
ResultsAreFloatLike = ResultsAreFloatLikeTrait()
ResolvableShapeOperands = ResolvableShapeOperandsTrait()
SameShapeRanks = SameShapeRanksTrait()
ShapeOperator = Marker("TosaShapeOperator")
"""Computes with shapes."""
TosaElementwise = Marker("TosaElementwiseOperator")
"""Element by element, where tensors may be broadcast."""
