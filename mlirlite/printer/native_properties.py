"""How properties that upstream does not keep as attributes are printed: see
ir.native_properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.native_properties import (
    ArrayProperty,
    BooleanProperty,
    EnumProperty,
    IntegerProperty,
    OptionalProperty,
    StringProperty,
    UnitProperty,
)
from mlirlite.ir.native_property import NativeProperty
from mlirlite.printer.enums import flag_words
from mlirlite.printer.literals import keyword_or_string, quoted


def native_property_printer(kind: NativeProperty) -> Callable[[Any, Any], None]:
    """The function that prints the attribute of a property of this kind."""
    return lambda a, p: p.text(_text(kind, a))


def _text(kind: NativeProperty, attribute: Any) -> str:
    match kind:
        case IntegerProperty():
            return str(kind.decode(attribute))
        case BooleanProperty():
            return "true" if kind.decode(attribute) else "false"
        case StringProperty():
            return quoted(attribute.value)
        case UnitProperty():
            return "unit" if kind.decode(attribute) else "unit_absent"
        case EnumProperty(cases=cases, mnemonic=mnemonic):
            words = map(keyword_or_string, flag_words(cases, int(attribute.value)))
            listed = getattr(cases, "__separator__", "|").join(words)
            return f"{mnemonic}<{listed}>" if mnemonic else listed
        case ArrayProperty(dense=True):
            return f"[{', '.join(map(str, attribute.value))}]"
        case ArrayProperty(element=element):
            return f"[{', '.join(_text(element, a) for a in attribute.value)}]"
        case OptionalProperty(element=element):
            if not attribute.value:
                return "none"
            text = _text(element, attribute.value[0])
            return text if kind.plain else f"some<{text}>"
    raise NotImplementedError(type(kind).__name__)
