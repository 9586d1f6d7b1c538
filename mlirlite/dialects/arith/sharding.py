"""How constants are divided among devices."""

from typing import Any

from mlirlite.dialects.arith.constant import ConstantOp
from mlirlite.dialects.shard.interface import (
    Copies,
    Division,
    Loops,
    ShardingModel,
    Shardings,
    sharding_of_ops,
)
from mlirlite.dialects.shard.sharding import Parts
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import RankedTensorType
from mlirlite.support.diagnostics import DiagnosticError


@sharding_of_ops(ConstantOp)
class ConstantSharding(ShardingModel):
    """A tensor of equal elements is divided as its users want; a number is on every device."""

    op: ConstantOp

    def loops(self) -> Loops | None:
        type = self.op.result.type
        return Loops.elementwise(len(type.shape), 1) if isinstance(type, RankedTensorType) else None

    def division(self, operands: Shardings, results: Shardings) -> Division | None:
        wanted = results[0]
        return None if wanted is None else Division(wanted.grid, wanted.split)

    def partition(self, operands: Shardings, results: Shardings, copies: Copies) -> None:
        op, value, wanted = self.op, self.op.value, results[0]
        if not isinstance(value, DenseElementsAttr):
            copies.builder.insert(op.clone(copies.values))
            return
        if wanted is None or not value.is_splat:
            raise DiagnosticError(
                op.error("cannot be divided: it has no sharding, or elements that are not equal")
            )
        type: Any = Parts(op, copies.tables).type(value.type, wanted)
        made = copies.builder.insert(ConstantOp(DenseElementsAttr.of(type, value.splat_value())))
        copies.values[op.result] = made.result
