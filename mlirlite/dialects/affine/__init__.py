"""The affine dialect: loops and accesses whose bounds and subscripts are affine in the counters
around them."""

from collections.abc import Mapping

from mlirlite.dialects.affine._scope import (
    is_valid_dim as is_valid_dim,
    is_valid_symbol as is_valid_symbol,
    stay_valid as stay_valid,
)
from mlirlite.dialects.affine.loops import (
    ForOp as ForOp,
    IfOp as IfOp,
    YieldOp as YieldOp,
    constant_map as constant_map,
)
from mlirlite.dialects.affine.maps import (
    ApplyOp as ApplyOp,
    DelinearizeIndexOp as DelinearizeIndexOp,
    LinearizeIndexOp as LinearizeIndexOp,
    MaxOp as MaxOp,
    MinOp as MinOp,
)
from mlirlite.dialects.affine.memory import (
    DmaStartOp as DmaStartOp,
    DmaWaitOp as DmaWaitOp,
    LoadOp as LoadOp,
    PrefetchOp as PrefetchOp,
    StoreOp as StoreOp,
    VectorLoadOp as VectorLoadOp,
    VectorStoreOp as VectorStoreOp,
)
from mlirlite.dialects.affine.parallel import ParallelOp as ParallelOp
from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.ir.block import Region
from mlirlite.ir.interfaces import is_memory_effect_free
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope, RecursiveMemoryEffects
from mlirlite.ir.values import Value


class AffineDialect(ArithDialect):
    """Its constants are arith's; its ops must stay where their operands are valid dimensions and
    symbols."""

    def may_be_inlined(self, op: Operation, into: Operation) -> bool:
        return into.has_trait(AffineScope) or isinstance(into, (ForOp, ParallelOp, IfOp))

    def may_take(self, into: Region, body: Region, values: Mapping[Value, Value]) -> bool:
        around = into.parent
        if not isinstance(around, (ForOp, ParallelOp, IfOp)) or not body.has_one_block:
            return False
        for op in body.entry:
            if is_memory_effect_free(op) and not op.has_trait(RecursiveMemoryEffects):
                continue
            if not isinstance(op, (LoadOp, StoreOp, VectorLoadOp, VectorStoreOp)):
                return False
            dims = op.affine_map.num_dims
            if not stay_valid(op.index_operands, dims, body, around, values):
                return False
        return True


DIALECT = AffineDialect("affine", __name__)
