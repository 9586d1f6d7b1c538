"""The table of lowerings from krnl, with its types, and the symbols that lowerings need."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._llvm import LLVMTypes
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.types import PTR, VOID, LLVMFunctionType
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import NoneType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import Lowerings

types = LLVMTypes()


@types(krnl.StringType, NoneType)
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


def find_symbol(table: Block, name: str) -> Operation | None:
    """The op that defines a symbol, or None."""
    return next((op for op in table if symbol_name(op) == name), None)


def call(
    b: Builder,
    op: Operation,
    function: str,
    arguments: Sequence[Value],
    result: Type | None = None,
    *,
    fixed: int | None = None,
) -> Value | None:
    """Call a C function, which is declared when it is not there yet. `fixed` is the number of
    arguments before the `...` of
    a variadic function."""
    parameters = tuple([v.type for v in arguments[:fixed]])
    type = LLVMFunctionType(result or VOID, parameters, fixed is not None)
    table = symbols_around(op)
    if find_symbol(table, function) is None:
        table.prepend(llvm.LLVMFuncOp.of(function, type))
    made = llvm.CallOp.of(
        function,
        arguments,
        (result,) if result else (),
        variadic=type if fixed is not None else None,
    )
    b.insert(made)
    return made.results[0] if result else None
