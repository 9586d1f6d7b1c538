"""vector.print of numbers, strings and punctuation → calls of functions of a runtime library."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import call_void
from mlirlite.conversion._llvm_ops import gep
from mlirlite.conversion.vector_to_llvm.table import lower
from mlirlite.dialects import arith, llvm, vector
from mlirlite.dialects.llvm.attributes import PRIVATE
from mlirlite.dialects.llvm.types import PTR, LLVMArrayType
from mlirlite.dialects.vector.enums import PrintPunctuation
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import SymbolRefAttr
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.types import (
    BF16,
    F16,
    F32,
    F64,
    I8,
    I16,
    I64,
    IndexType,
    IntegerType,
    RankedTensorType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

_FLOATS: dict[Type, str] = {F32: "printF32", F64: "printF64", F16: "printF16", BF16: "printBF16"}
_PUNCTUATION = {
    PrintPunctuation.close: "printClose",
    PrintPunctuation.open: "printOpen",
    PrintPunctuation.comma: "printComma",
    PrintPunctuation.newline: "printNewline",
}


@lower(vector.PrintOp)
def lower_print(op: vector.PrintOp, rw: ConversionRewriter) -> Any:
    """print %i : i32 --> call @printI64(extsi %i); call @printNewline()"""
    source = op.source
    text = op.stringLiteral
    if source is not None:
        if isinstance(source.type, VectorType):
            return rw.fail("vectors are to be taken apart by --convert-vector-to-scf before")
        printer = _printer(source)
        if printer is None:
            return rw.fail(f"there is no function that prints '{source.type}'")
        call_void(rw, op, printer, (_widened(rw, source, rw.operand(0)),))
    if text is not None:
        _print_text(op, text, rw)
    elif op.punctuation.value in _PUNCTUATION:
        call_void(rw, op, _PUNCTUATION[op.punctuation.value], ())
    rw.erase(op)
    return None


def _printer(source: Value) -> str | None:
    type = source.type
    if isinstance(type, IndexType):
        return "printU64"
    if isinstance(type, IntegerType):
        if type.width > 64:
            return None
        return "printU64" if type.is_unsigned else "printI64"
    return _FLOATS.get(type)


def _widened(rw: ConversionRewriter, source: Value, value: Value) -> Value:
    """The value in the form that the function takes: 64-bit integers, the bits of small floats. A
    single bit is 1, not -1."""
    type = source.type
    if type in (F16, BF16):
        return create(rw, llvm.BitcastOp, (value,), I16)
    if not isinstance(type, IntegerType) or type.width == 64:
        return value
    cls = arith.ExtUIOp if type.is_unsigned or type.width == 1 else arith.ExtSIOp
    return rw.insert(cls.create((value,), (I64,))).results[0]


def _print_text(op: Operation, text: str, rw: ConversionRewriter) -> None:
    """Put the text into a constant that ends with 0, and pass its address."""
    raw = [*text.encode(), 0]
    type = LLVMArrayType(len(raw), I8)
    name = _global(op, type, DenseElementsAttr.of(RankedTensorType((len(raw),), I8), raw), rw)
    where = create(rw, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)})
    call_void(rw, op, "printString", (gep(rw, where, type, (0,)),))


def _global(
    op: Operation, type: LLVMArrayType, value: DenseElementsAttr, rw: ConversionRewriter
) -> str:
    """The name of a new constant at the head of the module."""
    module = op
    while module.parent_op is not None:
        module = module.parent_op
    taken = {symbol_name(other) for other in symbol_ops(module)}
    name = "vector_print_str"
    counter = 0
    while name in taken:
        name, counter = f"vector_print_str_{counter}", counter + 1
    at = rw.block, rw.before, rw.location
    rw.set_start(module.regions[0].entry)
    rw.insert(llvm.GlobalOp.of(name, type, value=value, linkage=PRIVATE, constant=True))
    rw.block, rw.before, rw.location = at
    return name
