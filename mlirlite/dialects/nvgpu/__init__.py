"""The nvgpu dialect, as upstream declares it."""

from typing import Any

from mlirlite.ods.declared import DeclaredDialect

DIALECT = DeclaredDialect("nvgpu", __name__, f"{__name__}.matrices", f"{__name__}.transfers")


def __getattr__(name: str) -> Any:
    return DIALECT.member(name)
