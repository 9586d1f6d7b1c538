"""C functions around LLVM functions: memrefs by pointers to descriptors, a memref or several
results through a first pointer."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    on_stack,
    pack,
    part_types,
    unpack,
)
from mlirlite.conversion._llvm_ops import index_constant, load, store
from mlirlite.conversion._llvm_signatures import MRT, packed_result
from mlirlite.conversion._llvm_types import LLVMTypes
from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.attributes import PRIVATE
from mlirlite.dialects.llvm.types import (
    PTR,
    VOID,
    LLVMFunctionType,
    LLVMStructType,
)
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, StringAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import FunctionType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

C_INTERFACE = "llvm.emit_c_interface"
PREFIX = "_mlir_ciface_"
_MANY = 64
"""From this many arguments on, a wrapper is not optimized: it is one block that loads them all, and
LLVM's time to combine n loads grows faster than n squared."""
_NOT_OPTIMIZED = StringAttr("noinline"), StringAttr("optnone")


def _interface_type(
    signature: FunctionType, results: Sequence[Type], types: LLVMTypes
) -> tuple[LLVMFunctionType, Type | None]:
    """The wrapper's type, and what it returns through the first pointer, if it does."""
    packed = packed_result(results)
    indirect = packed if isinstance(packed, LLVMStructType) else None
    arguments: list[Type] = [PTR] if indirect is not None else []
    for type in signature.inputs:
        arguments.append(PTR if isinstance(type, MRT) else types.convert(type))
    made: LLVMFunctionType = LLVMFunctionType(
        VOID if indirect is not None else packed, tuple(arguments)
    )
    return made, indirect


def _insert_wrapper(
    made: llvm.LLVMFuncOp, type: LLVMFunctionType, body: Region, rw: ConversionRewriter
) -> None:
    """A function as the one it wraps, with another name, type and body."""
    properties = {k: v for k, v in made.properties.items() if k not in ("arg_attrs", "res_attrs")}
    properties["function_type"] = type
    properties["sym_name"] = StringAttr(PREFIX + made.sym_name)
    if len(type.params) >= _MANY and "passthrough" not in properties:
        properties["passthrough"] = ArrayAttr(_NOT_OPTIMIZED)
    attributes = dict(made.attributes)
    rw.insert(
        llvm.LLVMFuncOp.create((), (), properties, attributes, (body,), location=made._location)
    )


def wrap(
    made: llvm.LLVMFuncOp,
    signature: FunctionType,
    results: Sequence[Type],
    rw: ConversionRewriter,
    types: LLVMTypes,
) -> None:
    """`_mlir_ciface_f`, which calls `f`."""
    type, indirect = _interface_type(signature, results, types)
    block = Block(type.params)
    _insert_wrapper(made, type, Region([block]), rw)
    rw.set_end(block)
    rw.location = made._location
    values: list[Value] = []
    given = block.args[1:] if indirect is not None else block.args
    for value, wanted in zip(given, signature.inputs, strict=True):
        if isinstance(wanted, MRT):
            values += unpack(rw, load(rw, value, types.convert(wanted)))
        else:
            values.append(value)
    result_types = made.llvm_type.results
    call = rw.insert(llvm.CallOp.of(made.sym_name, values, result_types))
    if indirect is not None:
        store(rw, call.results[0], block.args[0])
        rw.insert(llvm.ReturnOp.create())
    else:
        rw.insert(llvm.ReturnOp.create(call.results))


def wrap_external(
    made: llvm.LLVMFuncOp,
    signature: FunctionType,
    results: Sequence[Type],
    rw: ConversionRewriter,
    types: LLVMTypes,
) -> None:
    """`f` gets a body that calls an external `_mlir_ciface_f`."""
    type, indirect = _interface_type(signature, results, types)
    _insert_wrapper(made, type, Region(), rw)
    made.properties["linkage"] = PRIVATE
    block = made.add_entry_block()
    rw.set_end(block)
    rw.location = made._location
    values: list[Value] = []
    place: Value | None = None
    if indirect is not None:
        one = index_constant(rw, 1, types)
        place = create(rw, llvm.AllocaOp, (one,), PTR, {"elem_type": indirect})
        values.append(place)
    position = 0
    for wanted in signature.inputs:
        if isinstance(wanted, MRT):
            count = len(part_types(wanted, types))
            group = block.args[position : position + count]
            position += count
            values.append(on_stack(rw, pack(rw, types.convert(wanted), group), types))
        else:
            values.append(block.args[position])
            position += 1
    call = rw.insert(llvm.CallOp.of(PREFIX + made.sym_name, values, type.results))
    if place is not None and indirect is not None:
        rw.insert(llvm.ReturnOp.create((load(rw, place, indirect),)))
    else:
        rw.insert(llvm.ReturnOp.create(call.results))
