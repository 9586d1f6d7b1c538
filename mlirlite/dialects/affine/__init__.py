# ruff: noqa: F401
"""The affine dialect: loops and accesses whose bounds and subscripts are affine in the counters
around them."""

from mlirlite.dialects.affine._scope import is_valid_dim, is_valid_symbol
from mlirlite.dialects.affine.loops import ForOp, IfOp, ParallelOp, YieldOp, constant_map
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
from mlirlite.dialects.arith.constant import ArithDialect

DIALECT = ArithDialect("affine", __name__)
"""Its constants are arith's."""
