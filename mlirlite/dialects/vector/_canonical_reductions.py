"""Canonical forms of reductions and contractions, and of comparisons with vector.step."""

from typing import Any

from mlirlite.dialects import arith
from mlirlite.dialects.vector._constraints import scalable_flags
from mlirlite.dialects.vector._known import is_zero, shape_of, uses_as
from mlirlite.dialects.vector.arithmetic import StepOp
from mlirlite.dialects.vector.contractions import ContractionOp
from mlirlite.dialects.vector.elements import ExtractOp
from mlirlite.dialects.vector.enums import CombiningKind
from mlirlite.dialects.vector.masking import MaskOp
from mlirlite.dialects.vector.reductions import MultiDimReductionOp, ReductionOp
from mlirlite.dialects.vector.shapes import ShapeCastOp
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, FloatType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter, canonicalization, constant_value

_COMBINING: dict[str, type[Any]] = {
    "and_": arith.AndIOp,
    "maximumf": arith.MaximumFOp,
    "maxnumf": arith.MaxNumFOp,
    "maxsi": arith.MaxSIOp,
    "maxui": arith.MaxUIOp,
    "minimumf": arith.MinimumFOp,
    "minnumf": arith.MinNumFOp,
    "minsi": arith.MinSIOp,
    "minui": arith.MinUIOp,
    "or_": arith.OrIOp,
    "xor": arith.XOrIOp,
}
_FLOAT_COMBINING: dict[str, type[Any]] = {"add": arith.AddFOp, "mul": arith.MulFOp}
_INTEGER_COMBINING: dict[str, type[Any]] = {"add": arith.AddIOp, "mul": arith.MulIOp}


def _combine(op: ReductionOp | MultiDimReductionOp, lhs: Value, rhs: Value, rw: Rewriter) -> Value:
    """The two values combined as a reduction does."""
    floats = isinstance(element_type_of(lhs.type), FloatType)
    both = _FLOAT_COMBINING if floats else _INTEGER_COMBINING
    name = CombiningKind(op.kind.value).name
    cls = both.get(name) or _COMBINING[name]
    made: Operation = rw.insert(cls(lhs, rhs))
    if floats and "fastmath" in op.properties:
        made.properties["fastmath"] = op.properties["fastmath"]
    return made.results[0]


def _take_all(value: Value, type: Type, rw: Rewriter) -> Value:
    """The single elements of dropped dimensions of size 1."""
    if isinstance(type, VectorType):
        return rw.insert(ShapeCastOp.create((value,), (type,))).results[0]
    position = i64_array([0] * len(shape_of(value)))
    return rw.insert(ExtractOp.create((value,), (type,), {"static_position": position})).results[0]


def _root(op: Operation, rw: Rewriter) -> tuple[Operation, Value | None]:
    """The op, or the vector.mask around it and the mask; new ops go before it."""
    parent = op.parent_op
    if not isinstance(parent, MaskOp):
        return op, None
    rw.set_before(parent)
    return parent, parent.mask


def _select(mask: Value | None, value: Value, otherwise: Value, rw: Rewriter) -> Value:
    return value if mask is None else rw.insert(arith.SelectOp(mask, value, otherwise)).result


@canonicalization
def reduction_of_one(op: ReductionOp, rw: Rewriter) -> bool | None:
    """reduction <add>, v : vector<1xf32> --> extract(v)[0], plus the accumulator"""
    type = op.vector.type
    if not isinstance(type, VectorType) or type.num_elements != 1 or type.is_scalable:
        return rw.fail("there are several elements")
    # MLIR differs: without an accumulator upstream takes the element even if the mask is false.
    if op.acc is None and isinstance(op.parent_op, MaskOp):
        return rw.fail("there may be no element")
    root, mask = _root(op, rw)
    if mask is not None:
        mask = _take_all(mask, I1, rw)
    result = _take_all(op.vector, op.dest.type, rw)
    if op.acc is not None:
        result = _select(mask, _combine(op, result, op.acc, rw), op.acc, rw)
    rw.replace(root, result)
    return True


@canonicalization
def reduction_of_unit_dimensions(op: MultiDimReductionOp, rw: Rewriter) -> bool | None:
    """multi_reduction <add>, v, acc [1] : vector<4x1xf32> --> shape_cast(v) + acc"""
    type = op.source.type
    sizes = list(zip(type.shape, scalable_flags(type), strict=True))
    if any(sizes[d] != (1, False) for d in op.reduction_dims):
        return rw.fail("several elements are combined")
    root, mask = _root(op, rw)
    result = op.dest.type
    if mask is not None:
        whole = result.replace(element_type=I1) if isinstance(result, VectorType) else I1
        mask = _take_all(mask, whole, rw)
    value = _take_all(op.source, result, rw)
    # MLIR differs: upstream selects the source if the mask is false, and so loses the accumulator.
    rw.replace(root, _select(mask, _combine(op, op.acc, value, rw), op.acc, rw))
    return True


@canonicalization
def sum_of_contraction(op: arith.AddIOp | arith.AddFOp, rw: Rewriter) -> bool | None:
    """contract(a, b, 0) + c --> contract(a, b, c)"""
    for summand, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        maker = summand.defining_op
        if isinstance(maker, ContractionOp) and is_zero(maker.acc):
            rw.replace(op, rw.clone(maker, {maker.acc: other}))
            return True
    return rw.fail("no summand is a contraction that starts at zero")


_ALWAYS = {
    "eq": (False, 0),
    "ne": (True, 0),
    "uge": (False, 0),
    "ugt": (False, 1),
    "ule": (True, 1),
    "ult": (True, 0),
}
"""Comparisons of 0, 1, …, n - 1 with a number that is at least n less the second: the result."""


@canonicalization
def comparison_of_step(op: StepOp, rw: Rewriter) -> bool | None:
    """cmpi ult, step : vector<4xindex>, 7 --> true"""
    type = op.result.type
    # MLIR differs: upstream treats vector<[4]xindex> as 0, 1, 2, 3.
    if not isinstance(type, VectorType) or type.is_scalable:
        return rw.fail("how far the vector counts is not known")
    for compare in reversed(uses_as(op, 0, arith.CmpIOp)):  # the last one first, as upstream
        limit = _splat_number(compare.rhs)
        always = _ALWAYS.get(arith.CmpIPredicate(compare.predicate).name)
        result = compare.result.type
        if limit is None or always is None or not isinstance(result, VectorType):
            continue
        if type.shape[0] - always[1] <= limit:
            rw.set_after(compare)
            known = DenseElementsAttr.of(result, always[0])
            rw.replace(compare, arith.ConstantOp(known, result=result))
            return True
    return rw.fail("no comparison is known to give one result everywhere")


def _splat_number(value: Value) -> int | None:
    """The number of an integer constant, or that all elements of a constant equal."""
    known = constant_value(value)
    if isinstance(known, DenseElementsAttr) and known.is_splat:
        number = known.splat_value()
        return number if isinstance(number, int) else None
    return known.value if isinstance(known, IntegerAttr) else None
