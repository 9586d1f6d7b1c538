"""How structured ops are divided among devices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import arith, scf, shard, tensor
from mlirlite.dialects._index_values import index_constant, value_of
from mlirlite.dialects.affine._build import linear_index
from mlirlite.dialects.arith.neutral import neutral_element
from mlirlite.dialects.linalg.build import fill
from mlirlite.dialects.linalg.enums import IteratorType
from mlirlite.dialects.linalg.generic import GenericOp
from mlirlite.dialects.linalg.structured import StructuredOp
from mlirlite.dialects.shard.interface import (
    Copies,
    Loops,
    ShardingModel,
    Shardings,
    all_reduce,
    copy_on_parts,
    sharding_of_ops,
)
from mlirlite.dialects.shard.sharding import Axes, axes_array
from mlirlite.ir.affine import AffineDim
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError

_KINDS: dict[type[Operation], str] = {
    arith.AddFOp: "Sum",
    arith.MulFOp: "Product",
    arith.MaximumFOp: "Max",
    arith.MinimumFOp: "Min",
    arith.AddIOp: "Sum",
    arith.OrIOp: "BitwiseOr",
    arith.XOrIOp: "BitwiseXor",
    arith.AndIOp: "BitwiseAnd",
    arith.MaxUIOp: "Max",
    arith.MinUIOp: "Min",
    arith.MaxSIOp: "Max",
    arith.MinSIOp: "Min",
    arith.MulIOp: "Product",
}
"""How what an op combines is combined across devices."""


@sharding_of_ops(StructuredOp)
class StructuredSharding(ShardingModel):
    """Loops and maps are the op's own. Where a reduction is divided, each device reduces its part,
    and an all-reduce combines them; only the first device of a group begins with the output's old
    value."""

    op: StructuredOp

    def loops(self) -> Loops | None:
        op = self.op
        maps = tuple(op.maps())
        inits = maps[len(maps) - op.num_inits() :]
        return Loops(tuple(_reductions(op)), maps + inits)

    def partition(self, operands: Shardings, results: Shardings, copies: Copies) -> None:
        op = self.op
        if not all(map.is_projected_permutation for map in op.maps()):
            raise DiagnosticError(
                op.error("supports indexing maps that are only projected permutation.")
            )
        axes = self.reduced_axes(operands)
        if axes:
            self._partition_reduction(axes, operands, results, copies)
        else:
            copy_on_parts(op, results, copies)

    def _partition_reduction(
        self, axes: Axes, operands: Shardings, results: Shardings, copies: Copies
    ) -> None:
        op, b = self.op, copies.builder
        grid = next(s.grid for s in (*operands, *results) if s is not None)
        if op.num_inits() != 1 or not op.results:
            raise DiagnosticError(op.error("a divided reduction needs one tensor as its output"))
        combiner = _combiner(op)
        neutral = neutral_element(combiner) if combiner is not None else None
        if combiner is None or neutral is None:
            raise DiagnosticError(
                op.error("a divided reduction needs a body that combines values by one known op")
            )
        init = op.operands[-1]
        first = _is_first(b, grid, axes)
        inner = dict(copies.values)
        inner[init] = _initial_value(b, first, copies.values[init], neutral)
        mine = Copies(b, inner, copies.tables)
        part = copy_on_parts(op, results, mine).results[0]
        kind = _KINDS.get(type(combiner), "Generic")
        copies.values[op.results[0]] = all_reduce(b, part, grid, axes, kind)


def _reductions(op: StructuredOp) -> Sequence[bool]:
    """For each loop, whether it is a reduction: as generic ops say; those of others are the loops
    that no output depends on."""
    if isinstance(op, GenericOp):
        return [getattr(t, "value", 0) == IteratorType.reduction for t in op.iterator_types]
    maps = op.maps()
    outputs = {
        leaf.position
        for map in maps[len(maps) - op.num_inits() :]
        for expr in map.results
        for leaf in expr.leaves()
        if isinstance(leaf, AffineDim)
    }
    return [loop not in outputs for loop in range(op.num_loops())]


def _combiner(op: StructuredOp) -> Operation | None:
    """The op that combines an output's old value with a new one; None where several do, or the old
    value is used otherwise."""
    block: Any = op.regions[0].blocks[0]
    old = block.args[-1]
    if not old.has_one_use:
        return None
    found: Any = old.users[0]
    result = found.results[0] if len(found.results) == 1 else None
    if len(found.operands) != 2 or result is None or found.parent is not block:
        return None
    ends = result.has_one_use and result.users[0] is block.last
    return found if ends else None


def _is_first(b: Builder, grid: Any, axes: Axes) -> Value:
    """Whether this device is the first of its group along some axes."""
    count = len(axes)
    position = b.insert(shard.ProcessMultiIndexOp(grid, axes_array(axes), result=[INDEX] * count))
    shape = b.insert(shard.GridShapeOp(grid, axes_array(axes), result=[INDEX] * count))
    linear = value_of(b, linear_index(b, position.results, shape.results))
    zero = index_constant(b, 0)
    made: Operation = b.insert(arith.CmpIOp(arith.CmpIPredicate.eq, linear, zero))
    return made.results[0]


def _initial_value(b: Builder, first: Value, old: Value, neutral: Any) -> Value:
    """The old value on the first device, the neutral one on others."""
    type: Any = old.type
    then, other = Block(), Block()
    then.append(scf.YieldOp([old]))
    inner = Builder(other, location=b.location)
    sizes: list[Value] = []
    for dimension, size in enumerate(type.shape):
        if size == DYNAMIC:
            at = index_constant(inner, dimension)
            sizes.append(inner.insert(tensor.DimOp(old, at)).result)
    empty = inner.insert(tensor.EmptyOp(sizes, result=type)).result
    constant = inner.insert(arith.ConstantOp(neutral)).result
    other.append(scf.YieldOp([fill(inner, constant, empty).results[0]]))
    regions = (Region([then]), Region([other]))
    made: Operation = b.insert(scf.IfOp.create((first,), (type,), None, None, regions))
    return made.results[0]
