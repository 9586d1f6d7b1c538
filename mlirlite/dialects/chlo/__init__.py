"""The chlo dialect, as StableHLO's .td files declare it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "chlo",
    __name__,
    f"{__name__}.syntax",
    *(f"mlirlite.dialects.stablehlo.{name}" for name in ("compatible", "types_syntax")),
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
