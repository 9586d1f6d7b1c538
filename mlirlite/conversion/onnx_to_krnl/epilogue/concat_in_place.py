"""Concatenation without copies: the producer of an operand writes it directly into the result.

%a = memref.alloc() : memref<1x4x8xf32>  …  copied into %c = memref.alloc() : memref<1x8x8xf32>
-->  %whole = memref.alloc() : memref<256xi8>; %a = memref.view %whole[%c0][] : …
"""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import ALIGNMENT, KrnlBuilder
from mlirlite.dialects import arith, func, memref, onnx
from mlirlite.dialects.onnx.requirements import MOST_SIZE
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import IntegerAttr, i64_attr, index_attr
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import element_size
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I8, INDEX, FloatType, IntegerType, MemRefType, element_type_of
from mlirlite.ir.values import Value


def concat_in_place(
    b: KrnlBuilder, inputs: Sequence[Buffer], axis: int
) -> tuple[Buffer, list[Buffer | None]] | None:
    """The result, containing the operands that were allocated only for it, and the operands that
    are still to be copied. None if it contains no operand.

    Operands can be parts of the result if all dimensions before the axis have size 1, and all sizes
    are known. No memory holds more than MOST_SIZE bytes: such a result is left to fail on its own.
    """
    type = b.result_type()
    sizes = [_bytes(x.type) for x in inputs]
    known = [n for n in sizes if n is not None]
    if len(known) != len(sizes) or _bytes(type) != sum(known) or sum(known) >= MOST_SIZE:
        return None
    if any(n != 1 for n in type.shape[:axis]):
        return None
    found: dict[Operation, int] = {}
    allocations = [_allocation(b, x.value, v) for x, v in zip(inputs, b.op.operands, strict=True)]
    for i, alloc in enumerate(allocations):
        if alloc is not None:
            found.setdefault(alloc, i)
    if not found:
        return None
    first = next(iter(found))
    for alloc in found:
        if alloc.is_before_in_block(first):
            first = alloc
    b_first = Builder.before_op(first)
    bytes_type = MemRefType((sum(known),), I8)
    whole = b_first.insert(
        memref.AllocOp((), (), memref=bytes_type, alignment=i64_attr(ALIGNMENT))
    ).results[0]
    out = Buffer(b, _view(b_first, whole, 0, type))
    moved: dict[Value, Value] = {}
    for alloc, i in found.items():
        moved |= _moved(alloc, whole, sum(known[:i]), b_first)
    for alloc in found:
        alloc.erase()
    left = [
        None if alloc is not None and found[alloc] == i else Buffer(b, moved.get(x.value, x.value))
        for i, (alloc, x) in enumerate(zip(allocations, inputs, strict=True))
    ]
    return out, left


def _bytes(type: Type) -> int | None:
    if not isinstance(type, MemRefType) or not type.has_static_shape:
        return None
    if not isinstance(type.element_type, (FloatType, IntegerType)):
        return None
    return type.num_elements * element_size(type.element_type)


def _allocation(b: KrnlBuilder, value: Value, original: Value) -> Operation | None:
    """The op that allocated a buffer only for this value, in the block of the concatenation."""
    op = value.defining_op
    if isinstance(op, memref.ViewOp) and _shift(op) == 0:
        root = op.operands[0].defining_op
        op = root if root is not None and _is_made_of(root, value) else None
    if not isinstance(op, memref.AllocOp) or op.parent is not b.rewriter.block:
        return None
    if any(isinstance(u, onnx.ReturnOp | onnx.YieldOp | func.ReturnOp) for u in original.users):
        return None  # it has to be a separate buffer
    type = op.results[0].type
    return op if isinstance(type, MemRefType) and type.layout is None else None


def _is_made_of(root: Operation, value: Value) -> bool:
    """True for a buffer of bytes that a value covers completely, and others partly."""
    return (
        isinstance(root, memref.AllocOp)
        and _bytes(root.results[0].type) == _bytes(value.type)
        and all(
            isinstance(u, memref.ViewOp) and _shift(u) is not None for u in root.results[0].users
        )
    )


def _shift(view: Operation) -> int | None:
    constant = view.operands[1].defining_op
    value = constant.value if isinstance(constant, arith.ConstantOp) else None
    return value.value if isinstance(value, IntegerAttr) else None


def _moved(alloc: Operation, whole: Value, offset: int, at: Builder) -> dict[Value, Value]:
    """Make a buffer, or the parts of a buffer of bytes, parts of another one."""
    old = alloc.results[0]
    if element_type_of(old.type) is not I8 or not all(
        isinstance(u, memref.ViewOp) for u in old.users
    ):
        new = _view(at, whole, offset, old.type)
        old.replace_all_uses_with(new)
        return {old: new}
    found: dict[Value, Value] = {}
    for view in list(old.users):
        shown = view.results[0]
        found[shown] = _view(at, whole, offset + (_shift(view) or 0), shown.type)
        shown.replace_all_uses_with(found[shown])
        view.erase()
    return found


def _view(at: Builder, whole: Value, offset: int, type: Type) -> Value:
    shift = arith.ConstantOp.create((), (INDEX,), {"value": index_attr(offset)})
    at.insert(shift)
    view = memref.ViewOp.create((whole, shift.results[0]), (type,))
    found: Value = at.insert(view).results[0]
    return found
