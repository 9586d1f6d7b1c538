"""Everything besides operators: functions, returns, constants, the entry point.

%0 = onnx.Constant dense<1.0> : tensor<2xf32>
-->  %0 = "krnl.global"() <{name = "constant_0", shape = [2], value = dense<1.0> : …}> : …
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from typing import Any

from mlirlite.conversion.onnx_to_krnl.emit.boxes import arena, arena_of, packed
from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import UNNAMED, KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.require import require_all
from mlirlite.conversion.onnx_to_krnl.emit.table import lower
from mlirlite.conversion.onnx_to_krnl.emit.types import element_type
from mlirlite.dialects import func, krnl, onnx
from mlirlite.dialects.krnl.boxes import ARENA
from mlirlite.dialects.onnx.constants import names_of_dims
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, DictionaryAttr, StringAttr, i64_attr
from mlirlite.ir.dense import DenseElementsAttr, SparseElementsAttr, element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.refinement import sharpest
from mlirlite.ir.types import (
    DYNAMIC,
    FunctionType,
    MemRefType,
    ShapedType,
)
from mlirlite.ir.values import Value
from mlirlite.printer import print_attribute
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.limits import CONSTANT_BYTES


@lower(func.FuncOp)
def function(op: func.FuncOp, rw: ConversionRewriter) -> None:
    """Converts the signature; result types are as precise as the returned values and the
    declaration together. A function that returns boxes returns their arena as the last result."""
    type = op.signature()
    results = list(type.results)
    for block in op.regions[0]:
        last = block.last
        if isinstance(last, (onnx.ReturnOp, func.ReturnOp)):
            returned = last.operand_types
            if len(returned) == len(results):
                pairs = zip(results, returned, strict=True)
                results = [sharpest(stated, found) or stated for stated, found in pairs]
    made = tuple(rw.convert_all(results))
    if any(map(_has_boxes, made)):
        made = (*made, ARENA)  # the memory of boxes; the caller frees it
    signature = FunctionType(tuple(rw.convert_all(type.inputs)), made)
    with rw.modify(op):
        op.properties["function_type"] = signature
        rw.convert_region(op.regions[0])
        _require_names(op, rw)


def _require_names(op: func.FuncOp, rw: ConversionRewriter) -> None:
    """Checks at the top of a function: dimensions of one name have one size."""
    attributes = op.properties.get("arg_attrs")
    stated = list(attributes) if isinstance(attributes, ArrayAttr) else []
    if op.is_declaration or not getattr(rw.types, "checks", True):
        return
    block = op.regions[0].entry
    rw.set_start(block)
    b = KrnlBuilder(op, rw)
    first: dict[str, tuple[int, int]] = {}
    for number, (argument, given) in enumerate(zip(block.args, stated, strict=False)):
        type = argument.type
        if _has_boxes(type):
            continue  # the names are those of members, which may differ
        for dim, name in names_of_dims(given).items():
            if not isinstance(type, MemRefType) or type.shape[dim : dim + 1] != (DYNAMIC,):
                continue
            known, at = first.setdefault(name, (number, dim))
            if (known, at) != (number, dim):
                escaped = name.replace("%", "%%")
                who = [_name(stated[n], n) for n in (known, number)]
                sizes = b.size_of(block.args[known], at), b.size_of(argument, dim)
                text = f"inputs '{who[0]}' and '{who[1]}' have sizes %lld and %lld for '{escaped}'"
                values = [b.value(s) for s in sizes]
                b.insert(krnl.RequireOp(b.test("eq", *sizes).value, values, message=text))


def _name(attributes: Any, number: int) -> str:
    """The name of an input, escaped for a printf format."""
    name = attributes.get("onnx.name") if isinstance(attributes, DictionaryAttr) else None
    text = name.value if isinstance(name, StringAttr) else f"input{number}"
    return text.replace("%", "%%")


def _has_boxes(type: Type) -> bool:
    return isinstance(type, MemRefType) and type.element_type is krnl.BOX


@lower(onnx.ReturnOp)
def onnx_return(op: onnx.ReturnOp, rw: ConversionRewriter) -> func.ReturnOp:
    """As the return of a function."""
    return func.ReturnOp.create(op.operands)


@lower(func.ReturnOp)
def return_(op: func.ReturnOp, rw: ConversionRewriter) -> None:
    """Returns buffers. Strings get their own block of memory; the arena is freed, or returned along
    with boxes."""
    values = list(rw.operands)
    parent = op.parent_op
    if isinstance(parent, func.FuncOp):
        b = KrnlBuilder(op, rw)
        for i, (value, wanted) in enumerate(zip(values, parent.signature().results, strict=False)):
            buffer = Buffer(b, value) if isinstance(value.type, MemRefType) else None
            if buffer is not None and buffer.element is krnl.STRING:
                buffer = packed(b, buffer)
            if buffer is not None and isinstance(wanted, MemRefType):
                values[i] = b.view(buffer, wanted, buffer.shape).value
        if any(_has_boxes(v.type) for v in values):
            values.append(arena(b))
        elif (unseen := arena_of(parent)) is not None:
            rw.insert(krnl.ArenaFreeOp(unseen))
    with rw.modify(op):
        op.set_operands(values)


@lower(onnx.RequireOp)
def require(op: onnx.RequireOp, rw: ConversionRewriter) -> Sequence[Value]:
    """Checks the operator's requirements."""
    require_all(KrnlBuilder(op, rw))
    return []


@lower(onnx.ConstantOp)
def constant(op: onnx.ConstantOp, rw: ConversionRewriter) -> Value:
    """Data that is part of the program."""
    value = op.elements()
    if value is None:
        raise ValueError("it has no value")
    if isinstance(value, SparseElementsAttr):
        value = value.dense()
    type = MemRefType(value.type.shape, element_type(value.element_type))
    if isinstance(value, DenseElementsAttr) and _is_too_large(value):
        return _filled(KrnlBuilder(op, rw), type, value)
    made = krnl.GlobalOp(
        shape=ArrayAttr(tuple(i64_attr(n) for n in value.type.shape)),
        name_=UNNAMED,
        value=value,
        output=type,
    )
    return rw.insert(made).output


def _is_too_large(value: DenseElementsAttr) -> bool:
    """Whether a splat is too large to be part of the program."""
    size = value.type.num_elements * element_size(value.element_type)
    return value.is_splat and size > CONSTANT_BYTES.get()


def _filled(b: KrnlBuilder, type: MemRefType, value: DenseElementsAttr) -> Value:
    """A buffer filled with one number, made by each run."""
    single = MemRefType((), type.element_type)
    number = krnl.GlobalOp(
        shape=ArrayAttr(()),
        name_=UNNAMED,
        value=DenseElementsAttr(value.type.replace(shape=()), bytes(value.raw)),
        output=single,
    )
    source = Buffer(b, b.rewriter.insert(number).output)
    out = b.alloc_type(type, list(type.shape))
    with b.loops(*out.shape) as i:
        out.store(source.load([]), i)
    return out.value


def finish(module: Operation) -> None:
    """Remove unused constants and missing operands, and give constants unique names: `constant_0`,
    `constant_1` …"""
    fresh: list[krnl.GlobalOp] = []
    taken = set()
    for op in module.inside():
        if not isinstance(op, (krnl.NoneOp, krnl.GlobalOp)):
            continue
        if isinstance(op, krnl.GlobalOp) and op.name_ != UNNAMED:
            taken.add(op.name_)
        elif not op.has_uses:
            op.erase()
        elif isinstance(op, krnl.GlobalOp):
            fresh.append(op)
    names = (f"constant_{n}" for n in count())
    for op in fresh:
        op.name_ = next(n for n in names if n not in taken)


@lower(onnx.EntryPointOp)
def entry_point(op: onnx.EntryPointOp, rw: ConversionRewriter) -> Sequence[Value]:
    """Describes the graph's inputs and outputs in JSON."""
    name: str = op.func.leaf
    module = op.parent_op
    graph = next(
        (
            f
            for f in (module.walk() if module is not None else ())
            if isinstance(f, func.FuncOp) and f.sym_name == name
        ),
        None,
    )
    if graph is None:
        raise DiagnosticError(op.error(f"'{name}' does not reference a function"))
    type = graph.signature()
    ins = _signature(type.inputs, graph.arg_attrs, "input")
    results = type.results
    if any(map(_has_boxes, results)):
        results = results[:-1]
    outs = _signature(results, graph.res_attrs, "output")
    text = f"[    {ins}\n]\0@[   {outs}\n]\0"
    made = krnl.EntryPointOp.of(name, len(type.inputs), len(results), text)
    rw.insert(made)
    return []


def _signature(types: Sequence[Type], attributes: Any, kind: str) -> str:
    """onnx-mlir's spelling of `{"type": "f32", "dims": [1, -1], "name": "x"}`, one for each
    value."""
    parts = []
    for i, type in enumerate(types):
        entry = attributes[i] if isinstance(attributes, ArrayAttr) and i < len(attributes) else None
        name = entry.get("onnx.name") if isinstance(entry, DictionaryAttr) else None
        text = json.dumps(name.value if isinstance(name, StringAttr) else f"{kind}{i}")
        element: Any = type
        dims: Sequence[int] = ()
        if isinstance(type, ShapedType) and type.has_rank:
            element, dims = type.element_type, type.shape
        spelled = "string" if element is krnl.STRING else print_attribute(element)
        sizes = " , ".join(str(-1 if n == DYNAMIC else n) for n in dims)
        parts.append(f'{{ "type" : "{spelled}" , "dims" : [{sizes}] , "name" : {text} }}\n')
    return " ,    ".join(parts)


@lower(onnx.NoValueOp)
def no_value(op: onnx.NoValueOp, rw: ConversionRewriter) -> Value:
    """A missing operand; nothing reads it in the end."""
    return rw.insert(krnl.NoneOp()).results[0]
