"""How an op can be divided: its loops, and what it becomes on each device (upstream:
ShardingInterface).

A dialect describes its ops in `sharding.py` beside it, a plugin anywhere:

    @sharding_of_ops(MyOp)
    class MySharding(ShardingModel):
        def loops(self) -> Loops: ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import shard
from mlirlite.dialects.shard.sharding import Axes, Parts, Sharding, axes_array, short
from mlirlite.ir.affine import AffineBinary, AffineConst, AffineDim, AffineExpr, AffineMap
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import FloatType, IndexType, IntegerType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.folding import dialect_of, import_part
from mlirlite.support.diagnostics import Diagnostic
from mlirlite.support.record import Record

Shardings = Sequence["Sharding | None"]
"""A sharding for each value, or None where nothing is said."""


class Loops(Record):
    """The loops of an op over its elements: which are reductions, and for each operand and result
    the map from the loops to its indices."""

    reductions: tuple[bool, ...]
    maps: tuple[AffineMap, ...]

    @classmethod
    def elementwise(cls, rank: int, count: int) -> Loops:
        """A loop for each dimension, and the same indices for `count` values."""
        return cls((False,) * rank, (AffineMap.identity(rank),) * count)


class Division(Record):
    """The axes of a grid along which each loop of an op is divided; later loops are not."""

    grid: SymbolRefAttr
    axes: tuple[Axes, ...]

    def of(self, loop: int) -> Axes:
        """The axes of one loop."""
        return self.axes[loop] if loop < len(self.axes) else ()


class Copies(Record):
    """What an op is partitioned into: where its part goes, and what stands for values so far."""

    builder: Builder
    values: dict[Value, Value]
    """For each value of the whole, a device's part."""
    tables: SymbolTables


class ShardingModel:
    """How one op is divided. Subclasses say what its loops are, and may replace the rest."""

    def __init__(self, op: Operation) -> None:
        self.op = op
        self.problem: Diagnostic | None = None
        """Why `division` gave none, where it is an error of the program."""

    def loops(self) -> Loops | None:
        """The loops; None where the op's types allow none."""
        raise NotImplementedError

    def checked_loops(self) -> Loops | None:
        """The loops, where types and maps are what the rest of this class can handle."""
        op = self.op
        loops = self.loops()
        if loops is None or len(loops.maps) != len(op.operands) + len(op.results):
            return None
        if not all(_is_supported(value.type) for value in (*op.operands, *op.results)):
            return None
        results = zip(op.results, loops.maps[len(op.operands) :], strict=True)
        fine = all(
            isinstance(result.type, RankedTensorType) and map.is_projected_permutation
            for result, map in results
        )
        return loops if fine else None

    def division(self, operands: Shardings, results: Shardings) -> Division | None:
        """How the loops are divided so that operands and results are as given; None when that is
        impossible, or nothing is given."""
        loops = self.checked_loops()
        if loops is None:
            self.problem = self.op.error("invalid sharding interface implementation")
            return None
        return _Search(self, loops).run(operands, results)

    def annotations(self, division: Division) -> list[Sharding | None] | None:
        """The sharding of each operand and result that follows; None when an operand would need
        two loops divided in one dimension."""
        loops = self.loops()
        found: list[Sharding | None] = []
        values = (*self.op.operands, *self.op.results)
        for value, map in zip(values, loops.maps if loops is not None else (), strict=True):
            if not isinstance(value.type, RankedTensorType):
                found.append(None)
                continue
            split: list[Axes] = [()] * len(value.type.shape)
            for dimension, expr in zip(range(len(split)), map.results, strict=False):
                positions = loops_in(expr)
                divided = [] if positions is None else [p for p in positions if division.of(p)]
                if positions is None or len(divided) > 1:
                    return None
                if divided:
                    split[dimension] = division.of(divided[0])
            found.append(Sharding(division.grid, short(split)))
        return found

    def reduced_axes(self, operands: Shardings) -> Axes:
        """The axes of the grid along which reductions are divided."""
        loops = self.loops()
        if loops is None:
            return ()
        divided: dict[int, Axes] = {}
        for sharding, map in zip(operands, loops.maps, strict=False):
            for dimension, expr in enumerate(map.results if sharding is not None else ()):
                if isinstance(expr, AffineDim) and sharding is not None:
                    divided.setdefault(expr.position, sharding.axes(dimension))
        reductions = [loop for loop, reduces in enumerate(loops.reductions) if reduces]
        return tuple(axis for loop in reductions for axis in divided.get(loop, ()))

    def partition(self, operands: Shardings, results: Shardings, copies: Copies) -> None:
        """Insert what the op is on one device, and record what stands for its results.
        DiagnosticError where that is not possible."""
        copy_on_parts(self.op, results, copies)


def copy_on_parts(op: Operation, results: Shardings, copies: Copies) -> Operation:
    """Insert a copy of an op that has a device's part of each operand and result."""
    copy = copies.builder.insert(op.clone(copies.values))
    parts = Parts(op, copies.tables)
    for result, sharding in zip(copy.results, results, strict=True):
        result.type = parts.type(result.type, sharding)
    return copy


def all_reduce(b: Builder, part: Value, grid: SymbolRefAttr, axes: Axes, kind: str) -> Value:
    """The reduction of what the devices along some axes have."""
    reduction = shard.ReductionKindAttr(shard.ReductionKind[kind])
    made: Operation = b.insert(
        shard.AllReduceOp(grid, axes_array(axes), reduction, input=part, result=part.type)
    )
    return made.results[0]


models: OpTable[Callable[[Any], ShardingModel]] = OpTable("sharding", "sharding_of_ops")
"""By op class: its `ShardingModel`."""
sharding_of_ops = models


def model_of(op: Operation) -> ShardingModel | None:
    """How an op is divided; None where nothing is known."""
    dialect = dialect_of(type(op))
    if dialect is not None:
        import_part(dialect, "sharding")
    model = models.get(type(op))
    return None if model is None else model(op)


def _is_supported(type: Any) -> bool:
    return isinstance(type, (RankedTensorType, IntegerType, IndexType, FloatType))


def loops_in(expr: AffineExpr) -> list[int] | None:
    """The loops of a sum like `d0 * 2 + d3`, in which each occurs once, in order; None for any
    other expression."""
    found: list[int] = []
    pending = [expr]
    while pending:
        e = pending.pop()
        if isinstance(e, AffineBinary) and e.kind == "+":
            pending += (e.lhs, e.rhs)
            continue
        if isinstance(e, AffineBinary) and e.kind == "*" and isinstance(e.rhs, AffineConst):
            e = e.lhs
        if not isinstance(e, AffineDim) or e.position in found:
            return None
        found.append(e.position)
    return sorted(found)


class _Search:
    """Finds the axes of each loop from the shardings of values."""

    def __init__(self, model: ShardingModel, loops: Loops) -> None:
        self.model = model
        self.loops = loops
        self.grid: SymbolRefAttr | None = None
        self.axes: list[Axes] = [()] * len(loops.reductions)
        self.seen: set[int] = set()

    def run(self, operands: Shardings, results: Shardings) -> Division | None:
        maps, count = self.loops.maps, len(operands)
        given = False
        for sharding, map in zip(results, maps[count:], strict=True):
            if sharding is None:
                continue
            given = True
            if not sharding.split or not map.results:
                self.grid = sharding.grid
            elif not self._of_value(sharding, map, None):
                return None
        for index, (sharding, map) in enumerate(zip(operands, maps, strict=False)):
            if sharding is None:
                continue
            given = bool(sharding.split)  # as upstream: the last one counts
            if not self._of_value(sharding, map, index):
                return None
        if not given or self.grid is None:
            return None
        return Division(self.grid, short(self.axes))

    def _of_value(self, sharding: Sharding, map: AffineMap, operand: int | None) -> bool:
        """Whether the loops can be divided so that one value is as given."""
        op = self.model.op
        for expr, axes in zip(map.results, sharding.split, strict=False):
            positions = loops_in(expr)
            if positions is None:
                self.model.problem = op.error(
                    "operand's affine expression is restricted to const_i * dim_i + const_j + "
                    "dim_j + ..."
                )
                return False
            if len(positions) == 1:
                self.seen.add(positions[0])
                if not self._divide(positions[0], axes, sharding.grid):
                    return False
            elif not self.seen.intersection(positions):
                self.model.problem = op.error(
                    f"the operand {operand} has multiple loop indices in a dimension, but none of "
                    "them could be found in the exactly specified annotation of op results or "
                    "operands."
                )
                return False
        return True

    def _divide(self, loop: int, axes: Axes, grid: SymbolRefAttr) -> bool:
        if self.grid is not None and self.grid is not grid:
            return False
        if self.axes[loop] and self.axes[loop] != axes:
            return False
        others = {axis for i, own in enumerate(self.axes) if i != loop for axis in own}
        if others.intersection(axes):
            return False
        self.grid = grid
        self.axes[loop] = self.axes[loop] or axes
        return True
