"""The table of lowerings from krnl, with its types, and the symbols that lowerings need."""

from __future__ import annotations

from mlirlite.conversion._llvm_types import LLVMTypes
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import NoneType
from mlirlite.rewriting.conversion import Lowerings

types = LLVMTypes()


@types(NoneType)
def _pointer(type: Type, types: LLVMTypes) -> Type:
    return PTR


lower = Lowerings("krnl-to-llvm", types)


def symbols_around(op: Operation) -> Block:
    """The block of the nearest symbol table. ValueError when there is none."""
    step: Operation | None = op
    while step is not None and not step.has_trait(SymbolTable):
        step = step.parent_op
    if step is None:
        raise ValueError(f"'{op.name}' is in no module")
    return step.regions[0].block
