"""A specialized copy of a loop for bounds that equal the constants in their affine.min."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.affine.maps import MinOp
from mlirlite.dialects.arith.compare import CmpIOp
from mlirlite.dialects.arith.enums import CmpIPredicate
from mlirlite.dialects.arith.integer import AndIOp
from mlirlite.dialects.scf.control import IfOp, YieldOp
from mlirlite.ir.affine import AffineConst
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def specialize(loop: Operation, bounds: Sequence[Value]) -> bool:
    """Replace the loop by `if bounds are constants { loop to them } else { loop }`; False when a
    bound is not an affine.min with a constant, or the loop has results."""
    numbers: list[int] = []
    for bound in bounds:
        maker = bound.defining_op
        if not isinstance(maker, MinOp):
            return False
        constants = [e.value for e in maker.affine_map.results if isinstance(e, AffineConst)]
        if not constants:
            return False
        numbers.append(min(constants))
    # MLIR differs: upstream crashes on a loop with results.
    if loop.results:
        return False
    b = Builder.before_op(loop)
    values: dict[Value, Value] = {}
    condition: Value | None = None
    for bound, number in zip(bounds, numbers, strict=True):
        values[bound] = index_constant(b, number)
        equal: Operation = b.insert(CmpIOp(CmpIPredicate.eq, bound, values[bound]))
        if condition is not None:
            equal = b.insert(AndIOp(condition, equal.results[0]))
        condition = equal.results[0]
    regions = []
    for copy in (loop.clone(values), loop.clone()):
        block = Block()
        inner = Builder.at_end(block)
        inner.location = loop.location
        inner.insert(copy)
        inner.insert(YieldOp([]))
        regions.append(Region([block]))
    b.insert(IfOp(condition, *regions, results_=[]))
    loop.erase()
    return True
