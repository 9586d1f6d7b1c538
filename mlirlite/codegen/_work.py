"""How much work ops do at most, in units of about one instruction; None where it depends on sizes
that are known only at run time."""

from __future__ import annotations

from math import prod

from mlirlite.dialects import affine, scf
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects.affine._loop_utils import trip_count_map
from mlirlite.ir.affine import AffineBinary, AffineConst, AffineExpr
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike
from mlirlite.ir.types import VectorType

_FUNCTION = 32
"""A transcendental function of one number."""
_PLACE = 4
"""An access anywhere in memory, which may miss the caches."""
_ANYWHERE = ("memref.load", "memref.store", "vector.gather", "vector.scatter")


def weight(op: Operation) -> int:
    """The work of an op without that of its regions."""
    if op.has_trait(ConstantLike):
        return 0
    if op.dialect_name == "math" and op.results:
        type = op.results[0].type
        return _FUNCTION * (prod(type.shape) if isinstance(type, VectorType) else 1)
    return _PLACE if op.name in _ANYWHERE else 1


def most_iterations(loop: Operation) -> int | None:
    """The most iterations that a loop can make; None if nothing limits them."""
    if isinstance(loop, affine.ForOp):
        found = trip_count_map(loop)
        known = [] if found is None else [_most(e) for e in found[0].results]
        known.append(_between_numbers(loop))
        return min((max(n, 0) for n in known if n is not None), default=None)
    if isinstance(loop, scf.ForOp):
        numbers = [constant_number(v) for v in (loop.lowerBound, loop.upperBound, loop.step)]
        lower, upper, step = numbers
        if lower is None or upper is None or not step:
            return None
        return max(0, -((lower - upper) // step))
    return None


def _between_numbers(loop: affine.ForOp) -> int | None:
    """The iterations between the numbers that are among the bounds of a loop."""
    lower, upper = (
        [e.value for e in bound.map.results if isinstance(e, AffineConst)]
        for bound in (loop.lowerBoundMap, loop.upperBoundMap)
    )
    return -((max(lower) - min(upper)) // loop.step) if lower and upper else None


def _most(e: AffineExpr) -> int | None:
    """The largest value of an expression, whatever its operands are."""
    if isinstance(e, AffineConst):
        return e.value
    if not isinstance(e, AffineBinary):
        return None
    left, right = _most(e.lhs), e.rhs
    if e.kind == "+":
        other = _most(right)
        return None if left is None or other is None else left + other
    if not isinstance(right, AffineConst) or right.value <= 0:
        return None
    if e.kind == "mod":
        return right.value - 1
    if left is None:
        return None
    if e.kind == "*":
        return left * right.value
    return left // right.value if e.kind == "floordiv" else -(-left // right.value)
