"""func → llvm. A memref argument becomes the parts of its descriptor, several results a struct.

`func.func @f(%m: memref<?xf32>)` --> `llvm.func @f(%0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64,
%4: i64)`, and with
`llvm.emit_c_interface` also `llvm.func @_mlir_ciface_f(%0: !llvm.ptr)`, which takes pointers to
descriptors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from mlirlite.conversion._c_interface import C_INTERFACE, wrap, wrap_external
from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_memref import (
    ALIGNED,
    ALLOCATED,
    OFFSET,
    layout_of,
    moved_unranked,
    pack,
    unpack,
)
from mlirlite.conversion._llvm_ops import extract_value, index_constant, insert_value, poison
from mlirlite.conversion._llvm_signatures import (
    BARE,
    MRT,
    argument_types,
    converted_results,
    packed_result,
)
from mlirlite.conversion._llvm_types import WORD, LLVMTypes, llvm_types, run, types_of
from mlirlite.dialects import func, llvm
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.dialects.llvm.attributes import C_CALL, EXTERNAL, LinkageAttr
from mlirlite.dialects.llvm.enums import ModRefInfo
from mlirlite.dialects.llvm.types import (
    PTR,
    LLVMFunctionType,
    LLVMPointerType,
    LLVMStructType,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    EMPTY_DICT,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    SymbolRefAttr,
    i64_attr,
)
from mlirlite.ir.block import Block, Region
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_name, symbol_ops
from mlirlite.ir.types import MemRefType, UnrankedMemRefType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.casts import is_cast
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-func-to-llvm", llvm_types())


_INHERENT = frozenset(cast(Any, llvm.LLVMFuncOp).definition.properties) - {
    "sym_name",
    "function_type",
}
_TAKEN = {"sym_name", "function_type", "arg_attrs", "res_attrs", "no_inline"}
_NOTHING = llvm.MemoryEffectsAttr(*[ModRefInfo.none] * 6)


def _function_properties(
    op: func.FuncOp,
) -> tuple[dict[str, Attribute], dict[str, Attribute], bool] | None:
    """Properties, discardable attributes and whether it takes any number of arguments; None for a
    wrong linkage."""
    properties: dict[str, Attribute] = {
        "CConv": C_CALL,
        "linkage": EXTERNAL,
        "sym_name": op.properties["sym_name"],
        "visibility_": i64_attr(0),
    }
    attributes: dict[str, Attribute] = {}
    variadic = False
    given = {k: v for k, v in op.properties.items() if k not in _TAKEN} | op.attributes
    for name, value in given.items():
        if name == "func.varargs":
            variadic = isinstance(value, IntegerAttr) and bool(value.value)
        elif name == "llvm.linkage":
            if not isinstance(value, LinkageAttr):
                return None
            properties["linkage"] = value
        elif name == "llvm.readnone":
            properties["memory_effects"] = _NOTHING
        elif name in _INHERENT:
            properties[name] = value
        else:
            attributes[name] = value
    return properties, attributes, variadic


def _dictionaries(op: Operation, name: str, count: int) -> list[DictionaryAttr] | None:
    array = op.properties.get(name)
    if not isinstance(array, ArrayAttr):
        return None
    found = [d for d in array if isinstance(d, DictionaryAttr)]
    return found if len(found) == count else None


# MLIR differs: upstream drops attributes of memref arguments; those about the memory also hold for
# the aligned pointer.
_OF_MEMORY = (
    "llvm.noalias",
    "llvm.align",
    "llvm.readonly",
    "llvm.writeonly",
    "llvm.nonnull",
    "llvm.nocapture",
)


def _of_argument(dictionary: DictionaryAttr, parts: Sequence[Type]) -> list[DictionaryAttr]:
    """The attributes of each part of an argument."""
    if len(parts) == 1:
        return [dictionary]
    found = [EMPTY_DICT] * len(parts)
    kept = [(n, a) for n, a in dictionary.entries if n in _OF_MEMORY]
    if kept and isinstance(parts[ALIGNED], LLVMPointerType):
        found[ALIGNED] = DictionaryAttr(tuple(kept))
    return found


# Functions


class FunctionTypes(LLVMTypes):
    """The types, and which functions pass memrefs as one pointer each: all, or those named."""

    def __init__(
        self, index_bitwidth: int, *, bare: bool = False, bare_functions: Iterable[str] = ()
    ) -> None:
        super().__init__(index_bitwidth)
        self.bare = bare
        self.bare_functions = frozenset(bare_functions)


def bare_functions(module: Operation) -> set[str]:
    """The functions of a module that are marked to pass memrefs as one pointer each."""
    return {symbol_name(f) or "" for f in symbol_ops(module) if f.attribute(BARE) is not None}


def _is_bare_function(rw: ConversionRewriter, name: str = "") -> bool:
    types = rw.types
    return isinstance(types, FunctionTypes) and (types.bare or name in types.bare_functions)


@lower(func.FuncOp)
def lower_func(op: func.FuncOp, rw: ConversionRewriter) -> Any:
    """The function, and its C interface if it requests one and passes no bare pointers."""
    types = types_of(rw)
    bare = _is_bare_function(rw, op.sym_name)
    signature = op.signature()
    marked = bare and not _is_bare_function(rw)
    parts = [argument_types(t, types, bare, marked) for t in signature.inputs]
    results = converted_results(signature.results, types, bare)
    taken = _function_properties(op)
    if taken is None:
        return rw.fail("its llvm.linkage is not a linkage attribute")
    properties, attributes, variadic = taken
    flat = tuple([t for group in parts for t in group])
    properties["function_type"] = LLVMFunctionType(packed_result(results), flat, variadic)
    given = _dictionaries(op, "arg_attrs", len(parts))
    if given is not None:
        spread = [d for g, p in zip(given, parts, strict=True) for d in _of_argument(g, p)]
        properties["arg_attrs"] = ArrayAttr(tuple(spread))
    given = _dictionaries(op, "res_attrs", len(results))
    if given is not None and len(results) == 1:
        properties["res_attrs"] = ArrayAttr(tuple(given))
    made = llvm.LLVMFuncOp.create(
        (), (), properties, attributes, (Region(),), location=op._location
    )
    rw.insert(made)
    rw.inline_region_at_end(op.regions[0], made.regions[0])
    if made.regions[0].first is not None:
        _convert_entry(made.regions[0].first, signature.inputs, parts, rw, bare)
    if C_INTERFACE in attributes and not bare:
        rw.set_after(made)
        if op.regions[0].empty and made.regions[0].empty:
            wrap_external(made, signature, results, rw, types)
        else:
            wrap(made, signature, results, rw, types)
    rw.erase(op)
    return None


def _convert_entry(
    block: Block,
    inputs: Sequence[Type],
    parts: Sequence[Sequence[Type]],
    rw: ConversionRewriter,
    bare: bool,
) -> None:
    """Replace the arguments of the entry block by their parts."""
    types = types_of(rw)
    position = 0
    for type, group in zip(inputs, parts, strict=True):
        old = block.args[position]
        if len(group) == 1 and group[0] is type:
            position += 1
            continue
        new = [
            block.insert_argument(position + 1 + k, t, old.location) for k, t in enumerate(group)
        ]
        if bare and isinstance(type, MRT):
            _use_pointer(old, new[0])
        if old.has_uses:
            rw.set_start(block)
            rw.location = old.location
            value: Value = new[0]
            if isinstance(type, MRT):
                struct = types.convert(type)
                if bare and isinstance(type, MemRefType):
                    value = _from_pointer(rw, value, type, types)
                else:
                    value = pack(rw, struct, new)
            rw.argument_as(old, value)
        block.erase_argument(position)
        position += len(group)


def _use_pointer(old: Value, pointer: Value) -> None:
    """What casts a memref to its pointer (--convert-accesses-to-llvm) uses the pointer."""
    for op in old.users:
        if is_cast(op) and op.operand_types == (old.type,) and op.result_types == (pointer.type,):
            op.replace_with(pointer)


def _from_pointer(
    rw: ConversionRewriter, pointer: Value, type: MemRefType, types: LLVMTypes
) -> Value:
    """The descriptor of a static memref at a pointer."""
    strides, offset = layout_of(type)
    found = insert_value(rw, poison(rw, types.convert(type)), pointer, ALLOCATED)
    found = insert_value(rw, found, pointer, ALIGNED)
    found = insert_value(rw, found, index_constant(rw, offset, types), OFFSET)
    for i, (size, stride) in enumerate(zip(type.shape, strides, strict=True)):
        found = insert_value(rw, found, index_constant(rw, size, types), 3, i)
        found = insert_value(rw, found, index_constant(rw, stride, types), 4, i)
    return found


# Calls and returns


def _passed(
    rw: ConversionRewriter, values: Sequence[Value], given: Sequence[Value], bare: bool
) -> list[Value]:
    """Arguments as they are passed: `values` are the converted ones, `given` the original ones."""
    found: list[Value] = []
    for value, old in zip(values, given, strict=True):
        if not isinstance(old.type, MRT):
            found.append(value)
        elif bare:
            found.append(extract_value(rw, value, ALIGNED))
        else:
            found += unpack(rw, value)
    return found


def _received(
    op: Operation, rw: ConversionRewriter, call: llvm.CallOp, results: Sequence[Type], bare: bool
) -> list[Value]:
    """The results of a call, extracted from their struct."""
    if len(results) < 2:
        found: list[Value] = list(call.results)
    else:
        found = [extract_value(rw, call.results[0], i) for i in range(len(results))]
    types = types_of(rw)
    for i, result in enumerate(op.results):
        if bare and isinstance(result.type, MemRefType):
            found[i] = _from_pointer(rw, found[i], result.type, types)
        elif isinstance(result.type, UnrankedMemRefType):
            found[i] = moved_unranked(rw, op, found[i], types, to_heap=False)
    return found


@lower(func.CallOp)
def lower_call(op: func.CallOp, rw: ConversionRewriter) -> Any:
    """`llvm.call @f`."""
    types = types_of(rw)
    bare = _is_bare_function(rw, op.callee.root)
    results = converted_results(op.result_types, types, bare)
    marked = bare and not _is_bare_function(rw)
    for operand in op.operands:
        argument_types(operand.type, types, bare, marked)
    arguments = _passed(rw, rw.operands, op.operands, bare)
    packed = () if not results else (packed_result(results),)
    call = llvm.CallOp.of(op.callee.root, arguments, packed)
    if op._attributes:
        call.attributes.update(op._attributes)
    if op.no_inline is not None:
        call.properties["no_inline"] = op.properties["no_inline"]
    rw.insert(call)
    return _received(op, rw, call, results, bare)


@lower(func.CallIndirectOp)
def lower_call_indirect(op: func.CallIndirectOp, rw: ConversionRewriter) -> Any:
    """`llvm.call %f`."""
    bare = _is_bare_function(rw)
    results = converted_results(op.result_types, types_of(rw), bare)
    pointer, *values = rw.operands
    arguments = _passed(rw, values, op.operands[1:], bare)
    packed = () if not results else (packed_result(results),)
    call = rw.insert(llvm.CallOp.through(pointer, arguments, packed))
    return _received(op, rw, call, results, bare)


@lower(func.ConstantOp)
def lower_constant(op: func.ConstantOp, rw: ConversionRewriter) -> Any:
    """The function's address."""
    reference = op.properties["value"]
    if not isinstance(reference, SymbolRefAttr):
        return rw.fail("it names no function")
    return (create(rw, llvm.AddressOfOp, (), PTR, {"global_name": reference}),)


@lower(func.ReturnOp)
def lower_return(op: func.ReturnOp, rw: ConversionRewriter) -> Any:
    """`llvm.return`; several values in a struct."""
    types = types_of(rw)
    function = op.parent_op
    bare = _is_bare_function(rw, symbol_name(function) or "" if function is not None else "")
    values = list(rw.operands)
    if len(values) != len(op.operands):
        return rw.fail("a value becomes several")
    for i, old in enumerate(op.operands):
        if isinstance(old.type, UnrankedMemRefType):
            if bare:
                return rw.fail("an unranked memref cannot be returned as a bare pointer")
            values[i] = moved_unranked(rw, op, values[i], types, to_heap=True)
        elif bare and isinstance(old.type, MemRefType):
            values[i] = extract_value(rw, values[i], ALIGNED)
    if len(values) > 1:
        struct = poison(rw, LLVMStructType(tuple([v.type for v in values])))
        for i, value in enumerate(values):
            struct = insert_value(rw, struct, value, i)
        values = [struct]
    attributes = dict(op._attributes) if op._attributes else None
    rw.insert(llvm.ReturnOp.create(values, (), {}, attributes))
    rw.erase(op)
    return None


@compiler_pass("convert-func-to-llvm", anchor="builtin.module", each_function=True)
def convert_func_to_llvm(
    op: Operation,
    state: PassState,
    *,
    use_bare_ptr_memref_call_conv: bool = False,
    index_bitwidth: int = 0,
) -> None:
    """Lower the func dialect to the llvm dialect.

    use_bare_ptr_memref_call_conv: pass static memrefs as one pointer each
    index_bitwidth: bits of the index type, 0 for the machine's word
    """
    named = bare_functions(op)
    if not named and not use_bare_ptr_memref_call_conv:
        run(lower, op, index_bitwidth)
        return
    types = FunctionTypes(
        index_bitwidth or index_width(op) or WORD,
        bare=use_bare_ptr_memref_call_conv,
        bare_functions=named,
    )
    lower.convert(op, legal=("llvm",), types=types)
