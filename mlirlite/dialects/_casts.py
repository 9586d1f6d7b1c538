"""The trait of casts: upstream's CastOpInterface."""

from dataclasses import dataclass
from typing import Any

from mlirlite.ir.traits import Trait
from mlirlite.support.diagnostics import Diagnostic


@dataclass(frozen=True)
class CastTrait(Trait):
    """The op has one operand and one result, and says with `is_castable(source, target)` which types go together."""

    def verify(self, op: Any) -> Diagnostic | None:
        source, target = op.operands[0].type, op.results[0].type
        if op.is_castable(source, target):
            return None
        found: Diagnostic = op.error(
            f"operand type '{source}' and result type '{target}' are cast incompatible"
        )
        return found


Cast = CastTrait()
