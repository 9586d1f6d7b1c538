# ruff: noqa: F401
"""The bufferization dialect: the ways between tensors and the buffers that hold them."""

from mlirlite.dialects.bufferization.ops import (
    AllocTensorOp,
    CloneOp,
    DeallocOp,
    DeallocTensorOp,
    MaterializeInDestinationOp,
    ToBufferOp,
    ToTensorOp,
)
from mlirlite.ir.dialect import Dialect

DIALECT = Dialect("bufferization", __name__)
