"""The requirements of operators on the sizes and values of operands, as data.

Behavior classes declare it beside their shape rule:

    def requirements(self) -> Iterator[Requirement]:
        yield Equal(Size(1, 0), Size(0, 1), "the rows of W and the columns of X")

One declaration gives the check at import (`violations`), the check in compiled code
(`conversion/onnx_to_krnl/emit/require.py`), and the models that break it (the tests' generator).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.dialects.onnx.constants import array_from, constant_of, known_ints
from mlirlite.dialects.onnx.node import SchemaOp
from mlirlite.dialects.onnx.shapes import product, rank_of, shape_of
from mlirlite.dialects.onnx.terms import Count, Element, Integer, Size, Term, evaluate, term
from mlirlite.ir.operation import OpInterface
from mlirlite.ir.types import DYNAMIC

MOST_SIZE = 1 << 47
"""More elements than any process can have; sums of such numbers do not wrap."""


@dataclass(frozen=True, slots=True)
class Equal:
    """Two integers are the same. `what` says what they are: "the channels of X and W"."""

    lhs: Term
    rhs: Term
    what: str


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Two sizes are the same, or one of them is 1. `one_way`: only the second may be 1."""

    lhs: Term
    rhs: Term
    what: str
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class Between:
    """An integer lies in an inclusive range; None for no bound."""

    value: Term
    low: Term | None
    high: Term | None
    what: str


@dataclass(frozen=True, slots=True)
class NotZero:
    """An integer is not 0."""

    value: Term
    what: str


@dataclass(frozen=True, slots=True)
class Divides:
    """An integer above 0 divides another one; with `zeros`, both may be 0."""

    divisor: Term
    value: Term
    what: str
    zeros: bool = False


@dataclass(frozen=True, slots=True)
class Within:
    """Every element of an operand lies in an inclusive range. With a column, only elements at that
    position of the last dimension; one further number may be allowed."""

    operand: int
    low: Term
    high: Term
    what: str
    column: int | None = None
    besides: int | None = None


@dataclass(frozen=True, slots=True)
class Reals:
    """Every element of a float operand lies between two numbers; NaN does not. The range includes
    the higher one, and the lower one unless `above`."""

    operand: int
    low: float
    high: float
    what: str
    above: bool = False

    def hold(self, x: Any) -> Any:
        """Whether a number, an array of elements or a scalar in generated code is in the range."""
        found = (x > self.low) if self.above else (x >= self.low)
        return found if math.isinf(self.high) else found & (x <= self.high)


Requirement = Equal | Broadcast | Between | NotZero | Divides | Within | Reals


class HasRequirements(OpInterface):
    """An op with requirements on the sizes and values of its operands."""

    __slots__ = ()

    def requirements(self) -> Iterator[Requirement]:
        """The requirements on sizes and values of the operands for the op to have a result."""
        raise NotImplementedError


def has_elements(operand: int, count: int, what: str) -> Equal:
    """A list has this many elements; `what` names them."""
    return Equal(Count(operand), Integer(count), f"the number of {what}")


def at_least(value: Term, low: Term | int, what: str) -> Between:
    """An integer is not below another."""
    return Between(value, term(low), None, what)


def at_most(value: Term, high: Term | int, what: str) -> Between:
    """An integer is not above another."""
    return Between(value, None, term(high), what)


def indices_within(operand: int, size: Term | int, what: str, column: int | None = None) -> Within:
    """Every element is an index for a dimension of a size, from the front or from the end."""
    return Within(operand, -term(size), term(size) - 1, what, column)


def positions_within(operand: int, size: Term | int, what: str) -> Within:
    """Every element is an index for a dimension of a size, from the front only."""
    return Within(operand, Integer(0), term(size) - 1, what)


def axis_within(value: Term, rank: int, what: str = "axis") -> Between:
    """An axis of a tensor of a rank, from the front or from the end."""
    return Between(value, Integer(-rank), Integer(rank - 1), what)


def size_of(op: SchemaOp, operand: int) -> tuple[Term, ...] | None:
    """The sizes of an operand; None where it is left out or has no known rank."""
    rank = rank_of(op.operands[operand]) if operand < len(op.operands) else None
    return None if rank is None else tuple(Size(operand, dim) for dim in range(rank))


def name_of(op: SchemaOp, operand: int) -> str:
    """An operand's name in the schema."""
    inputs = op.schema.inputs
    return inputs[min(operand, len(inputs) - 1)].name


def has_sizes(op: SchemaOp, operand: int, sizes: Sequence[Term | int | None]) -> Iterator[Equal]:
    """A present operand has these sizes, None for any, and this rank."""
    mine = size_of(op, operand)
    if mine is None:
        return
    name = name_of(op, operand)
    if len(mine) != len(sizes):
        yield Equal(
            Integer(len(mine)), Integer(len(sizes)), f"the rank of {name} and the expected one"
        )
        return
    for dim, size in enumerate(sizes):
        if size is not None:
            what = f"the size of {name} in dimension {dim} and the expected one"
            yield Equal(mine[dim], term(size), what)


def is_number(op: SchemaOp, *operands: int) -> Iterator[Equal]:
    """Present operands have one element each."""
    for operand in operands:
        if size_of(op, operand) is not None:
            name = name_of(op, operand)
            yield Equal(
                Count(operand), Integer(1), f"the numbers of elements of {name} and of a scalar"
            )


def distinct_axes(operand: int, count: int, rank: int) -> Iterator[NotZero]:
    """No two axes, all in range, are the same dimension."""
    for second in range(count):
        for first in range(second):
            apart = Element(operand, first) - Element(operand, second)
            what = f"axes {first} and {second} are the same: their difference modulo {rank}"
            yield NotZero(apart * (apart + rank) * (apart - rank), what)


def broadcast_pairs(sizes: Sequence[Term], what: str) -> Iterator[Broadcast]:
    """Sizes that are the same where they are not 1."""
    for n, second in enumerate(sizes):
        for first in sizes[:n]:
            yield Broadcast(first, second, what)


def broadcast_together(op: SchemaOp, operands: Sequence[int], skip: int = 0) -> Iterator[Broadcast]:
    """Operands broadcast to one shape as numpy does it, without the last `skip` dimensions.
    Operands without a known rank are left out."""
    ranks = {i: rank_of(op.operands[i]) for i in operands}
    known = [(i, rank) for i, rank in ranks.items() if rank is not None]
    for n, (i, first) in enumerate(known):
        for j, second in known[:n]:
            for back in range(skip + 1, min(first, second) + 1):
                yield Broadcast(
                    Size(j, second - back),
                    Size(i, first - back),
                    f"operands {j} and {i} do not broadcast: their sizes in dimension -{back}",
                )


# What is known at import


def message(requirement: Requirement) -> tuple[str, tuple[Term, ...]]:
    """The message for a violated requirement, with `%lld` for each of the terms. The first value of
    a Within is the element."""
    what = requirement.what
    match requirement:
        case Equal(lhs, rhs):
            return f"{what} must be equal, found %lld and %lld", (lhs, rhs)
        case Broadcast(lhs, rhs):
            return f"{what} are %lld and %lld", (lhs, rhs)
        case NotZero(value):
            return f"{what} must not be %lld", (value,)
        case Reals(_, low, high, _, above):
            if math.isinf(high):
                return f"{what} must be {'above' if above else 'at least'} {low:g}", ()
            return f"{what} must be in range {'(' if above else '['}{low:g}, {high:g}]", ()
        case Divides(divisor, value):
            return f"{what} must divide, found %lld for %lld", (divisor, value)
        case Between(value, low, high):
            if high is None and low is not None:
                return f"{what} must be at least %lld, found %lld", (low, value)
            if low is None and high is not None:
                return f"{what} must be at most %lld, found %lld", (high, value)
            if low is None or high is None:
                return f"{what} is %lld", (value,)
            return f"{what} is %lld, accepted range is [%lld, %lld]", (value, low, high)
        case Within(_, low, high):
            # onnxruntime's words
            return (
                f"{what} element out of data bounds, idx=%lld must be within the inclusive range "
                "[%lld,%lld]",
                (low, high),
            )


def holds(requirement: Requirement, leaf: Callable[[Term], int | None]) -> bool | None:
    """Whether a requirement holds for integers; None if a part is not known, and for Within and
    Reals, which are not about integers."""
    match requirement:
        case Within() | Reals():
            return None
        case Between(value, low, high):
            number = evaluate(value, leaf)
            ends = [None if e is None else evaluate(e, leaf) for e in (low, high)]
            if number is None:
                return None
            if low is not None and ends[0] is not None and number < ends[0]:
                return False
            if high is not None and ends[1] is not None and number > ends[1]:
                return False
            unknown = (low is not None and ends[0] is None) or (
                high is not None and ends[1] is None
            )
            return None if unknown else True
        case NotZero(value):
            number = evaluate(value, leaf)
            return None if number is None else number != 0
        case Divides(divisor, value, _, zeros):
            a, b = evaluate(divisor, leaf), evaluate(value, leaf)
            if a == 1:
                return True
            if a is None or b is None:
                return None
            return (a > 0 and b % a == 0) or (zeros and a == b == 0)
        case Equal(lhs, rhs) | Broadcast(lhs, rhs):
            a, b = evaluate(lhs, leaf), evaluate(rhs, leaf)
            if isinstance(requirement, Broadcast):
                if b == 1 or (a == 1 and not requirement.one_way):
                    return True
                if None in (a, b) or not requirement.one_way:
                    return None if None in (a, b) else a == b
            return None if a is None or b is None else a == b


def known_leaf(op: HasRequirements) -> Callable[[Term], int | None]:
    """Sizes of an op's operands and elements of constants, None if known only at run time."""

    def leaf(value: Term) -> int | None:
        found: int | None = None
        match value:
            case Size(operand, dim):
                shape = shape_of(op.operands[operand])
                found = None if shape is None or dim >= len(shape) else shape[dim]
            case Count(operand):
                shape = shape_of(op.operands[operand])
                found = None if shape is None else product(shape)
            case Element(operand, position):
                numbers = known_ints(op.operands[operand])
                found = None if numbers is None or position >= len(numbers) else numbers[position]
        return None if found == DYNAMIC else found

    return leaf


def violation(op: HasRequirements) -> str | None:
    """The message of the first requirement that is known to be violated; None if there is none."""
    leaf = known_leaf(op)
    for requirement in op.requirements():
        if holds(requirement, leaf) is False:
            text, values = message(requirement)
            for value in values:
                text = text.replace("%lld", str(evaluate(value, leaf)), 1)
            return text
        if isinstance(requirement, Within):
            outside = _constant_outside(op, requirement, leaf)
            if outside is not None:
                return outside
        if isinstance(requirement, Reals):
            elements = constant_of(op.operands[requirement.operand])
            array = None if elements is None else _array(elements)
            if array is not None and not requirement.hold(array).all():
                return message(requirement)[0]
    return None


def _constant_outside(
    op: HasRequirements, requirement: Within, leaf: Callable[[Term], int | None]
) -> str | None:
    """As `violation`, for the elements of a constant."""
    low, high = evaluate(requirement.low, leaf), evaluate(requirement.high, leaf)
    elements = constant_of(op.operands[requirement.operand])
    if elements is None or low is None or high is None:
        return None
    bounds = constant_bounds(elements, requirement)
    if bounds is None or (low <= bounds[0] and bounds[1] <= high):
        return None
    bad = bounds[0] if bounds[0] < low else bounds[1]
    text, _ = message(requirement)
    for number in (bad, low, high):
        text = text.replace("%lld", str(number), 1)
    return text


def constant_bounds(elements: Any, wanted: Within) -> tuple[int, int] | None:
    """The smallest and the largest of the elements of a constant that must be in range; None for
    one without elements or without data."""
    array = _array(elements)
    if array is None:
        return None
    if wanted.column is not None:
        array = array[..., wanted.column]
    if wanted.besides is not None:
        array = array[array != wanted.besides]
    return (int(array.min()), int(array.max())) if array.size else None


def _array(elements: Any) -> Any:
    """The array of a constant; None for one without data."""
    if hasattr(elements, "resource") and not elements.resource.is_defined:
        return None
    return array_from(elements)
