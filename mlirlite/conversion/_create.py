"""Ops that conversions insert, made without the checks of the constructors."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def create(
    rw: Builder,
    cls: type[Operation],
    operands: Sequence[Value],
    type: Type | None = None,
    properties: dict[str, Attribute] | None = None,
) -> Value:
    """Insert an op with one result, by default of the first operand's type, and return the
    result."""
    found = operands[0].type if type is None else type
    return rw.insert(cls.create(operands, (found,), properties)).results[0]


def create_void(
    rw: Builder,
    cls: type[Operation],
    operands: Sequence[Value],
    properties: dict[str, Attribute] | None = None,
) -> None:
    """Insert an op without a result."""
    rw.insert(cls.create(operands, (), properties))
