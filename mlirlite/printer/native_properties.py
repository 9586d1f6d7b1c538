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
    NativeProperty,
    OptionalProperty,
    StringProperty,
    UnitProperty,
)
from mlirlite.printer.enums import flag_words
from mlirlite.printer.literals import keyword_or_string, quoted


def native_property_printer(kind: NativeProperty) -> Callable[[Any, Any], None]:
    """What prints the attribute of a property of this kind."""
    return lambda a, p: p.text(_text(kind, kind.decode(a)))


def _text(kind: NativeProperty, value: Any) -> str:
    match kind:
        case IntegerProperty():
            return str(value)
        case BooleanProperty():
            return "true" if value else "false"
        case StringProperty():
            return quoted(value)
        case UnitProperty():
            return "unit" if value else "unit_absent"
        case EnumProperty(cases=cases, mnemonic=mnemonic):
            words = map(keyword_or_string, flag_words(cases, value.value))
            listed = getattr(cases, "__separator__", "|").join(words)
            return f"{mnemonic}<{listed}>" if mnemonic else listed
        case ArrayProperty(element=element):
            return f"[{', '.join(_text(element, v) for v in value)}]"
        case OptionalProperty(element=element):
            if value is None:
                return "none"
            text = _text(element, value)
            return text if kind.plain else f"some<{text}>"
    raise NotImplementedError(type(kind).__name__)
