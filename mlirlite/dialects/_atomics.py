"""The rules for atomic reads, writes and updates, which two dialects of directives share."""

from mlirlite.ir.types import BaseMemRefType
from mlirlite.ods.hooks import DataOp
from mlirlite.support.diagnostics import Diagnostic, error


def verify_update(op: DataOp) -> Diagnostic | None:
    """The region of an update takes the old value."""
    region = op.region
    args = region.entry.args if not region.empty else []
    if len(args) != 1:
        return error("the region must accept exactly one argument", op.where)
    type = op.x.type
    if isinstance(type, BaseMemRefType) and type.element_type is not args[0].type:
        return error(
            "the type of the operand must be a pointer type whose element type is the same as "
            "that of the region argument",
            op.where,
        )
    return None


def verify_updated(op: DataOp) -> Diagnostic | None:
    """The region of an update yields the new value."""
    block = op.region.first
    last = block.last if block is not None else None
    if block is None or last is None:
        return None
    if len(last.operands) != 1:
        return error("only updated value must be returned", op.where)
    if last.operands[0].type is not block.args[0].type:
        return error("input and yielded value must have the same type", op.where)
    return None


def verify_capture(op: DataOp) -> Diagnostic | None:
    """A capture holds a read and a write of one variable."""
    ops = list(op.region.first or ())
    if len(ops) != 3:
        return error(
            "expected three operations in atomic.capture region (one terminator, and two "
            "atomic ops)",
            op.where,
        )
    first, second, _ = ops
    prefix = op.name.removesuffix("capture")
    pair = (first.name.removeprefix(prefix), second.name.removeprefix(prefix))
    if pair not in (("update", "read"), ("read", "update"), ("read", "write")):
        return error("invalid sequence of operations in the capture region", first.where)
    if first.operands[0] is not second.operands[0]:  # x, in all of them
        words = (
            "updated variable in atomic.update must be captured"
            if pair[0] == "update"
            else "captured variable in atomic.read must be updated"
        )
        return error(f"{words} in second operation", first.where)
    return None
