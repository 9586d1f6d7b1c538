# ruff: noqa: F401
"""The affine dialect: loops and accesses whose bounds and subscripts are affine in the counters
around them."""

from mlirlite.dialects.affine._scope import is_valid_dim, is_valid_symbol
from mlirlite.dialects.affine.loops import ForOp, IfOp, YieldOp, constant_map
from mlirlite.dialects.affine.maps import (
    ApplyOp,
    DelinearizeIndexOp,
    LinearizeIndexOp,
    MaxOp,
    MinOp,
)
from mlirlite.dialects.affine.memory import (
    DmaStartOp,
    DmaWaitOp,
    LoadOp,
    PrefetchOp,
    StoreOp,
    VectorLoadOp,
    VectorStoreOp,
)
from mlirlite.dialects.affine.parallel import ParallelOp
from mlirlite.dialects.arith.constant import ArithDialect
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import AffineScope


class AffineDialect(ArithDialect):
    """Its constants are arith's; its ops stay where their operands are dimensions and symbols."""

    def may_be_inlined(self, op: Operation, into: Operation) -> bool:
        # MLIR differs: upstream also allows affine loops around it, after looking at all operands.
        return into.has_trait(AffineScope)


DIALECT = AffineDialect("affine", __name__)
