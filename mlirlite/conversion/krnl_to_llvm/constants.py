"""krnl.global → a global and a descriptor of it.

Small constants that do not escape their function have their data in the text. The data of the
others is the attribute `krnl.value` of an external global: the loader of the code provides its
address, so that weights never go through LLVM IR.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import describe
from mlirlite.conversion._llvm_ops import index_constant, insert_value, poison
from mlirlite.conversion.krnl_to_llvm.table import lower, symbols_around, types
from mlirlite.dialects import krnl, llvm
from mlirlite.dialects.llvm.attributes import LinkageAttr
from mlirlite.dialects.llvm.enums import Linkage
from mlirlite.dialects.llvm.types import PTR, LLVMArrayType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import (
    DenseElementsAttr,
    DenseResourceAttr,
    DenseStringElementsAttr,
    ElementsAttr,
    element_size,
)
from mlirlite.ir.interfaces import effects_of
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name
from mlirlite.ir.traits import Terminator
from mlirlite.ir.types import (
    I8,
    BaseMemRefType,
    FloatType,
    MemRefType,
    RankedTensorType,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.rewriting.type_conversion import NoCounterpart
from mlirlite.support.diagnostics import DiagnosticError

DATA = "krnl.value"
ALIGNMENT = 64
_INLINE = 1024
"""The largest constant whose data is in the text, in bytes."""
_INTERNAL = LinkageAttr(Linkage.internal)


def add_globals(module: Operation) -> None:
    """Add a global for each constant of a module, in their order and before everything
    else."""
    groups: dict[str, list[krnl.GlobalOp]] = {}
    for op in module.inside():
        if isinstance(op, krnl.GlobalOp):
            groups.setdefault(op.name_, []).append(op)
    if not groups:
        return
    table = symbols_around(next(iter(groups.values()))[0])
    first = table.first
    taken = {symbol_name(op): op for op in table}
    for name, ops in groups.items():
        op = ops[0]
        other = next((o for o in ops if o.properties != op.properties), taken.get(name))
        if other is not None:
            raise DiagnosticError(
                op.error(f"has the name '{name}' of something else").note(
                    "which is here", other.where
                )
            )
        for made in _globals_of(op, hidden=all(map(_stays_here, ops))):
            made.location = op.location
            table.insert_before(first, made)


def _stays_here(op: krnl.GlobalOp) -> bool:
    """True when the buffer is only read, directly: no return, view, branch or call uses it."""
    return not any(
        Terminator in user.traits
        or effects_of(user) is None
        or any(isinstance(r.type, BaseMemRefType) for r in user.results)
        for user in op.results[0].users
    )


def _globals_of(op: krnl.GlobalOp, *, hidden: bool) -> Sequence[Operation]:
    name, value, type = op.name_, op.value, op.output.type
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        raise DiagnosticError(op.error(f"needs a memref of static shape, found '{type}'"))
    if type.num_elements == 0:
        return ()
    alignment = op.alignment or ALIGNMENT
    element = types.convert(type.element_type)
    if isinstance(value, DenseStringElementsAttr):
        return _strings(name, value, alignment)
    if hidden and isinstance(value, (DenseElementsAttr, DenseResourceAttr)):
        size = element_size(value.element_type)
        if size * type.num_elements <= _INLINE and not isinstance(element, llvm.LLVMType):
            return (_inline(name, value, element, alignment),)
    if value is not None and not isinstance(value, ElementsAttr):
        raise DiagnosticError(op.error(f"has a value that is not a tensor: {value}"))
    made = llvm.GlobalOp.of(
        name, LLVMArrayType(type.num_elements, element), constant=True, alignment=alignment
    )
    if value is not None:
        made.attributes[DATA] = value
    return (made,)


def _inline(
    name: str, value: DenseElementsAttr | DenseResourceAttr, element: Type, alignment: int
) -> Operation:
    """A global with its data in it."""
    raw = value.resource.data if isinstance(value, DenseResourceAttr) else value.raw
    shape = value.type.shape
    data = DenseElementsAttr(RankedTensorType(shape, element), raw)
    if not shape:
        (number,) = data.values()
        if isinstance(element, FloatType):
            only: Attribute = FloatAttr(number, element)
        else:
            only = IntegerAttr(number, element)
        return llvm.GlobalOp.of(
            name,
            element,
            value=only,
            linkage=_INTERNAL,
            constant=True,
            alignment=alignment,
        )
    type = element
    for size in reversed(shape):
        type = LLVMArrayType(size, type)
    return llvm.GlobalOp.of(
        name, type, value=data, linkage=_INTERNAL, constant=True, alignment=alignment
    )


def _strings(name: str, value: DenseStringElementsAttr, alignment: int) -> Sequence[Operation]:
    """An array of pointers to zero-terminated strings, and the strings."""
    texts = value.value * (value.type.num_elements if value.is_splat else 1)
    places: dict[str, str] = {}
    made: list[Operation] = []
    for text in texts:
        if text not in places:
            places[text] = f"{name}_string_{len(places)}"
            made.append(string_global(places[text], text))
    body = Block()
    b = Builder.at_end(body)
    array: Value = poison(b, LLVMArrayType(len(texts), PTR))
    for i, text in enumerate(texts):
        array = insert_value(b, array, address_of(b, places[text]), i)
    b.insert(llvm.ReturnOp.create((array,)))
    made.append(
        llvm.GlobalOp.of(
            name,
            array.type,
            linkage=_INTERNAL,
            constant=True,
            alignment=alignment,
            body=Region([body]),
        )
    )
    return made


def string_global(name: str, text: str) -> llvm.GlobalOp:
    """A global with a zero-terminated text in UTF-8."""
    raw = text.encode("utf-8", "surrogateescape") + b"\0"
    data = StringAttr(raw.decode("ascii", "surrogateescape"))
    type = LLVMArrayType(len(raw), I8)
    return llvm.GlobalOp.of(name, type, value=data, linkage=_INTERNAL, constant=True)


def address_of(b: Builder, name: str) -> Value:
    """The address of a global."""
    return create(b, llvm.AddressOfOp, (), PTR, {"global_name": SymbolRefAttr(name)})


@lower(krnl.GlobalOp)
def lower_global(op: krnl.GlobalOp, rw: ConversionRewriter) -> Value:
    """krnl.global --> a descriptor of the global's address"""
    type = op.output.type
    if not isinstance(type, MemRefType):
        raise NoCounterpart("it has no memref type")
    if type.num_elements:
        pointer = address_of(rw, op.name_)
    else:
        pointer = create(rw, llvm.ZeroOp, (), PTR)
    sizes = [index_constant(rw, n, types) for n in type.shape]
    strides = [index_constant(rw, n, types) for n in type.row_major_strides()]
    return describe(rw, rw.convert(type), pointer, pointer, sizes, strides, types)
