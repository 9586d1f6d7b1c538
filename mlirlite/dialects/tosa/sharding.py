"""How tosa's ops are divided among devices."""

from mlirlite.dialects import tosa
from mlirlite.dialects.shard.interface import (
    Copies,
    Loops,
    ShardingModel,
    Shardings,
    all_reduce,
    copy_on_parts,
    sharding_of_ops,
)
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.types import RankedTensorType


@sharding_of_ops(
    *(tosa.ClampOp, tosa.SigmoidOp, tosa.TanhOp, tosa.AddOp, tosa.ArithmeticRightShiftOp),
    *(tosa.BitwiseAndOp, tosa.BitwiseOrOp, tosa.BitwiseXorOp, tosa.IntDivOp, tosa.LogicalAndOp),
    *(tosa.LogicalLeftShiftOp, tosa.LogicalRightShiftOp, tosa.LogicalOrOp, tosa.LogicalXorOp),
    *(tosa.MaximumOp, tosa.MinimumOp, tosa.MulOp, tosa.PowOp, tosa.SubOp, tosa.AbsOp),
    *(tosa.BitwiseNotOp, tosa.CeilOp, tosa.ClzOp, tosa.ExpOp, tosa.FloorOp, tosa.LogOp),
    *(tosa.LogicalNotOp, tosa.ReciprocalOp, tosa.RsqrtOp, tosa.SelectOp, tosa.EqualOp),
    *(tosa.GreaterOp, tosa.GreaterEqualOp),
)
class ElementwiseSharding(ShardingModel):
    """All values have the same indices."""

    def loops(self) -> Loops | None:
        type = self.op.operands[0].type
        if not isinstance(type, RankedTensorType):
            return None
        return Loops.elementwise(len(type.shape), len(self.op.operands) + len(self.op.results))


@sharding_of_ops(tosa.NegateOp)
class NegateSharding(ShardingModel):
    """Elementwise, with zero points on every device."""

    def loops(self) -> Loops | None:
        type = self.op.operands[0].type
        if not isinstance(type, RankedTensorType):
            return None
        rank = len(type.shape)
        all_loops, none = AffineMap.identity(rank), AffineMap(rank, 0, ())
        return Loops((False,) * rank, (all_loops, none, none, all_loops))


@sharding_of_ops(tosa.MatMulOp)
class MatMulSharding(ShardingModel):
    """`out[b, i, j] += a[b, i, k] * b[b, k, j]`, with zero points on every device."""

    def loops(self) -> Loops | None:
        if not isinstance(self.op.results[0].type, RankedTensorType):
            return None
        letters = ((0, 1, 3), (0, 3, 2), (), (), (0, 1, 2))
        maps = tuple(AffineMap(4, 0, tuple([AffineDim(i) for i in own])) for own in letters)
        return Loops((False, False, False, True), maps)

    def partition(self, operands: Shardings, results: Shardings, copies: Copies) -> None:
        # MLIR differs: upstream keeps the type of the result, and adds nothing up.
        part = copy_on_parts(self.op, results, copies).results[0]
        axes, grid = self.reduced_axes(operands), operands[0]
        if axes and grid is not None:
            total = all_reduce(copies.builder, part, grid.grid, axes, "Sum")
            copies.values[self.op.results[0]] = total
