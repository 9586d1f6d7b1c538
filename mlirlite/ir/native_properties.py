"""Properties that upstream keeps as C++ values and not as attributes (`I64Prop`, `EnumProp`,
`ArrayProp`, `OptionalProp`, …).

Each is a constraint that also says how the property is written and what its accessor returns:
`count: Prop[Annotated[int, integer_property()]]`. Messages call them properties, the generic form
has them as attributes."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, TypeVar, cast

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    FALSE,
    UNIT,
    ArrayAttr,
    DenseArrayAttr,
    EnumAttr,
    IntegerAttr,
    StringAttr,
    bool_attr,
    enum_keywords,
)
from mlirlite.ir.native_property import NativeProperty
from mlirlite.ir.types import I1, I32, I64, IntegerType
from mlirlite.support.record import replace


class IntegerProperty(NativeProperty):
    """A C++ integer, written without its type."""

    integer: IntegerType = I64
    unsigned: bool = False

    def misfit(self, attribute: Attribute) -> str:
        fits = isinstance(attribute, IntegerAttr)
        return "" if fits else "expected IntegerAttr for key `value`"

    def encode(self, value: Any) -> Attribute:
        return cast(Attribute, IntegerAttr(int(value), self.integer))

    def decode(self, attribute: Any) -> Any:
        value = int(attribute.value)
        return value % (1 << self.integer.width) if self.unsigned else value


class BooleanProperty(NativeProperty):
    """`true` or `false`."""

    def misfit(self, attribute: Attribute) -> str:
        fits = isinstance(attribute, IntegerAttr) and attribute.type is I1
        return "" if fits else "expected BoolAttr for key `value`"

    def encode(self, value: Any) -> Attribute:
        return bool_attr(value)

    def decode(self, attribute: Any) -> Any:
        return bool(attribute.value)


class StringProperty(NativeProperty):
    """A string, in quotes."""

    def misfit(self, attribute: Attribute) -> str:
        fits = isinstance(attribute, StringAttr)
        return "" if fits else "expected string property to come from string attribute"

    def encode(self, value: Any) -> Attribute:
        return cast(Attribute, StringAttr(value))

    def decode(self, attribute: Any) -> Any:
        return attribute.value


class UnitProperty(NativeProperty):
    """A flag: `unit` or `unit_absent`. Absent, it is `false` in the generic form."""

    def misfit(self, attribute: Attribute) -> str:
        fits = attribute is UNIT or getattr(attribute, "type", None) is I1
        return "" if fits else "expected UnitAttr or BoolAttr for key `value`"

    def normalize(self, attribute: Attribute) -> Attribute:
        return self.encode(self.decode(attribute))

    def encode(self, value: Any) -> Attribute:
        return UNIT if value else FALSE

    def decode(self, attribute: Any) -> Any:
        return attribute is UNIT or bool(attribute.value)


class EnumProperty(NativeProperty):
    """A case of an enum, or several of its flags; `word<case>` with a mnemonic."""

    cases: type[enum.Enum] = enum.Enum
    integer: IntegerType = I32
    mnemonic: str = ""
    attribute_form: type[EnumAttr] | None = None
    """A class of attributes that may represent the integer."""
    kept_as_attribute: bool = False
    """The generic form has the attribute, too."""

    def misfit(self, attribute: Attribute) -> str:
        if isinstance(attribute, (IntegerAttr, self.attribute_form or IntegerAttr)):
            return ""
        either = f"{self.attribute_form.__name__} or " if self.attribute_form else ""
        return f"expected {either}IntegerAttr storage for {self.cases.__name__}"

    def normalize(self, attribute: Any) -> Attribute:
        return self.encode(int(attribute.value))

    def encode(self, value: Any) -> Attribute:
        case = value if isinstance(value, (int, enum.Enum)) else self.cases[value]
        number = case.value if isinstance(case, enum.Enum) else case
        if self.kept_as_attribute and self.attribute_form is not None:
            return cast(Attribute, self.attribute_form(number))
        return cast(Attribute, IntegerAttr(number, self.integer))

    def decode(self, attribute: Any) -> Any:
        return self.cases(attribute.value)


class ArrayProperty(NativeProperty, kw_only=True):
    """`[a, b]`: any number of values of one kind. `dense`: integers, which the generic form has as
    `array<i64: 1, 2>`."""

    element: NativeProperty
    dense: bool = False

    def misfit(self, attribute: Attribute) -> str:
        if self.dense:
            fits = isinstance(attribute, DenseArrayAttr)
            return "" if fits else "expected DenseI64ArrayAttr for key `value`"
        if not isinstance(attribute, ArrayAttr):
            return "expected array attribute"
        return next(filter(None, map(self.element.misfit, attribute.value)), "")

    def encode(self, value: Any) -> Attribute:
        if self.dense:
            element: Any = self.element
            return cast(Attribute, DenseArrayAttr(element.integer, tuple(value)))
        return cast(Attribute, ArrayAttr(tuple(map(self.element.encode, value))))

    def decode(self, attribute: Any) -> Any:
        values = attribute.value
        return tuple(values) if self.dense else tuple(map(self.element.decode, values))


class OptionalProperty(NativeProperty, kw_only=True):
    """A value, or none: an array of one or no attribute in the generic form. Text has `some<…>` and
    `none`, or the value alone where that is unambiguous and `delegates` does not forbid it."""

    element: NativeProperty
    delegates: bool = True

    def misfit(self, attribute: Attribute) -> str:
        if not isinstance(attribute, ArrayAttr):
            return "expected optional properties to materialize as arrays"
        if len(attribute) > 1:
            return "expected optional properties to become 0- or 1-element arrays"
        return self.element.misfit(attribute[0]) if len(attribute) else ""

    @property
    def plain(self) -> bool:
        """Whether the value is written alone."""
        return self.delegates and self.element.default is None

    def encode(self, value: Any) -> Attribute:
        given = () if value is None else (self.element.encode(value),)
        return cast(Attribute, ArrayAttr(given))

    def decode(self, attribute: Any) -> Any:
        (*found,) = attribute.value
        return self.element.decode(found[0]) if found else None


K = TypeVar("K", bound=NativeProperty)


def _checked(kind: K, holds: Callable[[Any], bool]) -> K:
    """A kind whose constraint is checked on the attributes that can become its values."""
    return replace(kind, matches=lambda a: not kind.misfit(a) and holds(a))


def _any(attribute: Attribute) -> bool:
    return True


def integer_property(type: IntegerType = I64, *, unsigned: bool = False) -> IntegerProperty:
    """An integer of this width (upstream: IntProp)."""
    words = f"{'u' * unsigned}int{type.width}_t"
    return _checked(IntegerProperty(words, _any, integer=type, unsigned=unsigned), _any)


def boolean_property() -> BooleanProperty:
    """`true` or `false` (upstream: BoolProp)."""
    return _checked(BooleanProperty("boolean", _any), _any)


def string_property() -> StringProperty:
    """A string (upstream: StringProp)."""
    return _checked(StringProperty("string", _any), _any)


def unit_property() -> UnitProperty:
    """A flag (upstream: UnitProp)."""
    return _checked(UnitProperty("unit property", _any, default=FALSE), _any)


def enum_property(
    cases: type[enum.Enum],
    summary: str,
    type: IntegerType = I32,
    *,
    mnemonic: str = "",
    attribute_form: type[EnumAttr] | None = None,
    kept_as_attribute: bool = False,
) -> EnumProperty:
    """A case, or flags, of an enum that messages call by the summary (upstream: EnumProp,
    NamedEnumProp, EnumPropWithAttrForm)."""
    numbers = set(enum_keywords(cases).values())
    known = 0
    for number in numbers:
        known |= number
    flags = issubclass(cases, enum.Flag)

    def holds(attribute: Any) -> bool:
        value = int(attribute.value)
        return not value & ~known if flags else value in numbers

    kind = EnumProperty(
        summary,
        _any,
        cases=cases,
        integer=type,
        mnemonic=mnemonic,
        attribute_form=attribute_form,
        kept_as_attribute=kept_as_attribute,
    )
    return _checked(kind, holds)


def array_property(element: NativeProperty, *, dense: bool = False) -> ArrayProperty:
    """Any number of values (upstream: ArrayProp, and IntArrayProp when it is dense)."""
    kind = ArrayProperty(f"array of {element.summary}", _any, element=element, dense=dense)
    return _checked(kind, _any if dense else lambda a: all(map(element.matches, a.value)))


def optional_property(element: NativeProperty, *, delegates: bool = True) -> OptionalProperty:
    """A value or none (upstream: OptionalProp)."""
    kind = OptionalProperty(
        f"optional {element.summary}",
        _any,
        default=cast(Attribute, ArrayAttr(())),
        element=element,
        delegates=delegates,
    )
    return _checked(kind, lambda a: all(map(element.matches, a.value)))


def confined(kind: K, holds: Callable[[Any], bool], summary: str) -> K:
    """The values that also satisfy a predicate, under another summary (upstream: ConfinedProp)."""
    return replace(
        kind, matches=lambda a: kind.matches(a) and holds(kind.decode(a)), summary=summary
    )


def defaulted(kind: K, value: Any) -> K:
    """The same, with a default for when text leaves it out (upstream: DefaultValuedProp)."""
    return replace(kind, default=kind.encode(value))
