"""Branches between the blocks that lowerings of memref make."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import llvm
from mlirlite.ir.block import Block
from mlirlite.rewriting.conversion import ConversionRewriter


def make_branch(rw: ConversionRewriter, block: Block, values: Any) -> None:
    """`llvm.br`."""
    rw.insert(llvm.BrOp.create(values, (), None, None, (), (block,)))
