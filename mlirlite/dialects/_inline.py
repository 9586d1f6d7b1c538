"""Blocks that take the place of the op around them."""

from collections.abc import Sequence

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting import Rewriter


def yielded(block: Block) -> tuple[Value, ...]:
    """What the block's terminator hands on."""
    return block.last.operands if block.last is not None else ()


def replace_with_block(
    rw: Rewriter, op: Operation, block: Block, arguments: Sequence[Value] = ()
) -> None:
    """Put the ops of a region's only block in the place of the op."""
    last = block.last
    if last is None:
        raise ValueError("the block has no terminator")
    rw.inline_block_before(block, op, arguments)
    rw.replace(op, last.operands)
    rw.erase(last)
