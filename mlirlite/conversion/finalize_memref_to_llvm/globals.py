"""memref.global, get_global → llvm.mlir.global and a descriptor of its address."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import describe, extent, size_in_bytes
from mlirlite.conversion._llvm_ops import gep
from mlirlite.conversion._llvm_types import LLVMTypes, pointer_to, types_of
from mlirlite.conversion.finalize_memref_to_llvm.table import lower, result_type
from mlirlite.dialects import llvm, memref
from mlirlite.dialects.llvm.attributes import EXTERNAL, PRIVATE
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, SymbolRefAttr, UnitAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr, ElementsAttr
from mlirlite.ir.types import INDEX, FloatType, MemRefType
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.support.memory import NOT_HEAP


def _array_type(type: MemRefType, types: LLVMTypes) -> Type:
    found = types.convert(type.element_type)
    for size in reversed(type.shape):
        found = LLVMArrayType(size, found)
    return found


def _scalar(value: ElementsAttr) -> Attribute:
    """The number of a constant without dimensions."""
    if not isinstance(value, DenseElementsAttr):
        return value
    number = value.splat_value()
    element = value.type.element_type
    if isinstance(element, FloatType):
        return FloatAttr(number, element)
    return IntegerAttr(number, element)


@lower(memref.GlobalOp)
def lower_global(op: memref.GlobalOp, rw: ConversionRewriter) -> Any:
    """An array of arrays; external without a value, undefined when uninitialized."""
    type = op.properties["type"]
    if not isinstance(type, MemRefType) or type.layout is not None or not type.has_static_shape:
        return rw.fail("it has a layout other than row-major")
    array = _array_type(type, types_of(rw))
    value = op.initial_value
    body: Region | None = None
    if isinstance(value, ElementsAttr):
        if not type.rank:
            value = _scalar(value)
    elif isinstance(value, UnitAttr):
        block = Block()
        undefined = llvm.UndefOp.create((), (array,))
        block.append(undefined)
        block.append(llvm.ReturnOp.create(undefined.results))
        body, value = Region([block]), None
    made = llvm.GlobalOp.of(
        op.sym_name,
        array,
        value=value,
        linkage=PRIVATE if op.sym_visibility == "private" else EXTERNAL,
        constant=op.constant is not None,
        alignment=op.alignment or 0,
        address_space=pointer_to(type).address_space,
        body=body,
    )
    if op._attributes:
        made.attributes.update(op._attributes)
    rw.insert(made)
    rw.erase(op)
    return None


@lower(memref.GetGlobalOp)
def lower_get_global(op: memref.GetGlobalOp, rw: ConversionRewriter) -> Any:
    """A descriptor of the global's address."""
    type = result_type(op)
    types = types_of(rw)
    array = _array_type(type, types)
    sizes, strides, count = extent(rw, type, (), types)
    size_in_bytes(rw, count, rw.convert(type.element_type), types)  # unused, as upstream
    pointer = pointer_to(type)
    reference = op.properties["name"]
    if not isinstance(reference, SymbolRefAttr):
        return rw.fail("it names no global")
    base = create(rw, llvm.AddressOfOp, (), pointer, {"global_name": reference})
    first = gep(rw, base, array, (0,) * (type.rank + 1))
    mark = create(rw, llvm.ConstantOp, (), types.index, {"value": IntegerAttr(NOT_HEAP, INDEX)})
    allocated = create(rw, llvm.IntToPtrOp, (mark,), pointer)
    return (describe(rw, rw.convert(type), allocated, first, sizes, strides, types),)
