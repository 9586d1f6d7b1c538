"""The emitc dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect(
    "emitc", __name__, *(f"{__name__}.{part}" for part in ("syntax", "control", "checks", "blocks"))
)


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
