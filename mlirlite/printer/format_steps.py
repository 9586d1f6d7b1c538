"""The steps that print operands, types, regions and successors of a format. `before` is the
preceding text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.ir.attributes import UnitAttr
from mlirlite.ir.fields import Field, PropertyField
from mlirlite.ir.operation import Operation
from mlirlite.printer.format_writer import Step

Getter = Callable[[Any], Any]
"""The function that returns a variable's value on an op."""


def says_nothing(region: Any) -> bool:
    """True when the terminator of the first block has no operands or attributes, so that text may
    leave it out."""
    last = region._first.last if region._first is not None else None
    return last is not None and not (
        last._operands or last._results or last.properties or last._attributes
    )


def getter_of(field: Field[Any]) -> Getter:
    """The function that returns a field's value on an op: properties as attributes, with their
    default."""
    if isinstance(field, PropertyField):
        name, default = field.name, field.default
        return lambda op: op.properties.get(name, default)
    return field.read


def is_unit(field: PropertyField[Any]) -> bool:
    """True for a flag."""
    return issubclass(field.attribute_class, UnitAttr)


def property_presence(field: PropertyField[Any]) -> Callable[[Any], Any]:
    """A test whether a property differs from its default, or is present if it has none."""
    name, default = field.name, field.default
    if default is None:
        return lambda op: name in op.properties
    return lambda op: op.properties.get(name, default) != default


def operand_step(before: str, index: int) -> Step:
    """One operand, by its index."""
    return lambda op, p: p.text(before + p.names[op._operands[index]])


def operands_step(before: str, get: Getter) -> Step:
    """Any number of operands."""

    def step(op: Operation, p: Any) -> None:
        names = p.names
        p.text(before + ", ".join([names[v] for v in get(op)]))

    return step


def optional_step(before: str, get: Getter) -> Step:
    """An optional operand."""

    def step(op: Operation, p: Any) -> None:
        value = get(op)
        p.text(before if value is None else before + p.names[value])

    return step


def operand_type_step(before: str, index: int) -> Step:
    """The type of one operand."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        p.type(op._operands[index].type)

    return step


def stripped_type_step(before: str, get: Getter, cls: Any) -> Step:
    """The type of one value, without `!dialect.name` if it has the expected class."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        type_ = get(op).type
        if isinstance(type_, cls):
            p.stripped(type_)
        else:
            p.type(type_)

    return step


def result_type_step(before: str, index: int) -> Step:
    """The type of one result."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        p.type(op._results[index].type)

    return step


def optional_type_step(before: str, get: Getter) -> Step:
    """The type of an optional value."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        value = get(op)
        if value is not None:
            p.type(value.type)

    return step


def types_step(before: str, get: Getter) -> Step:
    """The types of any number of values."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        p.types([v.type for v in get(op)])

    return step


def functional_step(before: str, take: Getter, give: Getter) -> Step:
    """`(types) -> types`."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        p.functional_type(_sequence_of(take(op)), _sequence_of(give(op)))

    return step


def _sequence_of(value: Any) -> Sequence[Any]:
    if value is None:
        return ()
    return value if isinstance(value, (tuple, list)) else (value,)


def successors_step(before: str, get: Getter, several: bool) -> Step:
    """One successor, or several."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        for i, block in enumerate(get(op) if several else (get(op),)):
            if i:
                p.text(", ")
            p.successor(block)

    return step


def property_step(
    before: str, field: PropertyField[Any], get: Getter, write: Callable[[Any, Any], None]
) -> Step:
    """A property, if it is present."""

    def step(op: Operation, p: Any) -> None:
        p.text(before)
        attribute = get(op)
        if attribute is not None:
            write(attribute, p)

    return step


WHOLES: dict[str, Callable[[str], Step]] = {
    "operands": lambda before: operands_step(before, lambda op: op._operands),
    "results": lambda before: operands_step(before, lambda op: op._results),
    "successors": lambda before: successors_step(before, lambda op: op._successors, True),
}
