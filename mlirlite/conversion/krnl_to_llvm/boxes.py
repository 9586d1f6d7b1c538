"""Arenas, strings and boxes in memory.

An arena is a word that points to the first of its blocks; the first word of a block points to the
next one. A box is `{ void *data; int64_t rank; int64_t sizes[rank]; }`, and its data follow. A
string is a pointer to bytes that end in zero.
"""

from __future__ import annotations

from functools import cache

from mlirlite.conversion._llvm_memref import (
    SIZES,
    buffer_pointer,
    call,
    describe,
    extent,
    memcpy,
    size_in_bytes,
)
from mlirlite.conversion._llvm_ops import (
    binary,
    extract_value,
    gep,
    icmp,
    index_constant,
    int_constant,
    load,
    select,
    store,
)
from mlirlite.conversion.krnl_to_llvm.table import lower, symbols_around, types
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.context import Context
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import DYNAMIC, I8, I64, MemRefType
from mlirlite.ir.values import Value
from mlirlite.parser import parse_module
from mlirlite.rewriting.conversion import ConversionRewriter

_LINK = 16
"""Bytes before the contents of a block of an arena; they keep malloc's alignment."""
_WORD = 8
_HEAD = 2 * _WORD
"""Bytes of a box before its sizes."""

_FREE = "krnl_arena_free"
_RUNTIME = """
llvm.func @free(!llvm.ptr)
llvm.func internal @krnl_arena_free(%arena: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %first = llvm.load %arena : !llvm.ptr -> !llvm.ptr
  llvm.br ^head(%first : !llvm.ptr)
^head(%block: !llvm.ptr):
  %end = llvm.icmp "eq" %block, %null : !llvm.ptr
  llvm.cond_br %end, ^done, ^body
^body:
  %next = llvm.load %block : !llvm.ptr -> !llvm.ptr
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  llvm.br ^head(%next : !llvm.ptr)
^done:
  llvm.call @free(%arena) : (!llvm.ptr) -> ()
  llvm.return
}
"""


@cache
def _runtime() -> Operation:
    """The functions of this file, written as text."""
    return parse_module(_RUNTIME, Context(), filename=__file__)


def _add_runtime(op: Operation) -> None:
    """Put the functions into the module, once."""
    table = symbols_around(op)
    known = {symbol_name(other) for other in table}
    for function in _runtime().regions[0].block:
        if symbol_name(function) not in known:
            table.prepend(function.clone())


@lower(krnl.ArenaOp)
def lower_arena(op: krnl.ArenaOp, rw: ConversionRewriter) -> Value:
    """krnl.arena --> a word from malloc, zero at first"""
    word = call(rw, op, "malloc", (index_constant(rw, _WORD, types),), PTR)
    store(rw, int_constant(rw, 0, I64), word)
    one = index_constant(rw, 1, types)
    return describe(rw, rw.convert(op.output.type), word, word, (one,), (one,), types)


@lower(krnl.ArenaFreeOp)
def lower_arena_free(op: krnl.ArenaFreeOp, rw: ConversionRewriter) -> bool:
    """krnl.arena_free --> free of each block, and of the word"""
    _add_runtime(op)
    rw.insert(llvm.CallOp.of(_FREE, (extract_value(rw, rw.operand(0), 1),)))
    rw.erase(op)
    return True


def _block(rw: ConversionRewriter, op: Operation, arena: Value, size: Value) -> Value:
    """A pointer to this many bytes of the arena."""
    size = binary(rw, llvm.AddOp, size, index_constant(rw, _LINK, types))
    block = call(rw, op, "malloc", (size,), PTR)
    head = extract_value(rw, arena, 1)
    store(rw, load(rw, head, PTR), block)
    store(rw, block, head)
    return gep(rw, block, I8, (_LINK,))


def _bytes(rw: ConversionRewriter, op: Operation, pointer: Value, size: Value) -> Value:
    one = index_constant(rw, 1, types)
    struct = rw.convert(op.results[0].type)
    return describe(rw, struct, pointer, pointer, (size,), (one,), types)


@lower(krnl.ArenaAllocOp)
def lower_arena_alloc(op: krnl.ArenaAllocOp, rw: ConversionRewriter) -> Value:
    """krnl.arena_alloc --> malloc, linked before the arena's blocks"""
    arena, size = rw.operands
    return _bytes(rw, op, _block(rw, op, arena, size), size)


@lower(krnl.StringOfOp)
def lower_string_of(op: krnl.StringOfOp, rw: ConversionRewriter) -> Value:
    """krnl.string_of --> the address of a byte"""
    descriptor, offset = rw.operands
    return gep(rw, extract_value(rw, descriptor, 1), I8, (offset,))


@lower(krnl.StringBytesOp)
def lower_string_bytes(op: krnl.StringBytesOp, rw: ConversionRewriter) -> Value:
    """krnl.string_bytes --> a descriptor with the string's length"""
    string = rw.operand(0)
    return _bytes(rw, op, string, call(rw, op, "strlen", (string,), I64))


@lower(krnl.BoxOp)
def lower_box(op: krnl.BoxOp, rw: ConversionRewriter) -> Value | bool:
    """krnl.box --> a block with the address of the data, the rank, the sizes and the data"""
    arena, source = rw.operands
    type = op.input.type
    if not isinstance(type, MemRefType) or type.layout is not None:
        return rw.fail("it needs a contiguous memref with a rank")
    dynamic = [
        extract_value(rw, source, SIZES, i) for i, n in enumerate(type.shape) if n == DYNAMIC
    ]
    sizes, _, count = extent(rw, type, dynamic, types)
    size = size_in_bytes(rw, count, types.convert(type.element_type), types)
    offset = _HEAD + _WORD * type.rank
    offset += offset % 16
    box = _block(rw, op, arena, binary(rw, llvm.AddOp, size, index_constant(rw, offset, types)))
    data = gep(rw, box, I8, (offset,))
    store(rw, data, box)
    for i, word in enumerate((index_constant(rw, type.rank, types), *sizes), start=1):
        store(rw, word, gep(rw, box, I64, (i,)))
    memcpy(rw, data, buffer_pointer(rw, source, type, types), size)
    return box


@lower(krnl.UnboxOp)
def lower_unbox(op: krnl.UnboxOp, rw: ConversionRewriter) -> Value | bool:
    """krnl.unbox --> a descriptor of the box's data; of sizes 0 for a box of another rank"""
    type = op.output.type
    if not isinstance(type, MemRefType) or type.layout is not None:
        return rw.fail("it needs a contiguous memref with a rank")
    box = rw.operand(0)
    rank = load(rw, gep(rw, box, I64, (1,)), I64)
    fits = icmp(rw, "eq", rank, index_constant(rw, type.rank, types))
    zero = index_constant(rw, 0, types)
    dynamic = []
    for i, n in enumerate(type.shape):
        if n == DYNAMIC:  # a box of another rank may be shorter: read its first word instead
            place = select(rw, fits, index_constant(rw, 2 + i, types), zero)
            dynamic.append(select(rw, fits, load(rw, gep(rw, box, I64, (place,)), I64), zero))
    sizes, strides, _ = extent(rw, type, dynamic, types)
    data = load(rw, box, PTR)
    return describe(rw, rw.convert(type), data, data, sizes, strides, types)
