"""Operations as text. The printer is above ir: it installs itself here when it is loaded."""

from __future__ import annotations

from typing import Any

from mlirlite.support.late import load


class Printed:
    """The base of objects that the installed printer prints."""

    __slots__ = ()

    def __str__(self) -> str:
        if _printer is None:
            load("text")
        return repr(self) if _printer is None else str(_printer(self))

    def in_message(self) -> str:
        """The op's text as errors quote it: in generic form, without aliases and big constants. If
        it has several lines it begins on a new one."""
        if _printer is None:
            load("text")
        return repr(self) if _printer is None else str(_printer(self, in_message=True))

    def _repr_html_(self) -> str | None:
        """The form that notebooks show."""
        if _html is None:
            load("text")
        return None if _html is None else str(_html(self))


_printer: Any = None
_html: Any = None


def set_operation_printer(printer: Any, html: Any = None) -> None:
    """Install the printers behind `str(op)` and for notebooks; the printer layer, which is above
    ir, calls this when it is loaded."""
    global _printer, _html
    _printer, _html = printer, html
