"""The form of an outlined nest without its numbers, and the numbers: constants, those in affine
maps and bounds, and the strides of buffers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from mlirlite.dialects import affine, arith, func, krnl, memref, vector
from mlirlite.ir.affine import (
    AffineBinary,
    AffineConst,
    AffineExpr,
    AffineMap,
    add,
    ceildiv,
    floordiv,
    mod,
    mul,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr, ArrayAttr, IntegerAttr
from mlirlite.ir.interfaces import CallOp
from mlirlite.ir.operation import Operation
from mlirlite.ir.symbol_table import symbol_visibility
from mlirlite.ir.types import INDEX, FloatType, MemRefType
from mlirlite.ir.values import BlockArgument, Value

_BASES: dict[type[Operation], int] = {
    krnl.LoadOp: 0,
    krnl.StoreOp: 1,
    memref.LoadOp: 0,
    memref.StoreOp: 1,
    memref.PrefetchOp: 0,
    vector.LoadOp: 0,
    vector.StoreOp: 1,
}
"""Accesses at an address, and which operand is the buffer."""


@dataclass(slots=True)
class Form:
    """A nest's form, which equals that of another one if only numbers differ; the numbers, and for
    each what becomes of it: `sites` get the expression or value that replaces it."""

    function: func.FuncOp
    key: object = None
    numbers: list[int] = field(default_factory=list)
    strides: list[tuple[BlockArgument, int, int]] = field(default_factory=list)
    """Buffers whose strides are numbers: the argument, its first number, how many."""
    constants: list[tuple[Operation, int]] = field(default_factory=list)
    maps: list[tuple[Operation, int]] = field(default_factory=list)
    """Ops with affine maps, and the first of their numbers."""
    loops: dict[Value, list[int]] = field(default_factory=dict)
    """Numbers of the bounds of each krnl loop that other ops change, too."""


def is_nest(function: func.FuncOp) -> bool:
    """True for a private function without results whose loops are those of krnl."""
    return (
        not function.is_declaration
        and symbol_visibility(function) == "private"
        and not function.signature().results
        and any(isinstance(op, krnl.IterateOp) for op in function.regions[0].block)
    )


def form_of(function: func.FuncOp) -> Form | None:
    """The form of a nest; None for one with calls, or with several blocks."""
    form = Form(function)
    names: dict[Value, int] = {}
    parents: dict[Operation | None, int] = {function: -1}
    properties = function.properties
    key: list[Any] = [properties.get("arg_attrs"), *sorted(function.attributes.items())]
    for argument in function.regions[0].block.args:
        names[argument] = len(names)
        key.append(_buffer(form, argument))
    for number, op in enumerate(function.inside()):
        if isinstance(op, CallOp) or any(len(r.blocks) > 1 for r in op.regions):
            return None
        parents[op] = number
        key += (type(op), parents[op.parent_op], *(names[v] for v in op.operands))
        key += op.result_types
        for region in op.regions:
            for block in region:
                for argument in block.args:
                    names[argument] = len(names)
                    key.append(argument.type)
        for result in op.results:
            names[result] = len(names)
        _attributes(form, op, key)
    form.key = tuple(key)
    return form


def _attributes(form: Form, op: Operation, key: list[Any]) -> None:
    """Add an op's attributes to the form, without their numbers."""
    if isinstance(op, arith.ConstantOp):
        value = op.properties["value"]
        if isinstance(value, IntegerAttr) and value.type is INDEX:
            form.constants.append((op, len(form.numbers)))
            form.numbers.append(value.value)
            return
    if isinstance(op, (affine.ApplyOp, krnl.IterateOp)):
        form.maps.append((op, len(form.numbers)))
    for name, attribute in (*op.properties.items(), *(op._attributes or {}).items()):
        key += (name, _attribute(form, op, attribute))


def _attribute(form: Form, op: Operation, attribute: Attribute) -> object:
    if isinstance(op, affine.ApplyOp) and isinstance(attribute, AffineMapAttr):
        return _map(form, attribute.map)
    if isinstance(op, krnl.IterateOp) and isinstance(attribute, ArrayAttr):
        return tuple([_map(form, a.map) for a in attribute if isinstance(a, AffineMapAttr)])
    return attribute


def _map(form: Form, map: AffineMap) -> object:
    return map.num_dims, map.num_symbols, tuple([_expression(form, e) for e in map.results])


def _expression(form: Form, e: AffineExpr) -> object:
    """An expression without its numbers, which are visited in the order of `rebuilt`."""
    if isinstance(e, AffineConst):
        form.numbers.append(e.value)
        return None
    if not isinstance(e, AffineBinary):
        return e
    if e.kind in "+*":
        return e.kind, _expression(form, e.lhs), _expression(form, e.rhs)
    return e.kind, _expression(form, e.lhs), e.rhs  # no division by what is not a constant


def rebuilt(e: AffineExpr, next: Callable[[int], AffineExpr]) -> AffineExpr:
    """The expression with what `next` gives for each number."""
    if isinstance(e, AffineConst):
        return next(e.value)
    if not isinstance(e, AffineBinary):
        return e
    left = rebuilt(e.lhs, next)
    if e.kind == "+":
        return add(left, rebuilt(e.rhs, next))
    if e.kind == "*":
        return mul(left, rebuilt(e.rhs, next))
    return {"mod": mod, "floordiv": floordiv, "ceildiv": ceildiv}[e.kind](left, e.rhs)


def _buffer(form: Form, argument: BlockArgument) -> object:
    """What the form has of an argument's type: for a buffer that is only accessed at addresses,
    all but its strides."""
    kind = argument.type
    if not _is_addressed(argument, kind):
        return kind
    assert isinstance(kind, MemRefType)
    strides, total = [1] * kind.rank, 1
    for dim in reversed(range(kind.rank)):
        strides[dim] = total
        total *= kind.shape[dim]
    varying = _varying(argument, kind.rank)
    form.strides.append((argument, len(form.numbers), kind.rank))
    form.numbers += [s if v else 0 for s, v in zip(strides, varying, strict=True)]
    return kind.rank, kind.element_type


def _is_addressed(argument: BlockArgument, kind: Type) -> bool:
    if not isinstance(kind, MemRefType) or not kind.has_static_shape:
        return False
    if kind.layout is not None or kind.memory_space is not None:
        return False
    if not isinstance(kind.element_type, FloatType) or kind.element_type.keyword != "f32":
        return False
    return all(
        (at := _BASES.get(type(use))) is not None and use.operands[at] is argument
        for use in argument.users
    )


def _varying(argument: BlockArgument, rank: int) -> list[bool]:
    """Which dimensions of a buffer have an index other than a constant 0."""
    found = [False] * rank
    for use in argument.users:
        at = _BASES[type(use)]
        for dim, index in enumerate(use.operands[at + 1 : at + 1 + rank]):
            op = index.defining_op
            value = op.properties["value"] if isinstance(op, arith.ConstantOp) else None
            found[dim] |= not (isinstance(value, IntegerAttr) and value.value == 0)
    return found
