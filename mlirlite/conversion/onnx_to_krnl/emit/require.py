"""Checks in compiled code of operators' requirements (dialects/onnx/requirements.py), before the
computation: a run whose sizes or values do not fit ends before anything is read or written."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import krnl
from mlirlite.dialects.onnx.requirements import (
    Between,
    Broadcast,
    Divides,
    Equal,
    HasRequirements,
    NotZero,
    Reals,
    Requirement,
    Within,
    constant_bounds,
    holds,
    known_leaf,
    message,
)
from mlirlite.dialects.onnx.terms import Count, Element, Size, Term, evaluate
from mlirlite.ir.types import DYNAMIC, I1, I64, NoneType, RankedTensorType
from mlirlite.support.tuning import Fixed

_LARGEST: Fixed[int] = (1 << 63) - 1
_SMALLEST: Fixed[int] = -(1 << 63)


def require_all(b: KrnlBuilder) -> None:
    """Check all requirements of the builder's op that are not known to hold."""
    op = b.op
    if not b.checks or not isinstance(op, HasRequirements):
        return
    known = known_leaf(op)
    buffers: dict[int, Buffer] = {}
    for requirement in op.requirements():
        if holds(requirement, known):
            continue
        if isinstance(requirement, Within):
            _require_within(b, requirement, buffers)
        else:
            condition = _condition(b, requirement, buffers)
            text, values = message(requirement)
            b.require(condition, text, *[_index(b, v, buffers) for v in values])


def require_shape(b: KrnlBuilder, x: Buffer, sizes: Sequence[Ix], *, ones: bool = False) -> None:
    """Check that a buffer's sizes are the last of these; with `ones` they may also be 1."""
    for mine, size in zip(reversed(x.shape), reversed(sizes), strict=False):
        if mine is size or (isinstance(mine, int) and (mine == size or (ones and mine == 1))):
            continue
        fits = b.test("eq", mine, size)
        if ones:
            fits = fits | b.test("eq", mine, 1)
        b.require(fits, "has a result of size %lld and an operand of size %lld", size, mine)


def _buffer(b: KrnlBuilder, operand: int, buffers: dict[int, Buffer]) -> Buffer:
    found = buffers.get(operand)
    if found is None:
        found = buffers[operand] = Buffer(b, b.rewriter.operands[operand])
    return found


def _index(b: KrnlBuilder, value: Term, buffers: dict[int, Buffer]) -> Ix:
    def leaf(value: Term) -> Ix:
        match value:
            case Size(operand, dim):
                type = b.op.operands[operand].type
                if isinstance(type, RankedTensorType) and type.shape[dim] != DYNAMIC:
                    # for a tensor in blocks: its own sizes, not the buffer's
                    return type.shape[dim]
                return _buffer(b, operand, buffers).shape[dim]
            case Count(operand):
                return product(_buffer(b, operand, buffers).shape)
            case Element(operand, position):
                x = _buffer(b, operand, buffers)
                if not isinstance(x.size, int) or x.size <= position:
                    what = "has an operand of %lld elements, expected at least %lld"
                    b.require(b.test("sgt", x.size, position), what, x.size, position + 1)
                return x.int_at(position)
        raise TypeError(f"{value} is not a size or element")

    found: Ix = evaluate(value, leaf)
    return found


def _condition(b: KrnlBuilder, requirement: Requirement, buffers: dict[int, Buffer]) -> Scalar:
    def index(value: Term) -> Ix:
        return _index(b, value, buffers)

    match requirement:
        case Equal(lhs, rhs):
            return b.test("eq", index(lhs), index(rhs))
        case Broadcast(lhs, rhs, _, one_way):
            first, second = index(lhs), index(rhs)
            fits = b.test("eq", first, second) | b.test("eq", second, 1)
            return fits if one_way else fits | b.test("eq", first, 1)
        case NotZero(value):
            return b.test("ne", index(value), 0)
        case Reals():
            x = _buffer(b, requirement.operand, buffers)
            flat = b.view(x, b.memref([x.size], x.element), [x.size])
            holds = b.scalar(1, I1)
            return b.fold(
                [x.size], [holds], lambda i, found: [found[0] & requirement.hold(flat[i])]
            )[0]
        case Divides(divisor, value, _, zeros):
            by, number = index(divisor), index(value)
            rest = number % b.index_max(by, 1)
            divides = b.test("sgt", by, 0) & b.test("eq", rest, 0)
            if zeros:
                divides = divides | (b.test("eq", by, 0) & b.test("eq", number, 0))
            return divides
        case Between(value, low, high):
            number = index(value)
            found = b.scalar(1, I1)
            if low is not None:
                found = b.test("sge", number, index(low))
            if high is not None:
                found = found & b.test("sle", number, index(high))
            return found
    raise TypeError(f"{requirement} has no condition")


def _require_within(b: KrnlBuilder, requirement: Within, buffers: dict[int, Buffer]) -> None:
    """Compare the smallest and the largest element with the range."""
    if isinstance(b.op.operands[requirement.operand].type, NoneType):
        return
    x = _buffer(b, requirement.operand, buffers)
    low, high = (_index(b, t, buffers) for t in (requirement.low, requirement.high))
    made = x.value.defining_op
    if isinstance(made, krnl.GlobalOp) and made.value is not None:
        bounds = constant_bounds(made.value, requirement)
        if bounds is None:
            return
        least, most = (b.scalar(n, I64) for n in bounds)
    else:
        least, most = _bounds(b, x, requirement)
    first, last = b.number(low), b.number(high)
    fits = (least >= first) & (most <= last)
    text, values = message(requirement)
    bad = (least < first).select(least, most)
    b.require(fits, text, bad.index(), *[_index(b, v, buffers) for v in values])


def _bounds(b: KrnlBuilder, x: Buffer, wanted: Within) -> list[Scalar]:
    """The smallest and the largest of the elements that must be in range, as 64-bit integers."""
    column = wanted.column
    if column is None:
        sizes: list[Ix] = [x.size]
    else:
        sizes = [product(x.shape[:-1]), x.shape[-1]]
    flat = b.view(x, b.memref(sizes, x.element), sizes)

    def look(i: list[Ix], found: list[Scalar]) -> list[Scalar]:
        number = flat[[*i, *([] if column is None else [column])]].cast(I64)
        if wanted.besides is None:
            return [found[0].min(number), found[1].max(number)]
        counts = ~number.eq(wanted.besides)
        low, high = (counts.select(number, n) for n in (_LARGEST, _SMALLEST))
        return [found[0].min(low), found[1].max(high)]

    return b.fold(sizes[:1], [b.scalar(_LARGEST, I64), b.scalar(_SMALLEST, I64)], look)
