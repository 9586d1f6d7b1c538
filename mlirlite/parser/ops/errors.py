"""The errors that were found in a text so far."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.ir.block import Region
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError


class TooManyErrors(DiagnosticError):
    """Reading stops, and no recovery is tried."""


class Errors:
    """At most `limit` of them; 0: all."""

    __slots__ = ("damaged", "found", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.found: list[Diagnostic] = []
        self.damaged: set[Region] = set()
        """Regions in which something could not be read."""

    def report(self, problems: Sequence[Diagnostic]) -> None:
        """Keep errors; DiagnosticError with all of them once there are too many to go on."""
        self.found += problems
        if 0 < self.limit <= len(self.found):
            raise TooManyErrors(self.found)
