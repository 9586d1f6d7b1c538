"""Calls into the C library and the runtime. A buffer is passed as a pointer to its descriptor, a
text as a pointer to its
zero-terminated bytes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import SIZES, buffer_pointer, call, call_void
from mlirlite.conversion._llvm_ops import (
    constant,
    extract_value,
    index_constant,
    int_constant,
    store,
)
from mlirlite.conversion.krnl_to_llvm.constants import address_of, string_global
from mlirlite.conversion.krnl_to_llvm.table import lower, symbols_around, types
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.types import PTR, LLVMFunctionType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    ArrayAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    i32_array,
)
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.types import F64, I32, I64, FloatType, IntegerType, MemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

ENTRY_POINTS = "krnl.entry_points"
"""The module's attribute that lists its entry points: function, numbers of inputs and outputs,
signature."""


_TEXT = "krnl_text_"


@lower(krnl.EntryPointOp)
def lower_entry_point(op: krnl.EntryPointOp, rw: ConversionRewriter) -> bool:
    """krnl.entry_point --> an entry of the module's attribute"""
    module = symbols_around(op).parent_op
    if module is None:
        return rw.fail("it is in no module")
    known = module.attributes.get(ENTRY_POINTS)
    entries: Iterable[Attribute] = known if isinstance(known, ArrayAttr) else ()
    entry = DictionaryAttr(tuple(op.attributes.items()))
    module.attributes[ENTRY_POINTS] = ArrayAttr((*entries, entry))
    rw.erase(op)
    return True


def text(rw: ConversionRewriter, op: Operation, value: str) -> Value:
    """The address of a text; equal texts are stored once."""
    table = symbols_around(op)
    taken = {symbol_name(other): other for other in table}
    texts = [name for name in taken if name and name.startswith(_TEXT)]
    made = string_global(f"{_TEXT}{len(texts)}", value)
    for name in texts:
        if taken[name].properties.get("value") == made.properties["value"]:
            return address_of(rw, name)
    while made.sym_name in taken:
        made.sym_name += "_"
    table.prepend(made)
    return address_of(rw, made.sym_name)


def in_memory(rw: ConversionRewriter, value: Value) -> Value:
    """A pointer to a copy of a value on the stack. The memory is allocated once, at the top of the
    function, not in each iteration of a loop."""
    at = rw.block, rw.before
    step: Operation | None = rw.op
    while step is not None and not isinstance(step, FunctionLike):
        step = step.parent_op
    if step is not None:
        rw.set_start(step.regions[0].entry)
    one = index_constant(rw, 1, types)
    pointer = create(rw, llvm.AllocaOp, (one,), PTR, {"elem_type": value.type})
    rw.block, rw.before = at
    store(rw, value, pointer)
    return pointer


@lower(krnl.CallOp)
def lower_call(op: krnl.CallOp, rw: ConversionRewriter) -> Value | bool:
    """krnl.call --> llvm.call with the parameters, then the discardable attributes by name"""
    for name, value in op.attributes.items():
        if not isinstance(value, StringAttr | IntegerAttr | FloatAttr):
            return rw.fail(f"attribute '{name}' is not a number or text")
    if len(op.results) > 1:
        return rw.fail("it has more than one result")
    arguments = [
        in_memory(rw, new) if isinstance(old.type, MemRefType) else new
        for old, new in zip(op.operands, rw.operands, strict=True)
    ]
    for name in sorted(op.attributes):
        value = op.attributes[name]
        if isinstance(value, StringAttr):
            arguments.append(text(rw, op, value.value))
        elif isinstance(value, IntegerAttr):
            arguments.append(int_constant(rw, value.value, I64))
        elif isinstance(value, FloatAttr):
            arguments.append(constant(rw, FloatAttr(value.value, F64), F64))
    if op.results:
        return call(rw, op, op.funcName, arguments, rw.convert(op.results[0].type))
    call_void(rw, op, op.funcName, arguments)
    rw.erase(op)
    return True


@lower(krnl.NoneOp)
def lower_none(op: krnl.NoneOp, rw: ConversionRewriter) -> Value:
    """krnl.noValue --> the null pointer"""
    return create(rw, llvm.ZeroOp, (), PTR)


@lower(krnl.ParallelClauseOp)
def lower_parallel_clause(op: krnl.ParallelClauseOp, rw: ConversionRewriter) -> bool:
    """krnl.parallel_clause --> nothing: its loop runs on one thread"""
    rw.erase(op)
    return True


@lower(krnl.PrintOp)
def lower_print(op: krnl.PrintOp, rw: ConversionRewriter) -> bool:
    """krnl.print --> printf"""
    arguments = [text(rw, op, op.format)]
    for value in rw.operands:
        if isinstance(value.type, FloatType) and value.type.width < 64:
            value = create(rw, llvm.FPExtOp, (value,), F64)
        arguments.append(value)
    _call_variadic(rw, op, "printf", (PTR,), arguments)
    rw.erase(op)
    return True


@lower(krnl.FormatOp)
def lower_format(op: krnl.FormatOp, rw: ConversionRewriter) -> bool:
    """krnl.format --> snprintf"""
    room, number = rw.operands
    size = extract_value(rw, room, SIZES, 0)
    arguments = [extract_value(rw, room, 1), size, text(rw, op, op.format), number]
    _call_variadic(rw, op, "snprintf", (PTR, size.type, PTR), arguments)
    rw.erase(op)
    return True


def _call_variadic(
    rw: ConversionRewriter,
    op: Operation,
    name: str,
    parameters: Sequence[Type],
    arguments: Sequence[Value],
) -> None:
    """Call a variadic function of the C library."""
    table = symbols_around(op)
    type = LLVMFunctionType(I32, tuple(parameters), True)
    if not any(symbol_name(other) == name for other in table):
        table.prepend(llvm.LLVMFuncOp.of(name, type))
    rw.insert(llvm.CallOp.of(name, arguments, (I32,), variadic=type))


FAIL = "om.fail"
"""The runtime's function that ends a run: it takes a message and its values, and does not return.
"""


@lower(krnl.RequireOp)
def lower_require(op: krnl.RequireOp, rw: ConversionRewriter) -> Any:
    """krnl.require --> llvm.cond_br around a call of the runtime that does not return"""
    block = op.parent
    region = block.parent if block is not None else None
    if block is None or region is None:
        return rw.fail("it stands in no block")
    location = op._location
    condition, *values = rw.operands
    rest = rw.split_block(op)
    rw.create_block(region)
    failed = rw.block
    rw.location = location
    message = text(rw, op, op.message) if op.message else create(rw, llvm.ZeroOp, (), PTR)
    missing = [int_constant(rw, 0, I64) for _ in range(krnl.MOST_VALUES - len(values))]
    call_void(rw, op, FAIL, (message, *values, *missing))
    rw.insert(llvm.UnreachableOp.create())
    rw.set_end(block)
    rw.location = location
    properties: dict[str, Attribute] = {"operandSegmentSizes": i32_array((1, 0, 0))}
    rw.insert(llvm.CondBrOp.create((condition,), (), properties, None, (), (rest, failed)))
    rw.erase(op)
    return None


POLL = "om.poll"
"""The runtime's function that looks for an interrupt; a library has an empty one."""


@lower(krnl.PollOp)
def lower_poll(op: krnl.PollOp, rw: ConversionRewriter) -> bool:
    """krnl.poll --> a call of the runtime"""
    call_void(rw, op, POLL, ())
    rw.erase(op)
    return True


@lower(krnl.PrintTensorOp)
def lower_print_tensor(op: krnl.PrintTensorOp, rw: ConversionRewriter) -> bool:
    """krnl.print_tensor --> a call of the runtime"""
    type = op.input.type
    rank = index_constant(rw, type.rank, types)
    kind = text(rw, op, str(type.element_type))
    call_void(
        rw,
        op,
        "krnl_print_tensor",
        (text(rw, op, op.msg), kind, rank, in_memory(rw, rw.operands[0])),
    )
    rw.erase(op)
    return True


@lower(krnl.InstrumentInitOp)
def lower_instrument_init(op: krnl.InstrumentInitOp, rw: ConversionRewriter) -> bool:
    """krnl.runtime_instrument_init --> OMInstrumentInit(tag)"""
    call_void(rw, op, "OMInstrumentInit", (int_constant(rw, op.tag, I64),))
    rw.erase(op)
    return True


@lower(krnl.InstrumentOp)
def lower_instrument(op: krnl.InstrumentOp, rw: ConversionRewriter) -> bool:
    """krnl.runtime_instrument --> OMInstrumentPoint(op, tag, node)"""
    node = text(rw, op, op.nodeName or "")
    arguments = (text(rw, op, op.opName), int_constant(rw, op.tag, I64), node)
    call_void(rw, op, "OMInstrumentPoint", arguments)
    rw.erase(op)
    return True


@lower(krnl.StrlenOp)
def lower_strlen(op: krnl.StrlenOp, rw: ConversionRewriter) -> Value:
    """krnl.strlen --> strlen"""
    return call(rw, op, "strlen", rw.operands, I64)


@lower(krnl.StrncmpOp)
def lower_strncmp(op: krnl.StrncmpOp, rw: ConversionRewriter) -> Value:
    """krnl.strncmp --> strncmp"""
    return call(rw, op, "strncmp", rw.operands, I32)


@lower(krnl.FindIndexOp)
def lower_find_index(op: krnl.FindIndexOp, rw: ConversionRewriter) -> Value:
    """krnl.find_index --> find_index_i64 or find_index_str"""
    key, g, v, length = rw.operands
    tables = [
        buffer_pointer(rw, descriptor, value.type, types)
        for descriptor, value in ((g, op.G), (v, op.V))
        if isinstance(value.type, MemRefType)
    ]
    name = "find_index_i64" if isinstance(key.type, IntegerType) else "find_index_str"
    return call(rw, op, name, (key, *tables, length), I64)


@lower(krnl.RandomNormalOp)
def lower_random_normal(op: krnl.RandomNormalOp, rw: ConversionRewriter) -> bool:
    """krnl.random_normal --> get_random_normal_value_f32 or _f64"""
    type = op.output.type
    if not isinstance(type, MemRefType) or not isinstance(type.element_type, FloatType):
        return rw.fail("it needs a ranked memref of floats")
    if type.element_type.width not in (32, 64):
        return rw.fail(f"the runtime has none of type '{type.element_type}'")
    output, *rest = rw.operands
    name = f"get_random_normal_value_{type.element_type.keyword}"
    call_void(rw, op, name, (buffer_pointer(rw, output, type, types), *rest))
    rw.erase(op)
    return True
