"""Ops of `hw` on arrays, structs and unions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hw_types import canonical, class_of, is_hw

from mlirlite.ir.constants import constant
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.types import I32, I64, IntegerType
from mlirlite.ods.hooks import behavior, directive, inference, parser, printer


def _bits_for(count: int) -> IntegerType:
    return IntegerType(max(count - 1, 0).bit_length())


@directive("SliceTypes", "hw")
class SliceTypes:
    """The type of an array; that of an index follows from its size."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[Any, Any]:
        where = p.here()
        type = p.type()
        if not is_hw(type, "array"):
            raise p.fail("Expected !hw.array type", where)
        return type, _bits_for(canonical(type).sizeAttr.value)

    @staticmethod
    def print(p: Any, op: Any, type: Any, index: Any) -> None:
        p.type(type)


@directive("ArrayConcatTypes", "hw")
class ArrayConcatTypes:
    """The types of arrays; the result has the sum of their sizes."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[list[Any], Any]:
        where = p.here()
        types = p.type_list()
        if not all(is_hw(type, "array") for type in types):
            raise p.fail("Expected !hw.array type", where)
        arrays = [canonical(type) for type in types]
        size = constant(sum(a.sizeAttr.value for a in arrays), I64)
        return types, class_of(p, "array")(arrays[0].elementType, size)

    @staticmethod
    def print(p: Any, op: Any, types: Any, result: Any) -> None:
        p.types(types)


@parser("hw.array_create")
def _parse_create(p: Any, state: Any) -> None:
    where = p.here()
    operands = p.operand_list()
    p.op_attr_dict(state)
    p.expect(":")
    element = p.type()
    if not operands:
        raise p.fail("Cannot construct an array of length 0", where)
    state.operands = p.resolve_all(operands, [element] * len(operands))
    if p.accept("->"):
        state.result_types = [p.type()]
    else:
        state.result_types = [class_of(p, "array")(element, constant(len(operands), I64))]


@printer("hw.array_create")
def _print_create(op: Any, p: Any) -> None:
    p.text(" ")
    p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    element, result = op.operands[0].type, op.results[0].type
    p.type(element)
    plain = getattr(result, "name", "") == "hw.array" and result.elementType is element
    if not plain or result.sizeAttr is not constant(len(op.operands), I64):
        p.text(" -> ")
        p.type(result)


def _aggregate(p: Any, where: Any, kind: str, message: str) -> tuple[Any, Any]:
    """A type that is read, and what it stands for."""
    type = p.type()
    if not is_hw(type, kind):
        raise p.fail(message, where)
    return type, canonical(type)


def _index(p: Any, where: Any, type: Any, name: str, message: str) -> int:
    names = [field[0] for field in type.elements]
    if name not in names:
        raise p.fail(message, where)
    return names.index(name)


@parser("hw.struct_create")
def _parse_struct(p: Any, state: Any) -> None:
    where = p.here()
    operands = p.comma_list(p.operand, "(", ")")
    p.op_attr_dict(state)
    p.expect(":")
    type, struct = _aggregate(p, where, "struct", "expected !hw.struct type or alias")
    state.operands = p.resolve_all(operands, [field[1] for field in struct.elements])
    state.result_types = [type]


@printer("hw.struct_create")
def _print_struct(op: Any, p: Any) -> None:
    p.text(" (")
    p.values(op.operands)
    p.text(")")
    p.attr_dict(op)
    p.text(" : ")
    p.type(op.results[0].type)


@parser("hw.struct_explode")
def _parse_explode(p: Any, state: Any) -> None:
    where = p.here()
    operand = p.operand()
    p.op_attr_dict(state)
    p.expect(":")
    type, struct = _aggregate(p, where, "struct", "invalid kind of type specified")
    state.operands = [p.resolve(operand, type)]
    state.result_types = [field[1] for field in struct.elements]


@printer("hw.struct_explode")
def _print_explode(op: Any, p: Any) -> None:
    p.text(" ")
    p.values(op.operands)
    p.attr_dict(op)
    p.text(" : ")
    p.type(op.operands[0].type)


@behavior("hw.struct_explode")
class FieldNames(AsmNames):
    """Results have the names of the fields."""

    __slots__ = ()

    def result_names(self: Any) -> Sequence[str]:
        return [field[0] for field in canonical(self.operands[0].type).elements]


def _access(op: str, kind: str, with_value: bool) -> None:
    """`hw.struct_extract %s["a"] : !hw.struct<a: i1>`; with a new value, `%s["a"], %v`."""

    @parser(op)
    def _parse(p: Any, state: Any) -> None:
        where = p.here()
        operands = [p.operand()]
        p.expect("[")
        name = p.string()
        p.expect("]")
        if with_value:
            p.expect(",")
            operands.append(p.operand())
        p.op_attr_dict(state)
        p.expect(":")
        type, found = _aggregate(p, where, kind, "invalid kind of type specified")
        missing = f"field name '{name}' not found in aggregate type"
        index = _index(p, where, found, name, missing)
        inner = found.elements[index][1]
        state.properties["fieldIndex"] = constant(index, I32)
        state.operands = p.resolve_all(operands, [type, inner][: len(operands)])
        state.result_types = [type if with_value else inner]

    @printer(op)
    def _print(op: Any, p: Any) -> None:
        p.text(" ")
        p.value(op.operands[0])
        type = op.operands[0].type
        p.text(f'["{canonical(type).elements[op.properties["fieldIndex"].value][0]}"]')
        if with_value:
            p.text(", ")
            p.value(op.operands[1])
        p.attr_dict(op, ("fieldIndex",))
        p.text(" : ")
        p.type(type)


_access("hw.struct_extract", "struct", with_value=False)
_access("hw.struct_inject", "struct", with_value=True)
_access("hw.union_extract", "union", with_value=False)


@parser("hw.union_create")
def _parse_union(p: Any, state: Any) -> None:
    where = p.here()
    name = p.string()
    p.expect(",")
    operand = p.operand()
    p.op_attr_dict(state)
    p.expect(":")
    type, union = _aggregate(p, where, "union", "expected !hw.union type or alias")
    index = _index(p, where, union, name, f"cannot find union field '{name}'")
    state.properties["fieldIndex"] = constant(index, I32)
    state.operands = [p.resolve(operand, union.elements[index][1])]
    state.result_types = [type]


@printer("hw.union_create")
def _print_union(op: Any, p: Any) -> None:
    type = op.results[0].type
    p.text(f' "{canonical(type).elements[op.properties["fieldIndex"].value][0]}", ')
    p.value(op.operands[0])
    p.attr_dict(op, ("fieldIndex",))
    p.text(" : ")
    p.type(type)


@inference("hw.union_extract", "hw.struct_extract")
def _infer_extract(op: Any) -> list[Any]:
    fields = canonical(op.operands[0].type).elements
    return [fields[op.properties["fieldIndex"].value][1]]
