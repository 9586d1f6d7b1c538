"""When facts that keep changing are widened."""

from __future__ import annotations

from mlirlite.ir.values import BlockArgument
from mlirlite.support.diagnostics import DiagnosticError

_ENDLESS = 1000
"""An analysis that changes one value this often fails to widen."""


class Patience:
    """Counts how often the fact of a value changes. Block arguments have a limit, since loops go
    through them. Other values have sixteen times as many, so that they follow without losing
    precision."""

    def __init__(self, flag: str, changes: int | None) -> None:
        self.flag = flag
        self.changes = changes
        self._count: dict[object, int] = {}

    def is_over(self, value: object) -> bool:
        """Count one change; True when the value, or place, is over its limit."""
        count = self._count[value] = self._count.get(value, 0) + 1
        if self.changes is not None:
            return count > self.changes * (1 if isinstance(value, BlockArgument) else 16)
        if count > _ENDLESS:
            raise DiagnosticError(
                f"analysis '{self.flag}' does not end: a fact changed {_ENDLESS} times; expected "
                "`patience` and `widen` where facts can grow without end"
            )
        return False
