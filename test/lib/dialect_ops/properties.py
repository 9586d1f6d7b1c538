"""Enums, and ops with properties that are not attributes upstream."""

import enum
from typing import Annotated, Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import ArrayAttr, DenseArrayAttr, EnumAttr, IntegerAttr, UnitAttr
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import OptProp, Prop
from mlirlite.ir.native_properties import (
    array_property,
    boolean_property,
    confined,
    defaulted,
    enum_property,
    integer_property,
    optional_property,
    string_property,
    unit_property,
)
from mlirlite.ir.types import I8, I32

# Enums


class TestEnum(enum.IntEnum):
    """One of three."""

    first = 0
    second = 1
    third = 2


class TestBitEnum(enum.IntFlag):
    """Any of three."""

    __separator__ = ", "

    read = 1
    write = 2
    execute = 4


class TestBitEnumVerticalBar(enum.IntFlag):
    """Any of three."""

    user = 1
    group = 2
    other = 4


class TestEnumAttr(EnumAttr, name="test.enum", cases=TestEnum):
    """`#test<enum first>`."""

    namespace = "test"
    description = "a test enum"
    assembly_format = "$value"


class TestBitEnumAttr(EnumAttr, name="test.bit_enum", cases=TestBitEnum):
    """`#test.bit_enum<read, write>`."""

    separator = ", "
    called = "a test bit enum"
    assembly_format = "`<` $value `>`"


class TestBitEnumVerticalBarAttr(EnumAttr, name="test.bit_enum_vbar", cases=TestBitEnumVerticalBar):
    """`#test.bit_enum_vbar<user | group>`."""

    separator = " | "
    called = "another test bit enum"
    assembly_format = "`<` $value `>`"


_TAGGED = "$value (`tag` $tag^)? attr-dict"


class OpWithEnum(Op, name="test.op_with_enum"):
    """An enum as an attribute."""

    value: Prop[TestEnumAttr]
    tag: OptProp[Attribute]
    assembly_format = _TAGGED


class OpWithBitEnum(Op, name="test.op_with_bit_enum"):
    """Flags as an attribute."""

    value: Prop[TestBitEnumAttr]
    tag: OptProp[Attribute]
    assembly_format = _TAGGED


class OpWithBitEnumVerticalBar(Op, name="test.op_with_bit_enum_vbar"):
    """Flags with another separator."""

    value: Prop[TestBitEnumVerticalBarAttr]
    tag: OptProp[Attribute]
    assembly_format = _TAGGED


_ENUM = "a test enum"
_FLAGS = enum_property(TestBitEnum, "a test bit enum")
_NAMED = enum_property(TestBitEnum, "a test bit enum", mnemonic="bit_enum")


class OpWithEnumProp(Op, name="test.op_with_enum_prop"):
    """An enum as a property."""

    value: Prop[Annotated[TestEnum, enum_property(TestEnum, _ENUM)]]
    assembly_format = "$value attr-dict"


class OpWithEnumPropAttrForm(Op, name="test.op_with_enum_prop_attr_form"):
    """An enum that may be given as an attribute."""

    value: Prop[Annotated[TestEnum, enum_property(TestEnum, _ENUM, attribute_form=TestEnumAttr)]]
    assembly_format = "prop-dict attr-dict"


class OpWithEnumPropAttrFormAlways(Op, name="test.op_with_enum_prop_attr_form_always"):
    """An enum that is shown as an attribute."""

    value: Prop[
        Annotated[
            TestEnum,
            enum_property(TestEnum, _ENUM, attribute_form=TestEnumAttr, kept_as_attribute=True),
        ]
    ]
    assembly_format = "prop-dict attr-dict"


class OpWithBitEnumProp(Op, name="test.op_with_bit_enum_prop"):
    """Flags as properties."""

    value1: Prop[Annotated[TestBitEnum, defaulted(_FLAGS, TestBitEnum.read)]]
    value2: Prop[Annotated[TestBitEnum, defaulted(_FLAGS, TestBitEnum.read)]]
    assembly_format = "$value1 ($value2^)? attr-dict `:` `(``)`"


class OpWithBitEnumPropNamed(Op, name="test.op_with_bit_enum_prop_named"):
    """Flags as properties, with a word before them."""

    value1: Prop[Annotated[TestBitEnum, defaulted(_NAMED, TestBitEnum.read)]]
    value2: Prop[Annotated[TestBitEnum, defaulted(_NAMED, TestBitEnum.read)]]
    assembly_format = "$value1 ($value2^)? attr-dict"


# Properties with predicates

_INTEGER = integer_property()
_NON_NEGATIVE = confined(_INTEGER, lambda n: n >= 0, "non-negative int64_t")


def _non_empty(kind: Any) -> Any:
    found = array_property(kind)
    return confined(found, bool, f"non-empty {found.summary}")


class OpWithPropertyPredicates(Op, name="test.op_with_property_predicates"):
    """Properties that are not free."""

    scalar: Prop[Annotated[int, _NON_NEGATIVE]]
    optional: Prop[Annotated[ArrayAttr, optional_property(_NON_NEGATIVE)]]
    defaulted: Prop[Annotated[int, defaulted(_NON_NEGATIVE, 0)]]
    more_constrained: Prop[
        Annotated[int, confined(_NON_NEGATIVE, lambda n: n <= 5, "between 0 and 5")]
    ]
    array: Prop[Annotated[ArrayAttr, array_property(_NON_NEGATIVE)]]
    non_empty_unconstrained: Prop[Annotated[ArrayAttr, _non_empty(_INTEGER)]]
    non_empty_constrained: Prop[Annotated[ArrayAttr, _non_empty(_NON_NEGATIVE)]]
    non_empty_optional: Prop[Annotated[ArrayAttr, optional_property(_non_empty(_NON_NEGATIVE))]]
    unconstrained: Prop[Annotated[int, _INTEGER]]
    assembly_format = "attr-dict prop-dict"


# Properties of every kind


class OpWithProperties(Op, name="test.with_properties"):
    """Numbers, strings, arrays."""

    a: Prop[Annotated[int, _INTEGER]]
    b: Prop[str]
    c: Prop[Annotated[str, string_property()]]
    flag: Prop[Annotated[bool, boolean_property()]]
    array: Prop[Annotated[DenseArrayAttr, array_property(_INTEGER, dense=True)]]
    array32: Prop[Annotated[DenseArrayAttr, array_property(integer_property(I32), dense=True)]]
    assembly_format = (
        "`a` `=` $a `,` `b` `=` $b `,` `c` `=` $c `,` `flag` `=` $flag `,` "
        "`array` `=` $array `,` `array32` `=` $array32 attr-dict"
    )


class EmptyPropertiesOp(Op, name="test.empty_properties"):
    """Nothing."""

    assembly_format = "prop-dict attr-dict"


class WrappedPropertiesOp(Op, name="test.with_wrapped_properties"):
    """A string."""

    prop: Prop[Annotated[str, string_property()]]
    assembly_format = "prop-dict attr-dict"


class DefaultValuedPropertiesOp(Op, name="test.with_default_valued_properties"):
    """What text may leave out."""

    a: Prop[Annotated[int, I32]] = 0  # type: ignore[assignment]
    b: Prop[Annotated[str, defaulted(string_property(), "")]]
    c: Prop[Annotated[int, defaulted(integer_property(I32), -1)]]
    unit: Prop[Annotated[UnitAttr, unit_property()]]
    assembly_format = "($a^) : (`na`)? ($b^)? ($c^)? ($unit^)? attr-dict"


def _optional(kind: Any, **options: Any) -> Any:
    return Annotated[ArrayAttr, optional_property(kind, **options)]


_OPTIONALS = (
    *("simple", "simplei8", "simpleui8", "nonTrivialStorage", "hasDefault", "nested"),
    "longSyntax",
)


class OptionalPropertiesOp(Op, name="test.with_optional_properties"):
    """Values that may be none."""

    anAttr: OptProp[Annotated[IntegerAttr, I32]]
    simple: Prop[_optional(_INTEGER)]
    simplei8: Prop[_optional(integer_property(I8))]
    simpleui8: Prop[_optional(integer_property(I8, unsigned=True))]
    nonTrivialStorage: Prop[_optional(string_property())]
    hasDefault: Prop[_optional(defaulted(_INTEGER, 0))]
    nested: Prop[_optional(optional_property(_INTEGER))]
    longSyntax: Prop[_optional(string_property(), delegates=False)]
    hasUnit: Prop[Annotated[UnitAttr, unit_property()]]
    maybeUnit: Prop[_optional(unit_property())]
    assembly_format = (
        "(`anAttr` `=` $anAttr^)? "
        + " ".join(f"(`{name}` `=` ${name}^)?" for name in _OPTIONALS)
        + " (`hasUnit` $hasUnit^)? (`maybeUnit` `=` $maybeUnit^)? attr-dict"
    )
