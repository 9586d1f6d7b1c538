"""Lowerings to an op of the llvm dialect with the same operands, element by element: vectors of
several dimensions are arrays of vectors there, and the op becomes one op for each vector."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from mlirlite.conversion._llvm_ops import extract_value, insert_value, poison
from mlirlite.dialects.llvm.types import (
    LLVMArrayType,
    is_compatible,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    FloatType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowering


def unrolled(
    rw: Builder,
    operands: Sequence[Value],
    result: Type,
    one: Callable[[Sequence[Value], Type], Value],
) -> Value:
    """`one(operands, type)` for the vectors at each position of the operands' arrays, collected in
    the result's array."""
    shape: list[int] = []
    inner = result
    while isinstance(inner, LLVMArrayType):
        shape.append(inner.count)
        inner = inner.element_type
    found = poison(rw, result)
    for position in positions(shape):
        parts = [
            extract_value(rw, v, *position) if isinstance(v.type, LLVMArrayType) else v
            for v in operands
        ]
        found = insert_value(rw, found, one(parts, inner), *position)
    return found


def positions(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every position in a shape, the last dimension fastest."""
    return product(*map(range, shape))


def elementwise(
    cls: type[Operation],
    properties: Callable[[Operation], dict[str, Attribute]] | None = None,
    kept: tuple[str, ...] = (),
) -> Lowering:
    """The lowering to an op of the llvm dialect with the same operands, element by element.
    `properties` makes the new op's
    properties; those named in `kept` stay as discardable attributes, besides the op's own."""

    def lower(op: Operation, rw: ConversionRewriter) -> Sequence[Value] | bool:
        result = rw.convert(op.results[0].type)
        if has_emulated_float(op):
            return rw.fail("it has a float type that LLVM does not have")
        operands = rw.operands
        made = properties(op) if properties is not None else {}
        attributes = dict(op._attributes) if op._attributes else None
        for name in kept:
            if name in op.properties:
                attributes = {**(attributes or {}), name: op.properties[name]}
        if not isinstance(result, LLVMArrayType):
            return rw.insert(cls.create(operands, (result,), made, attributes)).results

        def one(parts: Sequence[Value], type: Type) -> Value:
            copy = dict(attributes) if attributes else None
            return rw.insert(cls.create(parts, (type,), dict(made), copy)).results[0]

        return (unrolled(rw, operands, result, one),)

    return lower


def has_emulated_float(op: Operation) -> bool:
    """True when an operand or result is of a float type that becomes an integer."""
    for value in (*op.operands, *op.results):
        element = element_type_of(value.type)
        if isinstance(element, FloatType) and not is_compatible(element):
            return True
    return False
