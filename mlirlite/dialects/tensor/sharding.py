"""How new tensors are divided among devices."""

from typing import Any

from mlirlite.dialects import shard, tensor
from mlirlite.dialects.shard.interface import (
    Copies,
    Loops,
    ShardingModel,
    Shardings,
    copy_on_parts,
    sharding_of_ops,
)
from mlirlite.dialects.shard.sharding import Parts, Sharding, insert_sharding
from mlirlite.ir.attributes import i64_array
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType
from mlirlite.ir.values import Value


@sharding_of_ops(tensor.EmptyOp, tensor.SplatOp)
class NewTensorSharding(ShardingModel):
    """A device makes its part. Sizes that differ among devices are computed at run time."""

    def loops(self) -> Loops | None:
        type = self.op.result.type
        if not isinstance(type, RankedTensorType):
            return None
        return Loops.elementwise(len(type.shape), len(self.op.operands) + 1)

    def partition(self, operands: Shardings, results: Shardings, copies: Copies) -> None:
        op, wanted = self.op, results[0]
        whole: Any = op.result.type
        part: Any = Parts(op, copies.tables).type(whole, wanted)
        sizes = list(zip(whole.shape, part.shape, strict=True))
        if wanted is None or not any(old != DYNAMIC == new for old, new in sizes):
            copy_on_parts(op, results, copies)
            return
        given = [copies.values[value] for value in op.operands]
        values = given[: len(given) - whole.shape.count(DYNAMIC)]
        rest = iter(given[len(values) :])
        computed: list[Value] = []
        for i, (old, new) in enumerate(sizes):
            if old == DYNAMIC:
                values.append(next(rest))
            elif new == DYNAMIC:
                computed = computed or self._sizes(wanted, given, copies)
                values.append(computed[i])
        made = copies.builder.insert(type(op).create(values, (part,)))
        copies.values[op.result] = made.results[0]

    def _sizes(self, wanted: Sharding, given: list[Value], copies: Copies) -> list[Value]:
        """The sizes of this device's part."""
        b, shape = copies.builder, self.op.result.type.shape
        sharding = insert_sharding(b, wanted)
        grid = Parts(self.op, copies.tables).grid(wanted)
        rank = len(list(grid.shape))
        position = b.insert(shard.ProcessMultiIndexOp(wanted.grid, result=[INDEX] * rank))
        made = b.insert(
            shard.ShardShapeOp(
                i64_array(shape),
                given,
                position.results,
                sharding=sharding,
                device=i64_array([DYNAMIC] * rank),
                result=[INDEX] * len(shape),
            )
        )
        return list(made.results)
