"""Ops that are constants in LLVM IR: they have no instruction, their text is inlined where they are
used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from mlirlite.dialects.llvm.addresses import BlockAddressOp, BlockTagOp, DSOLocalEquivalentOp
from mlirlite.dialects.llvm.arithmetic import AddOp, SubOp, XOrOp
from mlirlite.dialects.llvm.casts import AddrSpaceCastOp, BitcastOp, IntToPtrOp, PtrToIntOp, TruncOp
from mlirlite.dialects.llvm.functions import LLVMFuncOp
from mlirlite.dialects.llvm.types import VOID, is_pointer
from mlirlite.dialects.llvm.values import (
    AddressOfOp,
    ConstantOp,
    NoneTokenOp,
    PoisonOp,
    UndefOp,
    ZeroOp,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import SymbolTables
from mlirlite.ir.types import FloatType, IntegerType
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.target.llvmir.constants import constant_text, float_text
from mlirlite.target.llvmir.types import TypeTable, symbol


class Uses(Protocol):
    """What the text of a constant needs from the Emitter."""

    types: TypeTable
    symbols: SymbolTables

    def typed(self, value: Value) -> str:
        """A value with its type."""

    def typed_all(self, values: Sequence[Value]) -> str:
        """Values with their types, separated by commas."""


Constant = Callable[[Any, Uses], str]


def zero_text(type: Type) -> str:
    """Zero of a type."""
    if is_pointer(type):
        return "null"
    if isinstance(type, IntegerType):
        return "false" if type.width == 1 else "0"
    if isinstance(type, FloatType):
        return float_text(0.0, type)
    return "zeroinitializer"


def _constant(op: ConstantOp, e: Uses) -> str:
    return constant_text(op.properties["value"], op.results[0].type, e.types)


def _zero(op: ZeroOp, e: Uses) -> str:
    return zero_text(op.results[0].type)


def _block_address(op: BlockAddressOp, e: Uses) -> str:
    function = e.symbols.lookup(op, op.block_addr.function)
    if isinstance(function, LLVMFuncOp):
        for inner in function.walk():
            block = inner.parent
            if isinstance(inner, BlockTagOp) and block and inner.tag is op.block_addr.tag:
                number = number_of(block)
                return f"blockaddress({symbol(function.sym_name)}, %{number})"
    raise DiagnosticError(op.error("cannot be converted to LLVM IR: there is no such block"))


def _cast(word: str) -> Constant:
    return lambda op, e: f"{word} ({e.typed(op.operands[0])} to {e.types[op.results[0].type]})"


def _binary(word: str) -> Constant:
    return lambda op, e: f"{word} ({e.typed_all(op.operands)})"


_VALUES: dict[type, Constant] = {
    ConstantOp: _constant,
    ZeroOp: _zero,
    UndefOp: lambda op, e: "undef",
    PoisonOp: lambda op, e: "poison",
    NoneTokenOp: lambda op, e: "none",
    AddressOfOp: lambda op, e: symbol(op.properties["global_name"].root),
    BlockAddressOp: _block_address,
    DSOLocalEquivalentOp: lambda op, e: f"dso_local_equivalent {symbol(op.function_name.root)}",
}
_CASTS: dict[type, Constant] = {
    PtrToIntOp: _cast("ptrtoint"),
    IntToPtrOp: _cast("inttoptr"),
    BitcastOp: _cast("bitcast"),
    AddrSpaceCastOp: _cast("addrspacecast"),
    TruncOp: _cast("trunc"),
}
CONSTANTS = _VALUES | _CASTS
"""Op class → text, where `is_constant`."""
IN_INITIALIZERS = CONSTANTS | {
    AddOp: _binary("add"),
    SubOp: _binary("sub"),
    XOrOp: _binary("xor"),
}
"""Op class → text in the initializers of globals, where everything is constant."""


def is_constant(op: Operation) -> bool:
    """True for ops without an instruction: constants, and casts of constants."""
    if type(op) in _VALUES:
        return True
    if type(op) not in _CASTS:
        return False
    made_by = op.operands[0].defining_op
    return made_by is not None and is_constant(made_by)


def number_of(block: Block) -> int:
    """LLVM's number of a block in its function: arguments, blocks and non-void values are counted
    in order."""
    number = 0
    region = block.parent
    first = region.first if region is not None else None
    for other in region if region is not None else ():
        if other is first:
            number += len(other.args)
        if other is block:
            break
        number += 1 if other is first else 1 + len(other.args)
        number += sum(
            len(op.results) == 1 and op.results[0].type is not VOID and not is_constant(op)
            for op in other
        )
    return number
