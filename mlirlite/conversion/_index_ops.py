"""affine.delinearize_index and affine.linearize_index as arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._affine_expand import AffineExpander
from mlirlite.dialects import affine
from mlirlite.ir.builder import Builder
from mlirlite.ir.interfaces import LoopLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def expand_delinearize(op: affine.DelinearizeIndexOp, b: Builder) -> Sequence[Value]:
    """The quotients and remainders."""
    whole, basis = op.operands[0], op.mixed_basis
    if len(basis) == len(op.results):
        basis = basis[1:]
    if not basis:
        return [whole] * len(op.results)
    expand = AffineExpander(b, op)
    strides = _strides(expand, basis, unsigned=True)
    zero = expand.constant(0)
    found = [expand.floor_div(whole, strides[0])]
    for i, stride in enumerate(strides):
        rest = expand.modulo(whole, stride, nsw=True, zero=zero)
        found.append(expand.div(rest, strides[i + 1]) if i + 1 < len(strides) else rest)
    return found


def expand_linearize(op: affine.LinearizeIndexOp, b: Builder) -> Value:
    """The sum of the indices times their strides."""
    indices, basis = op.multi_index, op.mixed_basis
    if len(basis) == len(indices):
        basis = basis[1:]
    expand = AffineExpander(b, op)
    strides = _strides(expand, basis, unsigned=op.is_disjoint)
    terms = [expand.mul(i, s) for i, s in zip(indices, strides, strict=False)]
    terms.append(indices[-1])
    # Invariant terms are added up first.
    order = sorted(range(len(terms)), key=lambda i: -_loops_without(indices[i], op))
    terms = [terms[i] for i in order]
    total = terms[0]
    for term in terms[1:]:
        total = expand.add(total, term, nsw=True)
    return total


def _strides(
    expand: AffineExpander, basis: Sequence[int | Value], *, unsigned: bool
) -> list[Value]:
    """The strides of the indices in the linear index, without the last one, which is 1."""
    found: list[Value] = []
    dynamic: Value | None = None
    static = 1
    for size in reversed(basis):
        if isinstance(size, int):
            static *= size
        else:
            dynamic = size if dynamic is None else expand.mul(dynamic, size, unsigned=unsigned)
        if dynamic is not None and static == 1:
            found.append(dynamic)
            continue
        stride = expand.constant(static)
        found.append(stride if dynamic is None else expand.mul(dynamic, stride, unsigned=unsigned))
    return found[::-1]


def _loops_without(value: Value, op: Operation) -> int:
    """In how many of the innermost loops around an op a value is invariant."""
    count = 0
    around = op.parent_op
    while around is not None:
        if isinstance(around, LoopLike):
            if not around.is_defined_outside(value):
                break
            count += 1
        around = around.parent_op
    return count
