"""The check of ops that take a size for each dynamic dimension of their result."""

from __future__ import annotations

from mlirlite.ir.operation import Operation
from mlirlite.ir.types import ShapedType
from mlirlite.support.diagnostics import Diagnostic


def wrong_size_count(op: Operation, count: int, type: ShapedType) -> Diagnostic | None:
    """The error if the number of sizes differs from that of dynamic dimensions."""
    wanted = type.num_dynamic_dims
    if count == wanted:
        return None
    return op.error(f"incorrect number of dynamic sizes, has {count}, expected {wanted}")
