"""The errors that were found in a text so far."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.block import Region
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError


class TooManyErrors(DiagnosticError):
    """Reading stops without recovery."""


class Errors:
    """At most `limit` of them; 0: all."""

    __slots__ = ("damaged", "found", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.found: list[Diagnostic] = []
        self.damaged: set[Region] = set()
        """Regions with unreadable parts."""

    def report(self, problems: Sequence[Diagnostic]) -> None:
        """Record errors; DiagnosticError with all of them once they reach the limit."""
        self.found += problems
        if 0 < self.limit <= len(self.found):
            raise TooManyErrors(self.found)
