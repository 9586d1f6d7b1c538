"""--tosa-infer-shapes: `tosa.exp %x : (tensor<4xf32>) -> tensor<?xf32>` -->
`tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>`, into the regions of conditionals and loops too."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects import tensor
from mlirlite.dialects.tosa._verify import shape_of
from mlirlite.dialects.tosa.control import IfOp, WhileOp, YieldOp
from mlirlite.dialects.tosa.inference import Shape, infer, meet
from mlirlite.dialects.tosa.traits import SameOperandsAndResultRank
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.definition import Op
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import DiagnosticError


@compiler_pass("tosa-infer-shapes", anchor="func.func")
def tosa_infer_shapes(op: Operation, state: PassState) -> None:
    """Propagate shapes across TOSA operations.

    Results get the types that follow from the operands. Where a user cannot take another type, a
    tensor.cast gives it the old one.
    """
    changes = _Changes()
    for region in op.regions:
        _propagate(region, changes)
    changes.commit()
    for inner in op.walk():
        problem = (
            SameOperandsAndResultRank.verify(inner)
            if inner.has_trait(SameOperandsAndResultRank)
            else None
        )
        if problem is not None:
            raise DiagnosticError(problem)


class _Changes:
    """Types that were set, and the old ones."""

    def __init__(self) -> None:
        self._old: list[tuple[Value, Type]] = []

    def set(self, value: Value, type: Type) -> None:
        """Give a value a type."""
        if value.type is not type:
            self._old.append((value, value.type))
            value.type = type

    def roll_back(self) -> None:
        """Restore the old types of all values."""
        for value, type in reversed(self._old):
            value.type = type
        self._old.clear()

    def commit(self) -> None:
        """Cast to the old type for users that need it."""
        for value, type in self._old:
            cast: Value | None = None
            for use in list(value.uses):
                if _takes_any_shape(use.owner):
                    continue
                if cast is None:
                    b = _after(value)
                    cast = b.insert(tensor.CastOp.create((value,), (type,))).results[0]
                use.owner.set_operand(use.operand, cast)
        self._old.clear()


def _after(value: Value) -> Builder:
    """A builder right after the definition of a value."""
    if isinstance(value, BlockArgument):
        return Builder.at_start(value.owner)
    assert isinstance(value, OpResult)
    return Builder.after_op(value.owner)


def _takes_any_shape(user: Operation) -> bool:
    """Whether a user accepts another type of this operand: it infers its result types, or they are
    the same."""
    if user.dialect_name == "tosa":
        return True
    if not isinstance(user, Op) or not user.results:
        return False
    # MLIR differs: upstream includes ops whose results have the type of the operands, which are
    # then wrong.
    return type(user).infer_types is not Op.infer_types or (
        tuple(user.infer_types() or ()) == user.result_types
    )


def _of_shape(shape: Shape | None, element: Type) -> Type:
    found: Type = UnrankedTensorType(element) if shape is None else RankedTensorType(shape, element)
    return found


def _join(type: Type, shape: Shape | None) -> Type | None:
    """A type refined by another known shape; None when that contradicts it."""
    element, old = element_type_of(type), type.shape if isinstance(type, RankedTensorType) else None
    if old is None or shape is None:
        return _of_shape(shape if old is None else old, element)
    if len(old) != len(shape):
        return _of_shape(None, element)
    if any(DYNAMIC not in (a, b) and a != b for a, b in zip(old, shape, strict=True)):
        return None
    return _of_shape(
        tuple(b if a == DYNAMIC else a for a, b in zip(old, shape, strict=True)), element
    )


def _propagate(region: Region, changes: _Changes) -> None:
    for block in region:
        for op in block:
            if isinstance(op, IfOp):
                _propagate_into_if(op, changes)
            elif isinstance(op, WhileOp):
                _propagate_into_while(op, changes)
            rule = infer.get(type(op))
            shapes = rule(op) if rule is not None else None
            for result, shape in zip(op.results, shapes or (), strict=False):
                if isinstance(result.type, TensorType):
                    joined = _join(result.type, shape)
                    if joined is not None:
                        changes.set(result, joined)


def _propagate_into_if(op: IfOp, changes: _Changes) -> None:
    for region in op.regions:
        arguments = region.entry.args
        if len(arguments) != len(op.input_list):
            return
        for argument, value in zip(arguments, op.input_list, strict=True):
            shape = shape_of(value)
            if shape is not None:
                changes.set(argument, _of_shape(shape, element_type_of(argument.type)))
        _propagate(region, changes)


def _propagate_into_while(op: WhileOp, changes: _Changes) -> None:
    """The arguments get the common types of the initial values and of those that the body
    yields."""
    types: Sequence[Type] = op.operand_types
    while True:
        trial = _Changes()
        for argument, type in zip(op.body_graph.entry.args, types, strict=True):
            trial.set(argument, type)
        _propagate(op.body_graph, trial)
        last = op.body_graph.entry.last
        given = [shape_of(v) for v in last.operands] if isinstance(last, YieldOp) else []
        new = []
        for old, shape in zip(types, given, strict=True):
            known = old.shape if isinstance(old, RankedTensorType) else None
            new.append(_of_shape(meet(known, shape), element_type_of(old)))
        trial.roll_back()
        if all(a is b for a, b in zip(new, types, strict=True)):
            break
        types = new
    for region in op.regions:
        for argument, type in zip(region.entry.args, types, strict=True):
            changes.set(argument, type)
        _propagate(region, changes)
