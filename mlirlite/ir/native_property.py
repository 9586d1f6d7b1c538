"""The base of properties that upstream keeps as C++ values; the kinds are in native_properties.py,
which dialects load that have such properties."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constraints import Constraint


class NativeProperty(Constraint):
    """Base of the kinds. `default` is the value when text leaves the property out."""

    default: Attribute | None = None

    def misfit(self, attribute: Attribute) -> str:
        """Why an attribute cannot become a value of this kind, or "". The constraint is checked
        later."""
        return ""

    def normalize(self, attribute: Attribute) -> Attribute:
        """The attribute that the generic form has for a value, of the possible ones."""
        return attribute

    def encode(self, value: Any) -> Attribute:
        """The attribute for a Python value."""
        raise NotImplementedError

    def decode(self, attribute: Any) -> Any:
        """The Python value that the accessor returns."""
        raise NotImplementedError
