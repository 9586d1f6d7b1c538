"""What the text of a builtin type, attribute or location needs from the printer."""

from __future__ import annotations

from typing import Protocol

from mlirlite.ir.attribute import Attribute
from mlirlite.printer.flags import PrintingFlags
from mlirlite.printer.resources import Resources


class Texts(Protocol):
    """Texts of parts; AttributePrinter implements them."""

    flags: PrintingFlags
    resources: Resources

    def attribute_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, its alias when it has one."""

    def full_text(self, attribute: Attribute) -> str:
        """The text of an attribute or type, never its own alias."""

    def alias_text(self, attribute: Attribute) -> str:
        """The alias of an attribute, "" if it has none (or none is assigned yet)."""

    def waits(self, attribute: Attribute) -> bool:
        """True when a text depends on aliases that are not assigned yet."""

    def quoted_file(self, name: str) -> str:
        """A file's name as a string literal."""

    def distinct_number(self, attribute: Attribute) -> int:
        """The number of a distinct attribute."""
