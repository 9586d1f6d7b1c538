"""Blocks that replace the op around them."""

from collections.abc import Sequence

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter


def yielded(block: Block) -> tuple[Value, ...]:
    """The operands of the block's terminator."""
    return block.last.operands if block.last is not None else ()


def replace_with_block(
    rw: Rewriter, op: Operation, block: Block, arguments: Sequence[Value] = ()
) -> None:
    """Replace an op by the ops of its region's only block."""
    last = block.last
    if last is None:
        raise ValueError("the block has no terminator")
    rw.inline_block_before(block, op, arguments)
    rw.replace(op, last.operands)
    rw.erase(last)
