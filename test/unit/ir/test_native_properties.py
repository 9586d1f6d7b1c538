"""Properties that are not attributes upstream, as Python sees them."""

import enum
from typing import Annotated

import pytest

from mlirlite.ir.attributes import (
    FALSE,
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    StringAttr,
    UnitAttr,
    i64_attr,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Prop
from mlirlite.ir.native_properties import (
    array_property,
    confined,
    defaulted,
    enum_property,
    integer_property,
    optional_property,
    string_property,
    unit_property,
)
from mlirlite.ir.types import I8, I32

POSITIVE = confined(integer_property(I32), lambda n: n > 0, "positive int32_t")


class Mode(enum.IntFlag):
    read = 1
    write = 2


class EverythingOp(Op, name="native.everything"):
    count: Prop[Annotated[int, POSITIVE]]
    byte: Prop[Annotated[int, integer_property(I8, unsigned=True)]]
    label: Prop[Annotated[str, defaulted(string_property(), "none")]]
    sizes: Prop[Annotated[DenseArrayAttr, array_property(integer_property(), dense=True)]]
    names: Prop[Annotated[ArrayAttr, array_property(string_property())]]
    limit: Prop[Annotated[ArrayAttr, optional_property(integer_property())]]
    mode: Prop[Annotated[Mode, enum_property(Mode, "a mode")]]
    fast: Prop[Annotated[UnitAttr, unit_property()]]
    assembly_format = "prop-dict attr-dict"


def test_accessors_give_python_values() -> None:
    op = EverythingOp(3, 200, sizes=(1, 2), names=["a"], mode=Mode.read | Mode.write)
    assert (op.count, op.byte, op.label) == (3, 200, "none")
    assert (op.sizes, op.names, op.limit) == ((1, 2), ("a",), None)
    assert op.mode is Mode.read | Mode.write
    assert op.fast is False
    assert op.properties["fast"] is FALSE
    op.limit, op.fast = 7, True
    assert op.limit == 7
    assert op.properties["limit"] is ArrayAttr((i64_attr(7),))
    assert op.fast is True
    assert op.properties["fast"] is UNIT


@pytest.mark.parametrize("value", [0, StringAttr("3")])
def test_what_does_not_hold_is_an_error(value: object) -> None:
    field = EverythingOp.definition.properties["count"]
    assert not field.constraint.matches(field.encode(value))
    assert field.word == "property"
