"""--constprop-onnx: `Add(Constant 1, Constant 2)  -->  Constant 3`."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import constant_of, known_ints, stands_for
from mlirlite.dialects.onnx.evaluate import Budget, bytes_of_constants, fold
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import shape_of
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    NONE,
    FloatType,
    IntegerType,
    RankedTensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed

MAX_GROWTH: Fixed[int] = 65536
"""Bytes."""


@compiler_pass("constprop-onnx")
def constprop_onnx(op: Operation, state: PassState, *, max_growth: int = MAX_GROWTH) -> None:
    """Evaluate operators on constants.

    Known shapes count as constants, and constants in chains of Add or Mul are combined: (x + 1) + 2
    becomes x + 3. Splats stay splats, for any shape. Work beyond the limits constant-bytes and
    constant-seconds is left to run time.

    max_growth: how many bytes larger than its operands a result may be
    """

    budget = Budget(bytes_of_constants(op.walk()))
    apply_patterns_greedily(
        op, constant_patterns(max_growth, budget), fold=False, count=state.count
    )


def constant_patterns(max_growth: int = MAX_GROWTH, budget: Budget | None = None) -> list[Pattern]:
    """The patterns of --constprop-onnx."""
    budget = budget or Budget()

    def fold_constants(op: OnnxOp, rw: Rewriter) -> bool:
        """op(constants) --> constant"""
        found = fold(op, max_growth, budget)
        if found is None:
            return False
        constants = iter([rw.insert(constant(e)).result for e in found])
        nothing = [None if r.type is NONE else next(constants) for r in op.results]
        rw.replace(op, nothing)
        return True

    folding = Pattern(fold_constants, (OnnxOp,), benefit=2)
    return [folding, known_shape, neutral_operand, *REASSOCIATION]


def constant(elements: ElementsAttr) -> onnx.ConstantOp:
    """A detached onnx.Constant."""
    made: onnx.ConstantOp = onnx.ConstantOp(value=elements, output=elements.type)
    return made


@pattern
def known_shape(op: OnnxOp, rw: Rewriter) -> bool | None:
    """Gather(Shape(x : tensor<2x?xf32>), 0) --> Constant 2"""
    if len(op.results) != 1 or not isinstance(op.results[0].type, RankedTensorType):
        return False
    type = op.results[0].type
    if not isinstance(type.element_type, IntegerType):
        return False
    numbers = known_ints(op.results[0])
    if numbers is None or DYNAMIC in numbers:
        return rw.fail("not all numbers are known")
    shape = type.shape if type.has_static_shape else (len(numbers),) * type.rank
    known = RankedTensorType(shape, type.element_type)
    if known.num_elements != len(numbers):
        return rw.fail("the number of elements is not known")
    rw.replace(op, rw.insert(constant(DenseElementsAttr.of(known, numbers))))
    return True


def _reassociate(cls: Any, op: Operation, rw: Rewriter) -> bool:
    inner, outer_constant = _variable_and_constant(op)
    definer = inner.defining_op if inner is not None else None
    if not isinstance(definer, cls) or outer_constant is None:
        return rw.fail("no chain with constants")
    variable, inner_constant = _variable_and_constant(definer)
    if variable is None or inner_constant is None:
        return rw.fail("the inner operands are not one variable and one constant")
    if not definer.results[0].has_one_use:
        return rw.fail("the inner result has other users")
    if not isinstance(element_type_of(variable.type), (FloatType, IntegerType)):
        return rw.fail("no numbers")
    if _elements(inner_constant, outer_constant) is None:
        return rw.fail("the constants would grow")
    joined = rw.insert(cls(inner_constant, outer_constant))
    rw.replace(op, rw.insert(cls(variable, joined.result, C=op.results[0].type)))
    return True


def _variable_and_constant(op: Operation) -> tuple[Value | None, Value | None]:
    """The operands of a binary op, when one of them is a constant."""
    first, second = op.operands
    if constant_of(second) is not None:
        return first, second
    return (second, first) if constant_of(first) is not None else (None, None)


def _elements(first: Value, second: Value) -> int | None:
    """How many elements both have when broadcast; None if that is more than the larger one has."""
    a, b = shape_of(first), shape_of(second)
    if a is None or b is None:
        return None
    if a == b or len(b) == 0 or len(a) == 0:
        return max(len(a), len(b))
    return len(a) if all(x == y or y == 1 for x, y in zip(a[::-1], b[::-1], strict=False)) else None


@pattern
def add_of_add(op: onnx.AddOp, rw: Rewriter) -> bool | None:
    """Add(Add(x, c), d) --> Add(x, Add(c, d))"""
    return _reassociate(onnx.AddOp, op, rw)


@pattern
def mul_of_mul(op: onnx.MulOp, rw: Rewriter) -> bool | None:
    """Mul(Mul(x, c), d) --> Mul(x, Mul(c, d))"""
    return _reassociate(onnx.MulOp, op, rw)


REASSOCIATION = (add_of_add, mul_of_mul)

_NEUTRAL = {"Add": 0, "Sub": 0, "Mul": 1, "Div": 1}


@pattern
def neutral_operand(
    op: onnx.AddOp | onnx.SubOp | onnx.MulOp | onnx.DivOp, rw: Rewriter
) -> bool | None:
    """Add(x, 0) --> x; Mul(x, 1) --> x"""
    name = op.schema.name
    for index in (1, 0) if name in ("Add", "Mul") else (1,):
        elements = constant_of(op.operands[index])
        other = op.operands[1 - index]
        if not isinstance(elements, DenseElementsAttr) or not elements.is_splat:
            continue
        number = elements.splat_value()
        # x + 0 is 0 for x = -0, but x + -0 is x.
        zero_is_lost = name == "Add" and isinstance(number, float) and str(number) != "-0.0"
        if number != _NEUTRAL[name] or zero_is_lost:
            continue
        if stands_for(other, op.results[0]):
            rw.replace(op, other)
            return True
    return rw.fail("neither operand is neutral")
